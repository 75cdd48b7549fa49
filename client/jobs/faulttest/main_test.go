package faulttest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"go.uber.org/goleak"
)

// The variables that make this test binary another process, and the one that makes the tests thorough.
const (
	serviceEnv = "VIVISCOPE_FAULTTEST_SERVICE" // the service: its setting as JSON
	secondEnv  = "VIVISCOPE_FAULTTEST_SECOND"  // a second program on a library: its folder as JSON
	nobodyEnv  = "VIVISCOPE_FAULTTEST_NOBODY"  // one test, run again as a user who may not do everything
	faultsEnv  = "VIVISCOPE_FAULTS"            // "all": every byte
)

func TestMain(m *testing.M) {
	var err error
	switch {
	case os.Getenv(serviceEnv) != "":
		err = runService(os.Getenv(serviceEnv))
	case os.Getenv(secondEnv) != "":
		err = runSecond(os.Getenv(secondEnv))
	default:
		goleak.VerifyTestMain(m)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// self is this test binary as another process. It ends with the test at the latest.
func self(t *testing.T, variable string, setting any) *exec.Cmd {
	t.Helper()
	raw, err := json.Marshal(setting)
	must(t, err)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), variable+"="+string(raw))
	cmd.Stderr = os.Stderr
	return cmd
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
