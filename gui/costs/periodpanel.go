package costs

import (
	"cmp"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// periodPanel chooses a period: one with a name, or two days that are typed or picked in a calendar.
type periodPanel struct {
	host        action.Host
	onChosen    func(period)
	first, last *kit.Entry
	into        *kit.Entry // receives the next day that is picked
	problem     *kit.Text
	apply       *kit.Button
	panel       *kit.Popover
}

// openPeriods opens the panel below a button.
func openPeriods(host action.Host, under fyne.CanvasObject, at period, onChosen func(period)) {
	c := &periodPanel{host: host, onChosen: onChosen, first: kit.NewEntry(), last: kit.NewEntry(),
		problem: newProblem()}
	named := kit.NewColumn(2)
	for _, p := range presets(host.Now()) {
		b := kit.NewButton(p.word, nil, kit.Quiet, func() { c.choose(p.period) }).Leading().Small()
		b.SetOn(p.period.same(at))
		named.Add(b)
	}
	c.apply = kit.NewButton(lang.X("verb", "Show"), nil, kit.Primary, c.submit)
	c.into = c.first
	c.first.SetText(at.from.Format(time.DateOnly))
	c.last.SetText(at.last().Format(time.DateOnly))
	for _, e := range []*kit.Entry{c.first, c.last} {
		e.OnChanged = func(string) { c.check() }
		e.OnSubmitted = func(string) { c.submit() }
		e.OnEscape = func() { c.panel.Hide() }
		e.OnFocus = func(on bool) {
			if on {
				c.into = e
			}
		}
	}
	const width = 132
	days := kit.NewRow(8, labelled(lang.L("First day"), width, c.first), labelled(lang.L("Last day"), width, c.last))
	dates := kit.NewColumn(8, days, newCalendar(at.from, c.pick), kit.NewFixed(272, 0, c.problem),
		kit.NewRow(8, kit.NewSpring(), c.apply))
	content := kit.NewFrame(nil, kit.NewInset(0, 16, 0, 0, named), nil, dates)
	c.panel = openPopover(host.Canvas(), under, 0, content, c.first)
}

// typed reads the two days, and outlines a field that cannot be read.
func (c *periodPanel) typed() (period, error) {
	first, err := wording.ParseDay(c.first.Text, c.host.Now())
	c.first.SetFailed(err != nil)
	last, err2 := wording.ParseDay(c.last.Text, c.host.Now())
	c.last.SetFailed(err2 != nil)
	err = cmp.Or(err, err2)
	if err != nil {
		return period{}, err
	}
	return between(first, last)
}

func (c *periodPanel) check() {
	_, err := c.typed()
	complain(c.problem, err)
	c.panel.Refresh()
	kit.Enable(c.apply, err == nil)
}

func (c *periodPanel) submit() {
	p, err := c.typed()
	if err == nil {
		c.choose(p)
	}
}

func (c *periodPanel) choose(p period) {
	c.panel.Hide()
	c.onChosen(p)
}

// pick fills in a day that was clicked: the first day and the last day in turn.
func (c *periodPanel) pick(t time.Time) {
	c.into.SetText(t.Format(time.DateOnly))
	if c.into == c.first {
		c.into = c.last
	} else {
		c.into = c.first
	}
}

// newCalendar shows the month of a day in weeks that begin on Monday. It calls picked with the beginning of a clicked
// day.
func newCalendar(at time.Time, picked func(day time.Time)) fyne.CanvasObject {
	month, days := monthOf(at), container.NewStack()
	name := kit.NewText("", resources.SizeBody, resources.Text1, true).Centered()
	turn := func(by int) {
		month = month.step(by)
		name.SetText(lang.MonthOfYearLong(month.from))
		monday := spanOf(oneWeek, month.from).from
		weeks := kit.NewColumn(0)
		for week := range 7 { // a line of names, and six weeks, so that the calendar keeps its height
			row := kit.NewEven(0)
			for i := range 7 {
				d := day(monday, 7*(week-1)+i)
				b := kit.NewButton(strconv.Itoa(d.Day()), nil, kit.Quiet, func() { picked(d) }).Small()
				switch {
				case week == 0:
					row.Add(kit.NewText(lang.Weekday(d), resources.SizeXS, resources.Text2, false).Centered())
				case month.has(d):
					row.Add(b)
				default: // a day of another month
					row.Add(kit.NewFixed(0, b.MinSize().Height, kit.NewSpring()))
				}
			}
			weeks.Add(row)
		}
		days.Objects = []fyne.CanvasObject{weeks}
		days.Refresh()
	}
	turn(0)
	earlier := kit.NewIconButton(resources.IconArrowLeft, lang.L("Earlier"), func() { turn(-1) }).SetKind(kit.Quiet)
	later := kit.NewIconButton(resources.IconArrowRight, lang.L("Later"), func() { turn(1) }).SetKind(kit.Quiet)
	return kit.NewColumn(4, kit.NewFrame(nil, earlier, later, name), days)
}
