-- Whose new name is not shown in all of its games yet; the number tells one change from the next.
CREATE TABLE renamed (
    player UUID   NOT NULL PRIMARY KEY REFERENCES players (id),
    times  BIGINT NOT NULL
);
-- Whoever left before there was this list may still be named somewhere.
INSERT INTO renamed (player, times) SELECT id, 1 FROM players WHERE kind = 'deleted';

-- A history goes by the number of the game: several may end in the same millisecond.
DROP INDEX rating_changes_by_player;
CREATE INDEX rating_changes_by_number ON rating_changes (player, ladder, games);
