-- The cast: people, places, things and looks that prompts mention by name, in the user's order. pictures is a JSON list of refs.
CREATE TABLE cast_entries (
	name     TEXT NOT NULL PRIMARY KEY,
	kind     TEXT NOT NULL CHECK (kind IN ('person', 'place', 'thing', 'look')),
	words    TEXT NOT NULL,
	pictures TEXT NOT NULL CHECK (json_valid(pictures)),
	place    REAL NOT NULL
);
-- The entries of the cast as a job used them, a JSON list. NULL where the prompt mentioned none.
ALTER TABLE jobs ADD COLUMN used_cast TEXT;
