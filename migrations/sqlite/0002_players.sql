-- Accounts, and what they can do that guests cannot.

-- guest, account, imported or deleted.
ALTER TABLE players ADD COLUMN kind TEXT NOT NULL DEFAULT 'guest';
-- What names are compared by; only accounts have one, so no two look alike.
ALTER TABLE players ADD COLUMN folded TEXT;
ALTER TABLE players ADD COLUMN bot BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE players ADD COLUMN banned BIGINT;
CREATE UNIQUE INDEX players_by_folded ON players (folded) WHERE folded IS NOT NULL;

CREATE TABLE passwords (
    player BLOB NOT NULL PRIMARY KEY REFERENCES players (id),
    -- argon2id, in the usual text form with its parameters and salt.
    hash   TEXT NOT NULL
) WITHOUT ROWID;

-- What one-time recovery codes hash to; a used one is gone.
CREATE TABLE recovery_codes (
    player BLOB NOT NULL REFERENCES players (id),
    hash   BLOB NOT NULL,
    PRIMARY KEY (player, hash)
) WITHOUT ROWID;

ALTER TABLE tokens ADD COLUMN id BLOB;
-- session or token: a login, or a key made for a program.
ALTER TABLE tokens ADD COLUMN kind TEXT NOT NULL DEFAULT 'session';
ALTER TABLE tokens ADD COLUMN label TEXT NOT NULL DEFAULT '';
UPDATE tokens SET id = randomblob(16);
CREATE UNIQUE INDEX tokens_by_id ON tokens (id);
CREATE INDEX tokens_by_player ON tokens (player);

CREATE TABLE blocks (
    player  BLOB   NOT NULL REFERENCES players (id),
    blocked BLOB   NOT NULL REFERENCES players (id),
    created BIGINT NOT NULL,
    PRIMARY KEY (player, blocked)
) WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- What the host asks of a running server.
CREATE TABLE host_orders (
    id      BLOB   NOT NULL PRIMARY KEY,
    wish    TEXT   NOT NULL,
    created BIGINT NOT NULL,
    -- Null until it has been seen to.
    answer  TEXT
);

-- For taking a name out of every game its player made or was invited to.
CREATE INDEX games_by_host ON games (host);
CREATE INDEX seats_by_invited ON seats (invited) WHERE invited IS NOT NULL;
