package boards

import (
	"context"
	"image"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	"golang.org/x/image/draw"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/resources"
)

const (
	coverPixels   = 128             // the longer side of a picture that is loaded for the seek bar, in pixels
	coverInterval = time.Second / 4 // between bitmaps that are shown while pictures load
)

// barCovers draws the pictures behind the seek bar into one bitmap. Each part has a picture whose width follows from
// the length of the part. The numbers of the shots are drawn over it.
type barCovers struct {
	widget.BaseWidget
	d      *Deps
	track  *playerTrack
	image  *canvas.Image
	tags   *fyne.Container
	cancel context.CancelFunc // stops the drawing of a bitmap
}

func newCovers(d *Deps, t *playerTrack) *barCovers {
	c := &barCovers{d: d, track: t, tags: container.NewWithoutLayout(), cancel: func() {}}
	c.image = &canvas.Image{FillMode: canvas.ImageFillStretch, ScaleMode: canvas.ImageScaleFastest}
	c.ExtendBaseWidget(c)
	return c
}

func (c *barCovers) CreateRenderer() fyne.WidgetRenderer {
	return kit.Draw(func() fyne.Size { return fyne.NewSize(100, barLow) }, func(fyne.Size) { c.draw() }, c.draw,
		c.image, c.tags)
}

// draw draws all parts again, off the window's goroutine: first with the pictures that are loaded, then with the
// others.
func (c *barCovers) draw() {
	size, scale := c.Size(), c.d.Canvas().Scale()
	c.cancel()
	c.image.Resize(size)
	c.number(size.Width)
	bounds := image.Rect(0, 0, int(size.Width*scale), int(size.Height*scale))
	parts := c.track.parts
	if bounds.Empty() || len(parts) == 0 {
		c.set(nil)
		return
	}
	if parts[0].Shot == "" { // the film
		c.cancel = c.d.Pictures.Strip(parts[0].Clip, func(strip image.Image, err error) {
			if err == nil {
				c.set(stripIn(bounds, strip))
			}
		})
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	bar := coverBar{parts: parts, length: c.track.length(), scale: scale, pictures: c.d.Pictures,
		background: image.NewUniform(theme.Color(resources.BgMat)), hatch: hatched(bounds.Size(), scale)}
	c.d.Go(func(context.Context) {
		bar.draw(ctx, bounds, func(im image.Image) {
			c.d.Post(func() {
				if ctx.Err() == nil {
					c.set(im)
				}
			})
		})
	})
}

func (c *barCovers) set(im image.Image) {
	c.image.Image = im
	c.image.Refresh()
}

// number shows the numbers of the shots that are wide enough.
func (c *barCovers) number(width float32) {
	c.tags.RemoveAll()
	perWidth := width / float32(c.track.length())
	for _, x := range c.track.parts {
		left, right := float32(x.From)*perWidth, float32(x.To)*perWidth
		t := kit.NewTag(kit.ToneOnPicture, nil, lang.Number(x.Number))
		if x.Number > 0 && left+4+t.MinSize().Width <= right+1 {
			kit.Place(t, left+4, 4, t.MinSize().Width, t.MinSize().Height)
			c.tags.Add(t)
		}
	}
}

// coverBar draws the bitmap of the seek bar. It may be used on any goroutine.
type coverBar struct {
	parts             []planning.Part
	length            time.Duration
	scale             float32
	background, hatch image.Image
	pictures          Pictures
}

// draw passes bitmaps to show, each with more pictures than the one before, until ctx ends. It blocks while pictures
// load.
func (b coverBar) draw(ctx context.Context, bounds image.Rectangle, show func(image.Image)) {
	bitmap, shown := image.NewRGBA(bounds), time.Now()
	draw.Draw(bitmap, bounds, b.background, image.Point{}, draw.Src)
	for n := range 2 * len(b.parts) {
		x, load := b.parts[n%len(b.parts)], n >= len(b.parts)
		r := b.place(x, bounds)
		draw.Draw(bitmap, r, b.background, image.Point{}, draw.Src)
		drawPart(bitmap, r, x, b.hatch, func(a db.Asset) image.Image {
			im, ok := b.pictures.Nearest(a, coverPixels)
			if load && !ok {
				im, _ = b.pictures.Image(ctx, a, coverPixels)
			}
			return im
		})
		if ctx.Err() != nil {
			return
		}
		passEnds := (n+1)%len(b.parts) == 0
		if !passEnds && time.Since(shown) < coverInterval {
			continue
		}
		im := image.NewRGBA(bounds)
		copy(im.Pix, bitmap.Pix)
		shown = time.Now()
		show(im)
	}
}

// place returns where a part is in the bar, with a gap for the seam before it.
func (b coverBar) place(x planning.Part, bounds image.Rectangle) image.Rectangle {
	column := func(at time.Duration) int { return int(float64(at)/float64(b.length)*float64(bounds.Dx()) + 0.5) }
	r := bounds
	r.Min.X, r.Max.X = column(x.From), column(x.To)
	if r.Min.X > 0 && r.Dx() > 4 {
		r.Min.X += max(int(b.scale), 1)
	}
	return r
}

// stripIn draws as many pictures of a film side by side as fit.
func stripIn(bounds image.Rectangle, strip image.Image) *image.RGBA {
	to, tiles := image.NewRGBA(bounds), media.Tiles(strip)
	size := tiles[0].Bounds().Size()
	n := (bounds.Dx()*size.Y + bounds.Dy()*size.X/2) / (bounds.Dy() * size.X)
	n = min(max(n, 1), len(tiles))
	for i := range n {
		r := bounds
		r.Min.X, r.Max.X = i*bounds.Dx()/n, (i+1)*bounds.Dx()/n
		tile := tiles[(2*i+1)*len(tiles)/(2*n)]
		draw.ApproxBiLinear.Scale(to, r, tile, planning.CentreCrop(image.Rectangle{Max: size}, r.Size()), draw.Src, nil)
	}
	return to
}
