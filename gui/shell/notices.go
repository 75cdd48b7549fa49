package shell

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// notices is the strip below the places that shows errors and confirmations. It holds one notice. A
// confirmation is shown only in the place that it belongs to.
type notices struct {
	content *fyne.Container
	icon    *kit.Icon
	text    *kit.Text
	buttons [2]*kit.Button // the second is the lesser one
	shut    *kit.Button
	under   *pointed                        // the background
	moved   func()                          // called when the strip appears, disappears, or changes its height
	later   func(d time.Duration, f func()) // runs a function on the window's goroutine
	said    int                             // counts the notices
	open    bool                            // there is a notice that was not closed
	of      func(Place) bool                // whether it is for a place
}

func (n *notices) hide() {
	n.open = false
	n.content.Hide()
	n.moved()
}

// leave hides the notice after noticeShown, unless it has the pointer or the focus by then.
func (n *notices) leave() {
	said := n.said
	n.later(noticeShown, func() {
		switch {
		case said != n.said || !n.open:
		case n.under.over || n.shut.Hot() || n.buttons[0].Hot() || n.buttons[1].Hot():
			n.leave()
		default:
			n.hide()
		}
	})
}

// show shows the notice if it is for the current place.
func (n *notices) show(front Place) {
	if seen := n.open && n.of(front); seen != n.content.Visible() {
		kit.Show(n.content, seen)
		n.moved()
	}
}

// say replaces the current notice with one for a place. It has a button for each of up to two actions, which closes it.
// A neutral notice confirms what the user just did, and disappears after noticeShown.
func (n *notices) say(in Place, tone kit.Tone, lead, rest string, actions ...action.Action) {
	n.open, n.of = true, func(p Place) bool { return p == in || tone == kit.ToneErr || tone == kit.ToneWarn }
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
			b.OnTapped = func() { n.hide(); actions[i].Do() }
			b.Show()
		}
	}
	n.content.Show()
	n.moved()
	n.said++
	if tone == kit.ToneNeutral {
		n.leave()
	}
}

// noticeShown is how long a confirmation is shown: long enough to undo.
const noticeShown = 10 * time.Second

// pointed notes whether the pointer is over it.
type pointed struct {
	widget.BaseWidget
	over bool
}

func (p *pointed) MouseIn(*desktop.MouseEvent) { p.over = true }

func (p *pointed) MouseMoved(*desktop.MouseEvent) {}

func (p *pointed) MouseOut() { p.over = false }

func (p *pointed) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(kit.NewGround(resources.BgRaised))
}

func newNotices(moved func(), later func(d time.Duration, f func())) *notices {
	n := &notices{
		moved: moved, later: later, under: &pointed{},
		icon: kit.NewIcon(nil, 16, resources.Text2),
		text: kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
	}
	for i, kind := range []kit.ButtonKind{kit.Plain, kit.Quiet} {
		n.buttons[i] = kit.NewButton("", nil, kind, nil).Small()
	}
	n.under.ExtendBaseWidget(n.under)
	n.shut = kit.NewIconButton(resources.IconClose, lang.L("Close"), n.hide).Small().SetKind(kit.Quiet)
	row := kit.NewInset(8, 16, 8, 16, kit.NewRow(8, n.icon, n.text, n.buttons[0], n.buttons[1], n.shut))
	n.content = container.NewStack(n.under, row)
	n.content.Hide()
	return n
}
