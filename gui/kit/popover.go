package kit

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Popover is a small overlay, with the window visible around it: a panel of controls, a menu, or the list of a picker.
// Esc or a click outside closes it, and restores the focus. Fyne's PopUp does not handle Esc, and is drawn over the
// edge of the window if it is opened close to it.
type Popover struct {
	widget.BaseWidget
	named   // of a menu; the toolkit does not expose its items
	canvas  fyne.Canvas
	content fyne.CanvasObject
	fill    fyne.ThemeColorName
	radius  float32
	pad     float32                                                // between the edge and the content, px
	box     func(window fyne.Size) (at fyne.Position, s fyne.Size) // of the edge
	onKey   func(e *fyne.KeyEvent)                                 // all keys except Esc; may be nil
	onGone  func()                                                 // may be nil
	before  returnPoint
	gone    bool

	background *canvas.Rectangle
}

const popoverPad = 12

// ShowPopover opens a panel with its upper left corner at a place in the window, moved as far as it needs to be whole.
// onGone is called once it is closed; it may be nil.
func ShowPopover(c fyne.Canvas, content fyne.CanvasObject, at fyne.Position, onGone func()) *Popover {
	p := &Popover{canvas: c, content: content, fill: resources.BgRaised, radius: radiusCard, pad: popoverPad,
		onGone: onGone}
	p.box = func(window fyne.Size) (fyne.Position, fyne.Size) {
		size := fyne.NewSize(min(content.MinSize().Width+2*popoverPad, window.Width-8), 0)
		size.Height = min(HeightFor(content, size.Width-2*popoverPad)+2*popoverPad, window.Height-8)
		return fyne.NewPos(max(min(at.X, window.Width-size.Width-4), 4),
			max(min(at.Y, window.Height-size.Height-4), 4)), size
	}
	return p.open()
}

// ShowMenu opens a menu with its upper left corner at a position in the window, moved if needed to be fully visible. Up
// and Down move, Enter and Space choose. Fyne's own pop-up menu has no border, and would be invisible on a panel of its
// colour.
func ShowMenu(c fyne.Canvas, items *fyne.Menu, at fyne.Position) *Popover {
	menu := widget.NewMenu(items)
	p := &Popover{canvas: c, content: menu, fill: resources.BgPanel, radius: radiusTag, pad: 1}
	var words []string
	for _, item := range items.Items {
		words = append(words, item.Label)
	}
	p.SetName(NewText(joinWords(words...), resources.SizeSM, resources.Text2, false))
	menu.OnDismiss = p.Hide
	p.box = func(window fyne.Size) (fyne.Position, fyne.Size) {
		size := menu.MinSize().AddWidthHeight(2, 2)
		return fyne.NewPos(max(min(at.X, window.Width-size.Width-4), 0),
			max(min(at.Y, window.Height-size.Height-4), 0)), size
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
	p.before = newReturnPoint(p.canvas)
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
	p.before.restoreFocus(p.canvas)
	if p.onGone != nil {
		p.onGone()
	}
}

func (p *Popover) setReturn(to returnPoint) { p.before = to }

func (p *Popover) escape() { p.Hide() }

// Tapped closes the popover if the click was outside.
func (p *Popover) Tapped(e *fyne.PointEvent) {
	at, size := p.box(p.Size())
	if e.Position.X < at.X || e.Position.Y < at.Y || e.Position.X > at.X+size.Width || e.Position.Y > at.Y+size.Height {
		p.Hide()
	} else if p.canvas.Focused() == nil {
		p.canvas.Focus(p)
	}
}

// TappedSecondary closes the popover if the click was outside.
func (p *Popover) TappedSecondary(e *fyne.PointEvent) { p.Tapped(e) }

func (p *Popover) AccessibilityLabel() string { return p.with(Words(p.content)) }

// FocusGained does nothing; the popover takes the keys while no control in it has the focus.
func (p *Popover) FocusGained() {}

func (p *Popover) FocusLost() {}

func (p *Popover) TypedRune(rune) {}

func (p *Popover) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		p.Hide()
	} else if p.onKey != nil {
		p.onKey(e)
	}
}

func (p *Popover) CreateRenderer() fyne.WidgetRenderer {
	p.background = newRectangle()
	return Draw(p.least, p.arrange, p.paint, p.background, p.content)
}

func (p *Popover) least() fyne.Size { return fyne.Size{} }

func (p *Popover) arrange(s fyne.Size) {
	at, size := p.box(s)
	Place(p.background, at.X, at.Y, size.Width, size.Height)
	Place(p.content, at.X+p.pad, at.Y+p.pad, size.Width-2*p.pad, size.Height-2*p.pad)
}

