package db

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// If the process runs out of file descriptors at any step, Open returns an error. It runs in its own process.
func TestOpenFailsWithoutFileDescriptors(t *testing.T) {
	dir := os.Getenv("VIVISCOPE_FEW_FILES")
	if dir == "" {
		again := exec.Command(os.Args[0], "-test.run=^TestOpenFailsWithoutFileDescriptors$")
		again.Env = append(os.Environ(), "VIVISCOPE_FEW_FILES="+t.TempDir())
		if out, err := again.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	lib, err := Open(t.Context(), dir, Options{})
	if err != nil || lib.Close() != nil {
		t.Fatal(err)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	failed := 0
	for n := range uint64(40) {
		few := limit
		few.Cur = n
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
			t.Fatal(err)
		}
		lib, err := Open(t.Context(), dir, Options{})
		if err != nil {
			failed++
		} else if err := lib.Close(); err != nil {
			t.Error(err)
		}
	}
	if failed == 0 || failed == 40 {
		t.Errorf("%d of 40 failed", failed)
	}
}
