// Package kit contains the widgets that every screen is built from. They are presentation only: they take values, call
// OnX, and know neither the service nor the library.
//
// All of them follow the same rules. Sizes come from the theme or are minimums, so larger text only makes them larger.
// Refresh reads the theme again and touches only what changed, because a refreshed canvas text or icon is redrawn.
// Every control is fully usable with the keyboard, draws its own focus ring, and loses its fill when disabled.
// Everything here belongs to the window's goroutine.
//
// The files, from the top down; a widget and its cell may use each other.
//
//	slot, filmstrip, justifiedrows, table, card, sheet, popover, divider    parts of screens
//	button, segmented, toggle, picker, entry, list, tag, progress           controls
//	boxes, arrange, recycler, justify, selection, focus, name               layout, scrolling and the keyboard
//	text, wrap, control, paint                                              text and colours
package kit

import (
	"image/color"
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Measures shared by several widgets, in px.
const (
	heightControl = 32
	heightSmall   = 28
	heightLarge   = 44

	radiusTag     = 4
	radiusControl = 6
	radiusCard    = 8

	iconTag     = 12
	iconText    = 14
	iconControl = 16
	iconPlace   = 20
	iconEmpty   = 24

	ringWidth = 2
	ringGap   = 1
)

// grown returns the size of an icon beside text: px at 100 % text size, scaled with the text to whole pixels.
func grown(px float32) float32 { return float32(math.Round(float64(resources.Scaled(px)))) }

// themeColor returns a colour of the theme; the empty name is transparent.
func themeColor(name fyne.ThemeColorName) color.Color {
	if name == "" {
		return color.Transparent
	}
	return theme.Color(name)
}

// textPx returns a text size of the theme. Themes that do not know the name give the standard size.
func textPx(name fyne.ThemeSizeName) float32 {
	if s := theme.Size(name); s > 0 {
		return s
	}
	return theme.TextSize()
}

// mix lays a part of over on base; both opaque. It makes the hover of coloured fills, which have no token.
func mix(base, over color.Color, part float32) color.Color {
	b, o := color.NRGBAModel.Convert(base).(color.NRGBA), color.NRGBAModel.Convert(over).(color.NRGBA)
	m := func(x, y uint8) uint8 { return uint8(float32(x) + (float32(y)-float32(x))*part) }
	return color.NRGBA{R: m(b.R, o.R), G: m(b.G, o.G), B: m(b.B, o.B), A: b.A}
}

func newRectangle() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }

func newCaption() *canvas.Text { return canvas.NewText("", color.Transparent) }

func newGlyph() *canvas.Image {
	g := &canvas.Image{FillMode: canvas.ImageFillContain}
	g.Hide()
	return g
}

// setRectangle gives a rectangle its look and redraws it only when that changed.
func setRectangle(p *canvas.Rectangle, fill, stroke color.Color, width, radius float32) {
	if stroke == color.Transparent {
		width = 0
	} else if fill == color.Transparent {
		fill = neverTransparent(stroke) // the edge of a stroke is blended with the fill: with black it would be dirty
	}
	if p.FillColor == fill && p.StrokeColor == stroke && p.StrokeWidth == width && p.CornerRadius == radius {
		return
	}
	p.FillColor, p.StrokeColor, p.StrokeWidth, p.CornerRadius = fill, stroke, width, radius
	p.Refresh()
}

// PaintBox gives a rectangle its look, in colours of the theme; "": none.
func PaintBox(r *canvas.Rectangle, fill, line fyne.ThemeColorName, width, radius float32) {
	setRectangle(r, themeColor(fill), themeColor(line), width, radius)
}

// neverTransparent returns a colour with the least opacity. Fyne takes a colour without any for black.
func neverTransparent(c color.Color) color.Color {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	n.A = 1
	return n
}

// padLeadingJ returns a text for drawing. A J extends to the left of its origin and would be clipped, so a thin space
// goes before it.
func padLeadingJ(words string) string {
	if strings.HasPrefix(words, "J") {
		return "\u200a" + words
	}
	return words
}

