package settings

import (
	"context"
	"errors"
	"fmt"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// amountWidth is the width of a field for an amount, px.
const amountWidth = 112

// limitsForm edits the budgets of a profile, from which share of them the user is warned, and the cost of a click that
// is not confirmed.
type limitsForm struct {
	day     *limitField
	budget  *limitField
	warn    *options[int] // percent
	confirm *limitField
	profile int64 // that is shown
	content fyne.CanvasObject
}

func newLimitsForm(h *host) *limitsForm {
	f := &limitsForm{}
	f.budget = newLimitField(h, lang.L("Includes reserved, unconfirmed and waiting amounts."),
		func(p *db.Profile) **int64 { return &p.BudgetMicros })
	f.day = newLimitField(h, lang.L("Resets at midnight, local time."),
		func(p *db.Profile) **int64 { return &p.DayBudgetMicros })
	f.confirm = newLimitField(h, lang.L("with one click"),
		func(p *db.Profile) **int64 { return &p.ConfirmMicros })
	f.warn = newOptions(func(percent int) string { return fmt.Sprintf("%d %%", percent) },
		func(percent int) {
			h.changeProfile(f.profile, func(p *db.Profile) { p.WarnPercent = percent })
		}, 50, 75, 80, 90, 100)
	f.content = kit.NewColumn(12,
		field(lang.L("Daily budget"), f.day.content),
		field(lang.L("Monthly budget"), f.budget.content),
		field(lang.L("Warn from"), kit.NewRow(0, kit.NewFixed(amountWidth, 0, f.warn.picker))),
		field(lang.L("Ask before spending more than"), f.confirm.content))
	return f
}

func (f *limitsForm) dirty() bool { return f.day.typed || f.budget.typed || f.confirm.typed }

func (f *limitsForm) show(p db.Profile) fyne.CanvasObject {
	f.profile = p.ID
	for _, limit := range []*limitField{f.day, f.budget, f.confirm} {
		limit.show(p)
	}
	f.warn.show(p.WarnPercent)
	return f.content
}

// limitField edits an amount of a profile. Enter and leaving the field store it; an empty field is no limit.
type limitField struct {
	host    *host
	of      func(*db.Profile) **int64
	profile db.Profile
	typed   bool // something was typed that is not stored

	entry   *kit.AmountEntry
	hint    string
	note    *kit.Text
	content fyne.CanvasObject
}

func newLimitField(h *host, hint string, of func(*db.Profile) **int64) *limitField {
	f := &limitField{host: h, of: of, hint: hint, entry: kit.NewAmountEntry(), note: note(hint).Wrap(true)}
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

// show shows the stored amount. What was typed and not stored stays.
func (f *limitField) show(p db.Profile) {
	if f.profile.Currency != p.Currency { // the typed amount was in the other currency
		f.typed = false
	}
	f.profile = p
	if !f.typed {
		kept := ""
		if micros := *f.of(&p); micros != nil {
			kept = wording.ExactMoney(client.Micros(*micros), p.Currency)
		}
		f.entry.SetText(kept)
		f.typed = false // SetText is not typing
	}
	f.check()
}

// errOtherCurrency is the error of an amount that was typed in a currency that no longer holds.
var errOtherCurrency = wording.MarkedError(lang.Mark("the prices are in another currency by now"))

// check shows the problem of the field.
func (f *limitField) check() {
	_, err := spend.ReadAmount(f.entry, f.profile.Currency)
	if err != nil {
		setText(f.note, wording.Fault(err), resources.Err)
	} else {
		setText(f.note, f.hint, resources.Text2)
	}
}

// keep stores the typed amount, if it is valid.
func (f *limitField) keep() {
	text, id, currency := f.entry.Text, f.profile.ID, f.profile.Currency
	micros, err := spend.ReadAmount(f.entry, f.profile.Currency)
	if !f.typed || err != nil {
		return
	}
	setText(f.note, lang.L("saving…"), resources.Text2)
	f.host.run(func(ctx context.Context) error {
		quote, err := f.host.Engine.Price(ctx, id, nil)
		switch {
		case err != nil:
			return fmt.Errorf("read currency: %w", err)
		case quote.Currency != currency:
			return errOtherCurrency
		}
		return f.host.Profiles.ChangeProfile(ctx, id, func(p *db.Profile) { *f.of(p) = micros })
	}, func(err error) {
		if errors.Is(err, errOtherCurrency) { // the other currency is shown next, without what was typed
			f.host.RefreshAll()
		}
		if err != nil {
			setText(f.note, lang.L("Not saved: %s", wording.Fault(err)), resources.Err)
			return
		}
		f.typed = f.entry.Text != text // the user may have typed meanwhile
	})
}
