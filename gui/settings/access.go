package settings

import (
	"strconv"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/keymap"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// Access is what the place asks and tells about reading and keys. Window's goroutine.
type Access struct {
	TextScales     []float32 // the sizes of text that are offered, 1: 100 %
	TextScale      func() float32
	OnTextScale    func(float32)
	ReduceMotion   func() bool
	OnReduceMotion func(bool)
	Shortcuts      Shortcuts // nil: the part is left out
}

// Shortcuts are the keys of all commands. Window's goroutine.
type Shortcuts interface {
	// Rows lists every command that has keys or could have some.
	Rows() []action.KeyRow
	// Choose gives a command keys, or none. Those of another command are a *action.TakenError unless the two may exchange theirs;
	// those that cannot be chosen are a *action.RefusedError.
	Choose(id string, c keymap.Chord, exchange bool) error
	Reset(id string)
	ResetAll()
	// Catch has take told of keys that menus would take, until stop is called.
	Catch(take func(keymap.Chord)) (stop func())
}

// accessWing is the part about reading and keys.
type accessWing struct {
	s       *Screen
	text    *widgets.Segmented
	motion  *widgets.Toggle
	keys    *keyTable
	content fyne.CanvasObject
}

func newAccessWing(s *Screen) *accessWing {
	a := s.deps.Access
	w := &accessWing{s: s, keys: newKeyTable(s)}
	sizes := make([]string, len(a.TextScales))
	for i, v := range a.TextScales {
		sizes[i] = strconv.Itoa(int(v*100+0.5)) + " %"
	}
	w.text = widgets.NewSegmented(sizes, func(i int) { a.OnTextScale(a.TextScales[i]) })
	w.motion = widgets.NewToggle(a.ReduceMotion(), a.OnReduceMotion)
	w.content = widgets.NewColumn(12, heading(lang.L("Keyboard and access")),
		field(lang.L("Text size"), widgets.NewRow(12, w.text, note(lang.L("all words of the window")).Ellipsis())),
		field(lang.L("Reduce motion"), widgets.NewRow(12, w.motion, note(lang.L("nothing moves by itself: a clip under the pointer stands still until it is played")).Wrap(true))),
		w.keys.content)
	return w
}

// show brings the part up to date; menus and keys change the same things.
func (w *accessWing) show() {
	a := w.s.deps.Access
	now := a.TextScale()
	nearest := 0
	for i, v := range a.TextScales {
		if (v-now)*(v-now) < (a.TextScales[nearest]-now)*(a.TextScales[nearest]-now) {
			nearest = i
		}
	}
	w.text.SetSelected(nearest)
	w.motion.SetOn(a.ReduceMotion())
	w.keys.show()
}
