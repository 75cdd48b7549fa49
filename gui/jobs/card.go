package jobs

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// jobCard shows what one click made. The texts of a single job are beside its picture; those of several are above and
// below the grid of their pictures.
type jobCard struct {
	*cell
	box     *kit.Card
	grid    *grid
	top     *fyne.Container // states and costs
	state   *fyne.Container // tags, and the line of a single job
	tags    *fyne.Container // the first one is that of a single job
	amounts *fyne.Container
	detail  *kit.Text
	facts   *fyne.Container // lines about a large clip
	head    *fyne.Container
	notices *fyne.Container  // why some of several jobs have no file
	decide  []*actionButtons // one for each notice
	note    *kit.Text        // a warning
	status  *fyne.Container  // the sentence of a job that runs
	answers *fyne.Container  // status and buttons
	foot    *fyne.Container
}

const (
	besideGap = 8 // px
	factLines = 4
)

func newCard(of *cell) layout {
	c := &jobCard{cell: of}
	c.title, c.about = bodyText().Wrap(true), smallText(resources.Text2).Ellipsis()
	c.progress = progress{tag: kit.NewTag(kit.ToneNeutral, nil, ""), bar: kit.NewProgress(6),
		text: smallText(resources.Text2).Wrap(true).MinLines(2).MaxLines(2)} // other words move nothing
	c.grid = newGrid(c.ctx.actions, c.ctx.film, c.ctx.reveal)
	c.tags, c.amounts = kit.NewFlow(6), kit.NewFlow(12)
	c.detail = smallText(resources.Text2).Ellipsis()
	c.note = smallText(resources.Warn).Wrap(true)
	c.facts, c.notices = kit.NewColumn(2), kit.NewColumn(4)
	for range factLines {
		c.facts.Add(smallText(resources.Text2).Ellipsis())
	}
	for range maxNotices {
		decide := &actionButtons{acts: c.ctx.actions, rows: c.ctx.rows, make: c.button, in: kit.NewRow(0)}
		c.decide = append(c.decide, decide)
		c.notices.Add(kit.NewBeside(besideGap, 180, bodyText().Wrap(true), decide.in))
	}
	c.actionButtons.make, c.actionButtons.in = c.button, kit.NewFlow(6)
	c.tags.Add(c.tag)
	c.state = kit.NewBeside(besideGap, 24, c.tags, c.about)
	c.top = kit.NewBeside(besideGap, 140, c.state, c.amounts)
	c.status = kit.NewColumn(0, c.text)
	c.answers = kit.NewBeside(besideGap, 180, c.status, c.actionButtons.in)
	c.head = kit.NewColumn(6, c.top, c.title, c.facts, c.detail)
	c.foot = kit.NewColumn(6, c.bar, c.notices, c.note, c.answers)
	c.box = kit.NewCard(container.New(&cardLayout{jobCard: c}, c.grid, c.head, c.foot))
	c.root, c.texts = c.box, container.NewWithoutLayout(c.head, c.foot)
	return c
}

func (c *jobCard) bindPictures(l listLine) { c.grid.bind(l.click) }

func (c *jobCard) unbindPictures() { c.grid.Unbind() }

func (c *jobCard) fill(l listLine, st status.Status, now time.Time) {
	k, busy := l.click, c.ctx.anyBusy(l.items)
	c.grid.setShapes(k)
	tone := kit.ToneNeutral
	for _, it := range k.items {
		if it.State == db.Unconfirmed || it.retention().Failing {
			tone = kit.ToneWarn
		}
	}
	c.box.SetTone(tone)
	kit.Show(c.about, k.single() && !k.large())
	kit.Show(c.facts, k.large())
	kit.ShowText(c.note, k.warning(c.ctx.diskFull(), now))
	c.fillTags(k)
	c.fillAmounts(k)
	var notices []notice
	switch {
	case k.single() && k.items[0].savedClip():
		c.fillClip(k.items[0], now)
	case k.single():
		c.fillSingle(k.items[0], st, now)
	default:
		notices = c.ctx.notices(k, now)
		c.bar.Hide()
		c.setTexts(k.title(), 2, k.line(now), resources.Text2)
	}
	list := c.ctx.onCard(k)
	c.actionButtons.show(k.id(), list, busy)
	c.fillNotices(notices, busy)
	kit.Show(c.status, st.Sentence != "")
	kit.Show(c.answers, st.Sentence != "" || len(list) > 0)
}

