package kit

import (
	"fyne.io/fyne/v2"
)

// named is the accessible name of an object without text of its own: the text beside it.
type named struct {
	TextRole
	name *Text
}

// SetName lets a text name the object; a later one does not, so that of two the nearer does.
func (n *named) SetName(t *Text) {
	if n.name == nil {
		n.name = t
	}
}

func (n *named) AccessibilityLabel() string { return n.with("") }

// with is the name and what the object shows.
func (n *named) with(shows string) string {
	if n.name == nil {
		return shows
	}
	return joinWords(n.name.Text(), shows)
}

// value returns the name with a value, or "" without a name.
func (n *named) value(v string) string {
	if name := n.with(""); name != "" {
		return joinWords(name, v)
	}
	return ""
}

// Name makes a text the accessible name of all objects without text of their own, including those in containers.
func Name(t *Text, in ...fyne.CanvasObject) {
	for _, o := range in {
		switch o := o.(type) {
		case *fyne.Container:
			Name(t, o.Objects...)
		case interface{ SetName(*Text) }:
			o.SetName(t)
		}
	}
}
