package editor

import (
	"errors"
	"image"
	"image/color"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/editor/tool"
	"viviscope/gui/lang"
)

// toolHost is the canvas as the tools see it.
type toolHost struct{ s *Screen }

var _ tool.Host = toolHost{}

// Drawing implements [tool.Host], as does all that follows.
func (h toolHost) Drawing() drawing.Drawing { return h.s.drawing() }

// Preview shows a drawing that is not yet one. A step that is being tried out is done roughly, so that it follows the pointer.
func (h toolHost) Preview(d drawing.Drawing) {
	trial := len(d.Steps) > len(h.s.drawing().Steps)
	h.s.painter.request(paintRequest{set: true, rough: trial, draw: h.s.visible(d)})
}

// Commit makes a step of the history.
func (h toolHost) Commit(word string, d drawing.Drawing) {
	h.s.reveal()
	h.s.do(word, d)
}

// Continue makes one step of several changes.
func (h toolHost) Continue(key, word string, d drawing.Drawing) {
	h.s.reveal()
	h.s.doing(key, word, d)
}

// StrokeBegin begins a stroke on the pixels alone.
func (h toolHost) StrokeBegin(m drawing.Mark) {
	h.s.reveal()
	h.s.painter.request(paintRequest{begin: true, mark: m})
}

// StrokeExtend goes on with it.
func (h toolHost) StrokeExtend(points ...drawing.Point) {
	h.s.painter.request(paintRequest{more: points})
}

// StrokeEnd ends it.
func (h toolHost) StrokeEnd() {
	h.s.painter.request(paintRequest{end: true})
}

// Fresh is a mark as the tool is set to make it.
func (h toolHost) Fresh(k tool.Kind) drawing.Mark { return h.s.settings.fresh(k) }

// Fill is the colour of what Extend adds.
func (h toolHost) Fill() color.NRGBA { return h.s.settings.Fill }

// Measure is the size of a label.
func (h toolHost) Measure(text string, height float64) drawing.Point {
	w, high := paint.TextSize(text, height)
	return drawing.Point{X: w, Y: high}
}

// Pixel is a colour that is seen on the canvas.
func (h toolHost) Pixel(x, y int) (color.NRGBA, bool) {
	at := image.Pt(x, y)
	if h.s.surface == nil || !at.In(image.Rectangle{Max: h.s.surface.Size()}) {
		return color.NRGBA{}, false
	}
	one := image.NewRGBA(image.Rect(0, 0, 1, 1))
	h.s.surface.Draw(one, image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))}, 0)
	return color.NRGBAModel.Convert(one.RGBAAt(0, 0)).(color.NRGBA), true
}

// Write lets the person type into a label.
func (h toolHost) Write(m drawing.Mark) { h.s.beginTyping(m) }

// Picked takes a colour for the tool that was the current one before.
func (h toolHost) Picked(c color.NRGBA) { h.s.picked(c) }

// Refused says why something cannot be done.
func (h toolHost) Refused(err error) {
	var limit *drawing.LimitError
	switch {
	case errors.As(err, &limit):
		h.s.notice(limitWords(limit))
	case errors.Is(err, tool.ErrFull):
		h.s.notice(lang.L("No more marks fit on this canvas. Save a marked copy and go on with that."))
	default:
		h.s.notice(lang.L("That cannot be done: %s.", err.Error()))
	}
}

// limitWords says which bound of a canvas is in the way.
func limitWords(e *drawing.LimitError) string {
	switch e.Limit {
	case drawing.LongestSide:
		return lang.L("That cannot be done: %d px is the longest side that can be sent.", e.Most)
	case drawing.ShortestSide:
		return lang.L("That cannot be done: %d px is the shortest side of a canvas.", e.Most)
	}
	return lang.N("That cannot be done: a canvas can be cropped, turned and extended %s time.",
		"That cannot be done: a canvas can be cropped, turned and extended %s times.", e.Most, lang.Number(e.Most))
}

// Changed shows the overlay and the options anew.
func (h toolHost) Changed() {
	h.s.showOverlay()
	h.s.showOptions()
}
