-- The account that a job was ordered with: a salted hash of its key. '' where it is not known, and for the sandbox.
ALTER TABLE jobs ADD COLUMN account TEXT NOT NULL DEFAULT '';
