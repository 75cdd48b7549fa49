package jobs

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// liveCell is what a cell shows of a job that changes while it runs.
type liveCell struct {
	tag  *kit.Tag
	text *kit.Text
	bar  *kit.Meter
	job  *live.Job // that it is bound to; nil: none
}

func (s *liveCell) set(st status.Status, text string) {
	s.tag.Set(action.ToneOf(st.Tone), action.StateIcon(st.State), st.Tag)
	s.text.SetText(text)
	s.bar.SetShare(st.Share)
}

// bind keeps it true while the job runs. moved is called when something else is shown.
func (s *liveCell) bind(l *live.Jobs, it item, text func(*live.Job) binding.String, moved func()) {
	if !status.Runs(it.State) {
		s.Unbind()
		return
	}
	job := l.Job(it.row())
	s.tag.Bind(job.Status, moved)
	s.text.Bind(text(job), moved)
	s.bar.Bind(job.Progress, moved)
	s.job.Release()
	s.job = job
}

// Unbind ends that.
func (s *liveCell) Unbind() {
	s.tag.Unbind()
	s.text.Unbind()
	s.bar.Unbind()
	s.job.Release()
	s.job = nil
}

// card shows what one click made. Of a single job the words stand beside its picture or clip; of several, above and below their grid.
type card struct {
	widget.BaseWidget
	liveCell // of a single job
	buttons
	s *Recent
	k click

	card    *kit.Card
	grid    *grid
	top     *fyne.Container // how the jobs stand, and what they cost
	state   *fyne.Container // the first of these
	tags    *fyne.Container // the first one is that of a single job
	line    *kit.Text       // of a single job
	amounts *fyne.Container
	title   *kit.Text
	detail  *kit.Text
	facts   *fyne.Container // of a clip: lines of what was made and how
	head    *fyne.Container
	notices *fyne.Container // why some of several did not come
	decide  []*buttons      // one for each
	note    *kit.Text
	status  *fyne.Container // of a running job, in as much room whatever the words
	said    *fyne.Container // that with the buttons beside it
	foot    *fyne.Container
}

const (
	besideGap  = 8 // px
	factLines  = 4
	mostOfEach = 3 // different reasons why some of several did not come
)

func newCard(s *Recent) *card {
	small := func(c fyne.ThemeColorName) *kit.Text { return kit.NewText("", resources.SizeSM, c, false) }
	c := &card{
		s: s,
		liveCell: liveCell{tag: kit.NewTag(kit.ToneNeutral, nil, ""), bar: kit.NewProgress(6),
			text: small(resources.Text2).Wrap(true).MinLines(2).MaxLines(2)}, // words that change move nothing
		grid: newGrid(s.v),
		line: small(resources.Text2).Ellipsis(),
		tags: kit.NewFlow(6), amounts: kit.NewFlow(12),
		title:  kit.NewText("", resources.SizeBody, resources.Text1, false).Wrap(true),
		detail: small(resources.Text2).Ellipsis(),
		facts:  kit.NewColumn(2), notices: kit.NewColumn(4),
		note: small(resources.Warn).Wrap(true),
	}
	for range factLines {
		c.facts.Add(small(resources.Text2).Ellipsis())
	}
	for range mostOfEach {
		decide := &buttons{v: s.v, control: c.control, in: kit.NewRow(0)}
		c.decide = append(c.decide, decide)
		words := kit.NewText("", resources.SizeBody, resources.Text1, false).Wrap(true)
		c.notices.Add(kit.NewBeside(besideGap, 180, words, decide.in))
	}
	c.buttons = buttons{v: s.v, control: c.control, in: kit.NewFlow(6)}
	c.tags.Add(c.tag)
	c.state = kit.NewBeside(besideGap, 24, c.tags, c.line)
	c.top = kit.NewBeside(besideGap, 140, c.state, c.amounts)
	c.status = kit.NewColumn(0, c.text)
	c.said = kit.NewBeside(besideGap, 180, c.status, c.buttons.in)
	c.head = kit.NewColumn(6, c.top, c.title, c.facts, c.detail)
	c.foot = kit.NewColumn(6, c.bar, c.notices, c.note, c.said)
	c.card = kit.NewCard(container.New(&cardLayout{c: c}, c.grid, c.head, c.foot))
	c.ExtendBaseWidget(c)
	return c
}

// HeightFor returns the height of the card in a width, in px.
func (c *card) HeightFor(width float32) float32 { return c.card.HeightFor(width) }

// AccessibilityLabel returns the words of the card; the pictures have their own.
func (c *card) AccessibilityLabel() string {
	return kit.Words(container.NewWithoutLayout(c.head, c.foot))
}

func (c *card) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer draws the card.
func (c *card) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.card) }

