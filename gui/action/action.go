// Package action defines the actions that the user can run on assets, on a screen and on the window. Each has one list.
// Buttons, context menus, the menu bar, keys, the command palette and the key help all show that list. So an action has
// one wording and one condition everywhere, and a new one is one literal in one list. The actions on a job have buttons
// and menus only; their list is in package gui/jobs.
//
// Start with [Action] and [ForAssets], the list of clips and pictures. chord.go parses and shows keys, palette.go and
// sheet.go show the command palette and the key help, and nav.go has the interfaces by which screens lead to each
// other. The package knows no screen and does not read the library.
package action

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// Action is something that the user can do with the current selection. It is a value: lists are built anew for each
// use, which takes microseconds. So its label, the reason why it is disabled and its effect always agree. It belongs to
// the window's goroutine.
type Action struct {
	ID    string // never changes, whatever the language is: the commands that were used last are stored by it
	Group string // heading in the palette and the key help; translated
	Label string // translated
	Icon  fyne.Resource

	Keys    []Chord // the first is shown in menus
	KeyHint string  // the text for the keys where no chord describes them, "hold Space"
	Scope   Scope   // the part of the window in which its keys work
	Own     bool    // the focused control there handles the keys itself; the window only lists them
	Held    bool    // it lasts while its key is held
	Once    bool    // a held key does it once, whatever repeats

	Line bool // menus draw a separator above it
	Rare bool // context menus list it under More, at their end
	On   bool // a choice that is switched on
	// can never apply to the selection: menus, buttons and the palette leave it out, the key help does not
	Hidden   bool
	Spends   bool     // it can lead to a paid request: it shows the price or opens a screen that does; see Means
	Disabled string   // why it cannot be done now, in a sentence; "": it can
	Do       func()   // nil: only its keys do it
	Menu     []Action // opens a menu of these instead
}

// Can reports whether the action can be done now.
func (a Action) Can() bool { return a.Do != nil && !a.Hidden && a.Disabled == "" }

// Press runs the action for a pressed key. A letter key also types its character afterwards, so the action is posted:
// if it moved the focus to a field at once, the letter would be typed there.
func (a Action) Press(key fyne.KeyName, post func(func())) {
	switch {
	case !a.Can():
	case len(key) == 1:
		post(a.Do)
	default:
		a.Do()
	}
}

// KeyWords returns the keys as shown to the user, "Space or K"; "" for none.
func (a Action) KeyWords() string {
	if a.KeyHint != "" {
		return a.KeyHint
	}
	return KeyWords(a.Keys, OnMac)
}

// Matches reports whether pressing a chord means the action. A plain key never spends: an action that can cost money
// takes no chord without Ctrl, on macOS Cmd.
func (a Action) Matches(pressed Chord) bool {
	return !a.Hidden && slices.Contains(a.Keys, pressed) && (!a.Spends || pressed.Mod&ctrl != 0)
}

// Find returns the action of a list that a chord means. Two actions may have the same keys if one of them is hidden.
func Find(list []Action, pressed Chord) (Action, bool) {
	i := slices.IndexFunc(list, func(a Action) bool { return a.Matches(pressed) })
	if i < 0 {
		return Action{}, false
	}
	return list[i], true
}

// ByID returns an action of a list, or the zero value.
func ByID(list []Action, id string) Action {
	for _, a := range list {
		if a.ID == id {
			return a
		}
	}
	return Action{}
}

// Menu builds a context menu of the actions that can be done now. A chosen action is posted, so that it runs after the
// focus has returned to where it was. An action without ID, Do and Menu is shown as a line of text that cannot be
// chosen.
func Menu(list []Action, post func(func())) *fyne.Menu {
	list = underMore(list)
	menu, line := fyne.NewMenu(""), false
	for _, a := range list {
		line = line || a.Line
		words := a.ID == "" && a.Do == nil && len(a.Menu) == 0
		if !a.Can() && len(a.Menu) == 0 && !words {
			continue
		}
		if line && len(menu.Items) > 0 {
			menu.Items = append(menu.Items, fyne.NewMenuItemSeparator())
		}
		line = false
		item := fyne.NewMenuItem(a.Label, func() { post(a.Do) })
		item.Disabled = words
		item.Checked = a.On && a.Icon == nil // an icon shows the state already
		if len(a.Menu) > 0 {
			item.ChildMenu = Menu(a.Menu, post)
		}
		menu.Items = append(menu.Items, item)
	}
	return menu
}

