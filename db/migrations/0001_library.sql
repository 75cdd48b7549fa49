-- The library as version 1 makes it. Times are UTC milliseconds; NULL is "not yet". Money is in millionths of the
-- currency's unit. Ids are never used twice (AUTOINCREMENT): a profile's id also names its key in the keychain.

CREATE TABLE profiles (
	id            INTEGER PRIMARY KEY AUTOINCREMENT,
	name          TEXT    NOT NULL CHECK (name <> ''),
	base_url      TEXT    NOT NULL,
	sandbox       INTEGER NOT NULL CHECK (sandbox IN (0, 1)),
	saved         INTEGER NOT NULL CHECK (saved IN (0, 1)),
	currency      TEXT    NOT NULL,
	max_tasks     INTEGER NOT NULL CHECK (max_tasks >= 1),
	max_images    INTEGER NOT NULL CHECK (max_images >= 1),
	poll_seconds  INTEGER NOT NULL CHECK (poll_seconds BETWEEN 10 AND 15),
	image_minutes INTEGER NOT NULL CHECK (image_minutes >= 5),
	key_since     INTEGER,
	last_ok_at    INTEGER,
	created_at    INTEGER NOT NULL
);

CREATE TABLE jobs (
	id              INTEGER PRIMARY KEY AUTOINCREMENT,
	ref             TEXT    NOT NULL UNIQUE,
	profile_id      INTEGER NOT NULL REFERENCES profiles (id),
	kind            TEXT    NOT NULL CHECK (kind IN ('text_to_video', 'frames_to_video', 'text_to_image', 'edit_image')),
	state           TEXT    NOT NULL CHECK (state IN ('waiting', 'held', 'sending', 'unconfirmed', 'rejected', 'queued',
		'in_progress', 'failed', 'completed', 'downloading', 'saving', 'saved', 'expired', 'unwatched')),
	model           TEXT    NOT NULL,
	prompt          TEXT    NOT NULL,
	request         TEXT    NOT NULL CHECK (json_valid(request)),
	input_path      TEXT    NOT NULL,
	seconds         INTEGER,          -- of a clip, from the request: what "usually takes" is looked up by
	resolution      TEXT    NOT NULL, -- of a clip: 720P or 1080P; '' for a picture
	task_id         TEXT    NOT NULL,
	progress        INTEGER NOT NULL CHECK (progress BETWEEN 0 AND 100),
	raw_status      TEXT    NOT NULL,
	hold            TEXT    NOT NULL CHECK (hold IN ('', 'person', 'paused', 'not_sent', 'rate_limit', 'no_key',
		'key_refused', 'budget')),
	not_before      INTEGER,
	error_code      TEXT    NOT NULL,
	error_message   TEXT    NOT NULL,
	raw_answer      TEXT    NOT NULL,
	estimate_micros INTEGER CHECK (estimate_micros >= 0),
	currency        TEXT    NOT NULL,
	result_items    TEXT CHECK (json_valid(result_items)),
	usage           TEXT CHECK (json_valid(usage)),
	created_at      INTEGER NOT NULL,
	sent_at         INTEGER,
	accepted_at     INTEGER,
	finished_at     INTEGER,
	ended_at        INTEGER,
	expires_at      INTEGER,
	last_check_at   INTEGER,
	click           TEXT    NOT NULL,
	click_index     INTEGER NOT NULL CHECK (click_index >= 0),
	resend_of       INTEGER REFERENCES jobs (id) ON DELETE SET NULL,
	note            TEXT    NOT NULL
);

-- One task, one job: a task adopted twice would be fetched twice and stand twice in the ledger.
CREATE UNIQUE INDEX jobs_by_task    ON jobs (profile_id, task_id) WHERE task_id <> '';
CREATE INDEX        jobs_by_state   ON jobs (state, id);
CREATE INDEX        jobs_by_profile ON jobs (profile_id, id);
CREATE INDEX        jobs_counts     ON jobs (profile_id, state, id);
CREATE INDEX        jobs_by_click   ON jobs (click);
CREATE INDEX        jobs_resent     ON jobs (resend_of) WHERE resend_of IS NOT NULL;
CREATE INDEX        jobs_durations  ON jobs (model, seconds, resolution, finished_at)
	WHERE finished_at > accepted_at AND state IN ('completed', 'downloading', 'saved', 'expired');

