package shell

import (
	"context"
	"encoding/json"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// mostRecent is how many commands are remembered that were used.
const mostRecent = 8

// Personal is what the person at this computer chose in the window, whichever library is open. What it holds is replaced and never changed.
type Personal struct {
	Keys   json.RawMessage `json:"keys,omitempty"`            // chosen in an older version: not used, and left in the file
	Text   float32         `json:"text_scale,omitempty"`      // 1: 100 %; 0 is that too
	Still  bool            `json:"reduced_motion,omitempty"`  // nothing moves by itself
	Recent []string        `json:"recent_commands,omitempty"` // IDs of the commands that were used, the last one first
}

// UnmarshalJSON takes what can be used; the rest has its first value.
func (p *Personal) UnmarshalJSON(data []byte) error {
	type plain Personal
	_ = json.Unmarshal(data, (*plain)(p)) // a value of another kind is left out, and the others are read
	recent := slices.DeleteFunc(p.Recent, func(id string) bool { return id == "" })
	p.Recent = recent[:min(len(recent), mostRecent)]
	return nil
}

// scale is how large texts are, 1: 100 %, in the bounds that they are drawn for.
func (p Personal) scale() float32 {
	if !(p.Text > 0) {
		return 1
	}
	return min(max(p.Text, resources.TextScaleMin), resources.TextScaleMax)
}

// textScales are the sizes of text that a person steps through, 1: 100 %.
var textScales = [...]float32{0.85, 1, 1.15, 1.3, 1.5}

// TextScales returns the sizes of text that are offered, 1: 100 %.
func TextScales() []float32 { return append([]float32{}, textScales[:]...) }

// theme is the look with the text as large as the person wants it.
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
func (s *Shell) ReduceMotion() bool { return s.deps.Program.Personal().Still }

// SetReduceMotion changes that and keeps it.
func (s *Shell) SetReduceMotion(on bool) {
	s.changePersonal(func(p *Personal) { p.Still = on })
	canvas := s.window.Canvas()
	field := canvas.Focused()
	// The toolkit asks whether a caret may blink when its field gets the keyboard.
	if _, text := field.(interface{ SelectedText() string }); text {
		canvas.Unfocus()
		canvas.Focus(field)
	}
	s.menu.refresh()
}

// changePersonal changes what belongs to the person at once, and keeps it off the window's goroutine.
func (s *Shell) changePersonal(f func(*Personal)) {
	s.deps.Program.ChangePersonal(f)
	s.Do(lang.L("Settings for this computer could not be saved."), func(context.Context) error { return s.deps.Program.KeepPersonal() })
	s.Refresh(Settings) // its page shows them
}
