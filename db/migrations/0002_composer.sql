-- What the composer asks of a profile: further model ids with whose rules they follow, where local pictures are hosted
-- (without its secret, which is in the keychain), the amount above which a click is confirmed, and the month's budget;
-- and what stands in the places of a request: pictures of the library, and local pictures that are hosted before the
-- request can leave.

ALTER TABLE profiles ADD COLUMN models  TEXT CHECK (json_valid(models));
ALTER TABLE profiles ADD COLUMN hosting TEXT CHECK (json_valid(hosting));
ALTER TABLE profiles ADD COLUMN confirm_micros INTEGER CHECK (confirm_micros >= 0);
ALTER TABLE profiles ADD COLUMN budget_micros  INTEGER CHECK (budget_micros >= 0);

ALTER TABLE jobs ADD COLUMN inputs TEXT CHECK (json_valid(inputs));

-- What a picture was used for, and which hosted pictures are still to be taken down.
CREATE INDEX jobs_inputs ON jobs (id) WHERE inputs IS NOT NULL;
