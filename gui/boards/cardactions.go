package boards

import (
	"cmp"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// cardActions are the actions of the strip and of its selected card.
type cardActions struct {
	m *boardModel
	s *cardStrip
}

// nextSeamID is the action that changes a seam to the next kind.
const nextSeamID = "board.seam"

// all returns the actions of the strip. The keys that move between its cards are listed, but handled by the strip.
func (c *cardActions) all() []action.Action {
	move := action.Action{ID: "board.move", Label: lang.L("Move along the strip"), Own: true,
		KeyHint: lang.X("key", "arrows, Home, End"),
		Keys:    action.BareKeys(fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown, fyne.KeyHome, fyne.KeyEnd)}
	focus := action.Action{ID: "board.strip", Label: lang.L("Go to the strip"), Keys: action.BareKeys(fyne.KeyEscape),
		Do: func() { c.m.Canvas().Focus(c.s) }}
	return append(c.ofCard(), move, focus)
}

// menu returns the menu of the selected card. It lists the kinds of its seam instead of the action for the next kind.
func (c *cardActions) menu() []action.Action {
	isNextSeam := func(a action.Action) bool { return a.ID == nextSeamID }
	list, seam := slices.DeleteFunc(c.ofCard(), isNextSeam), c.s.selectedSeam()
	if seam < 0 {
		return list
	}
	kinds := action.Action{Label: lang.L("Seam"), Line: true, Menu: c.m.seamMenu(seam)}
	return append(list, kinds)
}

// ofCard returns the actions of the selected card.
func (c *cardActions) ofCard() []action.Action {
	const alt, ctrl = fyne.KeyModifierAlt, fyne.KeyModifierShortcutDefault
	m, id, shot := c.m, c.m.card, c.m.shot()
	off := m.locked()
	noShot, noSeam := off, off
	duplicate := func() {
		m.add(lang.L("duplicate %s", m.cardName(id)),
			func(x *boards.Board) string { return x.Duplicate(id, m.picture(id).Ref) })
	}
	if shot == nil {
		noShot = cmp.Or(off, lang.L("Select a shot first."))
	}
	picture := m.picture(id)
	if c.s.selectedSeam() < 0 {
		noSeam = cmp.Or(off, lang.L("There is no seam beside it."))
	}
	return []action.Action{
		{ID: "board.after", Label: lang.L("Insert shot after"), Icon: resources.IconPlus,
			Keys: action.BareKeys(fyne.KeyInsert), Disabled: off,
			Do: func() { m.addShot(c.s.insertIndex(false), "", "") }},
		// Not Shift+Insert, by which the toolkit pastes.
		{ID: "board.before", Label: lang.L("Insert shot before"), Keys: action.KeysWith(alt, fyne.KeyInsert),
			Disabled: off,
			Do:       func() { m.addShot(c.s.insertIndex(true), "", "") }},
		{ID: "board.frame", Label: lang.L("Add a keyframe"), Icon: resources.IconPicture, Disabled: off,
			Do: c.addFrame},
		{ID: "board.duplicate", Label: lang.L("Duplicate"), Icon: resources.IconCopy, Disabled: off,
			Keys: action.KeysWith(ctrl, fyne.KeyD), Do: duplicate},
		{ID: "board.earlier", Label: lang.L("Move earlier"), Icon: resources.IconArrowLeft, Line: true, Disabled: off,
			Keys: action.KeysWith(alt, fyne.KeyLeft), Do: func() { c.s.move(id, -1) }},
		{ID: "board.later", Label: lang.L("Move later"), Icon: resources.IconArrowRight, Disabled: off,
			Keys: action.KeysWith(alt, fyne.KeyRight), Do: func() { c.s.move(id, 1) }},
		{ID: "board.shorter", Label: lang.L("One second less"), Rare: true, Disabled: noShot,
			Keys: action.BareKeys(fyne.KeyLeftBracket), Do: func() { c.lengthen(-1) }},
		{ID: "board.longer", Label: lang.L("One second more"), Rare: true, Disabled: noShot,
			Keys: action.BareKeys(fyne.KeyRightBracket), Do: func() { c.lengthen(1) }},
		{ID: nextSeamID, Label: lang.L("Change the seam"), Icon: resources.IconSeamShared, Disabled: noSeam,
			Keys: action.BareKeys(fyne.KeyS), Do: func() { m.nextSeam(c.s.selectedSeam()) }},
		{ID: "board.skip", Label: lang.L("Skip the shot"), On: shot != nil && shot.Skipped, Disabled: noShot,
			Keys: action.BareKeys(fyne.KeyD), Do: c.skip},
		{ID: "board.toCast", Label: lang.L("Add to cast…"), Icon: resources.IconPlus, Hidden: shot != nil,
			Disabled: noPicture(picture), Do: func() { m.Cast.AddPictures(picture) }},
		{ID: "board.remove", Label: lang.L("Remove from the board"), Icon: resources.IconTrash, Disabled: off,
			Keys: action.BareKeys(fyne.KeyDelete), Do: c.remove},
	}
}

// noPicture returns why a picture cannot be added to the cast; "": it can.
func noPicture(a db.Asset) string {
	if a.ID == 0 {
		return lang.L("The keyframe has no picture.")
	}
	return ""
}

// skip leaves the selected shot out of price, player and film, or uses it again.
func (c *cardActions) skip() {
	id, skipped := c.m.card, !c.m.shot().Skipped
	step := lang.L("use %s again", c.m.cardName(id))
	if skipped {
		step = lang.L("skip %s", c.m.cardName(id))
	}
	c.m.edit(step, ofCard(id, func(s *boards.Shot) { s.Skipped = skipped }, nil))
}

// remove removes the selected card. If the card has takes, a notice confirms that they are kept and offers Undo.
func (c *cardActions) remove() {
	m, id := c.m, c.m.card
	name, takes := m.firstWords(id), len(m.view.Takes(id))
	m.edit(lang.L("remove %s", m.cardName(id)), func(x *boards.Board) { x.Delete(id) })
	if takes > 0 && m.index(id) < 0 {
		m.Say(kit.ToneNeutral, lang.L("%s was removed.", name), lang.L("Its takes stay in the gallery."),
			action.Action{Label: lang.L("Undo"), Do: m.undo})
	}
}

// addFrame adds an empty keyframe behind the selected card.
func (c *cardActions) addFrame() {
	before := ""
	if at := c.s.insertIndex(false); at < len(c.m.view.Shots) {
		before = c.m.view.Shots[at].ID
	}
	c.m.addEmpty(lang.L("add a keyframe"), func(x *boards.Board) string { return x.AddFrame(before) })
}

// lengthen changes the length of the selected shot to the next one that its model offers.
func (c *cardActions) lengthen(by int) {
	id, set := c.m.card, c.m.view.Settings.Seconds
	to := c.m.seconds(*c.m.shot()) + by
	model, known := client.VideoModelByID(c.m.view.Want(id).Model)
	for known && to >= client.MinSeconds && to <= client.MaxSeconds && !model.AllowsSeconds(to) {
		to += by
	}
	if to < client.MinSeconds || to > client.MaxSeconds {
		return
	}
	if to == set {
		to = 0
	}
	c.m.edit(lang.L("length of %s", c.m.cardName(id)), ofCard(id, func(s *boards.Shot) { s.Seconds = to }, nil))
}

// endOfClip is a time after the end of any clip: there its last frame is shown.
const endOfClip = 1000 * time.Hour

// compareFrame returns the action that compares a delivered frame of the selected shot with its keyframe: the first or
// the last frame, whichever is less alike.
func (c *cardActions) compareFrame() action.Action {
	a := action.Action{ID: "boards/compareFrame", Label: lang.L("Compare the delivered frame"),
		Icon: resources.IconCompare,
		Keys: action.BareKeys(fyne.KeyF), Disabled: lang.L("The shot has no clip, or no keyframe.")}
	s := c.m.shot()
	if s == nil {
		return a
	}
	clip, _ := c.m.view.Chosen(s.ID)
	first, frame, at := c.m.picture(s.First), c.m.picture(s.Last), endOfClip
	likes := c.m.view.Fidelity[clip.Asset.Ref]
	if frame.ID == 0 || first.ID != 0 && likes.First < likes.Last {
		frame, at = first, 0
	}
	if clip.Asset.ID != 0 && frame.ID != 0 {
		a.Disabled, a.Do = "", func() { c.m.Viewer.CompareFrame(frame.ID, clip.Asset.ID, at) }
	}
	return a
}
