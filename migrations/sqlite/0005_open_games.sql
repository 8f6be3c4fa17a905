-- A player's games that wait to be started are counted before another is made.
CREATE INDEX games_open_by_host ON games (host) WHERE status = 'open';
