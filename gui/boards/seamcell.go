package boards

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// seamButton is the button of the seam between two shots. A click changes it to the next kind; the secondary button
// opens a menu of all kinds.
type seamButton struct {
	*kit.Button
	m    *boardModel
	next int // index of the later shot
}

func newSeamButton(m *boardModel) *seamButton {
	c := &seamButton{m: m}
	c.Button = kit.NewChip("", func() { m.nextSeam(c.next - 1) })
	c.OnMenu = func(at fyne.Position) { kit.ShowMenu(m.Canvas(), action.Menu(m.seamMenu(c.next-1), m.Post), at) }
	kit.SkipTab(c.Button)
	return c
}

// bind shows the seam of a piece. Without a seam the button is hidden.
func (c *seamButton) bind(p piece) {
	kit.Show(c.Button, p.seam)
	if !p.seam {
		return
	}
	c.next = p.next
	word, means, icon := seamWords(c.m.view.Seam(p.next-1), p.next)
	hint, _ := c.m.seamHint(p.next - 1)
	if hint != "" {
		means, icon = means+" "+hint, resources.IconInfo
	}
	c.SetWord(means)
	c.SetIconTone(map[bool]kit.Tone{true: kit.ToneWarn}[hint != ""])
	c.SetIcon(icon)
	c.SetText(word)
}

// slimCell is a cell between cards: a Cut, as a line with its button, or the button that adds a shot beside a keyframe
// that no shot uses.
type slimCell struct {
	widget.BaseWidget
	m     *boardModel
	seam  *seamButton
	add   *kit.Button
	whole *fyne.Container
}

func newSlimCell(m *boardModel, cut bool) *slimCell {
	c := &slimCell{m: m}
	if cut {
		c.seam = newSeamButton(m)
		above, below := kit.NewGround(resources.Line), kit.NewGround(resources.Line)
		c.whole = container.New(cellLayout(func(size fyne.Size) {
			high := c.seam.Button.MinSize().Height
			kit.Place(c.seam.Button, 2, seamTop, size.Width-4, high)
			from, to := seamTop+high, float32(seamTop)
			if !c.seam.Button.Visible() {
				from, to = 8, 8
			}
			kit.Place(above, size.Width/2-1, 8, 2, to-8)
			kit.Place(below, size.Width/2-1, from, 2, size.Height-8-from)
		}), above, below, c.seam.Button)
	} else {
		c.add = kit.NewIconButton(resources.IconPlus, lang.L("Add a shot here"), nil).Small()
		kit.SkipTab(c.add)
		c.whole = kit.NewColumn(0, kit.NewFixed(0, pictureMiddle*2, container.NewCenter(c.add)))
	}
	c.ExtendBaseWidget(c)
	return c
}

func (c *slimCell) bind(p piece) {
	if p.kind == cutPiece {
		c.seam.bind(p)
		c.whole.Refresh()
		return
	}
	c.add.OnTapped = func() { c.m.addShot(p.next, p.first, p.last) }
}

func (c *slimCell) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.whole) }