func (p *Popover) paint() {
	setRectangle(p.background, themeColor(p.fill), themeColor(resources.LineStrong), 1, p.radius)
	p.arrange(p.Size())
}

// hintDelay is how long the pointer rests before a tooltip appears.
const hintDelay = 350 * time.Millisecond

// hintLayer is the layout of the layer above the window's content that shows tooltips. It places nothing itself: a
// tooltip is placed beside its control. Fyne's overlays cannot carry tooltips, because an overlay takes all clicks.
type hintLayer struct {
	objects *fyne.Container
	owner   fyne.CanvasObject // the control with the tooltip
}

func (*hintLayer) Layout([]fyne.CanvasObject, fyne.Size) {}

func (*hintLayer) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// WithHints wraps the content of a window in a container that can show tooltips.
func WithHints(content fyne.CanvasObject) *fyne.Container {
	l := &hintLayer{}
	l.objects = container.New(l)
	return container.NewStack(content, l.objects)
}

// hintLayerOf returns the tooltip layer of an object's window, nil if it has none.
func hintLayerOf(o fyne.CanvasObject) *hintLayer {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return nil
	}
	if root, ok := c.Content().(*fyne.Container); ok && len(root.Objects) > 0 {
		if layer, ok := root.Objects[len(root.Objects)-1].(*fyne.Container); ok {
			l, _ := layer.Layout.(*hintLayer)
			return l
		}
	}
	return nil
}

// show shows a tooltip under a control, or above it if there is no room.
func (l *hintLayer) show(owner fyne.CanvasObject, word string) {
	text, plate := newCaption(), newRectangle()
	setCaption(text, word, resources.SizeXS, resources.Text1, fyne.TextStyle{})
	setRectangle(plate, themeColor(resources.BgRaised), themeColor(resources.LineStrong), 1, radiusTag)
	at, window, ts := fyne.CurrentApp().Driver().AbsolutePositionForObject(owner), l.objects.Size(), text.MinSize()
	w, h := ts.Width+16, ts.Height+8
	x := min(max(at.X+(owner.Size().Width-w)/2, 4), max(window.Width-w-4, 4))
	y := at.Y + owner.Size().Height + 6
	if y+h > window.Height {
		y = at.Y - h - 6
	}
	Place(plate, x, y, w, h)
	Place(text, x+8, y+4, ts.Width, ts.Height)
	l.set(owner, plate, text)
}

func (l *hintLayer) set(owner fyne.CanvasObject, objects ...fyne.CanvasObject) {
	l.owner, l.objects.Objects = owner, objects
	l.objects.Refresh()
}

// Hint shows an object with a tooltip. The object must have none itself. Fyne has no tooltips, and the
// package fyne-tooltip shows them for the pointer only.
type Hint struct {
	widget.BaseWidget
	content fyne.CanvasObject
	words   string
	hint    hinter
}

// NewHint returns an object with a tooltip, which is empty at first.
func NewHint(o fyne.CanvasObject) *Hint {
	h := &Hint{content: o}
	h.ExtendBaseWidget(h)
	return h
}

// SetWords sets the tooltip; "" for none.
func (h *Hint) SetWords(words string) { h.words = words }

// Words returns the tooltip.
func (h *Hint) Words() string { return h.words }

func (h *Hint) MouseIn(*desktop.MouseEvent) { h.hint.show(h, h.words) }

func (h *Hint) MouseMoved(*desktop.MouseEvent) {}

func (h *Hint) MouseOut() { h.hint.hide(h) }

// HeightFor returns the height of the object in a width, in px.
func (h *Hint) HeightFor(width float32) float32 { return HeightFor(h.content, width) }

func (h *Hint) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(h.content) }

// hinter shows the tooltip of one control after the pointer rested on it.
type hinter struct{ wait *fyne.Animation }

func (h *hinter) show(o fyne.CanvasObject, word string) {
	l := hintLayerOf(o)
	if word == "" || l == nil {
		return
	}
	h.stop()
	// An animation is the clock that ticks on the window's own goroutine.
	h.wait = fyne.NewAnimation(hintDelay, func(done float32) {
		if done == 1 && h.wait != nil {
			h.wait = nil
			l.show(o, word)
		}
	})
	h.wait.Start()
}

func (h *hinter) hide(o fyne.CanvasObject) {
	h.stop()
	if l := hintLayerOf(o); l != nil && l.owner == o {
		l.set(nil)
	}
}

func (h *hinter) stop() {
	if h.wait != nil {
		h.wait.Stop()
		h.wait = nil
	}
}
