package compose

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// The measures of the menu, px.
const (
	slashRows  = 6 // in sight at once
	slashRow   = 30
	slashWidth = 320
	slashPad   = 4
)

// slashMenu shows snippets to choose from. It never has the keyboard: the field above it keeps it.
type slashMenu struct {
	widget.BaseWidget
	onTake func(i int)

	all    []Snippet
	chosen int // -1: none
	first  int // in sight
	over   bool
}

func newSlashMenu(onTake func(int)) *slashMenu {
	m := &slashMenu{onTake: onTake, chosen: -1}
	m.ExtendBaseWidget(m)
	return m
}

func (m *slashMenu) set(all []Snippet, chosen int) {
	m.all, m.chosen, m.first = all, chosen, 0
	m.Refresh()
}

// move chooses the next row; behind the last comes the first.
func (m *slashMenu) move(by int) {
	switch {
	case m.chosen < 0 && by < 0:
		m.chosen = len(m.all) - 1
	default:
		m.chosen = (m.chosen + by + len(m.all)) % len(m.all)
	}
	m.first = max(min(m.first, m.chosen), m.chosen-slashRows+1)
	m.Refresh()
}

func (m *slashMenu) inSight() int { return min(len(m.all), slashRows) }

func (m *slashMenu) textSize() float32 { return theme.Size(resources.SizeBody) }

func (m *slashMenu) rowHeight() float32 {
	return max(slashRow, fyne.MeasureText("X", m.textSize(), fyne.TextStyle{}).Height+8)
}

func (m *slashMenu) at(y float32) int {
	i := int((y-slashPad)/m.rowHeight()) + m.first
	if y < slashPad || i >= m.first+m.inSight() {
		return -1
	}
	return i
}

// Tapped takes the row under the pointer.
func (m *slashMenu) Tapped(e *fyne.PointEvent) { m.onTake(m.at(e.Position.Y)) }

// MouseIn notes the pointer.
func (m *slashMenu) MouseIn(*desktop.MouseEvent) { m.over = true }

// MouseMoved chooses the row under the pointer.
func (m *slashMenu) MouseMoved(e *desktop.MouseEvent) {
	if i := m.at(e.Position.Y); i >= 0 && i != m.chosen {
		m.chosen = i
		m.Refresh()
	}
}

// MouseOut forgets the pointer.
func (m *slashMenu) MouseOut() { m.over = false }

// Scrolled goes through what is not in sight.
func (m *slashMenu) Scrolled(e *fyne.ScrollEvent) {
	by := 1
	if e.Scrolled.DY > 0 {
		by = -1
	}
	m.first = max(min(m.first+by, len(m.all)-m.inSight()), 0)
	m.Refresh()
}

// Cursor is a hand.
func (m *slashMenu) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer draws the rows in their edge.
func (m *slashMenu) CreateRenderer() fyne.WidgetRenderer {
	r := &slashRenderer{m: m, plate: canvas.NewRectangle(nil)}
	for range slashRows {
		mark := canvas.NewRectangle(nil)
		mark.CornerRadius = 4
		r.lines = append(r.lines, slashLine{mark,
			widgets.NewText("", resources.SizeBody, resources.Text1, true).Ellipsis(),
			widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()})
	}
	r.Refresh()
	return r
}

type slashLine struct {
	mark       *canvas.Rectangle
	name, text *widgets.Text
}

type slashRenderer struct {
	m     *slashMenu
	plate *canvas.Rectangle
	lines []slashLine
}

func (r *slashRenderer) Destroy() {}

func (r *slashRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.plate}
	for _, l := range r.lines[:r.m.inSight()] {
		objects = append(objects, l.mark, l.name, l.text)
	}
	return objects
}

func (r *slashRenderer) MinSize() fyne.Size {
	return fyne.NewSize(slashWidth, r.m.rowHeight()*float32(r.m.inSight())+2*slashPad)
}

func (r *slashRenderer) Layout(s fyne.Size) {
	r.plate.Resize(s)
	h := r.m.rowHeight()
	for i, l := range r.lines[:r.m.inSight()] {
		y := slashPad + float32(i)*h
		put(l.mark, slashPad, y, s.Width-2*slashPad, h)
		put(l.name, slashPad+8, y, s.Width*2/5-slashPad-12, h)
		put(l.text, s.Width*2/5, y, s.Width*3/5-slashPad-8, h)
	}
}

func (r *slashRenderer) Refresh() {
	m := r.m
	r.plate.FillColor, r.plate.StrokeColor = theme.Color(resources.BgRaised), theme.Color(resources.LineStrong)
	r.plate.StrokeWidth, r.plate.CornerRadius = 1, 6
	r.plate.Refresh()
	for i, l := range r.lines[:m.inSight()] {
		sn := m.all[m.first+i]
		l.name.SetText(sn.Name)
		l.text.SetText(strings.Join(strings.Fields(sn.Text), " "))
		fill := resources.BgRaised
		if m.first+i == m.chosen {
			fill = resources.BgSelected
		}
		l.mark.FillColor = theme.Color(fill)
		l.mark.Refresh()
	}
	r.Layout(m.Size())
	canvas.Refresh(m)
}

func put(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(w, h))
}
