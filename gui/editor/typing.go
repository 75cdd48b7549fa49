package editor

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// typing is a label that is being typed, in its place on the picture.
type typing struct {
	mark  drawing.Mark
	field *widgets.Entry
}

// beginTyping opens a field where a label stands or will stand. Enter, a click elsewhere and every other tool keep what was
// typed; Esc as well, because a word that was typed is never lost, and an undo takes it back.
func (s *Screen) beginTyping(m drawing.Mark) {
	s.endTyping()
	t := &typing{mark: m, field: widgets.NewEntry().MinWidth(160)}
	t.field.PlaceHolder = lang.L("Label, then Enter")
	t.field.SetText(m.Text)
	t.field.CursorColumn = len([]rune(m.Text))
	t.field.OnSubmitted = func(string) { s.endTyping(); s.focusCanvas(false) }
	t.field.OnEscape = func() { s.endTyping(); s.focusCanvas(false) }
	t.field.OnFocus = func(got bool) {
		if !got {
			s.endTyping()
		}
	}
	s.typing = t
	s.overlay.label = t.field
	s.showOverlay()
	s.d.Post(func() { // after the click that began it: Fyne takes the keyboard from what does not lie below the pointer
		if s.typing == t {
			s.d.Canvas().Focus(t.field)
		}
	})
}

// placeTyping moves the field to where the label is seen.
func (s *Screen) placeTyping() {
	if s.typing == nil {
		return
	}
	f, m := s.typing.field, s.typing.mark
	at := drawing.Point{}
	if len(m.Points) > 0 {
		at = m.At.Apply(m.Points[0])
	}
	pos, size := s.overlay.at(at), f.MinSize()
	room := s.stage.Size()
	pos = fyne.NewPos(max(min(pos.X, room.Width-size.Width-4), 4), max(min(pos.Y, room.Height-size.Height-4), 4))
	f.Move(pos)
	f.Resize(size)
}

// endTyping keeps what was typed.
func (s *Screen) endTyping() {
	t := s.typing
	if t == nil {
		return
	}
	s.typing = nil
	s.overlay.label = nil
	s.toolbox.Written(t.mark, t.field.Text)
	s.showOverlay()
}

// editWords types into the label that is chosen.
func (s *Screen) editWords() {
	if s.oneTextChosen() {
		s.beginTyping(s.toolbox.Selection()[0])
	}
}
