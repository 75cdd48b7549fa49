package chart

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// renderer draws a chart of rectangles, lines and texts, which it keeps and moves. Nothing is drawn anew while figures,
// size and colours stay.
type renderer struct {
	c       *Chart
	drawn   state
	ground  *canvas.Rectangle // behind the bar that is looked at
	mark    *canvas.Rectangle // behind the bar that the place is about
	ring    *canvas.Rectangle
	plates  pool[*canvas.Rectangle]
	words   pool[*canvas.Text]
	lines   pool[*canvas.Line]
	box     *valueBox
	objects []fyne.CanvasObject
}

// state is what a drawing depends on.
type state struct {
	made    int
	size    fyne.Size
	text    float32
	ink     color.Color
	at      int
	chosen  int
	ringed  bool
	hovered bool
}

func newRenderer(c *Chart) *renderer {
	r := &renderer{c: c, ground: canvas.NewRectangle(color.Transparent), mark: canvas.NewRectangle(color.Transparent),
		ring: canvas.NewRectangle(color.Transparent), box: newValueBox(),
		plates: pool[*canvas.Rectangle]{make: func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }},
		words:  pool[*canvas.Text]{make: func() *canvas.Text { return canvas.NewText("", color.Transparent) }},
		lines:  pool[*canvas.Line]{make: func() *canvas.Line { return canvas.NewLine(color.Transparent) }},
	}
	return r
}

func (r *renderer) Destroy()                     {}
func (r *renderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *renderer) MinSize() fyne.Size           { return fyne.NewSize(240, 120) }
func (r *renderer) Layout(fyne.Size)             { r.draw() }

func (r *renderer) Refresh() {
	if r.draw() {
		canvas.Refresh(r.c)
	}
}

// measures returns what words need in the typeface of the window.
func (c *Chart) measures() Measures {
	px := theme.Size(resources.SizeXS)
	return Measures{
		Label: func(words string) float32 { return fyne.MeasureText(words, px, fyne.TextStyle{}).Width },
		Line:  fyne.MeasureText("0", px, fyne.TextStyle{}).Height,
		Money: c.money,
		Least: c.least,
	}
}

// draw places everything, and reports whether anything changed.
func (r *renderer) draw() bool {
	c := r.c
	now := state{c.made, c.Size(), theme.Size(resources.SizeXS), theme.Color(resources.Text1), c.At(), c.chosen, c.focused && !c.pointed, c.hovered >= 0}
	if now == r.drawn || c.Size().IsZero() {
		return false
	}
	r.drawn = now
	p := c.plan()
	r.plates.reuse()
	r.words.reuse()
	r.lines.reuse()

	r.slot(r.mark, p, c.chosen, resources.BgSelected)
	r.slot(r.ground, p, now.at, resources.BgHover)
	for _, t := range p.Ticks {
		r.plate(Rect{p.Plot.X, t.Y, p.Plot.W, 1}, resources.Line)
		r.text(t.Words, p.Plot.X-tickGap, t.Y-c.measures().Line/2, resources.Text3, fyne.TextAlignTrailing, false)
	}
	for i, s := range p.Slots {
		if s.Words != "" {
			b := c.figures.Buckets[i]
			name := resources.Text2
			if b.Future {
				name = resources.LineStrong
			} else if b.Now {
				name = resources.Text1
			}
			r.text(s.Words, s.X+s.W/2, p.Plot.Y+p.Plot.H+labelGap, name, fyne.TextAlignCenter, b.Now)
		}
	}
	for _, b := range p.Bars {
		r.plate(Rect{b.X, b.Y, b.W, b.H - b.Gap}, c.figures.Series[b.Series].Color)
	}
	if p.Look == Running {
		r.running(p)
	}
	r.frame(now)
	r.box.show(c.figures, c.look, now.at, p, c.money)
	r.gather()
	return true
}

func (r *renderer) running(p Plan) {
	c := r.c
	if b := c.figures.Budget; b != nil {
		r.plate(Rect{p.Plot.X, p.Budget, p.Plot.W, 1}, resources.Warn)
		r.text(lang.L("budget %s", c.money(*b)), p.Plot.X+p.Plot.W, p.Budget+2, resources.Warn, fyne.TextAlignTrailing, false)
	}
	for i := 1; i < len(p.Points); i++ {
		l := r.lines.take()
		l.Position1, l.Position2 = p.Points[i-1], p.Points[i]
		l.StrokeWidth, l.StrokeColor = 2, theme.Color(resources.Accent)
	}
	for i, at := range p.Points {
		if b := c.figures.Buckets[i]; i == c.At() || b.Now || len(p.Points) == 1 {
			r.plate(Rect{at.X - 3, at.Y - 3, 6, 6}, resources.Accent).CornerRadius = 3
		}
	}
}

// slot lays a colour behind the whole room of a bar.
func (r *renderer) slot(o *canvas.Rectangle, p Plan, i int, name fyne.ThemeColorName) {
	o.Hide()
	if i < 0 || i >= len(p.Slots) {
		return
	}
	s := p.Slots[i]
	o.FillColor = theme.Color(name)
	o.Move(fyne.NewPos(s.X, s.Y))
	o.Resize(fyne.NewSize(s.W, s.H))
	o.Show()
}

func (r *renderer) plate(at Rect, name fyne.ThemeColorName) *canvas.Rectangle {
	o := r.plates.take()
	o.FillColor, o.CornerRadius = theme.Color(name), 0
	o.Move(fyne.NewPos(at.X, at.Y))
	o.Resize(fyne.NewSize(at.W, at.H))
	return o
}

// text puts words to the left of x, to its right or around it.
func (r *renderer) text(words string, x, y float32, name fyne.ThemeColorName, align fyne.TextAlign, bold bool) {
	o := r.words.take()
	o.Text, o.TextSize, o.Color, o.TextStyle.Bold = words, theme.Size(resources.SizeXS), theme.Color(name), bold
	size := o.MinSize()
	switch align {
	case fyne.TextAlignTrailing:
		x -= size.Width
	case fyne.TextAlignCenter:
		x -= size.Width / 2
	}
	o.Move(fyne.NewPos(whole(x), whole(y)))
	o.Resize(size)
}

// frame draws the ring of the keyboard.
func (r *renderer) frame(now state) {
	r.ring.Hide()
	if now.ringed {
		r.ring.StrokeWidth, r.ring.StrokeColor, r.ring.CornerRadius = 2, theme.Color(resources.Text1), 4
		r.ring.Move(fyne.NewPos(-3, -3))
		r.ring.Resize(now.size.AddWidthHeight(6, 6))
		r.ring.Show()
	}
}

// gather puts what is drawn in its order, from the back to the front.
func (r *renderer) gather() {
	r.objects = []fyne.CanvasObject{r.mark, r.ground}
	for _, o := range r.plates.taken() {
		r.objects = append(r.objects, o)
	}
	for _, o := range r.lines.taken() {
		r.objects = append(r.objects, o)
	}
	for _, o := range r.words.taken() {
		r.objects = append(r.objects, o)
	}
	r.objects = append(r.objects, r.ring)
	r.objects = append(r.objects, r.box.objects()...)
}
