package boards

import (
	"fmt"
	"image"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// The looks of what stands in the strip.
const (
	cardRadius    = 8
	pictureRadius = 4
	ringOut       = 3 // from a card to the ring of the keyboard, px
	clockSide     = 13
)

// setBox gives a rectangle its look.
func setBox(r *canvas.Rectangle, fill, line fyne.ThemeColorName, width, radius float32) {
	r.FillColor, r.StrokeColor, r.StrokeWidth, r.CornerRadius = nil, nil, width, radius
	if fill != "" {
		r.FillColor = theme.Color(fill)
	}
	if line != "" {
		r.StrokeColor = theme.Color(line)
	}
	r.Refresh()
}

// setImage shows a picture, or none.
func setImage(i *canvas.Image, to image.Image, translucency float64) {
	if i.Image != to || i.Translucency != translucency {
		i.Image, i.Translucency = to, translucency
		i.Refresh()
	}
	widgets.Show(i, to != nil)
}

func newImage(radius float32) *canvas.Image {
	return &canvas.Image{FillMode: canvas.ImageFillCover, ScaleMode: canvas.ImageScaleFastest, CornerRadius: radius}
}

// card is what a shot and a keyframe have in common in the strip: a click selects it, and it has a menu. A shot can be dragged.
type card struct {
	widget.BaseWidget
	s    *strip
	id   string
	ring *canvas.Rectangle // of the keyboard
}

func (c *card) Tapped(*fyne.PointEvent) { c.s.pressed(c.id) }

func (c *card) TappedSecondary(e *fyne.PointEvent) {
	c.s.pressed(c.id)
	c.s.showMenu(e.AbsolutePosition)
}

func (c *card) Dragged(e *fyne.DragEvent) { c.s.drag(c.id, e.AbsolutePosition) }

func (c *card) DragEnd() { c.s.drop() }

func (c *card) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (c *card) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// showRing draws the ring of the keyboard around the card where it is selected.
func (c *card) showRing(selected bool, x, y, w, h float32) {
	widgets.Show(c.ring, selected && c.s.ringed())
	setBox(c.ring, "", resources.Text1, 2, cardRadius+ringOut)
	widgets.Place(c.ring, x-ringOut, y-ringOut, w+2*ringOut, h+2*ringOut)
}

// pixels is the longer side of a picture of the strip in device pixels.
func (s *strip) pixels(px float32) int { return int(px*s.b.Canvas().Scale() + 0.5) }

// shotLook is what a shot shows, but for its pictures and what comes while it runs.
type shotLook struct {
	said
	number           int
	seconds          string
	words, takes     string
	selected, ringed bool
	none             bool // there is neither a clip nor a frame
	faint            bool // the pictures stand in for a clip
}

// shotCell shows a shot.
type shotCell struct {
	card
	look   shotLook
	icon   fyne.Resource // of the tag
	clip   *media.Preview
	first  *media.Preview
	last   *media.Preview
	scrub  media.Scrub
	asset  db.Asset // of the clip
	job    *live.Job
	ran    db.Job // that job is of
	edge   *canvas.Rectangle
	mat    *canvas.Rectangle
	left   *canvas.Image
	right  *canvas.Image
	hatch  *canvas.Image
	number *widgets.Tag
	length *widgets.Tag
	state  *widgets.Tag
	empty  *widgets.Tag
	bar    *widgets.Meter
	words  *widgets.Text
	line   *widgets.Text
	takes  *widgets.Text
}

func newShotCell(s *strip) *shotCell {
	tag := func() *widgets.Tag { return widgets.NewTag(widgets.ToneOnPicture, nil, "") }
	small := func() *widgets.Text { return widgets.NewText("", resources.SizeXS, resources.Text2, false) }
	c := &shotCell{card: card{s: s, ring: &canvas.Rectangle{}}, edge: &canvas.Rectangle{}, mat: &canvas.Rectangle{}, left: newImage(0), right: newImage(0),
		hatch: newImage(0), number: tag(), length: tag(), state: tag(), empty: tag(), bar: widgets.NewProgress(6),
		words: widgets.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true).MaxLines(1), line: small().Ellipsis(), takes: small()}
	for _, p := range []**media.Preview{&c.clip, &c.first, &c.last} {
		*p = media.NewPreview(s.b.Pictures, c.Refresh)
	}
	c.scrub = media.NewScrub(s.b.Pictures, s.b.ReduceMotion, c.Refresh)
	c.bar.Hide()
	c.ExtendBaseWidget(c)
	return c
}

