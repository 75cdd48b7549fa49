package editor

import (
	"image"
	"image/color"
	"sync/atomic"

	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
)

// document is the content of the canvas: the open page, or the picture that is being opened, and which parts of it are
// visible. Everything but sendable belongs to the window's goroutine.
type document struct {
	host     action.Host
	painter  *painter
	store    *canvasStore
	sendable atomic.Pointer[sendable] // the drawing that is sent; nil: none
	onEdited func()                   // after every change of the drawing

	page     *page         // the open page; nil: none
	lastPage *page         // the page before something could not be opened; nil: none
	opens    int           // number of calls of begin
	opening  string        // the sentence about opening; "" if nothing is being opened
	failure  string        // why nothing could be opened, as a sentence
	remedy   action.Action // what can be done about the failure; without a label: nothing
	edits    int           // number of changes
	hidden   bool          // the marks are not shown
	peeking  bool          // only the original is shown
	surface  *paint.Surface
}

// sendable is the drawing on the canvas, for other goroutines.
type sendable struct {
	drawing drawing.Drawing
	asset   string // ref; "": a sheet
}

// isOpen reports whether a canvas is open.
func (o *document) isOpen() bool { return o.page != nil }

// drawing returns the drawing on the canvas; the zero value if none is open.
func (o *document) drawing() drawing.Drawing {
	if o.page == nil {
		return drawing.Drawing{}
	}
	return o.page.history.Now()
}

// do makes a change of the drawing. Consecutive changes with the same key, such as those of a slider, are one step;
// "" is no key.
func (o *document) do(key, step string, d drawing.Drawing) {
	switch {
	case o.page == nil:
		return
	case key == "":
		o.page.history.Do(step, d)
	default:
		o.page.history.Continue(key, step, d)
	}
	o.edited()
}

// stepBack undoes a step of the history and returns its name; false if there is none.
func (o *document) stepBack() (step string, ok bool) { return o.stepThrough((*drawing.History).Undo) }

// stepOn redoes a step of the history and returns its name; false if there is none.
func (o *document) stepOn() (step string, ok bool) { return o.stepThrough((*drawing.History).Redo) }

func (o *document) stepThrough(move func(*drawing.History) (string, bool)) (step string, ok bool) {
	if o.page == nil {
		return "", false
	}
	if step, ok = move(o.page.history); ok {
		o.edited()
	}
	return step, ok
}

// edited paints, stores and publishes the drawing after a change.
func (o *document) edited() {
	o.edits++
	o.publish()
	o.repaint()
	o.page.changed = o.host.Now()
	o.store.put(o.page)
	o.onEdited()
}

// publish makes the drawing available to other goroutines.
func (o *document) publish() { o.sendable.Store(&sendable{o.drawing(), o.page.asset.Ref}) }

// begin announces that something is being opened, as a sentence; "" for nothing, which drops an earlier announcement.
// The returned function reports whether the announcement is still the last one.
func (o *document) begin(opening string) (current func() bool) {
	o.opens++
	number := o.opens
	o.opening, o.failure, o.remedy = opening, "", action.Action{}
	return func() bool { return number == o.opens }
}

// show opens a page. The caller has stored the page before.
func (o *document) show(p *page) {
	o.opening, o.failure, o.remedy = "", "", action.Action{}
	o.page, o.lastPage, o.peeking = p, nil, false
	o.edits++
	o.publish()
	o.painter.request(paintRequest{open: true, draw: o.visible(o.drawing())})
}

// fail closes the page, and keeps it as the last one. failure is the reason, as a sentence.
func (o *document) fail(failure string, remedy action.Action) {
	if o.page != nil {
		o.lastPage = o.page
	}
	o.opening, o.failure, o.remedy = "", failure, remedy
	o.page, o.peeking = nil, false
	o.sendable.Store(nil)
}

// visible returns the part of a drawing that is painted: without marks while they are hidden, and without marks and
// steps while the original is shown.
func (o *document) visible(d drawing.Drawing) drawing.Drawing {
	switch {
	case o.peeking:
		d.Marks, d.Steps = nil, nil
	case o.hidden:
		d.Marks = nil
	}
	return d
}

// repaint shows the drawing.
func (o *document) repaint() {
	o.painter.request(paintRequest{set: true, draw: o.visible(o.drawing())})
}

// preview shows a drawing that is not committed. A step in it is computed roughly, so that it follows the pointer.
func (o *document) preview(d drawing.Drawing) {
	trial := len(d.Steps) > len(o.drawing().Steps)
	o.painter.request(paintRequest{set: true, rough: trial, draw: o.visible(d)})
}

// setHidden hides the marks on the screen, or shows them. They are sent either way.
func (o *document) setHidden(hidden bool) {
	o.hidden = hidden
	o.repaint()
}

// setPeeking shows only the original, or everything again.
func (o *document) setPeeking(peeking bool) {
	o.peeking = peeking
	o.repaint()
}

// pixel returns the visible colour of a canvas pixel; false outside the canvas.
func (o *document) pixel(x, y int) (color.NRGBA, bool) {
	at := image.Pt(x, y)
	if o.surface == nil || !at.In(image.Rectangle{Max: o.surface.Size()}) {
		return color.NRGBA{}, false
	}
	one := image.NewRGBA(image.Rect(0, 0, 1, 1))
	o.surface.Draw(one, image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))}, 0)
	return color.NRGBAModel.Convert(one.RGBAAt(0, 0)).(color.NRGBA), true
}
