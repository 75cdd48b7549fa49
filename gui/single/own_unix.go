//go:build unix

package single

import (
	"io/fs"
	"os"
	"syscall"
)

// isOwn reports whether something belongs to this account and no other may use it.
func isOwn(at fs.FileInfo) bool {
	stat, ok := at.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid() && at.Mode().Perm()&0o077 == 0
}
