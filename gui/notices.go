package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// notices is the strip over the places that says what went wrong, or what was done. It holds one notice.
type notices struct {
	content *fyne.Container
	icon    *widgets.Icon
	text    *widgets.Text
	action  *widgets.Button
	act     func() // what action does
	other   *widgets.Button
	actThen func() // what other does
	moved   func() // the strip came or went, or changed its height
}

func newNotices(moved func()) *notices {
	n := &notices{
		moved: moved,
		icon:  widgets.NewIcon(nil, 16, resources.Text2),
		text:  widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
	}
	n.action = widgets.NewButton("", nil, widgets.Plain, func() { n.hide(); n.act() }).Small()
	n.action.Hide()
	n.other = widgets.NewButton("", nil, widgets.Quiet, func() { n.hide(); n.actThen() }).Small()
	n.other.Hide()
	shut := widgets.NewIconButton(resources.IconClose(), lang.L("Close"), n.hide).Small().SetKind(widgets.Quiet)
	row := widgets.NewInset(8, 16, 8, 16, widgets.NewRow(8, n.icon, n.text, n.action, n.other, shut))
	n.content = container.NewStack(widgets.NewGround(resources.BgRaised), row)
	n.content.Hide()
	return n
}

func (n *notices) hide() { n.content.Hide(); n.moved() }

// say shows a notice in place of the one that is shown.
func (n *notices) say(tone widgets.Tone, lead, rest string) {
	icon := resources.IconInfo()
	switch tone {
	case widgets.ToneErr:
		icon = resources.IconErrorCircle()
	case widgets.ToneWarn:
		icon = resources.IconWarning()
	case widgets.ToneOK:
		icon = resources.IconCheckCircle()
	}
	n.icon.Set(icon, tone.Color())
	if rest != "" {
		rest = " " + rest
	}
	n.text.SetSpans(widgets.Span{Text: lead, Bold: true, Color: resources.Text1}, widgets.Span{Text: rest})
	n.action.Hide()
	n.other.Hide()
	n.content.Show()
	n.moved()
}

// offer is say with a button, which closes the notice and does what it says.
func (n *notices) offer(tone widgets.Tone, lead, rest, label string, do func()) {
	n.say(tone, lead, rest)
	n.act = do
	n.action.SetText(label)
	n.action.Show()
	n.moved()
}

// choose is offer with a second, lesser button.
func (n *notices) choose(tone widgets.Tone, lead, rest, label string, do func(), other string, then func()) {
	n.offer(tone, lead, rest, label, do)
	n.actThen = then
	n.other.SetText(other)
	n.other.Show()
	n.moved()
}
