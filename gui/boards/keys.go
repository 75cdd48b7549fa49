package boards

import (
	"cmp"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// actions are what the strip can do, all by keys; the arrows that go through the cards are its own.
func (s *strip) actions() []action.Action {
	return append(s.cardActions(),
		action.Action{ID: "board.move", Label: lang.L("Move along the strip"), Own: true,
			Keys: action.BareKeys(fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown, fyne.KeyHome, fyne.KeyEnd), Says: lang.X("key", "arrows, Home, End")},
		action.Action{ID: "board.strip", Label: lang.L("Go to the strip"), Keys: action.BareKeys(fyne.KeyEscape), Do: func() { s.b.Canvas().Focus(s) }})
}

// cardActions are what can be done with the selected card, as in its menu.
func (s *strip) cardActions() []action.Action {
	const alt, ctrl = fyne.KeyModifierAlt, fyne.KeyModifierShortcutDefault
	b, id, shot := s.b, s.b.card, s.b.shot()
	name := b.cardName(id)
	off := b.locked()
	noShot, noSeam, used := off, off, off
	remove := action.Action{ID: "board.skip", Label: lang.L("Remove the keyframe"), Icon: resources.IconTrash, Keys: action.BareKeys(fyne.KeyDelete), Disabled: off,
		Do: func() { b.edit(lang.L("remove %s", name), func(x *boards.Board) { x.Delete(id) }) }}
	skip := func(what string, on bool) func() {
		return func() { b.edit(what, ofCard(id, func(s *boards.Shot) { s.Skipped = on }, nil)) }
	}
	switch {
	case shot == nil:
		noShot = cmp.Or(off, lang.L("Select a shot first."))
		used = noShot
	case shot.Skipped:
		remove.Label = lang.L("Remove the shot")
	default:
		used = cmp.Or(off, lang.L("It is not skipped."))
		remove.Label, remove.Icon, remove.Do = lang.L("Skip the shot"), resources.IconEyeOff, skip(lang.L("skip %s", name), true)
	}
	if s.seam() < 0 {
		noSeam = cmp.Or(off, lang.L("There is no seam beside it."))
	}
	return []action.Action{
		{ID: "board.after", Label: lang.L("Add a shot after it"), Icon: resources.IconPlus, Keys: action.BareKeys(fyne.KeyInsert), Disabled: off,
			Do: func() { s.b.addShot(s.place(false), "", "") }},
		// Not Shift+Insert, by which the toolkit pastes.
		{ID: "board.before", Label: lang.L("Add a shot before it"), Keys: action.KeysWith(alt, fyne.KeyInsert), Disabled: off,
			Do: func() { s.b.addShot(s.place(true), "", "") }},
		{ID: "board.frame", Label: lang.L("Add a keyframe"), Icon: resources.IconPicture, Disabled: off, Do: s.addFrame},
		{ID: "board.duplicate", Label: lang.L("Duplicate"), Icon: resources.IconCopy, Keys: action.KeysWith(ctrl, fyne.KeyD), Disabled: off, Do: func() {
			s.b.add(lang.L("duplicate %s", name), func(x *boards.Board) string { return x.Duplicate(id, b.picture(id).Ref) })
		}},
		{ID: "board.earlier", Label: lang.L("Move earlier"), Icon: resources.IconArrowLeft, Keys: action.KeysWith(alt, fyne.KeyLeft), Line: true, Disabled: off,
			Do: func() { s.move(id, -1) }},
		{ID: "board.later", Label: lang.L("Move later"), Icon: resources.IconArrowRight, Keys: action.KeysWith(alt, fyne.KeyRight), Disabled: off,
			Do: func() { s.move(id, 1) }},
		{ID: "board.shorter", Label: lang.L("One second less"), Keys: action.BareKeys(fyne.KeyLeftBracket), Disabled: noShot, Do: func() { s.lengthen(-1) }},
		{ID: "board.longer", Label: lang.L("One second more"), Keys: action.BareKeys(fyne.KeyRightBracket), Disabled: noShot, Do: func() { s.lengthen(1) }},
		{ID: "board.seam", Label: lang.L("Change the seam"), Icon: resources.IconSeamShared, Keys: action.BareKeys(fyne.KeyS), Disabled: noSeam,
			Do: func() { s.nextSeam(s.seam()) }},
		{ID: "board.use", Label: lang.L("Use the shot again"), Icon: resources.IconEye, Disabled: used, Do: skip(lang.L("use %s again", name), false)},
		remove,
	}
}

// addFrame adds an empty keyframe behind the selected card.
func (s *strip) addFrame() {
	before := ""
	if at := s.place(false); at < len(s.b.view.Shots) {
		before = s.b.view.Shots[at].ID
	}
	s.b.add(lang.L("add a keyframe"), func(x *boards.Board) string { return x.AddFrame(before) })
}

// lengthen makes the selected shot longer or shorter, within what its model can do.
func (s *strip) lengthen(by int) {
	id, set := s.b.card, s.b.view.Settings.Seconds
	to := s.b.seconds(*s.b.shot()) + by
	model, known := client.VideoModelByID(s.b.view.Want(id).Model)
	for known && to >= client.MinSeconds && to <= client.MaxSeconds && !model.AllowsSeconds(to) {
		to += by
	}
	if to < client.MinSeconds || to > client.MaxSeconds {
		return
	}
	if to == set {
		to = 0
	}
	s.b.edit(lang.L("length of %s", s.b.cardName(id)), ofCard(id, func(s *boards.Shot) { s.Seconds = to }, nil))
}
