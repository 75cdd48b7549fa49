package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Month is the cost of the current profile since the first of the month.
type Month struct {
	Name     string // "November"
	Currency string
	Spent    db.Spent
	Left     jobs.Left // the rest of the month's budget; ScopeNone: there is none
	Today    jobs.Left // what that of the day leaves
	Sandbox  bool
}

// lines returns the rows of the month: the part of the budget that is used, or without a budget the charged amount.
// Other amounts follow if they are not 0.
func (m Month) lines(in func(micros int64, currency string) string) []line {
	money := func(micros int64) string { return in(micros, m.Currency) }
	if m.Left.Scope != jobs.ScopeNone {
		rest := leaves(m.Left, lang.L("left"), lang.L("over the budget"), money)
		return append([]line{{money(m.Spent.Used()), lang.L("of %s", money(m.Left.Limit)), resources.Text2}, rest},
			m.today(money)...)
	}
	out := []line{{money(m.Spent.Charged), lang.X("amount", "charged"), resources.Text2}}
	if m.Spent.Reserved > 0 {
		out = append(out, line{money(m.Spent.Reserved), lang.X("amount", "reserved"), resources.Text2})
	}
	if m.Spent.Unconfirmed > 0 {
		out = append(out, line{lang.L("up to %s", money(m.Spent.Unconfirmed)), lang.X("amount", "unconfirmed"),
			resources.Warn})
	}
	if m.Spent.Outgoing > 0 {
		out = append(out, line{money(m.Spent.Outgoing), lang.X("amount", "waiting"), resources.Text2})
	}
	return append(out, m.today(money)...)
}

// today returns the line for the budget of a day, if there is one.
func (m Month) today(money func(int64) string) []line {
	if m.Today.Scope == jobs.ScopeNone {
		return nil
	}
	return []line{leaves(m.Today, lang.L("left today"), lang.L("over today’s budget"), money)}
}

// first returns the only line of a narrow rail: the rest of the closest budget, or without one the charged amount.
func (m Month) first() line {
	lines := m.lines(wording.ShortMoney)
	switch {
	case m.Today.Scope != jobs.ScopeNone && (m.Left.Scope == jobs.ScopeNone || m.Today.Micros < m.Left.Micros):
		return lines[len(lines)-1]
	case m.Left.Scope != jobs.ScopeNone:
		return lines[1]
	}
	return lines[0]
}

type line struct {
	amount string
	word   string
	color  fyne.ThemeColorName
}

// leaves returns the line with the rest of a budget, or with the amount by which it is exceeded.
func leaves(l jobs.Left, left, over string, money func(int64) string) line {
	switch {
	case l.Micros < 0:
		return line{money(-l.Micros), over, resources.Warn}
	case l.Warn:
		return line{money(l.Micros), left, resources.Warn}
	}
	return line{money(l.Micros), left, resources.Text2}
}

// monthFoot shows the month at the foot of the rail.
type monthFoot struct {
	content *fyne.Container
	wide    *fyne.Container
	words   *fyne.Container
	title   *kit.Text
	meter   *kit.Meter
	lines   [5]*kit.Text

	narrow       *fyne.Container // in the place of wide in a narrow rail
	play         *kit.Tag
	amount, word *kit.Text
}

// set shows a month.
func (f *monthFoot) set(m Month) {
	f.title.SetText(m.Name)
	spend.ShowBudget(f.meter, m.Spent, m.Left)
	words := m.lines(wording.Money)
	for i, t := range f.lines {
		kit.Show(t, i < len(words))
		if i < len(words) {
			amount := resources.Text1
			if words[i].color == resources.Warn || m.Left.Scope != jobs.ScopeNone && i > 0 {
				amount = words[i].color
			}
			t.SetSpans(kit.Span{Text: words[i].amount, Color: amount},
				kit.Span{Text: " " + words[i].word, Color: words[i].color})
		}
	}
	kit.Show(f.play, m.Sandbox)
	first := m.first()
	f.amount.SetText(first.amount)
	f.amount.SetColor(resources.Text1)
	f.word.SetText(first.word)
	f.word.SetColor(first.color)
	if first.color == resources.Warn {
		f.amount.SetColor(resources.Warn)
	}
}

func newMonthFoot() *monthFoot {
	f := &monthFoot{
		title: kit.NewText("", resources.SizeSM, resources.Text1, true),
		meter: kit.NewMeter(),
	}
	f.meter.SetName(f.title)
	f.words = kit.NewColumn(2)
	for i := range f.lines {
		f.lines[i] = kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
		f.words.Add(f.lines[i])
	}
	f.wide = kit.NewInset(8, 16, 12, 16, kit.NewColumn(6, kit.NewFixed(0, 20, f.title), f.meter, f.words))
	f.amount = kit.NewText("", resources.SizeXS, resources.Text1, true).Centered()
	f.word = kit.NewText("", resources.SizeXS, resources.Text2, false).Wrap(true).Centered()
	f.play = kit.NewTag(kit.ToneInverted, nil, lang.X("money", "PLAY"))
	f.narrow = kit.NewInset(8, 2, 8, 2, kit.NewColumn(2, container.NewCenter(f.play), f.amount, f.word))
	f.narrow.Hide()
	f.content = kit.NewColumn(0, kit.NewInset(0, 8, 0, 8, kit.NewRule()), f.wide, f.narrow)
	return f
}
