package instance

import "io/fs"

// ours: the folders lie in the account's own profile, which others cannot write.
func ours(fs.FileInfo) bool { return true }
