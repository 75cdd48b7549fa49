package costs

import (
	"context"
	"slices"
	"testing"

	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
)

func (p *place) record(t *testing.T) {
	t.Helper()
	p.saying(t, "Record ").Tapped(nil)
	p.settle()
}

func voids(t *testing.T, l Library) []db.LedgerRow {
	t.Helper()
	return entries(t, l, ledger.Filter{Kinds: []db.EntryKind{db.Void}})
}

// A correction makes the ledger show what was charged, in the time of the entry, and is only added.
func TestACorrectionIsAppended(t *testing.T) {
	l := monthLibrary(t)
	p := newPlace(t, l, dark)
	p.ShowCorrect()
	if p.corrector.isOpen() {
		t.Fatal("a dialog without an entry")
	}
	before := entries(t, l, ledger.Filter{})
	chosen := p.choose(t, func(r row) bool { return r.kind == db.Charge && r.amount == "¥2.80" })
	p.tap(t, "Correct…")
	if !p.says("Ledger: ¥2.80 charged.") {
		t.Fatal("the dialog does not show what the ledger has")
	}
	p.correct("3.20", " ")
	if !p.says("A correction needs a note.") || p.says("Record +") {
		t.Error("a correction without a note")
	}
	p.correct("2.80", "invoice")
	if !p.says("The ledger has this amount already.") {
		t.Error("a correction of nothing")
	}
	p.correct("3.20", " invoice ")
	if len(voids(t, l)) != 0 {
		t.Fatal("recorded while it is typed")
	}
	p.record(t)
	all := voids(t, l)
	if len(all) != 1 || *all[0].AmountMicros != 400_000 || all[0].Note != "invoice" || all[0].JobID != chosen.job ||
		!all[0].At.Equal(chosen.entry.At) || all[0].Correction == "" {
		t.Fatalf("corrections %+v", all)
	}
	if after := entries(t, l, ledger.Filter{}); len(after) != len(before)+1 {
		t.Errorf("%d entries, were %d", len(after), len(before))
	}
	if !slices.Equal(p.grown, []int64{1}) || p.corrector.isOpen() {
		t.Errorf("told of %v", p.grown)
	}
	// Correct it again, from the row of the correction below its job. The first correction counts.
	p.choose(t, func(r row) bool { return r.job == chosen.job && r.amount == "¥3.20" })
	p.view.ledger.table.toggle(p.view.ledger.table.list.At())
	p.choose(t, func(r row) bool { return r.correction })
	p.ShowCorrect()
	if !p.says("Ledger: ¥3.20 charged.") {
		t.Error("the first correction is not counted")
	}
	p.correct("0", "given back")
	p.record(t)
	if all := voids(t, l); len(all) != 2 || *all[0].AmountMicros+*all[1].AmountMicros != -2_800_000 {
		t.Errorf("corrections %+v", all)
	}
}

// Corrections of a profile alone, as earlier versions wrote them, can be corrected too.
func TestACorrectionWithoutAJobIsCorrected(t *testing.T) {
	l := monthLibrary(t)
	if _, err := l.Correct(ctx(), db.Correction{ProfileID: 1, AmountMicros: 5_000_000, At: noon.AddDate(0, 0, -1),
		Note: "invoice"}); err != nil {
		t.Fatal(err)
	}
	p := newPlace(t, l, dark)
	for _, amount := range []string{"7", "1"} {
		p.choose(t, func(r row) bool { return r.what == "invoice" })
		p.ShowCorrect()
		p.correct(amount, "again")
		p.record(t)
	}
	sum := int64(0)
	for _, v := range voids(t, l) {
		sum += *v.AmountMicros
	}
	if sum != 1_000_000 {
		t.Errorf("the corrections add up to %d", sum)
	}
}

func TestAnOpenJobIsNotCorrected(t *testing.T) {
	l := monthLibrary(t)
	p := newPlace(t, l, dark)
	p.choose(t, func(r row) bool { return r.open })
	if p.view.ledger.links[3].Visible() || p.noCorrection() != "This job is not finished yet." {
		t.Errorf("offered, %q", p.noCorrection())
	}
	p.ShowCorrect()
	if p.corrector.isOpen() {
		t.Error("a dialog for an open entry")
	}
}

