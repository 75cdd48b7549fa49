package gui

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// textScales are the sizes of text that a person steps through, 1: 100 %.
var textScales = [...]float32{0.85, 1, 1.15, 1.3, 1.5}

// TextScales returns the sizes of text that are offered, 1: 100 %.
func TextScales() []float32 { return append([]float32{}, textScales[:]...) }

// theme is the look with the text as large as the person wants it.
func (s *Shell) theme() fyne.Theme {
	return resources.Theme(s.look).WithTextScale(s.personal.get().scale)
}

// TextScale returns how large the text is, 1: 100 %. Any goroutine.
func (s *Shell) TextScale() float32 { return s.personal.get().scale }

// SetTextScale changes the size of all text at once and keeps it; it is held between 0.85 and 1.5.
func (s *Shell) SetTextScale(v float32) {
	s.changePersonal(func(p *choices) { p.scale = holdScale(v) })
	s.app.Settings().SetTheme(s.theme())
	if o := s.root.stage.Objects; len(o) == 1 {
		s.root.looks[o[0]] = dressNow()
	}
	s.menu.remake() // the bar has another height, and the content begins under it
	s.root.reflow()
}

// stepText makes the text one size larger (1) or smaller (-1).
func (s *Shell) stepText(by int) {
	at, now := 0, s.TextScale()
	for i, v := range textScales {
		if v <= now+0.001 {
			at = i
		}
	}
	s.SetTextScale(textScales[min(max(at+by, 0), len(textScales)-1)])
}

// ReduceMotion reports whether the person wants nothing to move by itself. Any goroutine.
func (s *Shell) ReduceMotion() bool { return s.personal.get().still }

// SetReduceMotion changes that and keeps it.
func (s *Shell) SetReduceMotion(on bool) {
	s.changePersonal(func(p *choices) { p.still = on })
	canvas := s.window.Canvas()
	field := canvas.Focused()
	if _, text := field.(interface{ SelectedText() string }); text { // the toolkit asks whether a caret may blink when its field gets the keyboard
		canvas.Unfocus()
		canvas.Focus(field)
	}
	s.menu.refresh()
}

// changePersonal changes what belongs to the person at once, and keeps it off the window's goroutine.
func (s *Shell) changePersonal(f func(*choices)) {
	s.personal.change(f)
	s.Do(lang.L("Could not keep the settings of this computer."), func(context.Context) error { return s.personal.write() })
	s.Refresh(Settings) // its page shows them
}
