package editor

import (
	"errors"
	"image/color"
	"math"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// tools are the current tool, its settings, and the edits that follow from them.
type tools struct {
	doc      *document
	table    toolTable
	settings toolSettings
	toolbox  *tool.Toolbox
	before   tool.Kind // the current tool before Pick

	toolCallbacks
}

// toolCallbacks connect the tools to the window.
type toolCallbacks struct {
	onLeave    func()               // before another tool is taken, and before an undo
	onTaken    func(k tool.Kind)    // a tool was taken
	onAdjusted func()               // the settings changed
	onOverlay  func()               // the overlay, the selection or a number of the tool changed
	onRevealed func()               // hidden marks are shown again
	onWrite    func(m drawing.Mark) // the user shall type the text of a label
	onRefused  func(reason string)  // an edit is impossible; a sentence
	onStepped  func(result string)  // a step was undone or redone; a sentence
}

func newTools(doc *document) *tools {
	t := &tools{doc: doc, table: newToolTable(), settings: newToolSettings()}
	t.toolbox = tool.NewToolbox(toolHost{t})
	return t
}

// take makes a tool the current one.
func (t *tools) take(k tool.Kind) {
	t.onLeave()
	if k == tool.Pick && t.settings.Tool != tool.Pick {
		t.before = t.settings.Tool
	}
	t.settings.Tool = k
	t.toolbox.Take(k)
	t.onTaken(k)
}

// restore sets the settings of the last session.
func (t *tools) restore(settings toolSettings) {
	t.settings = settings
	t.toolbox.Take(settings.Tool)
}

// undo undoes the last change of the drawing.
func (t *tools) undo() {
	t.stepThrough(t.doc.stepBack, func(step string) string { return lang.L("Undone: %s.", stepName(step)) })
}

// redo redoes the last undone change.
func (t *tools) redo() {
	t.stepThrough(t.doc.stepOn, func(step string) string { return lang.L("Redone: %s.", stepName(step)) })
}

// stepThrough undoes or redoes a step. A drag, or a frame that was not applied, is dropped instead.
func (t *tools) stepThrough(move func() (step string, ok bool), result func(step string) string) {
	if !t.doc.isOpen() {
		return
	}
	t.onLeave()
	if t.toolbox.Tool().Cancel() {
		return
	}
	if step, ok := move(); ok {
		t.toolbox.Replaced()
		t.onStepped(result(step))
	}
}

// press passes a key to the current tool and the selected marks. It reports whether they used it.
func (t *tools) press(k tool.Name) bool {
	return t.toolbox.Key(tool.Key{Name: k, Hold: holdOf(kit.HeldModifiers())})
}

// enlarge resizes the frame of the tool or the selected marks by a pixel, with Shift by ten.
func (t *tools) enlarge(dx, dy float64) {
	by := 1.0
	if kit.HeldModifiers()&fyne.KeyModifierShift != 0 {
		by = 10
	}
	t.toolbox.Size(by*dx, by*dy)
}

// holdOf returns the meaning of modifier keys for the tools.
func holdOf(m fyne.KeyModifier) (h tool.Hold) {
	if m&fyne.KeyModifierShift != 0 {
		h |= tool.Shift
	}
	if m&fyne.KeyModifierAlt != 0 {
		h |= tool.Alt
	}
	return h
}

// adjust changes the settings and the selected marks. Changes with one key that follow each other are one step.
func (t *tools) adjust(key string, set func(*toolSettings), mark func(*drawing.Mark)) {
	set(&t.settings)
	t.toolbox.Restyle(key, func(m drawing.Mark) drawing.Mark {
		mark(&m)
		return m
	})
	t.onAdjusted()
}

// restyle changes the style of the selected marks, and of the marks that the tool makes from now on.
func (t *tools) restyle(key string, change func(*drawing.Style)) {
	k := t.shownTool()
	t.adjust(key, func(s *toolSettings) {
		if style, has := s.Styles[k]; has {
			change(&style)
			s.Styles[k] = style
		}
	}, func(m *drawing.Mark) { change(&m.Style) })
}

func (t *tools) setWidth(v float64) { t.restyle("width", func(st *drawing.Style) { st.Width = v }) }

func (t *tools) setColour(c color.NRGBA) {
	t.restyle("colour", func(st *drawing.Style) { st.Color = c })
}

// setPicked uses a colour that was chosen or picked from the picture.
func (t *tools) setPicked(c color.NRGBA) {
	if t.settings.Tool == tool.Pick {
		t.take(t.before)
	}
	t.setColour(c)
}

// setRound sets whether areas of the tool are ellipses.
func (t *tools) setRound(on bool) {
	k := t.shownTool()
	t.adjust("round", func(s *toolSettings) { s.Round[k] = on }, func(m *drawing.Mark) { m.Round = on })
}

// setPixelate sets whether areas are pixelated instead of blurred.
func (t *tools) setPixelate(on bool) {
	kind := drawing.Blur
	if on {
		kind = drawing.Pixelate
	}
	t.adjust("blur", func(s *toolSettings) { s.Pixelate = on }, func(m *drawing.Mark) { m.Kind = kind })
}

// setNumber changes the selected Number. The next number follows from those on the canvas.
func (t *tools) setNumber(n int) {
	t.adjust("number", func(*toolSettings) {}, func(m *drawing.Mark) { m.Number = n })
}

// straighten sets the angle of the tool Rotate.
func (t *tools) straighten(degrees float64) {
	if r, ok := t.toolbox.Tool().(*tool.Rotator); ok {
		r.SetDegrees(degrees)
	}
}

func (t *tools) setFill(c color.NRGBA) {
	t.adjust("fill", func(s *toolSettings) { s.Fill = c }, func(*drawing.Mark) {})
}

// widen scales the width of what the tool paints, by at least a pixel.
func (t *tools) widen(by float64) {
	t.restyle("width", func(st *drawing.Style) {
		w := math.Round(st.Width * by)
		if w == st.Width {
			w += math.Copysign(1, by-1)
		}
		st.Width = min(max(w, 1), 400)
	})
}

// hideMarks hides marks, or shows them again. Hidden ones are stored, and neither painted nor sent.
func (t *tools) hideMarks(hide bool, ids ...int64) {
	d, step := t.doc.drawing(), "show"
	if hide {
		step = "hide"
	}
	for _, id := range ids {
		if m, ok := d.Mark(id); ok {
			m.Hidden = hide
			d = d.Replace(m)
		}
	}
	t.doc.do("", step, d)
}

// hideSelected hides the selected marks, or shows them if all of them are hidden.
func (t *tools) hideSelected() {
	hide, ids := false, []int64{}
	for _, m := range t.toolbox.Selection() {
		hide = hide || !m.Hidden
		ids = append(ids, m.ID)
	}
	t.hideMarks(hide, ids...)
}

// selectMark selects a mark with the tool Move.
func (t *tools) selectMark(id int64) {
	t.take(tool.Move)
	t.toolbox.Select(id)
}

// reveal shows hidden marks again: new marks must be visible.
func (t *tools) reveal() {
	if t.doc.hidden {
		t.doc.hidden = false
		t.onRevealed()
	}
}

// toolHost is the canvas as the tools see it.
type toolHost struct{ t *tools }

var _ tool.Host = toolHost{}

func (h toolHost) Drawing() drawing.Drawing { return h.t.doc.drawing() }

func (h toolHost) Preview(d drawing.Drawing) { h.t.doc.preview(d) }

func (h toolHost) Commit(step string, d drawing.Drawing) { h.Continue("", step, d) }

func (h toolHost) Continue(key, step string, d drawing.Drawing) {
	h.t.reveal()
	h.t.doc.do(key, step, d)
}

func (h toolHost) StrokeBegin(m drawing.Mark) {
	h.t.reveal()
	h.t.doc.painter.request(paintRequest{begin: true, mark: m})
}

func (h toolHost) StrokeExtend(points ...drawing.Point) {
	h.t.doc.painter.request(paintRequest{more: points})
}

func (h toolHost) Fresh(k tool.Kind) drawing.Mark { return h.t.settings.fresh(k) }

func (h toolHost) Fill() color.NRGBA { return h.t.settings.Fill }

func (h toolHost) Measure(text string, height float64) drawing.Point {
	w, high := paint.TextSize(text, height)
	return drawing.Point{X: w, Y: high}
}

func (h toolHost) Pixel(x, y int) (color.NRGBA, bool) { return h.t.doc.pixel(x, y) }

func (h toolHost) Write(m drawing.Mark) { h.t.onWrite(m) }

func (h toolHost) Picked(c color.NRGBA) { h.t.setPicked(c) }

func (h toolHost) Refused(err error) { h.t.onRefused(refusalText(err)) }

func (h toolHost) Changed() { h.t.onOverlay() }

// refusalText returns why an edit is impossible, as a sentence.
func refusalText(err error) string {
	var limit *drawing.LimitError
	if !errors.As(err, &limit) {
		return lang.L("The canvas is full. Save a copy with marks and continue with it.")
	}
	switch limit.Limit {
	case drawing.LongestSide:
		return lang.L("Not possible: the longest side can be at most %d px.", limit.Most)
	case drawing.ShortestSide:
		return lang.L("Not possible: each side must be at least %d px.", limit.Most)
	}
	return lang.N("Not possible: a canvas can be cropped, rotated and extended %s time.",
		"Not possible: a canvas can be cropped, rotated and extended %s times.", limit.Most, lang.Number(limit.Most))
}

// shownTool returns the tool whose options are shown: the one that makes the selected marks if they have one kind,
// else the current one.
func (t *tools) shownTool() tool.Kind {
	marks := t.toolbox.Selection()
	if len(marks) == 0 {
		return t.settings.Tool
	}
	k := toolOf(marks[0].Kind)
	if slices.ContainsFunc(marks, func(m drawing.Mark) bool { return toolOf(m.Kind) != k }) {
		return tool.Move
	}
	return k
}

func (t *tools) oneTextSelected() bool {
	marks := t.toolbox.Selection()
	return len(marks) == 1 && marks[0].Kind == drawing.Text
}
