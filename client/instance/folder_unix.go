//go:build unix

package instance

import (
	"io/fs"
	"os"
	"syscall"
)

// isOwnFolder reports whether a folder belongs to this account and is not world-writable. Clients send keys to the
// sockets in it.
func isOwnFolder(folder fs.FileInfo) bool {
	at, ok := folder.Sys().(*syscall.Stat_t)
	return ok && int(at.Uid) == os.Getuid() && folder.Mode().Perm()&0o002 == 0
}