// underMore moves the rare actions of a menu to a submenu at its end. A menu with only rare actions stays as it is.
func underMore(list []Action) []Action {
	rare := slices.DeleteFunc(slices.Clone(list), func(a Action) bool { return !a.Rare || !a.Can() })
	rest := slices.DeleteFunc(slices.Clone(list), func(a Action) bool { return a.Rare })
	if len(rare) == 0 || !slices.ContainsFunc(rest, Action.Can) {
		return list
	}
	for i := range rare {
		rare[i].Rare, rare[i].Line = false, false
	}
	return append(rest, Action{Label: lang.L("More"), Line: true, Menu: rare})
}

// Buttons are controls that are bound to actions. Each shows and runs its action from the list that was shown last. A
// control is hidden while its action cannot be done, unless Stay is set.
type Buttons struct {
	Wrap func(do func()) // does an action, and what belongs to it here; nil: the action alone
	Stay bool            // buttons of actions that cannot be done stay visible and are disabled

	list []Action
	all  []*button
}

type button struct {
	id    string
	look  look
	stays bool // it is off while its action cannot be done
	words *kit.Button
	link  *kit.Link
	icon  string // the name of the icon that the control shows
}

// look is which parts of its action a button shows.
type look int

const (
	label look = iota
	iconAndLabel
	iconAlone // the label and the first key on hover
)

// Label adds a button with the label of an action.
func (b *Buttons) Label(id string, kind kit.ButtonKind) *kit.Button {
	return b.add(&button{id: id}, kind)
}

// Staying adds a plain button with the label of an action that is seen, and off, while that cannot be done now.
func (b *Buttons) Staying(id string) *kit.Button {
	return b.add(&button{id: id, stays: true}, kit.Plain)
}

// Full adds a button with the icon and the label of an action.
func (b *Buttons) Full(id string, kind kit.ButtonKind) *kit.Button {
	return b.add(&button{id: id, look: iconAndLabel}, kind)
}

// Icon adds a button with the icon of an action.
func (b *Buttons) Icon(id string, kind kit.ButtonKind) *kit.Button {
	return b.add(&button{id: id, look: iconAlone}, kind)
}

// Link adds a link with the label of an action.
func (b *Buttons) Link(id string) *kit.Link {
	l := kit.NewLink("", func() { b.do(id) })
	b.all = append(b.all, &button{id: id, link: l})
	return l
}

func (b *Buttons) add(x *button, kind kit.ButtonKind) *kit.Button {
	x.words = kit.NewButton("", nil, kind, func() { b.do(x.id) })
	b.all = append(b.all, x)
	return x.words
}

func (b *Buttons) do(id string) {
	a := ByID(b.list, id)
	switch {
	case !a.Can():
	case b.Wrap != nil:
		b.Wrap(a.Do)
	default:
		a.Do()
	}
}

// Show updates the buttons from a list of actions.
func (b *Buttons) Show(list []Action) {
	b.list = list
	for _, x := range b.all {
		a := ByID(list, x.id)
		can := a.Can()
		if x.link != nil {
			x.link.SetText(a.Label)
			kit.Show(x.link, can)
			continue
		}
		if !b.Stay {
			kit.Show(x.words, can || x.stays && a.ID != "" && !a.Hidden)
		}
		x.show(a, can)
	}
}

// show updates the control from the action.
func (x *button) show(a Action, can bool) {
	switch x.look {
	case label:
		x.words.SetText(a.Label)
	case iconAndLabel:
		x.words.SetText(a.Label)
		x.words.SetOn(a.On)
		x.setIcon(a.Icon)
	case iconAlone:
		word := a.Label
		if len(a.Keys) > 0 {
			word += "  " + a.Keys[0].Words(OnMac)
		}
		x.words.SetWord(word)
		x.words.SetOn(a.On)
		x.setIcon(a.Icon)
	}
	kit.Enable(x.words, can)
}

func (x *button) setIcon(icon fyne.Resource) {
	if icon != nil && x.icon != icon.Name() {
		x.icon = icon.Name()
		x.words.SetIcon(icon)
	}
}
