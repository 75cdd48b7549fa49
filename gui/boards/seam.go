package boards

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// seamButton is the control of the seam between two shots: a click goes on to the next kind, the other button opens a menu of all, with
// what may come out otherwise than it was meant.
type seamButton struct {
	*kit.Button
	s    *strip
	next int // index of the later shot
}

func newSeamButton(s *strip) *seamButton {
	c := &seamButton{s: s}
	c.Button = kit.NewChip("", func() { s.nextSeam(c.next - 1) })
	c.OnMenu = func(at fyne.Position) { kit.ShowMenu(s.b.Canvas(), action.Menu(s.seams(c.next-1), s.b.Post), at) }
	kit.PassBy(c.Button)
	return c
}

// bind shows the seam of a piece; it is hidden where there is none.
func (c *seamButton) bind(p piece) {
	if kit.Show(c.Button, p.seam); !p.seam {
		return
	}
	c.next = p.next
	word, means, icon := seamWords(c.s.b.view.Seam(p.next-1), p.next)
	hint, _ := c.s.b.seamHint(p.next - 1)
	if hint != "" {
		means, icon = means+" "+hint, resources.IconInfo
	}
	c.SetWord(means)
	c.SetIconTone(map[bool]kit.Tone{true: kit.ToneWarn}[hint != ""])
	c.SetIcon(icon)
	c.SetText(word)
}

// nextSeam makes the seam behind a shot the next kind.
func (s *strip) nextSeam(n int) { s.setSeam(n, (s.b.view.Seam(n)+1)%3) }

func (s *strip) setSeam(n int, to boards.Seam) {
	word, _, _ := seamWords(to, n+1)
	next := s.b.view.Shots[n+1].ID
	s.b.edit(lang.L("%[1]s before shot %[2]d", word, n+2), func(x *boards.Board) {
		if i := x.ShotByID(next); i > 0 { // an undo that was under way may have taken it away
			x.SetSeam(i-1, to)
		}
	})
}

// seams are the kinds of the seam behind a shot, with what they mean, and what can be done about what may come out otherwise.
func (s *strip) seams(n int) (list []action.Action) {
	for _, to := range []boards.Seam{boards.Shared, boards.Cut, boards.Continue} {
		word, means, _ := seamWords(to, n+1)
		list = append(list, action.Action{Label: lang.X("term and its meaning", "%[1]s: %[2]s", word, means),
			On: s.b.view.Seam(n) == to, Do: func() { s.setSeam(n, to) }})
	}
	if words, cures := s.b.seamHint(n); words != "" {
		list = append(append(list, action.Action{Label: words, Line: true}), cures...)
	}
	return list
}

// seamHint says what may come out otherwise than it was meant at the seam behind a shot, with what can be done about it; "" for nothing.
func (b *board) seamHint(n int) (words string, cures []action.Action) {
	next := b.view.Shots[n+1]
	switch {
	case b.view.Seam(n) == boards.Cut:
		return "", nil // what the shot before may come out as is no matter of it
	case !next.Continue:
		if words, cures = b.hint(n); len(cures) == 0 && n+2 == len(b.view.Shots) { // no seam follows the last shot
			words, cures = b.hint(n + 1)
		}
	case b.view.Hosting:
		words, cures = b.hint(n + 1)
	default:
		what := lang.L("change %s", b.cardName(next.ID))
		return lang.L("Without image hosting, the frame is passed on by an edit, which is charged and may change it."), []action.Action{
			{Label: lang.L("Set up image hosting…"), Do: b.Navigator.ShowHosting},
			{Label: lang.L("Choose the frame yourself…"), Do: func() {
				question := lang.L("Choose a picture for shot %s", lang.Number(n+2))
				b.Chooser.ChooseAsset(question, false, b.bringer(boards.Gallery, what, func(x *boards.Board) string {
					id := x.AddFrame("")
					x.SetFrame(next.ID, false, id)
					return id
				}))
			}}}
	}
	if len(cures) == 0 { // it is not of the seam
		words = ""
	}
	return words, cures
}

// nearer are the ways to keyframes of a shot that have more in common.
func (b *board) nearer(shot string) []action.Action {
	what := lang.L("change %s", b.cardName(shot))
	return []action.Action{{Label: lang.L("Make it a Cut"), Do: func() { b.edit(what, func(x *boards.Board) { x.SetFrame(shot, true, "") }) }},
		{Label: lang.L("Picture in between"), Do: func() { b.add(what, func(x *boards.Board) string { return x.PictureBetween(shot) }) }}}
}

// anchored is the way to end that shots only continue each other.
func (b *board) anchored(shot string) []action.Action {
	return []action.Action{{Label: lang.L("End it with a keyframe"), Do: func() {
		b.add(lang.L("change %s", b.cardName(shot)), func(x *boards.Board) string {
			id := x.AddFrame("")
			x.SetFrame(shot, true, id)
			return id
		})
	}}}
}

// slimCell stands between cards: a Cut, as a line with its control, or where a shot can be added beside a loose keyframe.
type slimCell struct {
	widget.BaseWidget
	s     *strip
	seam  *seamButton
	add   *kit.Button
	whole *fyne.Container
}

func newSlimCell(s *strip, cut bool) *slimCell {
	c := &slimCell{s: s}
	if cut {
		c.seam = newSeamButton(s)
		above, below := kit.NewGround(resources.Line), kit.NewGround(resources.Line)
		c.whole = container.New(placing(func(size fyne.Size) {
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
		kit.PassBy(c.add)
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
	c.add.OnTapped = func() { c.s.b.addShot(p.next, p.first, p.last) }
}

func (c *slimCell) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.whole) }