CREATE TABLE assets (
	id         INTEGER PRIMARY KEY AUTOINCREMENT,
	ref        TEXT    NOT NULL UNIQUE,
	job_id     INTEGER REFERENCES jobs (id), -- NULL: imported
	profile_id INTEGER REFERENCES profiles (id), -- the job's, kept here so that the gallery needs no join
	kind       TEXT    NOT NULL CHECK (kind IN ('clip', 'picture')),
	path       TEXT    NOT NULL UNIQUE,
	mime       TEXT    NOT NULL,
	sha256     TEXT    NOT NULL CHECK (length(sha256) = 64),
	bytes      INTEGER NOT NULL CHECK (bytes >= 0),
	width      INTEGER NOT NULL,
	height     INTEGER NOT NULL,
	seconds    REAL    NOT NULL,
	fps        REAL    NOT NULL,
	has_audio  INTEGER NOT NULL CHECK (has_audio IN (0, 1)),
	prompt     TEXT    NOT NULL,
	model      TEXT    NOT NULL,
	item_index INTEGER NOT NULL CHECK (item_index >= 0),
	link       TEXT    NOT NULL,
	link_dies  INTEGER,
	starred    INTEGER NOT NULL CHECK (starred IN (0, 1)),
	created_at INTEGER NOT NULL,
	trashed_at INTEGER
);

CREATE UNIQUE INDEX assets_by_item    ON assets (job_id, item_index) WHERE job_id IS NOT NULL;
-- trashed_at stands in the indexes that its condition divides, because SQLite counts from an index alone only then.
CREATE INDEX        assets_by_kind    ON assets (kind, id, trashed_at) WHERE trashed_at IS NULL;
CREATE INDEX        assets_by_profile ON assets (profile_id, id, trashed_at) WHERE trashed_at IS NULL;
CREATE INDEX        assets_kept       ON assets (id, trashed_at, bytes) WHERE trashed_at IS NULL;
CREATE INDEX        assets_starred    ON assets (id, starred, trashed_at) WHERE starred = 1 AND trashed_at IS NULL;
CREATE INDEX        assets_trashed    ON assets (id, trashed_at, bytes) WHERE trashed_at IS NOT NULL;
CREATE INDEX        assets_by_hash    ON assets (sha256);

-- The words of the prompts, for the search box. The text itself stands in assets only; the triggers keep the two in
-- step. FTS4, because every build of the driver has it; an index that a program cannot read would stop every insert.
CREATE VIRTUAL TABLE asset_words USING fts4 (
	content="assets", prompt, tokenize=unicode61, prefix="2,3", matchinfo="fts3", order="desc"
);
CREATE TRIGGER asset_words_insert AFTER INSERT ON assets BEGIN
	INSERT INTO asset_words (docid, prompt) VALUES (NEW.id, NEW.prompt);
END;
CREATE TRIGGER asset_words_before BEFORE UPDATE OF prompt ON assets BEGIN
	DELETE FROM asset_words WHERE docid = OLD.id;
END;
CREATE TRIGGER asset_words_after AFTER UPDATE OF prompt ON assets BEGIN
	INSERT INTO asset_words (docid, prompt) VALUES (NEW.id, NEW.prompt);
END;
CREATE TRIGGER asset_words_delete BEFORE DELETE ON assets BEGIN
	DELETE FROM asset_words WHERE docid = OLD.id;
END;

