-- What can be taken back, each step with where it changed the document and what stood there before and after it. Earlier builds of
-- the step before made this table already.
CREATE TABLE IF NOT EXISTS board_steps (
	board_id INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
	number   INTEGER NOT NULL,
	what     TEXT    NOT NULL,
	change   TEXT    NOT NULL CHECK (json_valid(change)),
	undone   INTEGER NOT NULL CHECK (undone IN (0, 1)),
	PRIMARY KEY (board_id, number)
);
CREATE INDEX IF NOT EXISTS board_steps_next ON board_steps (board_id, undone, number);
