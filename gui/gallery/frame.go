package gallery

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
)

// The measures of the screen, in px.
const (
	paneWidth   = 336
	paneInner   = paneWidth - 2*16
	narrowBelow = 1240 // a window narrower than this shows the detail pane only when it is asked for
)

// frameLayout lays out the rows, a line, and the detail pane. In a narrow window the pane is there only when it was asked for, and
// a button to ask with is shown.
type frameLayout struct {
	button *widgets.Button
	narrow bool
	asked  bool
}

func newFrameLayout(button *widgets.Button) *frameLayout {
	button.Hide()
	return &frameLayout{button: button}
}

// toggle shows or hides the pane in a narrow window.
func (l *frameLayout) toggle(frame fyne.CanvasObject) {
	l.asked = !l.asked
	frame.Refresh()
}

func (l *frameLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	return fyne.NewSize(m.Width, max(m.Height, 200))
}

func (l *frameLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.narrow = s.Width < narrowBelow-200
	if c := fyne.CurrentApp().Driver().CanvasForObject(o[0]); c != nil && c.Size().Width >= s.Width {
		l.narrow = c.Size().Width < narrowBelow
	}
	show(l.button, l.narrow)
	l.button.SetOn(l.narrow && l.asked)
	pane := !l.narrow || l.asked
	show(o[1], pane)
	show(o[2], pane)
	width := s.Width
	if pane {
		width -= paneWidth + 1
		o[1].Move(fyne.NewPos(width, 0))
		o[1].Resize(fyne.NewSize(1, s.Height))
		o[2].Move(fyne.NewPos(width+1, 0))
		o[2].Resize(fyne.NewSize(paneWidth, s.Height))
	}
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(width, s.Height))
}

// paneLayout gives one object the width of the pane and the height that its words need in it.
type paneLayout struct{}

func (paneLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(paneWidth, widgets.HeightFor(o[0], paneInner)+2*12)
}

func (paneLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Move(fyne.NewPos(16, 12))
	o[0].Resize(fyne.NewSize(s.Width-2*16, widgets.HeightFor(o[0], s.Width-2*16)))
}
