package costs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// newProblem returns a hidden text for an error of the user's input; see complain.
func newProblem() *kit.Text {
	t := kit.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	t.Hide()
	return t
}

// complain shows an error of the user's input, or hides the text if err is nil.
func complain(t *kit.Text, err error) {
	words := ""
	if err != nil {
		words = wording.Fault(err)
	}
	kit.ShowText(t, words)
}

func small(words string) *kit.Text {
	return kit.NewText(words, resources.SizeSM, resources.Text2, false)
}

// relayout lays a container out again after texts in it changed their width. It does not redraw it.
func relayout(c *fyne.Container) { c.Layout.Layout(c.Objects, c.Size()) }

// labelled returns a field of a width in px with its label above it.
func labelled(label string, px float32, field fyne.CanvasObject) fyne.CanvasObject {
	words := small(label)
	kit.Name(words, field)
	return kit.NewColumn(4, words, kit.NewFixed(px, 0, field))
}

// The gap between chips and their height, px.
const (
	chipGap    = 6
	chipHeight = 28
)

// newClearable returns a chip that is on, and that a click clears.
func newClearable(words string, clear func()) *kit.Button {
	chip := kit.NewChip(words, clear)
	chip.OnClear = clear
	chip.SetOn(true)
	return chip
}

// maxLetters is the length of a text that is shortened.
const maxLetters = 40

// shorten cuts a long text, which would push others out of sight.
func shorten(words string) string {
	letters := []rune(words)
	if len(letters) > maxLetters {
		return string(letters[:maxLetters-1]) + "…"
	}
	return words
}

// newLinkLine returns a line with words and a link at its end, or the link alone if the words are hidden. It is as high
// as the words, although the target of the link is higher.
func newLinkLine(words, link fyne.CanvasObject) *fyne.Container {
	return container.New(linkLineLayout{}, words, link)
}

type linkLineLayout struct{}

func (linkLineLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[0].MinSize().Height)
}

func (linkLineLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	link, x := o[1].MinSize(), float32(0)
	link.Width = min(link.Width, s.Width)
	if !o[1].Visible() {
		link.Width = -8
	}
	if o[0].Visible() {
		x = s.Width - link.Width
	}
	kit.Place(o[0], 0, 0, max(x-8, 0), s.Height)
	kit.Place(o[1], x, (s.Height-link.Height)/2, max(link.Width, 0), link.Height)
}

// openPopover opens a panel below an object, dx px to its right, and moves the keyboard to one of its controls.
func openPopover(
	c fyne.Canvas, under fyne.CanvasObject, dx float32, content fyne.CanvasObject, first fyne.Focusable,
) *kit.Popover {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(under).AddXY(dx, under.Size().Height+4)
	panel := kit.ShowPopover(c, content, at, nil)
	c.Focus(first)
	return panel
}

// newKeyAction describes keys that a part of the screen handles itself while it has the focus.
func newKeyAction(part, group, id, label string, keys ...fyne.KeyName) action.Action {
	scope := action.Scope{In: "costs/" + part}
	return action.Action{ID: id, Group: group, Label: label, Keys: action.BareKeys(keys...), Scope: scope, Own: true}
}

// newKeyActions is newKeyAction for keys that do different things. The key sheet lists all of them.
func newKeyActions(part, group, id, label string, keys ...fyne.KeyName) action.Action {
	a := newKeyAction(part, group, id, label, keys...)
	a.KeyHint = action.KeyList(a.Keys)
	return a
}
