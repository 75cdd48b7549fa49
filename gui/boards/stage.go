package boards

import (
	"context"
	"image"
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	"golang.org/x/image/draw"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// faint is how much of a picture is seen that stands in for a clip.
const faint = 0.45

// stage shows what is played: the pictures of the engine, or over them those of keyframes.
type stage struct {
	p           *playerPart
	view        *player.View
	mat         *widgets.Ground
	first, last *canvas.Image
	hatch       *canvas.Image
	over        *fyne.Container // of all these
	tag         *widgets.Tag
	empty       *widgets.Text
	captioned   *fyne.Container
	caption     *widgets.Text
	object      *fyne.Container
	pictures    [3]*media.Preview // the two in sight, and the one after them
	beside      bool              // the first two stand side by side
}

func newStage(p *playerPart) *stage {
	s := &stage{p: p, view: player.NewView(p.engine), mat: widgets.NewGround(resources.BgMat), tag: widgets.NewTag(widgets.ToneOnPicture, nil, "")}
	picture := func() *canvas.Image { return &canvas.Image{ScaleMode: canvas.ImageScaleFastest} }
	s.first, s.last, s.hatch = picture(), picture(), picture()
	s.hatch.FillMode = canvas.ImageFillStretch
	s.empty = widgets.NewText("", resources.SizeBody, resources.Text2, false).Centered()
	s.caption = widgets.NewText("", resources.SizeBody, resources.OnPictureText, false).Wrap(true).Centered()
	s.captioned = container.NewStack(widgets.NewGround(resources.OnPicture), widgets.NewInset(4, 10, 4, 10, s.caption))
	for i := range s.pictures {
		s.pictures[i] = media.NewPreview(p.b.Pictures, p.place)
	}
	s.over = container.NewWithoutLayout(s.mat, s.first, s.last, s.hatch)
	s.object = &fyne.Container{Layout: s, Objects: []fyne.CanvasObject{widgets.NewGround(resources.BgMat), s.view, s.over, s.empty, s.tag, s.captioned}}
	return s
}

func (s *stage) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(160, 90) }

// Layout places all of it in a size.
func (s *stage) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	s.arrange(size)
	if s.p.shown != unlaid {
		s.p.place() // the pictures for this size
	}
}

func (s *stage) arrange(size fyne.Size) {
	for _, x := range append(s.object.Objects[:3:3], s.mat, s.hatch) {
		widgets.Place(x, 0, 0, size.Width, size.Height)
	}
	words, tag := s.empty.MinSize().Height, s.tag.MinSize()
	widgets.Place(s.empty, 0, (size.Height-words)/2, size.Width, words)
	widgets.Place(s.tag, 8, 8, tag.Width, tag.Height)
	room := min(s.caption.NaturalWidth()+22, size.Width-24)
	high := widgets.HeightFor(s.captioned, room)
	widgets.Place(s.captioned, (size.Width-room)/2, size.Height-high-10, room, high)
	left, width := float32(0), size.Width
	if s.beside {
		width /= 2
		left = width
	}
	widgets.Place(s.first, 0, 0, width, size.Height)
	widgets.Place(s.last, left, 0, width, size.Height)
}

// show shows a part at the place; -1: there is none.
func (s *stage) show(i int) {
	if i < 0 {
		s.still(db.Asset{}, db.Asset{}, db.Asset{}, 0, false, false)
		s.empty.SetText(lang.L("Nothing to play yet"))
		s.tagged("", "")
		return
	}
	s.empty.SetText("")
	p, x, next := s.p, s.p.parts[i], db.Asset{}
	if i+1 < len(p.parts) {
		next = p.parts[i+1].first
	}
	name := lang.L("Shot %s", lang.Number(x.number))
	v := p.b.view
	switch {
	case x.clip.ID != 0 && !p.refused[x.clip.Ref]:
		if x.shot == "" {
			name = lang.L("Film")
		}
		for n, t := range v.Takes(x.shot) {
			if t.Asset.Ref == x.clip.Ref {
				name = lang.L("Shot %s · take %s", lang.Number(x.number), lang.Number(n+1))
			}
		}
		s.still(x.clip, db.Asset{}, next, 0, false, false)
	case p.mode == animatic:
		mix := x.mix(p.at-x.from, p.b.ReduceMotion())
		s.still(x.first, x.last, next, mix, x.first.ID == 0 && x.last.ID == 0, false)
	default:
		s.still(x.first, x.last, next, 0, true, !x.alone)
	}
	s.tagged(name, x.caption)
	widgets.Show(s.over, !(p.inRun && p.ready && s.view.Moving()))
}

