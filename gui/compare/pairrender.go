package compare

import (
	"fmt"
	"image"
	"image/color"
	"viviscope/gui/widgets"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// The measures of what lies over the pictures, px.
const (
	handleSize = 40
	handleIcon = 18
	lineWidth  = 2
	labelIn    = 12 // from the corner of a picture to its label
)

// HeightFor is more than any window has: the pictures take what is left.
func (p *Pair) HeightFor(float32) float32 { return 1 << 16 }

// CreateRenderer draws the pair.
func (p *Pair) CreateRenderer() fyne.WidgetRenderer {
	r := &pairRenderer{
		p:      p,
		still:  &canvas.Image{FillMode: canvas.ImageFillStretch, ScaleMode: canvas.ImageScaleFastest},
		line:   canvas.NewRectangle(color.Transparent),
		handle: canvas.NewRectangle(color.Transparent),
		icon:   &canvas.Image{FillMode: canvas.ImageFillContain},
		labels: [2]*label{newLabel(), newLabel()}, note: newLabel(),
	}
	r.shader = newShader(string(p.place), &probe{onRead: func() { p.Post(r.takeOver) }})
	r.handle.CornerRadius = handleSize / 2
	r.objects = []fyne.CanvasObject{r.still, r.shader, r.line, r.handle, r.icon, r.labels[0].object, r.labels[1].object, r.note.object}
	p.renderer = r
	r.Refresh()
	return r
}

// pairRenderer draws with the shader once that is known to work, and with still until then.
type pairRenderer struct {
	p       *Pair
	shader  *canvas.Shader
	alive   bool // the shader draws
	still   *canvas.Image
	line    *canvas.Rectangle
	handle  *canvas.Rectangle
	icon    *canvas.Image
	labels  [2]*label
	note    *label
	objects []fyne.CanvasObject

	buffers  [2]*image.RGBA // for still, in turn
	turn     int
	painting bool // off the window's goroutine
	again    bool // something changed while painting
	gone     bool
}

// draw shows what changed while the pair is seen.
func (p *Pair) draw() {
	if p.renderer != nil {
		p.renderer.Layout(p.Size())
	}
}

func (r *pairRenderer) Destroy()                     { r.gone = true }
func (r *pairRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *pairRenderer) MinSize() fyne.Size           { return fyne.NewSize(160, 120) }

// takeOver leaves the drawing to the shader.
func (r *pairRenderer) takeOver() {
	r.alive, r.again = true, false
	r.still.Hide()
	r.still.Image, r.buffers = nil, [2]*image.RGBA{}
}

// Refresh writes words and colours and draws.
func (r *pairRenderer) Refresh() {
	p := r.p
	r.line.FillColor = theme.Color(resources.OnPictureText)
	r.handle.FillColor = r.line.FillColor
	r.handle.StrokeColor, r.handle.StrokeWidth = color.Transparent, 0
	if p.focused {
		r.handle.StrokeColor, r.handle.StrokeWidth = theme.Color(resources.Accent), lineWidth+1
	}
	r.icon.Resource = resources.Tint(resources.IconSwap(), resources.OnPicture)
	r.icon.Refresh()
	for i, l := range r.labels {
		at := p.standing(i)
		words := p.words[at]
		if size := p.sizeOf(at); p.sizeOf(0) != p.sizeOf(1) && size != (image.Point{}) {
			words += " · " + sizeWord(size)
		}
		l.set([]string{"A", "B"}[i], words)
	}
	note := p.Found()
	if p.loading {
		note = lang.L("Loading…")
	}
	r.note.set("", note)
	r.Layout(p.Size())
	canvas.Refresh(r.line)
	canvas.Refresh(r.handle)
}

// Layout draws the pictures and places what lies over them.
func (r *pairRenderer) Layout(size fyne.Size) {
	p := r.p
	c, seen := p.scene()
	k := float32(p.screenScale())
	width, height := float64(size.Width*k), float64(size.Height*k)
	for i, name := range []fyne.ThemeColorName{resources.BgMat, resources.Line} {
		c.checks[i] = color.GrayModel.Convert(theme.Color(name)).(color.Gray).Y
	}
	r.still.Resize(size)
	r.shader.Resize(size)
	if width >= 1 && height >= 1 {
		setScene(r.shader, &c, width, height)
		r.paint(c, int(width+0.5), int(height+0.5))
	}
	r.placeDivider(c, seen, k)
	r.placeLabels(c, seen, k, size)
}

// placeDivider puts line and handle over the cut.
func (r *pairRenderer) placeDivider(c scene, seen rect, k float32) {
	there := r.p.mode == Slider && (c.a != nil || c.b != nil)
	for _, o := range []fyne.CanvasObject{r.line, r.handle, r.icon} {
		widgets.Show(o, there)
	}
	x, y, h := float32(c.cut)/k, float32(seen.y0)/k, float32(seen.height())/k
	widgets.Place(r.line, x-lineWidth/2, y, lineWidth, h)
	middle := y + h/2
	widgets.Place(r.handle, x-handleSize/2, middle-handleSize/2, handleSize, handleSize)
	widgets.Place(r.icon, x-handleIcon/2, middle-handleIcon/2, handleIcon, handleIcon)
}

// placeLabels puts each label into the corner of its picture that is in sight, and leaves out what has no picture.
func (r *pairRenderer) placeLabels(c scene, seen rect, k float32, size fyne.Size) {
	mode := r.p.mode
	a, b := r.labels[0], r.labels[1]
	widgets.Show(a.object, c.a != nil && mode != Difference)
	widgets.Show(b.object, c.b != nil)
	top := float32(seen.y0)/k + labelIn
	left, right := float32(seen.x0)/k+labelIn, float32(seen.x1)/k-labelIn
	room := right - left
	if mode == Slider {
		room = (room - 2*labelIn) / 2
	}
	m := a.fitIn(room)
	widgets.Place(a.object, left, top, m.Width, m.Height)
	m = b.fitIn(room)
	switch mode {
	case Side:
		left += size.Width / 2
	case Slider:
		left = right - m.Width
	}
	widgets.Place(b.object, left, top, m.Width, m.Height)
	m = r.note.fitIn(size.Width)
	at := fyne.NewPos((size.Width-m.Width)/2, float32(seen.y1)/k-labelIn-m.Height)
	if r.p.loading {
		at.Y = (size.Height - m.Height) / 2
	}
	widgets.Show(r.note.object, r.note.words != "")
	widgets.Place(r.note.object, at.X, at.Y, m.Width, m.Height)
}

// paint makes a bitmap of a scene off the window's goroutine, while the shader does not draw. The newest scene is
// painted next where one is being painted.
func (r *pairRenderer) paint(c scene, width, height int) {
	if r.alive || r.gone {
		return
	}
	if r.painting {
		r.again = true
		return
	}
	r.painting = true
	dst := r.buffers[r.turn]
	if dst == nil || dst.Rect.Dx() != width || dst.Rect.Dy() != height {
		dst = image.NewRGBA(image.Rect(0, 0, width, height))
		r.buffers[r.turn] = dst
	}
	r.turn = 1 - r.turn
	r.p.Go(func() {
		c.paint(dst)
		r.p.Post(func() {
			r.painting = false
			if r.alive || r.gone {
				return
			}
			r.still.Image = dst
			r.still.Refresh()
			if r.again {
				r.again = false
				r.Layout(r.p.Size())
			}
		})
	})
}

// sizeWord words a size in pixels.
func sizeWord(s image.Point) string { return fmt.Sprintf("%d × %d", s.X, s.Y) }
