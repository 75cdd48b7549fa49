package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Popover is something small over the window, which stays in sight around it: a panel of controls, a menu, or the list of a picker.
// Esc or a click beside it closes it, and the focus goes back.
type Popover struct {
	widget.BaseWidget
	canvas  fyne.Canvas
	content fyne.CanvasObject
	fill    fyne.ThemeColorName
	radius  float32
	pad     float32                                                // between the edge and the content, px
	box     func(window fyne.Size) (at fyne.Position, s fyne.Size) // of the edge
	onKey   func(e *fyne.KeyEvent)                                 // but for Esc; may be nil
	onGone  func()                                                 // may be nil
	before  fyne.Focusable
	gone    bool

	plate *canvas.Rectangle
}

const popoverPad = 12

// ShowPopover opens a panel with its upper left corner at a place in the window, moved as far as it needs to be whole.
// onGone is called once it is closed; it may be nil.
func ShowPopover(c fyne.Canvas, content fyne.CanvasObject, at fyne.Position, onGone func()) *Popover {
	p := &Popover{canvas: c, content: content, fill: resources.BgRaised, radius: radiusCard, pad: popoverPad, onGone: onGone}
	p.box = func(window fyne.Size) (fyne.Position, fyne.Size) {
		size := fyne.NewSize(min(content.MinSize().Width+2*popoverPad, window.Width-8), 0)
		size.Height = min(HeightFor(content, size.Width-2*popoverPad)+2*popoverPad, window.Height-8)
		return fyne.NewPos(max(min(at.X, window.Width-size.Width-4), 4), max(min(at.Y, window.Height-size.Height-4), 4)), size
	}
	return p.open()
}

// ShowMenu opens a menu with its upper left corner at a place in the window, moved as far as it needs to be whole. Up and Down move,
// Enter and Space choose. Fyne's own pop-up menu has no edge, and would lie unseen on a panel of its colour.
func ShowMenu(c fyne.Canvas, items *fyne.Menu, at fyne.Position) *Popover {
	menu := widget.NewMenu(items)
	p := &Popover{canvas: c, content: menu, fill: resources.BgPanel, radius: radiusTag, pad: 1}
	menu.OnDismiss = p.Hide
	p.box = func(window fyne.Size) (fyne.Position, fyne.Size) {
		size := menu.MinSize().AddWidthHeight(2, 2)
		return fyne.NewPos(max(min(at.X, window.Width-size.Width-4), 0), max(min(at.Y, window.Height-size.Height-4), 0)), size
	}
	p.onKey = func(e *fyne.KeyEvent) {
		switch {
		case e.Name == fyne.KeyDown:
			menu.ActivateNext()
		case e.Name == fyne.KeyUp:
			menu.ActivatePrevious()
		case isTap(e):
			menu.TriggerLast()
		}
	}
	return p.open()
}

func (p *Popover) open() *Popover {
	p.before = p.canvas.Focused()
	p.ExtendBaseWidget(p)
	p.canvas.Overlays().Add(p)
	p.Resize(p.canvas.Size())
	p.canvas.Focus(p)
	return p
}

// Hide closes it and gives the focus back.
func (p *Popover) Hide() {
	if p.gone {
		return
	}
	p.gone = true
	p.canvas.Overlays().Remove(p)
	if p.before != nil {
		p.canvas.Focus(p.before)
	}
	if p.onGone != nil {
		p.onGone()
	}
}

func (p *Popover) escape() { p.Hide() }

// Tapped closes where the click was beside it.
func (p *Popover) Tapped(e *fyne.PointEvent) {
	at, size := p.box(p.Size())
	if e.Position.X < at.X || e.Position.Y < at.Y || e.Position.X > at.X+size.Width || e.Position.Y > at.Y+size.Height {
		p.Hide()
	} else if p.canvas.Focused() == nil {
		p.canvas.Focus(p)
	}
}

// TappedSecondary closes where the click was beside it.
func (p *Popover) TappedSecondary(e *fyne.PointEvent) { p.Tapped(e) }

// AccessibilityLabel returns what the panel says.
func (p *Popover) AccessibilityLabel() string { return Words(p.content) }

func (p *Popover) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// FocusGained does nothing; the popover takes the keys while no control in it has the focus.
func (p *Popover) FocusGained() {}

func (p *Popover) FocusLost() {}

func (p *Popover) TypedRune(rune) {}

// TypedKey takes Esc.
func (p *Popover) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		p.Hide()
	} else if p.onKey != nil {
		p.onKey(e)
	}
}

func (p *Popover) CreateRenderer() fyne.WidgetRenderer {
	p.plate = newPlate()
	return Draw(p.least, p.arrange, p.paint, p.plate, p.content)
}

func (p *Popover) least() fyne.Size { return fyne.Size{} }

func (p *Popover) arrange(s fyne.Size) {
	at, size := p.box(s)
	Place(p.plate, at.X, at.Y, size.Width, size.Height)
	Place(p.content, at.X+p.pad, at.Y+p.pad, size.Width-2*p.pad, size.Height-2*p.pad)
}

func (p *Popover) paint() {
	setPlate(p.plate, ink(p.fill), ink(resources.LineStrong), 1, p.radius)
	p.arrange(p.Size())
}

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
