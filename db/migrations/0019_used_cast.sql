-- The jobs that used the cast, for the search index.
CREATE INDEX jobs_cast ON jobs (id) WHERE used_cast IS NOT NULL;
