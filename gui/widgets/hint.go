package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/resources"
)

// hintDelay is how long the pointer rests before a word appears.
const hintDelay = 350 * time.Millisecond

// Stage is the root of a window's content: what is shown, and above it a layer for the words of icon-only
// controls. Fyne's overlays cannot carry them, because an overlay takes all clicks.
type Stage struct {
	*fyne.Container
	layer *fyne.Container
	owner fyne.CanvasObject
}

// NewStage wraps the content of a window. Give its Container to the window.
func NewStage(content fyne.CanvasObject) *Stage {
	s := &Stage{}
	s.layer = container.New(hintLayer{s})
	s.Container = container.NewStack(content, s.layer)
	return s
}

// hintLayer places nothing; it marks the layer, so that a control finds the stage from the window's content.
type hintLayer struct{ stage *Stage }

// Layout does nothing: a hint is placed where its control is.
func (hintLayer) Layout([]fyne.CanvasObject, fyne.Size) {}

// MinSize is nothing.
func (hintLayer) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// showHint lays a word under a control, or above it where there is no room.
func (s *Stage) showHint(owner fyne.CanvasObject, word string, at fyne.Position, size fyne.Size) {
	text, plate := newCaption(), newPlate()
	setCaption(text, word, resources.SizeXS, resources.Text1, fyne.TextStyle{})
	setPlate(plate, ink(resources.BgRaised), ink(resources.LineStrong), 1, radiusTag)
	ts := text.MinSize()
	w, h := ts.Width+16, ts.Height+8
	x := min(max(at.X+(size.Width-w)/2, 4), max(s.Size().Width-w-4, 4))
	y := at.Y + size.Height + 6
	if y+h > s.Size().Height {
		y = at.Y - h - 6
	}
	Place(plate, x, y, w, h)
	Place(text, x+8, y+4, ts.Width, ts.Height)
	s.owner = owner
	s.layer.Objects = []fyne.CanvasObject{plate, text}
	s.layer.Refresh()
}

func (s *Stage) hideHint(owner fyne.CanvasObject) {
	if s.owner != owner {
		return
	}
	s.owner = nil
	s.layer.Objects = nil
	s.layer.Refresh()
}

// hinter shows the word of one control after the pointer rested on it.
type hinter struct{ wait *fyne.Animation }

func (h *hinter) show(o fyne.CanvasObject, word string) {
	if word == "" {
		return
	}
	s := stageOf(o)
	if s == nil {
		return
	}
	h.stop()
	// An animation is the clock that ticks on the window's own goroutine.
	h.wait = fyne.NewAnimation(hintDelay, func(done float32) {
		if done < 1 || h.wait == nil {
			return
		}
		h.wait = nil
		s.showHint(o, word, fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size())
	})
	h.wait.Start()
}

func (h *hinter) hide(o fyne.CanvasObject) {
	h.stop()
	if s := stageOf(o); s != nil {
		s.hideHint(o)
	}
}

func (h *hinter) stop() {
	if h.wait != nil {
		h.wait.Stop()
		h.wait = nil
	}
}

// stageOf finds the stage of the window that an object lies in.
func stageOf(o fyne.CanvasObject) *Stage {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return nil
	}
	root, ok := c.Content().(*fyne.Container)
	if !ok || len(root.Objects) == 0 {
		return nil
	}
	layer, ok := root.Objects[len(root.Objects)-1].(*fyne.Container)
	if !ok {
		return nil
	}
	if mark, ok := layer.Layout.(hintLayer); ok {
		return mark.stage
	}
	return nil
}
