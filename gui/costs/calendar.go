package costs

import (
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// calendar shows the days of a month, in weeks that begin on Monday as those of the chart do.
type calendar struct {
	month  period
	picked func(day time.Time)
	name   *widgets.Text
	days   *fyne.Container
	object fyne.CanvasObject
}

// newCalendar shows the month in which a day lies. picked is called with the midnight at which a clicked day begins.
func newCalendar(at time.Time, picked func(day time.Time)) *calendar {
	c := &calendar{month: monthOf(at), picked: picked, name: widgets.NewText("", resources.SizeBody, resources.Text1, true).Centered(),
		days: widgets.NewColumn(0)}
	turn := func(icon fyne.Resource, word string, by int) fyne.CanvasObject {
		return widgets.NewIconButton(icon, word, func() { c.month = c.month.step(by); c.show() }).SetKind(widgets.Quiet)
	}
	head := widgets.NewFrame(nil, turn(resources.IconArrowLeft(), lang.L("Earlier"), -1), turn(resources.IconArrowRight(), lang.L("Later"), 1), c.name)
	c.object = widgets.NewColumn(4, head, c.days)
	c.show()
	return c
}

func (c *calendar) show() {
	c.name.SetText(lang.MonthOfYearLong(c.month.from))
	before := (int(c.month.from.Weekday()) + 6) % 7 // days of the first week that are of the month before
	c.days.RemoveAll()
	var heads []fyne.CanvasObject
	for i := range 7 {
		heads = append(heads, widgets.NewText(lang.Weekday(c.month.from.AddDate(0, 0, i-before)), resources.SizeXS, resources.Text2, false).Centered())
	}
	c.days.Add(widgets.NewEven(0, heads...))
	for week := range 6 { // as many as a month can need, so that the calendar keeps its height
		var days []fyne.CanvasObject
		for i := range 7 {
			days = append(days, c.day(c.month.from.AddDate(0, 0, 7*week+i-before)))
		}
		c.days.Add(widgets.NewEven(0, days...))
	}
}

// day is the button of a day; one of another month only keeps its room.
func (c *calendar) day(d time.Time) fyne.CanvasObject {
	b := widgets.NewButton(strconv.Itoa(d.Day()), nil, widgets.Quiet, func() { c.picked(d) }).Small()
	if !c.month.has(d) {
		return widgets.NewFixed(0, b.MinSize().Height, widgets.NewSpring())
	}
	return b
}
