package editor

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// noteDuration is how long a note stays.
const noteDuration = 10 * time.Second

// note is a message over the canvas. The canvas below it stays usable.
type note struct {
	*kit.Card
	host    action.Host
	over    *fyne.Container // holds the note
	text    *kit.Text
	buttons [2]*kit.Button
	number  int // of messages
}

func newNote(host action.Host) *note {
	n := &note{host: host, text: kit.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)}
	for i := range n.buttons {
		n.buttons[i] = kit.NewButton("", nil, kit.Plain, nil).Small()
	}
	shut := kit.NewIconButton(resources.IconClose, lang.L("Close"), func() { n.Hide() }).Small().SetKind(kit.Quiet)
	n.Card = kit.NewCard(kit.NewRow(8, n.text, n.buttons[0], n.buttons[1], shut))
	n.ExtendBaseWidget(n)
	n.Hide()
	n.over = container.New(noteLayout{}, n)
	return n
}

// MouseDown and the methods after it keep the pointer from the canvas below.
func (*note) MouseDown(*desktop.MouseEvent) {}

func (*note) MouseUp(*desktop.MouseEvent) {}

func (*note) Dragged(*fyne.DragEvent) {}

func (*note) DragEnd() {}

// post shows a message with at most two buttons. It stays for a while, until the next message, until it is closed, or
// until another picture is opened.
func (n *note) post(message string, actions ...action.Action) {
	n.text.SetText(message)
	for i, b := range n.buttons {
		kit.Show(b, i < len(actions))
		if i < len(actions) {
			b.SetText(actions[i].Label)
			b.OnTapped = actions[i].Do
		}
	}
	n.Show()
	n.over.Refresh()
	n.number++
	n.hideLater(n.number)
}

// hideLater hides a message after its time. It waits while the pointer or the keyboard is on a button of it.
func (n *note) hideLater(number int) {
	n.host.After(noteDuration, func() {
		n.host.Post(func() {
			switch {
			case number != n.number:
			case n.buttons[0].IsActive() || n.buttons[1].IsActive():
				n.hideLater(number)
			default:
				n.Hide()
			}
		})
	})
}

// noteLayout places a note along the bottom of the canvas.
type noteLayout struct{}

func (noteLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (noteLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	const margin = 12
	n := o[0]
	w := max(min(resources.Scaled(640), s.Width-2*margin), 0)
	h := kit.HeightFor(n, w)
	kit.Place(n, (s.Width-w)/2, s.Height-h-margin, w, h)
}
