package gallery

import (
	"slices"
	"strings"
	"testing"

	"viviscope/client/decode"
	"viviscope/db/findings"
	"viviscope/gui/action"
)

// "Check clip" queues the selected clips that were not checked. Their tiles and the search show the findings.
func TestCheckClips(t *testing.T) {
	l := pile(t, 6) // 1 to 6, of which 3 and 6 are clips
	d := newDesk(t, l)
	var queued []int64
	d.d.Check = func(clips ...int64) int {
		queued = append(queued, clips...)
		return len(clips)
	}
	label := func() (words string) {
		for _, a := range d.Actions() {
			if a.ID == "gallery/check" && !a.Hidden {
				words += a.Label
			}
		}
		return words
	}
	d.rows.SelectThese([]int{0, 1, 2, 3, 4, 5})
	if got := label(); got != "Check 2 clips" {
		t.Errorf("of two clips, the action is called %q", got)
	}
	a, err := l.Asset(t.Context(), 6)
	check(t, err)
	check(t, l.SetChecks(t.Context(), a.ID, a.SHA256, findings.Result{
		Findings: []findings.Finding{{Kind: findings.Frozen, From: 7, To: 9.5}}}))
	d.Update(t.Context())
	d.drain()
	if got := label(); got != "Check clip" {
		t.Errorf("of one unchecked clip, the action is called %q", got)
	}
	if _, err := decode.FFmpeg(); err == nil {
		action.ByID(d.Actions(), "gallery/check").Do()
		d.drain()
		if !slices.Equal(queued, []int64{3}) {
			t.Errorf("queued are %v", queued)
		}
	}
	d.say("check:frozen")
	d.drain()
	if len(d.model.rows) != 1 || d.model.rows[0].ID != 6 {
		t.Fatalf("check:frozen finds %v", d.model.rows)
	}
	read, _ := d.cache.asset(6)
	c := newCell(d.d)
	c.bind(item{row: d.model.rows[0], asset: read})
	if words := c.AccessibilityLabel(); !strings.Contains(words, "frozen 0:07.0–0:09.5") {
		t.Errorf("the tile is called %q", words)
	}
}
