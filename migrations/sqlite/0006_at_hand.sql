-- What is read often, at hand however many games there are.

-- Whether the game of the seat is finished, so that a player's unfinished ones are found among very many.
ALTER TABLE seats ADD COLUMN ended BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE seats SET ended = TRUE WHERE game IN (SELECT id FROM games WHERE status = 'finished');
CREATE INDEX seats_unfinished ON seats (player, game) WHERE NOT ended;

-- Games of two seats between two players, as the first of them sees it: one row for whatever may be
-- asked for, so that nothing is added up in reading. Preset *, rated -1 and pace -1 stand for any.
CREATE TABLE meetings (
    player   BLOB     NOT NULL,
    preset   TEXT     NOT NULL,
    rated    SMALLINT NOT NULL,
    pace     SMALLINT NOT NULL,
    opponent BLOB     NOT NULL,
    games    BIGINT   NOT NULL,
    wins     BIGINT   NOT NULL,
    draws    BIGINT   NOT NULL,
    PRIMARY KEY (player, preset, rated, pace, opponent)
) WITHOUT ROWID;
INSERT INTO meetings (player, preset, rated, pace, opponent, games, wins, draws)
SELECT o.player, CASE WHEN p.fixed THEN o.preset ELSE '*' END,
    CASE WHEN NOT r.fixed THEN -1 WHEN o.rated THEN 1 ELSE 0 END,
    CASE WHEN c.fixed THEN o.pace ELSE -1 END, o.opponent, SUM(o.games), SUM(o.wins), SUM(o.draws)
FROM opponents o
    CROSS JOIN (SELECT TRUE AS fixed UNION ALL SELECT FALSE) p
    CROSS JOIN (SELECT TRUE AS fixed UNION ALL SELECT FALSE) r
    CROSS JOIN (SELECT TRUE AS fixed UNION ALL SELECT FALSE) c
GROUP BY 1, 2, 3, 4, 5;
DROP TABLE opponents;
-- The commonest opponents first.
CREATE INDEX meetings_by_games ON meetings (player, preset, rated, pace, games, opponent);

-- A leaderboard: those with ten games or more, however many others rate above them.
DROP INDEX ratings_by_rank;
CREATE INDEX ratings_settled ON ratings (ladder, rating DESC, player) WHERE games >= 10;
