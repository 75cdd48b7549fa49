package chart

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"fyne.io/fyne/v2"
	textfont "github.com/go-text/typesetting/font"
	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"viviscope/gui/fonts"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// Poster says how a chart is painted into a picture.
type Poster struct {
	Title string    // in the first line
	Note  string    // behind it: whose money, and that it is charged
	Size  fyne.Size // px before Scale
	Scale float32
	Look  Look
	Money func(micros int64) string
	Least int64 // see [Measures]

	Color         func(fyne.ThemeColorName) color.Color
	Regular, Bold []byte // typefaces, TrueType or OpenType; what they have no sign for is written in a typeface of the system
}

const (
	posterPad  = 24 // px
	posterText = 12
	posterHead = 16
)

// Paint draws figures as the window does, with title and legend. It touches no object of the window, so it runs on any
// goroutine. It fails only where a typeface cannot be read.
func Paint(f Figures, o Poster) (*image.NRGBA, error) {
	b := &brush{o: o, scale: o.Scale}
	system := &fonts.System{}
	for _, t := range []struct {
		face   *font.Face
		data   []byte
		px     float32
		weight textfont.Weight
	}{{&b.small, o.Regular, posterText, textfont.WeightNormal}, {&b.strong, o.Bold, posterText, textfont.WeightBold}, {&b.head, o.Bold, posterHead, textfont.WeightBold}} {
		// Chinese and Japanese write many of the same signs differently: the language of the window says whose are meant.
		face, err := fonts.NewTypeface(t.data, float64(t.px*o.Scale), fonts.Wish{Weight: t.weight, Japanese: lang.Current() == "ja"}, system)
		if err != nil {
			return nil, err
		}
		*t.face = face
	}
	b.img = image.NewNRGBA(image.Rect(0, 0, int(o.Size.Width*o.Scale), int(o.Size.Height*o.Scale)))
	draw.Draw(b.img, b.img.Bounds(), image.NewUniform(o.Color(resources.BgRaised)), image.Point{}, draw.Src)

	x := b.text(b.head, o.Title, posterPad, posterPad, resources.Text1)
	b.text(b.small, o.Note, x+12, posterPad+3, resources.Text2)
	top := b.legend(f, posterPad+b.height(b.head)+10)
	m := Measures{Label: func(s string) float32 { return b.width(b.small, s) }, Line: b.height(b.small), Money: o.Money, Least: o.Least}
	b.dx, b.dy = posterPad, top+10
	b.plan(f, Lay(f, o.Look, fyne.NewSize(o.Size.Width-2*posterPad, o.Size.Height-b.dy-posterPad), m))
	return b.img, nil
}

// brush paints in px before scale, moved by dx and dy.
type brush struct {
	o                   Poster
	img                 *image.NRGBA
	scale               float32
	small, strong, head font.Face
	dx, dy              float32
}

// legend writes what each colour stands for and how much it is, and returns where it ends.
func (b *brush) legend(f Figures, y float32) float32 {
	x, line := float32(posterPad), b.height(b.small)
	for _, s := range f.Series {
		amount := b.o.Money(s.Micros)
		need := boxSign + 6 + b.width(b.small, s.Name) + 6 + b.width(b.strong, amount)
		if x > posterPad && x+need > b.o.Size.Width-posterPad {
			x, y = posterPad, y+line+4
		}
		b.fill(Rect{x, y + (line-boxSign)/2, boxSign, boxSign}, s.Color)
		x = b.text(b.small, s.Name, x+boxSign+6, y, resources.Text2)
		x = b.text(b.strong, amount, x+6, y, resources.Text1) + 20
	}
	return y + line
}

func (b *brush) plan(f Figures, p Plan) {
	line := b.height(b.small)
	for _, t := range p.Ticks {
		b.fill(Rect{p.Plot.X, t.Y, p.Plot.W, 1}, resources.Line)
		b.text(b.small, t.Words, p.Plot.X-tickGap-b.width(b.small, t.Words), t.Y-line/2, resources.Text3)
	}
	for i, s := range p.Slots {
		name := resources.Text2
		if f.Buckets[i].Future {
			name = resources.LineStrong
		}
		b.text(b.small, s.Words, s.X+(s.W-b.width(b.small, s.Words))/2, p.Plot.Y+p.Plot.H+labelGap, name)
	}
	for _, bar := range p.Bars {
		b.fill(Rect{bar.X, bar.Y, bar.W, bar.H - bar.Gap}, f.Series[bar.Series].Color)
	}
	if p.Look != Running {
		return
	}
	if f.Budget != nil {
		words := lang.L("budget %s", b.o.Money(*f.Budget))
		b.fill(Rect{p.Plot.X, p.Budget, p.Plot.W, 1}, resources.Warn)
		b.text(b.small, words, p.Plot.X+p.Plot.W-b.width(b.small, words), p.Budget+2, resources.Warn)
	}
	for i := 1; i < len(p.Points); i++ {
		b.stroke(p.Points[i-1], p.Points[i], 2, resources.Accent)
	}
}

func (b *brush) fill(r Rect, name fyne.ThemeColorName) {
	px := func(v float32) int { return int(v*b.scale + 0.5) }
	at := image.Rect(px(r.X+b.dx), px(r.Y+b.dy), px(r.X+r.W+b.dx), px(r.Y+r.H+b.dy))
	draw.Draw(b.img, at, image.NewUniform(b.o.Color(name)), image.Point{}, draw.Over)
}

// stroke draws a line as the rectangle around it.
func (b *brush) stroke(from, to fyne.Position, width float32, name fyne.ThemeColorName) {
	move := func(p fyne.Position) fyne.Position {
		return fyne.NewPos((p.X+b.dx)*b.scale, (p.Y+b.dy)*b.scale)
	}
	from, to = move(from), move(to)
	along := to.Subtract(from)
	length := float32(math.Hypot(float64(along.X), float64(along.Y)))
	if length == 0 {
		return
	}
	ox, oy := -along.Y/length*width*b.scale/2, along.X/length*width*b.scale/2
	size := b.img.Bounds().Size()
	v := vector.NewRasterizer(size.X, size.Y)
	v.MoveTo(from.X+ox, from.Y+oy)
	v.LineTo(to.X+ox, to.Y+oy)
	v.LineTo(to.X-ox, to.Y-oy)
	v.LineTo(from.X-ox, from.Y-oy)
	v.ClosePath()
	v.Draw(b.img, b.img.Bounds(), image.NewUniform(b.o.Color(name)), image.Point{})
}

// text writes words with their upper left corner at a place and returns where they end.
func (b *brush) text(face font.Face, words string, x, y float32, name fyne.ThemeColorName) float32 {
	d := font.Drawer{Dst: b.img, Src: image.NewUniform(b.o.Color(name)), Face: face,
		Dot: fixed.Point26_6{X: fixed.Int26_6((x + b.dx) * b.scale * 64), Y: fixed.Int26_6((y+b.dy)*b.scale*64) + face.Metrics().Ascent}}
	d.DrawString(words)
	return x + b.width(face, words)
}

func (b *brush) width(face font.Face, words string) float32 {
	return float32(font.MeasureString(face, words)) / 64 / b.scale
}

func (b *brush) height(face font.Face) float32 {
	return float32(face.Metrics().Height) / 64 / b.scale
}
