-- All events of a game that no longer changes, in one row: one JSON text a line, in order.
CREATE TABLE packed_events (
    game UUID NOT NULL PRIMARY KEY REFERENCES games (id),
    body TEXT NOT NULL
);

-- A name in imported games is one player, however many games it is in.
CREATE UNIQUE INDEX players_by_import ON players (name) WHERE kind = 'imported';
