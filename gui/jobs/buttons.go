package jobs

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/kit"
)

// actionButtons shows actions on a job as buttons.
type actionButtons struct {
	acts *actions
	make func(a action.Action, do func()) fyne.CanvasObject
	in   *fyne.Container
	id   int64 // of the job
	list []action.Action
}

// show makes new buttons only if the job or a label changed, so that a button that stays keeps the focus, and a key that
// is pressed twice does not reach the job that came into the place of the first.
func (b *actionButtons) show(id int64, list []action.Action, busy bool) {
	looksSame := func(x, y action.Action) bool { return x.ID == y.ID && x.Label == y.Label }
	if b.id == id && slices.EqualFunc(b.list, list, looksSame) {
		copy(b.list, list)
	} else {
		b.id, b.list, b.in.Objects = id, list, nil
		for i, a := range list {
			b.in.Objects = append(b.in.Objects, b.make(a, func() { b.press(i, list) }))
		}
		b.in.Refresh()
	}
	for _, o := range b.in.Objects {
		if o, ok := o.(fyne.Disableable); ok {
			kit.Enable(o, !busy)
		}
	}
}

// press does an action of the list that its button was made for: a button can keep the focus after others took its place.
func (b *actionButtons) press(i int, list []action.Action) {
	if i < len(b.in.Objects) {
		b.acts.pressed = b.in.Objects[i]
	}
	list[i].Do()
}
