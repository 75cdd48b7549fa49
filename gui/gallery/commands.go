package gallery

import (
	"slices"
	"strconv"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// commands are the actions of the gallery, with their keys and menus. They belong to the window's goroutine.
type commands struct {
	onTrash func() // shows the trash, or what was shown before
	*wall
	cache     *rowCache
	chooser   *chooser
	changes   *changes
	albums    *albums
	detail    *detail
	pane      *kit.SidePane
	organizer action.Organizer
}

// Actions lists the actions that are possible now.
func (c *commands) Actions() []action.Action {
	a, _ := c.cache.asset(c.currentID())
	list := c.actions(a, c.selection())
	if none := &list[len(list)-1]; c.choosing != nil { // Esc cancels even if no asset is selected
		none.Label, none.Own, none.Disabled, none.Do = lang.L("Cancel"), false, "", c.chooser.cancelChoosing
	}
	return slices.Concat(c.lookActions(), list)
}

// lookActions lists the layouts of the wall, with the labels of the switch in the header, and the trash.
func (c *commands) lookActions() (list []action.Action) {
	for i, word := range lookWords() {
		list = append(list, action.Action{ID: "gallery/look" + strconv.Itoa(i), Group: lang.L("Gallery"), Label: word,
			Scope: action.Scope{In: "gallery"}, On: c.state.List == (i == lookList), Do: func() { c.setLook(i) }})
	}
	return append(list, action.Action{ID: "gallery/showTrash", Group: lang.L("Gallery"), Label: lang.X("noun", "Trash"),
		Scope: action.Scope{In: "gallery"}, On: c.asked.inTrash(), Do: c.onTrash})
}

// actions lists the actions on a selection. a is its current asset.
func (c *commands) actions(a db.Asset, s action.Selection) []action.Action {
	list := []action.Action{
		own(s, playID, lang.L("Play in the pane"), func() { c.play(a) }, action.BareKeys(fyne.KeySpace)),
		own(s, noteID, lang.L("Add a note"), func() { c.writeNote(a) }, action.BareKeys(noteKey)),
	}
	return slices.Concat(list, c.forSelection(a, s), wallActions(s))
}

// own returns an action that only the gallery has.
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

// withSelection lists the actions on the whole selection.
func (c *commands) withSelection() []action.Action { return c.forSelection(db.Asset{}, c.selection()) }

// selection returns the current selection, without its current asset.
func (c *commands) selection() action.Selection {
	sum := c.sum()
	return action.Selection{IDs: c.chosen(), Clips: sum.clips, Checked: sum.checked, Starred: sum.starred,
		Trashed: c.model.asked.inTrash()}
}

// forSelection lists the actions on a selection. Actions on one asset apply to a.
func (c *commands) forSelection(a db.Asset, s action.Selection) []action.Action {
	s.Asset = a
	if a.ID == c.detail.asset.ID {
		s.Price, s.Money = c.detail.known.Price, c.detail.known.Money
	}
	return c.forAssets(s)
}

// forAssets lists the actions on assets, in the order of their context menu.
func (c *commands) forAssets(s action.Selection) []action.Action {
	to := action.Targets{Viewer: c.d.Viewer, Creator: c.d.Creator, Exchange: c.d.Exchange, Organizer: c.organizer}
	list := action.ForAssets(action.InGallery, to, s, c.d.Now())
	export := slices.IndexFunc(list, func(a action.Action) bool { return a.ID == "gallery/export" })
	list = slices.Insert(list, export, c.albumMoves(s)...)
	view := own(s, viewID, lang.X("verb", "Open"), c.openCurrent, action.BareKeys(fyne.KeyReturn))
	return slices.Insert(list, 0, view)
}

// albumMoves returns the actions that arrange an album by hand.
func (c *commands) albumMoves(s action.Selection) []action.Action {
	move := func(id, label string, key fyne.KeyName, later bool) action.Action {
		a := own(s, id, label, func() { c.albums.moveInAlbum(s.IDs, later) }, action.KeysWith(fyne.KeyModifierAlt, key))
		if a.Disabled == "" && !c.model.asked.arranged() {
			a.Disabled = lang.L("Show an album and choose “Manual order” first.")
		}
		return a
	}
	return []action.Action{
		move("gallery/earlier", lang.L("Move earlier in the album"), fyne.KeyLeft, false),
		move("gallery/later", lang.L("Move later in the album"), fyne.KeyRight, true),
	}
}

// wallActions returns the keys with which the wall moves and selects. The wall handles them itself.
func wallActions(s action.Selection) (all []action.Action) {
	add := func(id, label, says string, keys ...action.Chord) {
		a := own(s, id, label, nil, keys)
		a.KeyHint = says
		all = append(all, a)
	}
	const ctrl = fyne.KeyModifierShortcutDefault
	moves := action.BareKeys(fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown,
		fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyHome, fyne.KeyEnd)
	// The wall also moves with Ctrl, so no other action can have these keys. Arrows and Home and End with Ctrl belong
	// to text fields.
	moves = append(moves, action.KeysWith(ctrl, fyne.KeyPageUp, fyne.KeyPageDown)...)
	moves = append(moves, action.KeysWith(ctrl|fyne.KeyModifierShift, fyne.KeyPageUp, fyne.KeyPageDown,
		fyne.KeySpace)...)
	add("gallery/move", lang.L("Move between pictures"), lang.X("key", "arrows, Home, End"), moves...)
	add("gallery/select", lang.L("Add to or remove from the selection"), "", action.KeysWith(ctrl, fyne.KeySpace)...)
	add("gallery/none", lang.L("Clear selection"), "", action.BareKeys(fyne.KeyEscape)...)
	return all
}

// showMenu opens the context menu of an item at a position in the window.
func (c *commands) showMenu(index int, at fyne.Position) {
	if !c.rows.IsSelected(index) {
		c.rows.Select(index)
	}
	c.cache.withAssets([]int64{c.model.rows[index].ID}, func(a []db.Asset) {
		if len(a) == 1 {
			c.openMenu(c.forSelection(a[0], c.selection()), at)
		}
	})
}

// key does the action of a key and reports whether there is one. The wall passes names of keys, not characters: Fyne
// names a key after the letter that it types, on any keyboard.
func (c *commands) key(e *fyne.KeyEvent) bool {
	if c.choosing != nil {
		return c.choosingKey(e)
	}
	return c.perform(action.PressedChord(e))
}

// choosingKey handles keys during a choice. Esc cancels, and keys that change assets do nothing. The wall handles the
// key for playback.
func (c *commands) choosingKey(e *fyne.KeyEvent) bool {
	if e.Name == fyne.KeyEscape {
		c.chooser.cancelChoosing()
		return true
	}
	current, _ := c.cache.asset(c.currentID())
	a, means := c.actionFor(current, c.selection(), action.PressedChord(e))
	return means && a.ID != playID
}

// perform does the action of a chord and reports whether there is one. It leaves the keys of the wall to the wall.
func (c *commands) perform(pressed action.Chord) bool {
	id, selected := c.currentID(), c.selection() // at the press: they may change until the row is read
	known, read := c.cache.asset(id)
	a, ok := c.actionFor(known, selected, pressed)
	switch {
	case !ok:
	case id != 0 && !read:
		c.cache.withAssets([]int64{id}, func(l []db.Asset) {
			if len(l) == 1 {
				a, _ := c.actionFor(l[0], selected, pressed)
				c.press(a, pressed.Key)
			}
		})
	default:
		c.press(a, pressed.Key)
	}
	return ok
}

// press does the action of a key, or shows why it is not possible.
func (c *commands) press(a action.Action, key fyne.KeyName) {
	if a.Spends && a.Can() && !c.pane.Seen() { // a key that spends needs a visible price
		c.pane.Open()
		return
	}
	if a.Disabled != "" {
		c.d.Say(kit.ToneNeutral, a.Disabled, "")
		return
	}
	a.Press(key, c.post)
}

// actionFor returns the action of a chord, except actions of the wall itself.
func (c *commands) actionFor(asset db.Asset, s action.Selection, pressed action.Chord) (action.Action, bool) {
	a, ok := action.Find(c.actions(asset, s), pressed)
	return a, ok && a.Do != nil && a.ID != viewID
}

// writeNote focuses the note of an asset. It selects the asset again if the selection changed meanwhile.
func (c *commands) writeNote(a db.Asset) {
	if a.ID != c.currentID() {
		c.Show(a.ID)
	}
	c.detail.show(a)
	c.pane.Open()
	c.focus(c.detail.notes.entry)
}

// shortcut handles undo, redo, copy, paste and other keys with Ctrl or Alt.
func (c *commands) shortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutUndo:
		c.changes.Undo()
	case *fyne.ShortcutRedo:
		c.changes.Redo()
	case *fyne.ShortcutPaste:
		c.d.Exchange.ImportPasted()
	case *fyne.ShortcutCopy:
		c.d.Exchange.CopyFiles(c.chosen()...)
	case *desktop.CustomShortcut:
		isRedo := s.KeyName == fyne.KeyZ && s.Modifier == fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift
		switch {
		case isRedo: // as Ctrl+Y, for which the toolkit has a shortcut of its own
			c.changes.Redo()
		case c.choosing == nil:
			c.perform(action.Chord{Key: s.KeyName, Mod: s.Modifier})
		}
	}
}

// opened handles Enter or a double click on an item: it chooses the item, or shows it in the viewer.
func (c *commands) opened(i int) {
	switch {
	case i >= len(c.model.rows):
	case c.choosing != nil:
		c.chooser.pick(c.model.rows[i].ID)
	default:
		c.d.Viewer.View(c.model.rows[i].ID)
	}
}

// openCurrent opens the item that the pane shows.
func (c *commands) openCurrent() {
	if id := c.currentID(); id != 0 {
		c.opened(c.model.wall.IndexOf(id))
	}
}

// play starts or stops a clip in the detail pane. It opens a picture in the viewer.
func (c *commands) play(a db.Asset) {
	if a.Kind != db.Clip {
		c.openCurrent()
		return
	}
	c.detail.show(a)
	c.detail.play()
}
