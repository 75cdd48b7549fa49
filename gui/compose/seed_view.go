package compose

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// seedView is the seed with its dice and its lock, and how many clips a click makes.
type seedView struct {
	entry     *editor
	dice      *widgets.Button
	lock      *widgets.Button
	clips     *widgets.Stepper
	complaint *complaint
	row       *fyne.Container
}

func newSeedView(edit func(func(*form.SeedDraft)), onClips func(int), onSend func(), roll func() int64) *seedView {
	v := &seedView{}
	v.entry = newEditor(func(text string) {
		edit(func(s *form.SeedDraft) { s.Text = text })
	}, onSend)
	v.entry.SetPlaceHolder(lang.X("seed", "any"))
	v.complaint = newComplaint(v.entry).indented()
	v.dice = widgets.NewIconButton(resources.IconDice(), lang.L("New seed"), func() {
		edit(func(s *form.SeedDraft) { s.Text = form.SeedText(roll()) })
	})
	v.lock = widgets.NewIconButton(resources.IconLockOpen(), lang.L("Keep the seed"), func() {
		edit(func(s *form.SeedDraft) {
			s.Locked = !s.Locked
			if s.Locked && strings.TrimSpace(s.Text) == "" {
				s.Text = form.SeedText(roll()) // an empty field has nothing to keep
			}
		})
	})
	v.clips = widgets.NewStepper(1, form.MaxClips, 1, onClips)
	buttons := widgets.NewRow(8, v.dice, v.lock, widgets.NewText(lang.L("Clips"), resources.SizeBody, resources.Text2, false), v.clips)
	v.row = container.NewBorder(nil, nil, nil, buttons, v.entry)
	return v
}

func (v *seedView) show(s form.SeedDraft, clips int, problems []client.ValidationError) {
	v.entry.show(s.Text)
	v.lock.SetOn(s.Locked)
	if s.Locked {
		v.lock.SetIcon(resources.IconLock())
		v.lock.SetWord(lang.L("Locked: the same seed again; several clips count up"))
	} else {
		v.lock.SetIcon(resources.IconLockOpen())
		v.lock.SetWord(lang.L("Not locked: another seed after each click"))
	}
	v.clips.SetValue(clips)
	v.complaint.show(problems)
}
