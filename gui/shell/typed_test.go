package shell

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"viviscope/db/folder"
)

// Typed input that no place has stored is asked about once: to save it, to discard it, or to stay. A restart has the
// same question, with its own messages.
func TestQuittingAsksAboutTypedInput(t *testing.T) {
	h := newHouse(t, nil)
	var failure error
	lost, saves, quits, lostWords := true, 0, 0, "Unsaved price changes will be lost."
	save := func(context.Context) error {
		saves++
		lost = failure != nil
		return failure
	}
	h.Shell.screens.Typed = func() (in Typed) {
		if lost {
			in = Typed{Lost: []string{lostWords}, Save: save}
		}
		return in
	}
	quit := func() {
		h.QuitWith(func() { quits++ })
		h.settle()
	}
	answer := func(word string) {
		h.answer(t, word)
		h.settle()
	}
	quit()
	quit()
	if q := h.question(); quits != 0 || !h.QuitAsks() || !strings.Contains(q, lostWords) ||
		len(h.window.Canvas().Overlays().List()) != 1 {
		t.Fatalf("%d quits, asks %q", quits, q)
	}
	answer("Stay")
	if quits+saves != 0 {
		t.Errorf("staying: %d quits, %d saves", quits, saves)
	}
	quit()
	answer("Discard")
	if quits != 1 || saves != 0 {
		t.Errorf("discarding: %d quits, %d saves", quits, saves)
	}
	failure = fmt.Errorf("save prices: %w", folder.ErrDiskFull)
	quit()
	answer("Save and quit")
	if quits != 1 || !strings.Contains(h.question(), "not saved. The disk is full") {
		t.Fatalf("%d quits without saving, asks %q", quits, h.question())
	}
	answer("Stay")
	failure = nil
	h.RestartWith(func() { quits++ }, "A key must be entered again.")
	if q := h.question(); !strings.Contains(q, "Restart now?") || !strings.Contains(q, lostWords) ||
		!strings.Contains(q, "A key must be entered again.") {
		t.Fatalf("a restart asks %q", q)
	}
	answer("Save and restart")
	if saves != 2 || lost || quits != 2 {
		t.Errorf("%d saves, %d quits, still typed: %v", saves, quits, lost)
	}
}
