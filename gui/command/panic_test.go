package command

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"viviscope/client/automation"
	"viviscope/client/guard"
)

// A command that panics ends with the exit code of an internal error and its reason, without the key.
func TestACommandThatPanicsHasAnExitCode(t *testing.T) {
	reports := 0
	before := guard.SetReporter(func(*guard.Panic) { reports++ })
	defer func() { guard.SetReporter(before) }()
	out, words := writer{&bytes.Buffer{}}, &bytes.Buffer{}
	p := Program{Name: "Viviscope", Version: "1.2.3", Key: "sk-secret", Stdin: io.NopCloser(strings.NewReader("")),
		Stdout: out, Stderr: words,
		Connect: func(automation.Target) *automation.Conn { panic("no library for Bearer sk-secret-0123456789") }}
	exit, ok := Run(t.Context(), p, []string{"jobs", "--json"})
	if !ok || exit != automation.ExitOther || reports != 1 {
		t.Errorf("exit %d, %d reports", exit, reports)
	}
	if !strings.Contains(out.String(), `"internal"`) || !strings.Contains(out.String(), "no library for") {
		t.Errorf("printed %q and %q", out, words)
	}
	if all := out.String() + words.String(); strings.Contains(all, "sk-secret") || strings.Contains(all, "goroutine") {
		t.Errorf("printed %q", all)
	}
}
