package tool

import (
	"image"
	"image/color"
	"testing"

	"viviscope/gui/editor/drawing"
)

// canvas is a host without a window.
type canvas struct {
	t       testing.TB
	history *drawing.History
	shown   drawing.Drawing // what is seen
	stroke  []drawing.Point // that is being drawn
	drawing bool
	style   drawing.Style
	fill    color.NRGBA
	wrote   *drawing.Mark
	picked  []color.NRGBA
	refused []error
}

func newCanvas(t testing.TB, w, h int) (*canvas, *Toolbox) {
	d := drawing.Drawing{Source: drawing.Source{Asset: "src", Size: image.Pt(w, h)}}
	c := &canvas{t: t, history: drawing.NewHistory(d, 1<<24), shown: d}
	c.style = drawing.Style{Color: drawing.Colours()[0].Color, Width: 8, Hardness: 0.5, Opacity: 1}
	c.fill = color.NRGBA{255, 255, 255, 255}
	return c, NewToolbox(c)
}

func (c *canvas) Drawing() drawing.Drawing  { return c.history.Now() }
func (c *canvas) Preview(d drawing.Drawing) { c.shown, c.drawing = d, false }

func (c *canvas) Commit(word string, d drawing.Drawing) {
	c.history.Do(word, d)
	c.committed(d)
}

func (c *canvas) Continue(key, word string, d drawing.Drawing) {
	c.history.Continue(key, word, d)
	c.committed(d)
}

func (c *canvas) committed(d drawing.Drawing) {
	c.drawing = false
	if err := d.Check(); err != nil {
		c.t.Error(err)
	}
	c.shown = d
}

func (c *canvas) StrokeBegin(m drawing.Mark) {
	if c.drawing {
		c.t.Error("two strokes at once")
	}
	c.drawing, c.stroke = true, append([]drawing.Point(nil), m.Points...)
}
func (c *canvas) StrokeExtend(p ...drawing.Point) {
	if !c.drawing {
		c.t.Error("a stroke that did not begin")
	}
	c.stroke = append(c.stroke, p...)
}

func (c *canvas) Fresh(k Kind) drawing.Mark {
	kinds := map[Kind]drawing.MarkKind{Region: drawing.Emphasis}
	kind, ok := kinds[k]
	if !ok {
		kind = drawing.MarkKind(k)
	}
	return drawing.Mark{Kind: kind, Style: c.style}
}
func (c *canvas) Fill() color.NRGBA { return c.fill }
func (c *canvas) Measure(text string, height float64) drawing.Point {
	return drawing.Point{X: float64(len(text)) * height / 2, Y: height * 1.5}
}
func (c *canvas) Pixel(x, y int) (color.NRGBA, bool) {
	if !image.Pt(x, y).In(image.Rectangle{Max: c.Drawing().Size()}) {
		return color.NRGBA{}, false
	}
	return color.NRGBA{uint8(x), uint8(y), 0, 255}, true
}
func (c *canvas) Write(m drawing.Mark)   { c.wrote = &m }
func (c *canvas) Picked(col color.NRGBA) { c.picked = append(c.picked, col) }
func (c *canvas) Refused(err error)      { c.refused = append(c.refused, err) }
func (c *canvas) Changed()               {}

// at is the pointer at 100 %.
func at(x, y float64, hold ...Hold) Pointer {
	p := Pointer{At: drawing.Point{X: x, Y: y}, Zoom: 1}
	for _, h := range hold {
		p.Hold |= h
	}
	return p
}

// drag presses at the first place, goes along and lets go at the last.
func drag(k *Toolbox, places ...Pointer) {
	k.Hover(places[0])
	k.Down(places[0])
	for _, p := range places[1:] {
		k.Drag(p)
	}
	k.Up(places[len(places)-1])
}

// top is the uppermost mark.
func (c *canvas) top() drawing.Mark {
	c.t.Helper()
	m, ok := c.Drawing().Top()
	if !ok {
		c.t.Fatal("no mark")
	}
	return m
}

func (c *canvas) words() (words []string) {
	h := c.history
	n := 0
	for h.CanUndo() {
		word, _ := h.Undo()
		words = append([]string{word}, words...)
		n++
	}
	for range n {
		h.Redo()
	}
	return words
}
