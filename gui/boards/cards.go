package boards

import (
	"cmp"
	"image"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/status"
	"viviscope/resources"
)

// The looks of what stands in the strip.
const (
	cardRadius    = 8
	pictureRadius = 4
	clockSide     = 13
	ringOut       = 3 // from a card to the ring of the keyboard, px
)

// placing lays out the parts of a cell in the size that its place in the strip gives it.
type placing func(s fyne.Size)

func (p placing) Layout(_ []fyne.CanvasObject, s fyne.Size) { p(s) }

func (placing) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// card is what a shot and a keyframe have in common in the strip: a click selects it, and it has a menu. A shot can be dragged.
type card struct {
	widget.BaseWidget
	s     *strip
	id    string
	edge  *canvas.Rectangle
	ring  *canvas.Rectangle // of the keyboard
	face  *kit.Face
	whole *fyne.Container
}

func newCard(s *strip) card {
	return card{s: s, edge: &canvas.Rectangle{}, ring: &canvas.Rectangle{}, face: kit.NewFace(canvas.ImageFillCover, pictureRadius, 0)}
}

func (c *card) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.whole) }

func (c *card) Tapped(*fyne.PointEvent) { c.s.pressed(c.id) }

func (c *card) TappedSecondary(e *fyne.PointEvent) {
	c.s.pressed(c.id)
	c.s.showMenu(e.AbsolutePosition)
}

func (c *card) Dragged(e *fyne.DragEvent) { c.s.drag(c.id, e.AbsolutePosition) }

func (c *card) DragEnd() { c.s.drop() }

func (c *card) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (c *card) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// selected reports whether the card is, which has the ring then where the keyboard is in the strip.
func (c *card) selected() bool {
	is := c.id != "" && c.id == c.s.b.card
	kit.PaintBox(c.ring, "", resources.Text1, 2, cardRadius+ringOut)
	kit.Show(c.ring, is && c.s.focused && !c.s.pointed)
	return is
}

// pixels is the longer side of a picture of the strip in device pixels.
func (s *strip) pixels(px float32) int { return int(px*s.b.Canvas().Scale() + 0.5) }

// shotCell shows a shot.
type shotCell struct {
	card
	said   said
	part   part              // what stands in its picture
	corner [2]string         // its number and its length
	loads  [3]*media.Preview // of the clip, and of the keyframes
	of     standsFor         // what drawn is of
	drawn  image.Image       // in place of a clip
	scrub  media.Scrub
	job    *live.Job
	ran    db.Job // that job is of
	bound  kit.Binder[string]
	bar    *kit.Meter
	empty  *kit.Tag
	words  *kit.Text
	line   *kit.Text
	takes  *kit.Text
}

// standsFor is what the picture follows from that stands in for a clip.
type standsFor struct {
	pictures [3]image.Image
	alone    bool
	size     image.Point
}

func newShotCell(s *strip) *shotCell {
	small := func() *kit.Text { return kit.NewText("", resources.SizeXS, resources.Text2, false) }
	c := &shotCell{card: newCard(s), bar: kit.NewProgress(6), empty: kit.NewTag(kit.ToneNeutral, nil, lang.L("words only, no frames")),
		words: kit.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true), line: small().Ellipsis(), takes: small()}
	for i := range c.loads {
		c.loads[i] = media.NewPreview(s.b.Pictures, c.paint)
	}
	c.scrub = media.NewScrub(s.b.Pictures, s.b.ReduceMotion, c.paint)
	c.bar.Hide()
	picture := container.NewCenter(kit.NewFixed(pictureWide, pictureHigh, c.face), c.empty)
	c.whole = container.NewStack(kit.NewInset(-ringOut, -ringOut, -ringOut, -ringOut, c.ring), c.edge, kit.NewInset(shotInset, shotInset, 0, shotInset,
		kit.NewColumn(2, picture, c.bar, c.words, kit.NewRow(itemGap, c.line, c.takes))))
	c.ExtendBaseWidget(c)
	return c
}

// bind shows a shot.
func (c *shotCell) bind(p piece) {
	b := c.s.b
	shot := b.view.Shots[p.Shot]
	if c.id != shot.ID {
		c.scrub.Leave()
	}
	c.id = shot.ID
	state, take := b.view.State(shot.ID, b.Now()), boards.Take{}
	if t, _ := b.view.Chosen(shot.ID); t.Asset.TrashedAt.IsZero() {
		take = t
	}
	c.part = part{stretch: stretch{shot: shot.ID, alone: shot.Last == "", made: take.Asset.ID != 0 && !shot.Skipped},
		clip: take.Asset, first: opening(b.view, p.Shot), last: b.picture(shot.Last)}
	for i, a := range []db.Asset{c.part.clip, c.part.first, c.part.last} {
		c.loads[i].Load(a, c.s.pixels(pictureWide))
	}
	c.said, c.corner = b.say(shot, state), [2]string{lang.Number(p.Number), lang.L("%d s", b.seconds(shot))}
	switch {
	case c.selected():
		kit.PaintBox(c.edge, resources.BgSelected, resources.Accent, 2, cardRadius)
	case c.said.tone == kit.ToneWarn:
		kit.PaintBox(c.edge, resources.BgPanel, resources.Warn, 1, cardRadius)
	default:
		kit.PaintBox(c.edge, resources.BgPanel, resources.Line, 1, cardRadius)
	}
	kit.Show(c.empty, wordLines() == 1 && take.Asset.ID == 0 && shot.First == "" && shot.Last == "" && !shot.Continue)
	c.words.MaxLines(wordLines()).SetText(title(shot.Prompt))
	c.line.SetColor(c.said.lineTone.Color())
	c.line.SetText(c.said.line)
	c.takes.SetText("")
	if n := len(b.view.Takes(shot.ID)); n > 0 {
		c.takes.SetText(lang.N("%d take", "%d takes", n, n))
	}
	kit.Show(c.takes, c.line.NaturalWidth()+itemGap+c.takes.NaturalWidth() <= resources.Scaled(shotWidth)-2*shotInset) // the line goes first
	c.follow(state.Job)
	c.paint()
	c.whole.Refresh()
}

