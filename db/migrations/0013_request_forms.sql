-- Request formats are checked where they are read, so that a further format needs no change of the library. Until now the
-- library refused a profile with the format of new-api channels. Only the rule changes, nothing that is stored.

PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, ' CHECK (form IN ('''', ''openai''))', '') WHERE type = 'table' AND name = 'profiles';
PRAGMA writable_schema = RESET;