// setTexts shows a title of at most maxLines lines, 0: all, and a detail below it.
func (c *jobCard) setTexts(title string, maxLines int, detail string, color fyne.ThemeColorName) {
	c.title.MaxLines(maxLines)
	c.title.SetText(title)
	c.detail.SetColor(color)
	kit.ShowText(c.detail, detail)
}

// fillClip shows the texts of a saved clip.
func (c *jobCard) fillClip(it *item, now time.Time) {
	c.setTexts(wording.Title(it.Job), 3, "", resources.Text2)
	c.setFacts(wording.KindAndModel(it.Job), wording.Parameters(it.Job), it.tookLine(now), it.copyLine(now))
}

// setFacts shows up to factLines lines.
func (c *jobCard) setFacts(lines ...string) {
	for i, o := range c.facts.Objects {
		text := ""
		if i < len(lines) {
			text = lines[i]
		}
		kit.ShowText(o.(*kit.Text), text)
	}
}

// fillSingle shows the texts of any other single job.
func (c *jobCard) fillSingle(it *item, st status.Status, now time.Time) {
	c.about.SetText(it.line(now))
	c.setFacts(wording.KindAndModel(it.Job), wording.Parameters(it.Job), it.when(now))
	title, note := wording.Title(it.Job), it.linkNote(now)
	switch {
	case st.Reason != "":
		c.setTexts(st.Reason, 0, title, resources.Text2)
	case note != "":
		c.setTexts(title, 3, note, resources.Warn)
	default:
		c.setTexts(title, 3, "", resources.Text2)
	}
}

// fillNotices shows why some of several jobs have no file, with the decisions that have no button of the card.
func (c *jobCard) fillNotices(list []notice, busy bool) {
	for i, n := range list {
		c.notices.Objects[i].(*fyne.Container).Objects[0].(*kit.Text).SetText(n.reason)
		decide := []action.Action{n.decide}
		if n.decide.ID == "" || slices.Contains(actionIDs(c.actionButtons.list), n.decide.ID) {
			decide = nil
		}
		c.decide[i].show(c.line.id(), decide, busy)
	}
	showFirst(c.notices, len(list))
	kit.Show(c.notices, len(list) > 0)
}

// fillTags shows how many jobs have which status, and the most serious finding of a single clip.
func (c *jobCard) fillTags(k click) {
	states := k.states()
	for i, st := range states {
		if !k.single() {
			st.Tag += " " + lang.Number(st.count)
		}
		c.tagAt(i).Set(action.ToneOf(st.Tone), action.StateIcon(st.State), st.Tag)
	}
	shown := len(states)
	if found := wording.CheckTag(k.items[0].asset); found != "" && k.single() {
		c.tagAt(shown).Set(kit.ToneNeutral, nil, found)
		shown++
	}
	showFirst(c.tags, shown)
}

// tagAt returns the tag at a place, which is at most the number of tags so far.
func (c *jobCard) tagAt(i int) *kit.Tag {
	if i == len(c.tags.Objects) {
		c.tags.Add(kit.NewTag(kit.ToneNeutral, nil, ""))
	}
	return c.tags.Objects[i].(*kit.Tag)
}

