package instance

import "io/fs"

// isOwnFolder reports whether a folder belongs to this account. On Windows it always does, because the socket folders
// are inside the user's profile, which other accounts cannot write.
func isOwnFolder(fs.FileInfo) bool { return true }
