package settings

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/price"
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
	warn    *options[int] // percent
	confirm *limitField
	content fyne.CanvasObject
}

func newLimitsForm(s *Screen) *limitsForm {
	f := &limitsForm{}
	f.budget = newLimitField(s, lang.L("Includes reserved, unconfirmed and waiting amounts."),
		func(p *db.Profile) **int64 { return &p.BudgetMicros })
	f.day = newLimitField(s, lang.L("Resets at midnight, local time."),
		func(p *db.Profile) **int64 { return &p.DayBudgetMicros })
	f.confirm = newLimitField(s, lang.L("with one click"),
		func(p *db.Profile) **int64 { return &p.ConfirmMicros })
	f.warn = newOptions(func(percent int) string { return fmt.Sprintf("%d %%", percent) },
		func(percent int) { s.change(func(p *db.Profile) { p.WarnPercent = percent }) }, 50, 75, 80, 90, 100)
	f.content = kit.NewColumn(12,
		field(lang.L("Daily budget"), f.day.content),
		field(lang.L("Monthly budget"), f.budget.content),
		field(lang.L("Warn from"), kit.NewRow(0, kit.NewFixed(amountWidth, 0, f.warn.picker))),
		field(lang.L("Ask before spending more than"), f.confirm.content))
	return f
}

func (f *limitsForm) dirty() bool { return f.day.typed || f.budget.typed || f.confirm.typed }

func (f *limitsForm) show(p db.Profile) fyne.CanvasObject {
	for _, limit := range []*limitField{f.day, f.budget, f.confirm} {
		limit.show(p)
	}
	f.warn.show(p.WarnPercent)
	return f.content
}

// limitField is one amount of a profile, or none. It is kept by Enter and when the field is left.
type limitField struct {
	s       *Screen
	of      func(*db.Profile) **int64
	profile db.Profile
	typed   bool // something that is not kept

	entry   *kit.AmountEntry
	hint    string
	note    *kit.Text
	content fyne.CanvasObject
}

func newLimitField(s *Screen, hint string, of func(*db.Profile) **int64) *limitField {
	f := &limitField{s: s, of: of, hint: hint, entry: kit.NewAmountEntry(), note: note(hint).Wrap(true)}
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
	f.content = kit.NewRow(12, kit.NewFixed(amountWidth, 0, f.entry), f.note)
	return f
}

// show brings the field up to date. What was typed and not kept stays.
func (f *limitField) show(p db.Profile) {
	if f.profile.Currency != p.Currency { // what was typed was an amount of another currency
		f.typed = false
	}
	f.profile = p
	if !f.typed {
		kept := ""
		if micros := *f.of(&p); micros != nil {
			kept = wording.ExactMoney(client.Micros(*micros), p.Currency)
		}
		f.entry.SetText(kept)
		f.typed = false // the field has it now
	}
	f.check()
}

// check says at the field what is wrong.
func (f *limitField) check() {
	_, err := price.ReadAmount(f.entry, f.profile.Currency)
	if err != nil {
		say(f.note, wording.Fault(err), resources.Err)
	} else {
		say(f.note, f.hint, resources.Text2)
	}
}

// keep stores what was typed, where it is an amount or nothing.
func (f *limitField) keep() {
	text, id := f.entry.Text, f.profile.ID
	micros, err := price.ReadAmount(f.entry, f.profile.Currency)
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
	})
}
