-- What lists are filtered by, what is counted, and how players rate.

-- The preset's name whoever begins, or custom.
ALTER TABLE games ADD COLUMN preset TEXT NOT NULL DEFAULT 'custom';
-- The class of its clock: 0 untimed, 1 blitz, 2 rapid, 3 classical, 4 correspondence.
ALTER TABLE games ADD COLUMN pace SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE;
-- Whether it is in the statistics; what follows is set at its end if it is.
ALTER TABLE games ADD COLUMN counted BOOLEAN NOT NULL DEFAULT FALSE;
-- Whether no program played.
ALTER TABLE games ADD COLUMN humans BOOLEAN;
-- The seat that began, the number of moves, from start to end in milliseconds, the most jumps of a move.
ALTER TABLE games ADD COLUMN first SMALLINT;
ALTER TABLE games ADD COLUMN moves BIGINT;
ALTER TABLE games ADD COLUMN millis BIGINT;
ALTER TABLE games ADD COLUMN chain BIGINT;

-- For counting them all again, in the order they ended.
CREATE INDEX games_by_finish ON games (finished, id) WHERE counted;

-- Counters of games by the day (grain 0), month (1: year * 12 + month - 1) and year (2) of their end,
-- UTC. Any span is made up of few rows of each, so reading costs the same however many games there are.
CREATE TABLE tallies (
    grain      SMALLINT NOT NULL,
    start      BIGINT   NOT NULL,
    preset     TEXT     NOT NULL,
    rated      BOOLEAN  NOT NULL,
    pace       SMALLINT NOT NULL,
    humans     BOOLEAN  NOT NULL,
    -- Letters of the winning seats in seat order, empty for a draw.
    winners    TEXT     NOT NULL,
    reason     TEXT     NOT NULL,
    games      BIGINT   NOT NULL,
    first_wins BIGINT   NOT NULL,
    moves      BIGINT   NOT NULL,
    moves_max  BIGINT   NOT NULL,
    millis     BIGINT   NOT NULL,
    millis_max BIGINT   NOT NULL,
    chain_max  BIGINT   NOT NULL,
    PRIMARY KEY (grain, start, preset, rated, pace, humans, winners, reason)
);

-- The same for each player, by seat and result (1 won, 0 drawn, -1 lost).
CREATE TABLE player_tallies (
    player     UUID     NOT NULL,
    grain      SMALLINT NOT NULL,
    start      BIGINT   NOT NULL,
    preset     TEXT     NOT NULL,
    rated      BOOLEAN  NOT NULL,
    pace       SMALLINT NOT NULL,
    humans     BOOLEAN  NOT NULL,
    seat       SMALLINT NOT NULL,
    result     SMALLINT NOT NULL,
    reason     TEXT     NOT NULL,
    games      BIGINT   NOT NULL,
    first_wins BIGINT   NOT NULL,
    moves      BIGINT   NOT NULL,
    moves_max  BIGINT   NOT NULL,
    millis     BIGINT   NOT NULL,
    millis_max BIGINT   NOT NULL,
    chain_max  BIGINT   NOT NULL,
    PRIMARY KEY (player, grain, start, preset, rated, pace, humans, seat, result, reason)
);

-- Games of two seats between two players, as the first of them sees it.
CREATE TABLE opponents (
    player   UUID     NOT NULL,
    opponent UUID     NOT NULL,
    preset   TEXT     NOT NULL,
    rated    BOOLEAN  NOT NULL,
    pace     SMALLINT NOT NULL,
    games    BIGINT   NOT NULL,
    wins     BIGINT   NOT NULL,
    draws    BIGINT   NOT NULL,
    PRIMARY KEY (player, opponent, preset, rated, pace)
);

-- Games won in a row, or lost if negative: now, the most won, the most lost. Preset * is all of them.
CREATE TABLE streaks (
    player UUID   NOT NULL,
    preset TEXT   NOT NULL,
    now    BIGINT NOT NULL,
    best   BIGINT NOT NULL,
    worst  BIGINT NOT NULL,
    PRIMARY KEY (player, preset)
);

-- A ladder is pool/preset/pace, such as humans/standard/rapid.
CREATE TABLE ratings (
    ladder     TEXT             NOT NULL,
    player     UUID             NOT NULL REFERENCES players (id),
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      BIGINT           NOT NULL,
    wins       BIGINT           NOT NULL,
    draws      BIGINT           NOT NULL,
    updated    BIGINT           NOT NULL,
    PRIMARY KEY (ladder, player)
);
CREATE INDEX ratings_by_rank ON ratings (ladder, rating);
CREATE INDEX ratings_by_player ON ratings (player);

CREATE TABLE rating_changes (
    game      UUID             NOT NULL REFERENCES games (id),
    player    UUID             NOT NULL REFERENCES players (id),
    ladder    TEXT             NOT NULL,
    time      BIGINT           NOT NULL,
    before    DOUBLE PRECISION NOT NULL,
    after     DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    -- How many rated games the player had then, this one among them.
    games     BIGINT           NOT NULL,
    PRIMARY KEY (game, player)
);
CREATE INDEX rating_changes_by_player ON rating_changes (player, ladder, time);
