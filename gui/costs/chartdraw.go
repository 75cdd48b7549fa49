package costs

import (
	"image"
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// drawing gathers the canvas objects of a picture. Words lie over everything else.
type drawing struct {
	origin        fyne.Position // what is drawn is moved by it
	px            float32       // size of words
	color         func(fyne.ThemeColorName) color.Color
	shapes, words []fyne.CanvasObject
}

func newDrawing(size fyne.ThemeSizeName) *drawing {
	return &drawing{px: theme.Size(size), color: theme.Color}
}

func (p *drawing) objects() []fyne.CanvasObject { return slices.Concat(p.shapes, p.words) }

func (p *drawing) rect(r rect, name fyne.ThemeColorName) *canvas.Rectangle {
	o := canvas.NewRectangle(p.color(name))
	o.Move(p.origin.AddXY(r.x, r.y))
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
	o := canvas.NewText(words, p.color(name))
	o.TextSize, o.TextStyle.Bold = p.px, bold
	o.Move(p.origin.AddXY(x, y))
	o.Resize(o.MinSize())
	p.words = append(p.words, o)
	return x + o.MinSize().Width
}

// label writes words on whole pixels, with a part of their width to the left of x.
func (p *drawing) label(words string, x, part, y float32, name fyne.ThemeColorName, bold bool) {
	p.text(words, whole(x-part*p.size(words, bold).Width), whole(y), name, bold)
}

// plan draws a chart. at is the bar that is looked at, -1 for none.
func (p *drawing) plan(f chartData, l plan, at int) {
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
	for _, b := range l.bars {
		p.rect(rect{b.x, b.y, b.w, b.h - b.gap}, f.series[b.series].color)
	}
	if l.running && f.budget != nil {
		p.rect(rect{l.plot.x, l.budget, l.plot.w, 1}, resources.Warn)
		p.label(lang.L("budget %s", f.money.Of(*f.budget)), l.plot.x+l.plot.w, 1, l.budget+2, resources.Warn, false)
	}
	for i, point := range l.points {
		if i == at || f.buckets[i].now || len(l.points) == 1 {
			p.rect(rect{point.X - 3, point.Y - 3, 6, 6}, resources.Accent).CornerRadius = 3
		}
		if i > 0 {
			o := canvas.NewLine(p.color(resources.Accent))
			o.StrokeWidth, o.Position1, o.Position2 = 2, p.origin.Add(l.points[i-1]), p.origin.Add(point)
			p.shapes = append(p.shapes, o)
		}
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
	plate.StrokeColor, plate.StrokeWidth, plate.CornerRadius = p.color(resources.LineStrong), 1, 6
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
	color        fyne.ThemeColorName // of its sign; "" for a sum
}

// values words a bar: its parts from the highest to the lowest, as they lie over each other, and their sum.
func (f chartData) values(running bool, bucket int) (all []value) {
	b, money := f.buckets[bucket], f.money.Of
	if running {
		all = []value{{f.unit.words().inThis, money(b.total), ""}, {lang.L("charged so far"), money(b.ran), resources.Accent}}
		if f.budget == nil {
			return all
		}
		if left := *f.budget - b.ran; left < 0 {
			return append(all, value{lang.L("over the budget"), money(-left), resources.Warn})
		} else {
			return append(all, value{lang.L("left of the budget"), money(left), resources.Warn})
		}
	}
	for i, s := range slices.Backward(f.series) {
		if b.micros[i] != 0 {
			all = append(all, value{s.name, money(b.micros[i]), s.color})
		}
	}
	switch {
	case b.future && len(all) == 0:
		return []value{{lang.L("not yet"), "", ""}}
	case len(all) != 1:
		all = append(all, value{lang.L("charged"), money(b.total), ""})
	}
	return all
}

// legend says from x on which colour is which, and how much, and returns how high that is. What has no room before right goes on in the
// next line, or is left out where there is one line only.
func (p *drawing) legend(f chartData, x, y, right, gap float32, oneLine bool) (height float32) {
	line, at, top := p.measure("0").Height, x, y
	for _, s := range f.series {
		amount := f.money.Of(s.micros)
		need := signPx + signGap + p.measure(s.name).Width + signGap + p.size(amount, true).Width
		if at > x && at+need > right && !oneLine {
			at, top = x, top+line+4
		}
		if at+need <= right || !oneLine {
			p.sign(at, top+(line-signPx)/2, s.color)
			p.text(amount, p.text(s.name, at+signPx+signGap, top, resources.Text2, false)+signGap, top, resources.Text1, true)
		}
		at += need + gap
	}
	return top + line - y
}

// legend says in one line which colour of a chart is which. What has no room is left out: pointer and table say it too.
type legend struct {
	widget.BaseWidget
	data chartData
}

func (l *legend) CreateRenderer() fyne.WidgetRenderer {
	least := func() fyne.Size { return fyne.NewSize(0, newDrawing(resources.SizeSM).measure("0").Height) }
	return &renderer{of: l, min: least, draw: func(size fyne.Size) []fyne.CanvasObject {
		p := newDrawing(resources.SizeSM)
		p.legend(l.data, 0, 0, size.Width, 16, true)
		return p.objects()
	}}
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

// The picture of a chart. It is drawn twice as fine as on most screens, for paper.
const (
	posterWidth  = 1000 // px
	posterHeight = 420
	posterScale  = 2
	posterPad    = 24
	posterText   = 12
	posterHead   = 16
)

// poster draws a chart as the window does, in light colours, with a title, a note behind it and a legend. It belongs to the window's
// goroutine.
func poster(f chartData, running bool, title, note string, size fyne.Size, scale float32) image.Image {
	colors := resources.Theme(resources.Light)
	p := &drawing{px: posterHead, color: func(name fyne.ThemeColorName) color.Color { return colors.Color(name, theme.VariantLight) }}
	p.rect(rect{0, 0, size.Width, size.Height}, resources.BgRaised)
	x, top := p.text(title, posterPad, posterPad, resources.Text1, true), posterPad+p.size(title, true).Height+10
	p.px = posterText
	p.text(note, x+12, posterPad+3, resources.Text2, false)
	top += p.legend(f, posterPad, top, size.Width-posterPad, 20, false) + 10
	p.origin = fyne.NewPos(posterPad, top)
	p.plan(f, layChart(f, running, fyne.NewSize(size.Width-2*posterPad, size.Height-top-posterPad), p.measure), -1)

	c := software.NewCanvas()
	c.SetPadded(false)
	c.SetScale(scale)
	c.SetContent(container.NewWithoutLayout(p.objects()...))
	c.Resize(size)
	return c.Capture()
}
