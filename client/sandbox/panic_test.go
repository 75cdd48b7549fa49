package sandbox

import (
	"errors"
	"strings"
	"testing"

	"viviscope/client/guard"
)

// A panic of the renderer fails its task. The error of the task hides possible keys.
func TestRendererPanicFailsTask(t *testing.T) {
	reports := 0
	before := guard.SetReporter(func(*guard.Panic) { reports++ })
	defer func() { guard.SetReporter(before) }()
	err := recoverPanic(func() error { panic("no font for ab12cd34ef56ab12cd34ef56") })
	if err == nil || reports != 1 || !strings.Contains(err.Error(), "the renderer broke down") ||
		strings.Contains(err.Error(), "ab12cd34") {
		t.Errorf("%v, %d reports", err, reports)
	}
	full := errors.New("the disk is full")
	if err := recoverPanic(func() error { return full }); err != full {
		t.Errorf("another error became %v", err)
	}
}
