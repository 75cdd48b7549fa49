package gallery

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// offerList is the rows of the suggestions: what is offered, what sort of thing that is, and how many have it. It takes no focus: a press of the
// pointer takes a row at once, before the box loses the keyboard by it.
type offerList struct {
	widget.BaseWidget
	take   func(i int)
	forget func(i int) // what was searched for before
	offers []offer
	chosen int // -1: none
	over   int // under the pointer, -1: none
}

// The measures of a row, px.
const (
	offerRow   = 28
	offerCount = 70 // how many have it, at the right
	offerAway  = 28 // where a click removes what was searched for before, at the right
	awaySize   = 12
	offerLeast = 120 // what stands behind the words has so much at least
)

func newOfferList(take, forget func(i int)) *offerList {
	l := &offerList{take: take, forget: forget, chosen: -1, over: -1}
	l.ExtendBaseWidget(l)
	return l
}

// set replaces the rows and the chosen one.
func (l *offerList) set(offers []offer, chosen int) {
	l.offers, l.chosen, l.over = offers, chosen, -1
	l.Refresh()
}

func (l *offerList) at(y float32) int {
	if i := int(y / offerRow); y >= 0 && i < len(l.offers) {
		return i
	}
	return -1
}

// MouseDown takes the row under the pointer, or removes it at its cross.
func (l *offerList) MouseDown(e *desktop.MouseEvent) {
	switch i := l.at(e.Position.Y); {
	case i < 0 || e.Button != desktop.MouseButtonPrimary:
	case l.offers[i].search != "" && e.Position.X > l.Size().Width-offerAway:
		l.forget(i)
	default:
		l.take(i)
	}
}

// MouseUp does nothing.
func (l *offerList) MouseUp(*desktop.MouseEvent) {}

// MouseIn shows the row under the pointer.
func (l *offerList) MouseIn(e *desktop.MouseEvent) { l.MouseMoved(e) }

// MouseMoved shows the row under the pointer.
func (l *offerList) MouseMoved(e *desktop.MouseEvent) {
	if i := l.at(e.Position.Y); i != l.over {
		l.over = i
		l.Refresh()
	}
}

// MouseOut forgets it.
func (l *offerList) MouseOut() { l.over = -1; l.Refresh() }

// Cursor is a hand.
func (l *offerList) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer draws the rows.
func (l *offerList) CreateRenderer() fyne.WidgetRenderer {
	r := &offerRenderer{l: l}
	r.Refresh()
	return r
}

type offerLine struct {
	plate              *canvas.Rectangle
	title, sort, count *widgets.Text
	away               *widgets.Icon
}

type offerRenderer struct {
	l       *offerList
	lines   []offerLine
	objects []fyne.CanvasObject
}

func (r *offerRenderer) Destroy()                     {}
func (r *offerRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *offerRenderer) MinSize() fyne.Size {
	return fyne.NewSize(240, offerRow*float32(len(r.l.offers)))
}

func (r *offerRenderer) Layout(s fyne.Size) {
	put := func(o fyne.CanvasObject, x, y, w float32) {
		h := o.MinSize().Height
		o.Move(fyne.NewPos(x, y+(offerRow-h)/2))
		o.Resize(fyne.NewSize(w, h))
	}
	for i, line := range r.lines {
		y := offerRow * float32(i)
		line.plate.Move(fyne.NewPos(-4, y))
		line.plate.Resize(fyne.NewSize(s.Width+8, offerRow))
		words := fyne.MeasureText(line.title.Text(), theme.Size(resources.SizeBody), fyne.TextStyle{}).Width
		wide := max(min(words, s.Width-offerLeast), 0)
		put(line.title, 4, y, wide)
		behind := float32(offerCount)
		if line.away.Visible() {
			behind = offerAway
		}
		put(line.sort, 16+wide, y, max(s.Width-wide-20-behind, 0))
		put(line.count, s.Width-offerCount, y, offerCount-4)
		put(line.away, s.Width-offerAway+(offerAway-awaySize)/2, y, awaySize)
	}
}

func (r *offerRenderer) Refresh() {
	l := r.l
	for len(r.lines) < len(l.offers) {
		r.lines = append(r.lines, offerLine{
			plate: canvas.NewRectangle(nil),
			title: widgets.NewText("", resources.SizeBody, resources.Text1, false).Ellipsis(),
			sort:  widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
			count: widgets.NewText("", resources.SizeSM, resources.Text2, false).Trailing(),
			away:  widgets.NewIcon(resources.IconClose(), awaySize, resources.Text3),
		})
	}
	r.lines = r.lines[:len(l.offers)]
	r.objects = r.objects[:0]
	for i, o := range l.offers {
		line := r.lines[i]
		fill := color.Color(color.Transparent)
		switch i {
		case l.chosen:
			fill = theme.Color(resources.BgSelected)
		case l.over:
			fill = theme.Color(resources.BgHover)
		}
		line.plate.FillColor, line.plate.CornerRadius = fill, cellRadius
		line.plate.Refresh()
		line.title.SetText(o.search)
		line.sort.SetText(lang.L("searched before; Del removes it"))
		if o.search == "" {
			line.title.SetText(typedTerm(o.Term))
			line.sort.SetText(keyWords(o.Term.Key))
		}
		show(line.away, o.search != "")
		count := ""
		if o.Count > 0 {
			count = lang.Number(o.Count)
		}
		line.count.SetText(count)
		r.objects = append(r.objects, line.plate, line.title, line.sort, line.count, line.away)
	}
	r.Layout(l.Size())
	canvas.Refresh(l)
}
