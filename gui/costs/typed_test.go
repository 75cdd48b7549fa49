package costs

import (
	"testing"

	"viviscope/gui/lang/langtest"
)

// What was typed to be compared is there again in another language, as the same amount.
func TestTheComparisonIsGoneOnWithInAnotherLanguage(t *testing.T) {
	l := monthLibrary(t)
	p := newPlace(t, l, dark)
	p.tap(t, "Compare with the console…")
	p.enter(t, "0.00", "1234.5")
	p.enter(t, "Why, for later: “invoice of November”", "half a no")
	typed := p.Typed()
	langtest.Speak(t, "de")
	d := p.deps
	d.Typed = typed
	after := New(d)
	if got := after.drafts[1]; got.amount != "1234,50" || got.note != "half a no" || got.first != "2026-11-01" || got.last != "2026-11-30" {
		t.Errorf("%+v", got)
	}
}
