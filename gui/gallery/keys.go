package gallery

import (
	"cmp"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/keymap"
	"viviscope/gui/lang"
)

// Command is something that a key does while the pictures have the keyboard.
type Command struct {
	keymap.Command

	Word string // what it does
	Do   func() // nil: the wall does it by itself
	Off  string // why it cannot be done now, in a sentence; "": it can

	trash bool // it means something in the trash too
}

// The commands whose keys the pane says beside its buttons.
const (
	playID  = "gallery/play"
	starID  = "gallery/star"
	albumID = "gallery/album"
	noteID  = "gallery/note"
	trashID = "gallery/trash"
)

// Commands lists what keys do in the gallery, for a sheet of keys. What nothing answers to is absent.
func (g *Gallery) Commands() []Command {
	// What takes the keyboard elsewhere does so later, or the letter of the key would be typed there.
	later := func(do func()) func() { return func() { g.post(do) } }
	hand := func(do func(db.Asset)) func() { return later(func() { g.withCurrent(do) }) }
	var all []Command
	add := func(there bool, id, word string, do func(), names ...fyne.KeyName) {
		if there {
			all = append(all, Command{Command: keymap.Command{ID: id, Keys: keymap.Bare(names...)}, Word: word, Do: do})
		}
	}
	o, trashed := g.o, func() { all[len(all)-1].trash = true }
	add(true, playID, lang.L("Play in the pane"), g.play, fyne.KeySpace)
	trashed()
	add(true, starID, lang.X("verb", "Star"), g.toggleStar, fyne.KeyS)
	add(true, "gallery/tags", lang.L("Tags"), later(g.tagChosen), fyne.KeyT)
	add(true, albumID, lang.L("Put into an album"), later(g.albumChosen), fyne.KeyA)
	add(true, noteID, lang.L("Write a note"), later(g.writeNote), fyne.KeyN)
	trashed()
	add(true, trashID, lang.L("Move to Trash; in the trash, delete for ever"), g.remove, fyne.KeyDelete, fyne.KeyBackspace)
	trashed()
	add(true, "gallery/restore", lang.L("Restore from the trash"), g.restore, fyne.KeyU)
	trashed()
	add(o.OnCompare != nil || o.OnComparing != nil, "gallery/compare", lang.L("Compare two"), g.compare, fyne.KeyC)
	add(o.OnExport != nil, "gallery/export", lang.X("verb", "Export"), later(g.export), fyne.KeyX)
	add(o.OnReuse != nil, "gallery/reuse", lang.L("Reuse its settings"), hand(g.reuse), fyne.KeyR)
	add(o.OnFrame != nil, "gallery/first", lang.L("Use as first frame"), hand(func(a db.Asset) { g.useAsFrame(a, 0) }), fyne.KeyF)
	add(o.OnFrame != nil, "gallery/last", lang.L("Use as last frame; of a clip, take its last"), hand(g.useLast), fyne.KeyL)
	add(o.OnEdit != nil, "gallery/edit", lang.L("Edit the picture"), hand(g.edit), fyne.KeyE)
	add(o.OnAgain != nil, "gallery/again", lang.L("One more of the same"), hand(func(a db.Asset) { g.withJob(a, o.OnAgain) }), fyne.KeyM)
	if o.OnOpen != nil {
		add(true, "gallery/open", lang.L("Open in the system’s viewer"), hand(g.openOutside), fyne.KeyO)
		trashed()
	}
	if o.OnReveal != nil {
		add(true, "gallery/reveal", lang.L("Show in folder"), hand(g.reveal), fyne.KeyP)
		trashed()
	}
	for i := range all {
		all[i].Off = g.off(all[i])
	}
	return append(append(all, g.albumMoves()...), g.fixedCommands()...)
}

// albumMoves are what arranges an album by hand.
func (g *Gallery) albumMoves() []Command {
	move := func(id, word string, key fyne.KeyName, later bool) Command {
		c := Command{Command: keymap.Command{ID: id, Keys: keymap.With(fyne.KeyModifierAlt, key)}, Word: word, Do: func() { g.moveInAlbum(later) }}
		c.Off = cmp.Or(g.off(c), g.notArranged())
		return c
	}
	return []Command{
		move("gallery/earlier", lang.L("Move earlier in the album"), fyne.KeyLeft, false),
		move("gallery/later", lang.L("Move later in the album"), fyne.KeyRight, true),
	}
}

