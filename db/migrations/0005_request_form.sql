-- Gateways differ in the form in which they take a request: as documented, or as OpenAI's videos.

ALTER TABLE profiles ADD COLUMN form TEXT NOT NULL DEFAULT '' CHECK (form IN ('', 'openai'));
