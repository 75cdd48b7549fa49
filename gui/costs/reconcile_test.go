package costs

import (
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/db"
	"viviscope/db/ledger"
)

func TestTheConsoleIsComparedWithTheLedger(t *testing.T) {
	l := monthLibrary(t)
	profile, err := l.Profile(ctx(), 1)
	if err != nil {
		t.Fatal(err)
	}
	november := monthOf(noon)
	sums, err := l.LedgerSums(ctx(), ledger.Filter{ProfileID: 1})
	if err != nil {
		t.Fatal(err)
	}
	charged := sums[0].Charged
	same, err := compare(ctx(), l, profile, november, charged)
	if err != nil || same.difference != 0 || len(same.suspects) != 0 || same.verdict() != "They match exactly." {
		t.Errorf("the same: %+v, %v", same, err)
	}
	more, err := compare(ctx(), l, profile, november, charged+4_500_000)
	if err != nil || more.difference != 4_500_000 || more.verdict() != "The console shows ¥4.50 more." {
		t.Fatalf("4.50 more: %+v, %v", more, err)
	}
	if s := more.suspects[0]; s.why != "unconfirmed: it may have been charged, exactly this amount" {
		t.Errorf("the first suspect: %s", s.why)
	}
	order := []db.EntryKind{db.UnconfirmedEntry, db.Charge, db.Void, db.Refund}
	if !slices.IsSortedFunc(more.suspects, func(a, b suspect) int { return slices.Index(order, a.Kind) - slices.Index(order, b.Kind) }) {
		t.Errorf("the likeliest comes first: %+v", more.suspects)
	}
	less, err := compare(ctx(), l, profile, november, charged-2_800_000)
	if err != nil || less.verdict() != "The console shows ¥2.80 less." || slices.ContainsFunc(less.suspects, func(s suspect) bool {
		return s.why != "a charge of exactly this amount" || *s.AmountMicros != 2_800_000
	}) {
		t.Errorf("2.80 less: %+v, %v", less, err)
	}
}

// A correction makes the ledger of its time say what the console says, and stands in that time.
func TestACorrectionSquaresTheTwo(t *testing.T) {
	l := monthLibrary(t)
	profile, _ := l.Profile(ctx(), 1)
	for _, p := range []period{monthOf(noon), {on(2026, 11, 1), on(2026, 11, 11)}} {
		c, err := compare(ctx(), l, profile, p, 123_456_789)
		if err != nil {
			t.Fatal(err)
		}
		correction := c.correction(1, "  invoice ", noon)
		if correction.Note != "invoice" || !p.has(correction.At) || correction.At.After(noon) {
			t.Errorf("the correction of %s: %+v", p.words(), correction)
		}
		if _, err := l.Correct(ctx(), correction); err != nil {
			t.Fatal(err)
		}
		if again, err := compare(ctx(), l, profile, p, 123_456_789); err != nil || again.difference != 0 {
			t.Errorf("after the correction of %s: %d apart, %v", p.words(), again.difference, err)
		}
	}
}

func TestTheSheetRecordsACorrectionOnlyWhenAskedTwice(t *testing.T) {
	l := monthLibrary(t)
	p := newPlace(t, l, dark)
	p.tap(t, "Compare with the console…")
	count := func() int { return len(entries(t, l, ledger.Filter{Kinds: []db.EntryKind{db.Void}})) }
	p.enter(t, "0.00", "1000")
	if !p.says("more.") {
		t.Fatal("no verdict")
	}
	p.enter(t, "Reason, such as “November invoice”", "invoice")
	button := p.saying(t, "Record a correction of +")
	button.Tapped(nil)
	if !p.says("Record a correction?") || count() != 0 {
		t.Fatal("recorded without a question")
	}
	p.tap(t, "Do not record")
	if count() != 0 {
		t.Fatal("recorded although it was not meant")
	}
	p.saying(t, "Record a correction of +").Tapped(nil)
	p.saying(t, "Record +").Tapped(nil)
	if count() != 1 || !p.says("They match exactly.") {
		t.Errorf("%d corrections", count())
	}
	if !slices.Equal(p.grown, []int64{1}) {
		t.Errorf("told of %v", p.grown)
	}
	p.sheet.Hide()
	p.settle()
	if !p.says("¥1,000.00") {
		t.Error("the correction is not in the sums")
	}
	if r := p.shown.rows[0]; r.word != "correction" || r.what != "invoice" || !strings.HasPrefix(r.amount, "+¥") {
		t.Errorf("the correction in the list: %+v", r)
	}
}

