package instance

import "io/fs"

// ours reports whether a folder belongs to this account: the folders of sockets are in its own profile, which others
// cannot write.
func ours(fs.FileInfo) bool { return true }
