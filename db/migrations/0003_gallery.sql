-- What the gallery finds and orders by, beside what every asset has from the start: what a person says about it, where an
-- imported one comes from, and what it cost. Words are looked for in an index that the program keeps in memory, which
-- finds parts of words in any script; the index of words in the file goes.

DROP TRIGGER asset_words_insert;
DROP TRIGGER asset_words_before;
DROP TRIGGER asset_words_after;
DROP TRIGGER asset_words_delete;
DROP TABLE asset_words;

ALTER TABLE assets ADD COLUMN seed   INTEGER;                 -- of the request; NULL: the service chose
ALTER TABLE assets ADD COLUMN tags   TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)); -- names, in order
ALTER TABLE assets ADD COLUMN note   TEXT NOT NULL DEFAULT '';
ALTER TABLE assets ADD COLUMN name   TEXT NOT NULL DEFAULT ''; -- of an imported file, as it was given
ALTER TABLE assets ADD COLUMN parent TEXT NOT NULL DEFAULT ''; -- ref of what an imported one was taken from
ALTER TABLE assets ADD COLUMN recipe TEXT CHECK (json_valid(recipe)); -- what the sidecar of an imported one says made it
ALTER TABLE assets ADD COLUMN cost_micros   INTEGER;           -- its share of what its job cost; NULL: not known
ALTER TABLE assets ADD COLUMN cost_currency TEXT NOT NULL DEFAULT '';
UPDATE assets SET seed = (SELECT json_extract(request, '$.seed') FROM jobs WHERE jobs.id = job_id) WHERE job_id IS NOT NULL
	AND (SELECT json_type(request, '$.seed') FROM jobs WHERE jobs.id = job_id) = 'integer';

-- The first page, while the rest is being read.
CREATE INDEX assets_newest ON assets (created_at, id, trashed_at) WHERE trashed_at IS NULL;
CREATE INDEX assets_by_parent ON assets (parent) WHERE parent <> '';

-- What a job cost, shared by what it made. Its last entry says it: a charge or what is open counts, and after a refund or
-- a void it is nothing. What cannot be divided is the first one's.
CREATE VIEW asset_costs AS
SELECT a.id AS asset_id,
	CASE WHEN e.kind IN ('refund', 'void') THEN 0 ELSE
		e.amount_micros / (SELECT count(*) FROM assets b WHERE b.job_id = a.job_id)
		+ CASE WHEN a.id = (SELECT min(b.id) FROM assets b WHERE b.job_id = a.job_id)
			THEN e.amount_micros % (SELECT count(*) FROM assets b WHERE b.job_id = a.job_id) ELSE 0 END END AS micros,
	e.currency AS currency
FROM assets a JOIN ledger e ON e.id = (SELECT max(l.id) FROM ledger l WHERE l.job_id = a.job_id);

UPDATE assets SET (cost_micros, cost_currency) = (SELECT micros, currency FROM asset_costs WHERE asset_id = assets.id)
	WHERE job_id IN (SELECT job_id FROM ledger);
CREATE TRIGGER assets_cost_entry AFTER INSERT ON ledger BEGIN
	UPDATE assets SET (cost_micros, cost_currency) = (SELECT micros, currency FROM asset_costs WHERE asset_id = assets.id)
	WHERE job_id = NEW.job_id;
END;
CREATE TRIGGER assets_cost_insert AFTER INSERT ON assets WHEN EXISTS (SELECT 1 FROM ledger WHERE job_id = NEW.job_id) BEGIN
	UPDATE assets SET (cost_micros, cost_currency) = (SELECT micros, currency FROM asset_costs WHERE asset_id = assets.id)
	WHERE job_id = NEW.job_id;
END;
CREATE TRIGGER assets_cost_delete AFTER DELETE ON assets WHEN EXISTS (SELECT 1 FROM ledger WHERE job_id = OLD.job_id) BEGIN
	UPDATE assets SET (cost_micros, cost_currency) = (SELECT micros, currency FROM asset_costs WHERE asset_id = assets.id)
	WHERE job_id = OLD.job_id;
END;

