package costs

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// ChangeBudget asks what a month and a day may cost, and from which share of it a person is warned.
func (s *Screen) ChangeBudget() {
	p := s.shown.profile
	if c := s.canvas(); c == nil || p.ID == 0 || p.Sandbox || s.deps.ChangeProfile == nil || s.open() {
		return
	}
	month, today, click := amountField(p.BudgetMicros, p.Currency), amountField(p.DayBudgetMicros, p.Currency), amountField(p.ConfirmMicros, p.Currency)
	for _, e := range []*widgets.AmountEntry{month, today, click} {
		e.SetPlaceHolder("none")
	}
	percent := p.WarnPercent
	if percent == 0 {
		percent = db.DefaultWarnPercent
	}
	warn := widgets.NewStepper(1, 100, percent, nil)
	problem := widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	say(problem, "")
	save := widgets.NewButton("Save", nil, widgets.Primary, nil)
	row := func(label string, o fyne.CanvasObject, hint string) fyne.CanvasObject {
		return widgets.NewRow(12, widgets.NewFixed(112, 0, widgets.NewText(label, resources.SizeBody, resources.Text1, false)), widgets.NewFixed(112, 0, o),
			widgets.NewText(hint, resources.SizeSM, resources.Text2, false).Wrap(true))
	}
	leave := widgets.NewButton("Leave as it is", nil, widgets.Plain, nil)
	content := widgets.NewColumn(12,
		widgets.NewText("Budgets of "+p.Name, resources.SizeH1, resources.Text1, true),
		widgets.NewText("Charged, reserved and unconfirmed count together. A job that would go over is held and says why.", resources.SizeSM, resources.Text2, false).Wrap(true),
		row("A month", month, "in "+p.Currency+"; empty: no budget"), row("A day", today, "from midnight to midnight here"),
		row("Warn from", warn, "% of a budget"), row("One click", click, "is asked about above this"),
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
				say(problem, err.Error())
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
			err := s.deps.ChangeProfile(ctx, p.ID, change)
			s.deps.Post(func() {
				save.Enable()
				if err != nil {
					say(problem, "Not saved: "+err.Error())
					return
				}
				sheet.Hide()
				s.deps.Refresh()
			})
		})
	}
	save.OnTapped = submit
	for _, e := range []*widgets.AmountEntry{month, today, click} {
		e.OnChanged = func(string) { read() }
		e.OnSubmitted = func(string) { submit() }
		e.OnEscape = sheet.Hide
	}
	s.canvas().Focus(month)
}
