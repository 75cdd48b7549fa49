package boards

import (
	"image"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/resources"
)

// frameCell shows a keyframe, or the frame that a Continue seam will have, with the control of its seam.
type frameCell struct {
	stripCard
	box     bool // it is that of a Continue seam
	picture *media.Preview
	ends    image.Image // the last frame of the shot before
	ratio   string

	line   *kit.Ground
	link   [2]bool // the line leads to the shot before, and to the one after
	prompt *kit.Text
	inside *fyne.Container
	name   *kit.Text
	words  *kit.Text
	broken *kit.Icon
	clock  *expiryRing
	below  *fyne.Container
	seam   *seamButton
}

func newFrameCell(m *boardModel, events cardEvents, box bool) *frameCell {
	small := func(bold bool) *kit.Text { return kit.NewText("", resources.SizeXS, resources.Text2, bold) }
	c := &frameCell{stripCard: newStripCard(m, events), box: box, line: kit.NewGround(resources.LineStrong),
		name:  small(true),
		words: small(false).Ellipsis(), clock: newExpiryRing(), seam: newSeamButton(m)}
	c.prompt = small(false).Wrap(true).MaxLines(3)
	c.broken = kit.NewIcon(resources.IconLink, 12, resources.Text3)
	c.picture = media.NewPreview(m.Pictures, c.paint)
	c.name.SetColor(resources.Text1)
	c.inside = kit.NewInset(2, 8, 2, 8, c.prompt)
	c.below = kit.NewRow(3, c.name, kit.NewSpring(), c.broken, c.clock, c.words)
	if box {
		c.inside, c.below = kit.NewMiddle(200, 4, c.prompt.Centered()), kit.NewRow(3, c.words)
	}
	c.whole = container.New(cellLayout(c.arrange), c.ring, c.line, c.face, c.edge, c.inside, c.below, c.seam.Button)
	c.ExtendBaseWidget(c)
	return c
}

// bind shows a keyframe, or the last frame of the shot before.
func (c *frameCell) bind(p piece) {
	m, part := c.m, float32(-1)
	if c.box {
		take, _ := m.view.Chosen(m.view.Shots[p.next-1].ID)
		c.ends, c.link = m.frames.of(take.Asset), [2]bool{true, true}
		c.prompt.SetText(lang.L("last frame of shot %d", p.next))
		c.words.SetText(map[bool]string{true: lang.L("not made yet"), false: lang.L("delivered")}[c.ends == nil])
	} else {
		f := m.view.Frames[p.Frame]
		state, asset := m.view.State(f.ID, m.Now()), m.picture(f.ID)
		c.id, c.link, c.ratio = f.ID, [2]bool{p.ends, p.begins}, m.ratio(asset)
		c.picture.Load(asset, c.pixels(frameWide))
		words, left, tone := m.frameState(f, state)
		part = left
		c.clock.set(part, tone)
		c.name.SetText(frameName(p.Number))
		c.prompt.SetText(oneLine(f.Prompt))
		c.words.SetText(words)
		c.words.SetColor(tone.Color())
		room := resources.Scaled(frameWide) - c.name.NaturalWidth() - c.words.NaturalWidth()
		kit.Show(c.broken, state.Tag == boards.Expired && room >= ringSize+3*3)
	}
	kit.Show(c.clock, part >= 0)
	c.seam.bind(p)
	c.paint()
	c.below.Refresh()
	c.whole.Refresh()
}

// Unbind releases everything of a cell that is out of view.
func (c *frameCell) Unbind() {
	c.picture.Load(db.Asset{}, 0)
	c.id = ""
}

func (c *frameCell) Tapped(e *fyne.PointEvent) {
	if !c.box {
		c.stripCard.Tapped(e)
	}
}

func (c *frameCell) AccessibilityLabel() string {
	return strings.Trim(strings.Join([]string{c.name.Text(), c.prompt.Text(), c.words.Text()}, ", "), ", ")
}

// paint shows the picture, or the text in its place.
func (c *frameCell) paint() {
	im := c.picture.Image
	if c.box {
		im = c.ends
	}
	is := c.showSelection()
	fill, line, wide := resources.BgInput, resources.Text3, float32(1)
	switch {
	case c.box:
		fill, line = resources.BgPanel, resources.LineStrong
	case is:
		line, wide = resources.Accent, 2
	}
	if im != nil {
		fill = ""
	}
	kit.PaintBox(c.edge, fill, line, wide, pictureRadius)
	kit.Show(c.edge, is || im == nil)
	kit.Show(c.inside, im == nil)
	c.face.Set(kit.Look{Image: im, Tags: [...]kit.Mark{kit.BottomLeft: {Text: c.ratio}, kit.AboveBottomLeft: {}}})
}

// arrange lays out the parts in the size of the place in the strip.
func (c *frameCell) arrange(s fyne.Size) {
	wide, y := float32(frameWide), float32(pictureMiddle-frameHigh/2)
	if c.inside.Visible() { // text has all the room
		wide = s.Width - 2*itemGap
	}
	x := (s.Width - wide) / 2
	from, to := x, s.Width-x
	if c.link[0] {
		from = 0
	}
	if c.link[1] {
		to = s.Width
	}
	kit.Place(c.line, from, pictureMiddle-1, to-from, 2)
	for _, o := range []fyne.CanvasObject{c.face, c.edge, c.inside} {
		kit.Place(o, x, y, wide, frameHigh)
	}
	kit.Place(c.ring, x-ringGap, y-ringGap, wide+2*ringGap, frameHigh+2*ringGap)
	y += frameHigh + 3
	high := c.below.MinSize().Height
	kit.Place(c.below, itemGap, y, s.Width-2*itemGap, high)
	kit.Place(c.seam.Button, itemGap, max(seamTop, y+high), s.Width-2*itemGap, c.seam.Button.MinSize().Height)
}
