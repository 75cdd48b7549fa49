-- A job with the final settings of its board: the job of the draft whose request it repeats.
ALTER TABLE jobs ADD COLUMN final_of INTEGER REFERENCES jobs (id) ON DELETE SET NULL;
CREATE INDEX jobs_final ON jobs (final_of) WHERE final_of IS NOT NULL;
