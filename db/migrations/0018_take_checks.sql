-- What the check of a clip measured, as JSON. '' is an asset that was not checked.
ALTER TABLE assets ADD COLUMN checks TEXT NOT NULL DEFAULT '';
DROP TRIGGER sidecars_due_update;
CREATE TRIGGER sidecars_due_update AFTER UPDATE OF starred, tags, note, checks ON assets
WHEN NEW.starred <> OLD.starred OR NEW.tags <> OLD.tags OR NEW.note <> OLD.note OR NEW.checks <> OLD.checks BEGIN
	INSERT INTO sidecars_due VALUES (NEW.id, 1) ON CONFLICT DO UPDATE SET version = version + 1;
END;
