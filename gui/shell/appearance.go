package shell

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// theme returns the theme for the look, with the user's text size.
func (s *Shell) theme() fyne.Theme {
	return resources.Theme(s.look).WithTextScale(s.deps.Program.Personal().scale())
}

// TextScale returns how large the text is, 1: 100 %. Any goroutine.
func (s *Shell) TextScale() float32 { return s.deps.Program.Personal().scale() }

// SetTextScale changes the size of all text at once and keeps it; it is held between 0.85 and 1.5.
func (s *Shell) SetTextScale(v float32) {
	s.changePersonal(func(p *Personal) { p.Text = v })
	s.app.Settings().SetTheme(s.theme())
	if o := s.root.stage.Objects; len(o) == 1 {
		s.root.looks[o[0]] = appearanceNow()
	}
	s.remakeMenu() // the bar has another height, and the content begins under it
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

// ReduceMotion reports whether the user switched animations off. Any goroutine.
func (s *Shell) ReduceMotion() bool { return s.deps.Program.Personal().Still }

// SetReduceMotion changes that and keeps it.
func (s *Shell) SetReduceMotion(on bool) {
	s.changePersonal(func(p *Personal) { p.Still = on })
	canvas := s.window.Canvas()
	field := canvas.Focused()
	// The toolkit checks whether a caret may blink only when its field gets the focus.
	if _, text := field.(interface{ SelectedText() string }); text {
		canvas.Unfocus()
		canvas.Focus(field)
	}
	s.menu.refresh()
}

// changePersonal changes the user's settings at once, and stores them off the window's goroutine.
func (s *Shell) changePersonal(f func(*Personal)) {
	s.deps.Program.ChangePersonal(f)
	s.Do(lang.L("Settings for this computer could not be saved."), func(context.Context) error {
		return s.deps.Program.KeepPersonal()
	})
	s.Refresh(Settings) // its page shows them
}

// Look returns which look was chosen.
func (s *Shell) Look() resources.Variant { return s.look }

// SetLook changes the look at once and keeps it.
func (s *Shell) SetLook(v resources.Variant) {
	s.look = v
	s.app.Settings().SetTheme(s.theme())
	s.menu.refresh()
	s.keep(settingLook, v.String())
}

// Notify reports whether a job that ends behind the window is announced. Any goroutine.
func (s *Shell) Notify() bool { return s.notify.Load() }

// SetNotify changes that and keeps it.
func (s *Shell) SetNotify(on bool) {
	s.notify.Store(on)
	s.keep(settingNotify, on)
}

// keep stores a setting at once, off the window's goroutine. What cannot be written is shown and tried again, see
// [action.Saver].
func (s *Shell) keep(name string, value any) {
	if s.deps.ReadOnly { // the status bar shows that nothing is saved
		return
	}
	s.saver.Put(name, value)
	s.Go(func(ctx context.Context) {
		if err := s.saver.Flush(ctx); err != nil {
			s.log.Warn("store setting", "name", name, "err", err)
		}
	})
}

// remakeMenu shows the menu with its keys in a column that fits the size of the text.
func (s *Shell) remakeMenu() {
	s.menu.make()
	if !s.root.bare {
		s.window.SetMainMenu(s.menu.main)
	}
}