// tagged says what is shown, and below it what is said there, where subtitles are wanted.
func (s *stage) tagged(words, caption string) {
	if s.p.silent {
		caption = ""
	}
	if s.tag.Word() != words || s.caption.Text() != caption {
		s.tag.Set(widgets.ToneOnPicture, nil, words)
		s.caption.SetText(caption)
		widgets.Show(s.tag, words != "")
		widgets.Show(s.captioned, caption != "")
		s.arrange(s.object.Size())
	}
}

// still shows two pictures: so much of the second over the first; or faint and hatched, and side by side. Another one is asked for ahead.
func (s *stage) still(first, last, next db.Asset, mix float64, stands, beside bool) {
	size, scale := s.object.Size(), s.p.b.Canvas().Scale()
	px := int(max(size.Width, size.Height) * scale)
	for i, a := range []db.Asset{first, last, next} {
		s.pictures[i].Load(a, px)
	}
	widgets.Show(s.over, true)
	if s.beside != beside {
		s.beside = beside
		s.object.Refresh()
	}
	fill, seen := canvas.ImageFillContain, [2]float64{1, mix}
	if stands {
		fill, seen = canvas.ImageFillCover, [2]float64{faint, faint}
	}
	for i, im := range []*canvas.Image{s.first, s.last} {
		if bitmap := s.pictures[i].Image; im.Image != bitmap || im.FillMode != fill {
			im.Image, im.FillMode = bitmap, fill
			im.Refresh()
		}
		widgets.Show(im, im.Image != nil && seen[i] > 0)
		if im.Translucency != 1-seen[i] {
			im.Translucency = 1 - seen[i]
			im.Move(im.Position()) // drawn again, and not uploaded again
		}
	}
	widgets.Show(s.hatch, stands)
	if hatch := image.Pt(int(size.Width*scale), int(size.Height*scale)); stands && hatch.X > 0 {
		if im := hatched(hatch, scale); s.hatch.Image != im {
			s.hatch.Image = im
			s.hatch.Refresh()
		}
	}
}

// The measures of the player, px.
const (
	barHeight = 72
	barLow    = 60 // where there is less room
	playerLot = 230
	playerPad = 12
)

// playerLayout lays out the picture, and beside it what is played, the bar and the transport.
type playerLayout struct{ p *playerPart }

func (playerLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return fyne.NewSize(480, playerLow) }

func (l playerLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	const side, gap = 16, 16
	high := s.Height - 2*playerPad
	ratio := float32(16) / 9
	if w, h := sides(l.p.b.view.Settings); w > 0 && h > 0 {
		ratio = float32(w) / float32(h)
	}
	wide := min(high*ratio, (s.Width-2*side)*0.48)
	widgets.Place(o[0], side, playerPad+(high-min(high, wide/ratio))/2, wide, min(high, wide/ratio))
	x, y := side+wide+gap, float32(playerPad)
	w := s.Width - x - side
	widgets.Place(o[1], x, y, w, o[1].MinSize().Height)
	y += o[1].MinSize().Height + 10
	lot := s.Height >= playerLot
	l.p.film.High = barLow
	widgets.Show(o[2], lot)
	widgets.Show(l.p.where, lot)
	if lot {
		l.p.film.High = barHeight
		widgets.Place(o[2], x, y, w, o[2].MinSize().Height)
		y += o[2].MinSize().Height + 6
	}
	widgets.Place(o[3], x, y, w, o[3].MinSize().Height)
	foot := o[4].MinSize().Height
	widgets.Place(o[4], x, s.Height-playerPad-foot, w, foot)
}

// covers are the pictures of the shots side by side, as wide as they are long, in one bitmap with their numbers over it.
type covers struct {
	widget.BaseWidget
	p      *playerPart
	image  *canvas.Image
	tags   *fyne.Container
	cancel context.CancelFunc // of the bitmap that is being drawn
}

