package editor

import (
	"viviscope/db"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/lang"
)

// page is the canvas that is open.
type page struct {
	key     string   // ref of the asset, or sheetPrefix and a number: what it is stored under
	title   string   // what a file that is made of it begins with; it is not shown
	asset   db.Asset // ID 0: an empty sheet
	history *drawing.History
}

// sheetPrefix begins the keys of canvases that are no asset's.
const sheetPrefix = "sheet-"

// drawing is what is on the canvas; the zero value where none is open.
func (s *Screen) drawing() drawing.Drawing {
	if s.page == nil {
		return drawing.Drawing{}
	}
	return s.page.history.Now()
}

// do makes a change of the drawing that can be undone by one step.
func (s *Screen) do(word string, d drawing.Drawing) {
	if s.page == nil {
		return
	}
	s.page.history.Do(word, d)
	s.changed()
}

// doing is do for changes that follow each other closely, such as those of a slider: all with one key are one step.
func (s *Screen) doing(key, word string, d drawing.Drawing) {
	if s.page == nil {
		return
	}
	s.page.history.Continue(key, word, d)
	s.changed()
}

// Undo takes the last change of the drawing back. Window's goroutine, as all that follows.
func (s *Screen) Undo() {
	s.step((*drawing.History).Undo, func(step string) string { return lang.L("Undone: %s.", stepName(step)) })
}

// Redo does it again.
func (s *Screen) Redo() {
	s.step((*drawing.History).Redo, func(step string) string { return lang.L("Done again: %s.", stepName(step)) })
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
		s.whisper(words(step))
	}
}

// changed shows and stores what the drawing is now, and tells the composer.
func (s *Screen) changed() {
	s.changes++
	d := s.drawing()
	s.sendable.Store(&sendable{d, s.page.asset.Ref})
	s.painter.request(paintRequest{set: true, draw: s.visible(d)})
	s.store.put(canvasPrefix+s.page.key, snapshot{s.page.title, s.page.history.Frozen()})
	s.weigh()
	s.render()
	s.tell()
}

// reveal shows the marks again that were hidden: what is drawn must be seen.
func (s *Screen) reveal() {
	if s.hidden {
		s.hidden = false
		s.showBar()
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

// tell tells the composer what is on the canvas.
func (s *Screen) tell() {
	s.d.Composer.SetPicture(s.State())
	s.d.Composer.SetHints(drawing.Hints(s.drawing()))
}
