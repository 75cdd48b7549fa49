package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// pickerPanel is the open list of a picker: it covers the window, so that a click beside it closes it.
type pickerPanel struct {
	widget.BaseWidget
	owner  *Picker
	canvas fyne.Canvas
	rows   []*pickerRow
	over   int
	scroll *container.Scroll
	gone   bool
}

func showPickerPanel(c fyne.Canvas, p *Picker) *pickerPanel {
	panel := &pickerPanel{owner: p, canvas: c, over: p.selected}
	column := NewColumn(0)
	for i, o := range p.options {
		row := newPickerRow(panel, i, o)
		panel.rows = append(panel.rows, row)
		column.Add(row)
	}
	panel.scroll = container.NewVScroll(column)
	panel.ExtendBaseWidget(panel)
	c.Overlays().Add(panel)
	panel.Resize(c.Size())
	c.Focus(panel)
	panel.reveal()
	return panel
}

func (p *pickerPanel) close() {
	if p.gone {
		return
	}
	p.gone = true
	p.canvas.Overlays().Remove(p)
	p.owner.panel = nil
	p.canvas.Focus(p.owner)
}

func (p *pickerPanel) escape() { p.close() }

func (p *pickerPanel) pick(i int) {
	p.close()
	p.owner.choose(i)
}

func (p *pickerPanel) highlight(i int) {
	if i < 0 || i >= len(p.rows) || i == p.over {
		return
	}
	old := p.over
	p.over = i
	if old >= 0 && old < len(p.rows) {
		p.rows[old].Refresh()
	}
	p.rows[i].Refresh()
}

// reveal scrolls the highlighted row into sight.
func (p *pickerPanel) reveal() {
	if p.over < 0 || p.over >= len(p.rows) {
		return
	}
	r := p.rows[p.over]
	top, bottom := r.Position().Y, r.Position().Y+r.Size().Height
	off := p.scroll.Offset
	switch {
	case top < off.Y:
		off.Y = top
	case bottom > off.Y+p.scroll.Size().Height:
		off.Y = bottom - p.scroll.Size().Height
	default:
		return
	}
	p.scroll.ScrollToOffset(off)
}

// Tapped closes: the click was beside the list.
func (p *pickerPanel) Tapped(*fyne.PointEvent) { p.close() }

func (p *pickerPanel) FocusGained()   {}
func (p *pickerPanel) FocusLost()     {}
func (p *pickerPanel) TypedRune(rune) {}

// TypedKey moves, chooses and closes.
func (p *pickerPanel) TypedKey(e *fyne.KeyEvent) {
	switch {
	case e.Name == fyne.KeyEscape:
		p.close()
		return
	case isTap(e):
		p.pick(p.over)
		return
	case e.Name == fyne.KeyDown:
		p.highlight(p.over + 1)
	case e.Name == fyne.KeyUp:
		p.highlight(p.over - 1)
	case e.Name == fyne.KeyHome:
		p.highlight(0)
	case e.Name == fyne.KeyEnd:
		p.highlight(len(p.rows) - 1)
	}
	p.reveal()
}

func (p *pickerPanel) CreateRenderer() fyne.WidgetRenderer {
	r := &pickerPanelRenderer{p: p, plate: newPlate()}
	r.objects = []fyne.CanvasObject{r.plate, p.scroll}
	r.Refresh()
	return r
}

type pickerPanelRenderer struct {
	p       *pickerPanel
	plate   *canvas.Rectangle
	objects []fyne.CanvasObject
}

func (r *pickerPanelRenderer) Destroy()                     {}
func (r *pickerPanelRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *pickerPanelRenderer) MinSize() fyne.Size           { return fyne.Size{} }

func (r *pickerPanelRenderer) Layout(s fyne.Size) {
	p := r.p
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.owner)
	own := p.owner.Size()
	inner := p.scroll.Content.MinSize()
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
	x := min(at.X, s.Width-w-8)
	place(r.plate, x, y, w, h)
	place(p.scroll, x+4, y+4, w-8, h-8)
}

func (r *pickerPanelRenderer) Refresh() {
	setPlate(r.plate, ink(resources.BgRaised), ink(resources.LineStrong), 1, radiusControl)
	r.Layout(r.p.Size())
}

// pickerRow is one option of the open list.
type pickerRow struct {
	widget.BaseWidget
	panel  *pickerPanel
	index  int
	option PickerOption
}

func newPickerRow(p *pickerPanel, i int, o PickerOption) *pickerRow {
	r := &pickerRow{panel: p, index: i, option: o}
	r.ExtendBaseWidget(r)
	return r
}

func (r *pickerRow) Tapped(*fyne.PointEvent)        { r.panel.pick(r.index) }
func (r *pickerRow) MouseIn(*desktop.MouseEvent)    { r.panel.highlight(r.index) }
func (r *pickerRow) MouseMoved(*desktop.MouseEvent) {}
func (r *pickerRow) MouseOut()                      {}

func (r *pickerRow) CreateRenderer() fyne.WidgetRenderer {
	d := &pickerRowRenderer{r: r, plate: newPlate(), line: newOptionLine(), mark: newGlyph()}
	d.objects = append([]fyne.CanvasObject{d.plate}, append(d.line.objects(), d.mark)...)
	d.Refresh()
	return d
}

type pickerRowRenderer struct {
	r       *pickerRow
	plate   *canvas.Rectangle
	line    *optionLine
	mark    *canvas.Image
	objects []fyne.CanvasObject
}

func (d *pickerRowRenderer) Destroy()                     {}
func (d *pickerRowRenderer) Objects() []fyne.CanvasObject { return d.objects }

func (d *pickerRowRenderer) MinSize() fyne.Size {
	o := d.r.option
	w := fyne.MeasureText(o.Title, textPx(resources.SizeBody), bold(o.Subtitle != "")).Width
	w = max(w, fyne.MeasureText(o.Subtitle, textPx(resources.SizeXS), fyne.TextStyle{}).Width)
	if o.Trailing != "" {
		w += fyne.MeasureText(o.Trailing, textPx(resources.SizeSM), fyne.TextStyle{}).Width + 16
	}
	h := float32(heightSmall)
	if o.Subtitle != "" {
		h = 42
	}
	return fyne.NewSize(min(w, resources.Scaled(420))+22+grown(iconText), max(h, d.line.height()+8))
}

func (d *pickerRowRenderer) Layout(s fyne.Size) {
	place(d.plate, 0, 0, s.Width, s.Height)
	mark := grown(iconText)
	d.line.layout(8, 0, s.Width-22-mark, s.Height)
	place(d.mark, s.Width-8-mark, (s.Height-mark)/2, mark, mark)
}

func (d *pickerRowRenderer) Refresh() {
	p := d.r.panel
	fill := ink("")
	if p.over == d.r.index {
		fill = ink(resources.BgHover)
	}
	setPlate(d.plate, fill, ink(""), 0, radiusTag)
	d.line.set(d.r.option, resources.Text1)
	if p.owner.selected == d.r.index {
		setGlyph(d.mark, resources.IconCheck(), resources.Accent)
	} else {
		d.mark.Hide()
	}
	d.Layout(d.r.Size())
}
