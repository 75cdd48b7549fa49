package boards

import (
	"context"
	"image"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// ring shows as a part of a circle how much of a day the address of a picture still lives.
type ring struct {
	widget.BaseWidget
	part float32
	tone widgets.Tone
	arcs [2]*canvas.Arc // the whole, and the part
}

func newRing() *ring {
	r := &ring{arcs: [2]*canvas.Arc{{EndAngle: 360, CutoutRatio: 0.72}, {CutoutRatio: 0.72}}}
	r.ExtendBaseWidget(r)
	return r
}

func (r *ring) set(part float32, tone widgets.Tone) {
	if r.part != part || r.tone != tone {
		r.part, r.tone = part, tone
		r.Refresh()
	}
}

func (r *ring) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Draw(func() fyne.Size { return fyne.NewSquareSize(clockSide) }, func(s fyne.Size) {
		for _, a := range r.arcs {
			widgets.Place(a, 0, 0, s.Width, s.Height)
		}
	}, func() {
		r.arcs[0].FillColor, r.arcs[1].FillColor = theme.Color(resources.LineStrong), theme.Color(r.tone.Color())
		r.arcs[1].EndAngle = 360 * r.part
		for _, a := range r.arcs {
			a.Refresh()
		}
	}, r.arcs[0], r.arcs[1])
}

// frameLook is what a keyframe shows, but for its picture.
type frameLook struct {
	number           int
	prompt           string
	words            string
	part             float32 // of the ring; less than 0: there is none
	tone             widgets.Tone
	expired          bool
	selected, ringed bool
	before, after    bool // a line leads there
	ratio            string
}

// frameCell shows a keyframe, or the frame that a Continue seam will have, with the control of its seam.
type frameCell struct {
	card
	look    frameLook
	box     bool // it is that of a Continue seam
	picture *media.Preview
	ends    image.Image // the delivered frame

	line   [2]*canvas.Rectangle
	edge   *canvas.Rectangle
	image  *canvas.Image
	prompt *widgets.Text
	name   *widgets.Text
	words  *widgets.Text
	broken *widgets.Icon
	clock  *ring
	ratio  *widgets.Tag
	seam   *seamButton
}

func newFrameCell(s *strip, box bool) *frameCell {
	small := func(bold bool) *widgets.Text { return widgets.NewText("", resources.SizeXS, resources.Text1, bold) }
	c := &frameCell{card: card{s: s, ring: &canvas.Rectangle{}}, box: box, line: [2]*canvas.Rectangle{{}, {}}, edge: &canvas.Rectangle{},
		image: newImage(pictureRadius), prompt: small(false).Wrap(true).MaxLines(3), name: small(true), words: small(false),
		broken: widgets.NewIcon(resources.IconLink, 12, resources.Text3), clock: newRing(), ratio: widgets.NewTag(widgets.ToneOnPicture, nil, ""), seam: newSeamButton(s)}
	if box {
		c.prompt.Centered()
	}
	c.picture = media.NewPreview(s.b.Pictures, c.Refresh)
	c.ExtendBaseWidget(c)
	return c
}

// bind shows a keyframe, or what the shot before delivers.
func (c *frameCell) bind(p piece) {
	b, look := c.s.b, frameLook{part: -1}
	if c.box {
		look.prompt, look.words = lang.L("last frame of shot %d", p.next), lang.L("not made yet")
		look.before, look.after = true, true
		take, _ := b.view.Chosen(b.view.Shots[p.next-1].ID)
		if c.ends = c.s.delivered(take.Asset); c.ends != nil {
			look.words = lang.L("delivered")
		}
	} else {
		f := b.view.Frames[p.at]
		c.id = f.ID
		state := b.view.State(f.ID, b.Now())
		asset := b.picture(f.ID)
		c.picture.Load(asset, c.s.pixels(frameWide))
		look.words, look.part, look.tone = b.inFrame(f, state)
		look.number, look.prompt, look.ratio = p.number, title(f.Prompt), b.ratio(asset)
		look.expired, look.selected = state.Tag == boards.Expired, f.ID == b.card
		look.ringed = look.selected && c.s.ringed()
		look.before, look.after = p.ends, p.begins
	}
	c.seam.bind(p)
	if look != c.look || c.box {
		c.look = look
		c.Refresh()
	}
}

// Unbind lets go of everything for a cell that is out of sight.
func (c *frameCell) Unbind() {
	c.picture.Load(db.Asset{}, 0)
	c.id, c.look = "", frameLook{}
}

func (c *frameCell) Tapped(e *fyne.PointEvent) {
	if !c.box {
		c.card.Tapped(e)
	}
}

