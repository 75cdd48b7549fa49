package editor

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/kit"
)

// cover is the place of the picture. Another object, such as a comparison, can cover it.
type cover struct {
	viewer action.Viewer
	main   fyne.CanvasObject // the picture with its options and foot
	stack  *fyne.Container   // main, and the object that covers it
}

func newCover(viewer action.Viewer, main fyne.CanvasObject) *cover {
	return &cover{viewer, main, container.NewStack(main)}
}

// set shows an object in place of the picture; nil shows the picture again.
func (c *cover) set(o fyne.CanvasObject) {
	c.stack.Objects = c.stack.Objects[:1]
	if o != nil {
		c.stack.Add(o)
	}
	kit.Show(c.main, o == nil)
	c.stack.Refresh()
}

// isOn reports whether the picture is covered.
func (c *cover) isOn() bool { return !c.main.Visible() }

// lift shows the picture again, if it is covered.
func (c *cover) lift() {
	if c.isOn() {
		c.viewer.LeaveViewer()
	}
}
