package costs

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// drawing gathers the canvas objects of a picture. Words lie over everything else.
type drawing struct {
	px            float32 // size of words
	shapes, words []fyne.CanvasObject
}

func newDrawing(size fyne.ThemeSizeName) *drawing { return &drawing{px: theme.Size(size)} }

func (p *drawing) objects() []fyne.CanvasObject { return slices.Concat(p.shapes, p.words) }

func (p *drawing) rect(r rect, name fyne.ThemeColorName) *canvas.Rectangle {
	o := canvas.NewRectangle(theme.Color(name))
	o.Move(fyne.NewPos(r.x, r.y))
	o.Resize(fyne.NewSize(r.w, r.h))
	p.shapes = append(p.shapes, o)
	return o
}

// sign is a small square in the colour of a series.
func (p *drawing) sign(x, y float32, name fyne.ThemeColorName) {
	p.rect(rect{x, y, signPx, signPx}, name).CornerRadius = 2
}

func (p *drawing) size(words string, bold bool) fyne.Size {
	return fyne.MeasureText(words, p.px, fyne.TextStyle{Bold: bold})
}

// measure is how large words of an axis are.
func (p *drawing) measure(words string) fyne.Size { return p.size(words, false) }

// text writes words with their upper left corner at a place, and returns where they end.
func (p *drawing) text(words string, x, y float32, name fyne.ThemeColorName, bold bool) float32 {
	o := canvas.NewText(words, theme.Color(name))
	o.TextSize, o.TextStyle.Bold = p.px, bold
	o.Move(fyne.NewPos(x, y))
	o.Resize(o.MinSize())
	p.words = append(p.words, o)
	return x + o.MinSize().Width
}

// label writes words on whole pixels, with a part of their width to the left of x.
func (p *drawing) label(words string, x, part, y float32, name fyne.ThemeColorName, bold bool) {
	p.text(words, whole(x-part*p.size(words, bold).Width), whole(y), name, bold)
}

// plan draws a chart.
func (p *drawing) plan(f chartData, l plan) {
	for _, t := range l.ticks {
		p.rect(rect{l.plot.x, t.y, l.plot.w, 1}, resources.Line)
		p.label(t.words, l.plot.x-tickGap, 1, t.y-p.measure("0").Height/2, resources.Text3, false)
	}
	for i, s := range l.slots {
		b, name := f.buckets[i], resources.Text2
		if b.future {
			name = resources.LineStrong
		} else if b.now {
			name = resources.Text1
		}
		if s.words != "" {
			p.label(s.words, s.x+s.w/2, 0.5, l.plot.y+l.plot.h+labelGap, name, b.now)
		}
	}
	all := chartSeries()
	for _, b := range l.bars {
		p.rect(rect{b.x, b.y, b.w, b.h - b.gap}, all[b.series].color)
	}
}

// slot lays a colour behind the whole room of a bar; -1: of none.
func (p *drawing) slot(l plan, i int, name fyne.ThemeColorName) {
	if i >= 0 && i < len(l.slots) {
		p.rect(l.slots[i].rect, name)
	}
}

// The box with the values of a bar, px.
const (
	boxPad   = 8
	signPx   = 10
	signGap  = 6
	boxGap   = 16 // between a name and its amount
	boxApart = 6  // from the bar
)

// values tells the values of a bar beside it.
func (p *drawing) values(title string, all []value, l plan, bucket int) {
	size, names, amounts := p.size(title, true), float32(0), float32(0)
	row := size.Height + 3
	for _, v := range all {
		names = max(names, p.measure(v.name).Width)
		amounts = max(amounts, p.size(v.amount, v.color == "").Width)
	}
	width := max(size.Width, signPx+signGap+names+boxGap+amounts) + 2*boxPad
	slot := l.slots[bucket]
	x, y := slot.x+slot.w+boxApart, l.plot.y
	if x+width > l.plot.x+l.plot.w {
		x = max(slot.x-boxApart-width, 0)
	}
	plate := p.rect(rect{x, y, width, row*float32(len(all)+1) + 2*boxPad - 3}, resources.BgRaised)
	plate.StrokeColor, plate.StrokeWidth, plate.CornerRadius = theme.Color(resources.LineStrong), 1, 6
	p.text(title, x+boxPad, y+boxPad, resources.Text1, true)
	for i, v := range all {
		at := y + boxPad + row*float32(i+1)
		if v.color != "" {
			p.sign(x+boxPad, at+(size.Height-signPx)/2, v.color)
		}
		p.text(v.name, x+boxPad+signPx+signGap, at, resources.Text2, false)
		bold := v.color == ""
		p.text(v.amount, x+width-boxPad-p.size(v.amount, bold).Width, at, resources.Text1, bold)
	}
}

// value is one line of what is told of a bar.
type value struct {
	name, amount string
	color        fyne.ThemeColorName // of its sign
}

// values words a bar: its parts from the highest to the lowest, as they lie over each other.
func (f chartData) values(bucket int) (all []value) {
	b := f.buckets[bucket]
	parts := chartSeries()
	for i, s := range slices.Backward(parts[:]) {
		if b.amounts[i] != 0 {
			all = append(all, value{s.name, f.money.Of(b.amounts[i]), s.color})
		}
	}
	switch {
	case len(all) > 0:
		return all
	case b.future:
		return []value{{name: lang.L("not yet")}}
	}
	return []value{{name: lang.L("nothing was charged")}}
}

// title returns what the bars of the chart are.
func (f chartData) title() string {
	if f.unit == oneMonth {
		return lang.L("Costs by month")
	}
	return lang.L("Costs by day")
}

// legend shows which colour of a chart is which, and its sum. What has no room is left out: pointer and keyboard show it too.
type legend struct {
	widget.BaseWidget
	data chartData
}

func (l *legend) CreateRenderer() fyne.WidgetRenderer {
	least := func() fyne.Size { return fyne.NewSize(0, newDrawing(resources.SizeSM).measure("0").Height) }
	return &renderer{of: l, min: least, draw: l.draw}
}

func (l *legend) draw(size fyne.Size) []fyne.CanvasObject {
	const gap = 16
	p, at := newDrawing(resources.SizeSM), float32(0)
	for i, s := range chartSeries() {
		amount := l.data.money.Of(l.data.total[i])
		need := signPx + signGap + p.measure(s.name).Width + signGap + p.size(amount, true).Width
		if l.data.total[i] == 0 || at+need > size.Width {
			continue
		}
		p.sign(at, (p.measure("0").Height-signPx)/2, s.color)
		p.text(amount, p.text(s.name, at+signPx+signGap, 0, resources.Text2, false)+signGap, 0, resources.Text1, true)
		at += need + gap
	}
	return p.objects()
}

// renderer draws a widget anew where its size or what it shows is another.
type renderer struct {
	of      fyne.Widget
	min     func() fyne.Size
	draw    func(size fyne.Size) []fyne.CanvasObject
	objects []fyne.CanvasObject
}

func (r *renderer) Destroy()                     {}
func (r *renderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *renderer) MinSize() fyne.Size           { return r.min() }
func (r *renderer) Layout(size fyne.Size)        { r.objects = r.draw(size) }

func (r *renderer) Refresh() {
	r.Layout(r.of.Size())
	canvas.Refresh(r.of)
}
