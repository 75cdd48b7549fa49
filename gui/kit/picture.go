package kit

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Corner is a place for a tag on a picture.
type Corner int

// The corners of a picture.
const (
	TopLeft Corner = iota
	TopRight
	BottomLeft
	BottomRight
	AboveBottomLeft // on the tag of BottomLeft, or in its place if there is none
	corners
)

// Mark is the content of a tag on a picture.
type Mark struct {
	Text string
	Icon fyne.Resource
	Tone *Tone // nil: the default tone of tags on pictures
}

// Look is the content of a picture, and the marks on it.
type Look struct {
	Image  image.Image       // decoded and scaled; nil: the mat
	Icon   fyne.Resource     // in the middle of the mat
	Over   fyne.CanvasObject // in place of both, such as a clip that plays
	Center fyne.Resource     // a round sign, such as play
	Tags   [corners]Mark
	Line   float32 // how much of the width is marked at the foot, 0 to 1
	Ring   bool    // the focus ring
}

// Face draws a picture for the widget that takes its clicks. It decodes nothing.
type Face struct {
	widget.BaseWidget
	fill         canvas.ImageFill
	radius, sign float32 // of the corners, and the side of an icon on the mat, px
	look         Look

	ring, mat, disc, line *canvas.Rectangle
	glyph, middle, bitmap *canvas.Image
	over                  *fyne.Container
	tags                  [corners]*Tag
}

// NewFace makes an empty face. fill decides whether a picture covers its area or is shown whole; sizes are in px.
func NewFace(fill canvas.ImageFill, radius, sign float32) *Face {
	f := &Face{fill: fill, radius: radius, sign: sign}
	f.ExtendBaseWidget(f)
	return f
}

// Set shows something else.
func (f *Face) Set(l Look) { f.look = l; f.Refresh() }

// Pixels is the longer side in device pixels; 0 before it has a size.
func (f *Face) Pixels() int {
	scale := float32(1)
	if on := fyne.CurrentApp().Driver().CanvasForObject(f); on != nil {
		scale = on.Scale()
	}
	s := f.Size()
	return int(max(s.Width, s.Height)*scale + 0.5)
}

func (f *Face) CreateRenderer() fyne.WidgetRenderer {
	f.ring, f.mat, f.disc, f.line = newRectangle(), newRectangle(), newRectangle(), newRectangle()
	f.glyph, f.middle = newGlyph(), newGlyph()
	f.bitmap = &canvas.Image{FillMode: f.fill, ScaleMode: canvas.ImageScaleFastest, CornerRadius: f.radius}
	f.bitmap.Hide()
	f.over = container.NewWithoutLayout()
	objects := []fyne.CanvasObject{f.ring, f.mat, f.bitmap, f.over, f.glyph, f.line, f.disc, f.middle}
	for i := range f.tags {
		f.tags[i] = NewTag(ToneOnPicture, nil, "")
		f.tags[i].Hide()
		objects = append(objects, f.tags[i])
	}
	return Draw(func() fyne.Size { return fyne.NewSquareSize(8) }, f.arrange, f.paint, objects...)
}

func (f *Face) arrange(s fyne.Size) {
	placeRing(f.ring, s)
	for _, o := range append([]fyne.CanvasObject{f.mat, f.bitmap, f.over}, f.over.Objects...) {
		Place(o, 0, 0, s.Width, s.Height)
	}
	Place(f.glyph, (s.Width-f.sign)/2, (s.Height-f.sign)/2, f.sign, f.sign)
	Place(f.line, 0, s.Height-footLine, s.Width*f.look.Line, footLine)
	const in = 6
	disc, middle := float32(48), s.Height/2
	for i, t := range f.tags {
		if !t.Visible() {
			continue
		}
		m, x, y := t.MinSize(), float32(in), float32(in)
		m.Width = min(m.Width, s.Width-2*in)
		if c := Corner(i); c == TopRight || c == BottomRight {
			x = s.Width - m.Width - in
		}
		if Corner(i) >= BottomLeft {
			y = s.Height - m.Height - in
			if below := f.tags[BottomLeft]; Corner(i) == AboveBottomLeft && below.Visible() {
				y -= below.Size().Height + tagGap
			}
			// a tag that would reach below the sign stays beside it
			if m.Height+in > (s.Height-disc)/2 && m.Width+in > (s.Width-disc)/2 {
				disc, middle = min(disc, y-4), y/2
			}
		}
		Place(t, x, y, m.Width, m.Height)
	}
	Place(f.disc, (s.Width-disc)/2, middle-disc/2, disc, disc)
	icon := min(iconEmpty, disc)
	Place(f.middle, (s.Width-icon)/2, middle-icon/2, icon, icon)
}

