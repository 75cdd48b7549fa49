-- Other programs ask for jobs: who they are, what they may spend, and which of their clicks were made.

ALTER TABLE jobs ADD COLUMN client TEXT NOT NULL DEFAULT ''; -- name of the client that asked for it; '' for a person
CREATE INDEX jobs_by_client ON jobs (client, profile_id, state) WHERE client <> '';

-- One more reason to hold a job. Only the words of the rule change, nothing that is stored.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''frame_gone'')', '''frame_gone'', ''approval'')') WHERE type = 'table' AND name = 'jobs';
PRAGMA writable_schema = RESET;

CREATE TABLE clients (
	name       TEXT    PRIMARY KEY, -- [a-z0-9-]{1,32}; never renamed, never deleted
	token      TEXT    NOT NULL,    -- SHA-256 of it, hex; '' where it was taken away
	created_at INTEGER NOT NULL,
	seen_at    INTEGER
);

CREATE TABLE grants (
	client       TEXT    NOT NULL REFERENCES clients (name),
	profile_id   INTEGER NOT NULL REFERENCES profiles (id),
	approve      TEXT    NOT NULL CHECK (approve IN ('always', 'above', 'never')),
	above_micros INTEGER CHECK (above_micros >= 0), -- amounts are in the currency of the profile's price table
	click_micros INTEGER CHECK (click_micros >= 0), -- NULL: no cap
	day_micros   INTEGER CHECK (day_micros >= 0),
	total_micros INTEGER CHECK (total_micros >= 0),
	since        INTEGER NOT NULL,                  -- from when the total counts
	ends_at      INTEGER,
	PRIMARY KEY (client, profile_id)
);

-- Nothing is ever deleted from it: a script may repeat a click after a year.
CREATE TABLE clicks (
	profile_id  INTEGER NOT NULL REFERENCES profiles (id),
	id          TEXT    NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
	click       TEXT    NOT NULL, -- jobs.click; stays when its jobs are discarded
	fingerprint TEXT    NOT NULL, -- SHA-256 of what was asked, hex
	created_at  INTEGER NOT NULL,
	PRIMARY KEY (profile_id, id)
);
CREATE INDEX clicks_by_click ON clicks (click);

-- What clients were charged, for each quarter of an hour, at which the days of all time zones begin: a cap is weighed in the transaction of
-- a click, and cannot wait until the ledger is summed. What has no amount in the ledger counts as it was estimated.
CREATE TABLE client_charges (
	client     TEXT    NOT NULL,
	profile_id INTEGER NOT NULL,
	currency   TEXT    NOT NULL,
	quarter    INTEGER NOT NULL, -- of an hour since 1970
	micros     INTEGER NOT NULL,
	PRIMARY KEY (client, profile_id, currency, quarter)
) WITHOUT ROWID;
CREATE TRIGGER ledger_client_charged AFTER INSERT ON ledger WHEN NEW.kind = 'charge' OR NEW.correction IS NOT NULL BEGIN
	INSERT INTO client_charges SELECT client, NEW.profile_id, NEW.currency, NEW.at / 900000, coalesce(NEW.amount_micros, estimate_micros, 0)
		FROM jobs WHERE id = NEW.job_id AND client <> ''
		ON CONFLICT DO UPDATE SET micros = micros + excluded.micros;
END;
