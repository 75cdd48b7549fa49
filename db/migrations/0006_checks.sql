-- CHECK (json_valid(x)) lets NULL pass in the SQLite of this program, but PRAGMA integrity_check of SQLite 3.40 and older, where
-- json_valid(NULL) is 0, calls each such row damage. Only the words of the rules change, nothing that is stored: so the
-- statements that made the tables are changed in place.

PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(replace(sql,
	'CHECK (json_valid(result_items))', 'CHECK (result_items IS NULL OR json_valid(result_items))'),
	'CHECK (json_valid(usage))', 'CHECK (usage IS NULL OR json_valid(usage))') WHERE type = 'table' AND name = 'jobs';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (json_valid(inputs))', 'CHECK (inputs IS NULL OR json_valid(inputs))')
	WHERE type = 'table' AND name = 'jobs';
UPDATE sqlite_schema SET sql = replace(replace(sql,
	'CHECK (json_valid(models))', 'CHECK (models IS NULL OR json_valid(models))'),
	'CHECK (json_valid(hosting))', 'CHECK (hosting IS NULL OR json_valid(hosting))') WHERE type = 'table' AND name = 'profiles';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (json_valid(recipe))', 'CHECK (recipe IS NULL OR json_valid(recipe))')
	WHERE type = 'table' AND name = 'assets';
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (json_valid(quantity))', 'CHECK (quantity IS NULL OR json_valid(quantity))')
	WHERE type = 'table' AND name = 'ledger';
PRAGMA writable_schema = RESET;
