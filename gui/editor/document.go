package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/editor/tool"
	"viviscope/gui/lang"
)

// page is the canvas that is open.
type page struct {
	key     string   // ref of the asset, or sheetPrefix and a number: what it is stored under
	title   string   // what a file that is made of it begins with; it is not shown
	asset   db.Asset // ID 0: an empty sheet
	history *drawing.History
	changed time.Time // when it was drawn on last; zero: not known
}

const (
	sheetPrefix  = "sheet-" // begins the keys of canvases that are no asset's
	sessionName  = "editor.desk"
	canvasPrefix = "canvas." // and the key: the name under which the saver has a canvas

	historyMemory  = 48 << 20 // bytes, of the canvas that is open, which alone is in memory: its history leaves its oldest steps behind
	historyWritten = 2 << 20  // bytes, of one canvas in the library
)

// drawing is what is on the canvas; the zero value where none is open.
func (s *Screen) drawing() drawing.Drawing {
	if s.page == nil {
		return drawing.Drawing{}
	}
	return s.page.history.Now()
}

// do makes a change of the drawing. Changes with one key that follow each other closely, such as those of a slider, are one step; ""
// is no key.
func (s *Screen) do(key, word string, d drawing.Drawing) {
	switch {
	case s.page == nil:
		return
	case key == "":
		s.page.history.Do(word, d)
	default:
		s.page.history.Continue(key, word, d)
	}
	s.changed()
}

// Undo takes the last change of the drawing back. Window's goroutine, as all that follows.
func (s *Screen) Undo() {
	s.step((*drawing.History).Undo, func(step string) string { return lang.L("Undone: %s.", stepName(step)) })
}

// Redo does it again.
func (s *Screen) Redo() {
	s.step((*drawing.History).Redo, func(step string) string { return lang.L("Redone: %s.", stepName(step)) })
}

func (s *Screen) step(back func(*drawing.History) (string, bool), words func(step string) string) {
	if s.page == nil {
		return
	}
	s.endTyping()
	if s.toolbox.Tool().Cancel() { // a drag, or a frame that was not applied, is what goes first
		return
	}
	if step, ok := back(s.page.history); ok {
		s.changed()
		s.toolbox.Replaced()
		s.sayBriefly(words(step))
	}
}

// changed shows and stores what the drawing is now, and tells the composer.
func (s *Screen) changed() {
	s.changes++
	d := s.drawing()
	s.sendable.Store(&sendable{d, s.page.asset.Ref})
	s.painter.request(paintRequest{set: true, draw: s.visible(d)})
	s.page.changed = s.d.Now()
	s.store(s.page)
	s.weigh()
	s.render()
	s.tell()
}

// store has a canvas be written.
func (s *Screen) store(p *page) {
	s.saver.Put(canvasPrefix+p.key, snapshot{p.title, p.history.Frozen(), p.changed})
}

// reveal shows the marks again that were hidden: what is drawn must be seen.
func (s *Screen) reveal() {
	if s.hidden {
		s.hidden = false
		s.render()
	}
}

// visible is what of a drawing is painted: while the original is looked at it alone, and no marks while they are hidden.
func (s *Screen) visible(d drawing.Drawing) drawing.Drawing {
	switch {
	case s.peeking:
		d.Marks, d.Steps = nil, nil
	case s.hidden:
		d.Marks = nil
	}
	return d
}

func (s *Screen) tell() {
	s.d.Composer.SetPicture(s.State())
	s.d.Composer.SetHints(drawing.Hints(s.drawing()))
}

// toolHost is the canvas as the tools see it.
type toolHost struct{ s *Screen }

var _ tool.Host = toolHost{}

func (h toolHost) Drawing() drawing.Drawing { return h.s.drawing() }

