package boards

import (
	"image"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/status"
	"viviscope/resources"
)

// barRoom is the height of the progress bar, px. A card without a bar keeps it free, so that its texts stay in place.
const barRoom = 6

// shotCell shows a shot.
type shotCell struct {
	stripCard
	label  stateLabel
	part   planning.Part     // its clip and keyframes
	corner [2]string         // its number and its length
	found  found             // by the check of its clip
	loads  [3]*media.Preview // of the clip, and of the keyframes
	of     standInOf         // the inputs of drawn
	drawn  image.Image       // in place of a clip
	scrub  media.Scrub
	job    *live.Job
	ran    db.Job // the job of the live status
	bound  kit.Binder[string]
	bar    *kit.Meter
	empty  *kit.Tag
	words  *kit.Text
	line   *kit.Text
	takes  *kit.Text
}

// standInOf holds the inputs of the picture in place of a clip. It is drawn again only if they changed.
type standInOf struct {
	pictures [3]image.Image
	alone    bool
	size     image.Point
}

func newShotCell(m *boardModel, events cardEvents) *shotCell {
	small := func() *kit.Text { return kit.NewText("", resources.SizeXS, resources.Text2, false) }
	c := &shotCell{stripCard: newStripCard(m, events), bar: kit.NewProgress(barRoom),
		empty: kit.NewTag(kit.ToneNeutral, nil, lang.L("words only, no frames")),
		words: kit.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true), line: small().Ellipsis(),
		takes: small()}
	for i := range c.loads {
		c.loads[i] = media.NewPreview(m.Pictures, c.paint)
	}
	c.scrub = media.NewScrub(m.Pictures, m.ReduceMotion, c.paint)
	c.bar.Hide()
	picture := container.NewCenter(kit.NewFixed(pictureWide, pictureHigh, c.face), c.empty)
	c.whole = container.NewStack(kit.NewInset(-ringGap, -ringGap, -ringGap, -ringGap, c.ring), c.edge,
		kit.NewInset(shotInset, shotInset, 0, shotInset,
			kit.NewColumn(2, picture, kit.NewFixed(0, barRoom, c.bar), c.words, kit.NewRow(itemGap, c.line, c.takes))))
	c.ExtendBaseWidget(c)
	return c
}

// bind shows a shot.
func (c *shotCell) bind(p piece) {
	m := c.m
	shot := m.view.Shots[p.Shot]
	if c.id != shot.ID {
		c.scrub.Leave()
	}
	c.id = shot.ID
	state, take := m.view.State(shot.ID, m.Now()), boards.Take{}
	if t, _ := m.view.Chosen(shot.ID); t.Asset.TrashedAt.IsZero() {
		take = t
	}
	c.part = planning.Part{Shot: shot.ID, NoLast: shot.Last == "", Made: take.Asset.ID != 0 && !shot.Skipped,
		Clip: take.Asset, First: planning.FirstPicture(m.view, p.Shot), Last: m.picture(shot.Last)}
	for i, a := range []db.Asset{c.part.Clip, c.part.First, c.part.Last} {
		c.loads[i].Load(a, c.pixels(pictureWide))
	}
	c.label = m.state(shot, state)
	c.found = m.found(p.Shot)
	c.corner = [2]string{lang.Number(p.Number), lang.L("%d s", m.seconds(shot))}
	switch {
	case c.showSelection():
		kit.PaintBox(c.edge, resources.BgSelected, resources.Accent, 2, cardRadius)
	case c.label.tone == kit.ToneWarn:
		kit.PaintBox(c.edge, resources.BgPanel, resources.Warn, 1, cardRadius)
	default:
		kit.PaintBox(c.edge, resources.BgPanel, resources.Line, 1, cardRadius)
	}
	kit.Show(c.empty, promptLines() == 1 && take.Asset.ID == 0 && shot.First == "" && shot.Last == "" && !shot.Continue)
	c.words.MaxLines(promptLines()).SetText(oneLine(shot.Prompt))
	c.line.SetColor(c.label.lineTone.Color())
	c.line.SetText(c.label.line)
	c.takes.SetText("")
	if n := len(m.view.Takes(shot.ID)); n > 0 {
		c.takes.SetText(lang.N("%d take", "%d takes", n, n))
	}
	both := c.line.NaturalWidth() + itemGap + c.takes.NaturalWidth()
	kit.Show(c.takes, both <= resources.Scaled(shotWidth)-2*shotInset) // the line has priority
	c.follow(state.Job)
	c.paint()
	c.whole.Refresh()
}

