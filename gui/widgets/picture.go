package widgets

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

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
	corners
)

// Picture shows a decoded bitmap that covers its room, or the mat while there is none. It decodes nothing
// itself: hand it an *image.RGBA that is already scaled.
type Picture struct {
	clickable
	OnDrag    func(at fyne.Position) // it is being dragged; at in the window. Nil: it cannot be
	OnDragEnd func()                 // it was let go

	size   fyne.Size
	img    image.Image
	icon   fyne.Resource
	center fyne.Resource
	fill   canvas.ImageFill

	ring, mat, disc *canvas.Rectangle
	glyph, middle   *canvas.Image
	bitmap          *canvas.Image
	tags            [corners]*Tag
}

// NewPicture makes an empty picture of at least a size.
func NewPicture(size fyne.Size) *Picture {
	p := &Picture{size: size, fill: canvas.ImageFillCover}
	for i := range p.tags {
		p.tags[i] = NewTag(ToneOnPicture, nil, "")
		p.tags[i].Hide()
	}
	p.ExtendBaseWidget(p)
	return p
}

// Contain shows the whole picture with mat around it instead of covering the room.
func (p *Picture) Contain() *Picture { p.fill = canvas.ImageFillContain; p.Refresh(); return p }

// SetSize changes the least size.
func (p *Picture) SetSize(size fyne.Size) {
	if p.size != size {
		p.size = size
		p.Refresh()
	}
}

// SetImage shows a bitmap; nil shows the mat.
func (p *Picture) SetImage(img image.Image) {
	if p.img != img {
		p.img = img
		p.Refresh()
	}
}

// Image returns the bitmap that is shown, nil: the mat.
func (p *Picture) Image() image.Image { return p.img }

// SetIcon sets what stands in the middle of the mat.
func (p *Picture) SetIcon(icon fyne.Resource) { p.icon = icon; p.Refresh() }

// SetCenter lays a round sign over the middle of the picture, such as play; nil takes it away.
func (p *Picture) SetCenter(icon fyne.Resource) { p.center = icon; p.Refresh() }

// SetCorner lays a tag on a corner; no text and no icon takes it away.
func (p *Picture) SetCorner(where Corner, text string, icon fyne.Resource) {
	p.tags[where].Set(ToneOnPicture, icon, text)
	Show(p.tags[where], text != "" || icon != nil)
	p.Refresh()
}

// AccessibilityLabel returns the name and the tags.
func (p *Picture) AccessibilityLabel() string {
	var words []string
	for _, t := range p.tags {
		words = append(words, t.Word())
	}
	return p.with(listed(words...))
}

// TypedKey does on Space and Enter what a click does.
func (p *Picture) TypedKey(e *fyne.KeyEvent) { tapOrPass(p, e) }

// Disabled reports that the picture takes no focus, where nothing would happen on a click.
func (p *Picture) Disabled() bool {
	return p.control.Disabled() || p.OnTapped == nil
}

// Dragged says where the picture is being dragged.
func (p *Picture) Dragged(e *fyne.DragEvent) {
	if p.OnDrag != nil {
		p.OnDrag(e.AbsolutePosition)
	}
}

// DragEnd says that it was let go, also where the picture shows something else by now.
func (p *Picture) DragEnd() {
	if p.OnDragEnd != nil {
		p.OnDragEnd()
	}
}

// Cursor is a hand where a click does something.
func (p *Picture) Cursor() desktop.Cursor { return handUnless(p.Disabled()) }

func (p *Picture) CreateRenderer() fyne.WidgetRenderer {
	p.ring, p.mat, p.glyph, p.disc = newRectangle(), newRectangle(), newGlyph(), newRectangle()
	p.middle = newGlyph()
	p.bitmap = &canvas.Image{ScaleMode: canvas.ImageScaleFastest}
	p.bitmap.Hide()
	p.disc.Hide()
	objects := []fyne.CanvasObject{p.ring, p.mat, p.bitmap, p.glyph, p.disc, p.middle}
	for _, t := range p.tags {
		objects = append(objects, t)
	}
	return Draw(p.least, p.arrange, p.paint, objects...)
}

func (p *Picture) least() fyne.Size { return p.size }

func (p *Picture) arrange(s fyne.Size) {
	Place(p.mat, 0, 0, s.Width, s.Height)
	placeRing(p.ring, s)
	Place(p.bitmap, 0, 0, s.Width, s.Height)
	Place(p.glyph, (s.Width-iconEmpty)/2, (s.Height-iconEmpty)/2, iconEmpty, iconEmpty)
	const in = 6
	disc, middle := float32(48), s.Height/2
	for _, t := range p.tags[BottomLeft:] { // what is written below stays beside the button
		if m := t.MinSize(); t.Visible() && m.Height+in > (s.Height-disc)/2 && m.Width+in > (s.Width-disc)/2 {
			free := s.Height - m.Height - in
			disc, middle = min(disc, free-4), free/2
		}
	}
	Place(p.disc, (s.Width-disc)/2, middle-disc/2, disc, disc)
	icon := min(iconEmpty, disc)
	Place(p.middle, (s.Width-icon)/2, middle-icon/2, icon, icon)
	for i, t := range p.tags {
		if !t.Visible() {
			continue
		}
		m := t.MinSize()
		x, y := float32(in), float32(in)
		if c := Corner(i); c == TopRight || c == BottomRight {
			x = s.Width - m.Width - in
		}
		if c := Corner(i); c == BottomLeft || c == BottomRight {
			y = s.Height - m.Height - in
		}
		Place(t, x, y, m.Width, m.Height)
	}
}

func (p *Picture) paint() {
	setRectangle(p.mat, themeColor(resources.BgMat), themeColor(""), 0, radiusControl)
	setRing(p.ring, p.focused && !p.Disabled(), radiusControl)
	if p.bitmap.Image != p.img || p.bitmap.FillMode != p.fill {
		p.bitmap.Image, p.bitmap.FillMode, p.bitmap.CornerRadius = p.img, p.fill, radiusControl
		Show(p.bitmap, p.img != nil)
		p.bitmap.Refresh()
		p.mat.Refresh() // what was hidden is on no canvas yet, and has nothing drawn by itself
	}
	if p.img == nil {
		setGlyph(p.glyph, p.icon, resources.Text3)
	} else {
		p.glyph.Hide()
	}
	setRectangle(p.disc, themeColor(resources.OnPicture), themeColor(""), 0, p.disc.Size().Height/2)
	Show(p.disc, p.center != nil)
	setGlyph(p.middle, p.center, resources.OnPictureText)
	p.arrange(p.Size())
}
