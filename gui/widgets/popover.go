package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Popover is a small panel of controls over the window, which stays in sight around it. Esc or a click beside it closes it.
type Popover struct {
	widget.BaseWidget
	canvas  fyne.Canvas
	content fyne.CanvasObject
	at      fyne.Position
	before  fyne.Focusable
	onGone  func()
	gone    bool
}

// ShowPopover opens a panel with its upper left corner at a place in the window, moved as far as it needs to be whole.
// onGone is called once it is closed; it may be nil.
func ShowPopover(c fyne.Canvas, content fyne.CanvasObject, at fyne.Position, onGone func()) *Popover {
	p := &Popover{canvas: c, content: content, at: at, before: c.Focused(), onGone: onGone}
	p.ExtendBaseWidget(p)
	c.Overlays().Add(p)
	p.Resize(c.Size())
	c.Focus(p)
	return p
}

// Hide closes the panel and gives the focus back.
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

// Shown reports whether the panel is open.
func (p *Popover) Shown() bool { return !p.gone }

func (p *Popover) escape() { p.Hide() }

// Tapped closes where the click was beside the panel.
func (p *Popover) Tapped(e *fyne.PointEvent) {
	at, size := p.place(p.Size())
	if e.Position.X < at.X || e.Position.Y < at.Y || e.Position.X > at.X+size.Width || e.Position.Y > at.Y+size.Height {
		p.Hide()
	} else if p.canvas.Focused() == nil {
		p.canvas.Focus(p)
	}
}

// FocusGained does nothing; the panel takes Esc while none of its controls has the focus.
func (p *Popover) FocusGained() {}

// FocusLost does nothing.
func (p *Popover) FocusLost() {}

// TypedRune does nothing.
func (p *Popover) TypedRune(rune) {}

// TypedKey takes Esc.
func (p *Popover) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		p.Hide()
	}
}

const popoverPad = 12

// place is where the panel lies in the window, and how large it is.
func (p *Popover) place(s fyne.Size) (fyne.Position, fyne.Size) {
	in := p.content.MinSize()
	size := fyne.NewSize(min(in.Width+2*popoverPad, s.Width-8), 0)
	size.Height = min(HeightFor(p.content, size.Width-2*popoverPad)+2*popoverPad, s.Height-8)
	return fyne.NewPos(max(min(p.at.X, s.Width-size.Width-4), 4), max(min(p.at.Y, s.Height-size.Height-4), 4)), size
}

// CreateRenderer draws the panel in its edge.
func (p *Popover) CreateRenderer() fyne.WidgetRenderer {
	r := &popoverRenderer{p: p, plate: newPlate()}
	r.objects = []fyne.CanvasObject{r.plate, p.content}
	r.Refresh()
	return r
}

type popoverRenderer struct {
	p       *Popover
	plate   *canvas.Rectangle
	objects []fyne.CanvasObject
}

func (r *popoverRenderer) Destroy()                     {}
func (r *popoverRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *popoverRenderer) MinSize() fyne.Size           { return fyne.Size{} }

func (r *popoverRenderer) Layout(s fyne.Size) {
	at, size := r.p.place(s)
	place(r.plate, at.X, at.Y, size.Width, size.Height)
	place(r.p.content, at.X+popoverPad, at.Y+popoverPad, size.Width-2*popoverPad, size.Height-2*popoverPad)
}

func (r *popoverRenderer) Refresh() {
	setPlate(r.plate, ink(resources.BgRaised), ink(resources.LineStrong), 1, radiusCard)
	r.Layout(r.p.Size())
}