func newCovers(p *playerPart) *covers {
	c := &covers{p: p, image: &canvas.Image{FillMode: canvas.ImageFillStretch, ScaleMode: canvas.ImageScaleFastest}, tags: container.NewWithoutLayout(),
		cancel: func() {}}
	c.ExtendBaseWidget(c)
	return c
}

func (c *covers) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Draw(func() fyne.Size { return fyne.NewSize(100, barLow) }, func(fyne.Size) { c.draw() }, c.draw, c.image, c.tags)
}

// draw draws the shots anew, away from the window's goroutine: what is there already at once, then with what comes.
func (c *covers) draw() {
	size, scale, length, parts := c.Size(), c.p.b.Canvas().Scale(), c.p.length(), c.p.parts
	c.cancel()
	c.image.Resize(size)
	c.number(size.Width)
	bounds := image.Rect(0, 0, int(size.Width*scale), int(size.Height*scale))
	if bounds.Empty() {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	mat, hatch, pictures := image.NewUniform(theme.Color(resources.BgMat)), hatched(bounds.Size(), scale), c.p.b.Pictures
	c.p.b.Go(func(context.Context) {
		bitmap, shown := image.NewRGBA(bounds), time.Now()
		show := func() {
			im := image.NewRGBA(bounds)
			copy(im.Pix, bitmap.Pix)
			c.p.b.Post(func() {
				if ctx.Err() == nil {
					c.image.Image = im
					c.image.Refresh()
				}
			})
		}
		draw.Draw(bitmap, bounds, mat, image.Point{}, draw.Src)
		for _, wait := range []bool{false, true} {
			for _, x := range parts {
				r := bounds
				r.Min.X, r.Max.X = int(float64(x.from)/float64(length)*float64(bounds.Dx())+0.5), int(float64(x.to)/float64(length)*float64(bounds.Dx())+0.5)
				if r.Min.X > 0 && r.Dx() > 4 {
					r.Min.X += max(int(scale), 1) // the seam
				}
				draw.Draw(bitmap, r, mat, image.Point{}, draw.Src)
				x.draw(bitmap, r, hatch, func(a db.Asset) image.Image {
					im, ok := pictures.Nearest(a, coverPx)
					if wait && !ok {
						im, _ = pictures.Image(ctx, a, coverPx)
					}
					return im
				})
				if ctx.Err() != nil {
					return
				}
				if wait && time.Since(shown) > time.Second/4 {
					shown = time.Now()
					show()
				}
			}
			show()
		}
	})
}

// coverPx is the longer side of a picture that is asked for the bar, in pixels.
const coverPx = 128

// draw draws a part into its place: its clip's picture, or those of its keyframes, which are faint and hatched where it has no clip.
func (p part) draw(to *image.RGBA, r image.Rectangle, hatch image.Image, picture func(db.Asset) image.Image) {
	left, right, seen := r, r, 1.0
	if !p.alone && p.clip.ID == 0 {
		left.Max.X = (r.Min.X + r.Max.X) / 2
		right.Min.X = left.Max.X
	}
	if !p.made && p.shot != "" {
		seen = faint
	}
	paste := func(r image.Rectangle, a db.Asset) {
		if a.ID != 0 && !r.Empty() {
			if im := picture(a); im != nil {
				draw.ApproxBiLinear.Scale(to, r, im, middleOf(im.Bounds(), r.Size()), draw.Over,
					&draw.Options{SrcMask: image.NewUniform(color.Alpha{A: uint8(255 * seen)})})
			}
		}
	}
	if p.clip.ID != 0 {
		paste(r, p.clip)
		return
	}
	paste(left, p.first)
	paste(right, p.last)
	if !p.made {
		draw.Draw(to, r, hatch, r.Min, draw.Over)
	}
}

// number writes the numbers of the shots where there is room.
func (c *covers) number(width float32) {
	c.tags.RemoveAll()
	for _, x := range c.p.parts {
		left, right := float32(x.from)/float32(c.p.length())*width, float32(x.to)/float32(c.p.length())*width
		if t := widgets.NewTag(widgets.ToneOnPicture, nil, lang.Number(x.number)); x.number > 0 && left+4+t.MinSize().Width <= right+1 {
			widgets.Place(t, left+4, 4, t.MinSize().Width, t.MinSize().Height)
			c.tags.Add(t)
		}
	}
}
