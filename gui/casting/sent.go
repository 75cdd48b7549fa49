package casting

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/facts"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Sizes of what is shown of a request, px.
const (
	sentTile    = 64
	sentSheet   = 200 // width of a sheet
	sentLines   = 3   // of the text
	sentWidth   = 640 // of the dialog
	sentPreview = 420 // height of a sheet in the dialog
)

// SentPicture is a picture of a request.
type SentPicture struct {
	Asset db.Asset    // zero: it is not in the library, or not made yet
	Image image.Image // in place of the picture of the asset; may be nil
}

// Request is a request with mentions, as it is sent.
type Request struct {
	Text     string
	Pictures []SentPicture // in the order of sending; empty for a clip
	Sheet    bool          // the pictures are laid on one numbered sheet
	// Render returns the sheet as a JPEG. Off the window's goroutine; nil: only its layout is shown.
	Render  func(ctx context.Context) ([]byte, error)
	Hosted  bool      // the pictures are uploaded when it is sent
	Expires time.Time // when the first of the links expires; zero: none does, or there are none
}

// same reports whether two requests look alike.
func (r Request) same(o Request) bool {
	equal := func(a, b SentPicture) bool {
		return a.Asset.ID == b.Asset.ID && a.Asset.Path == b.Asset.Path && a.Image == b.Image
	}
	return r.Text == o.Text && r.Sheet == o.Sheet && r.Hosted == o.Hosted && r.Expires.Equal(o.Expires) &&
		slices.EqualFunc(r.Pictures, o.Pictures, equal)
}

// Sent shows what a request with mentions sends: its pictures with their numbers, its text, and how long the links
// live.
type Sent struct {
	cast  *Cast
	now   Request
	note  *kit.Text
	tiles *fyne.Container
	text  *kit.Text
	hint  *kit.Hint
	clock *kit.Text
	timed *kit.Icon
	life  *fyne.Container
	box   *fyne.Container
}

// NewSent makes a view that is hidden until Show is called.
func NewSent(c *Cast) *Sent {
	s := &Sent{cast: c, note: kit.NewText("", resources.SizeSM, resources.Text2, false),
		text:  kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true).MaxLines(sentLines),
		clock: kit.NewText("", resources.SizeSM, resources.OK, false),
		timed: kit.NewIcon(resources.IconClock, 14, resources.OK)}
	s.hint = kit.NewHint(s.text)
	s.tiles = kit.NewFlow(6)
	s.life = kit.NewRow(6, s.timed, s.clock)
	title := kit.NewText(lang.L("What will be sent"), resources.SizeSM, resources.Text1, true)
	head := kit.NewBeside(8, 120, kit.NewFlow(8, title, s.note), kit.NewLink(lang.L("Show all"), s.open))
	s.box = kit.NewColumn(6, head, s.tiles, s.hint, s.life)
	s.box.Hide()
	return s
}

// Box returns the canvas object.
func (s *Sent) Box() *fyne.Container { return s.box }

// Hide hides the view. It reports whether it was shown.
func (s *Sent) Hide() bool {
	was := s.box.Visible()
	s.box.Hide()
	return was
}

// Show shows a request. It reports whether the view takes another height.
func (s *Sent) Show(r Request) (resized bool) {
	s.showLife(r)
	if s.box.Visible() && r.same(s.now) {
		s.now = r
		return false
	}
	shown := s.box.Visible()
	lines := s.text.HeightFor(s.box.Size().Width)
	other := len(r.Pictures) != len(s.now.Pictures) || r.Sheet != s.now.Sheet
	s.now = r
	s.note.SetText(sentNote(r))
	s.text.SetText(quoted(r.Text))
	s.hint.SetWords("")
	s.tiles.Objects = nil
	if r.Sheet {
		s.tiles.Add(s.cast.newSheetPreview(r.Pictures))
	} else {
		for i, p := range r.Pictures {
			s.tiles.Add(s.cast.numbered(p, i))
		}
	}
	kit.Show(s.tiles, len(r.Pictures) > 0)
	s.box.Show()
	s.tiles.Refresh()
	s.box.Refresh()
	return !shown || other || s.text.HeightFor(s.box.Size().Width) != lines
}

// sentNote returns what a request is: "an edit of 3 pictures".
func sentNote(r Request) string {
	n := len(r.Pictures)
	switch {
	case n == 0:
		return lang.L("no pictures of the cast")
	case r.Sheet:
		return lang.N("%s picture on one sheet", "%s pictures on one sheet", n, lang.Number(n))
	}
	return lang.N("an edit of %s picture", "an edit of %s pictures", n, lang.Number(n))
}

func quoted(text string) string { return lang.L("“%s”", text) }

// showLife shows how long the links live, or how the pictures are sent otherwise.
func (s *Sent) showLife(r Request) {
	tone, words := kit.ToneNeutral, ""
	switch left := r.Expires.Sub(s.cast.Now()); {
	case len(r.Pictures) == 0:
	case r.Sheet:
		words = lang.L("sent as one file, no links needed")
	case r.Hosted && r.Expires.IsZero():
		words = lang.L("hosted when it is sent")
	case r.Expires.IsZero():
	case left <= 0:
		tone, words = kit.ToneErr, lang.L("a link has expired")
	default:
		tone = kit.ToneOK
		if left < time.Hour {
			tone = kit.ToneErr
		} else if left < 6*time.Hour {
			tone = kit.ToneWarn
		}
		words = lang.L("all links live %s", wording.Life(left))
	}
	color := tone.Color()
	if tone == kit.ToneNeutral {
		color = resources.Text2
	}
	s.clock.SetColor(color)
	s.timed.Set(resources.IconClock, color)
	kit.Show(s.timed, tone != kit.ToneNeutral)
	s.clock.SetText(words)
	kit.Show(s.life, words != "")
}

