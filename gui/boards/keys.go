package boards

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// actions are what the strip can do, all by keys; the arrows that go through the cards are its own.
func (s *strip) actions() []action.Action {
	moves := action.Action{ID: "board.move", Label: lang.L("Move along the strip"), Fixed: lang.L("Reserved for the focused control."), Own: true,
		Keys: action.BareKeys(fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown, fyne.KeyHome, fyne.KeyEnd), Says: lang.X("key", "arrows, Home, End")}
	list := append(s.cardActions(), moves)
	list = append(list, action.Action{ID: "board.strip", Label: lang.L("Go to the strip"), Keys: action.BareKeys(fyne.KeyEscape),
		Do: func() { s.b.Canvas().Focus(s) }})
	return list
}

// cardActions are what can be done with the selected card, as in its menu.
func (s *strip) cardActions() []action.Action {
	const alt, ctrl, shift = fyne.KeyModifierAlt, fyne.KeyModifierShortcutDefault, fyne.KeyModifierShift
	b, shot := s.b, s.b.shot()
	list := []action.Action{
		{ID: "board.after", Label: lang.L("Add a shot after it"), Icon: resources.IconPlus, Keys: action.BareKeys(fyne.KeyInsert),
			Do: func() { s.addShot(s.place(false), "", "") }},
		{ID: "board.before", Label: lang.L("Add a shot before it"), Keys: action.KeysWith(shift, fyne.KeyInsert),
			Do: func() { s.addShot(s.place(true), "", "") }},
		{ID: "board.frame", Label: lang.L("Add a keyframe"), Icon: resources.IconPicture, Do: s.addFrame},
		{ID: "board.duplicate", Label: lang.L("Duplicate"), Icon: resources.IconCopy, Keys: action.KeysWith(ctrl, fyne.KeyD), Do: s.duplicate},
		{ID: "board.earlier", Label: lang.L("Move earlier"), Icon: resources.IconArrowLeft, Keys: action.KeysWith(alt, fyne.KeyLeft), Line: true,
			Do: func() { s.move(b.card, -1) }},
		{ID: "board.later", Label: lang.L("Move later"), Icon: resources.IconArrowRight, Keys: action.KeysWith(alt, fyne.KeyRight),
			Do: func() { s.move(b.card, 1) }},
		{ID: "board.shorter", Label: lang.L("One second less"), Keys: action.BareKeys(fyne.KeyLeftBracket), Do: func() { s.lengthen(-1) }},
		{ID: "board.longer", Label: lang.L("One second more"), Keys: action.BareKeys(fyne.KeyRightBracket), Do: func() { s.lengthen(1) }},
		{ID: "board.seam", Label: lang.L("Change the seam"), Icon: resources.IconSeamShared, Keys: action.BareKeys(fyne.KeyS),
			Do: func() { s.nextSeam(s.seam()) }},
		{ID: "board.use", Label: lang.L("Use the shot again"), Icon: resources.IconEye, Do: func() { s.skip(false) }},
		{ID: "board.skip", Label: lang.L("Skip the shot"), Icon: resources.IconEyeOff, Keys: action.BareKeys(fyne.KeyDelete), Do: s.remove},
	}
	off := func(id, why string) {
		if i := slices.IndexFunc(list, func(a action.Action) bool { return a.ID == id }); why != "" && list[i].Disabled == "" {
			list[i].Disabled = why
		}
	}
	for i := range list {
		list[i].Disabled = b.locked()
	}
	noShot := ""
	if shot == nil {
		noShot = lang.L("Select a shot first.")
	}
	off("board.shorter", noShot)
	off("board.longer", noShot)
	if s.seam() < 0 {
		off("board.seam", lang.L("There is no seam beside it."))
	}
	switch {
	case shot == nil:
		off("board.use", noShot)
		list[len(list)-1].Label, list[len(list)-1].Icon = lang.L("Remove the keyframe"), resources.IconTrash
	case shot.Skipped:
		list[len(list)-1].Label, list[len(list)-1].Icon = lang.L("Remove the shot"), resources.IconTrash
	default:
		off("board.use", lang.L("It is not skipped."))
	}
	return list
}

// addFrame adds an empty keyframe behind the selected card.
func (s *strip) addFrame() {
	before, id := "", ""
	if at := s.place(false); at < len(s.b.view.Shots) {
		before = s.b.view.Shots[at].ID
	}
	s.b.edit(lang.L("add a keyframe"), func(x *boards.Board) { id = x.AddFrame(before) })
	if id != "" {
		s.b.choose(id)
	}
}

func (s *strip) duplicate() {
	id, of, picture := "", s.b.card, s.b.picture(s.b.card).Ref
	s.b.edit(lang.L("duplicate %s", s.b.cardName(of)), func(x *boards.Board) { id = x.Duplicate(of, picture) })
	if id != "" {
		s.b.choose(id)
	}
}

// lengthen makes the selected shot longer or shorter, within what its model can do.
func (s *strip) lengthen(by int) {
	shot := s.b.shot()
	id, to := shot.ID, s.b.seconds(*shot)+by
	model, known := client.VideoModelByID(s.b.view.Want(shot.ID).Model)
	for known && to >= client.MinSeconds && to <= client.MaxSeconds && !model.AllowsSeconds(to) {
		to += by
	}
	if to < client.MinSeconds || to > client.MaxSeconds {
		return
	}
	if to == s.b.view.Settings.Seconds {
		to = 0
	}
	s.b.edit(lang.L("length of %s", s.b.cardName(id)), func(x *boards.Board) { x.Shots[x.ShotByID(id)].Seconds = to })
}
