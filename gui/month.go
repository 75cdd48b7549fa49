package gui

import (
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Month is what the profile in front has cost since the first of the month.
type Month struct {
	Name    string // "November"
	Totals  db.Totals
	Budget  *int64    // what it may cost, micro-units; nil: there is no budget
	Near    bool      // so much of it is used that a person wants to be warned
	Today   jobs.Left // what the budget of a day leaves; Scope None where there is none
	Sandbox bool
}

// used is what a budget counts: what is charged, and what may still be.
func (m Month) used() int64 { return m.Totals.Charged + m.Totals.Reserved + m.Totals.Unconfirmed }

// monthBounds returns the first moment of the month of now and of the next one, in the location of now.
func monthBounds(now time.Time) (from, to time.Time) {
	from = time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location())
	return from, from.AddDate(0, 1, 0)
}

// dayBounds returns the first moment of the day of now and of the next one, in the location of now.
func dayBounds(now time.Time) (from, to time.Time) {
	from = time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	return from, from.AddDate(0, 0, 1)
}

// line is one amount of the month with its word.
type line struct {
	amount string
	word   string
	color  fyne.ThemeColorName
}

// lines words the month: what is used of the budget, or without one what was charged always and the others where there
// are any.
func (m Month) lines() []line {
	money := func(micros int64) string {
		s := wording.Money(micros, m.Totals.Currency)
		if m.Sandbox {
			s = lang.L("%s (sandbox)", s)
		}
		return s
	}
	if m.Budget != nil {
		left := *m.Budget - m.used()
		rest := leaves(left, m.Near, lang.L("left"), lang.L("over the budget"), money)
		return append([]line{{wording.Money(m.used(), m.Totals.Currency), lang.L("of %s", money(*m.Budget)), resources.Text2}, rest}, m.today(money)...)
	}
	out := []line{{money(m.Totals.Charged), lang.X("amount", "charged"), resources.Text2}}
	if m.Totals.Reserved > 0 {
		out = append(out, line{money(m.Totals.Reserved), lang.X("amount", "reserved"), resources.Text2})
	}
	if m.Totals.Unconfirmed > 0 {
		out = append(out, line{lang.L("up to %s", money(m.Totals.Unconfirmed)), lang.X("amount", "unconfirmed"), resources.Warn})
	}
	return append(out, m.today(money)...)
}

// today is the line of the budget of a day; none where there is none.
func (m Month) today(money func(int64) string) []line {
	if m.Today.Scope == jobs.ScopeNone {
		return nil
	}
	return []line{leaves(m.Today.Micros, m.Today.Warn, lang.L("left today"), lang.L("over today’s budget"), money)}
}

// leaves words what a budget leaves, or by how much it is passed.
func leaves(micros int64, near bool, left, over string, money func(int64) string) line {
	switch {
	case micros < 0:
		return line{money(-micros), over, resources.Warn}
	case near:
		return line{money(micros), left, resources.Warn}
	}
	return line{money(micros), left, resources.Text2}
}

// parts shares the meter between charged, reserved and unconfirmed, in this order. The whole is the budget, or what is used
// where there is none and where it is passed.
func (m Month) parts() []widgets.MeterPart {
	whole := m.used()
	if whole <= 0 {
		return nil
	}
	if m.Budget != nil {
		whole = max(whole, *m.Budget)
	}
	share := func(micros int64) float64 { return float64(micros) / float64(whole) }
	return []widgets.MeterPart{
		{Share: share(m.Totals.Charged), Color: resources.Accent},
		{Share: share(m.Totals.Reserved), Color: resources.Text2},
		{Share: share(m.Totals.Unconfirmed), Color: resources.Warn},
	}
}

// monthFoot shows the month at the foot of the rail.
type monthFoot struct {
	content *fyne.Container
	words   *fyne.Container
	title   *widgets.Text
	sandbox *widgets.Tag
	meter   *widgets.Meter
	lines   [4]*widgets.Text
}

func newMonthFoot() *monthFoot {
	f := &monthFoot{
		title:   widgets.NewText("", resources.SizeSM, resources.Text1, true),
		sandbox: widgets.NewTag(widgets.ToneInverted, nil, lang.L("SANDBOX")),
		meter:   widgets.NewMeter(),
	}
	f.words = widgets.NewColumn(2)
	for i := range f.lines {
		f.lines[i] = widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
		f.words.Add(f.lines[i])
	}
	head := widgets.NewFlow(6, widgets.NewFixed(0, 20, f.title), f.sandbox) // a long name of a month leaves the mark no room beside it
	f.content = widgets.NewColumn(0, widgets.NewInset(0, 8, 0, 8, widgets.NewRule()),
		widgets.NewInset(8, 16, 12, 16, widgets.NewColumn(6, head, f.meter, f.words)))
	return f
}

// set shows a month.
func (f *monthFoot) set(m Month) {
	f.title.SetText(m.Name)
	f.meter.Set(m.parts()...)
	show(f.sandbox, m.Sandbox)
	words := m.lines()
	for i, t := range f.lines {
		show(t, i < len(words))
		if i < len(words) {
			amount := resources.Text1
			if words[i].color == resources.Warn || m.Budget != nil && i > 0 {
				amount = words[i].color
			}
			t.SetSpans(widgets.Span{Text: words[i].amount, Color: amount}, widgets.Span{Text: " " + words[i].word, Color: words[i].color})
		}
	}
	f.content.Refresh()
}

// narrow leaves the meter only.
func (f *monthFoot) narrow(on bool) {
	show(f.content, !on)
}

func show(o fyne.CanvasObject, on bool) {
	if o.Visible() == on {
		return
	}
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}
