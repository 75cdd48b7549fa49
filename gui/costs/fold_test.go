package costs

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"viviscope/db"
	"viviscope/db/ledger"
)

// Folded and unfolded, the list holds every entry once, and a job row shows what its entries add up to.
func TestJobRowsHoldEveryEntryOnce(t *testing.T) {
	l := monthLibrary(t)
	all := entries(t, l, ledger.Filter{ProfileID: 1})
	charge := 0
	for i, e := range all {
		if e.Kind == db.Charge && i%3 == 0 {
			charge++
			c := db.Correction{ProfileID: 1, JobID: e.JobID, Currency: "CNY", AmountMicros: int64(i) * 10_000, At: noon,
				Note: "invoice"}
			if _, err := l.Correct(ctx(), c); err != nil {
				t.Fatal(err)
			}
		}
	}
	if charge == 0 {
		t.Fatal("nothing to correct")
	}
	rapid.Check(t, func(r *rapid.T) {
		q := query{profile: 1, period: monthOf(noon), filter: filter{
			kind: rapid.SampledFrom([]db.EntryKind{"", "", db.Reserve, db.Charge}).Draw(r, "kind"),
			text: rapid.SampledFrom([]string{"", "lake"}).Draw(r, "text"),
		}}
		a := read(ctx(), l, budgets{l}, q, rapid.IntRange(1, 300).Draw(r, "entries"), noon)
		if a.err != nil {
			r.Fatal(a.err)
		}
		unfolded, jobs := map[int64]bool{}, map[int64]bool{}
		for _, row := range a.folded {
			if row.job != 0 && jobs[row.job] {
				r.Fatalf("two rows of job %d", row.job)
			}
			jobs[row.job] = true
			if len(row.children) > 0 {
				unfolded[row.job] = true
			}
			if len(row.children) == 1 {
				r.Fatal("a single entry unfolds")
			}
		}
		listed := map[int64]bool{}
		for _, row := range unfold(a.folded, unfolded) {
			if len(row.children) > 0 {
				continue
			}
			if listed[row.id] {
				r.Fatalf("entry %d twice", row.id)
			}
			listed[row.id] = true
		}
		if len(listed) != len(a.rows) {
			r.Fatalf("%d of %d entries", len(listed), len(a.rows))
		}
	})
}

func TestAJobUnfolds(t *testing.T) {
	l := library(t)
	made1 := keep(t, l, made{at: noon.Add(-time.Hour), model: "clip-2.6", prompt: "boats", seconds: 5, unit: 560_000,
		ends: db.Charge})
	keep(t, l, made{at: noon.Add(-2 * time.Hour), model: "clip-2.6", prompt: "lanterns", seconds: 5, unit: 560_000,
		ends: db.Refund})
	keep(t, l, made{at: noon.Add(-3 * time.Hour), model: "clip-2.6", prompt: "fog", seconds: 5, unit: 560_000})
	if _, err := l.Correct(ctx(), db.Correction{ProfileID: 1, JobID: made1.ID, Currency: "CNY", AmountMicros: 400_000,
		At: noon, Note: "invoice"}); err != nil {
		t.Fatal(err)
	}
	p := newPlace(t, l, dark)
	words := func() (all []string) {
		for _, r := range p.view.ledger.table.list.Rows {
			all = append(all, strings.TrimSpace(r.word+" "+r.amount))
		}
		return all
	}
	const folded = "charge ¥3.20|refund ‒¥2.80|reserve ¥2.80"
	if got := strings.Join(words(), "|"); got != folded {
		t.Fatalf("rows %s", got)
	}
	list := p.view.ledger.table.list.List
	press := func(name fyne.KeyName) { list.TypedKey(&fyne.KeyEvent{Name: name}) }
	p.FocusLedger()
	if label := list.AccessibilityLabel(); !strings.Contains(label, "3 entries, folded") {
		t.Errorf("called %q", label)
	}
	press(fyne.KeyRight)
	const first = "charge ¥3.20|correction +¥0.40|charge ¥2.80|reserve ¥2.80|refund ‒¥2.80|reserve ¥2.80"
	if got := strings.Join(words(), "|"); got != first || list.At() != 0 {
		t.Fatalf("unfolded: %s, at %d", got, list.At())
	}
	if label := list.AccessibilityLabel(); !strings.Contains(label, "3 entries, shown") {
		t.Errorf("called %q", label)
	}
	press(fyne.KeyRight)
	if list.At() != 1 {
		t.Errorf("Right leads to row %d", list.At())
	}
	p.Update(ctx())
	if got := strings.Join(words(), "|"); got != first || list.At() != 1 {
		t.Errorf("after an update: %s, at %d", got, list.At())
	}
	press(fyne.KeyLeft)
	press(fyne.KeyLeft)
	if got := strings.Join(words(), "|"); got != folded || list.At() != 0 {
		t.Errorf("folded again: %s, at %d", got, list.At())
	}
	press(fyne.KeyEnd)
	press(fyne.KeyRight) // one entry: nothing to show
	if got := strings.Join(words(), "|"); got != folded {
		t.Errorf("a single entry unfolds: %s", got)
	}
	p.view.ledger.table.list.OnTapped(1)
	if len(words()) != 5 {
		t.Errorf("a click: %q", words())
	}
	p.view.ledger.table.list.OnTapped(1)
	press(fyne.KeyEnd) // the entry that becomes one of two
	job := p.view.ledger.table.chosen().job
	if _, err := l.Change(ctx(), job, func(c *db.Change) error {
		c.Append(db.Entry{Kind: db.Charge, AmountMicros: micros(2_800_000), Currency: "CNY",
			At: noon.Add(-time.Minute)})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	p.Update(ctx())
	if r := p.view.ledger.table.chosen(); r == nil || r.job != job || len(r.children) != 2 {
		t.Errorf("the chosen entry is lost: %+v", r)
	}
	test.Tap(p.view.ledger.head.kinds[db.Reserve])
	p.settle()
	if got := strings.Join(words(), "|"); got != "reserve ¥2.80|reserve ¥2.80|reserve ¥2.80" {
		t.Errorf("reserves alone: %s", got)
	}
}