// AccessibilityLabel returns all that the keyframe says.
func (c *frameCell) AccessibilityLabel() string {
	return strings.Trim(strings.Join([]string{c.name.Text(), c.look.prompt, c.look.words}, ", "), ", ")
}

func (c *frameCell) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Draw(func() fyne.Size { return fyne.NewSize(frameWide, shotHeight) }, c.arrange, c.paint, c.ring, c.line[0], c.line[1],
		c.edge, c.image, c.prompt, c.ratio, c.name, c.words, c.broken, c.clock, c.seam.button)
}

func (c *frameCell) arrange(s fyne.Size) {
	wide, y := float32(frameWide), float32(pictureMiddle-frameHigh/2)
	if !c.image.Visible() { // words have the room that there is
		wide = s.Width - 2*itemGap
	}
	x := (s.Width - wide) / 2
	widgets.Place(c.line[0], 0, pictureMiddle-1, x, 2)
	widgets.Place(c.line[1], x+wide, pictureMiddle-1, x, 2)
	c.showRing(c.look.selected, x, y, wide, frameHigh)
	out := float32(0)
	if c.look.selected && c.image.Visible() {
		out = 2
	}
	widgets.Place(c.edge, x-out, y-out, wide+2*out, frameHigh+2*out)
	widgets.Place(c.image, x, y, wide, frameHigh)
	m := c.ratio.MinSize()
	widgets.Place(c.ratio, x+4, y+frameHigh-4-m.Height, m.Width, m.Height)
	m = fyne.NewSize(wide-16, c.prompt.HeightFor(wide-16))
	top := y + 2
	if c.box {
		top = y + (frameHigh-m.Height)/2
	}
	widgets.Place(c.prompt, x+8, top, m.Width, min(m.Height, frameHigh-4))
	x, y = itemGap, y+frameHigh+3
	w := s.Width - 2*itemGap
	m = c.words.MinSize()
	widgets.Place(c.name, x, y, c.name.MinSize().Width, m.Height)
	end := x + w - m.Width
	if c.box {
		end = x
	}
	widgets.Place(c.words, end, y, m.Width, m.Height)
	end -= clockSide + 3
	widgets.Place(c.broken, end, y+(m.Height-clockSide)/2, clockSide, clockSide)
	widgets.Place(c.clock, end, y+(m.Height-clockSide)/2, clockSide, clockSide)
	widgets.Place(c.seam.button, x, max(seamTop, y+m.Height), w, c.seam.button.MinSize().Height)
}

func (c *frameCell) paint() {
	l := c.look
	for i, on := range []bool{l.before, l.after} {
		setBox(c.line[i], resources.LineStrong, "", 0, 0)
		widgets.Show(c.line[i], on)
	}
	im := c.picture.Image
	if c.box {
		im = c.ends
	}
	switch {
	case c.box:
		setBox(c.edge, resources.BgPanel, resources.LineStrong, 1, pictureRadius)
	case l.selected && im != nil:
		setBox(c.edge, "", resources.Accent, 2, pictureRadius+2)
	case l.selected:
		setBox(c.edge, resources.BgInput, resources.Accent, 1, pictureRadius)
	case im != nil:
		setBox(c.edge, resources.BgMat, "", 0, pictureRadius)
	default:
		setBox(c.edge, resources.BgInput, resources.Text3, 1, pictureRadius)
	}
	setImage(c.image, im, 0)
	c.prompt.SetText(l.prompt)
	c.prompt.SetColor(resources.Text2)
	widgets.Show(c.prompt, im == nil)
	c.name.SetText("")
	if !c.box {
		c.name.SetText(frameName(l.number))
	}
	c.words.SetText(l.words)
	c.words.SetColor(l.tone.Color())
	if l.expired {
		c.words.SetColor(resources.Text3)
	}
	widgets.Show(c.broken, l.expired)
	widgets.Show(c.clock, l.part >= 0)
	c.clock.set(l.part, l.tone)
	c.ratio.Set(widgets.ToneOnPicture, nil, l.ratio)
	widgets.Show(c.ratio, l.ratio != "")
	c.arrange(c.Size())
}

// delivered is the last frame of a clip; nil while it is not there.
func (s *strip) delivered(clip db.Asset) image.Image {
	if clip.ID == 0 || clip.Path == "" || !clip.TrashedAt.IsZero() {
		return nil
	}
	im, asked := s.ends[clip.Ref]
	if !asked {
		s.ends[clip.Ref] = nil
		s.b.Go(func(ctx context.Context) {
			frame, err := s.b.fidelity.end(ctx, clip, true)
			if err != nil {
				return // the box says nothing of a frame then
			}
			s.b.Post(func() {
				s.ends[clip.Ref] = frame
				s.plane.Update()
			})
		})
	}
	return im
}
