package gui

import (
	"context"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/keymap"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// command is one line of the menu. All commands stand in one table: menu, shortcuts and cheat sheet are made
// from it.
type command struct {
	id      string // never changes: the keys that a person chose are kept under it
	menu    string // one of menuNames
	word    string
	key     fyne.KeyName
	mod     fyne.KeyModifier
	rune    rune // does the same while no control has the focus; 0: none
	do      func()
	checked func() bool // nil: it is no choice
	line    bool        // a line stands above it
	quit    bool
	stock   fyne.Shortcut // one of Fyne's own, which the focused control takes
	own     bool          // a control takes the keys itself while it has the focus: the menu only words them
	stays   string        // why the keys cannot be changed, in a sentence; "": they can
}

// menuNames are the menus, in their order, as the table names them.
var menuNames = []string{"File", "Edit", "View", "Job", "Library", "Help"}

// menuWord is what a menu is called in the window.
func menuWord(name string) string {
	switch name {
	case "File":
		return lang.X("menu", "File")
	case "Edit":
		return lang.X("menu", "Edit")
	case "View":
		return lang.X("menu", "View")
	case "Job":
		return lang.X("menu", "Job")
	case "Library":
		return lang.X("menu", "Library")
	}
	return lang.X("menu", "Help")
}

// placeIDs are the IDs of the commands that lead to the places.
var placeIDs = [places]string{"view.create", "view.queue", "view.gallery", "view.costs", "view.settings"}

// ctrl is Ctrl, on macOS Cmd; ctrlShift is the same with Shift.
const (
	ctrl      = fyne.KeyModifierShortcutDefault
	ctrlShift = ctrl | fyne.KeyModifierShift
)

// commands returns the table with the keys that the person chose.
func (s *Shell) commands() []command {
	list := s.table()
	has := keymap.Resolve(entries(list, s.placeCommands()), s.personal.bindings())
	for i, c := range list {
		var chord keymap.Chord
		if keys := has[c.id]; len(keys) > 0 {
			chord = keys[0]
		}
		if c.changeable() && chord != c.chord() {
			list[i].key, list[i].mod, list[i].rune = chord.Key, chord.Mod, 0
		}
	}
	return list
}

// table returns all commands with their own keys. What nothing answers to is absent.
func (s *Shell) table() []command {
	a := s.screens
	list := []command{
		{id: "file.new", menu: "File", word: lang.L("New request"), key: fyne.KeyN, mod: ctrl, do: a.NewRequest},
		{id: "file.quit", menu: "File", word: lang.L("Quit"), key: fyne.KeyQ, mod: ctrl, do: s.Quit, line: true, quit: true},

		{id: "edit.undo", menu: "Edit", word: lang.L("Undo"), key: fyne.KeyZ, mod: ctrl, stock: &fyne.ShortcutUndo{}},
		{id: "edit.redo", menu: "Edit", word: lang.L("Redo"), key: fyne.KeyY, mod: ctrl, stock: &fyne.ShortcutRedo{}},
		{id: "edit.cut", menu: "Edit", word: lang.L("Cut"), key: fyne.KeyX, mod: ctrl, stock: &fyne.ShortcutCut{}, line: true},
		{id: "edit.copy", menu: "Edit", word: lang.L("Copy"), key: fyne.KeyC, mod: ctrl, stock: &fyne.ShortcutCopy{}},
		{id: "edit.paste", menu: "Edit", word: lang.L("Paste"), key: fyne.KeyV, mod: ctrl, stock: &fyne.ShortcutPaste{}},
		{id: "edit.all", menu: "Edit", word: lang.L("Select all"), key: fyne.KeyA, mod: ctrl, stock: &fyne.ShortcutSelectAll{}},
	}
	keys := [places]fyne.KeyName{fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5}
	for p := range places {
		if a.Places[p] != nil {
			list = append(list, command{id: placeIDs[p], menu: "View", word: p.String(), key: keys[p], mod: ctrl, do: func() { s.Show(p) }})
		}
	}
	for i, v := range []resources.Variant{resources.Follow, resources.Dark, resources.Light} {
		word := [...]string{lang.L("Colours of the system"), lang.L("Dark colours"), lang.L("Light colours")}[i]
		key := [...]fyne.KeyName{fyne.KeyF, fyne.KeyD, fyne.KeyL}[i]
		list = append(list, command{id: "view.look." + v.String(), menu: "View", word: word, key: key, mod: ctrlShift, do: func() { s.SetLook(v) }, checked: func() bool { return s.look == v }, line: i == 0})
	}
	list = append(list, s.readingCommands()...)
	list = append(list,
		command{id: "job.generate", menu: "Job", word: lang.L("Generate"), key: fyne.KeyReturn, mod: ctrl, do: a.Generate, stays: lang.L("Every field of the form sends with them, and the button that spends says so.")},
		command{id: "job.hold", menu: "Job", word: lang.L("Hold for later"), key: fyne.KeyH, mod: ctrlShift, do: a.Hold},
		command{id: "job.copy", menu: "Job", word: lang.L("Copy request"), key: fyne.KeyC, mod: ctrlShift, do: a.CopyRequest},
		command{id: "job.batch", menu: "Job", word: lang.L("Batch…"), key: fyne.KeyB, mod: ctrlShift, do: a.Batch},
		command{id: "job.prompt", menu: "Job", word: lang.L("Go to the prompt"), key: fyne.KeyL, mod: ctrl, do: s.toPrompt()},
		command{id: "job.track", menu: "Job", word: lang.L("Track a task ID…"), key: fyne.KeyT, mod: ctrlShift, do: s.trackTask()},
		command{id: "job.asItWas", menu: "Job", word: lang.L("Send as it was"), key: fyne.KeyReturn, mod: ctrlShift, do: a.AsItWas},
		command{id: "job.pause", menu: "Job", word: lang.L("Pause sending"), key: fyne.KeyP, mod: ctrl, do: s.togglePause, checked: s.paused, line: true},
		command{id: "job.notify", menu: "Job", word: lang.L("Notify when done"), key: fyne.KeyN, mod: ctrlShift, do: func() { s.SetNotify(!s.Notify()); s.menu.refresh() }, checked: s.Notify},

		command{id: "library.search", menu: "Library", word: lang.L("Search the gallery"), key: fyne.KeyF, mod: ctrl, do: s.toSearch()},
		command{id: "library.import", menu: "Library", word: lang.L("Import a file…"), key: fyne.KeyI, mod: ctrl, do: a.ImportFile, line: true},
		command{id: "library.importFolder", menu: "Library", word: lang.L("Import a folder…"), key: fyne.KeyI, mod: ctrlShift, do: a.ImportFolder},
		command{id: "library.folder", menu: "Library", word: lang.L("Show the folder"), key: fyne.KeyO, mod: ctrlShift, do: a.OpenFolder},

		command{id: "help.find", menu: "Help", word: lang.L("Find a command…"), key: fyne.KeyK, mod: ctrl, do: s.ShowPalette},
		command{id: "help.keys", menu: "Help", word: lang.L("Keyboard shortcuts"), key: fyne.KeyF1, rune: '?', do: s.showShortcuts},
		command{id: "help.guide", menu: "Help", word: lang.L("User guide"), key: fyne.KeyF1, mod: ctrl, do: a.Guide},
		command{id: "help.log", menu: "Help", word: lang.L("Show log"), do: a.ShowLog},
		command{id: "help.diagnostics", menu: "Help", word: lang.L("Diagnostics…"), do: a.Diagnose},
		command{id: "help.about", menu: "Help", word: lang.L("About Viviscope"), do: a.About},
	)
	for i, k := range a.Kinds {
		list = append(list, command{id: "job.kind." + strconv.Itoa(i+1), menu: "Job", word: k.Word, key: keys[i], mod: ctrlShift, do: func() { s.Show(Create); k.Choose() }, line: i == 0})
	}
	list = append(list, s.promptCommands()...)
	list = append(list, s.formCommands()...)
	kept := list[:0]
	for _, c := range list {
		if c.do != nil || c.stock != nil {
			kept = append(kept, c)
		}
	}
	return kept
}

func (s *Shell) toPrompt() func() {
	if s.screens.FocusPrompt == nil {
		return nil
	}
	return func() { s.Show(Create); s.screens.FocusPrompt() }
}

// promptCommands are what can be done with the prompt.
func (s *Shell) promptCommands() []command {
	p, in := s.screens.Prompt, s.inCreate
	return []command{
		{id: "edit.earlier", menu: "Edit", word: lang.L("Earlier prompts…"), key: fyne.KeyE, mod: ctrl, do: in(p.Earlier), line: true},
		{id: "edit.older", menu: "Edit", word: lang.L("Older prompt"), key: fyne.KeyUp, mod: ctrl, do: in(p.Older), own: true},
		{id: "edit.newer", menu: "Edit", word: lang.L("Newer prompt"), key: fyne.KeyDown, mod: ctrl, do: in(p.Newer), own: true},
		{id: "edit.snippets", menu: "Edit", word: lang.L("Snippets…"), key: fyne.KeyE, mod: ctrlShift, do: in(p.Snippets)},
		{id: "edit.save", menu: "Edit", word: lang.L("Save as snippet…"), key: fyne.KeyS, mod: ctrlShift, do: in(p.Save)},
		{id: "job.variations", menu: "Job", word: lang.L("Preview the variations"), key: fyne.KeyM, mod: ctrlShift, do: in(p.Variations), line: true},
		{id: "job.which", menu: "Job", word: lang.L("Which model can do this?"), key: fyne.KeyM, mod: ctrl, do: in(p.Which)},
	}
}

// formCommands are what else of the form has keys.
func (s *Shell) formCommands() []command {
	f, in := s.screens.Form, s.inCreate
	return []command{
		{id: "job.seed", menu: "Job", word: lang.L("New seed"), key: fyne.KeyR, mod: ctrl, do: in(f.NewSeed), line: true},
		{id: "job.keep", menu: "Job", word: lang.L("Keep the seed"), key: fyne.KeyR, mod: ctrlShift, do: in(f.KeepSeed)},
		{id: "job.swap", menu: "Job", word: lang.L("Swap first and last frame"), key: fyne.KeyX, mod: ctrlShift, do: in(f.SwapFrames)},
		{id: "job.more", menu: "Job", word: lang.L("One more in a click"), key: fyne.KeyUp, mod: ctrlShift, do: in(f.OneMore)},
		{id: "job.less", menu: "Job", word: lang.L("One less in a click"), key: fyne.KeyDown, mod: ctrlShift, do: in(f.OneLess)},
	}
}

// inCreate brings Create to the front before an action; nil for none.
func (s *Shell) inCreate(do func()) func() {
	if do == nil {
		return nil
	}
	return func() { s.Show(Create); do() }
}

func (s *Shell) trackTask() func() {
	if s.screens.TrackTask == nil {
		return nil
	}
	return func() { s.Show(Queue); s.screens.TrackTask() }
}

func (s *Shell) toSearch() func() {
	if s.screens.Search == nil {
		return nil
	}
	return func() { s.Show(Gallery); s.screens.Search() }
}

func (s *Shell) paused() bool {
	on, err := s.live.Paused.Get()
	return err == nil && on
}

func (s *Shell) togglePause() {
	on := !s.paused()
	s.Do(lang.L("Could not pause sending."), func(ctx context.Context) error { return s.deps.Engine.PauseSending(ctx, on) })
}

// shortcut returns the keys of a command as Fyne knows them; nil for none and for keys without a modifier,
// which Fyne's menus do not take.
func (c command) shortcut() fyne.Shortcut {
	switch {
	case c.stock != nil:
		return c.stock
	case c.key == "" || c.mod == 0 || c.own:
		return nil
	}
	return &desktop.CustomShortcut{KeyName: c.key, Modifier: c.mod}
}

// chord is the keys of a command, none where it has none.
func (c command) chord() keymap.Chord { return keymap.Chord{Key: c.key, Mod: c.mod} }

// keys words the keys of a command, "Ctrl+1"; "" for none.
func (c command) keys(mac bool) string {
	word := c.chord().Words(mac)
	if word != "" && c.rune != 0 {
		return lang.L("%s or %s", word, string(c.rune))
	}
	return word
}

// changeable reports whether a person may choose other keys for a command.
func (c command) changeable() bool { return c.fixed() == "" }

// fixed says why the keys of a command cannot be changed; "": they can.
func (c command) fixed() string {
	switch {
	case c.stays != "":
		return c.stays
	case c.stock != nil:
		return lang.L("Every text takes them.")
	case c.own:
		return lang.L("The prompt takes them itself.")
	}
	return ""
}
