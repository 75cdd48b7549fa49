package settings

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// limitsForm is what a profile may cost: in a day and a month, and by one click without a question; and from which share of a
// budget a person is warned.
type limitsForm struct {
	s       *Screen
	day     *limitField
	budget  *limitField
	warn    *warnField
	confirm *limitField
	content fyne.CanvasObject
}

func newLimitsForm(s *Screen) *limitsForm {
	f := &limitsForm{s: s}
	f.budget = newLimitField(s, lang.L("counts also what is reserved, unconfirmed or about to be sent; empty: no budget"), func(p *db.Profile) **int64 { return &p.BudgetMicros })
	f.day = newLimitField(s, lang.L("of your own time zone; counts as the month does; empty: no budget"), func(p *db.Profile) **int64 { return &p.DayBudgetMicros })
	f.warn = newWarnField(s)
	f.confirm = newLimitField(s, lang.L("the price of the whole click; empty: never asked"), func(p *db.Profile) **int64 { return &p.ConfirmMicros })
	f.content = widgets.NewColumn(12,
		field(lang.L("Budget for a day"), f.day.content),
		field(lang.L("Budget for a month"), f.budget.content),
		field(lang.L("Warn from"), f.warn.content),
		field(lang.L("Ask before a click over"), f.confirm.content))
	return f
}

func (f *limitsForm) dirty() bool {
	return len(f.day.typed)+len(f.budget.typed)+len(f.confirm.typed) > 0
}

func (f *limitsForm) show(p db.Profile) {
	f.day.show(p)
	f.budget.show(p)
	f.warn.show(p)
	f.confirm.show(p)
}

// limitField is one amount of a profile, or none. It is kept by Enter and when the field is left.
type limitField struct {
	s       *Screen
	of      func(*db.Profile) **int64
	profile db.Profile
	typed   map[int64]string // of profiles for which something else was typed than is kept
	quiet   bool

	entry   *widgets.AmountEntry
	off     *widgets.Button
	hint    string
	note    *widgets.Text
	content fyne.CanvasObject
}

// amountWidth is the width of a field for an amount, px.
const amountWidth = 112

func newLimitField(s *Screen, hint string, of func(*db.Profile) **int64) *limitField {
	f := &limitField{s: s, of: of, hint: hint, typed: map[int64]string{}}
	f.entry = widgets.NewAmountEntry()
	f.entry.SetPlaceHolder(lang.X("state", "off"))
	f.entry.OnChanged = func(text string) {
		if !f.quiet {
			f.typed[f.profile.ID] = text
			f.check()
		}
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

// kept is the amount as it is stored, as a person would write it.
func (f *limitField) kept() string {
	micros := *f.of(&f.profile)
	if micros == nil {
		return ""
	}
	return wording.ExactMoney(client.Micros(*micros), f.profile.Currency)
}

func (f *limitField) show(p db.Profile) {
	f.profile = p
	text, typed := f.typed[p.ID]
	if !typed {
		text = f.kept()
	}
	if f.entry.Text != text {
		f.quiet = true
		f.entry.SetText(text)
		f.quiet = false
	}
	if p.ID == 0 {
		f.entry.Disable()
	} else {
		f.entry.Enable()
	}
	f.check()
}

// amount reads the field. why says what is wrong with it; "" for nothing.
func (f *limitField) amount() (micros *int64, why string) {
	amount, given, err := wording.ParseAmount(f.entry.Text, f.profile.Currency)
	switch {
	case err != nil:
		return nil, err.Error()
	case !given:
		return nil, ""
	}
	return new(int64(amount)), ""
}

// check says at the field what is wrong.
func (f *limitField) check() {
	_, why := f.amount()
	f.entry.SetFailed(why != "")
	setVisible(f.off, f.profile.ID != 0 && f.entry.Text != "")
	if f.profile.ID == 0 {
		f.say(lang.L("save the profile first"), resources.Text2)
	} else if why != "" {
		f.say(why, resources.Err)
	} else {
		f.say(f.hint, resources.Text2)
	}
}

func (f *limitField) say(words string, color fyne.ThemeColorName) {
	f.note.SetText(words)
	f.note.SetColor(color)
}

// keep stores what was typed, where it is an amount or nothing.
func (f *limitField) keep() {
	text, typed := f.typed[f.profile.ID]
	micros, why := f.amount()
	if !typed || why != "" {
		return
	}
	id := f.profile.ID
	f.say(lang.L("saving…"), resources.Text2)
	f.s.deps.Go(func(ctx context.Context) {
		err := f.s.deps.Profiles.ChangeProfile(ctx, id, func(p *db.Profile) { *f.of(p) = micros })
		f.s.deps.Post(func() { f.done(id, text, err) })
	})
}

// done shows what became of keeping. What was typed on in the meantime stays.
func (f *limitField) done(id int64, text string, err error) {
	switch {
	case err != nil && f.profile.ID == id:
		f.say(lang.L("Not saved: %s", wording.Fault(err)), resources.Err)
	case err == nil:
		if f.typed[id] == text {
			delete(f.typed, id)
		}
		f.s.deps.Refresh()
	}
}