// Preview shows a drawing that is not yet one. A step that is being tried out is done roughly, so that it follows the pointer.
func (h toolHost) Preview(d drawing.Drawing) {
	trial := len(d.Steps) > len(h.s.drawing().Steps)
	h.s.painter.request(paintRequest{set: true, rough: trial, draw: h.s.visible(d)})
}

func (h toolHost) Commit(word string, d drawing.Drawing) {
	h.s.reveal()
	h.s.do("", word, d)
}

func (h toolHost) Continue(key, word string, d drawing.Drawing) {
	h.s.reveal()
	h.s.do(key, word, d)
}

func (h toolHost) StrokeBegin(m drawing.Mark) {
	h.s.reveal()
	h.s.painter.request(paintRequest{begin: true, mark: m})
}

func (h toolHost) StrokeExtend(points ...drawing.Point) {
	h.s.painter.request(paintRequest{more: points})
}

func (h toolHost) Fresh(k tool.Kind) drawing.Mark { return h.s.settings.fresh(k) }

func (h toolHost) Fill() color.NRGBA { return h.s.settings.Fill }

func (h toolHost) Measure(text string, height float64) drawing.Point {
	w, high := paint.TextSize(text, height)
	return drawing.Point{X: w, Y: high}
}

func (h toolHost) Pixel(x, y int) (color.NRGBA, bool) {
	at := image.Pt(x, y)
	if h.s.surface == nil || !at.In(image.Rectangle{Max: h.s.surface.Size()}) {
		return color.NRGBA{}, false
	}
	one := image.NewRGBA(image.Rect(0, 0, 1, 1))
	h.s.surface.Draw(one, image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))}, 0)
	return color.NRGBAModel.Convert(one.RGBAAt(0, 0)).(color.NRGBA), true
}

func (h toolHost) Write(m drawing.Mark) { h.s.beginTyping(m) }

func (h toolHost) Picked(c color.NRGBA) { h.s.picked(c) }

func (h toolHost) Refused(err error) {
	var limit *drawing.LimitError
	if !errors.As(err, &limit) {
		h.s.notice(lang.L("The canvas is full. Save a copy with marks and continue with it."))
		return
	}
	switch limit.Limit {
	case drawing.LongestSide:
		h.s.notice(lang.L("Not possible: the longest side can be at most %d px.", limit.Most))
	case drawing.ShortestSide:
		h.s.notice(lang.L("Not possible: each side must be at least %d px.", limit.Most))
	default:
		h.s.notice(lang.N("Not possible: a canvas can be cropped, rotated and extended %s time.",
			"Not possible: a canvas can be cropped, rotated and extended %s times.", limit.Most, lang.Number(limit.Most)))
	}
}

func (h toolHost) Changed() {
	h.s.showOverlay()
	h.s.showOptions()
}

// stepName names a step of the history, which has a word for it that is stored with the canvas and never shown: what package tool
// and this one call it when they do it.
func stepName(step string) string {
	names := map[string]string{
		"brush":         lang.L("brush stroke"),
		"erase":         lang.L("eraser stroke"),
		"line":          lang.X("noun", "line"),
		"arrow":         lang.X("noun", "arrow"),
		"box":           lang.X("noun", "box"),
		"ellipse":       lang.X("noun", "ellipse"),
		"text":          lang.X("noun", "label"),
		"number":        lang.X("noun", "number"),
		"blur":          lang.L("blurred area"),
		"pixelate":      lang.L("pixelated area"),
		"emphasis":      lang.X("noun", "region"),
		"place picture": lang.L("placing a picture"),
		"move":          lang.L("moving marks"),
		"turn mark":     lang.L("rotating a mark"),
		"reshape":       lang.L("reshaping a mark"),
		"size":          lang.L("size of marks"),
		"style":         lang.L("style of marks"),
		"order":         lang.L("order of marks"),
		"delete":        lang.L("deleting marks"),
		"duplicate":     lang.L("duplicating marks"),
		"hide":          lang.L("hiding marks"),
		"show":          lang.L("showing marks"),
		"restore marks": lang.L("restoring marks"),
		"crop":          lang.L("cropping"),
		"extend":        lang.L("extending the picture"),
		"turn":          lang.L("rotating the picture"),
		"flip":          lang.L("flipping the picture"),
		"straighten":    lang.L("straightening"),
		"resize":        lang.L("resizing"),
	}
	if name, ok := names[step]; ok {
		return name
	}
	return lang.L("the last change") // of a program that knew more
}

