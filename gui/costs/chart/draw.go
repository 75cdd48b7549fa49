package chart

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
	at            fyne.Position // what is drawn is moved by it
	px            float32       // size of words
	color         func(fyne.ThemeColorName) color.Color
	shapes, words []fyne.CanvasObject
}

func (p *drawing) objects() []fyne.CanvasObject { return slices.Concat(p.shapes, p.words) }

func (p *drawing) rect(r Rect, name fyne.ThemeColorName) *canvas.Rectangle {
	o := canvas.NewRectangle(p.color(name))
	o.Move(p.at.AddXY(r.X, r.Y))
	o.Resize(fyne.NewSize(r.W, r.H))
	p.shapes = append(p.shapes, o)
	return o
}

// sign is a small square in the colour of a series.
func (p *drawing) sign(x, y float32, name fyne.ThemeColorName) {
	p.rect(Rect{x, y, signPx, signPx}, name).CornerRadius = 2
}

func (p *drawing) measure(words string, bold bool) fyne.Size {
	return fyne.MeasureText(words, p.px, fyne.TextStyle{Bold: bold})
}

// text writes words with their upper left corner at a place, and returns where they end.
func (p *drawing) text(words string, x, y float32, name fyne.ThemeColorName, bold bool) float32 {
	o := canvas.NewText(words, p.color(name))
	o.TextSize, o.TextStyle.Bold = p.px, bold
	o.Move(p.at.AddXY(x, y))
	o.Resize(o.MinSize())
	p.words = append(p.words, o)
	return x + o.MinSize().Width
}

// label writes words on whole pixels, with a part of their width to the left of x.
func (p *drawing) label(words string, x, part, y float32, name fyne.ThemeColorName, bold bool) {
	p.text(words, whole(x-part*p.measure(words, bold).Width), whole(y), name, bold)
}

// measures are what the words of the axes need.
func (p *drawing) measures(money func(micros int64) string, least int64) Measures {
	return Measures{
		Label: func(words string) float32 { return p.measure(words, false).Width },
		Line:  p.measure("0", false).Height,
		Money: money,
		Least: least,
	}
}

// plan draws figures. at is the bar that is looked at, -1 for none.
func (p *drawing) plan(f Figures, l Plan, at int, money func(micros int64) string) {
	for _, t := range l.Ticks {
		p.rect(Rect{l.Plot.X, t.Y, l.Plot.W, 1}, resources.Line)
		p.label(t.Words, l.Plot.X-tickGap, 1, t.Y-p.measure("0", false).Height/2, resources.Text3, false)
	}
	for i, s := range l.Slots {
		b, name := f.Buckets[i], resources.Text2
		if b.Future {
			name = resources.LineStrong
		} else if b.Now {
			name = resources.Text1
		}
		if s.Words != "" {
			p.label(s.Words, s.X+s.W/2, 0.5, l.Plot.Y+l.Plot.H+labelGap, name, b.Now)
		}
	}
	for _, b := range l.Bars {
		p.rect(Rect{b.X, b.Y, b.W, b.H - b.Gap}, f.Series[b.Series].Color)
	}
	if l.Look != Running {
		return
	}
	if f.Budget != nil {
		p.rect(Rect{l.Plot.X, l.Budget, l.Plot.W, 1}, resources.Warn)
		p.label(lang.L("budget %s", money(*f.Budget)), l.Plot.X+l.Plot.W, 1, l.Budget+2, resources.Warn, false)
	}
	for i, point := range l.Points {
		if i == at || f.Buckets[i].Now || len(l.Points) == 1 {
			p.rect(Rect{point.X - 3, point.Y - 3, 6, 6}, resources.Accent).CornerRadius = 3
		}
	}
	for i := 1; i < len(l.Points); i++ {
		o := canvas.NewLine(p.color(resources.Accent))
		o.StrokeWidth, o.Position1, o.Position2 = 2, p.at.Add(l.Points[i-1]), p.at.Add(l.Points[i])
		p.shapes = append(p.shapes, o)
	}
}

