package settings

import (
	"context"
	"fmt"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// amountWidth is the width of a field for an amount, px.
const amountWidth = 112

// limitsForm is what a profile may cost: in a day and a month, and by one click without a question; and from which share of a
// budget a person is warned.
type limitsForm struct {
	day     *limitField
	budget  *limitField
	warn    *warnField
	confirm *limitField
	content fyne.CanvasObject
}

func newLimitsForm(s *Screen) *limitsForm {
	f := &limitsForm{warn: newWarnField(s)}
	f.budget = newLimitField(s, lang.L("counts also what is reserved, unconfirmed or about to be sent; empty: no budget"), func(p *db.Profile) **int64 { return &p.BudgetMicros })
	f.day = newLimitField(s, lang.L("of your own time zone; counts as the month does; empty: no budget"), func(p *db.Profile) **int64 { return &p.DayBudgetMicros })
	f.confirm = newLimitField(s, lang.L("the price of the whole click; empty: never asked"), func(p *db.Profile) **int64 { return &p.ConfirmMicros })
	f.content = widgets.NewColumn(12,
		field(lang.L("Budget for a day"), f.day.content),
		field(lang.L("Budget for a month"), f.budget.content),
		field(lang.L("Warn from"), f.warn.content),
		field(lang.L("Ask before a click over"), f.confirm.content))
	return f
}

func (f *limitsForm) dirty() bool { return f.day.typed || f.budget.typed || f.confirm.typed }

func (f *limitsForm) show(p db.Profile) fyne.CanvasObject {
	f.day.show(p)
	f.budget.show(p)
	f.warn.show(p)
	f.confirm.show(p)
	return f.content
}

// limitField is one amount of a profile, or none. It is kept by Enter and when the field is left.
type limitField struct {
	s       *Screen
	of      func(*db.Profile) **int64
	profile db.Profile
	typed   bool // something that is not kept

	entry   *widgets.AmountEntry
	off     *widgets.Button
	hint    string
	note    *widgets.Text
	content fyne.CanvasObject
}

func newLimitField(s *Screen, hint string, of func(*db.Profile) **int64) *limitField {
	f := &limitField{s: s, of: of, hint: hint}
	f.entry = widgets.NewAmountEntry()
	f.entry.SetPlaceHolder(lang.X("state", "off"))
	f.entry.OnChanged = func(string) {
		f.typed = true
		f.check()
	}
	f.entry.OnSubmitted = func(string) { f.keep() }
	f.entry.OnFocus = func(on bool) {
		if !on {
			f.keep()
		}
	}
	f.off = widgets.NewButton(lang.X("verb", "Off"), nil, widgets.Quiet, func() {
		f.entry.SetText("")
		f.keep()
	})
	f.note = note(hint).Wrap(true)
	f.content = widgets.NewRow(12, widgets.NewFixed(amountWidth, 0, f.entry), f.off, f.note)
	return f
}

// show brings the field up to date. What was typed and not kept stays.
func (f *limitField) show(p db.Profile) {
	f.profile = p
	if !f.typed {
		kept := ""
		if micros := *f.of(&p); micros != nil {
			kept = wording.ExactMoney(client.Micros(*micros), p.Currency)
		}
		f.entry.SetText(kept)
		f.typed = false // the field has it now
	}
	switchOn(f.entry, p.ID != 0)
	f.check()
}

// amount reads the field: nil for none.
func (f *limitField) amount() (*int64, error) {
	amount, given, err := wording.ParseAmount(f.entry.Text, f.profile.Currency)
	if err != nil || !given {
		return nil, err
	}
	return new(int64(amount)), nil
}

// check says at the field what is wrong.
func (f *limitField) check() {
	_, err := f.amount()
	f.entry.SetFailed(err != nil)
	setVisible(f.off, f.profile.ID != 0 && f.entry.Text != "")
	switch {
	case f.profile.ID == 0:
		say(f.note, lang.L("save the profile first"), resources.Text2)
	case err != nil:
		say(f.note, err.Error(), resources.Err)
	default:
		say(f.note, f.hint, resources.Text2)
	}
}

// keep stores what was typed, where it is an amount or nothing.
func (f *limitField) keep() {
	text, id := f.entry.Text, f.profile.ID
	micros, err := f.amount()
	if !f.typed || err != nil {
		return
	}
	say(f.note, lang.L("saving…"), resources.Text2)
	f.s.run(func(ctx context.Context) error {
		return f.s.deps.Profiles.ChangeProfile(ctx, id, func(p *db.Profile) { *f.of(p) = micros })
	}, func(err error) {
		if err != nil {
			say(f.note, lang.L("Not saved: %s", wording.Fault(err)), resources.Err)
			return
		}
		f.typed = f.entry.Text != text // what was typed on in the meantime stays
		f.s.deps.Refresh()
	})
}

// warnField chooses the share of a budget from which a person is warned. It is kept at once.
type warnField struct {
	s       *Screen
	profile db.Profile
	shares  []int // in percent, as the picker shows them
	picker  *widgets.Picker
	note    *widgets.Text
	content fyne.CanvasObject
}

func newWarnField(s *Screen) *warnField {
	f := &warnField{s: s, note: note("").Wrap(true)}
	f.picker = widgets.NewSimplePicker(nil, f.keep)
	f.content = widgets.NewRow(12, widgets.NewFixed(amountWidth, 0, f.picker), f.note)
	return f
}

func (f *warnField) show(p db.Profile) {
	f.profile = p
	f.shares = []int{50, 75, 80, 90, 100}
	if p.WarnPercent > 0 && !slices.Contains(f.shares, p.WarnPercent) { // set by another program
		f.shares = append(f.shares, p.WarnPercent)
		slices.Sort(f.shares)
	}
	var titles []string
	for _, n := range f.shares {
		titles = append(titles, fmt.Sprintf("%d %%", n))
	}
	f.picker.SetOptions(widgets.Titles(titles...))
	f.picker.SetSelected(slices.Index(f.shares, p.WarnPercent))
	say(f.note, lang.L("the share of a budget that is used when the composer says so"), resources.Text2)
}

func (f *warnField) keep(i int) {
	id, share := f.profile.ID, f.shares[i]
	if id == 0 || share == f.profile.WarnPercent {
		return
	}
	f.s.run(func(ctx context.Context) error {
		return f.s.deps.Profiles.ChangeProfile(ctx, id, func(p *db.Profile) { p.WarnPercent = share })
	}, func(err error) {
		if err != nil {
			f.show(f.profile)
			say(f.note, lang.L("Not saved: %s", wording.Fault(err)), resources.Err)
			return
		}
		f.s.deps.Refresh()
	})
}
