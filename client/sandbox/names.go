package sandbox

import "regexp"

// File names in the folder. Clips and pictures are named after their IDs, which this package generates.
const (
	journalFile  = "journal.jsonl"
	damagedFile  = "journal.damaged"
	identityFile = "sandbox.json"
	lockFile     = "sandbox.lock"
	clipDir      = "clips"
	pictureDir   = "pictures"
	hostedDir    = "hosted"
	partSuffix   = ".part"
)

// hostedName matches the results of [HostedName], including those of older versions. Only matching files are served
// without a signature.
var hostedName = regexp.MustCompile(`^[0-9a-f]{16}-[0-9a-f]{24}(\.(png|jpg|webp))?$`)