// slot lays a colour behind the whole room of a bar; -1: of none.
func (p *drawing) slot(l Plan, i int, name fyne.ThemeColorName) {
	if i >= 0 && i < len(l.Slots) {
		p.rect(l.Slots[i].Rect, name)
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
func (p *drawing) values(title string, all []value, l Plan, bucket int) {
	size, names, amounts := p.measure(title, true), float32(0), float32(0)
	row := size.Height + 3
	for _, v := range all {
		names = max(names, p.measure(v.name, false).Width)
		amounts = max(amounts, p.measure(v.amount, v.color == "").Width)
	}
	width := max(size.Width, signPx+signGap+names+boxGap+amounts) + 2*boxPad
	slot := l.Slots[bucket]
	x, y := slot.X+slot.W+boxApart, l.Plot.Y
	if x+width > l.Plot.X+l.Plot.W {
		x = max(slot.X-boxApart-width, 0)
	}
	plate := p.rect(Rect{x, y, width, row*float32(len(all)+1) + 2*boxPad - 3}, resources.BgRaised)
	plate.StrokeColor, plate.StrokeWidth, plate.CornerRadius = p.color(resources.LineStrong), 1, 6
	p.text(title, x+boxPad, y+boxPad, resources.Text1, true)
	for i, v := range all {
		at := y + boxPad + row*float32(i+1)
		if v.color != "" {
			p.sign(x+boxPad, at+(size.Height-signPx)/2, v.color)
		}
		p.text(v.name, x+boxPad+signPx+signGap, at, resources.Text2, false)
		bold := v.color == ""
		p.text(v.amount, x+width-boxPad-p.measure(v.amount, bold).Width, at, resources.Text1, bold)
	}
}

// value is one line of what is told of a bar.
type value struct {
	name, amount string
	color        fyne.ThemeColorName // of its sign; "" for a sum
}

// valuesOf words a bar: its parts from the highest to the lowest, as they lie over each other, and their sum.
func valuesOf(f Figures, look Look, bucket int, money func(int64) string) []value {
	b := f.Buckets[bucket]
	if look == Running {
		all := []value{{f.Unit.Words().InThis, money(b.Total), ""}, {lang.L("charged so far"), money(b.Ran), resources.Accent}}
		if f.Budget == nil {
			return all
		}
		if left := *f.Budget - b.Ran; left < 0 {
			return append(all, value{lang.L("over the budget"), money(-left), resources.Warn})
		} else {
			return append(all, value{lang.L("left of the budget"), money(left), resources.Warn})
		}
	}
	var all []value
	for i := len(f.Series) - 1; i >= 0; i-- {
		if b.Micros[i] != 0 {
			all = append(all, value{f.Series[i].Name, money(b.Micros[i]), f.Series[i].Color})
		}
	}
	switch {
	case b.Future && len(all) == 0:
		return []value{{lang.L("not yet"), "", ""}}
	case len(all) == 0:
		return []value{{lang.L("charged"), money(0), ""}}
	case len(all) > 1:
		all = append(all, value{lang.L("charged"), money(b.Total), ""})
	}
	return all
}

// legendWidth is how wide the legend of a series is, px.
func (p *drawing) legendWidth(s Series, money func(int64) string) float32 {
	return signPx + signGap + p.measure(s.Name, false).Width + signGap + p.measure(money(s.Micros), true).Width
}

// legend says what a colour stands for, and how much it is.
func (p *drawing) legend(s Series, money func(int64) string, x, y float32) {
	p.sign(x, y+(p.measure("0", false).Height-signPx)/2, s.Color)
	x = p.text(s.Name, x+signPx+signGap, y, resources.Text2, false)
	p.text(money(s.Micros), x+signGap, y, resources.Text1, true)
}

// Legend says in one line which colour is which, and how much. What has no room is left out: pointer and table say it too.
type Legend struct {
	widget.BaseWidget
	series []Series
	money  func(micros int64) string
}

// NewLegend makes an empty legend.
func NewLegend() *Legend {
	l := &Legend{}
	l.ExtendBaseWidget(l)
	return l
}

// Set shows the series of a chart.
func (l *Legend) Set(series []Series, money func(micros int64) string) {
	l.series, l.money = series, money
	l.Refresh()
}

// legendGap is the room between two series, px.
const legendGap = 16

// CreateRenderer draws the legend.
func (l *Legend) CreateRenderer() fyne.WidgetRenderer {
	empty := func() *drawing { return &drawing{px: theme.Size(resources.SizeSM), color: theme.Color} }
	least := func() fyne.Size { return fyne.NewSize(0, empty().measure("0", false).Height) }
	return &renderer{of: l, min: least, draw: func(size fyne.Size) []fyne.CanvasObject {
		p, x := empty(), float32(0)
		for _, s := range l.series {
			need := p.legendWidth(s, l.money)
			if x+need <= size.Width {
				p.legend(s, l.money, x, 0)
			}
			x += need + legendGap
		}
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

// Poster says how a chart is made into a picture.
type Poster struct {
	Title string    // in the first line
	Note  string    // behind it: whose money, and that it is charged
	Size  fyne.Size // px before Scale
	Scale float32
	Look  Look
	Money func(micros int64) string
	Least int64 // see [Measures]
	Color func(fyne.ThemeColorName) color.Color
}

const (
	posterPad  = 24 // px
	posterText = 12
	posterHead = 16
)

// Picture draws figures as the window does, with title and legend. It belongs to the window's goroutine.
func Picture(f Figures, o Poster) image.Image {
	p := &drawing{px: posterHead, color: o.Color}
	p.rect(Rect{0, 0, o.Size.Width, o.Size.Height}, resources.BgRaised)
	x, top := p.text(o.Title, posterPad, posterPad, resources.Text1, true), posterPad+p.measure(o.Title, true).Height+10
	p.px = posterText
	p.text(o.Note, x+12, posterPad+3, resources.Text2, false)
	line := p.measure("0", false).Height
	x = posterPad
	for _, s := range f.Series {
		need := p.legendWidth(s, o.Money)
		if x > posterPad && x+need > o.Size.Width-posterPad {
			x, top = posterPad, top+line+4
		}
		p.legend(s, o.Money, x, top)
		x += need + 20
	}
	p.at = fyne.NewPos(posterPad, top+line+10)
	room := fyne.NewSize(o.Size.Width-2*posterPad, o.Size.Height-p.at.Y-posterPad)
	p.plan(f, Lay(f, o.Look, room, p.measures(o.Money, o.Least)), -1, o.Money)

	c := software.NewCanvas()
	c.SetPadded(false)
	c.SetScale(o.Scale)
	c.SetContent(container.NewWithoutLayout(p.objects()...))
	c.Resize(o.Size)
	return c.Capture()
}