// setCaption sets text and look of a caption and redraws it only if something changed.
func setCaption(t *canvas.Text, words string, size fyne.ThemeSizeName, col fyne.ThemeColorName, style fyne.TextStyle) {
	c, s, words := themeColor(col), textPx(size), padLeadingJ(words)
	if t.Text == words && t.TextSize == s && t.Color == c && t.TextStyle == style {
		return
	}
	t.Text, t.TextSize, t.Color, t.TextStyle = words, s, c, style
	t.Refresh()
}

// fitCaption writes text into a caption, cut if it is wider than width; it reports whether it was cut. A width of 0
// means not known yet.
func fitCaption(t *canvas.Text, words string, width float32) (cut bool) {
	measure := func(s string, _ bool) float32 { return fyne.MeasureText(s, t.TextSize, t.TextStyle).Width }
	cut = width > 0 && measure(words, false) > width+0.5
	if cut {
		words = strings.TrimRight(words[:fit(words, width-measure("…", false), false, measure)], " ") + "…"
	}
	words = padLeadingJ(words)
	if t.Text != words {
		t.Text = words
		t.Refresh()
	}
	return cut
}

// setGlyph shows an icon in a colour of the theme, nil hides it. Drawing an icon costs, so an unchanged one is left
// alone.
func setGlyph(g *canvas.Image, res fyne.Resource, col fyne.ThemeColorName) {
	if res == nil {
		g.Hide()
		return
	}
	tinted := resources.Tint(res, col)
	if g.Resource == nil || g.Resource.Name() != tinted.Name() {
		g.Resource, g.Image = tinted, nil
		g.Refresh()
	}
	g.Show()
}

// placeRing lays a focus ring outside a box of the size.
func placeRing(r *canvas.Rectangle, size fyne.Size) {
	const out = ringWidth + ringGap
	Place(r, -out, -out, size.Width+2*out, size.Height+2*out)
}

// setRing shows the focus ring around a box of the radius, or takes it away.
func setRing(r *canvas.Rectangle, on bool, radius float32) {
	if !on {
		r.Hide()
		return
	}
	setRectangle(r, color.Transparent, themeColor(resources.Text1), ringWidth, radius+ringWidth+ringGap)
	Show(r, true)
}

func bold(on bool) fyne.TextStyle { return fyne.TextStyle{Bold: on} }

// Drawing is the renderer of a widget that measures, places and paints its parts itself.
type Drawing struct {
	objects []fyne.CanvasObject
	least   func() fyne.Size
	arrange func(s fyne.Size)
	paint   func()
}

// Draw makes the renderer of a widget and paints it: least returns its least size, arrange places its parts in a size,
// and paint gives them their look by the theme and by what the widget shows.
func Draw(
	least func() fyne.Size, arrange func(s fyne.Size), paint func(), objects ...fyne.CanvasObject,
) fyne.WidgetRenderer {
	d := &Drawing{objects, least, arrange, paint}
	d.paint()
	return d
}

func (d *Drawing) Destroy() {}

func (d *Drawing) Objects() []fyne.CanvasObject { return d.objects }

func (d *Drawing) MinSize() fyne.Size { return d.least() }

func (d *Drawing) Layout(s fyne.Size) { d.arrange(s) }

func (d *Drawing) Refresh() { d.paint() }

// Ground is a plain colour of the theme behind other things, or a line between them.
type Ground struct {
	widget.BaseWidget
	color  fyne.ThemeColorName
	stroke fyne.ThemeColorName // of its edge; "": none
	radius float32
	side   float32   // the least, px
	most   fyne.Size // how much of its room it fills, px

	background *canvas.Rectangle
}

// NewGround makes a ground.
func NewGround(color fyne.ThemeColorName) *Ground {
	return newGround(color, 0, fyne.NewSize(unbounded, unbounded))
}

// NewRule makes a horizontal line of 1 px.
func NewRule() *Ground { return newGround(resources.Line, 1, fyne.NewSize(unbounded, 1)) }