// bind shows a shot. What did not change is not touched.
func (c *shotCell) bind(p piece) {
	b := c.s.b
	shot := b.view.Shots[p.at]
	if c.id != shot.ID {
		c.scrub.Leave()
	}
	c.id = shot.ID
	state := b.view.State(shot.ID, b.Now())
	take, made := b.view.Chosen(shot.ID)
	c.asset = db.Asset{}
	if made && take.Asset.TrashedAt.IsZero() {
		c.asset = take.Asset
	}
	px := c.s.pixels(pictureWide)
	c.clip.Load(c.asset, px)
	first, last := c.s.b.picture(shot.First), c.s.b.picture(shot.Last)
	c.first.Load(first, px)
	c.last.Load(last, px)
	look := shotLook{said: b.say(shot, state), number: p.number, seconds: lang.L("%d s", b.seconds(shot)), words: title(shot.Prompt),
		selected: shot.ID == b.card, none: c.asset.ID == 0 && shot.First == "" && shot.Last == "" && !shot.Continue, faint: c.asset.ID == 0 || shot.Skipped}
	look.ringed = look.selected && c.s.ringed()
	if n := len(b.view.Takes(shot.ID)); n > 0 {
		look.takes = lang.N("%d take", "%d takes", n, n)
	}
	c.follow(state.Job)
	c.icon, look.icon = look.icon, nil // which cannot be compared, and follows from the tag
	if look != c.look {
		c.look = look
		c.Refresh()
	}
}

// seconds is how long a shot is asked for.
func (b *board) seconds(s boards.Shot) int {
	if s.Seconds > 0 {
		return s.Seconds
	}
	return b.view.Settings.Seconds
}

// title is a prompt in one line.
func title(prompt string) string { return strings.Join(strings.Fields(prompt), " ") }

// follow shows what is said of a job while it runs.
func (c *shotCell) follow(job db.Job) {
	if job.ID == c.ran.ID && job.State == c.ran.State {
		return
	}
	c.unfollow()
	if live.Runs(job.State) {
		c.ran, c.job = job, c.s.b.Live.Job(live.Row{Job: job})
		c.state.Bind(c.job.Status, c.Refresh)
		c.bar.Bind(c.job.Progress, c.Refresh)
	}
}

func (c *shotCell) unfollow() {
	c.state.Unbind()
	c.bar.Unbind()
	c.bar.Hide()
	c.job.Release()
	c.job, c.ran = nil, db.Job{}
}

// Unbind lets go of everything for a cell that is out of sight.
func (c *shotCell) Unbind() {
	c.unfollow()
	c.scrub.Leave()
	for _, p := range []*media.Preview{c.clip, c.first, c.last} {
		p.Load(db.Asset{}, 0)
	}
	c.id, c.look = "", shotLook{}
}

// MouseIn does nothing; the pointer moving over a clip goes through it.
func (c *shotCell) MouseIn(*desktop.MouseEvent) {}

func (c *shotCell) MouseMoved(e *desktop.MouseEvent) {
	c.scrub.Move(c.asset, (e.Position.X-shotInset)/pictureWide)
}

func (c *shotCell) MouseOut() { c.scrub.Leave() }

// AccessibilityLabel returns all that the card says.
func (c *shotCell) AccessibilityLabel() string {
	words := []string{lang.L("Shot %s", lang.Number(c.look.number)), c.state.Word(), c.look.words, c.look.line, c.look.takes, c.look.seconds}
	return strings.Join(words, ", ")
}

func (c *shotCell) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Draw(func() fyne.Size { return fyne.NewSize(shotWidth, shotHeight) }, c.arrange, c.paint,
		c.ring, c.edge, c.mat, c.left, c.right, c.hatch, c.number, c.length, c.empty, c.state, c.bar, c.words, c.line, c.takes)
}

