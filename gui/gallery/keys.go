package gallery

import (
	"cmp"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
)

// Command is something that a key does while the pictures have the keyboard.
type Command struct {
	Word string // what it does
	Keys string // the keys as they are written
	Do   func() // nil: the wall does it by itself
	Off  string // why it cannot be done now, in a sentence; "": it can

	names []fyne.KeyName
	trash bool // it means something in the trash too
}

// Commands lists what keys do in the gallery, for a sheet of keys. What nothing answers to is absent.
func (g *Gallery) Commands() []Command {
	// What takes the keyboard elsewhere does so later, or the letter of the key would be typed there.
	later := func(do func()) func() { return func() { g.post(do) } }
	hand := func(do func(db.Asset)) func() { return later(func() { g.withCurrent(do) }) }
	o := g.o
	all := []Command{
		{Word: lang.X("verb", "Open"), Keys: "Enter"},
		{Word: lang.L("Play in the pane"), Keys: "Space", names: []fyne.KeyName{fyne.KeySpace}, trash: true, Do: g.play},
		{Word: lang.X("verb", "Star"), Keys: "S", names: []fyne.KeyName{fyne.KeyS}, Do: g.toggleStar},
		{Word: lang.L("Tags"), Keys: "T", names: []fyne.KeyName{fyne.KeyT}, Do: later(g.tagChosen)},
		{Word: lang.L("Put into an album"), Keys: "A", names: []fyne.KeyName{fyne.KeyA}, Do: later(g.albumChosen)},
		{Word: lang.L("Write a note"), Keys: "N", names: []fyne.KeyName{fyne.KeyN}, trash: true, Do: later(g.writeNote)},
		{Word: lang.L("Move to Trash; in the trash, delete for ever"), Keys: "Delete", names: []fyne.KeyName{fyne.KeyDelete, fyne.KeyBackspace}, trash: true, Do: g.remove},
		{Word: lang.L("Restore from the trash"), Keys: "U", names: []fyne.KeyName{fyne.KeyU}, trash: true, Do: g.restore},
	}
	add := func(there bool, c Command) {
		if there {
			all = append(all, c)
		}
	}
	add(o.OnCompare != nil || o.OnComparing != nil, Command{Word: lang.L("Compare two"), Keys: "C", names: []fyne.KeyName{fyne.KeyC}, Do: g.compare})
	add(o.OnExport != nil, Command{Word: lang.X("verb", "Export"), Keys: "X", names: []fyne.KeyName{fyne.KeyX}, Do: later(g.export)})
	add(o.OnReuse != nil, Command{Word: lang.L("Reuse its settings"), Keys: "R", names: []fyne.KeyName{fyne.KeyR}, Do: hand(g.reuse)})
	add(o.OnFrame != nil, Command{Word: lang.L("Use as first frame"), Keys: "F", names: []fyne.KeyName{fyne.KeyF}, Do: hand(func(a db.Asset) { g.useAsFrame(a, 0) })})
	add(o.OnFrame != nil, Command{Word: lang.L("Use as last frame; of a clip, take its last"), Keys: "L", names: []fyne.KeyName{fyne.KeyL}, Do: hand(g.useLast)})
	add(o.OnEdit != nil, Command{Word: lang.L("Edit the picture"), Keys: "E", names: []fyne.KeyName{fyne.KeyE}, Do: hand(g.edit)})
	add(o.OnAgain != nil, Command{Word: lang.L("One more of the same"), Keys: "M", names: []fyne.KeyName{fyne.KeyM}, Do: hand(func(a db.Asset) { g.withJob(a, o.OnAgain) })})
	add(o.OnOpen != nil, Command{Word: lang.L("Open in the system’s viewer"), Keys: "O", names: []fyne.KeyName{fyne.KeyO}, trash: true, Do: hand(g.openOutside)})
	add(o.OnReveal != nil, Command{Word: lang.L("Show in folder"), Keys: "P", names: []fyne.KeyName{fyne.KeyP}, trash: true, Do: hand(g.reveal)})
	add(o.OnCopyFiles != nil && o.AbsPath != nil, Command{Word: lang.L("Copy the file"), Keys: "Ctrl+C", trash: true, Do: g.copyFiles})
	add(o.OnCopyFiles == nil && o.AbsPath != nil, Command{Word: lang.L("Copy path"), Keys: "Ctrl+C", trash: true, Do: g.copyPaths})
	for i := range all {
		all[i].Off = g.off(all[i])
	}
	for _, later := range []bool{false, true} {
		c := Command{Word: lang.L("Move earlier in the album"), Keys: "Alt+Left", Do: func() { g.moveInAlbum(later) }}
		if later {
			c.Word, c.Keys = lang.L("Move later in the album"), "Alt+Right"
		}
		c.Off = cmp.Or(g.off(c), g.notArranged())
		all = append(all, c)
	}
	return append(all,
		Command{Word: lang.L("Add to the selection, take it away"), Keys: "Ctrl+Space"},
		Command{Word: lang.L("Select nothing"), Keys: "Esc"},
	)
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

// key does what a key means, and reports whether it means something.
func (g *Gallery) key(e *fyne.KeyEvent) bool {
	if g.choosing != nil {
		return g.choosingKey(e)
	}
	for _, c := range g.Commands() {
		for _, name := range c.names {
			if name == e.Name {
				if c.trash || !g.model.asked.inTrash() {
					c.Do()
				}
				return true
			}
		}
	}
	return false
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