// seconds is how long a shot is asked for.
func (b *board) seconds(s boards.Shot) int { return cmp.Or(s.Seconds, b.view.Settings.Seconds) }

// title is a prompt in one line.
func title(prompt string) string { return strings.Join(strings.Fields(prompt), " ") }

// follow shows what is said of a job while it runs.
func (c *shotCell) follow(job db.Job) {
	if job.ID != c.ran.ID || job.State != c.ran.State {
		c.unfollow()
		if status.Runs(job.State) {
			c.ran, c.job = job, c.s.b.Live.Job(live.Row{Job: job})
		}
	}
	if c.job != nil {
		c.bound.Bind(c.job.Status, func(word string) { c.said.tag = word }, c.paint)
		if job.State != db.Queued { // which has no progress yet
			c.bar.Bind(c.job.Progress, c.whole.Refresh)
		}
	}
}

func (c *shotCell) unfollow() {
	c.bound.Unbind()
	c.bar.Unbind()
	c.bar.Hide()
	c.job.Release()
	c.job, c.ran = nil, db.Job{}
}

// Unbind lets go of everything for a cell that is out of sight.
func (c *shotCell) Unbind() {
	c.unfollow()
	c.scrub.Leave()
	for _, p := range c.loads {
		p.Load(db.Asset{}, 0)
	}
	c.id = ""
}

// MouseIn does nothing; the pointer moving over a clip goes through it.
func (c *shotCell) MouseIn(*desktop.MouseEvent) {}

func (c *shotCell) MouseMoved(e *desktop.MouseEvent) {
	c.scrub.Move(c.part.clip, (e.Position.X-(c.Size().Width-pictureWide)/2)/pictureWide)
}

func (c *shotCell) MouseOut() { c.scrub.Leave() }

func (c *shotCell) AccessibilityLabel() string {
	words := []string{lang.L("Shot %s", c.corner[0]), c.said.tag, c.words.Text(), c.line.Text(), c.takes.Text(), c.corner[1]}
	return strings.Join(words, ", ")
}

// paint shows the picture and what lies on it, which come and go while the card stays.
func (c *shotCell) paint() {
	look := kit.Look{Image: c.scrub.Image(), Tags: [...]kit.Mark{kit.TopLeft: {Text: c.corner[0]}, kit.TopRight: {Text: c.corner[1]},
		kit.BottomLeft: {Text: c.said.tag, Icon: c.said.icon, Tone: &c.said.tone}, kit.BottomRight: {}}}
	switch {
	case look.Image != nil:
	case c.part.made:
		look.Image = c.loads[0].Image
	default:
		look.Image = c.standIn()
	}
	c.face.Set(look)
}

// standIn is the picture in place of a clip.
func (c *shotCell) standIn() image.Image {
	scale := c.s.b.Canvas().Scale()
	of := standsFor{alone: c.part.alone, size: image.Pt(int(pictureWide*scale), int(pictureHigh*scale))}
	assets := map[int64]image.Image{}
	for i, a := range []db.Asset{c.part.clip, c.part.first, c.part.last} {
		of.pictures[i] = c.loads[i].Image
		assets[a.ID] = c.loads[i].Image
	}
	if of != c.of || c.drawn == nil {
		to := image.NewRGBA(image.Rectangle{Max: of.size})
		drawPart(to, to.Rect, c.part, hatched(of.size, scale), func(a db.Asset) image.Image { return assets[a.ID] })
		c.of, c.drawn = of, to
	}
	return c.drawn
}

// wordLines is how many lines the words of a card have: large text wraps.
func wordLines() int {
	if resources.Scaled(1) > 1.25 {
		return 2
	}
	return 1
}

// cardHeight is that of a row: pictures keep their size, words grow.
func cardHeight() float32 {
	line := func(size fyne.ThemeSizeName) float32 {
		return fyne.MeasureText("X", theme.Size(size), fyne.TextStyle{}).Height
	}
	return max(shotHeight, shotInset+pictureHigh+8+float32(wordLines())*line(resources.SizeSM)+1+line(resources.SizeXS)+shotInset,
		seamTop+line(resources.SizeXS)+seamHigh)
}
