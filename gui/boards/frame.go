package boards

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// Measures of a board, px.
const (
	headerHeight   = 47
	playerHeight   = 264
	playerLow      = 200 // with large text, or in a low window
	lowFrame       = 700 // a place of less height lies in one
	footHeight     = 88
	inspectorWidth = 336
)

// boardFrame lays out the parts of a board: header, strip, player and foot, and the inspector beside all of them. In a narrow window the
// inspector lies between header and foot, and only where it was asked for.
type boardFrame struct {
	b      *board
	narrow bool // the window is
	asked  bool // for the inspector, in a narrow window
}

func newBoardFrame(b *board) *fyne.Container {
	rule := widgets.NewRule // Tab follows this order: header, strip, player, foot, inspector
	return &fyne.Container{Layout: &boardFrame{b: b}, Objects: []fyne.CanvasObject{widgets.NewGround(resources.BgPanel), b.header.object(),
		b.strip.object(), rule(), b.player.object(), rule(), b.foot.object(), widgets.NewVRule(), b.inspector.object()}}
}

// toggleInspector shows the inspector in a narrow window, or puts it away.
func (b *board) toggleInspector() {
	f := b.frame.Layout.(*boardFrame)
	f.asked = !f.asked
	b.frame.Refresh()
}

// showInspector shows it there.
func (b *board) showInspector() {
	if f := b.frame.Layout.(*boardFrame); !f.asked {
		b.toggleInspector()
	}
}

func (f *boardFrame) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[1].MinSize().Width, headerHeight+1+playerLow+footHeight+100)
}

func (f *boardFrame) Layout(o []fyne.CanvasObject, s fyne.Size) {
	ground, head, strip, line, player, rule, foot, edge, side := o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7], o[8]
	f.narrow = widgets.InNarrowWindow(head, s.Width)
	pane := !f.narrow || f.asked
	widgets.Show(f.b.inspector.away, f.narrow)
	widgets.Show(edge, pane)
	widgets.Show(side, pane)
	beside := s.Width
	if !f.narrow {
		beside -= inspectorWidth + 1
	}
	top, high := head.MinSize().Height, max(footHeight, widgets.HeightFor(foot, beside))
	show, main := float32(playerHeight), s.Width
	if resources.Scaled(1) > 1.25 || s.Height < lowFrame {
		show = playerLow
	}
	if pane {
		main -= inspectorWidth + 1
	}
	f.b.header.fit(beside, f.narrow, pane)
	if !f.narrow {
		widgets.Place(edge, main, 0, 1, s.Height)
		widgets.Place(side, main+1, 0, inspectorWidth, s.Height)
	} else if pane {
		widgets.Place(edge, main, top, 1, s.Height-top-high-1)
		widgets.Place(side, main+1, top, inspectorWidth, s.Height-top-high-1)
	}
	widgets.Place(ground, 0, 0, s.Width, s.Height)
	widgets.Place(head, 0, 0, beside, top)
	y := s.Height - high
	widgets.Place(foot, 0, y, beside, high)
	widgets.Place(rule, 0, y-1, beside, 1)
	widgets.Place(player, 0, y-1-show, main, show)
	widgets.Place(line, 0, y-2-show, main, 1)
	widgets.Place(strip, 0, top, main, y-2-show-top)
}
