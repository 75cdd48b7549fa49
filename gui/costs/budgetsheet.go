package costs

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// ChangeBudget asks what a month and a day may cost, and from which share of it a person is warned.
func (s *Screen) ChangeBudget() {
	p := s.shown.profile
	if p.ID == 0 || p.Sandbox || s.open() {
		return
	}
	month, today, click := budgetField(p.BudgetMicros, p), budgetField(p.DayBudgetMicros, p), budgetField(p.ConfirmMicros, p)
	percent := p.WarnPercent
	if percent == 0 {
		percent = db.DefaultWarnPercent
	}
	warn := widgets.NewStepper(1, 100, percent, nil)
	problem := widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	say(problem, "")
	save := widgets.NewButton(lang.X("verb", "Save"), nil, widgets.Primary, nil)
	hint := func(words string) fyne.CanvasObject {
		return widgets.NewText(words, resources.SizeSM, resources.Text2, false).Wrap(true)
	}
	rows := labelled(12, 112, 112, resources.SizeBody, resources.Text1,
		field{lang.L("A month"), month}, field{lang.L("A day"), today}, field{lang.L("Warn from"), warn}, field{lang.L("One click"), click})
	for i, words := range []string{lang.L("in %s; empty: no budget", p.Currency), lang.L("from midnight to midnight here"),
		lang.L("%s of a budget", "%"), lang.L("is asked about above this")} {
		rows[i].(*fyne.Container).Add(hint(words))
	}
	leave := widgets.NewButton(lang.L("Leave as it is"), nil, widgets.Plain, nil)
	content := widgets.NewColumn(12,
		widgets.NewText(lang.L("Budgets of %s", p.Name), resources.SizeH1, resources.Text1, true),
		widgets.NewText(lang.L("What is charged, reserved, unconfirmed or about to be sent counts. You are asked before something goes over."), resources.SizeSM, resources.Text2, false).Wrap(true),
		widgets.NewColumn(12, rows...),
		problem, widgets.NewRow(8, widgets.NewSpring(), leave, save))
	sheet := s.openSheet(480, content)
	leave.OnTapped = sheet.Hide
	read := func() (change func(*db.Profile), ok bool) {
		var amounts [3]*int64
		say(problem, "")
		defer sheet.Refresh()
		for i, e := range []*widgets.AmountEntry{month, today, click} {
			var err error
			if amounts[i], err = readAmount(e, p.Currency); err != nil {
				say(problem, mistake(err))
				return nil, false
			}
		}
		return func(p *db.Profile) {
			p.BudgetMicros, p.DayBudgetMicros, p.ConfirmMicros, p.WarnPercent = amounts[0], amounts[1], amounts[2], warn.Value()
		}, true
	}
	submit := func() {
		change, ok := read()
		if !ok {
			return
		}
		save.Disable()
		s.deps.Go(func(ctx context.Context) {
			err := s.deps.Window.ChangeProfile(ctx, p.ID, change)
			s.deps.Post(func() {
				save.Enable()
				if err != nil {
					say(problem, lang.L("Not saved: %s", wording.Fault(err)))
					return
				}
				sheet.Hide()
				s.deps.Window.Refresh()
			})
		})
	}
	save.OnTapped = submit
	for _, e := range []*widgets.AmountEntry{month, today, click} {
		e.OnChanged = func(string) { read() }
		e.OnSubmitted = func(string) { submit() }
		e.OnEscape = sheet.Hide
	}
	s.deps.Canvas().Focus(month)
}

func budgetField(micros *int64, p db.Profile) *widgets.AmountEntry {
	return amountField(micros, p.Currency, lang.X("budget", "none"))
}
