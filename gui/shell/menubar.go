package shell

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/kit"
)

// menuBar is the menu bar from left to right. Each menu has a name, which is the prefix of its actions' IDs, and the
// rest of the IDs; | is a separator. IDs without an action are left out. The menu's title is the Group of its actions.
var menuBar = []struct{ name, ids string }{
	{"file", "new reuse | quit"},
	{"edit", "undo redo | cut copy paste all | earlier older newer snippets save"},
	{"view", "create boards queue gallery costs settings | look.follow look.dark look.light | text.larger text.smaller text.normal " +
		"motion"},
	{"job", "generate hold copy batch prompt track asItWas | pause notify | kind.1 kind.2 kind.3 kind.4 | variations which | seed keep swap " +
		"more less"},
	{"board", "new | after before frame | seam skip remove describe | cast rename settings rehearse trash | film export"},
	{"library", "search | import importFolder folder"},
	{"help", "find keys guide log diagnostics"},
}

// menuOrder maps the IDs of the menu bar's actions to their positions, from 1.
var menuOrder = func() map[string]int {
	order := map[string]int{}
	for _, m := range menuBar {
		for _, id := range strings.Fields(m.ids) {
			order[m.name+"."+id] = len(order) + 1
		}
	}
	return order
}()

// inMenu reports whether an action is in the menu bar.
func inMenu(id string) bool { return menuOrder[id] > 0 }

// quitID is the action that ends the program, whatever covers the window.
const quitID = "file.quit"

// toggleMenuBar opens the first menu of the bar, as Alt alone does, or closes the open one. The toolkit handles the
// arrows, Enter and Esc there and returns the focus. Shift+F10 is the key of context menus.
func (s *Shell) toggleMenuBar() {
	if bar, ok := s.window.Canvas().(interface{ ToggleMenu() }); ok && kit.HeldModifiers() == 0 {
		bar.ToggleMenu()
	}
}

// ctrl is Ctrl, on macOS Cmd.
const ctrl = fyne.KeyModifierShortcutDefault

// heardByMenu reports whether the menu takes the keys of an action. It hears them before any control and in every
// place, so those of one place are left to that place: another one may have the same.
func heardByMenu(a action.Action) bool { return inMenu(a.ID) && !a.Own && a.Scope.In == "" }