// numbered returns a picture with its number.
func (c *Cast) numbered(p SentPicture, i int) fyne.CanvasObject {
	t := facts.NewPicture(c.Host, c.Pictures, fyne.NewSize(sentTile, sentTile))
	t.SetCorner(kit.TopLeft, lang.Number(i+1), nil)
	t.SetIcon(resources.IconPicture)
	c.fill(t, p)
	return t
}

// fill shows a picture of a request.
func (c *Cast) fill(t *facts.Picture, p SentPicture) {
	if p.Image != nil {
		t.SetImage(p.Image)
	} else {
		t.SetAsset(p.Asset)
	}
}

// sheetPreview lays out pictures as on the sheet that is sent. The numbers are tags, because those of the sheet would
// be too small to read.
type sheetPreview struct {
	layout order.SheetLayout
	width  float32 // px
}

func (c *Cast) newSheetPreview(pictures []SentPicture) fyne.CanvasObject {
	l := &sheetPreview{order.NewSheetLayout(len(pictures)), sentSheet}
	ground := canvas.NewRectangle(theme.Color(resources.OnPictureText))
	objects := []fyne.CanvasObject{ground}
	for i, p := range pictures {
		t := facts.NewPicture(c.Host, c.Pictures, l.rect(l.layout.Cells[i]).size)
		t.Contain()
		t.SetCorner(kit.TopLeft, lang.Number(i+1), nil)
		c.fill(t, p)
		objects = append(objects, t)
	}
	return container.New(l, objects...)
}

// placed is a position and a size, px.
type placed struct {
	at   fyne.Position
	size fyne.Size
}

func (l *sheetPreview) scale() float32 { return l.width / float32(max(l.layout.Size.X, 1)) }

// rect returns a rectangle of the sheet in the preview.
func (l *sheetPreview) rect(r image.Rectangle) placed {
	k := l.scale()
	return placed{fyne.NewPos(float32(r.Min.X)*k, float32(r.Min.Y)*k),
		fyne.NewSize(float32(r.Dx())*k, float32(r.Dy())*k)}
}

func (l *sheetPreview) MinSize([]fyne.CanvasObject) fyne.Size {
	return l.rect(image.Rectangle{Max: l.layout.Size}).size
}

func (l *sheetPreview) Layout(o []fyne.CanvasObject, s fyne.Size) {
	whole := l.MinSize(o)
	kit.Place(o[0], 0, 0, whole.Width, whole.Height)
	for i, cell := range l.layout.Cells {
		at := l.rect(cell)
		kit.Place(o[1+i], at.at.X, at.at.Y, at.size.Width, at.size.Height)
	}
}

// open shows the whole request in a dialog: the text, and the pictures or the sheet as it is sent.
func (s *Sent) open() {
	c, r := s.cast, s.now
	var sheet *kit.Sheet
	leave := kit.NewButton(lang.L("Close"), nil, kit.Plain, func() { sheet.Hide() })
	text := kit.NewText(quoted(r.Text), resources.SizeBody, resources.Text1, false).Wrap(true)
	parts := []fyne.CanvasObject{kit.NewText(lang.L("What will be sent"), resources.SizeH2, resources.Text1, true),
		kit.NewText(sentNote(r), resources.SizeSM, resources.Text2, false)}
	switch {
	case r.Sheet && r.Render != nil:
		parts = append(parts, c.renderedSheet(r))
	case len(r.Pictures) > 0:
		tiles := kit.NewFlow(8)
		for i, p := range r.Pictures {
			tiles.Add(c.numbered(p, i))
		}
		parts = append(parts, tiles)
	}
	parts = append(parts, text, kit.NewAnswers(leave, nil))
	sheet = kit.ShowWideSheet(c.Canvas(), sentWidth, kit.NewColumn(12, parts...), nil)
	c.Canvas().Focus(leave)
}

// renderedSheet returns the picture of a sheet. It is rendered off the window's goroutine.
func (c *Cast) renderedSheet(r Request) fyne.CanvasObject {
	size := order.NewSheetLayout(len(r.Pictures)).Size
	wide := min(float32(sentWidth-32), sentPreview*float32(size.X)/float32(max(size.Y, 1)))
	p := kit.NewPicture(fyne.NewSize(wide, wide*float32(size.Y)/float32(max(size.X, 1)))).Contain()
	p.SetIcon(resources.IconPicture)
	c.Go(func(ctx context.Context) {
		file, err := r.Render(ctx)
		var im image.Image
		if err == nil {
			im, err = jpeg.Decode(bytes.NewReader(file))
		}
		c.Post(func() {
			if err != nil {
				c.Log().Warn("cannot render the sheet of a request", "err", err)
				p.SetIcon(resources.IconWarning)
				return
			}
			p.SetImage(im)
		})
	})
	return kit.NewRow(0, p)
}
