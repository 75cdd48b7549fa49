package gallery

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// The actions that are found by their IDs.
const (
	viewID = "gallery/view"
	playID = "gallery/play"
	noteID = "gallery/note"
)

// noteKey puts the keyboard into the field for the note, which shows it.
const noteKey = fyne.KeyN

// Actions lists what can be done in the gallery now.
func (g *Gallery) Actions() []action.Action {
	a, _ := g.asset(g.currentID())
	list := g.actions(a, g.selection())
	if none := &list[len(list)-1]; g.choosing != nil { // Esc goes back also from what is no picture: there may be none
		none.Label, none.Own, none.Disabled, none.Do = lang.L("Cancel"), false, "", g.cancelChoosing
	}
	return list
}

// actions lists what can be done with what was selected, of which one asset is what keys are about.
func (g *Gallery) actions(a db.Asset, s action.Selection) []action.Action {
	list := []action.Action{
		own(s, playID, lang.L("Play in the pane"), func() { g.play(a) }, action.BareKeys(fyne.KeySpace)),
		own(s, noteID, lang.L("Add a note"), func() { g.writeNote(a) }, action.BareKeys(noteKey)),
	}
	return slices.Concat(list, g.forSelection(a, s), wallActions(s))
}

// own makes an action of the gallery alone.
func own(s action.Selection, id, label string, do func(), keys []action.Chord) action.Action {
	a := action.Action{
		ID: id, Group: lang.L("Gallery"), Label: label, Keys: keys,
		Scope: action.Scope{In: "gallery"}, Own: true, Do: do,
	}
	if len(s.IDs) == 0 {
		a.Disabled = lang.L("No clip or picture is selected.")
	}
	return a
}

// selection is what is selected now, without the asset with which is done what is done with one.
func (g *Gallery) selection() action.Selection {
	sum := g.sum()
	return action.Selection{IDs: g.chosen(), Clips: sum.clips, Starred: sum.starred, Trashed: g.model.asked.inTrash()}
}

// forSelection lists what can be done with what was selected; what is done with one asset is done with this one.
func (g *Gallery) forSelection(a db.Asset, s action.Selection) []action.Action {
	if s.Asset = a; a.ID == g.detail.asset.ID {
		s.Price, s.Money = g.detail.known.Price, g.detail.known.Money
	}
	return g.forAssets(s)
}

// forAssets lists what can be done with assets, in the order of their context menu.
func (g *Gallery) forAssets(s action.Selection) []action.Action {
	to := action.Targets{Viewer: g.d.Viewer, Creator: g.d.Creator, Exchange: g.d.Exchange, Organizer: g}
	list := action.ForAssets(action.InGallery, to, s, g.d.Now())
	export := slices.IndexFunc(list, func(a action.Action) bool { return a.ID == "gallery/export" })
	list = slices.Insert(list, export, g.albumMoves(s)...)
	view := own(s, viewID, lang.X("verb", "Open"), g.openCurrent, action.BareKeys(fyne.KeyReturn))
	return slices.Insert(list, 0, view)
}

// albumMoves are what arranges an album by hand.
func (g *Gallery) albumMoves(s action.Selection) []action.Action {
	move := func(id, label string, key fyne.KeyName, later bool) action.Action {
		a := own(s, id, label, func() { g.moveInAlbum(s.IDs, later) }, action.KeysWith(fyne.KeyModifierAlt, key))
		if a.Disabled == "" && !g.model.asked.arranged() {
			a.Disabled = lang.L("Show an album and choose “Manual order” first.")
		}
		return a
	}
	return []action.Action{
		move("gallery/earlier", lang.L("Move earlier in the album"), fyne.KeyLeft, false),
		move("gallery/later", lang.L("Move later in the album"), fyne.KeyRight, true),
	}
}

// wallActions are what the wall moves and selects with, by itself.
func wallActions(s action.Selection) (all []action.Action) {
	add := func(id, label, says string, keys ...action.Chord) {
		a := own(s, id, label, nil, keys)
		a.Says = says
		all = append(all, a)
	}
	const ctrl = fyne.KeyModifierShortcutDefault
	moves := action.BareKeys(fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown,
		fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyHome, fyne.KeyEnd)
	// With Ctrl it moves as well, and nobody else can have those keys. The arrows and ends are of every text with Ctrl.
	moves = append(moves, action.KeysWith(ctrl, fyne.KeyPageUp, fyne.KeyPageDown)...)
	moves = append(moves, action.KeysWith(ctrl|fyne.KeyModifierShift, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeySpace)...)
	add("gallery/move", lang.L("Move between pictures"), lang.X("key", "arrows, Home, End"), moves...)
	add("gallery/select", lang.L("Add to or remove from the selection"), "", action.KeysWith(ctrl, fyne.KeySpace)...)
	add("gallery/none", lang.L("Clear selection"), "", action.BareKeys(fyne.KeyEscape)...)
	return all
}

