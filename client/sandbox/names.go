package sandbox

import "regexp"

// The names in the folder. Clips and pictures are named after their ids, which this package makes itself.
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

// hostedName matches what [HostedName] returns, and the names that older versions gave. No other file of the folder
// is served.
var hostedName = regexp.MustCompile(`^[0-9a-f]{16}-[0-9a-f]{24}(\.(png|jpg|webp))?$`)
