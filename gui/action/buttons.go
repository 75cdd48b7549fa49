package action

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/keymap"
	"viviscope/gui/widgets"
)

// Buttons are controls that stand for actions: each shows and does what its action is in the list that was shown last. It is hidden while
// that cannot be done, but for those that stay.
type Buttons struct {
	Keys KeysOf          // what icons say on hover; nil: the keys that actions come with
	Wrap func(do func()) // does an action, and what belongs to it here; nil: the action alone
	Stay bool            // all are left in sight, and are off, while their action cannot be done

	list []Action
	all  []*button
}

type button struct {
	id    string
	look  look
	stays bool // it is off while its action cannot be done
	words *widgets.Button
	link  *widgets.Link
	icon  string // the name of the icon that words shows
}

// look is what a button shows of its action.
type look int

const (
	label look = iota
	iconAndLabel
	iconAlone // the label and the first key on hover
)

// Label adds a button with the label of an action.
func (b *Buttons) Label(id string, kind widgets.ButtonKind) *widgets.Button {
	return b.add(&button{id: id}, kind)
}

// Staying adds a plain button with the label of an action that is seen, and off, while that cannot be done now.
func (b *Buttons) Staying(id string) *widgets.Button {
	return b.add(&button{id: id, stays: true}, widgets.Plain)
}

// Full adds a button with the icon and the label of an action.
func (b *Buttons) Full(id string, kind widgets.ButtonKind) *widgets.Button {
	return b.add(&button{id: id, look: iconAndLabel}, kind)
}

// Icon adds a button with the icon of an action.
func (b *Buttons) Icon(id string, kind widgets.ButtonKind) *widgets.Button {
	return b.add(&button{id: id, look: iconAlone}, kind)
}

// Link adds a link with the label of an action.
func (b *Buttons) Link(id string) *widgets.Link {
	l := widgets.NewLink("", func() { b.do(id) })
	b.all = append(b.all, &button{id: id, link: l})
	return l
}

func (b *Buttons) add(x *button, kind widgets.ButtonKind) *widgets.Button {
	x.words = widgets.NewButton("", nil, kind, func() { b.do(x.id) })
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

// Show shows what can be done now.
func (b *Buttons) Show(list []Action) {
	b.list = b.Keys.Now(list)
	for _, x := range b.all {
		a := ByID(b.list, x.id)
		can := a.Can()
		if x.link != nil {
			x.link.SetText(a.Label)
			widgets.Show(x.link, can)
			continue
		}
		if !b.Stay {
			widgets.Show(x.words, can || x.stays && a.ID != "" && !a.Hidden)
		}
		x.show(a, can)
	}
}

// show writes what the action is.
func (x *button) show(a Action, can bool) {
	switch x.look {
	case label:
		x.words.SetText(a.Label)
	case iconAndLabel:
		x.words.SetText(a.Label)
		x.setIcon(a.Icon)
	case iconAlone:
		word := a.Label
		if len(a.Keys) > 0 {
			word += "  " + a.Keys[0].Words(keymap.OnMac)
		}
		x.words.SetWord(word)
		x.words.SetOn(a.On)
		x.setIcon(a.Icon)
	}
	switch {
	case can == !x.words.Disabled():
	case can:
		x.words.Enable()
	default:
		x.words.Disable()
	}
}

func (x *button) setIcon(icon fyne.Resource) {
	if icon != nil && x.icon != icon.Name() {
		x.icon = icon.Name()
		x.words.SetIcon(icon)
	}
}
