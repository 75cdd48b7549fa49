package compose

import (
	"strings"
	"testing"

	"viviscope/client/jobs"
	"viviscope/db"
)

func TestTheRangeOfOwnEdits(t *testing.T) {
	e := newEditFixture(t)
	e.paid = []int64{70_000, 60_000, 90_000, 80_000}
	e.s.SetPicture(e.plain())
	e.typed("x")
	e.finish()
	if got := e.s.foot.line.Text(); !strings.HasPrefix(got, "160 × 120 with 1 picture") {
		t.Errorf("four are too few: %q", got)
	}
	n := len(e.asked)
	if last := e.asked[n-1]; last != (sampleKey{7, db.EditImage, "160x120", "medium", "CNY"}) {
		t.Errorf("asked for %+v", last)
	}
	e.typed("yz")
	e.finish()
	if len(e.asked) != n {
		t.Error("asked again at every key")
	}
	e.paid = append(e.paid, 65_000)
	e.s.Handle(jobs.LedgerChanged{})
	e.finish()
	if got := e.s.foot.line.Text(); got != "¥0.06 to ¥0.09, based on your last 5 edits" {
		t.Errorf("%q", got)
	}
	e.s.fields.quality.OnChanged(0)
	if got := e.s.foot.line.Text(); strings.Contains(got, "your last") {
		t.Errorf("of another quality: %q", got)
	}
	e.finish()
	e.paid = []int64{70_000, 70_000, 70_000, 70_000, 70_000}
	e.s.Handle(jobs.LedgerChanged{})
	e.finish()
	e.s.fields.count.OnChanged(3)
	if got := e.s.foot.line.Text(); got != "¥0.07 each, based on your last 5 edits" {
		t.Errorf("%q", got)
	}
	e.acct.Sandbox = true
	e.update()
	if got := e.s.foot.line.Text(); strings.Contains(got, "your last") {
		t.Errorf("in the sandbox: %q", got)
	}
}
