package stage

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"viviscope/resources"
)

const (
	checkerSquare = 8 // units
	gridFrom      = 8 // the zoom from which on pixels have a grid around them
)

// ground is everything of a stage that is not the picture: what is behind it, around it and the lines between its pixels.
type ground struct {
	behind  *canvas.Rectangle
	checker *canvas.Image        // below the picture, on the whole stage
	around  [4]*canvas.Rectangle // above the picture, left, right, above and below of where it is
	lines   [2]*canvas.Image     // upright and level ones; images of one row and of one column that are stretched
}

func newGround() *ground {
	g := &ground{
		behind:  canvas.NewRectangle(color.Transparent),
		checker: &canvas.Image{ScaleMode: canvas.ImageScalePixels},
	}
	g.checker.Hide()
	for i := range g.around {
		g.around[i] = canvas.NewRectangle(color.Transparent)
	}
	for i := range g.lines {
		g.lines[i] = &canvas.Image{ScaleMode: canvas.ImageScalePixels}
		g.lines[i].Hide()
	}
	return g
}

// dress takes the colours of the theme.
func (g *ground) dress() {
	for _, r := range append([]*canvas.Rectangle{g.behind}, g.around[:]...) {
		r.FillColor = theme.Color(resources.BgScreen)
		r.Refresh()
	}
	if g.checker.Image != nil {
		g.check(g.checker.Image.Bounds().Size())
	}
}

// arrange puts everything where it belongs around a picture; a size of 0, 0 is none.
// What is covered is not painted.
func (g *ground) arrange(v View, picture image.Point, size fyne.Size, pixel float64, holes, transparent, grid bool) {
	none := picture == (image.Point{})
	g.behind.Resize(size)
	setVisible(g.behind, none || holes)
	for _, r := range g.around {
		setVisible(r, !none)
	}
	setVisible(g.checker, transparent && !none)
	grid = grid && !none && v.Scale*pixel >= gridFrom
	setVisible(g.lines[0], grid)
	setVisible(g.lines[1], grid)
	if none {
		return
	}
	g.surround(v, picture, size, pixel)
	if transparent {
		squares := image.Pt(int(math.Ceil(float64(size.Width)/checkerSquare)), int(math.Ceil(float64(size.Height)/checkerSquare)))
		if g.checker.Image == nil || g.checker.Image.Bounds().Size() != squares {
			g.check(squares)
			g.checker.Resize(fyne.NewSize(float32(squares.X)*checkerSquare, float32(squares.Y)*checkerSquare))
		}
	}
	if grid {
		g.rule(v, picture, size, pixel)
	}
}

// surround covers what is outside of the picture, so that neither the checkerboard nor the last cells of tiles show there.
func (g *ground) surround(v View, picture image.Point, size fyne.Size, pixel float64) {
	w, h := float64(size.Width), float64(size.Height)
	x0, y0 := v.FromPicture(0, 0)
	x1, y1 := v.FromPicture(float64(picture.X), float64(picture.Y))
	inside := func(at, room float64) float64 { return min(max(snap(at, pixel), 0), room) }
	x0, y0, x1, y1 = inside(x0, w), inside(y0, h), inside(x1, w), inside(y1, h)
	for i, r := range [4][4]float64{{0, 0, x0, h}, {x1, 0, w, h}, {x0, 0, x1, y0}, {x0, y1, x1, h}} {
		g.around[i].Move(fyne.NewPos(float32(r[0]), float32(r[1])))
		g.around[i].Resize(fyne.NewSize(float32(r[2]-r[0]), float32(r[3]-r[1])))
	}
}

// check makes the checkerboard, of one pixel per square.
func (g *ground) check(squares image.Point) {
	m := image.NewRGBA(image.Rectangle{Max: squares})
	shades := [2]color.Color{theme.Color(resources.BgInput), theme.Color(resources.Line)}
	for y := range squares.Y {
		for x := range squares.X {
			m.Set(x, y, shades[(x+y)%2])
		}
	}
	g.checker.Image = m
	g.checker.Refresh()
}

// rule draws the lines between the pixels.
func (g *ground) rule(v View, picture image.Point, size fyne.Size, pixel float64) {
	across := ruled(v.X, v.Scale, picture.X, float64(size.Width), pixel)
	down := ruled(v.Y, v.Scale, picture.Y, float64(size.Height), pixel)
	ink := color.NRGBAModel.Convert(theme.Color(resources.Text3)).(color.NRGBA)
	ink.A = 0x60
	for i, marks := range [2][]bool{across, down} {
		m := image.NewRGBA(image.Rect(0, 0, len(marks), 1))
		if i == 1 {
			m = image.NewRGBA(image.Rect(0, 0, 1, len(marks)))
		}
		for at, marked := range marks {
			if marked {
				m.Set(at*(1-i), at*i, ink)
			}
		}
		g.lines[i].Image = m
		g.lines[i].Refresh()
		g.lines[i].Resize(size)
	}
}

// ruled marks the pixels of the screen, out of as many as there are in room units, on which a pixel of the picture begins.
func ruled(at, scale float64, pixels int, room, pixel float64) []bool {
	marks := make([]bool, max(int(math.Round(room*pixel)), 1))
	first := max(int(math.Floor(-at/scale)), 1)
	for n := first; n < pixels; n++ {
		i := int(math.Floor((at+float64(n)*scale)*pixel + 0.5))
		if i >= len(marks) {
			break
		}
		if i >= 0 {
			marks[i] = true
		}
	}
	return marks
}

func setVisible(o fyne.CanvasObject, on bool) {
	if on && !o.Visible() {
		o.Show()
	} else if !on && o.Visible() {
		o.Hide()
	}
}
