package costs

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/costs/prices"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// correctable is the charge that a correction changes: that of a job, or an earlier correction that belongs to no job.
type correctable struct {
	entry    db.LedgerRow // the charge, or the entry that was chosen
	charged  int64        // by the ledger, corrections included
	unpriced bool         // entry is a charge without a price
	known    *int64       // its price by the table, if it has one
	open     bool         // the job is not finished: its entry has no end yet
}

// readCorrectable reads the charge that an entry belongs to.
func readCorrectable(ctx context.Context, l Library, chosen db.LedgerRow, now time.Time) (correctable, error) {
	c := correctable{entry: chosen}
	f := ledger.Filter{ProfileID: chosen.ProfileID, JobID: chosen.JobID, Currency: chosen.Currency}
	if chosen.JobID == 0 { // corrections of it have its time
		f.Kinds, f.From, f.To = []db.EntryKind{db.Void}, chosen.At, chosen.At.Add(time.Millisecond)
	}
	rows, _, err := l.Ledger(ctx, f, 0, 0)
	if err != nil {
		return c, fmt.Errorf("read entries: %w", err)
	}
	for _, r := range rows {
		if r.JobID != chosen.JobID {
			continue
		}
		c.charged += r.Charged()
		c.open = c.open || r.Open
		if r.Kind == db.Charge {
			c.entry, c.unpriced = r, r.AmountMicros == nil && !r.Priced
		}
	}
	if c.unpriced {
		p, known, err := prices.Of(ctx, l, c.entry, now)
		if err != nil {
			return c, err
		}
		if known {
			c.known = &p.AmountMicros
		}
	}
	return c, nil
}

// write appends the entry that makes the charged amount the given one.
func (c correctable) write(ctx context.Context, l Library, amount int64, note string) error {
	if !c.unpriced {
		_, err := l.Correct(ctx, db.Correction{ProfileID: c.entry.ProfileID, JobID: c.entry.JobID, Currency: c.entry.Currency,
			AmountMicros: amount - c.charged, At: c.entry.At, Note: note, Charged: &c.charged})
		if errors.Is(err, db.ErrChanged) {
			return wording.MarkedError(lang.Mark("The entries of this job have changed. Close the dialog and open it again."))
		}
		return err
	}
	written, _, err := l.PriceLater(ctx, []db.LaterPrice{{EntryID: c.entry.ID, AmountMicros: amount, Note: note}})
	if err == nil && len(written) == 0 {
		return wording.MarkedError(lang.Mark("this entry has a price by now"))
	}
	return err
}

// corrector is the dialog that corrects what was charged for an entry.
type corrector struct {
	s       *Screen
	of      correctable
	amount  *kit.AmountEntry
	note    *kit.Entry
	result  *kit.Text
	problem *kit.Text
	record  *kit.Button
	row     *fyne.Container // of the buttons
	writing bool            // a press is being recorded
	sheet   *kit.Sheet
}

// noCorrection returns why the chosen entry cannot be corrected; "" if it can.
func (s *Screen) noCorrection() string {
	switch r := s.chosenEntry(); {
	case r == nil:
		return lang.L("Choose an entry of the ledger first.")
	case r.open:
		return lang.L("This job is not finished yet.")
	}
	return ""
}

// chosenEntry returns the entry that is chosen in the ledger; nil for none.
func (s *Screen) chosenEntry() *row {
	if !s.built {
		return nil
	}
	return s.ledger.chosen()
}

// ShowCorrect opens the dialog for the chosen entry.
func (s *Screen) ShowCorrect() {
	r, now := s.chosenEntry(), s.deps.Now()
	if s.noCorrection() != "" || s.open() {
		return
	}
	chosen := r.entry
	s.deps.Go(func(ctx context.Context) {
		c, err := readCorrectable(ctx, s.deps.Library, chosen, now)
		s.deps.Post(func() {
			switch {
			case err != nil:
				s.fail(err)
			case c.open:
				s.deps.Say(kit.ToneNeutral, lang.L("This job is not finished yet."), "")
			case !s.open() && s.deps.Canvas().Overlays().Top() == nil:
				s.askCorrection(c)
			}
		})
	})
}

// correctWidth is the width of the dialog, px.
const correctWidth = 448

