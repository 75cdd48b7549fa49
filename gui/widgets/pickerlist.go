package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// pickerList is the open list of a picker.
type pickerList struct {
	*Popover
	owner  *Picker
	rows   []*pickerRow
	over   int
	scroll *container.Scroll
}

func showPickerList(c fyne.Canvas, owner *Picker) {
	l := &pickerList{owner: owner, over: owner.selected}
	column := NewColumn(0)
	for i, o := range owner.options {
		row := &pickerRow{list: l, index: i, option: o}
		row.ExtendBaseWidget(row)
		l.rows = append(l.rows, row)
		column.Add(row)
	}
	l.scroll = container.NewVScroll(column)
	l.Popover = &Popover{canvas: c, content: l.scroll, fill: resources.BgRaised, radius: radiusControl, pad: 4, box: l.below, onKey: l.key}
	l.open()
	l.reveal()
}

// below is the place under the picker, or above it where there is more room.
func (l *pickerList) below(s fyne.Size) (fyne.Position, fyne.Size) {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(l.owner)
	own := l.owner.Size()
	inner := l.scroll.Content.MinSize()
	w := min(max(own.Width, inner.Width+8), s.Width-16)
	below, above := s.Height-at.Y-own.Height-12, at.Y-12
	h := inner.Height + 8
	y := at.Y + own.Height + 4
	if h > below && above > below {
		h = min(h, above)
		y = at.Y - 4 - h
	} else {
		h = min(h, below)
	}
	return fyne.NewPos(min(at.X, s.Width-w-8), y), fyne.NewSize(w, h)
}

func (l *pickerList) pick(i int) {
	l.Hide()
	l.owner.choose(i)
}

func (l *pickerList) highlight(i int) {
	if i < 0 || i >= len(l.rows) || i == l.over {
		return
	}
	old := l.over
	l.over = i
	if old >= 0 && old < len(l.rows) {
		l.rows[old].Refresh()
	}
	l.rows[i].Refresh()
}

// reveal scrolls the highlighted row into sight.
func (l *pickerList) reveal() {
	if l.over < 0 || l.over >= len(l.rows) {
		return
	}
	r := l.rows[l.over]
	top, bottom := r.Position().Y, r.Position().Y+r.Size().Height
	off := l.scroll.Offset
	switch {
	case top < off.Y:
		off.Y = top
	case bottom > off.Y+l.scroll.Size().Height:
		off.Y = bottom - l.scroll.Size().Height
	default:
		return
	}
	l.scroll.ScrollToOffset(off)
}

func (l *pickerList) key(e *fyne.KeyEvent) {
	switch {
	case isTap(e):
		l.pick(l.over)
		return
	case e.Name == fyne.KeyDown:
		l.highlight(l.over + 1)
	case e.Name == fyne.KeyUp:
		l.highlight(l.over - 1)
	case e.Name == fyne.KeyHome:
		l.highlight(0)
	case e.Name == fyne.KeyEnd:
		l.highlight(len(l.rows) - 1)
	}
	l.reveal()
}

// pickerRow is one option of the open list.
type pickerRow struct {
	widget.BaseWidget
	list   *pickerList
	index  int
	option PickerOption
	plate  *canvas.Rectangle
	line   *optionLine
	mark   *canvas.Image
}

func (r *pickerRow) Tapped(*fyne.PointEvent)        { r.list.pick(r.index) }
func (r *pickerRow) MouseIn(*desktop.MouseEvent)    { r.list.highlight(r.index) }
func (r *pickerRow) MouseMoved(*desktop.MouseEvent) {}
func (r *pickerRow) MouseOut()                      {}

func (r *pickerRow) CreateRenderer() fyne.WidgetRenderer {
	r.plate, r.line, r.mark = newPlate(), newOptionLine(), newGlyph()
	return Draw(r.least, r.arrange, r.paint, append([]fyne.CanvasObject{r.plate, r.mark}, r.line.objects()...)...)
}

func (r *pickerRow) least() fyne.Size {
	o := r.option
	w := fyne.MeasureText(o.Title, textPx(resources.SizeBody), bold(o.Subtitle != "")).Width
	w = max(w, fyne.MeasureText(o.Subtitle, textPx(resources.SizeXS), fyne.TextStyle{}).Width)
	if o.Trailing != "" {
		w += fyne.MeasureText(o.Trailing, textPx(resources.SizeSM), fyne.TextStyle{}).Width + 16
	}
	h := float32(heightSmall)
	if o.Subtitle != "" {
		h = 42
	}
	return fyne.NewSize(min(w, resources.Scaled(420))+22+grown(iconText), max(h, r.line.height()+8))
}

func (r *pickerRow) arrange(s fyne.Size) {
	Place(r.plate, 0, 0, s.Width, s.Height)
	mark := grown(iconText)
	r.line.layout(8, 0, s.Width-22-mark, s.Height)
	Place(r.mark, s.Width-8-mark, (s.Height-mark)/2, mark, mark)
}

func (r *pickerRow) paint() {
	l := r.list
	fill := ink("")
	if l.over == r.index {
		fill = ink(resources.BgHover)
	}
	setPlate(r.plate, fill, ink(""), 0, radiusTag)
	r.line.set(r.option, resources.Text1)
	if l.owner.selected == r.index {
		setGlyph(r.mark, resources.IconCheck(), resources.Accent)
	} else {
		r.mark.Hide()
	}
	r.arrange(r.Size())
}
