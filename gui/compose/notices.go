package compose

import (
	"time"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// How long the form offers to take a change of its own back.
const (
	correctionShown = 8 * time.Second
	recallShown     = 10 * time.Second
)

// notices shows one notice at a time, for a while: what the form changed by itself, or the result of a press, with a
// link that undoes it. It belongs to the window's goroutine.
type notices struct {
	host    action.Host
	changed func() // one came or went

	stop func() bool // the clock of the one that is shown; nil: none is
	undo func()      // follows the link

	undoes bool // the link undoes something, as Ctrl+Z does

	text *kit.Text
	link *kit.Link
	box  *fyne.Container
}

func newNotices(host action.Host, changed func()) *notices {
	n := &notices{host: host, changed: changed,
		text: kit.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)}
	n.link = kit.NewLink(lang.L("Undo"), func() { n.undo() })
	inner := kit.NewRow(8, kit.NewIcon(resources.IconInfo, 14, resources.Accent), n.text, n.link)
	n.box = container.NewStack(kit.NewGround(resources.AccentSoft), kit.NewInset(4, inset, 4, inset, inner))
	n.box.Hide()
	return n
}

// say shows a notice without a link.
func (n *notices) say(text string) { n.undoable(text, correctionShown, nil) }

// undoable shows what was changed, with a link that undoes it.
func (n *notices) undoable(text string, shown time.Duration, undo func()) {
	n.offer(text, lang.L("Undo"), shown, undo)
	n.undoes = undo != nil
}

// offer shows a notice with a link for the next step; nil for none.
func (n *notices) offer(text, word string, shown time.Duration, on func()) {
	n.hide()
	n.undo = func() {
		n.hide()
		on()
	}
	n.text.SetText(text)
	n.link.SetText(word)
	kit.Show(n.link, on != nil)
	n.box.Show()
	// A timer that fired while it was being stopped must not hide the notice that came after it.
	current := true
	stop := n.host.After(shown, func() {
		n.host.Post(func() {
			if current {
				n.hide()
			}
		})
	})
	n.stop = func() bool { current = false; return stop() }
	n.changed()
}

// up reports whether a notice is shown.
func (n *notices) up() bool { return n.stop != nil }

func (n *notices) hide() {
	if n.stop == nil {
		return
	}
	n.stop()
	n.stop, n.undoes = nil, false
	n.box.Hide()
	n.changed()
}
