package gui

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/resources"
)

// command is one line of the menu. All commands stand in one table: menu, shortcuts and cheat sheet are made
// from it.
type command struct {
	menu    string
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
}

// The menus, in their order.
var menuNames = []string{"File", "Edit", "View", "Job", "Library", "Help"}

// ctrl is Ctrl, on macOS Cmd; ctrlShift is the same with Shift.
const (
	ctrl      = fyne.KeyModifierShortcutDefault
	ctrlShift = ctrl | fyne.KeyModifierShift
)

// commands returns the table. What nothing answers to is absent.
func (s *Shell) commands() []command {
	a := s.screens
	list := []command{
		{menu: "File", word: "New request", key: fyne.KeyN, mod: ctrl, do: a.NewRequest},
		{menu: "File", word: "Quit", key: fyne.KeyQ, mod: ctrl, do: s.Quit, line: true, quit: true},

		{menu: "Edit", word: "Undo", key: fyne.KeyZ, mod: ctrl, stock: &fyne.ShortcutUndo{}},
		{menu: "Edit", word: "Redo", key: fyne.KeyY, mod: ctrl, stock: &fyne.ShortcutRedo{}},
		{menu: "Edit", word: "Cut", key: fyne.KeyX, mod: ctrl, stock: &fyne.ShortcutCut{}, line: true},
		{menu: "Edit", word: "Copy", key: fyne.KeyC, mod: ctrl, stock: &fyne.ShortcutCopy{}},
		{menu: "Edit", word: "Paste", key: fyne.KeyV, mod: ctrl, stock: &fyne.ShortcutPaste{}},
		{menu: "Edit", word: "Select all", key: fyne.KeyA, mod: ctrl, stock: &fyne.ShortcutSelectAll{}},
	}
	keys := [places]fyne.KeyName{fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5}
	for p := range places {
		if a.Places[p] != nil {
			list = append(list, command{menu: "View", word: p.String(), key: keys[p], mod: ctrl, do: func() { s.Show(p) }})
		}
	}
	for i, v := range []resources.Variant{resources.Follow, resources.Dark, resources.Light} {
		word := [...]string{"Colours of the system", "Dark colours", "Light colours"}[i]
		key := [...]fyne.KeyName{fyne.KeyF, fyne.KeyD, fyne.KeyL}[i]
		list = append(list, command{menu: "View", word: word, key: key, mod: ctrlShift, do: func() { s.SetLook(v) }, checked: func() bool { return s.look == v }, line: i == 0})
	}
	list = append(list,
		command{menu: "Job", word: "Generate", key: fyne.KeyReturn, mod: ctrl, do: a.Generate},
		command{menu: "Job", word: "Hold for later", key: fyne.KeyH, mod: ctrlShift, do: a.Hold},
		command{menu: "Job", word: "Copy request", key: fyne.KeyC, mod: ctrlShift, do: a.CopyRequest},
		command{menu: "Job", word: "Batch…", key: fyne.KeyB, mod: ctrlShift, do: a.Batch},
		command{menu: "Job", word: "Go to the prompt", key: fyne.KeyL, mod: ctrl, do: s.toPrompt()},
		command{menu: "Job", word: "Track a task ID…", key: fyne.KeyT, mod: ctrlShift, do: s.trackTask()},
		command{menu: "Job", word: "Pause sending", key: fyne.KeyP, mod: ctrl, do: s.togglePause, checked: s.paused, line: true},
		command{menu: "Job", word: "Notify when done", key: fyne.KeyN, mod: ctrlShift, do: func() { s.SetNotify(!s.Notify()); s.menu.refresh() }, checked: s.Notify},

		command{menu: "Library", word: "Search the gallery", key: fyne.KeyF, mod: ctrl, do: s.toSearch()},
		command{menu: "Library", word: "Show the folder", key: fyne.KeyO, mod: ctrlShift, do: a.OpenFolder},

		command{menu: "Help", word: "Keyboard shortcuts", key: fyne.KeyF1, rune: '?', do: s.showShortcuts},
		command{menu: "Help", word: "About Viviscope", do: a.About},
	)
	for i, k := range a.Kinds {
		list = append(list, command{menu: "Job", word: k.Word, key: keys[i], mod: ctrlShift, do: func() { s.Show(Create); k.Choose() }, line: i == 0})
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
		{menu: "Edit", word: "Earlier prompts…", key: fyne.KeyE, mod: ctrl, do: in(p.Earlier), line: true},
		{menu: "Edit", word: "Older prompt", key: fyne.KeyUp, mod: ctrl, do: in(p.Older), own: true},
		{menu: "Edit", word: "Newer prompt", key: fyne.KeyDown, mod: ctrl, do: in(p.Newer), own: true},
		{menu: "Edit", word: "Snippets…", key: fyne.KeyE, mod: ctrlShift, do: in(p.Snippets)},
		{menu: "Edit", word: "Save as snippet…", key: fyne.KeyS, mod: ctrlShift, do: in(p.Save)},
		{menu: "Job", word: "Preview the variations", key: fyne.KeyM, mod: ctrlShift, do: in(p.Variations), line: true},
		{menu: "Job", word: "Which model can do this?", key: fyne.KeyM, mod: ctrl, do: in(p.Which)},
	}
}

// formCommands are what else of the form has keys.
func (s *Shell) formCommands() []command {
	f, in := s.screens.Form, s.inCreate
	return []command{
		{menu: "Job", word: "New seed", key: fyne.KeyR, mod: ctrl, do: in(f.NewSeed), line: true},
		{menu: "Job", word: "Keep the seed", key: fyne.KeyR, mod: ctrlShift, do: in(f.KeepSeed)},
		{menu: "Job", word: "Swap first and last frame", key: fyne.KeyX, mod: ctrlShift, do: in(f.SwapFrames)},
		{menu: "Job", word: "One more in a click", key: fyne.KeyUp, mod: ctrlShift, do: in(f.OneMore)},
		{menu: "Job", word: "One less in a click", key: fyne.KeyDown, mod: ctrlShift, do: in(f.OneLess)},
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
	s.Do("pause sending", func(ctx context.Context) error { return s.deps.Engine.PauseSending(ctx, on) })
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

// keys words the keys of a command, "Ctrl+1"; "" for none.
func (c command) keys(mac bool) string {
	if c.key == "" {
		return ""
	}
	word := string(c.key)
	if c.key == fyne.KeyReturn {
		word = "Enter"
	}
	if c.rune != 0 {
		word += " or " + string(c.rune)
	}
	switch {
	case c.mod == 0:
		return word
	case mac && c.mod == ctrlShift:
		return "⇧⌘" + word
	case mac:
		return "⌘" + word
	case c.mod == ctrlShift:
		return "Ctrl+Shift+" + word
	}
	return "Ctrl+" + word
}
