package automation_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"viviscope/client/automation"
	"viviscope/client/guard"
)

// A call that panics fails alone: it frees its slot, and the server answers later calls.
func TestPanicFailsOnlyItsCall(t *testing.T) {
	var reports []string
	// the calls follow each other
	before := guard.SetReporter(func(p *guard.Panic) { reports = append(reports, p.Task) })
	defer func() { guard.SetReporter(before) }()
	hosted(t, func(h *host) {
		whole := h.server
		// no Backend
		h.server = automation.NewServer(automation.Options{Library: h.lib, Engine: h.engine,
			Log: slog.New(slog.DiscardHandler), Now: time.Now})
		// more than there are turns
		for range 50 {
			f := h.ask("price", clips("", "boats"), nil)
			if f == nil || f.Code != automation.CodeInternal || f.Exit != automation.ExitOther ||
				!strings.Contains(f.Message, "nil pointer") {
				t.Fatalf("got %+v", f)
			}
		}
		var answer automation.JobsAnswer
		if f := h.ask("jobs", automation.JobsArgs{}, &answer); f != nil {
			t.Errorf("the next call: %+v", f)
		}
		h.server = whole
	})
	if len(reports) != 50 || reports[0] != "call price" {
		t.Errorf("reports %v", reports)
	}
}