func (c *shotCell) arrange(s fyne.Size) {
	c.showRing(c.look.selected, 0, 0, s.Width, s.Height)
	widgets.Place(c.edge, 0, 0, s.Width, s.Height)
	x, y := (s.Width-pictureWide)/2, float32(shotInset)
	widgets.Place(c.mat, x, y, pictureWide, pictureHigh)
	widgets.Place(c.hatch, x, y, pictureWide, pictureHigh)
	left, right := float32(0), float32(pictureWide) // how much of the picture is the last frame
	if c.right.Visible() {
		left, right = pictureWide/2, pictureWide/2
	}
	widgets.Place(c.left, x, y, right, pictureHigh)
	widgets.Place(c.right, x+left, y, pictureWide-left, pictureHigh)
	const in = 4
	at := func(t *widgets.Tag, x, y float32) { m := t.MinSize(); widgets.Place(t, x, y, m.Width, m.Height) }
	at(c.number, x+in, y+in)
	at(c.length, x+pictureWide-in-c.length.MinSize().Width, y+in)
	m := c.empty.MinSize()
	at(c.empty, x+(pictureWide-m.Width)/2, y+(pictureHigh-m.Height)/2)
	m = c.state.MinSize()
	widgets.Place(c.state, min(x+in, (s.Width-m.Width)/2), y+pictureHigh-in-m.Height, m.Width, m.Height)
	y += pictureHigh + 3
	widgets.Place(c.bar, x, y-2, pictureWide, 6)
	if c.bar.Visible() {
		y += 5
	}
	x = shotInset
	high := c.words.HeightFor(s.Width - 2*x)
	widgets.Place(c.words, x, y, s.Width-2*x, high)
	y += high + 1
	takes := c.takes.MinSize()
	widgets.Show(c.takes, c.line.NaturalWidth()+itemGap+takes.Width <= s.Width-2*x || c.look.lineTone == widgets.ToneNeutral)
	widgets.Place(c.takes, s.Width-x-takes.Width, y, takes.Width, takes.Height)
	if takes.Width += itemGap; !c.takes.Visible() { // an amount that needs somebody is read whole
		takes.Width = 0
	}
	widgets.Place(c.line, x, y, s.Width-2*x-takes.Width, takes.Height)
}

func (c *shotCell) paint() {
	l := c.look
	switch {
	case l.selected:
		setBox(c.edge, resources.BgSelected, resources.Accent, 2, cardRadius)
	case l.tone == widgets.ToneWarn:
		setBox(c.edge, resources.BgPanel, resources.Warn, 1, cardRadius)
	default:
		setBox(c.edge, resources.BgPanel, resources.Line, 1, cardRadius)
	}
	setBox(c.mat, resources.BgMat, "", 0, pictureRadius)
	left, right, through := c.clip.Image, image.Image(nil), 0.0
	if c.asset.ID == 0 {
		left, right = c.first.Image, c.last.Image
	}
	if scrubbed := c.scrub.Image(); scrubbed != nil {
		left = scrubbed
	} else if l.faint {
		through = 1 - faint
	}
	setImage(c.left, left, through)
	setImage(c.right, right, through)
	var over image.Image
	if scale := c.s.b.Canvas().Scale(); l.faint {
		over = hatched(image.Pt(int(pictureWide*scale), int(pictureHigh*scale)), scale)
	}
	setImage(c.hatch, over, 0)
	c.number.Set(widgets.ToneOnPicture, nil, fmt.Sprint(l.number))
	c.length.Set(widgets.ToneOnPicture, nil, l.seconds)
	c.empty.Set(widgets.ToneNeutral, nil, lang.L("words only, no frames"))
	widgets.Show(c.empty, l.none)
	word := l.tag
	if c.job != nil {
		word = c.state.Word()
	}
	c.state.Set(l.tone, c.icon, word)
	for short := strings.Fields(word); c.state.MinSize().Width > resources.Scaled(pictureWide)-8 && c.state.Word() != ""; short = nil {
		c.state.Set(l.tone, c.icon, strings.Join(short[:min(len(short), 1)], ""))
	}
	lines := 1
	if resources.Scaled(1) > 1.25 {
		lines = 2
	}
	c.words.MaxLines(lines).SetText(l.words)
	c.line.SetColor(l.lineTone.Color())
	c.line.SetText(l.line)
	c.takes.SetText(l.takes)
	c.arrange(c.Size())
}

// cardHeight is that of a row: pictures keep their size, words grow.
func cardHeight() float32 {
	line := func(size fyne.ThemeSizeName) float32 {
		return fyne.MeasureText("X", theme.Size(size), fyne.TextStyle{}).Height
	}
	lines := float32(1)
	if resources.Scaled(1) > 1.25 {
		lines = 2
	}
	return max(shotHeight, shotInset+pictureHigh+8+lines*line(resources.SizeSM)+1+line(resources.SizeXS)+shotInset,
		seamTop+line(resources.SizeXS)+seamHigh)
}