// fixedCommands are what keys do that stay as they are: those of every text, and those that the wall moves and selects with.
func (g *Gallery) fixedCommands() (all []Command) {
	texts, wall := lang.L("Every text takes them."), lang.L("What has the keyboard there takes them itself.")
	add := func(id, word, why string, do func(), keys ...keymap.Chord) *Command {
		all = append(all, Command{Command: keymap.Command{ID: id, Keys: keys, Fixed: why}, Word: word, Do: do})
		return &all[len(all)-1]
	}
	const ctrl = fyne.KeyModifierShortcutDefault
	if g.o.AbsPath != nil {
		word, do := lang.L("Copy path"), g.copyPaths
		if g.o.OnCopyFiles != nil {
			word, do = lang.L("Copy the file"), g.copyFiles
		}
		c := add("gallery/copy", word, texts, do, keymap.With(ctrl, fyne.KeyC)...)
		c.trash = true
		c.Off = g.off(*c)
	}
	add("gallery/view", lang.X("verb", "Open"), wall, nil, keymap.Bare(fyne.KeyReturn)...)
	moves := keymap.Bare(fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyHome, fyne.KeyEnd)
	// With Ctrl it moves as well, and nobody else can have those keys. The arrows and ends are of every text with Ctrl.
	moves = append(moves, keymap.With(ctrl, fyne.KeyPageUp, fyne.KeyPageDown)...)
	moves = append(moves, keymap.With(ctrl|fyne.KeyModifierShift, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeySpace)...)
	add("gallery/move", lang.L("Go to another picture"), wall, nil, moves...).Says = lang.X("key", "arrows, Home, End")
	add("gallery/select", lang.L("Add to the selection, take it away"), wall, nil, keymap.With(ctrl, fyne.KeySpace)...)
	add("gallery/none", lang.L("Select nothing"), wall, nil, keymap.Bare(fyne.KeyEscape)...)
	return all
}

// off says why a command cannot be done now; "": it can.
func (g *Gallery) off(c Command) string {
	switch {
	case g.currentID() == 0:
		return lang.L("No clip and no picture is chosen.")
	case g.model.asked.inTrash() && !c.trash:
		return lang.L("It is in the trash.")
	}
	return ""
}

// key does what a key means, and reports whether it means something. The wall tells keys by their names and no characters: Fyne names
// a key after the letter that it types, whichever keyboard that is.
func (g *Gallery) key(e *fyne.KeyEvent) bool {
	if g.choosing != nil {
		return g.choosingKey(e)
	}
	return g.obey(keymap.Pressed(e))
}

// obey does what a chord means, and reports whether it means something. What the wall does by itself is left to it.
func (g *Gallery) obey(pressed keymap.Chord) bool {
	c, ok := g.meant(pressed)
	if ok && (c.trash || !g.model.asked.inTrash()) {
		c.Do()
	}
	return ok
}

// meant finds the command that a chord means, other than those of the wall.
func (g *Gallery) meant(pressed keymap.Chord) (Command, bool) {
	for _, c := range g.Commands() {
		if c.Do != nil && c.Has(pressed, g.o.Keys) {
			return c, true
		}
	}
	return Command{}, false
}

// own returns a command by its ID; the zero value where it is absent.
func (g *Gallery) own(id string) Command {
	for _, c := range g.Commands() {
		if c.ID == id {
			return c
		}
	}
	return Command{}
}

// ShowKeys writes the keys that the commands have now where the gallery says them. Window's goroutine.
func (g *Gallery) ShowKeys() {
	g.detail.buttons.showKeys()
	g.detail.notes.showKey()
}

// writeNote puts the keyboard into the field for a note.
func (g *Gallery) writeNote() {
	if g.currentID() != 0 {
		g.pane.Open()
		focus(g.detail.notes.entry)
	}
}

// useLast hands a picture to the last slot of the composer; of a clip it asks what to do with its last frame.
func (g *Gallery) useLast(a db.Asset) {
	if a.Kind == db.Clip && g.o.OnLastFrame != nil {
		g.o.OnLastFrame(a)
		return
	}
	g.useAsFrame(a, 1)
}
