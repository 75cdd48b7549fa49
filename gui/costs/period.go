package costs

import (
	"cmp"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// period is the time that the place is about: whole days of where the person is. to is not in it.
type period struct{ from, to time.Time }

// day returns when the day began that is so many days after the one of t, in the location of t.
func day(t time.Time, after int) time.Time {
	y, m, d := t.Date()
	return search.BeginOfDay(y, m, d+after, t.Location())
}

// monthOf returns the month in which t lies.
func monthOf(t time.Time) period { return spanOf(oneMonth, t) }

// months returns how many whole months a period is; 0 where it does not begin and end with months.
func (p period) months() int {
	if p.from.Day() != 1 || p.to.Day() != 1 {
		return 0
	}
	return (p.to.Year()-p.from.Year())*12 + int(p.to.Month()) - int(p.from.Month())
}

// days returns how many days a period is. Days are counted, not hours: two of a year have 23 or 25.
func (p period) days() int {
	utc := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	return int(utc(p.to).Sub(utc(p.from)) / (24 * time.Hour))
}

// last is the last day of the period.
func (p period) last() time.Time { return day(p.to, -1) }

// step moves a period by its own length: months by months, anything else by its days.
func (p period) step(n int) period {
	if m := p.months(); m > 0 {
		const noon = 12 * time.Hour // each day has one
		return period{day(p.from.Add(noon).AddDate(0, n*m, 0), 0), day(p.to.Add(noon).AddDate(0, n*m, 0), 0)}
	}
	d := p.days()
	return period{day(p.from, n*d), day(p.to, n*d)}
}

// has reports whether a moment is in the period.
func (p period) has(t time.Time) bool { return !t.Before(p.from) && t.Before(p.to) }

func (p period) same(q period) bool { return p.from.Equal(q.from) && p.to.Equal(q.to) }

// words name a period: "November 2026", "2026", "3 November 2026", "3 to 18 Nov 2026", "28 Oct to 3 Nov 2026".
func (p period) words() string {
	last := p.last()
	switch {
	case p.months() == 1:
		return lang.MonthOfYearLong(p.from)
	case p.months() == 12 && p.from.Month() == time.January:
		return p.from.Format("2006")
	case p.days() == 1:
		return lang.DayLong(p.from)
	case p.from.Year() != last.Year():
		return lang.X("range", "%s to %s", lang.Day(p.from), lang.Day(last))
	case p.from.Month() != last.Month():
		return lang.X("range", "%s to %s", lang.DayOfYear(p.from), lang.Day(last))
	}
	return lang.X("days of one month", "%[1]d to %[2]d %[3]s", p.from.Day(), last.Day(), lang.MonthOfYear(last))
}

// file names a period in the name of a file: "2026-11", "2026-11-03 to 2026-11-18".
func (p period) file() string {
	if p.months() == 1 {
		return p.from.Format("2006-01")
	}
	return p.from.Format(time.DateOnly) + " to " + p.last().Format(time.DateOnly)
}

// preset is a period that is chosen by its name.
type preset struct {
	word string
	period
}

func presets(now time.Time) []preset {
	month, tomorrow := monthOf(now), day(now, 1)
	year := spanOf(oneYear, now)
	return []preset{
		{lang.L("This month"), month},
		{lang.L("Last month"), month.step(-1)},
		{lang.L("Today"), period{day(now, 0), tomorrow}},
		{lang.L("Last 7 days"), period{day(now, -6), tomorrow}},
		{lang.L("Last 90 days"), period{day(now, -89), tomorrow}},
		{lang.L("This year"), year},
		{lang.L("Last year"), year.step(-1)},
	}
}

// The errors of a period.
var (
	errOrder   = wording.MarkedError(lang.Mark("The last day is before the first."))
	errCentury = wording.MarkedError(lang.Mark("A period can be at most 100 years."))
)

// between makes the period of two days, both in it. Its errors are errOrder and errCentury.
func between(first, last time.Time) (period, error) {
	p := period{day(first, 0), day(last, 1)}
	switch {
	case last.Before(first):
		return period{}, errOrder
	case p.from.AddDate(100, 0, 0).Before(p.to):
		return period{}, errCentury
	}
	return p, nil
}

// days are two fields for the first and the last day of a period.
type days struct{ first, last *kit.Entry }

func newDays(first, last string) days {
	d := days{kit.NewEntry(), kit.NewEntry()}
	d.first.SetText(first)
	d.last.SetText(last)
	return d
}

// read reads the fields, and outlines what cannot be read.
func (d days) read(now time.Time) (period, error) {
	first, err := wording.ParseDay(d.first.Text, now)
	d.first.SetFailed(err != nil)
	last, err2 := wording.ParseDay(d.last.Text, now)
	d.last.SetFailed(err2 != nil)
	if err = cmp.Or(err, err2); err != nil {
		return period{}, err
	}
	return between(first, last)
}

// fields are the two under their labels, px wide each.
func (d days) fields(px float32) (first, last fyne.CanvasObject) {
	return labelled(lang.L("First day"), px, d.first), labelled(lang.L("Last day"), px, d.last)
}

// labelled is a field under its label, which names it, px wide.
func labelled(label string, px float32, field fyne.CanvasObject) fyne.CanvasObject {
	words := small(label)
	kit.Name(words, field)
	return kit.NewColumn(4, words, kit.NewFixed(px, 0, field))
}

// ShowPeriods opens the choice of the time: by name, or by two days that are typed or picked.
func (s *Screen) ShowPeriods() {
	q := s.asked.get()
	var panel *kit.Popover
	take := func(p period) {
		panel.Hide()
		s.SetPeriod(p.from, p.to)
	}
	names := kit.NewColumn(2)
	for _, p := range presets(s.deps.Now()) {
		b := kit.NewButton(p.word, nil, kit.Quiet, func() { take(p.period) }).Leading().Small()
		b.SetOn(p.period.same(q.period))
		names.Add(b)
	}
	d, problem := newDays(q.period.from.Format(time.DateOnly), q.period.last().Format(time.DateOnly)), newProblem()
	submit := func() {
		if p, err := d.read(s.deps.Now()); err == nil {
			take(p)
		}
	}
	apply := kit.NewButton(lang.X("verb", "Show"), nil, kit.Primary, submit)
	into := d.first
	for _, e := range []*kit.Entry{d.first, d.last} {
		e.OnChanged = func(string) {
			_, err := d.read(s.deps.Now())
			complain(problem, err)
			panel.Refresh()
			kit.Enable(apply, err == nil)
		}
		e.OnSubmitted = func(string) { submit() }
		e.OnEscape = func() { panel.Hide() }
		e.OnFocus = func(on bool) {
			if on {
				into = e
			}
		}
	}
	picked := func(t time.Time) {
		into.SetText(t.Format(time.DateOnly))
		if into == d.first {
			into = d.last
		} else {
			into = d.first
		}
	}
	first, last := d.fields(132)
	dates := kit.NewColumn(8, kit.NewRow(8, first, last), newCalendar(q.period.from, picked),
		kit.NewFixed(272, 0, problem), kit.NewRow(8, kit.NewSpring(), apply))
	panel = s.popover(s.head.period, 0, kit.NewFrame(nil, kit.NewInset(0, 16, 0, 0, names), nil, dates), d.first)
}

// newCalendar shows the days of the month in which a day lies, in weeks that begin on Monday as those of the chart do. picked is called
// with the midnight at which a clicked day begins.
func newCalendar(at time.Time, picked func(day time.Time)) fyne.CanvasObject {
	month, days := monthOf(at), container.NewStack()
	name := kit.NewText("", resources.SizeBody, resources.Text1, true).Centered()
	show := func(by int) {
		month = month.step(by)
		name.SetText(lang.MonthOfYearLong(month.from))
		monday := spanOf(oneWeek, month.from).from
		weeks := kit.NewColumn(0)
		for week := range 7 { // the names, and as many as a month can need, so that the calendar keeps its height
			row := kit.NewEven(0)
			for i := range 7 {
				d := day(monday, 7*(week-1)+i)
				b := kit.NewButton(strconv.Itoa(d.Day()), nil, kit.Quiet, func() { picked(d) }).Small()
				switch {
				case week == 0:
					row.Add(kit.NewText(lang.Weekday(d), resources.SizeXS, resources.Text2, false).Centered())
				case month.has(d):
					row.Add(b)
				default: // of another month
					row.Add(kit.NewFixed(0, b.MinSize().Height, kit.NewSpring()))
				}
			}
			weeks.Add(row)
		}
		days.Objects = []fyne.CanvasObject{weeks}
		days.Refresh()
	}
	show(0)
	earlier := kit.NewIconButton(resources.IconArrowLeft, lang.L("Earlier"), func() { show(-1) }).SetKind(kit.Quiet)
	later := kit.NewIconButton(resources.IconArrowRight, lang.L("Later"), func() { show(1) }).SetKind(kit.Quiet)
	return kit.NewColumn(4, kit.NewFrame(nil, earlier, later, name), days)
}
