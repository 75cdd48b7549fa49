package main

import (
	"strings"
	"testing"

	"viviscope/client/automation"
)

// A command that is written wrong, or stands behind its flags, opens no window, and a script sees that it was asked for wrongly.
func TestWhatIsNoCommandAndNoFile(t *testing.T) {
	for _, args := range [][]string{{"generat"}, {"-library", t.TempDir(), "jobs"}, {"-prompt", "boats", "generate"}} {
		exit, err := run(t.Context(), args)
		if exit != automation.ExitInvalid || err == nil || !strings.Contains(err.Error(), "a command comes first, before its flags: see viviscope help") {
			t.Errorf("%q: %d, %v", args, exit, err)
		}
	}
}