// fillAmounts shows the costs by kind.
func (c *jobCard) fillAmounts(k click) {
	costs := k.costs()
	for i := range costs {
		if i == len(c.amounts.Objects) {
			c.amounts.Add(kit.NewAmount())
		}
		icon, tone := costs[i].costLook()
		prefix, number, word := costs[i].amount()
		c.amounts.Objects[i].(*kit.Amount).Set(prefix, number, word, icon, tone)
	}
	showFirst(c.amounts, len(costs))
}

// showFirst shows the first n objects and hides the others.
func showFirst(in *fyne.Container, n int) {
	for i, o := range in.Objects {
		kit.Show(o, i < n)
	}
}

// button makes a button for an action: an icon for the menu, else one with its label.
func (c *jobCard) button(a action.Action, do func()) fyne.CanvasObject {
	if a.ID == actMore {
		return kit.NewIconButton(a.Icon, a.Label, do).Small()
	}
	b := kit.NewButton(a.Label, nil, kit.Plain, do).Small()
	if a.ID == actSendAgain || a.ID == actSame {
		b.SetKind(kit.Quiet)
	}
	if a.Spends {
		b.SpendsIn(c.ctx.rows)
	}
	return b
}

// fit lays out the texts in their current widths.
func (c *jobCard) fit() {
	relayout(c.top, c.state, c.tags, c.amounts, c.answers)
	for _, o := range c.notices.Objects {
		relayout(o.(*fyne.Container))
	}
}

// cardLayout places a single picture beside the texts. The grid of several is between the texts above and below it, and
// so is a single picture for which large text leaves too little room. The picture keeps its size; the texts get the
// rest.
type cardLayout struct {
	*jobCard
	width float32 // as last laid out
}

const (
	bodyGap   = 16  // between picture and texts, px
	minTexts  = 244 // room for the texts, px: a status and an amount with its kind in one line
	minBeside = 160 // width of a picture beside them, px
	minCard   = 320 // px
	partGap   = 8   // between texts and grid, px
)

// HeightFor returns the height in a width, px.
func (l *cardLayout) HeightFor(_ []fyne.CanvasObject, width float32) float32 {
	return l.walk(fyne.NewSize(width, 0), func(fyne.CanvasObject, float32, float32, float32, float32) {})
}

func (l *cardLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(minCard, l.HeightFor(o, max(l.width, minCard)))
}

func (l *cardLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	l.walk(s, kit.Place)
}

// walk calls put with the place of each part, and returns the height that they need.
func (l *cardLayout) walk(s fyne.Size, put func(o fyne.CanvasObject, x, y, w, h float32)) float32 {
	g, head, foot := l.grid, l.head, l.foot
	measure := func(o fyne.CanvasObject, width, gap float32) (height, withGap float32) {
		height = kit.HeightFor(o, width)
		if height > 0 {
			return height, height + gap
		}
		return 0, 0
	}
	room := s.Width - bodyGap - max(minTexts, head.MinSize().Width, foot.MinSize().Width)
	pictures := g.box(s.Width)
	if !g.alone || !g.empty && room < min(minBeside, pictures.Width) {
		if !g.alone {
			pictures = fyne.NewSize(s.Width, g.height(s.Width))
		}
		headHigh, below := measure(head, s.Width, partGap)
		footHigh, above := measure(foot, s.Width, partGap)
		put(head, 0, 0, s.Width, headHigh)
		put(g, 0, below, pictures.Width, pictures.Height)
		put(foot, 0, below+pictures.Height+above-footHigh, s.Width, footHigh)
		return below + pictures.Height + above
	}
	box := g.box(room)
	x, w := box.Width+bodyGap, s.Width-box.Width-bodyGap
	headHigh, below := measure(head, w, 6)
	footHigh, _ := measure(foot, w, 0)
	put(g, 0, 0, box.Width, box.Height)
	put(head, x, 0, w, headHigh)
	y := below
	if g.large {
		y = max(s.Height-footHigh, below)
	}
	put(foot, x, y, w, footHigh)
	return max(box.Height, below+footHigh)
}