// follow shows the live status of a job while it runs.
func (c *shotCell) follow(job db.Job) {
	if job.ID != c.ran.ID || job.State != c.ran.State {
		c.unfollow()
		if status.Runs(job.State) {
			c.ran, c.job = job, c.m.Live.Job(live.Row{Job: job})
		}
	}
	if c.job != nil {
		c.bound.Bind(c.job.Short, func(word string) { c.label.tag = word }, c.paint)
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

// Unbind releases everything of a cell that is out of view.
func (c *shotCell) Unbind() {
	c.unfollow()
	c.scrub.Leave()
	for _, p := range c.loads {
		p.Load(db.Asset{}, 0)
	}
	c.id = ""
}

// MouseIn does nothing. Moving the pointer over a clip scrubs through it.
func (c *shotCell) MouseIn(*desktop.MouseEvent) {}

func (c *shotCell) MouseMoved(e *desktop.MouseEvent) {
	c.scrub.Move(c.part.Clip, (e.Position.X-(c.Size().Width-pictureWide)/2)/pictureWide)
}

func (c *shotCell) MouseOut() { c.scrub.Leave() }

func (c *shotCell) AccessibilityLabel() string {
	words := []string{lang.L("Shot %s", c.corner[0]), c.label.tag, c.words.Text(), c.line.Text(), c.takes.Text(),
		c.corner[1]}
	words = append(words, c.found.all...)
	return strings.Join(words, ", ")
}

// paint shows the picture and the tags over it.
func (c *shotCell) paint() {
	look := kit.Look{Image: c.scrub.Image(), Tags: [...]kit.Mark{kit.TopLeft: {Text: c.corner[0]},
		kit.TopRight:   {Text: c.corner[1]},
		kit.BottomLeft: {Text: c.label.tag, Icon: c.label.icon, Tone: &c.label.tone}, kit.BottomRight: {},
		kit.AboveBottomLeft: foundMark(c.found)}}
	switch {
	case look.Image != nil:
	case c.part.Made:
		look.Image = c.loads[0].Image
	default:
		look.Image = c.standInPicture()
	}
	c.face.Set(look)
}

// standInPicture returns the picture in place of a clip.
func (c *shotCell) standInPicture() image.Image {
	scale := c.m.Canvas().Scale()
	of := standInOf{alone: c.part.NoLast, size: image.Pt(int(pictureWide*scale), int(pictureHigh*scale))}
	assets := map[int64]image.Image{}
	for i, a := range []db.Asset{c.part.Clip, c.part.First, c.part.Last} {
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

// promptLines returns how many lines of the prompt a card shows. Large text wraps.
func promptLines() int {
	if resources.Scaled(1) > 1.25 {
		return 2
	}
	return 1
}

// cardHeight returns the height of a row. Pictures keep their size, texts grow.
func cardHeight() float32 {
	line := func(size fyne.ThemeSizeName) float32 {
		return fyne.MeasureText("X", theme.Size(size), fyne.TextStyle{}).Height
	}
	texts := float32(promptLines())*line(resources.SizeSM) + 1 + line(resources.SizeXS)
	return max(shotHeight, shotInset+pictureHigh+8+texts+shotInset, seamTop+line(resources.SizeXS)+seamHigh)
}
