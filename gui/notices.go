package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// notices is the strip over the places that says what went wrong, or what was done. It holds one notice.
type notices struct {
	content *fyne.Container
	icon    *widgets.Icon
	text    *widgets.Text
	buttons [2]*widgets.Button // the second is the lesser one
	moved   func()             // the strip came or went, or changed its height
}

func newNotices(moved func()) *notices {
	n := &notices{
		moved: moved,
		icon:  widgets.NewIcon(nil, 16, resources.Text2),
		text:  widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
	}
	for i, kind := range []widgets.ButtonKind{widgets.Plain, widgets.Quiet} {
		n.buttons[i] = widgets.NewButton("", nil, kind, nil).Small()
	}
	shut := widgets.NewIconButton(resources.IconClose(), lang.L("Close"), n.hide).Small().SetKind(widgets.Quiet)
	row := widgets.NewInset(8, 16, 8, 16, widgets.NewRow(8, n.icon, n.text, n.buttons[0], n.buttons[1], shut))
	n.content = container.NewStack(widgets.NewGround(resources.BgRaised), row)
	n.content.Hide()
	return n
}

func (n *notices) hide() { n.content.Hide(); n.moved() }

// say shows a notice in place of the one that is shown, with a button for each of up to two actions, which closes it.
func (n *notices) say(tone widgets.Tone, lead, rest string, actions ...action.Action) {
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
}
