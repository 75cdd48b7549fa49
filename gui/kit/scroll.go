package kit

import (
	"math"
	"runtime"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Scroll is Fyne's scroller with the wheel step of other programs: Fyne scrolls 25 px for a notch.
type Scroll struct {
	container.Scroll
	wheel func(*fyne.ScrollEvent) bool // gets the wheel first and reports whether it took it; nil: the wheel scrolls
}

// NewScroll makes a scroller in both directions.
func NewScroll(content fyne.CanvasObject) *Scroll { return newScroll(container.ScrollBoth, content) }

// NewVScroll makes a vertical scroller, at least as wide as its content.
func NewVScroll(content fyne.CanvasObject) *Scroll {
	return newScroll(container.ScrollVerticalOnly, content)
}

// NewHScroll makes a horizontal scroller, at least as high as its content.
func NewHScroll(content fyne.CanvasObject) *Scroll {
	return newScroll(container.ScrollHorizontalOnly, content)
}

func newScroll(direction container.ScrollDirection, content fyne.CanvasObject) *Scroll {
	s := &Scroll{Scroll: container.Scroll{Direction: direction, Content: content}}
	s.ExtendBaseWidget(s)
	return s
}

// Scrolled scrolls by the wheel or a touchpad.
func (s *Scroll) Scrolled(e *fyne.ScrollEvent) {
	if s.wheel == nil || !s.wheel(e) {
		s.Scroll.Scrolled(WheelStep(e))
	}
}

const (
	toolkitNotch = 25  // px that Fyne reports for a notch of a wheel
	notch        = 100 // px that a notch scrolls
)

// WheelStep returns the event with the distance that this program scrolls for a notch of a wheel. Parts of a notch come
// from a touchpad, which follows the fingers, and stay as they are. So do all distances on macOS, which accelerates
// them.
func WheelStep(e *fyne.ScrollEvent) *fyne.ScrollEvent {
	if runtime.GOOS == "darwin" {
		return e
	}
	step := *e
	step.Scrolled.DX, step.Scrolled.DY = wheelDistance(e.Scrolled.DX), wheelDistance(e.Scrolled.DY)
	return &step
}

// IsWheel reports whether an event comes from a wheel that turns up or down, and not from a touchpad. On macOS it is
// always false.
func IsWheel(e *fyne.ScrollEvent) bool {
	return runtime.GOOS != "darwin" && e.Scrolled.DX == 0 && e.Scrolled.DY != 0 && hasNotches(e.Scrolled.DY)
}

// hasNotches reports whether a distance is one of whole notches.
func hasNotches(px float32) bool {
	const parts = 2 // some desktops report one and a half
	whole := px * parts / toolkitNotch
	return float64(whole) == math.Trunc(float64(whole))
}

func wheelDistance(px float32) float32 {
	if !hasNotches(px) {
		return px
	}
	return px * notch / toolkitNotch
}

// wheelPlate lies over a widget of Fyne that scrolls, and passes the wheel to its scroller with the step of WheelStep.
// It takes nothing but the wheel.
type wheelPlate struct {
	widget.BaseWidget
	to *container.Scroll
}

func (p *wheelPlate) Scrolled(e *fyne.ScrollEvent) { p.to.Scrolled(WheelStep(e)) }

func (p *wheelPlate) CreateRenderer() fyne.WidgetRenderer {
	return Draw(func() fyne.Size { return fyne.Size{} }, func(fyne.Size) {}, func() {})
}

// plateOver returns a plate for the scroller of a widget; nil if it has none.
func plateOver(r fyne.WidgetRenderer) *wheelPlate {
	for _, o := range r.Objects() {
		if s, ok := o.(*container.Scroll); ok {
			p := &wheelPlate{to: s}
			p.ExtendBaseWidget(p)
			return p
		}
	}
	return nil
}

// TextGrid is Fyne's text grid, for a long text in a font of fixed width. It differs in the wheel step alone.
type TextGrid struct{ widget.TextGrid }

// NewTextGrid makes a text grid that scrolls in both directions.
func NewTextGrid(text string) *TextGrid {
	g := &TextGrid{}
	g.ExtendBaseWidget(g)
	g.Scroll = fyne.ScrollBoth
	g.SetText(text)
	return g
}

func (g *TextGrid) CreateRenderer() fyne.WidgetRenderer {
	r := g.TextGrid.CreateRenderer()
	return &textGridRenderer{r, plateOver(r)}
}

type textGridRenderer struct {
	fyne.WidgetRenderer
	plate *wheelPlate
}

func (r *textGridRenderer) Objects() []fyne.CanvasObject {
	if r.plate == nil {
		return r.WidgetRenderer.Objects()
	}
	objects := r.WidgetRenderer.Objects()
	return append(objects[:len(objects):len(objects)], r.plate)
}

func (r *textGridRenderer) Layout(s fyne.Size) {
	r.WidgetRenderer.Layout(s)
	if r.plate != nil {
		r.plate.Resize(s)
	}
}