// An entry that was chosen cannot be corrected while a table of groups hides the ledger.
func TestAHiddenEntryIsNotCorrected(t *testing.T) {
	p := newPlace(t, monthLibrary(t), dark)
	p.choose(t, func(r row) bool { return r.kind == db.Charge })
	for _, read := range []bool{false, true} { // the groups are asked for, and then shown
		p.group(byBoard)
		if read {
			p.settle()
		}
		p.ShowCorrect()
		if p.corrector.isOpen() || p.noCorrection() != "Choose an entry of the ledger first." {
			t.Fatalf("groups read: %v: offered, %q", read, p.noCorrection())
		}
	}
	p.group(ungrouped)
	p.ShowCorrect()
	if p.corrector.isOpen() {
		t.Fatal("corrected before the ledger is shown again")
	}
	p.settle()
	p.choose(t, func(r row) bool { return r.kind == db.Charge })
	p.ShowCorrect()
	if !p.corrector.isOpen() {
		t.Error("an entry of the shown ledger cannot be corrected")
	}
}

// The amount of a charge without a price becomes its price; the table proposes it.
func TestAMissingPriceIsEntered(t *testing.T) {
	l := library(t)
	addPrices(t, l, noon.AddDate(0, 0, -1),
		`{"currency":"CNY","video":[{"model":"clip-2.6","resolution":"720P","per_second":500000}]}`)
	made := keep(t, l, made{at: noon.AddDate(0, 0, -3), model: "clip-2.6", prompt: "boats", seconds: 5, unit: -1,
		ends: db.Charge})
	p := newPlace(t, l, dark)
	p.tap(t, "Enter prices…") // opens the table
	p.choose(t, func(r row) bool { return r.kind == db.Charge })
	p.ShowCorrect()
	if !p.says("Ledger: charged, price not known.") {
		t.Error("the missing price is not named")
	}
	p.record(t)
	all := voids(t, l)
	if len(all) != 1 || *all[0].AmountMicros != 2_500_000 || all[0].Prices == 0 || all[0].JobID != made.ID ||
		all[0].Note != "priced later" {
		t.Fatalf("%+v", all)
	}
	if p.shown.unpriced != 0 || p.shown.chart.total[0] != 2_500_000 {
		t.Errorf("%d without a price, %d charged", p.shown.unpriced, p.shown.chart.total[0])
	}
}

// While a correction is written, typing does not make it possible to write it once more.
func TestACorrectionIsWrittenOnce(t *testing.T) {
	l := monthLibrary(t)
	p := newPlace(t, l, dark)
	p.choose(t, func(r row) bool { return r.kind == db.Charge && r.amount == "¥2.80" })
	p.tap(t, "Correct…")
	p.correct("3.20", "invoice")
	var waiting []func(context.Context)
	p.host.Worker = func(f func(context.Context)) { waiting = append(waiting, f) }
	p.saying(t, "Record ").Tapped(nil)
	apptest.Find[*kit.Entry](p.window.Canvas().Overlays().Top())[0].SetText("invoice 7")
	p.saying(t, "Record ").Tapped(nil)
	p.host.Worker = nil
	for _, f := range waiting {
		f(ctx())
	}
	p.wantCorrected(t, l, 400_000)
}

// A correction with outdated sums is refused.
func TestACorrectionOfOldSumsIsRefused(t *testing.T) {
	l := monthLibrary(t)
	p := newPlace(t, l, dark)
	p.choose(t, func(r row) bool { return r.kind == db.Charge && r.amount == "¥2.80" })
	p.tap(t, "Correct…")
	p.correct("3.20", "invoice")
	var waiting []func(context.Context)
	p.host.Worker = func(f func(context.Context)) { waiting = append(waiting, f) }
	p.saying(t, "Record ").Tapped(nil)
	p.corrector.sheet.Hide()
	p.host.Worker = nil
	p.ShowCorrect()
	p.correct("3.20", "invoice")
	for _, f := range waiting {
		f(ctx())
	}
	if p.corrector.isOpen() {
		p.saying(t, "Record ").Tapped(nil)
	}
	p.wantCorrected(t, l, 400_000)
}

func (p *place) wantCorrected(t *testing.T, l *db.Library, want int64) {
	t.Helper()
	sum := int64(0)
	for _, v := range voids(t, l) {
		sum += *v.AmountMicros
	}
	if sum != want {
		t.Errorf("%d corrections add up to %d, want %d", len(voids(t, l)), sum, want)
	}
}