// showMenu opens the context menu of an item, at a place in the window.
func (g *Gallery) showMenu(index int, at fyne.Position) {
	if !g.rows.IsSelected(index) {
		g.rows.Select(index)
	}
	g.withAssets([]int64{g.model.rows[index].ID}, func(a []db.Asset) {
		if len(a) == 1 {
			kit.ShowMenu(g.d.Canvas(), action.Menu(g.forSelection(a[0], g.selection()), g.post), at)
		}
	})
}

// key does what a key means, and reports whether it means something. The wall tells keys by their names and no characters: Fyne names
// a key after the letter that it types, whichever keyboard that is.
func (g *Gallery) key(e *fyne.KeyEvent) bool {
	if g.choosing != nil {
		return g.choosingKey(e)
	}
	return g.obey(action.PressedChord(e))
}

// obey does what a chord means, and reports whether it means something. What the wall does by itself is left to it.
func (g *Gallery) obey(pressed action.Chord) bool {
	id, selected := g.currentID(), g.selection() // of the press: something else may be selected when the row was read
	known, read := g.asset(id)
	a, ok := g.meant(known, selected, pressed)
	switch {
	case !ok:
	case id != 0 && !read:
		g.withAssets([]int64{id}, func(l []db.Asset) {
			if len(l) == 1 {
				a, _ := g.meant(l[0], selected, pressed)
				g.press(a, pressed.Key)
			}
		})
	default:
		g.press(a, pressed.Key)
	}
	return ok
}

// press does an action whose key was pressed, or says why it cannot be done.
func (g *Gallery) press(a action.Action, key fyne.KeyName) {
	if a.Spends && a.Can() && !g.pane.Seen() { // a key that spends does so beside its price
		g.pane.Open()
		return
	}
	if a.Disabled != "" {
		g.d.Say(kit.ToneNeutral, a.Disabled, "")
		return
	}
	a.Press(key, g.post)
}

// meant finds the action that a chord means, other than those of the wall.
func (g *Gallery) meant(asset db.Asset, s action.Selection, pressed action.Chord) (action.Action, bool) {
	a, ok := action.Find(g.actions(asset, s), pressed)
	return a, ok && a.Do != nil && a.ID != viewID
}

// writeNote puts the keyboard into the field for the note of an asset, which is selected again where something else was since.
func (g *Gallery) writeNote(a db.Asset) {
	if a.ID != g.currentID() {
		g.Show(a.ID)
	}
	g.detail.show(a)
	g.pane.Open()
	g.focus(g.detail.notes.entry)
}

// shortcut takes undoing, redoing and copying, and what else has keys with Ctrl or Alt.
func (g *Gallery) shortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutUndo:
		g.Undo()
	case *fyne.ShortcutRedo:
		g.Redo()
	case *fyne.ShortcutPaste:
		g.d.Exchange.ImportPasted()
	case *fyne.ShortcutCopy:
		g.d.Exchange.CopyFiles(g.chosen()...)
	case *desktop.CustomShortcut:
		if g.choosing == nil {
			g.obey(action.Chord{Key: s.KeyName, Mod: s.Modifier})
		}
	}
}

// opened is Enter or a double click on an item: it is picked where one is being chosen, else shown in the viewer.
func (g *Gallery) opened(i int) {
	switch {
	case i >= len(g.model.rows):
	case g.choosing != nil:
		g.pick(g.model.rows[i].ID)
	default:
		g.d.Viewer.View(g.model.rows[i].ID)
	}
}

// openCurrent is Enter on what the detail pane shows.
func (g *Gallery) openCurrent() {
	if id := g.currentID(); id != 0 {
		g.opened(g.model.wall.IndexOf(id))
	}
}

// play plays a clip in the detail pane, or ends that; a picture is opened.
func (g *Gallery) play(a db.Asset) {
	if a.Kind != db.Clip {
		g.openCurrent()
		return
	}
	g.detail.show(a)
	g.detail.play()
}
