package boards

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// seamButton is the control of the seam between two shots: a click goes on to the next kind, the other button opens a menu of all.
type seamButton struct {
	s      *strip
	next   int // index of the later shot
	button *widgets.Button
}

func newSeamButton(s *strip) *seamButton {
	c := &seamButton{s: s, button: widgets.NewChip("", nil)}
	c.button.OnTapped = func() { s.nextSeam(c.next - 1) }
	c.button.OnMenu = func(at fyne.Position) { widgets.ShowMenu(s.b.Canvas(), action.Menu(s.seams(c.next-1), s.b.Post), at) }
	widgets.PassBy(c.button)
	return c
}

// bind shows the seam of a piece; it is hidden where there is none.
func (c *seamButton) bind(p piece) {
	widgets.Show(c.button, p.seam)
	if !p.seam {
		return
	}
	c.next = p.next
	word, means, icon := seamWords(c.s.b.view.Seam(p.next-1), p.next)
	if c.button.SetWord(means); c.button.Text() != word {
		c.button.SetIcon(icon)
		c.button.SetText(word)
	}
}

// nextSeam makes the seam behind a shot the next kind.
func (s *strip) nextSeam(n int) { s.setSeam(n, (s.b.view.Seam(n)+1)%3) }

func (s *strip) setSeam(n int, to boards.Seam) {
	word, _, _ := seamWords(to, n+1)
	s.b.edit(lang.L("%[1]s before shot %[2]d", word, n+2), func(x *boards.Board) { x.SetSeam(n, to) })
}

// seams are the kinds of the seam behind a shot, with what they mean.
func (s *strip) seams(n int) (list []action.Action) {
	for _, to := range []boards.Seam{boards.Shared, boards.Cut, boards.Continue} {
		word, means, icon := seamWords(to, n+1)
		list = append(list, action.Action{Label: lang.X("term and its meaning", "%[1]s: %[2]s", word, means), Icon: icon,
			On: s.b.view.Seam(n) == to, Do: func() { s.setSeam(n, to) }})
	}
	return list
}

// cutCell shows a Cut: a line with its control.
type cutCell struct {
	widget.BaseWidget
	line [2]*canvas.Rectangle
	seam *seamButton
}

func newCutCell(s *strip) *cutCell {
	c := &cutCell{line: [2]*canvas.Rectangle{{}, {}}, seam: newSeamButton(s)}
	c.ExtendBaseWidget(c)
	return c
}

func (c *cutCell) CreateRenderer() fyne.WidgetRenderer {
	arrange := func(s fyne.Size) {
		high, x := c.seam.button.MinSize().Height, s.Width/2-1
		widgets.Place(c.line[0], x, 8, 2, seamTop-8)
		widgets.Place(c.line[1], x, seamTop+high, 2, s.Height-8-seamTop-high)
		w := min(c.seam.button.MinSize().Width, s.Width-4)
		widgets.Place(c.seam.button, (s.Width-w)/2, seamTop, w, high)
	}
	return widgets.Draw(func() fyne.Size { return fyne.NewSize(cutWide, shotHeight) }, arrange, func() {
		for _, l := range c.line {
			setBox(l, resources.Line, "", 0, 0)
		}
		arrange(c.Size())
	}, c.line[0], c.line[1], c.seam.button)
}

// addCell is where a shot can be added beside a loose keyframe.
type addCell struct {
	widget.BaseWidget
	button *widgets.Button
}

func newAddCell(s *strip) *addCell {
	c := &addCell{button: widgets.NewIconButton(resources.IconPlus, lang.L("Add a shot here"), nil).Small()}
	widgets.PassBy(c.button)
	c.ExtendBaseWidget(c)
	return c
}

func (c *addCell) bind(s *strip, p piece) {
	c.button.OnTapped = func() { s.addShot(p.next, p.first, p.last) }
}

func (c *addCell) CreateRenderer() fyne.WidgetRenderer {
	arrange := func(s fyne.Size) {
		m := c.button.MinSize()
		widgets.Place(c.button, (s.Width-m.Width)/2, pictureMiddle-m.Height/2, m.Width, m.Height)
	}
	return widgets.Draw(func() fyne.Size { return fyne.NewSize(addWide, shotHeight) }, arrange, func() { arrange(c.Size()) }, c.button)
}
