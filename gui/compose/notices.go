package compose

import (
	"errors"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/gui/action"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/wholefile"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// How long the form offers to take a change of its own back.
const (
	correctionShown = 8 * time.Second
	recallShown     = 10 * time.Second
)

// notices is the line in which the composer says for a while, one thing at a time, what the form changed by itself and what a press
// came to, with the way back. It belongs to the window's goroutine.
type notices struct {
	host  action.Host
	refit func() // a notice came or went, and takes room or leaves it

	stop func() bool // the clock of the one that is shown; nil: none is
	undo func()      // follows the link

	text *widgets.Text
	link *widgets.Link
	box  *fyne.Container
}

func newNotices(host action.Host, refit func()) *notices {
	n := &notices{host: host, refit: refit, text: widgets.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)}
	n.link = widgets.NewLink(lang.L("Undo"), func() { n.undo() })
	inner := widgets.NewRow(8, widgets.NewIcon(resources.IconInfo(), 14, resources.Accent), n.text, n.link)
	n.box = container.NewStack(widgets.NewGround(resources.AccentSoft), widgets.NewInset(4, 8, 4, 8, inner))
	n.box.Hide()
	return n
}

// say says for a while what there is nothing to take back of.
func (n *notices) say(text string) { n.undoable(text, correctionShown, nil) }

// undoable says for a while what was changed, with the way back.
func (n *notices) undoable(text string, shown time.Duration, undo func()) {
	n.offer(text, lang.L("Undo"), shown, undo)
}

// offer says something for a while, with a way to go on from there by that word; nil: none.
func (n *notices) offer(text, word string, shown time.Duration, on func()) {
	n.hide()
	n.undo = func() {
		n.hide()
		on()
	}
	n.text.SetText(text)
	n.link.SetText(word)
	setShown(n.link, on != nil)
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
	n.refit()
}

// up reports whether something is being said.
func (n *notices) up() bool { return n.stop != nil }

func (n *notices) hide() {
	if n.stop == nil {
		return
	}
	n.stop()
	n.stop = nil
	n.box.Hide()
	n.refit()
}

// complaint is the line under a field that says which rule it breaks, and the outline of its entries. It takes no room
// while there is none.
type complaint struct {
	text    *widgets.Text
	box     *fyne.Container
	entries []*editor
}

func newComplaint(entries ...*editor) *complaint {
	c := &complaint{entries: entries, text: widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)}
	icon := widgets.NewIcon(resources.IconErrorCircle(), 12, resources.Err)
	c.box = widgets.NewRow(6, icon, c.text)
	c.box.Hide()
	return c
}

// indented puts the line under the control of a field with a label.
func (c *complaint) indented() *complaint {
	c.box.Show()
	c.box = indented(c.box)
	c.box.Hide()
	return c
}

// show says the first of the problems; none hides the line.
func (c *complaint) show(problems []client.ValidationError) {
	for _, e := range c.entries {
		e.SetFailed(len(problems) > 0)
	}
	if len(problems) > 0 {
		c.text.SetText(form.Words(problems[0].Message))
	}
	setShown(c.box, len(problems) > 0)
}

// pictureError says that a picture of this computer cannot be sent. Its own text is for the log.
type pictureError struct {
	file string // "": one of the library
	why  error
}

// Error names the file.
func (e *pictureError) Error() string {
	return "read picture " + baseName(e.file) + ": " + e.why.Error()
}

func (e *pictureError) words() string {
	return lang.L("%s: %s", fileName(form.Slot{File: e.file}), fileWords(e.why))
}

// canvasError says that there is no picture of what is drawn. Its own text is for the log.
type canvasError struct{ why error }

// Error names the canvas.
func (e *canvasError) Error() string { return "the picture on the canvas: " + e.why.Error() }

func (e *canvasError) words() string {
	why := e.why.Error() // those of the canvas itself are for people
	var large *wholefile.TooLargeError
	switch {
	case errors.Is(e.why, errCanvasMoved):
		why = lang.L("something else is on the canvas than at the click. Look at it before you send it")
	case errors.As(e.why, &large), errors.Is(e.why, client.ErrDamaged):
		why = fileWords(e.why)
	}
	return lang.L("the picture on the canvas: %s", why)
}

// worded is an error that says itself to people, in the language of the window.
type worded interface{ words() string }

// troubleWords says an error to people; one that has no words of its own is told as it is.
func troubleWords(err error) string {
	var own worded
	var rule *client.ValidationError
	switch {
	case errors.As(err, &own):
		return own.words()
	case errors.As(err, &rule):
		return form.Words(rule.Message)
	}
	return err.Error()
}

// notSent says why a click came to nothing.
func notSent(err error) string {
	if why := troubleWords(err); why != err.Error() {
		return lang.L("Not sent, nothing was charged: %s", why)
	}
	return wording.NotSent(err)
}
