package editor

import (
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// labelField is the field in which the text of a label is typed, at its place on the picture.
type labelField struct {
	host    action.Host
	tools   *tools
	overlay *overlay
	mark    drawing.Mark
	field   *kit.Entry // nil: no label is being typed

	onTyped  func() // after every change of the text, and at the end
	onClosed func() // Enter or Esc was pressed
}

// open opens the field for a label. Enter, a click elsewhere and every other tool keep the text. Esc does so too,
// because typed text is never lost; an undo removes it.
func (l *labelField) open(m drawing.Mark) {
	l.end()
	field := kit.NewEntry().MinWidth(160)
	l.mark, l.field = m, field
	field.PlaceHolder = lang.L("Type text, then Enter")
	field.SetText(m.Text)
	field.CursorColumn = len([]rune(m.Text))
	field.OnChanged = func(string) { l.onTyped() }
	field.OnEscape = func() {
		l.end()
		l.onClosed()
	}
	field.OnSubmitted = func(string) { field.OnEscape() }
	field.OnFocus = func(got bool) {
		if !got {
			l.end()
		}
	}
	l.overlay.label, l.overlay.labelAt = field, drawing.Point{}
	if len(m.Points) > 0 {
		l.overlay.labelAt = m.At.Apply(m.Points[0])
	}
	l.overlay.update()
	// After the click that opened it: Fyne takes the focus from objects that are not below the pointer.
	l.host.Post(func() {
		if l.field == field {
			l.host.Canvas().Focus(field)
		}
	})
}

// end closes the field and keeps its text.
func (l *labelField) end() {
	if l.field == nil {
		return
	}
	text := l.field.Text
	l.field, l.overlay.label = nil, nil
	l.tools.toolbox.Written(l.mark, text)
	l.onTyped()
	l.overlay.update()
}

// typed returns the label that is being typed; nil if there is none.
func (l *labelField) typed() *typedLabel {
	if l.field == nil {
		return nil
	}
	return &typedLabel{l.mark, l.field.Text}
}

// editSelected opens the field for the selected label, if a single one is selected.
func (l *labelField) editSelected() {
	if l.tools.oneTextSelected() {
		l.open(l.tools.toolbox.Selection()[0])
	}
}