// NewVRule makes a vertical line of 1 px.
func NewVRule() *Ground { return newGround(resources.Line, 1, fyne.NewSize(1, unbounded)) }

func newGround(color fyne.ThemeColorName, side float32, most fyne.Size) *Ground {
	g := &Ground{color: color, side: side, most: most}
	g.ExtendBaseWidget(g)
	return g
}

// newBox makes a ground with an edge and round corners.
func newBox(color, stroke fyne.ThemeColorName, radius float32) *Ground {
	g := NewGround(color)
	g.stroke, g.radius = stroke, radius
	return g
}

// set changes both colours.
func (g *Ground) set(color, stroke fyne.ThemeColorName) {
	if g.color != color || g.stroke != stroke {
		g.color, g.stroke = color, stroke
		g.Refresh()
	}
}

// SetColor changes the colour.
func (g *Ground) SetColor(color fyne.ThemeColorName) { g.color = color; g.Refresh() }

func (g *Ground) CreateRenderer() fyne.WidgetRenderer {
	g.background = newRectangle()
	return Draw(g.least, g.arrange, g.paint, g.background)
}

func (g *Ground) least() fyne.Size { return fyne.NewSquareSize(g.side) }
func (g *Ground) paint() {
	setRectangle(g.background, themeColor(g.color), themeColor(g.stroke), 1, g.radius)
}
func (g *Ground) arrange(s fyne.Size) {
	Place(g.background, 0, 0, min(s.Width, g.most.Width), min(s.Height, g.most.Height))
}

// NewIcon makes an icon of a size in px at 100 % text, with which it grows, and of a colour of the theme.
func NewIcon(res fyne.Resource, px float32, color fyne.ThemeColorName) *Icon {
	i := &Icon{res: res, px: px, color: color}
	i.ExtendBaseWidget(i)
	return i
}

// Icon is one icon.
type Icon struct {
	widget.BaseWidget
	res   fyne.Resource
	px    float32
	color fyne.ThemeColorName

	glyph *canvas.Image
}

// Set changes icon and colour; nil shows nothing.
func (i *Icon) Set(res fyne.Resource, color fyne.ThemeColorName) {
	i.res, i.color = res, color
	i.Refresh()
}

func (i *Icon) CreateRenderer() fyne.WidgetRenderer {
	i.glyph = newGlyph()
	return Draw(i.least, i.arrange, i.paint, i.glyph)
}

func (i *Icon) least() fyne.Size { return fyne.NewSquareSize(grown(i.px)) }
func (i *Icon) arrange(s fyne.Size) {
	px := max(i.px, min(grown(i.px), s.Width, s.Height)) // no larger than a place that is fixed
	Place(i.glyph, (s.Width-px)/2, (s.Height-px)/2, px, px)
}
func (i *Icon) paint() { setGlyph(i.glyph, i.res, i.color) }

// Show makes an object visible or not, and touches it only when that changes. Fyne paints nothing when an object is
// shown that was never painted before, because it is on no canvas yet. So the window is painted again.
func Show(o fyne.CanvasObject, on bool) {
	switch {
	case o.Visible() == on:
	case on:
		o.Show()
		if c, ok := CanvasOf(o).(interface{ SetDirty() }); ok {
			c.SetDirty()
		}
	default:
		o.Hide()
	}
}

// Enable enables or disables an object if that is a change.
func Enable(o fyne.Disableable, on bool) {
	switch {
	case on != o.Disabled():
	case on:
		o.Enable()
	default:
		o.Disable()
	}
}

// Place moves an object and gives it a size, px.
func Place(o fyne.CanvasObject, x, y, width, height float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(width, height))
}

// Covers reports whether an object covers a place of the window.
func Covers(o fyne.CanvasObject, at fyne.Position) bool {
	from, size := fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()
	return at.X >= from.X && at.Y >= from.Y && at.X < from.X+size.Width && at.Y < from.Y+size.Height
}

const unbounded = 1 << 20
