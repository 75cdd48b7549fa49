package viewer

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
)

// The measures of the viewer, px.
const (
	detailWidth = 304
	narrowWidth = 1240 // of the window: below it the pane is there only when it is asked for
	arrowWidth  = 40
	arrowHeight = 48
	edge        = 16
)

// bodyLayout puts head, stage, foot and pane together. In the whole screen head and pane are away.
type bodyLayout struct {
	s                             *Screen
	head, stage, foot, rule, side fyne.CanvasObject
	narrow                        bool // the window is
	asked                         bool // the pane was asked for in a narrow window
}

// pane reports whether the pane is to be seen.
func (l *bodyLayout) pane() bool {
	switch {
	case l.s.full, l.s.versus.on:
		return false
	case l.narrow:
		return l.asked
	}
	return !l.s.memory.NoDetails
}

// MinSize is that of head, foot and a little room for the stage.
func (l *bodyLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	h, f := l.head.MinSize(), l.foot.MinSize()
	return fyne.NewSize(max(h.Width, f.Width), h.Height+f.Height+120)
}

// Layout places the parts.
func (l *bodyLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l.narrow = size.Width < narrowWidth
	pane := l.pane()
	l.s.head.details.SetOn(pane)
	show(l.head, !l.s.full)
	show(l.rule, pane)
	show(l.side, pane)
	top, width := float32(0), size.Width
	if !l.s.full {
		top = l.head.MinSize().Height
		put(l.head, 0, 0, size.Width, top)
	}
	if pane {
		width -= detailWidth + 1
		put(l.rule, width, top, 1, size.Height-top)
		put(l.side, width+1, top, detailWidth, size.Height-top)
	}
	foot := widgets.HeightFor(l.foot, width)
	put(l.stage, 0, top, width, size.Height-top-foot)
	put(l.foot, 0, size.Height-foot, width, foot)
}

// stageLayout gives every part all the room but the last three: the board, which takes none, and the arrows at the sides.
type stageLayout struct{}

// MinSize is nothing: the stage takes what is left.
func (stageLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 120) }

// Layout places the parts.
func (stageLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	n := len(o)
	for _, part := range o[:n-3] {
		put(part, 0, 0, s.Width, s.Height)
	}
	put(o[n-3], 0, 0, 0, 0)
	y := (s.Height - arrowHeight) / 2
	put(o[n-2], edge, y, arrowWidth, arrowHeight)
	put(o[n-1], s.Width-edge-arrowWidth, y, arrowWidth, arrowHeight)
}