func (f *Face) paint() {
	l := f.look
	setRectangle(f.mat, themeColor(resources.BgMat), themeColor(""), 0, f.radius)
	setRing(f.ring, l.Ring, f.radius)
	if f.bitmap.Image != l.Image {
		f.bitmap.Image = l.Image
		Show(f.bitmap, l.Image != nil)
		f.bitmap.Refresh()
		f.mat.Refresh() // Fyne does not repaint an object that was hidden, because it is on no canvas yet
	}
	if on := l.Over != nil; on != (len(f.over.Objects) > 0) {
		f.over.RemoveAll()
		if on {
			f.over.Add(l.Over)
		}
	}
	setGlyph(f.glyph, l.Icon, resources.Text3)
	setGlyph(f.middle, l.Center, resources.OnPictureText)
	Show(f.disc, l.Center != nil)
	Show(f.line, l.Line > 0)
	setRectangle(f.line, themeColor(resources.Accent), themeColor(""), 0, 0)
	for i, m := range l.Tags {
		tone := ToneOnPicture
		if m.Tone != nil {
			tone = *m.Tone
		}
		f.tags[i].Set(tone, m.Icon, m.Text)
		Show(f.tags[i], m.Text != "" || m.Icon != nil)
	}
	f.arrange(f.Size())
	setRectangle(f.disc, themeColor(resources.OnPicture), themeColor(""), 0, f.disc.Size().Height/2)
}

// tagGap is the distance between two tags in a corner, px.
const tagGap = 3

// footLine is the height of the line at the foot, px.
const footLine = 3

// Picture is a picture that can be clicked and dragged: a decoded bitmap that covers its area, or the mat if there is
// none.
type Picture struct {
	clickable
	OnDrag    func(at fyne.Position) // it is being dragged; at in the window. Nil: it cannot be
	OnDragEnd func()                 // the drag ended
	OnDelete  func()                 // Delete or Backspace was pressed; nil: the window gets these keys

	size fyne.Size
	icon fyne.Resource
	look Look
	face *Face
	says string // what a click does
	hint hinter
}

// NewPicture makes an empty picture of at least a size.
func NewPicture(size fyne.Size) *Picture {
	p := &Picture{size: size, face: NewFace(canvas.ImageFillCover, radiusControl, iconEmpty)}
	p.ExtendBaseWidget(p)
	return p
}

// Contain shows the whole picture with mat around it instead of covering the room. It is called before the picture is
// shown.
func (p *Picture) Contain() *Picture { p.face.fill = canvas.ImageFillContain; return p }

// SetSize changes the least size.
func (p *Picture) SetSize(size fyne.Size) {
	if p.size != size {
		p.size = size
		p.Refresh()
	}
}

// SetImage shows a bitmap; nil shows the mat.
func (p *Picture) SetImage(img image.Image) { p.look.Image = img; p.Refresh() }

// Image returns the bitmap that is shown, nil: the mat.
func (p *Picture) Image() image.Image { return p.look.Image }

// SetIcon sets the icon in the middle of the mat.
func (p *Picture) SetIcon(icon fyne.Resource) { p.icon = icon; p.Refresh() }

// SetCenter lays a round sign over the middle of the picture, such as play; nil takes it away.
func (p *Picture) SetCenter(icon fyne.Resource) { p.look.Center = icon; p.Refresh() }

// SetCorner lays a tag on a corner; no text and no icon takes it away.
func (p *Picture) SetCorner(where Corner, text string, icon fyne.Resource) {
	p.SetMark(where, Mark{Text: text, Icon: icon})
}

// SetMark lays a tag on a corner in a tone of its own.
func (p *Picture) SetMark(where Corner, m Mark) {
	p.look.Tags[where] = m
	p.Refresh()
}

// SetHint sets the tooltip about what a click does.
func (p *Picture) SetHint(words string) { p.says = words }

func (p *Picture) MouseIn(e *desktop.MouseEvent) { p.clickable.MouseIn(e); p.hint.show(p, p.says) }

func (p *Picture) MouseOut() { p.clickable.MouseOut(); p.hint.hide(p) }

// Tapped takes it away and does what a click does.
func (p *Picture) Tapped(e *fyne.PointEvent) { p.hint.hide(p); p.clickable.Tapped(e) }

func (p *Picture) AccessibilityLabel() string {
	var words []string
	for _, m := range p.look.Tags {
		words = append(words, m.Text)
	}
	return p.with(joinWords(words...))
}

func (p *Picture) TypedKey(e *fyne.KeyEvent) {
	if p.OnDelete != nil && (e.Name == fyne.KeyDelete || e.Name == fyne.KeyBackspace) {
		p.OnDelete()
		return
	}
	tapOrPass(p, e)
}

// Disabled reports that the picture takes no focus, because a click would do nothing.
func (p *Picture) Disabled() bool {
	return p.control.Disabled() || p.OnTapped == nil
}

func (p *Picture) Dragged(e *fyne.DragEvent) {
	if p.OnDrag != nil {
		p.OnDrag(e.AbsolutePosition)
	}
}

// DragEnd reports the end of the drag, even if the picture shows something else by now.
func (p *Picture) DragEnd() {
	if p.OnDragEnd != nil {
		p.OnDragEnd()
	}
}

func (p *Picture) Cursor() desktop.Cursor { return handUnless(p.Disabled()) }

func (p *Picture) CreateRenderer() fyne.WidgetRenderer {
	return Draw(func() fyne.Size { return p.size }, p.face.Resize, p.paint, p.face)
}

func (p *Picture) paint() {
	l := p.look
	l.Ring = p.focused && !p.Disabled()
	if l.Image == nil {
		l.Icon = p.icon
	}
	p.face.Set(l)
}