-- Files on their way into files/: written before the rename and gone with the asset's row, so that after a crash in
-- between the same asset finds its own file again.
CREATE TABLE landings (
	ref    TEXT    PRIMARY KEY,
	path   TEXT    NOT NULL UNIQUE,
	sha256 TEXT    NOT NULL,
	bytes  INTEGER NOT NULL,
	at     INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER landings_done AFTER INSERT ON assets BEGIN
	DELETE FROM landings WHERE ref = NEW.ref;
END;

CREATE TABLE ledger (
	id            INTEGER PRIMARY KEY AUTOINCREMENT,
	job_id        INTEGER NOT NULL REFERENCES jobs (id),
	profile_id    INTEGER NOT NULL REFERENCES profiles (id),
	kind          TEXT    NOT NULL CHECK (kind IN ('reserve', 'charge', 'refund', 'unconfirmed', 'void')),
	quantity      TEXT CHECK (json_valid(quantity)),
	unit_micros   INTEGER CHECK (unit_micros >= 0),
	amount_micros INTEGER CHECK (amount_micros >= 0),
	currency      TEXT    NOT NULL,
	at            INTEGER NOT NULL,
	note          TEXT    NOT NULL
);

CREATE INDEX        ledger_by_job  ON ledger (job_id, id);
CREATE INDEX        ledger_newest  ON ledger (profile_id, id);
CREATE INDEX        ledger_by_time ON ledger (profile_id, at);
CREATE INDEX        ledger_sums    ON ledger (profile_id, kind, at, currency, amount_micros);
CREATE UNIQUE INDEX ledger_once    ON ledger (job_id, kind) WHERE kind <> 'void';

-- The reserve or unconfirmed entry of a job that has no end yet. The triggers below are its only writers. A job has
-- at most one: the primary key says so.
CREATE TABLE ledger_open (
	job_id   INTEGER PRIMARY KEY REFERENCES jobs (id),
	entry_id INTEGER NOT NULL REFERENCES ledger (id)
);

CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;
-- INSERT OR REPLACE deletes without the trigger above.
CREATE TRIGGER ledger_no_replace BEFORE INSERT ON ledger WHEN EXISTS (SELECT 1 FROM ledger WHERE id = NEW.id) BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_once_insert BEFORE INSERT ON ledger
WHEN NEW.kind <> 'void' AND EXISTS (SELECT 1 FROM ledger WHERE job_id = NEW.job_id AND kind = NEW.kind) BEGIN
	SELECT RAISE(ABORT, 'ledger: a job has one entry of this kind at most');
END;
CREATE TRIGGER ledger_own_profile BEFORE INSERT ON ledger
WHEN NEW.profile_id <> (SELECT profile_id FROM jobs WHERE id = NEW.job_id) BEGIN
	SELECT RAISE(ABORT, 'ledger: a job is paid for by its own profile');
END;
CREATE TRIGGER ledger_reserve BEFORE INSERT ON ledger WHEN NEW.kind = 'reserve' AND (
	EXISTS (SELECT 1 FROM ledger_open WHERE job_id = NEW.job_id)
	OR EXISTS (SELECT 1 FROM ledger WHERE job_id = NEW.job_id AND kind = 'charge')) BEGIN
	SELECT RAISE(ABORT, 'ledger: a reserve beside an open or charged one');
END;
CREATE TRIGGER ledger_unconfirmed BEFORE INSERT ON ledger WHEN NEW.kind = 'unconfirmed'
	AND EXISTS (SELECT 1 FROM ledger WHERE job_id = NEW.job_id AND kind IN ('reserve', 'charge')) BEGIN
	SELECT RAISE(ABORT, 'ledger: unconfirmed after a reserve or a charge');
END;
CREATE TRIGGER ledger_charge BEFORE INSERT ON ledger WHEN NEW.kind = 'charge'
	AND NOT EXISTS (SELECT 1 FROM ledger_open WHERE job_id = NEW.job_id)
	AND EXISTS (SELECT 1 FROM ledger WHERE job_id = NEW.job_id AND kind = 'reserve') BEGIN
	SELECT RAISE(ABORT, 'ledger: a charge after the end');
END;
CREATE TRIGGER ledger_refund BEFORE INSERT ON ledger WHEN NEW.kind = 'refund' AND NOT EXISTS (
	SELECT 1 FROM ledger_open o JOIN ledger e ON e.id = o.entry_id WHERE o.job_id = NEW.job_id AND e.kind = 'reserve') BEGIN
	SELECT RAISE(ABORT, 'ledger: a refund without an open reserve');
END;
CREATE TRIGGER ledger_void BEFORE INSERT ON ledger WHEN NEW.kind = 'void'
	AND NOT EXISTS (SELECT 1 FROM ledger_open WHERE job_id = NEW.job_id) BEGIN
	SELECT RAISE(ABORT, 'ledger: a void without an open entry');
END;
CREATE TRIGGER ledger_opens AFTER INSERT ON ledger WHEN NEW.kind IN ('reserve', 'unconfirmed') BEGIN
	INSERT INTO ledger_open (job_id, entry_id) VALUES (NEW.job_id, NEW.id);
END;
CREATE TRIGGER ledger_ends AFTER INSERT ON ledger WHEN NEW.kind IN ('charge', 'refund', 'void') BEGIN
	DELETE FROM ledger_open WHERE job_id = NEW.job_id;
END;

CREATE TABLE prices (
	id            INTEGER PRIMARY KEY AUTOINCREMENT,
	profile_id    INTEGER NOT NULL REFERENCES profiles (id),
	valid_from    INTEGER NOT NULL,
	"table"       TEXT    NOT NULL CHECK (json_valid("table"))
);
CREATE INDEX prices_by_time ON prices (profile_id, valid_from, id);

CREATE TABLE settings (
	name  TEXT PRIMARY KEY,
	value TEXT NOT NULL CHECK (json_valid(value))
) WITHOUT ROWID;
