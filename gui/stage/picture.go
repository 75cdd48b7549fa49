package stage

import (
	"image"
	"image/color"
	"math"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"viviscope/resources"
)

// Picture is a Source for a picture that does not change, such as a photograph. It keeps smaller versions of it, each half
// as large as the one before, which take a third of its memory in all. They are made when they are needed for the first
// time. It is safe for several goroutines.
type Picture struct {
	size   image.Point
	mu     sync.Mutex
	levels []*image.RGBA // levels[n] is shrunk by 2^n
}

// NewPicture makes a Source of an image, which must not be changed after that. Its corner need not be in 0,0.
func NewPicture(img *image.RGBA) *Picture {
	own := *img
	own.Rect = own.Rect.Sub(own.Rect.Min)
	return &Picture{size: own.Rect.Max, levels: []*image.RGBA{&own}}
}

// Size is that of the picture in pixels.
func (p *Picture) Size() image.Point { return p.size }

// Prepare makes the smaller versions that a stage needs to show the picture as a whole. Called off the window's goroutine
// before SetSource, it makes the picture appear at once.
func (p *Picture) Prepare() { p.level(grid{size: p.size, edge: tileEdge}.coarsest()) }

// Draw fills dst as Source says.
func (p *Picture) Draw(dst *image.RGBA, r image.Rectangle, level int) {
	m := p.level(level)
	from := image.Rect(r.Min.X>>level, r.Min.Y>>level, cells(r.Max.X, level), cells(r.Max.Y, level)).Intersect(m.Rect)
	for y := from.Min.Y; y < from.Max.Y; y++ {
		copy(dst.Pix[(y-from.Min.Y)*dst.Stride:], m.Pix[y*m.Stride+4*from.Min.X:][:4*from.Dx()])
	}
}

func (p *Picture) level(n int) *image.RGBA {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.levels) <= n {
		p.levels = append(p.levels, halve(p.levels[len(p.levels)-1]))
	}
	return p.levels[n]
}

// halve shrinks an image to half of its size: a pixel is the mean of the four that it stands for, or of those of them that
// there are at a border.
func halve(src *image.RGBA) *image.RGBA {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewRGBA(image.Rect(0, 0, cells(w, 1), cells(h, 1)))
	var rows sync.WaitGroup
	const strip = 256 // rows that one goroutine makes
	for first := 0; first < dst.Rect.Max.Y; first += strip {
		rows.Go(func() {
			for y := first; y < min(first+strip, dst.Rect.Max.Y); y++ {
				upper := src.Pix[2*y*src.Stride:][:4*w]
				lower := src.Pix[min(2*y+1, h-1)*src.Stride:][:4*w]
				halveRows(dst.Pix[y*dst.Stride:][:4*dst.Rect.Max.X], upper, lower)
			}
		})
	}
	rows.Wait()
	return dst
}

// halveRows makes one row of two. A column or a row that stands alone counts twice, which is the mean of what there is.
func halveRows(dst, upper, lower []byte) {
	whole := len(upper) / 8
	for x := range whole {
		a, b, d := upper[8*x:8*x+8:8*x+8], lower[8*x:8*x+8:8*x+8], dst[4*x:4*x+4:4*x+4]
		d[0] = uint8((uint(a[0]) + uint(a[4]) + uint(b[0]) + uint(b[4]) + 2) >> 2)
		d[1] = uint8((uint(a[1]) + uint(a[5]) + uint(b[1]) + uint(b[5]) + 2) >> 2)
		d[2] = uint8((uint(a[2]) + uint(a[6]) + uint(b[2]) + uint(b[6]) + 2) >> 2)
		d[3] = uint8((uint(a[3]) + uint(a[7]) + uint(b[3]) + uint(b[7]) + 2) >> 2)
	}
	if len(dst) > 4*whole {
		for c := range 4 {
			dst[4*whole+c] = uint8((uint(upper[8*whole+c]) + uint(lower[8*whole+c]) + 1) >> 1)
		}
	}
}

// Source gives the pixels of a picture.
type Source interface {
	// Size is that of the picture in pixels. It is called on the window's goroutine and must not block.
	Size() image.Point
	// Draw fills dst with the part r of the picture shrunk by 2^level. r is in picture pixels, its upper left corner is a
	// multiple of 2^level, and it lies inside of the size that Size gave last; dst has its corner in 0,0 and as many
	// pixels as r has cells of 2^level by 2^level, counting those that r cuts off. A pixel is the mean of the pixels of
	// its cell that are in r, premultiplied. Draw is called on one goroutine at a time, never on the window's.
	Draw(dst *image.RGBA, r image.Rectangle, level int)
}

// cells is how many cells of 2^level pixels a length has, counting the one that is cut off.
func cells(length, level int) int { return (length + 1<<level - 1) >> level }

// cellsOf is the size in pixels of what Source.Draw makes of r.
func cellsOf(r image.Rectangle, level int) image.Point {
	return image.Pt(cells(r.Dx(), level), cells(r.Dy(), level))
}

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
