-- Boards: plans of keyframes and shots. A board is one document; what a job was made for stands in its row, and so does what it waits
-- for. Nothing that follows from the two is stored.

ALTER TABLE jobs ADD COLUMN board       TEXT    NOT NULL DEFAULT ''; -- ref of the board that it is a take of; '' for none
ALTER TABLE jobs ADD COLUMN shot        TEXT    NOT NULL DEFAULT ''; -- id of the shot or keyframe in it
ALTER TABLE jobs ADD COLUMN after_job   INTEGER REFERENCES jobs (id) ON DELETE SET NULL; -- held until that one is saved; NULL: waits for none
ALTER TABLE jobs ADD COLUMN after_place INTEGER NOT NULL DEFAULT 0; -- place of the request that gets what that one delivers
ALTER TABLE jobs ADD COLUMN priority    INTEGER NOT NULL DEFAULT 0; -- 1 where another waits for it

CREATE INDEX jobs_by_board ON jobs (board, id) WHERE board <> '';
CREATE INDEX jobs_after    ON jobs (after_job) WHERE after_job IS NOT NULL;

-- Two more reasons to hold a job. Only the words of the rule change, nothing that is stored.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''key_refused'', ''budget'')', '''key_refused'', ''budget'', ''after'', ''frame_gone'')')
	WHERE type = 'table' AND name = 'jobs';
PRAGMA writable_schema = RESET;

CREATE TABLE boards (
	id         INTEGER PRIMARY KEY AUTOINCREMENT,
	ref        TEXT    NOT NULL UNIQUE,
	name       TEXT    NOT NULL,
	profile_id INTEGER REFERENCES profiles (id), -- NULL: of a profile that is not here
	version    INTEGER NOT NULL CHECK (version >= 1), -- counts what was written
	doc        TEXT    NOT NULL CHECK (json_valid(doc)),
	created_at INTEGER NOT NULL,
	changed_at INTEGER NOT NULL,
	trashed_at INTEGER
);
