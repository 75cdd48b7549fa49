package boards

import (
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"golang.org/x/image/draw"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/resources"
)

// playerStage shows the picture of the engine or the pictures of keyframes, with the caption over it.
type playerStage struct {
	widget.BaseWidget
	d        *Deps
	redraw   func() // requests another show, after a picture was loaded or the size changed
	video    *player.View
	face     *kit.Face
	plate    *canvas.Rectangle // behind the caption
	caption  *kit.Text
	empty    *kit.Text
	pictures [3]*media.Preview // two of the part, and one of the next part
	mixed    mixture           // the inputs of bitmap
	bitmap   image.Image
}

// stageView is the content of the stage.
type stageView struct {
	part     planning.Part // the zero part is none
	clip     bool          // the clip of the part is shown
	mix      float64       // opacity of the last keyframe over the first one
	hatched  bool          // the keyframes stand in for a clip
	video    bool          // the engine shows the clip
	next     db.Asset
	name     string // over the picture
	empty    string // instead of a picture
	subtitle string
}

// mixture holds the inputs of a drawn picture. It is drawn again only if they changed.
type mixture struct {
	size        image.Point
	first, last image.Image
	mix         float64 // opacity of last over first
	stands      bool    // both are side by side, faint and hatched
	alone       bool
}

func newPlayerStage(d *Deps, engine *player.Player, redraw func()) *playerStage {
	s := &playerStage{d: d, redraw: redraw, video: player.NewView(engine), plate: &canvas.Rectangle{}}
	s.face = kit.NewFace(canvas.ImageFillContain, pictureRadius, 0)
	s.caption = kit.NewText("", resources.SizeBody, resources.OnPictureText, false).Wrap(true).Centered()
	s.empty = kit.NewText("", resources.SizeBody, resources.Text2, false).Centered()
	for i := range s.pictures {
		s.pictures[i] = media.NewPreview(d.Pictures, redraw)
	}
	s.ExtendBaseWidget(s)
	return s
}

func (s *playerStage) CreateRenderer() fyne.WidgetRenderer {
	return kit.Draw(func() fyne.Size { return fyne.NewSize(160, 90) }, func(size fyne.Size) {
		s.arrange(size)
		s.redraw() // with pictures for this size
	}, func() {}, s.face, s.empty, s.plate, s.caption)
}

func (s *playerStage) arrange(size fyne.Size) {
	kit.Place(s.face, 0, 0, size.Width, size.Height)
	words := s.empty.MinSize().Height
	kit.Place(s.empty, 0, (size.Height-words)/2, size.Width, words)
	room := min(s.caption.NaturalWidth()+2, size.Width-44)
	high := kit.HeightFor(s.caption, room)
	kit.Place(s.caption, (size.Width-room)/2, size.Height-high-14, room, high)
	kit.Place(s.plate, (size.Width-room)/2-10, size.Height-high-18, room+20, high+8)
}

// show shows a view. Pictures that are not loaded yet follow by redraw.
func (s *playerStage) show(v stageView) {
	s.empty.SetText(v.empty)
	first := v.part.First
	if v.clip {
		first = v.part.Clip
	}
	px := s.face.Pixels()
	for n, a := range []db.Asset{first, v.part.Last, v.next} {
		s.pictures[n].Load(a, px)
	}
	look := kit.Look{Image: s.picture(v)}
	look.Tags[kit.TopLeft].Text = v.name
	if v.video {
		look.Over = s.video
		if !s.video.ShowsVideo() {
			s.video.SetPoster(look.Image)
		}
	}
	s.face.Set(look)
	if s.caption.Text() != v.subtitle || v.subtitle == "" {
		s.caption.SetText(v.subtitle)
		s.arrange(s.Size())
	}
	kit.PaintBox(s.plate, resources.OnPicture, "", 0, pictureRadius)
	kit.Show(s.plate, v.subtitle != "")
	kit.Show(s.caption, v.subtitle != "")
}

// picture returns the picture of a view: one of the two of its part, or a bitmap that is drawn of both.
func (s *playerStage) picture(v stageView) image.Image {
	scale := s.d.Canvas().Scale()
	of := mixture{image.Pt(int(s.Size().Width*scale), int(s.Size().Height*scale)), s.pictures[0].Image,
		s.pictures[1].Image, v.mix, v.hatched, v.part.NoLast}
	if of == s.mixed {
		return s.bitmap
	}
	s.mixed = of
	switch {
	case of.stands:
		s.bitmap = standIn(of, v.part, scale)
	case of.mix == 0 || of.last == nil:
		s.bitmap = of.first
	case of.mix == 1 || of.first == nil:
		s.bitmap = of.last
	default:
		s.bitmap = dissolve(of)
	}
	return s.bitmap
}

// standIn draws the keyframes of a part that stand in for its clip.
func standIn(of mixture, p planning.Part, scale float32) image.Image {
	to := image.NewRGBA(image.Rectangle{Max: of.size})
	p.Clip, p.Made = db.Asset{}, false
	drawPart(to, to.Rect, p, hatched(of.size, scale), func(a db.Asset) image.Image {
		if a.ID == p.First.ID {
			return of.first
		}
		return of.last
	})
	return to
}

// dissolve draws the last picture over the first one.
func dissolve(of mixture) image.Image {
	size := of.first.Bounds().Size()
	to := planning.Fill(of.first, size)
	mask := image.NewUniform(color.Alpha{A: uint8(255 * of.mix)})
	draw.DrawMask(to, to.Rect, planning.Fill(of.last, size), image.Point{}, mask, image.Point{}, draw.Over)
	return to
}
