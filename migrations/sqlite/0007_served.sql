-- When games could be stored, in Unix milliseconds: between two spans they could not.
CREATE TABLE served (
    since BIGINT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL
) WITHOUT ROWID;