// fill writes everything but the pictures. It is also how a card is measured without being shown.
func (c *card) fill(k click, now time.Time) {
	c.k = k
	c.grid.set(k)
	tone := kit.ToneNeutral
	for _, it := range k.items {
		if it.State == db.Unconfirmed || it.retention().Failing {
			tone = kit.ToneWarn
		}
	}
	c.card.SetTone(tone)
	single, large := len(k.items) == 1, k.large()
	kit.Show(c.line, single && !large)
	kit.Show(c.facts, large)
	kit.ShowText(c.note, k.warning(c.s.full.Load(), now))
	status, busy := "", k.busy(c.s.v)
	c.stands(k)
	var notices []notice
	if single {
		status = c.fillSingle(k.items[0], large, now)
	} else {
		c.bar.Hide()
		c.title.MaxLines(2)
		c.title.SetText(wording.Title(k.items[0].Job))
		c.detail.SetColor(resources.Text2)
		kit.ShowText(c.detail, k.line(now))
		notices = c.s.v.notices(k, now)
	}
	list := c.s.v.onCard(k)
	c.buttons.show(k.id(), list, busy)
	c.fillNotices(notices, busy)
	kit.Show(c.status, status != "")
	kit.Show(c.said, status != "" || len(list) > 0)
}

// fillNotices writes why some of several jobs did not come, with the decisions that have no button of the card.
func (c *card) fillNotices(list []notice, busy bool) {
	for i, n := range list {
		c.notices.Objects[i].(*fyne.Container).Objects[0].(*kit.Text).SetText(n.words)
		decide := []action.Action{n.decide}
		if n.decide.ID == "" || slices.Contains(ids(c.buttons.list), n.decide.ID) {
			decide = nil
		}
		c.decide[i].show(c.k.id(), decide, busy)
	}
	showFirst(c.notices, len(list))
	kit.Show(c.notices, len(list) > 0)
}

// fillSingle writes what is said of a single job. It returns the sentence of one that runs.
func (c *card) fillSingle(it item, large bool, now time.Time) string {
	st := c.s.v.Live.Status(it.row())
	c.set(st, st.Sentence)
	title, detail, color, lines := wording.Title(it.Job), "", resources.Text2, 3
	if large {
		for i, text := range []string{wording.KindAndModel(it.Job), wording.Parameters(it.Job), it.took(now), it.copyLine(now)} {
			kit.ShowText(c.facts.Objects[i].(*kit.Text), text)
		}
	} else {
		c.line.SetText(it.line(now))
		if st.Reason != "" {
			title, detail, lines = st.Reason, title, 0 // a reason is never cut
		}
		if note := it.linkNote(now); note != "" && detail == "" {
			detail, color = note, resources.Warn
		}
	}
	c.title.MaxLines(lines)
	c.title.SetText(title)
	c.detail.SetColor(color)
	kit.ShowText(c.detail, detail)
	return st.Sentence
}

// stands writes how many jobs stand how, and what they cost by kinds.
func (c *card) stands(k click) {
	states, sums := k.states(), k.sums()
	for i, st := range states {
		if i == len(c.tags.Objects) {
			c.tags.Add(kit.NewTag(kit.ToneNeutral, nil, ""))
		}
		if len(k.items) > 1 {
			st.word += " " + lang.Number(st.count)
		}
		c.tags.Objects[i].(*kit.Tag).Set(action.ToneOf(st.tone), action.StateIcon(st.State), st.word)
	}
	for i, it := range sums {
		if i == len(c.amounts.Objects) {
			c.amounts.Add(kit.NewAmount())
		}
		icon, tone := it.costLook()
		prefix, number, word := it.amount()
		c.amounts.Objects[i].(*kit.Amount).Set(prefix, number, word, icon, tone)
	}
	showFirst(c.tags, len(states))
	showFirst(c.amounts, len(sums))
}

// showFirst shows so many of the objects.
func showFirst(in *fyne.Container, n int) {
	for i, o := range in.Objects {
		kit.Show(o, i < n)
	}
}

// control is a button for an action: an icon for the menu of all others.
func (c *card) control(a action.Action, do func()) fyne.CanvasObject {
	switch a.ID {
	case more:
		return kit.NewIconButton(a.Icon, a.Label, do).Small()
	case sendAgain, sameAgain:
		return kit.NewButton(a.Label, nil, kit.Quiet, do).Small()
	}
	return kit.NewButton(a.Label, nil, kit.Plain, do).Small()
}

// bind fills the card, binds it to a job that runs and shows its pictures.
func (c *card) bind(k click, now time.Time) {
	c.fill(k, now)
	if len(k.items) == 1 {
		c.liveCell.bind(c.s.v.Live, k.items[0], func(job *live.Job) binding.String { return job.Sentence }, c.fit)
	} else {
		c.liveCell.Unbind()
	}
	c.grid.bind(k)
	c.layOut()
}

// Unbind lets go of what is shown.
func (c *card) Unbind() {
	c.liveCell.Unbind()
	c.grid.Unbind()
}

