-- Events lie in the order in which they come, and an index finds those of a game. Kept in the order
-- of games they were written somewhere else for each game, and pages were split all the time: one
-- event changed three pages, where it now changes a little more than one. A game is read from more
-- pages for that, which is done far less often. PostgreSQL keeps them like this anyway.
CREATE TABLE events_in_order (
    game BLOB   NOT NULL,
    seq  BIGINT NOT NULL,
    body TEXT   NOT NULL,
    PRIMARY KEY (game, seq)
);
INSERT INTO events_in_order (game, seq, body)
    SELECT game, seq, body FROM events ORDER BY game, seq;
DROP TABLE events;
ALTER TABLE events_in_order RENAME TO events;
