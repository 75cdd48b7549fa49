-- A job that is one variation of a prompt knows how that was typed: the history of prompts shows it once, and a rebuild brings it back.

ALTER TABLE jobs ADD COLUMN template TEXT NOT NULL DEFAULT '';
DELETE FROM settings WHERE name = 'compose.templates';
