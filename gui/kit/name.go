package kit

import (
	"fyne.io/fyne/v2"
)

// named is the accessible name of an object that has no words of its own: the text beside it.
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

// value is the name and a value, which says nothing without one.
func (n *named) value(v string) string {
	if name := n.with(""); name != "" {
		return joinWords(name, v)
	}
	return ""
}

// Name lets a text name all objects that have no words of their own, and those that lie in containers among them.
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
