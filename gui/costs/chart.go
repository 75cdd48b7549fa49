package costs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// chart shows a bar for each day or month: charged, reserved and refunded amounts stacked. The pointer or Left, Right,
// Home and End highlight a bar and show its values beside it. Enter, Space or a click open it. Esc removes the
// highlight.
type chart struct {
	widget.BaseWidget
	onOpen func(bucket int) // the user opened a bar

	data     chartData
	selected int // the bar that the list is narrowed to; -1: none
	cursor   int // the bar that the keyboard is at; -1: none
	hovered  int // the bar under the pointer; -1: none
	focused  bool
	clicked  bool // the focus came from a click, so it needs no ring
}

func newChart(onOpen func(bucket int)) *chart {
	c := &chart{onOpen: onOpen, selected: -1, cursor: -1, hovered: -1}
	c.ExtendBaseWidget(c)
	return c
}

// setData shows data with a selected bar; -1 for none. The keyboard stays at the same time if that is still shown.
func (c *chart) setData(f chartData, selected int) {
	if c.cursor >= 0 {
		c.cursor = f.bucketAt(c.data.buckets[c.cursor].from)
	}
	c.data, c.selected, c.hovered = f, selected, -1
	c.Refresh()
}

// highlighted returns the bar whose values are shown; -1 for none.
func (c *chart) highlighted() int {
	if c.hovered < 0 && c.focused {
		return c.cursor
	}
	return c.hovered
}

func (c *chart) AccessibilityLabel() string {
	i := c.highlighted()
	if i < 0 {
		return c.data.heading()
	}
	facts := []string{c.data.buckets[i].name}
	for _, v := range c.data.values(i) {
		facts = append(facts, v.name+" "+v.amount)
	}
	return wording.Commas(facts...)
}

func (c *chart) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (c *chart) Cursor() desktop.Cursor {
	if c.hovered >= 0 {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// FocusGained highlights the last bar that has begun.
func (c *chart) FocusGained() {
	c.focused = true
	if c.cursor < 0 {
		for i, b := range c.data.buckets {
			if !b.future {
				c.cursor = i
			}
		}
	}
	c.Refresh()
}

func (c *chart) FocusLost() {
	c.focused, c.clicked = false, false
	c.Refresh()
}

func (c *chart) TypedRune(rune) {}

// TypedKey moves between the bars. Other keys go to the window.
func (c *chart) TypedKey(e *fyne.KeyEvent) {
	c.clicked = false
	last := len(c.data.buckets) - 1
	switch e.Name {
	case fyne.KeyLeft:
		c.moveTo(min(max(c.cursor-1, 0), last))
	case fyne.KeyRight:
		c.moveTo(min(c.cursor+1, last))
	case fyne.KeyHome:
		c.moveTo(min(0, last))
	case fyne.KeyEnd:
		c.moveTo(last)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		c.openBucket(c.cursor)
	case fyne.KeyEscape:
		c.moveTo(-1)
	default:
		window := kit.CanvasOf(c)
		if window != nil && window.OnTypedKey() != nil {
			window.OnTypedKey()(e)
		}
	}
}

func (c *chart) moveTo(bucket int) {
	c.cursor, c.hovered = bucket, -1
	c.Refresh()
}

func (c *chart) openBucket(bucket int) {
	if bucket >= 0 {
		c.onOpen(bucket)
	}
}

func (c *chart) Tapped(e *fyne.PointEvent) {
	window := fyne.CurrentApp().Driver().CanvasForObject(c)
	if window != nil && window.Focused() != c {
		c.clicked = true
		window.Focus(c)
	}
	i := c.layout().slotAt(e.Position.X)
	if i >= 0 {
		c.cursor = i
	}
	c.openBucket(i)
}

func (c *chart) MouseIn(e *desktop.MouseEvent) { c.MouseMoved(e) }

func (c *chart) MouseMoved(e *desktop.MouseEvent) { c.hover(c.layout().slotAt(e.Position.X)) }

func (c *chart) MouseOut() { c.hover(-1) }

func (c *chart) hover(bucket int) {
	if bucket != c.hovered {
		c.hovered = bucket
		c.Refresh()
	}
}

func (c *chart) layout() plan {
	return layChart(c.data, c.Size(), newPainting(resources.SizeXS).measure)
}

func (c *chart) CreateRenderer() fyne.WidgetRenderer {
	return &renderer{of: c, min: func() fyne.Size { return fyne.NewSize(240, 120) }, paint: c.paint}
}

func (c *chart) paint(size fyne.Size) []fyne.CanvasObject {
	p, values, l, i := newPainting(resources.SizeXS), newPainting(resources.SizeXS), c.layout(), c.highlighted()
	p.addSlot(l, c.selected, resources.BgSelected)
	p.addSlot(l, i, resources.BgHover)
	p.addPlan(c.data, l)
	if c.focused && !c.clicked {
		p.addFocusRing(size)
	}
	if i >= 0 {
		values.addValues(c.data, l, i)
	}
	return append(p.objects(), values.objects()...)
}

// chartActions describes the keys of the chart.
func chartActions() []action.Action {
	const part = "chart"
	group := lang.L("Costs: chart")
	return []action.Action{
		newKeyActions(part, group, "costs/chart/step", lang.L("Earlier bar, later bar"), fyne.KeyLeft, fyne.KeyRight),
		newKeyActions(part, group, "costs/chart/ends", lang.L("First bar, last bar"), fyne.KeyHome, fyne.KeyEnd),
		newKeyActions(part, group, "costs/chart/open", lang.L("List its entries; show all again"),
			fyne.KeyReturn, fyne.KeySpace),
	}
}

// legend shows the colours of the chart and the sum of each. What does not fit is left out, because the bars show it
// too.
type legend struct {
	widget.BaseWidget
	data chartData
}

func newLegend() *legend {
	l := &legend{}
	l.ExtendBaseWidget(l)
	return l
}

func (l *legend) CreateRenderer() fyne.WidgetRenderer {
	least := func() fyne.Size { return fyne.NewSize(0, newPainting(resources.SizeSM).measure("0").Height) }
	return &renderer{of: l, min: least, paint: func(size fyne.Size) []fyne.CanvasObject {
		p := newPainting(resources.SizeSM)
		p.addLegend(l.data, size.Width)
		return p.objects()
	}}
}

// renderer repaints a widget when its size or its data changes.
type renderer struct {
	of    fyne.Widget
	min   func() fyne.Size
	paint func(size fyne.Size) []fyne.CanvasObject
	all   []fyne.CanvasObject
}

func (r *renderer) Destroy()                     {}
func (r *renderer) Objects() []fyne.CanvasObject { return r.all }
func (r *renderer) MinSize() fyne.Size           { return r.min() }
func (r *renderer) Layout(size fyne.Size)        { r.all = r.paint(size) }

func (r *renderer) Refresh() {
	r.Layout(r.of.Size())
	canvas.Refresh(r.of)
}
