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
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/resources"
)

// faint is how much of a picture is seen that stands in for a clip.
const faint = 0.45

// stage shows what is played: the pictures of the engine, or those of keyframes, and below them what is said.
type stage struct {
	widget.BaseWidget
	p        *playerPart
	view     *player.View
	face     *kit.Face
	plate    *canvas.Rectangle // of the caption
	caption  *kit.Text
	empty    *kit.Text
	pictures [3]*media.Preview // of the part, and of the one after it
	mixed    mixture           // what bitmap is of
	bitmap   image.Image
	full     *fullScreen // nil: it has its place in the player
}

// mixture is what a picture follows from that is drawn of others.
type mixture struct {
	size        image.Point
	first, last image.Image
	mix         float64 // how much of the last is seen over the first
	stands      bool    // both stand side by side, faint and hatched
	alone       bool
}

func newStage(p *playerPart) *stage {
	s := &stage{p: p, view: player.NewView(p.engine), face: kit.NewFace(canvas.ImageFillContain, pictureRadius, 0), plate: &canvas.Rectangle{}}
	s.caption = kit.NewText("", resources.SizeBody, resources.OnPictureText, false).Wrap(true).Centered()
	s.empty = kit.NewText("", resources.SizeBody, resources.Text2, false).Centered()
	for i := range s.pictures {
		s.pictures[i] = media.NewPreview(p.b.Pictures, p.place)
	}
	s.ExtendBaseWidget(s)
	return s
}

func (s *stage) CreateRenderer() fyne.WidgetRenderer {
	return kit.Draw(func() fyne.Size { return fyne.NewSize(160, 90) }, func(size fyne.Size) {
		s.arrange(size)
		if s.p.shown != unlaid {
			s.p.place() // the pictures for this size
		}
	}, func() {}, s.face, s.empty, s.plate, s.caption)
}

func (s *stage) arrange(size fyne.Size) {
	kit.Place(s.face, 0, 0, size.Width, size.Height)
	words := s.empty.MinSize().Height
	kit.Place(s.empty, 0, (size.Height-words)/2, size.Width, words)
	room := min(s.caption.NaturalWidth()+2, size.Width-44)
	high := kit.HeightFor(s.caption, room)
	kit.Place(s.caption, (size.Width-room)/2, size.Height-high-14, room, high)
	kit.Place(s.plate, (size.Width-room)/2-10, size.Height-high-18, room+20, high+8)
}

// show shows a part at the place; -1: there is none.
func (s *stage) show(i int) {
	p, x, next, empty := s.p, part{}, db.Asset{}, ""
	switch {
	case i >= 0:
		x = p.parts[i]
	case p.ref == "":
		empty = lang.L("The board is still loading.")
	default:
		empty = lang.L("Nothing to play yet")
	}
	if s.empty.SetText(empty); i >= 0 && i+1 < len(p.parts) {
		next = p.parts[i+1].first
	}
	clip := x.clip.ID != 0 && !p.refused[x.clip.Ref]
	first, mix := x.first, x.mix(p.at-x.from, p.b.ReduceMotion())
	if clip {
		first, mix = x.clip, 0
	}
	px := s.face.Pixels()
	for n, a := range []db.Asset{first, x.last, next} {
		s.pictures[n].Load(a, px) // the next one ahead
	}
	stands := i >= 0 && !clip && (p.mode != animatic || x.first.ID == 0 && x.last.ID == 0)
	look := kit.Look{Image: s.picture(x, mix, stands)}
	look.Tags[kit.TopLeft].Text = s.name(i)
	if p.inRun && p.ready {
		if look.Over = s.view; !s.view.Moving() {
			s.view.SetPoster(look.Image)
		}
	}
	s.face.Set(look)
	caption := x.caption
	if p.silent {
		caption = ""
	}
	if s.caption.Text() != caption || caption == "" {
		s.caption.SetText(caption)
		s.arrange(s.Size())
	}
	kit.PaintBox(s.plate, resources.OnPicture, "", 0, pictureRadius)
	kit.Show(s.plate, caption != "")
	kit.Show(s.caption, caption != "")
}

