-- The amounts of a grant are in a currency of their own: they are not compared with prices in another one.
ALTER TABLE grants ADD COLUMN currency TEXT NOT NULL DEFAULT '';
UPDATE grants SET currency = coalesce(
	(SELECT nullif("table" ->> '$.currency', '') FROM prices WHERE profile_id = grants.profile_id AND valid_from <= unixepoch() * 1000
		ORDER BY valid_from DESC, id DESC LIMIT 1),
	(SELECT currency FROM profiles WHERE id = grants.profile_id));

-- What a client was charged at no price that was known is found without reading all of its jobs.
CREATE INDEX jobs_unpriced ON jobs (client, profile_id) WHERE client <> '' AND estimate_micros IS NULL;
