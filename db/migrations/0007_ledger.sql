-- The ledger is summed, grouped and listed by SQLite alone. One index has all that is summed, in the order of time; those that had a part
-- of it go. What a tag costs is read from the files that have tags.

DROP INDEX ledger_by_time;
DROP INDEX ledger_sums;
DROP INDEX ledger_corrections;
CREATE INDEX ledger_costs ON ledger (at, profile_id, kind, currency, amount_micros, job_id, correction);
CREATE INDEX assets_tagged ON assets (job_id, tags, trashed_at) WHERE tags <> '[]' AND trashed_at IS NULL;