func (s *Screen) askCorrection(of correctable) {
	c := &corrector{s: s, of: of, amount: kit.NewAmountEntry(), note: kit.NewEntry(), result: small("").Wrap(true), problem: newProblem()}
	currency, shown := of.entry.Currency, rowOf(of.entry, s.deps.Now())
	stands := lang.L("Ledger: %s charged.", c.money(of.charged))
	if of.unpriced {
		stands = lang.L("Ledger: charged, price not known.")
	}
	c.amount.SetPlaceHolder(wording.PlainMoney(of.charged, currency))
	if of.known != nil {
		c.amount.SetText(wording.FormatAmount(client.Micros(*of.known), currency))
	}
	c.note.SetPlaceHolder(lang.L("Reason, such as “November invoice”"))
	c.record = kit.NewButton("", nil, kit.Plain, c.write)
	cancel := kit.NewButton(lang.L("Cancel"), nil, kit.Primary, nil)
	c.row = kit.NewRow(8, kit.NewSpring(), c.record, cancel)
	c.sheet = s.openSheet(correctWidth, kit.NewColumn(12,
		kit.NewText(lang.L("Correct an entry"), resources.SizeH1, resources.Text1, true),
		kit.NewColumn(2, kit.NewText(short(shown.what+" "+shown.facts), resources.SizeSM, resources.Text1, false).Wrap(true), small(stands)),
		labelled(lang.L("Charged by the service, in %s", currency), resources.Scaled(140), c.amount),
		kit.NewColumn(4, c.name(lang.L("Note")), c.note), c.problem, c.result, c.row))
	c.sheet.Default, cancel.OnTapped, c.amount.OnEscape, c.note.OnEscape = c.sheet.Hide, c.sheet.Hide, c.sheet.Hide, c.sheet.Hide
	c.amount.OnChanged = func(string) { c.render() }
	c.note.OnChanged = func(string) { c.render() }
	c.render()
	s.deps.Canvas().Focus(c.amount)
}

// name returns the label of the note, and names the field.
func (c *corrector) name(label string) fyne.CanvasObject {
	words := small(label)
	kit.Name(words, c.note)
	return words
}

func (c *corrector) money(micros int64) string {
	return wording.MoneyFormat{Currency: c.of.entry.Currency}.Of(micros)
}

// typed returns the amount and the note. ok is false while nothing can be recorded.
func (c *corrector) typed() (amount int64, note string, ok bool, err error) {
	note = strings.TrimSpace(c.note.Text)
	v, err := price.ReadAmount(c.amount, c.of.entry.Currency)
	if v == nil || err != nil {
		return 0, note, false, err
	}
	if c.of.unpriced {
		return *v, note, true, nil
	}
	return *v, note, *v != c.of.charged && note != "", nil
}

// render shows what would be recorded.
func (c *corrector) render() {
	amount, note, ok, err := c.typed()
	complain(c.problem, err)
	at, now := wording.Exact(c.of.entry.At, c.s.deps.Now()), lang.L("It cannot be removed, only corrected again.")
	by := wording.MoneyFormat{Currency: c.of.entry.Currency}.Signed(amount - c.of.charged)
	words, label := lang.L("Enter the amount that the service charged."), lang.L("Record")
	switch {
	case ok:
		words = lang.L("Adds a new entry of %[1]s at %[2]s.", by, at) + " " + now
		label = lang.L("Record %s", by)
	case err == nil && c.amount.Text != "" && amount == c.of.charged:
		words = lang.L("The ledger has this amount already.")
	case err == nil && c.amount.Text != "" && note == "":
		words = lang.L("A correction needs a note.")
	}
	c.result.SetText(words)
	c.record.SetText(label)
	kit.Enable(c.record, ok && !c.writing)
	lay(c.row)
	if c.sheet != nil {
		c.sheet.Refresh()
	}
}

// write appends the correction.
func (c *corrector) write() {
	s, of := c.s, c.of
	amount, note, ok, _ := c.typed()
	if !ok || c.writing {
		return
	}
	c.writing = true
	kit.Enable(c.record, false)
	s.deps.Go(func(ctx context.Context) {
		err := of.write(ctx, s.deps.Library, amount, note)
		if err == nil {
			s.deps.Engine.LedgerCorrected(of.entry.ProfileID)
		}
		s.deps.Post(func() {
			c.writing = false
			if err != nil {
				kit.ShowText(c.problem, lang.L("Not recorded: %s", wording.Fault(err)))
				kit.Enable(c.record, true)
				c.sheet.Refresh()
				return
			}
			c.sheet.Hide()
			by := wording.MoneyFormat{Currency: of.entry.Currency}.Signed(amount - of.charged)
			s.deps.Say(kit.ToneOK, lang.L("Correction of %s recorded.", by), "")
			s.deps.Window.Refresh()
		})
	})
}
