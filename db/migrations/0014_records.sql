-- The jobs whose line in jobs.jsonl is older than their row. The lines are written after the commit; those that a crash
-- prevents are found here and written by the next start. click is that of a job which was discarded.
CREATE TABLE records_due (
	ref     TEXT    PRIMARY KEY,
	click   TEXT    NOT NULL,
	version INTEGER NOT NULL
);
-- What a poll shows of a running task is in no line: the next poll shows it again.
CREATE TRIGGER records_due_insert AFTER INSERT ON jobs BEGIN
	INSERT INTO records_due VALUES (NEW.ref, NEW.click, 1) ON CONFLICT DO UPDATE SET version = version + 1;
END;
CREATE TRIGGER records_due_update AFTER UPDATE ON jobs
WHEN NEW.task_id <> OLD.task_id OR NEW.request IS NOT OLD.request OR NEW.state <> OLD.state
	AND NOT (OLD.state = 'queued' AND NEW.state = 'in_progress') AND NOT (OLD.state = 'completed' AND NEW.state = 'downloading') BEGIN
	INSERT INTO records_due VALUES (NEW.ref, NEW.click, 1) ON CONFLICT DO UPDATE SET version = version + 1;
END;
CREATE TRIGGER records_due_delete AFTER DELETE ON jobs BEGIN
	INSERT INTO records_due VALUES (OLD.ref, OLD.click, 1) ON CONFLICT DO UPDATE SET version = version + 1;
END;
CREATE TRIGGER records_due_entry AFTER INSERT ON ledger WHEN NEW.job_id IS NOT NULL AND NEW.correction IS NULL BEGIN
	INSERT INTO records_due SELECT ref, click, 1 FROM jobs WHERE id = NEW.job_id
	ON CONFLICT DO UPDATE SET version = version + 1;
END;
INSERT INTO records_due SELECT ref, click, 1 FROM jobs;