-- Which pictures of the library stand in the places of a job's request: what an asset was made from, and what was made of it.
CREATE TABLE job_inputs (
	job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
	nth    INTEGER NOT NULL,
	place  INTEGER NOT NULL,
	asset  TEXT    NOT NULL, -- ref
	PRIMARY KEY (job_id, nth)
) WITHOUT ROWID;
CREATE INDEX job_inputs_by_asset ON job_inputs (asset, job_id);
CREATE TRIGGER job_inputs_insert AFTER INSERT ON jobs WHEN json_type(NEW.inputs) = 'array' BEGIN
	INSERT INTO job_inputs SELECT NEW.id, key, coalesce(value ->> '$.place', 0), value ->> '$.asset' FROM json_each(NEW.inputs)
	WHERE type = 'object' AND json_type(value, '$.asset') = 'text' AND value ->> '$.asset' <> '';
END;
CREATE TRIGGER job_inputs_update AFTER UPDATE OF inputs ON jobs WHEN NEW.inputs IS NOT OLD.inputs BEGIN
	DELETE FROM job_inputs WHERE job_id = NEW.id;
	INSERT INTO job_inputs SELECT NEW.id, key, coalesce(value ->> '$.place', 0), value ->> '$.asset' FROM json_each(NEW.inputs)
	WHERE type = 'object' AND json_type(value, '$.asset') = 'text' AND value ->> '$.asset' <> '' AND json_type(NEW.inputs) = 'array';
END;
INSERT INTO job_inputs SELECT jobs.id, key, coalesce(value ->> '$.place', 0), value ->> '$.asset' FROM jobs, json_each(jobs.inputs)
	WHERE jobs.inputs IS NOT NULL AND json_type(jobs.inputs) = 'array' AND type = 'object'
	AND json_type(value, '$.asset') = 'text' AND value ->> '$.asset' <> '';

-- Albums are kept by hand, in an order, or are a search that is saved.
CREATE TABLE albums (
	id         INTEGER PRIMARY KEY AUTOINCREMENT,
	ref        TEXT    NOT NULL UNIQUE,
	name       TEXT    NOT NULL CHECK (name <> ''),
	query      TEXT    NOT NULL, -- '': kept by hand
	cover      TEXT    NOT NULL, -- ref of an asset; '': its first
	place      INTEGER NOT NULL, -- among the albums
	created_at INTEGER NOT NULL,
	version    INTEGER NOT NULL DEFAULT 0 -- counts the changes of its members
);
CREATE TABLE album_assets (
	album_id INTEGER NOT NULL REFERENCES albums (id) ON DELETE CASCADE,
	asset_id INTEGER NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
	place    INTEGER NOT NULL,
	PRIMARY KEY (album_id, asset_id)
) WITHOUT ROWID;
CREATE INDEX album_assets_in_order ON album_assets (album_id, place, asset_id);
CREATE INDEX album_assets_by_asset ON album_assets (asset_id);
CREATE TRIGGER album_assets_insert AFTER INSERT ON album_assets BEGIN
	UPDATE albums SET version = version + 1 WHERE id = NEW.album_id;
	INSERT INTO sidecars_due VALUES (NEW.asset_id, 1) ON CONFLICT DO UPDATE SET version = version + 1;
END;
CREATE TRIGGER album_assets_update AFTER UPDATE ON album_assets BEGIN
	UPDATE albums SET version = version + 1 WHERE id = NEW.album_id;
	INSERT INTO sidecars_due VALUES (NEW.asset_id, 1) ON CONFLICT DO UPDATE SET version = version + 1;
END;
CREATE TRIGGER album_assets_delete AFTER DELETE ON album_assets BEGIN
	UPDATE albums SET version = version + 1 WHERE id = OLD.album_id;
	INSERT INTO sidecars_due SELECT id, 1 FROM assets WHERE id = OLD.asset_id ON CONFLICT DO UPDATE SET version = version + 1;
END;

-- The assets whose sidecar does not yet say what their row says. Sidecars of many assets are written after the commit;
-- what a crash prevents is found here and written by the next start.
CREATE TABLE sidecars_due (
	asset_id INTEGER PRIMARY KEY REFERENCES assets (id) ON DELETE CASCADE,
	version  INTEGER NOT NULL
);
CREATE TRIGGER sidecars_due_update AFTER UPDATE OF starred, tags, note ON assets
WHEN NEW.starred <> OLD.starred OR NEW.tags <> OLD.tags OR NEW.note <> OLD.note BEGIN
	INSERT INTO sidecars_due VALUES (NEW.id, 1) ON CONFLICT DO UPDATE SET version = version + 1;
END;

CREATE INDEX assets_due ON assets (trashed_at) WHERE trashed_at IS NOT NULL;
