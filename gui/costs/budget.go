package costs

import (
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// budget is the budget of a month and of a day in words, and what counts against it.
type budget struct {
	title, used, of string
	spent           db.Spent
	month           jobs.Left
	today           string // "" if there is no budget for a day
	warned          bool   // the warning level of the month is reached
	warnedToday     bool   // and that of today
	set             bool   // there is a budget
}

// budgetOf returns the budgets of a profile in the month that begins at at. looked: that is the month which the screen
// shows.
func budgetOf(q jobs.Quote, at time.Time, looked bool) budget {
	m, spent := wording.MoneyFormat{Currency: q.Currency}, q.Spent.Month
	b := budget{title: lang.L("Used in %s", lang.MonthName(at)), used: m.Of(spent.Used()), of: lang.L("no budget"),
		set: q.Limits.HasBudget()}
	month := q.Left(jobs.ScopeMonth)
	if month.Scope != jobs.ScopeNone {
		b.title = lang.L("Budget of %s", lang.MonthName(at))
		if looked {
			b.title = lang.L("Budget")
		}
		b.warned = month.Warn
		b.of = lang.L("of %[1]s · %[2]s left", m.Of(month.Limit), m.Of(month.Micros))
		if month.Micros < 0 {
			b.of = lang.L("of %[1]s · %[2]s over", m.Of(month.Limit), m.Of(-month.Micros))
		}
	}
	b.spent, b.month = spent, month
	today := q.Left(jobs.ScopeDay)
	if today.Scope != jobs.ScopeNone {
		used := m.Of(q.Spent.Today.Used())
		b.warnedToday = today.Warn
		b.today = lang.L("Today %[1]s of %[2]s · %[3]s left", used, m.Of(today.Limit), m.Of(today.Micros))
		if today.Micros < 0 {
			b.today = lang.L("Today %[1]s of %[2]s · %[3]s over", used, m.Of(today.Limit), m.Of(-today.Micros))
		}
	}
	return b
}

// budgetBox shows a budget.
type budgetBox struct {
	title, number, of, today *kit.Text
	change                   *kit.Link
	meter                    *kit.Meter
	head, row                *fyne.Container
	object                   fyne.CanvasObject
}

func newBudgetBox(onChange func()) *budgetBox {
	tiny := func(words string) *kit.Text {
		return kit.NewText(words, resources.SizeXS, resources.Text2, false).Ellipsis()
	}
	b := &budgetBox{
		title:  small("").Ellipsis(),
		number: kit.NewText("", resources.SizeNumber, resources.Text1, true),
		of:     small("").Ellipsis(),
		today:  tiny(""),
		change: kit.NewLink("", onChange),
		meter:  kit.NewMeter(),
	}
	b.meter.SetName(b.title)
	b.head, b.row = newLinkLine(b.title, b.change), kit.NewRow(8, b.number, b.of)
	b.object = kit.NewInset(10, 16, 8, 16, kit.NewColumn(2, b.head, b.row, b.meter,
		tiny(lang.L("Includes reserved, unconfirmed and waiting amounts.")), b.today))
	return b
}

func (b *budgetBox) show(v budget) {
	b.title.SetText(v.title)
	b.number.SetText(v.used)
	b.of.SetText(v.of)
	spend.ShowBudget(b.meter, v.spent, v.month)
	kit.ShowText(b.today, v.today)
	tone := map[bool]fyne.ThemeColorName{false: resources.Text2, true: resources.Warn}
	b.of.SetColor(tone[v.warned])
	b.today.SetColor(tone[v.warnedToday])
	b.change.SetText(lang.L("Change…"))
	if !v.set {
		b.change.SetText(lang.L("Set a budget…"))
	}
	relayout(b.head)
	relayout(b.row)
}