func TestASuspectLeadsToItsJobAndNothingTypedIsLost(t *testing.T) {
	l := monthLibrary(t)
	p := newPlace(t, l, dark)
	p.ShowReconcile()
	p.enter(t, "0.00", "1000")
	p.enter(t, "Reason, such as “November invoice”", "a note")
	c, err := compare(ctx(), l, p.shown.profile, monthOf(noon), 1000_000_000)
	if err != nil {
		t.Fatal(err)
	}
	r := &reconciler{s: p.Screen, now: c, sheet: p.sheet}
	r.lead(0)
	p.settle()
	if p.sheet.Shown() || p.asked.get().filter.job != c.suspects[0].Job.ID {
		t.Errorf("led to job %d, want %d", p.asked.get().filter.job, c.suspects[0].Job.ID)
	}
	if d := p.drafts[1]; d.amount != "1000" || d.note != "a note" {
		t.Errorf("what was typed: %+v", d)
	}
}

func TestChargesWithoutAPriceArePricedLater(t *testing.T) {
	l := library(t)
	then, now := noon.AddDate(0, 0, -10), noon.AddDate(0, 0, -1)
	addPrices(t, l, then, `{"currency":"CNY","video":[{"model":"clip-2.6","resolution":"720P","per_second":500000}]}`)
	addPrices(t, l, now, `{"currency":"CNY","video":[{"model":"clip-2.6","resolution":"720P","per_second":900000},{"model":"clip-3.0","resolution":"720P","per_second":700000}]}`)
	for _, m := range []made{
		{at: then.Add(time.Hour), model: "clip-2.6", prompt: "then", seconds: 5, unit: -1, ends: db.Charge},
		{at: then.Add(2 * time.Hour), model: "clip-3.0", prompt: "not then", seconds: 5, unit: -1, ends: db.Charge},
		{at: then.Add(3 * time.Hour), model: "clip-1.0", prompt: "never", seconds: 5, unit: -1, ends: db.Charge},
		{at: then.Add(4 * time.Hour), model: "clip-2.6", prompt: "priced", seconds: 5, unit: 1, ends: db.Charge},
	} {
		keep(t, l, m)
	}
	p := newPlace(t, l, dark)
	if !p.says("3 entries have no price.") {
		t.Fatal("no banner")
	}
	all, err := propose(ctx(), l, p.asked.get(), noon)
	if err != nil {
		t.Fatal(err)
	}
	for late, want := range map[bool][3]int64{true: {6_000_000, 2, 1}, false: {2_500_000, 1, 2}} {
		prices, sums, without := all.prices(late)
		if got := [3]int64{sums["CNY"], int64(len(prices)), int64(without)}; got != want {
			t.Errorf("with the prices of today %v: %v, want %v", late, got, want)
		}
	}
	p.tap(t, "Set prices…")
	if !p.says("2 entries get a price, which adds ¥6.00 to the charges") {
		t.Error("the sheet does not say what it would do")
	}
	p.tap(t, "Price 2 entries")
	p.settle()
	if !slices.Equal(p.grown, []int64{1}) {
		t.Errorf("told of %v", p.grown)
	}
	if p.shown.unpriced != 1 || p.shown.figures.total != 6_000_005 {
		t.Errorf("afterwards %d are without a price, and %d is charged", p.shown.unpriced, p.shown.figures.total)
	}
	var notes []string
	for _, e := range entries(t, l, ledger.Filter{Kinds: []db.EntryKind{db.Void}}) {
		notes = append(notes, e.Note)
	}
	slices.Sort(notes)
	want := []string{"priced later at ¥0.50 per second, prices of 11 Nov 2026", "priced later at ¥0.70 per second, prices of 20 Nov 2026, as none were known at the time"}
	if !slices.Equal(notes, want) {
		t.Errorf("notes %q", notes)
	}
}
