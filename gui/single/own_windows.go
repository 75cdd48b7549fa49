package single

import "io/fs"

// isOwn: the folder for temporary files is inside the account's own profile, which the system keeps from others.
func isOwn(fs.FileInfo) bool { return true }
