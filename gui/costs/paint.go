package costs

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"viviscope/resources"
)

// painting collects the canvas objects of a drawing. Texts are above the shapes.
type painting struct {
	px            float32 // size of the text
	shapes, texts []fyne.CanvasObject
}

func newPainting(size fyne.ThemeSizeName) *painting { return &painting{px: theme.Size(size)} }

func (p *painting) objects() []fyne.CanvasObject { return slices.Concat(p.shapes, p.texts) }

func (p *painting) addRect(r rect, name fyne.ThemeColorName) *canvas.Rectangle {
	o := canvas.NewRectangle(theme.Color(name))
	o.Move(fyne.NewPos(r.x, r.y))
	o.Resize(fyne.NewSize(r.w, r.h))
	p.shapes = append(p.shapes, o)
	return o
}

// addMarker adds a small square in the colour of a series.
func (p *painting) addMarker(x, y float32, name fyne.ThemeColorName) {
	p.addRect(rect{x, y, markerPx, markerPx}, name).CornerRadius = 2
}

func (p *painting) textSize(words string, bold bool) fyne.Size {
	return fyne.MeasureText(words, p.px, fyne.TextStyle{Bold: bold})
}

// measure returns the size of a label of an axis.
func (p *painting) measure(words string) fyne.Size { return p.textSize(words, false) }

// addText adds a text with its upper left corner at x, y, and returns its right edge.
func (p *painting) addText(words string, x, y float32, name fyne.ThemeColorName, bold bool) float32 {
	o := canvas.NewText(words, theme.Color(name))
	o.TextSize, o.TextStyle.Bold = p.px, bold
	o.Move(fyne.NewPos(x, y))
	o.Resize(o.MinSize())
	p.texts = append(p.texts, o)
	return x + o.MinSize().Width
}

// addLabel adds a text on whole pixels, with a share of its width to the left of x.
func (p *painting) addLabel(words string, x, share, y float32, name fyne.ThemeColorName, bold bool) {
	p.addText(words, whole(x-share*p.textSize(words, bold).Width), whole(y), name, bold)
}

// addPlan adds the axes and bars of a chart.
func (p *painting) addPlan(f chartData, l plan) {
	for _, t := range l.ticks {
		p.addRect(rect{l.plot.x, t.y, l.plot.w, 1}, resources.Line)
		p.addLabel(t.words, l.plot.x-tickGap, 1, t.y-p.measure("0").Height/2, resources.Text3, false)
	}
	for i, s := range l.slots {
		b, name := f.buckets[i], resources.Text2
		if b.future {
			name = resources.LineStrong
		} else if b.now {
			name = resources.Text1
		}
		if s.words != "" {
			p.addLabel(s.words, s.x+s.w/2, 0.5, l.plot.y+l.plot.h+labelGap, name, b.now)
		}
	}
	all := chartSeries()
	for _, b := range l.bars {
		p.addRect(rect{b.x, b.y, b.w, b.h - b.gap}, all[b.series].color)
	}
}

// addSlot fills the whole height of a bar's slot; nothing for -1.
func (p *painting) addSlot(l plan, i int, name fyne.ThemeColorName) {
	if i >= 0 && i < len(l.slots) {
		p.addRect(l.slots[i].rect, name)
	}
}

// addFocusRing adds a ring around the chart.
func (p *painting) addFocusRing(size fyne.Size) {
	ring := canvas.NewRectangle(color.Transparent)
	ring.StrokeWidth, ring.StrokeColor, ring.CornerRadius = 2, theme.Color(resources.Text1), 4
	ring.Move(fyne.NewPos(-3, -3))
	ring.Resize(size.AddWidthHeight(6, 6))
	p.texts = append(p.texts, ring)
}

// The box with the values of a bar, px.
const (
	boxPad    = 8
	markerPx  = 10
	markerGap = 6
	boxGap    = 16 // between a name and its amount
	boxApart  = 6  // from the bar
)

// addValues adds a box with the values of a bar beside it.
func (p *painting) addValues(f chartData, l plan, bucket int) {
	title, all := f.buckets[bucket].name, f.values(bucket)
	size, names, amounts := p.textSize(title, true), float32(0), float32(0)
	row := size.Height + 3
	for _, v := range all {
		names = max(names, p.measure(v.name).Width)
		amounts = max(amounts, p.textSize(v.amount, v.color == "").Width)
	}
	width := max(size.Width, markerPx+markerGap+names+boxGap+amounts) + 2*boxPad
	slot := l.slots[bucket]
	x, y := slot.x+slot.w+boxApart, l.plot.y
	if x+width > l.plot.x+l.plot.w {
		x = max(slot.x-boxApart-width, 0)
	}
	plate := p.addRect(rect{x, y, width, row*float32(len(all)+1) + 2*boxPad - 3}, resources.BgRaised)
	plate.StrokeColor, plate.StrokeWidth, plate.CornerRadius = theme.Color(resources.LineStrong), 1, 6
	p.addText(title, x+boxPad, y+boxPad, resources.Text1, true)
	for i, v := range all {
		at := y + boxPad + row*float32(i+1)
		if v.color != "" {
			p.addMarker(x+boxPad, at+(size.Height-markerPx)/2, v.color)
		}
		p.addText(v.name, x+boxPad+markerPx+markerGap, at, resources.Text2, false)
		bold := v.color == ""
		p.addText(v.amount, x+width-boxPad-p.textSize(v.amount, bold).Width, at, resources.Text1, bold)
	}
}

// addLegend adds the name and the sum of each series with an amount, as far as they fit into a width.
func (p *painting) addLegend(f chartData, width float32) {
	const gap = 16
	x := float32(0)
	for i, s := range chartSeries() {
		amount := f.money.Of(f.total[i])
		need := markerPx + markerGap + p.measure(s.name).Width + markerGap + p.textSize(amount, true).Width
		if f.total[i] == 0 || x+need > width {
			continue
		}
		p.addMarker(x, (p.measure("0").Height-markerPx)/2, s.color)
		end := p.addText(s.name, x+markerPx+markerGap, 0, resources.Text2, false)
		p.addText(amount, end+markerGap, 0, resources.Text1, true)
		x += need + gap
	}
}
