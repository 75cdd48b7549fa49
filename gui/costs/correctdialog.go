package costs

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// corrector opens the dialog that corrects the charged amount of an entry. One dialog is open at a time.
type corrector struct {
	host       action.Host
	books      Books
	onRecorded func(profile int64) // off the window's goroutine
	onClosed   func()              // after something was recorded, on the window's goroutine
	onError    func(error)         // the entry could not be read

	sheet *kit.Sheet // the last one
}

// isOpen reports whether the dialog is open.
func (c *corrector) isOpen() bool { return c.sheet != nil && c.sheet.Shown() }

// open reads an entry and opens the dialog for it.
func (c *corrector) open(entry db.LedgerRow) {
	if c.isOpen() {
		return
	}
	now := c.host.Now()
	c.host.Go(func(ctx context.Context) {
		of, err := readCorrectable(ctx, c.books, entry, now)
		c.host.Post(func() {
			switch {
			case err != nil:
				c.onError(err)
			case of.open:
				c.host.Say(kit.ToneNeutral, lang.L("This job is not finished yet."), "")
			case !c.isOpen() && c.host.Canvas().Overlays().Top() == nil:
				c.sheet = newCorrectForm(c, of).sheet
			}
		})
	})
}

// correctForm is the dialog.
type correctForm struct {
	c       *corrector
	of      correctable
	amount  *kit.AmountEntry
	note    *kit.Entry
	result  *kit.Text // what would be recorded, or why not
	problem *kit.Text
	record  *kit.Button
	buttons *fyne.Container
	writing bool // off the window's goroutine
	sheet   *kit.Sheet
}

func newCorrectForm(c *corrector, of correctable) *correctForm {
	const width = 448 // px
	f := &correctForm{c: c, of: of, amount: kit.NewAmountEntry(), note: kit.NewEntry(), result: small("").Wrap(true),
		problem: newProblem()}
	currency, shown := of.entry.Currency, rowOf(of.entry, c.host.Now())
	now := lang.L("Ledger: %s charged.", of.money().Of(of.charged))
	if of.unpriced {
		now = lang.L("Ledger: charged, price not known.")
	}
	f.amount.SetPlaceHolder(wording.PlainMoney(of.charged, currency))
	if of.known != nil {
		f.amount.SetText(wording.FormatAmount(client.Micros(*of.known), currency))
	}
	f.note.SetPlaceHolder(lang.L("Reason, such as “November invoice”"))
	noteLabel := small(lang.L("Note"))
	kit.Name(noteLabel, f.note)
	f.record = kit.NewButton("", nil, kit.Primary, f.write)
	cancel := kit.NewButton(lang.L("Cancel"), nil, kit.Plain, nil)
	f.buttons = kit.NewAnswers(cancel, f.record)
	entry := kit.NewText(shorten(shown.what+" "+shown.facts), resources.SizeSM, resources.Text1, false)
	f.sheet = kit.ShowWideSheet(c.host.Canvas(), width, kit.NewColumn(12,
		kit.NewText(lang.L("Correct an entry"), resources.SizeH1, resources.Text1, true),
		kit.NewColumn(2, entry.Wrap(true), small(now)),
		labelled(lang.L("Charged by the service, in %s", currency), resources.Scaled(140), f.amount),
		kit.NewColumn(4, noteLabel, f.note), f.problem, f.result, f.buttons), nil)
	hide := f.sheet.Hide
	f.sheet.Default, cancel.OnTapped, f.amount.OnEscape, f.note.OnEscape = hide, hide, hide, hide
	f.amount.OnChanged = func(string) { f.check() }
	f.note.OnChanged = func(string) { f.check() }
	f.check()
	c.host.Canvas().Focus(f.amount)
	return f
}

// typed returns the amount and the note. ok is false while nothing can be recorded.
func (f *correctForm) typed() (amount int64, note string, ok bool, err error) {
	note = strings.TrimSpace(f.note.Text)
	v, err := spend.ReadAmount(f.amount, f.of.entry.Currency)
	if v == nil || err != nil {
		return 0, note, false, err
	}
	return *v, note, f.of.unpriced || *v != f.of.charged && note != "", nil
}

// check shows what would be recorded.
func (f *correctForm) check() {
	amount, note, ok, err := f.typed()
	complain(f.problem, err)
	by := f.of.money().Signed(amount - f.of.charged)
	words, label := lang.L("Enter the amount that the service charged."), lang.L("Record")
	switch {
	case ok:
		words = lang.L("Adds a new entry of %[1]s at %[2]s.", by, wording.Exact(f.of.entry.At, f.c.host.Now())) + " " +
			lang.L("It cannot be removed, only corrected again.")
		label = lang.L("Record %s", by)
	case err == nil && f.amount.Text != "" && amount == f.of.charged:
		words = lang.L("The ledger has this amount already.")
	case err == nil && f.amount.Text != "" && note == "":
		words = lang.L("A correction needs a note.")
	}
	f.result.SetText(words)
	f.record.SetText(label)
	kit.Enable(f.record, ok && !f.writing)
	relayout(f.buttons)
	f.sheet.Refresh()
}

// write records the correction and closes the dialog.
func (f *correctForm) write() {
	amount, note, ok, _ := f.typed()
	if !ok || f.writing {
		return
	}
	f.writing = true
	kit.Enable(f.record, false)
	f.c.host.Go(func(ctx context.Context) {
		err := f.of.write(ctx, f.c.books, amount, note)
		if err == nil {
			f.c.onRecorded(f.of.entry.ProfileID)
		}
		f.c.host.Post(func() { f.written(amount, err) })
	})
}

func (f *correctForm) written(amount int64, err error) {
	f.writing = false
	if err != nil {
		kit.ShowText(f.problem, lang.L("Not recorded: %s", wording.Fault(err)))
		kit.Enable(f.record, true)
		f.sheet.Refresh()
		return
	}
	f.sheet.Hide()
	f.c.host.Say(kit.ToneNeutral, lang.L("Correction of %s recorded.", f.of.money().Signed(amount-f.of.charged)), "")
	f.c.onClosed()
}