// fit gives the card the height that its words need now.
func (c *card) fit() {
	c.layOut()
	if c.HeightFor(c.Size().Width) != c.Size().Height {
		c.s.list.UpdateRow(c.k.id())
	}
}

// layOut gives what stands side by side the widths of its words.
func (c *card) layOut() {
	layOut(c.top, c.state, c.tags, c.amounts, c.said)
	for _, o := range c.notices.Objects {
		layOut(o.(*fyne.Container))
	}
}

// source gives the list its cards.
type source struct{ s *Recent }

// NewCell makes an empty card.
func (src source) NewCell(int) fyne.CanvasObject { return newCard(src.s) }

// Bind fills a card.
func (src source) Bind(cell fyne.CanvasObject, row kit.Row) {
	if i, ok := src.s.index[row.ID]; ok {
		cell.(*card).bind(src.s.clicks[i], src.s.v.Now())
	}
}

// Height measures a card on one that is never shown, and remembers it: breaking words into lines is what costs, and
// the list asks for all rows at every change of one.
func (src source) Height(row kit.Row, width float32) float32 {
	s := src.s
	i, ok := s.index[row.ID]
	if !ok {
		return 0
	}
	k, now := s.clicks[i], s.v.Now()
	key := heightKey{width: width, text: theme.Size(resources.SizeBody), said: k.said(s, now)}
	if known, ok := s.heights[row.ID]; ok && known.key == key {
		return known.height
	}
	s.model.fill(k, now)
	h := s.model.HeightFor(width)
	s.heights[row.ID] = measured{key, h}
	return h
}

// heightKey is all that the height of a card follows from.
type heightKey struct {
	width, text float32
	said        string
}

// measured is the last height of a card: of all that it ever had, the words alone would fill the memory while a window is made larger.
type measured struct {
	key    heightKey
	height float32
}

// said is what the height of a card follows from, but for its width.
func (k click) said(s *Recent, now time.Time) string {
	var b strings.Builder
	for _, it := range k.items {
		st := s.v.Live.Status(it.row())
		fmt.Fprintln(&b, it.Prompt, it.State, st.Reason, it.againPrice(), it.cost.Number, it.cost.Word, it.linkNote(now), it.shape,
			len(it.assets), it.asset.Width, it.asset.Height, st.Sentence == "", st.Share >= 0)
	}
	return b.String() + k.warning(s.full.Load(), now)
}

// cardLayout stands a single picture beside the words, and the grid of several between those above and those below; there a single one
// stands too where large words leave it too little beside them. The picture keeps its size; the words get the rest of the width.
type cardLayout struct {
	c     *card
	width float32 // as last laid out
}

const (
	bodyGap     = 16  // between picture and words, px
	leastWords  = 244 // the room that the words keep, px: a state and an amount with its kind in one line; larger text takes more lines of it
	leastBeside = 160 // that a picture beside them keeps, px
	leastCard   = 320 // px
	partGap     = 8   // between words and grid, px
)

// HeightFor returns the height in a width, px.
func (l *cardLayout) HeightFor(_ []fyne.CanvasObject, width float32) float32 {
	return l.walk(fyne.NewSize(width, 0), func(fyne.CanvasObject, float32, float32, float32, float32) {})
}

func (l *cardLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(leastCard, l.HeightFor(o, max(l.width, leastCard)))
}

func (l *cardLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	l.walk(s, kit.Place)
}

// walk visits the places of the parts, and returns the height that they need.
func (l *cardLayout) walk(s fyne.Size, put func(o fyne.CanvasObject, x, y, w, h float32)) float32 {
	g, head, foot := l.c.grid, l.c.head, l.c.foot
	high := func(o fyne.CanvasObject, width, gap float32) (float32, float32) {
		if h := kit.HeightFor(o, width); h > 0 {
			return h, h + gap
		}
		return 0, 0
	}
	room := s.Width - bodyGap - max(leastWords, head.MinSize().Width, foot.MinSize().Width)
	pictures := g.box(s.Width)
	if !g.alone || !g.empty && room < min(leastBeside, pictures.Width) {
		if !g.alone {
			pictures = fyne.NewSize(s.Width, g.HeightFor(s.Width))
		}
		top, below := high(head, s.Width, partGap)
		low, above := high(foot, s.Width, partGap)
		put(head, 0, 0, s.Width, top)
		put(g, 0, below, pictures.Width, pictures.Height)
		put(foot, 0, below+pictures.Height+above-low, s.Width, low)
		return below + pictures.Height + above
	}
	box := g.box(room)
	x, w := box.Width+bodyGap, s.Width-box.Width-bodyGap
	top, below := high(head, w, 6)
	low, _ := high(foot, w, 0)
	put(g, 0, 0, box.Width, box.Height)
	put(head, x, 0, w, top)
	at := below
	if g.large {
		at = max(s.Height-low, below)
	}
	put(foot, x, at, w, low)
	return max(box.Height, below+low)
}
