package widgets

import (
	"fyne.io/fyne/v2"
)

// sidePaneNarrow is the width of a window below which a side pane is shown only when it is asked for, px.
const sidePaneNarrow = 1240

// railRoom is what stands left of a place in a wide window, px: a place that is not yet on a canvas judges by its own width.
const railRoom = 200

// SidePane is a place with a pane of fixed width at its right. In a narrow window the pane is there only when it was asked
// for, and a button to ask with is shown.
type SidePane struct {
	object *fyne.Container
	layout *sidePaneLayout
}

// NewSidePane puts side, width px wide, to the right of main. toggle stands somewhere in main, and is shown while the
// window is narrow; its OnTapped is set.
func NewSidePane(main, side fyne.CanvasObject, width float32, toggle *Button) *SidePane {
	toggle.Hide()
	l := &sidePaneLayout{button: toggle, width: width}
	p := &SidePane{layout: l, object: &fyne.Container{Layout: l, Objects: []fyne.CanvasObject{main, NewVRule(), side}}}
	toggle.OnTapped = func() { p.ask(!l.asked) }
	return p
}

// Object returns what is shown.
func (p *SidePane) Object() fyne.CanvasObject { return p.object }

// Open shows the pane, also in a narrow window.
func (p *SidePane) Open() { p.ask(true) }

func (p *SidePane) ask(asked bool) {
	p.layout.asked = asked
	p.object.Refresh()
}

type sidePaneLayout struct {
	button *Button
	width  float32
	narrow bool
	asked  bool
}

func (l *sidePaneLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	return fyne.NewSize(m.Width, max(m.Height, 200))
}

func (l *sidePaneLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.narrow = s.Width < sidePaneNarrow-railRoom
	if c := fyne.CurrentApp().Driver().CanvasForObject(o[0]); c != nil && c.Size().Width >= s.Width {
		l.narrow = c.Size().Width < sidePaneNarrow
	}
	Show(l.button, l.narrow)
	l.button.SetOn(l.narrow && l.asked)
	pane := !l.narrow || l.asked
	Show(o[1], pane)
	Show(o[2], pane)
	width := s.Width
	if pane {
		width -= l.width + 1
		o[1].Move(fyne.NewPos(width, 0))
		o[1].Resize(fyne.NewSize(1, s.Height))
		o[2].Move(fyne.NewPos(width+1, 0))
		o[2].Resize(fyne.NewSize(l.width, s.Height))
	}
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(width, s.Height))
}
