-- Corrections: entries by which a person sets the ledger right without touching what stands in it. A correction is a void
-- that ends nothing. It has a ref of its own, a signed amount and a note; it may be of no job at all, where it squares the
-- sum of a period; and it may give a price to one charge that had none. Also what a day may cost, and from which share of a
-- budget a person is warned.

ALTER TABLE profiles ADD COLUMN day_budget_micros INTEGER CHECK (day_budget_micros >= 0);
ALTER TABLE profiles ADD COLUMN warn_percent INTEGER NOT NULL DEFAULT 80 CHECK (warn_percent BETWEEN 1 AND 100);

-- What stands on the table goes first: a table is made anew where a column's rules change.
DROP TRIGGER assets_cost_insert;
DROP TRIGGER assets_cost_delete;
DROP TRIGGER assets_cost_entry;
DROP VIEW asset_costs;

CREATE TABLE ledger_anew (
	id            INTEGER PRIMARY KEY AUTOINCREMENT,
	job_id        INTEGER REFERENCES jobs (id), -- NULL: a correction of a profile's sum
	profile_id    INTEGER NOT NULL REFERENCES profiles (id),
	kind          TEXT    NOT NULL CHECK (kind IN ('reserve', 'charge', 'refund', 'unconfirmed', 'void')),
	quantity      TEXT CHECK (json_valid(quantity)),
	unit_micros   INTEGER CHECK (unit_micros >= 0),
	amount_micros INTEGER CHECK (amount_micros >= 0 OR correction IS NOT NULL), -- the kind gives the sign, but for a correction
	currency      TEXT    NOT NULL,
	at            INTEGER NOT NULL,
	note          TEXT    NOT NULL,
	correction    TEXT UNIQUE, -- the ref of a correction; NULL: it is none
	prices_entry  INTEGER UNIQUE REFERENCES ledger (id), -- the charge without an amount that a correction gives one
	CHECK (correction IS NULL OR (kind = 'void' AND amount_micros IS NOT NULL AND note <> '')),
	CHECK (correction IS NOT NULL OR (job_id IS NOT NULL AND prices_entry IS NULL))
);
INSERT INTO ledger_anew (id, job_id, profile_id, kind, quantity, unit_micros, amount_micros, currency, at, note)
	SELECT id, job_id, profile_id, kind, quantity, unit_micros, amount_micros, currency, at, note FROM ledger ORDER BY id;
DROP TABLE ledger;
ALTER TABLE ledger_anew RENAME TO ledger;

CREATE INDEX        ledger_by_job      ON ledger (job_id, id);
CREATE INDEX        ledger_newest      ON ledger (profile_id, id);
CREATE INDEX        ledger_by_time     ON ledger (profile_id, at);
CREATE INDEX        ledger_sums        ON ledger (profile_id, kind, at, currency, amount_micros);
CREATE INDEX        ledger_corrections ON ledger (profile_id, at, currency, amount_micros) WHERE correction IS NOT NULL;
CREATE UNIQUE INDEX ledger_once        ON ledger (job_id, kind) WHERE kind <> 'void';
-- The ledger is summed by kind and model of its jobs, without reading the jobs.
CREATE INDEX        jobs_models        ON jobs (id, kind, model);

CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;
-- INSERT OR REPLACE deletes without the trigger above.
CREATE TRIGGER ledger_no_replace BEFORE INSERT ON ledger WHEN EXISTS (SELECT 1 FROM ledger WHERE id = NEW.id)
	OR EXISTS (SELECT 1 FROM ledger WHERE correction = NEW.correction)
	OR EXISTS (SELECT 1 FROM ledger WHERE prices_entry = NEW.prices_entry) BEGIN
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
CREATE TRIGGER ledger_void BEFORE INSERT ON ledger WHEN NEW.kind = 'void' AND NEW.correction IS NULL
	AND NOT EXISTS (SELECT 1 FROM ledger_open WHERE job_id = NEW.job_id) BEGIN
	SELECT RAISE(ABORT, 'ledger: a void without an open entry');
END;
CREATE TRIGGER ledger_correction BEFORE INSERT ON ledger WHEN NEW.correction IS NOT NULL
	AND EXISTS (SELECT 1 FROM ledger_open WHERE job_id = NEW.job_id) BEGIN
	SELECT RAISE(ABORT, 'ledger: a correction beside an open entry');
END;
CREATE TRIGGER ledger_correction_currency BEFORE INSERT ON ledger WHEN NEW.correction IS NOT NULL
	AND NEW.currency <> (SELECT currency FROM ledger WHERE job_id = NEW.job_id ORDER BY id DESC LIMIT 1) BEGIN
	SELECT RAISE(ABORT, 'ledger: a correction in another currency');
END;
CREATE TRIGGER ledger_prices BEFORE INSERT ON ledger WHEN NEW.prices_entry IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM ledger WHERE id = NEW.prices_entry AND job_id = NEW.job_id AND kind = 'charge' AND amount_micros IS NULL) BEGIN
	SELECT RAISE(ABORT, 'ledger: a price for what is no charge without one');
END;
CREATE TRIGGER ledger_opens AFTER INSERT ON ledger WHEN NEW.kind IN ('reserve', 'unconfirmed') BEGIN
	INSERT INTO ledger_open (job_id, entry_id) VALUES (NEW.job_id, NEW.id);
END;
CREATE TRIGGER ledger_ends AFTER INSERT ON ledger WHEN NEW.kind IN ('charge', 'refund', 'void') BEGIN
	DELETE FROM ledger_open WHERE job_id = NEW.job_id;
END;

-- What a job cost. Its last entry says it: a charge or what is open counts, and after a refund or a void it is nothing.
-- Corrections are added to that, be it a price that was not known.
CREATE VIEW job_costs AS
SELECT job_id, currency, CASE WHEN base IS NULL THEN corrected ELSE base + coalesce(corrected, 0) END AS micros FROM (
	SELECT e.job_id AS job_id, e.currency AS currency,
		CASE WHEN e.kind IN ('refund', 'void') THEN 0 ELSE e.amount_micros END AS base,
		(SELECT sum(c.amount_micros) FROM ledger c WHERE c.job_id = e.job_id AND c.correction IS NOT NULL) AS corrected
	FROM ledger e
	WHERE e.id = (SELECT l.id FROM ledger l WHERE l.job_id = e.job_id ORDER BY l.correction IS NOT NULL, l.id DESC LIMIT 1));

-- What a job cost, shared by what it made. What cannot be divided is the first one's.
CREATE VIEW asset_costs AS
SELECT a.id AS asset_id, c.currency AS currency,
	c.micros / (SELECT count(*) FROM assets b WHERE b.job_id = a.job_id)
	+ CASE WHEN a.id = (SELECT min(b.id) FROM assets b WHERE b.job_id = a.job_id)
		THEN c.micros % (SELECT count(*) FROM assets b WHERE b.job_id = a.job_id) ELSE 0 END AS micros
FROM assets a JOIN job_costs c ON c.job_id = a.job_id;

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
