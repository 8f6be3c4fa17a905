-- Times are Unix milliseconds.

CREATE TABLE players (
    id      UUID   NOT NULL PRIMARY KEY,
    name    TEXT   NOT NULL,
    created BIGINT NOT NULL
);

-- What a bearer token hashes to; the token itself is never stored.
CREATE TABLE tokens (
    hash    BYTEA  NOT NULL PRIMARY KEY,
    player  UUID   NOT NULL REFERENCES players (id),
    created BIGINT NOT NULL
);

-- The summary that lists are made of. The game itself is its events.
CREATE TABLE games (
    id       UUID   NOT NULL PRIMARY KEY,
    status   TEXT   NOT NULL CHECK (status IN ('open', 'playing', 'finished')),
    rules    TEXT   NOT NULL,
    host     UUID   NOT NULL REFERENCES players (id),
    created  BIGINT NOT NULL,
    started  BIGINT,
    finished BIGINT,
    -- Letters of the winning seats in seat order, empty for a draw.
    winners  TEXT,
    reason   TEXT,
    clock    TEXT   NOT NULL,
    -- A private game's key: whoever has it may watch and join.
    key      TEXT,
    -- When time will bring something about, or earlier: a sleeping game is woken then.
    deadline BIGINT,
    -- Unique, so that many who ask for another game at once make one.
    successor_of UUID UNIQUE REFERENCES games (id)
);
CREATE INDEX games_by_status ON games (status, id);
CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE seats (
    game   UUID     NOT NULL REFERENCES games (id),
    seat   SMALLINT NOT NULL,
    player UUID     REFERENCES players (id),
    -- The level of the computer that plays it.
    computer SMALLINT,
    -- Whom the seat is kept for.
    invited UUID    REFERENCES players (id),
    PRIMARY KEY (game, seat)
);
CREATE INDEX seats_by_player ON seats (player, game);

-- One row an event; the key makes a second writer fail instead of winning.
CREATE TABLE events (
    game UUID   NOT NULL,
    seq  BIGINT NOT NULL,
    body TEXT   NOT NULL,
    PRIMARY KEY (game, seq)
);
