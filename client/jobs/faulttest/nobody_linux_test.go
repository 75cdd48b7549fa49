package faulttest

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// nobody is the ID of the user and the group "nobody".
const nobody = 65534

// asNobody runs the test again in a process of a user who is no administrator, and reports whether it did: false where
// this one is none, and where no other user can be had.
func asNobody(t *testing.T) bool {
	t.Helper()
	if os.Getuid() != 0 {
		return false
	}
	dir, err := os.MkdirTemp("", "viviscope-nobody")
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	program := filepath.Join(dir, "program")
	must(t, errors.Join(copyProgram(program), os.Chown(dir, nobody, nobody)))
	cmd := exec.Command(program, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), nobodyEnv+"=yes", "HOME="+dir, "TMPDIR="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &ended):
		t.Logf("nothing can be run as another user here: %v", err)
		return false
	case err != nil:
		t.Errorf("as user %d: %v\n%s", nobody, err, out)
	}
	return true
}

// copyProgram puts this test binary where another user may run it: it was built in a folder of its own user.
func copyProgram(to string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	from, err := os.Open(self)
	if err != nil {
		return err
	}
	defer from.Close()
	into, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(into, from)
	return errors.Join(err, into.Chmod(0o755), into.Close())
}
