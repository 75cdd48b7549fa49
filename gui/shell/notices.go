package shell

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// notices shows errors and confirmations, one at a time, in a card that floats over the status bar. Nothing in the
// window moves for it. A confirmation is shown only in the place that it belongs to.
type notices struct {
	content *fyne.Container
	row     *fyne.Container
	icon    *kit.Icon
	text    *kit.Text
	buttons [2]*kit.Button // the second is the lesser one
	shut    *kit.Button
	under   *pointed                        // the background
	place   func()                          // gives the visible card its position
	closed  func()                          // called after one of its buttons closed it: the focus must go elsewhere
	later   func(d time.Duration, f func()) // runs a function on the window's goroutine
	said    int                             // counts the notices
	open    bool                            // there is a notice that was not closed
	tone    kit.Tone                        // of the notice; a neutral one disappears after noticeShown
	of      func(Place) bool                // whether it is for a place
}

// hide takes the notice away.
func (n *notices) hide() {
	n.open, n.under.over = false, false
	n.content.Hide()
}

// shutBy closes the notice because one of its buttons was pressed.
func (n *notices) shutBy() {
	n.hide()
	n.closed()
}

// forget closes a neutral notice, because the state that it describes has passed.
func (n *notices) forget() {
	if n.open && n.tone == kit.ToneNeutral {
		n.hide()
	}
}

// holds reports whether a control of the notice has the focus.
func (n *notices) holds(o fyne.Focusable) bool {
	return o == n.shut || o == n.buttons[0] || o == n.buttons[1]
}

// wide returns the width in which the text is one line, px.
func (n *notices) wide() float32 {
	w := n.text.NaturalWidth() + 2*noticePad
	for _, o := range n.row.Objects {
		if o != n.text && o.Visible() {
			w += o.MinSize().Width + noticePad
		}
	}
	return w + noticePad
}

// leave closes the notice after noticeShown. While it is visible and has the pointer or the focus, it stays longer.
func (n *notices) leave() {
	said := n.said
	n.later(noticeShown, func() {
		switch {
		case said != n.said || !n.open:
		case n.content.Visible() && n.active():
			n.leave()
		default:
			n.hide()
		}
	})
}

// active reports whether the notice has the pointer or the focus.
func (n *notices) active() bool {
	return n.under.over || n.shut.IsActive() || n.buttons[0].IsActive() || n.buttons[1].IsActive()
}

// show shows the notice if it is for the current place. A confirmation that gets hidden is closed after noticeShown, so
// that it does not look new when the user comes back later.
func (n *notices) show(front Place) {
	seen, shown := n.content.Visible(), n.open && n.of(front)
	kit.Show(n.content, shown)
	if n.tone == kit.ToneOK && seen && !shown {
		n.leave()
	}
	n.place()
}

// say replaces the current notice with one for a place. It has a button for each of up to two actions, which closes it.
// A neutral notice confirms what the user just did, and disappears after noticeShown.
func (n *notices) say(in Place, tone kit.Tone, lead, rest string, actions ...action.Action) {
	n.open, n.tone = true, tone
	n.of = func(p Place) bool { return p == in || tone == kit.ToneErr || tone == kit.ToneWarn }
	icon := resources.IconInfo
	switch tone {
	case kit.ToneErr:
		icon = resources.IconErrorCircle
	case kit.ToneWarn:
		icon = resources.IconWarning
	case kit.ToneOK:
		icon = resources.IconCheckCircle
	}
	n.icon.Set(icon, tone.Color())
	if rest != "" {
		rest = " " + rest
	}
	n.text.SetSpans(kit.Span{Text: lead, Bold: true, Color: resources.Text1}, kit.Span{Text: rest})
	for i, b := range n.buttons {
		b.Hide()
		if i < len(actions) {
			b.SetText(actions[i].Label)
			b.OnTapped = func() { n.shutBy(); actions[i].Do() }
			b.Show()
		}
	}
	n.content.Show()
	n.place()
	n.said++
	if tone == kit.ToneNeutral {
		n.leave()
	}
}

// noticeShown is how long a confirmation is shown: long enough to undo.
const noticeShown = 10 * time.Second

// The room around the parts of a notice, and above and below them, px: with one line of text it covers little more than
// the status bar.
const (
	noticePad    = 8
	noticeInset  = 2
	noticeRadius = 6
)

// pointed notes whether the pointer is over it.
type pointed struct {
	widget.BaseWidget
	over bool
}

func (p *pointed) MouseIn(*desktop.MouseEvent) { p.over = true }

func (p *pointed) MouseMoved(*desktop.MouseEvent) {}

func (p *pointed) MouseOut() { p.over = false }

func (p *pointed) CreateRenderer() fyne.WidgetRenderer {
	box := canvas.NewRectangle(color.Transparent)
	look := func() { kit.PaintBox(box, resources.BgRaised, resources.LineStrong, 1, noticeRadius) }
	return kit.Draw(box.MinSize, box.Resize, look, box)
}

func newNotices(place, closed func(), later func(d time.Duration, f func())) *notices {
	n := &notices{
		place: place, closed: closed, later: later, under: &pointed{},
		icon: kit.NewIcon(nil, 16, resources.Text2),
		text: kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
	}
	for i, kind := range []kit.ButtonKind{kit.Plain, kit.Quiet} {
		n.buttons[i] = kit.NewButton("", nil, kind, nil).Small()
	}
	n.under.ExtendBaseWidget(n.under)
	n.shut = kit.NewIconButton(resources.IconClose, lang.L("Close"), n.shutBy).Small().SetKind(kit.Quiet)
	n.row = kit.NewRow(noticePad, n.icon, n.text, n.buttons[0], n.buttons[1], n.shut)
	n.content = container.NewStack(n.under, kit.NewInset(noticeInset, noticePad, noticeInset, noticePad, n.row))
	n.content.Hide()
	return n
}