// name says which shot is shown, and which take of it.
func (s *stage) name(i int) string {
	if i < 0 {
		return ""
	}
	x := s.p.parts[i]
	if x.shot == "" {
		return lang.L("Film")
	}
	for n, t := range s.p.b.view.Takes(x.shot) {
		if x.clip.ID != 0 && !s.p.refused[x.clip.Ref] && t.Asset.Ref == x.clip.Ref {
			return lang.L("Shot %s · take %s", lang.Number(x.number), lang.Number(n+1))
		}
	}
	return lang.L("Shot %s", lang.Number(x.number))
}

// picture is that of a part: one of its two, or what is drawn of both.
func (s *stage) picture(x part, mix float64, stands bool) image.Image {
	scale := s.p.b.Canvas().Scale()
	of := mixture{image.Pt(int(s.Size().Width*scale), int(s.Size().Height*scale)), s.pictures[0].Image, s.pictures[1].Image, mix, stands, x.alone}
	switch {
	case of == s.mixed:
	case !stands && (mix == 0 || of.last == nil):
		s.bitmap = of.first
	case !stands && (mix == 1 || of.first == nil):
		s.bitmap = of.last
	case stands:
		to := image.NewRGBA(image.Rectangle{Max: of.size})
		x.clip = db.Asset{}
		x.made = false
		x.draw(to, to.Rect, hatched(of.size, scale), func(a db.Asset) image.Image {
			if a.ID == x.first.ID {
				return of.first
			}
			return of.last
		})
		s.bitmap = to
	default:
		size := of.first.Bounds().Size()
		to := inSize(of.first, size)
		draw.DrawMask(to, to.Rect, inSize(of.last, size), image.Point{}, image.NewUniform(color.Alpha{A: uint8(255 * mix)}), image.Point{}, draw.Over)
		s.bitmap = to
	}
	s.mixed = of
	return s.bitmap
}

// fill gives the stage the whole screen, or its place in the player again.
func (s *stage) fill(on bool) {
	c := s.p.b.Canvas()
	switch {
	case on == (s.full != nil):
	case on:
		s.p.b.Viewer.FullScreen(true)
		s.p.content.Objects[0] = kit.NewGround(resources.BgMat)
		s.full = &fullScreen{s: s}
		s.full.ExtendBaseWidget(s.full)
		c.Overlays().Add(s.full)
		s.full.Resize(c.Size())
		c.Focus(s.full)
	default:
		s.p.b.Viewer.FullScreen(false)
		c.Overlays().Remove(s.full)
		s.full, s.p.content.Objects[0] = nil, s
		s.p.content.Refresh()
	}
}

// fullScreen has the stage on the whole screen, and takes the keys of the player there.
type fullScreen struct {
	widget.BaseWidget
	s *stage
}

func (f *fullScreen) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(kit.NewGround(resources.BgMat), f.s))
}

func (f *fullScreen) AccessibilityLabel() string { return lang.L("Full screen") }

func (f *fullScreen) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (f *fullScreen) FocusGained() {}

func (f *fullScreen) FocusLost() {}

func (f *fullScreen) TypedRune(rune) {}