// session is stored once for the editor: the tools, the open canvas, and the purpose of its picture.
type session struct {
	Open     string          `json:"open,omitempty"` // its key; "": none
	Keyframe action.Keyframe `json:"keyframe,omitzero"`
	Settings toolSettings    `json:"hand"`
	Typing   *typedLabel     `json:"typing,omitempty"` // on the open canvas; nil: none
}

// typedLabel is a label that is being typed. The drawing has it once typing ends; a kill before that loses nothing.
type typedLabel struct {
	Mark drawing.Mark `json:"mark"`
	Text string       `json:"text"`
}

type written struct {
	Title   string          `json:"title"`
	History json.RawMessage `json:"history"`
	Changed time.Time       `json:"changed,omitzero"`
}

// snapshot is a canvas on its way to be stored. It is encoded where it is written.
type snapshot struct {
	title   string
	history *drawing.History
	changed time.Time
}

// storedCanvas is a canvas as it was read.
type storedCanvas struct {
	title   string
	history *drawing.History // nil: there is none
	changed time.Time        // zero: not known
}

func (f snapshot) MarshalJSON() ([]byte, error) {
	data, err := f.history.Encode(historyWritten)
	if errors.Is(err, drawing.ErrTooLarge) {
		data, err = f.history.Encode(drawing.MaxHistory) // the drawing itself is never left out
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(written{f.title, data, f.changed.UTC()})
}

// store writes canvases as drawings of the library, and everything else as settings.
type store struct{ Library }

func (s store) SetSetting(ctx context.Context, name string, value any) error {
	if key, ok := strings.CutPrefix(name, canvasPrefix); ok {
		return s.SetDrawing(ctx, key, value)
	}
	return s.Library.SetSetting(ctx, name, value)
}

// loadCanvas reads a canvas; its history is nil where there is none of that key. The error wraps errUnreadable where
// what is stored is damaged or written by a newer program; any other is one of the library.
func (s *Screen) loadCanvas(ctx context.Context, key string) (storedCanvas, error) {
	data, err := s.storedData(ctx, key)
	var large *folder.TooLargeError
	switch {
	case errors.As(err, &large), errors.Is(err, folder.ErrNoFile):
		return storedCanvas{}, fmt.Errorf("read canvas %.8s: %w: %w", key, errUnreadable, err)
	case err != nil:
		return storedCanvas{}, fmt.Errorf("read canvas %.8s: %w", key, err)
	}
	var w written
	if data != nil {
		err = json.Unmarshal(data, &w)
	}
	stored := storedCanvas{title: w.Title, changed: w.Changed}
	if err == nil && len(w.History) > 0 {
		stored.history, err = drawing.DecodeHistory(w.History, historyMemory)
	}
	if err != nil {
		return storedCanvas{}, fmt.Errorf("read canvas %.8s: %w: %w", key, errUnreadable, err)
	}
	return stored, nil
}

// loadSession reads what is said once. What is not there is as at a first start.
func (s *Screen) loadSession(ctx context.Context) (session, error) {
	d := session{Settings: newToolSettings()}
	if _, err := s.d.Library.Setting(ctx, sessionName, &d); err != nil {
		return session{Settings: newToolSettings()}, fmt.Errorf("read tools: %w", err)
	}
	if !slices.ContainsFunc(newToolTable(), func(e toolEntry) bool { return e.kind == d.Settings.Tool }) {
		d.Settings.Tool = tool.Brush
	}
	return d, nil
}
