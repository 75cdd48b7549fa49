package single

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

const socketName = "viviscope.sock"

// maxPath is the longest path that every system takes for a socket: macOS has 104 bytes, Linux 108, with the zero at the end.
const maxPath = 103

// places lists where the socket of a library may stand, best first. temp is the system's folder for temporary files.
func places(dir, temp string) ([]string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	// Two starts may reach one library by two names.
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	var all []string
	if beside := filepath.Join(dir, socketName); len(beside) <= maxPath {
		all = append(all, beside)
	}
	sum := sha256.Sum256([]byte(dir))
	short := filepath.Join(privateFolder(temp), hex.EncodeToString(sum[:8])+".sock")
	if len(short) <= maxPath {
		all = append(all, short)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("every path for a socket is too long: %s", short)
	}
	return all, nil
}

// privateFolder is the folder of this account inside a folder that all accounts write to.
func privateFolder(temp string) string {
	return filepath.Join(temp, "viviscope-"+strconv.Itoa(os.Getuid()))
}

// makePrivateFolder makes the folder of a socket in the folder for temporary files, or checks the one that is there: anybody
// could have made it first.
func makePrivateFolder(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
		return err
	}
	return checkPrivateFolder(dir)
}

// checkPrivateFolder refuses a folder that another account could reach into.
func checkPrivateFolder(dir string) error {
	at, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !at.IsDir() || !isOwn(at) {
		return fmt.Errorf("%s is not a private folder of this account", dir)
	}
	return nil
}