func (f *fullScreen) TypedKey(e *fyne.KeyEvent) {
	switch p := f.s.p; e.Name {
	case fyne.KeyEscape, fyne.KeyF11:
		f.s.fill(false)
	case fyne.KeySpace:
		p.toggle()
	case fyne.KeyLeft:
		p.skip(-1)
	case fyne.KeyRight:
		p.skip(1)
	case fyne.KeyV:
		p.toggleWords()
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
	kit.Show(l.p.where, false) // the picture says the shot too
	wide := max(min(high*ratio, (s.Width-2*side)*0.48, s.Width-2*side-gap-max(o[1].MinSize().Width, o[4].MinSize().Width)), 0)
	kit.Place(o[0], side, playerPad+(high-min(high, wide/ratio))/2, wide, min(high, wide/ratio))
	x, lot := side+wide+gap, s.Height >= playerLot
	w := s.Width - x - side
	l.p.film.High = barLow
	if lot {
		l.p.film.High = barHeight
	}
	kit.Show(o[2], lot)
	if kit.Show(l.p.where, true); o[4].MinSize().Width > w {
		kit.Show(l.p.where, false)
	}
	foot := o[4].MinSize().Height
	kit.Place(o[4], x, s.Height-playerPad-foot, w, foot)
	y := float32(playerPad)
	for _, part := range o[1:4] {
		if part.Visible() {
			kit.Place(part, x, y, w, part.MinSize().Height)
			y += part.MinSize().Height + 8
		}
	}
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
	return kit.Draw(func() fyne.Size { return fyne.NewSize(100, barLow) }, func(fyne.Size) { c.draw() }, c.draw, c.image, c.tags)
}

// draw draws the shots anew, away from the window's goroutine: what is there already at once, then with what comes.
func (c *covers) draw() {
	size, scale, length, parts := c.Size(), c.p.b.Canvas().Scale(), c.p.length(), c.p.parts
	c.cancel()
	c.image.Resize(size)
	c.number(size.Width)
	bounds := image.Rect(0, 0, int(size.Width*scale), int(size.Height*scale))
	if bounds.Empty() || len(parts) == 0 {
		c.image.Image = nil
		c.image.Refresh()
		return
	}
	if parts[0].shot == "" {
		c.cancel = c.p.b.Pictures.Strip(parts[0].clip, func(strip image.Image, err error) {
			if err == nil {
				c.image.Image = stripIn(bounds, strip)
				c.image.Refresh()
			}
		})
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	mat, hatch, pictures := image.NewUniform(theme.Color(resources.BgMat)), hatched(bounds.Size(), scale), c.p.b.Pictures
	c.p.b.Go(func(context.Context) {
		bitmap, shown := image.NewRGBA(bounds), time.Now()
		draw.Draw(bitmap, bounds, mat, image.Point{}, draw.Src)
		for n := range 2 * len(parts) {
			x, wait, r := parts[n%len(parts)], n >= len(parts), bounds
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
			if (n+1)%len(parts) != 0 && time.Since(shown) < time.Second/4 {
				continue
			}
			im := image.NewRGBA(bounds)
			copy(im.Pix, bitmap.Pix)
			shown = time.Now()
			c.p.b.Post(func() {
				if ctx.Err() == nil {
					c.image.Image = im
					c.image.Refresh()
				}
			})
		}
	})
}

// stripIn draws as many pictures of a film as have room side by side.
func stripIn(bounds image.Rectangle, strip image.Image) *image.RGBA {
	to, tiles := image.NewRGBA(bounds), media.Tiles(strip)
	size := tiles[0].Bounds().Size()
	n := min(max((bounds.Dx()*size.Y+bounds.Dy()*size.X/2)/(bounds.Dy()*size.X), 1), len(tiles))
	for i := range n {
		r := bounds
		r.Min.X, r.Max.X = i*bounds.Dx()/n, (i+1)*bounds.Dx()/n
		draw.ApproxBiLinear.Scale(to, r, tiles[(2*i+1)*len(tiles)/(2*n)], middleOf(image.Rectangle{Max: size}, r.Size()), draw.Src, nil)
	}
	return to
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
		if t := kit.NewTag(kit.ToneOnPicture, nil, lang.Number(x.number)); x.number > 0 && left+4+t.MinSize().Width <= right+1 {
			kit.Place(t, left+4, 4, t.MinSize().Width, t.MinSize().Height)
			c.tags.Add(t)
		}
	}
}
