package jobview

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// The pictures of the cells, in px, and the sizes in which they are asked for, in device pixels.
const (
	compactWidth, compactHeight           = 160, 90
	largeWidth                            = 496
	rowPixels, compactPixels, largePixels = 144, 320, 992
)

// poster is the picture of a cell. One that cannot be made leaves the mat, which a click still opens.
type poster struct {
	picture *widgets.Picture
	*media.Preview
	px int
}

func (v *Jobs) newPoster(width, height float32, px int) *poster {
	p := &poster{picture: widgets.NewPicture(fyne.NewSize(width, height)), px: px}
	p.Preview = media.NewPreview(v.Posters, func() { p.picture.SetImage(p.Image) })
	return p
}

func (p *poster) load(a db.Asset) {
	p.Load(a, p.px)
	p.picture.SetImage(p.Image)
}

// liveCell is what a cell shows of a job that changes while it runs.
type liveCell struct {
	tag  *widgets.Tag
	text *widgets.Text
	bar  *widgets.Meter
	job  *live.Job // that it is bound to; nil: none
}

func (s *liveCell) set(it item, words live.Words, text string) {
	_, tone := wording.State(it.Job)
	s.tag.Set(action.ToneOf(tone), action.StateIcon(it.State), words.Status)
	s.text.SetText(text)
	s.bar.SetShare(words.Share)
}

// bind keeps it true while the job runs. moved is called when something else is shown.
func (s *liveCell) bind(l *live.Jobs, it item, text func(*live.Job) binding.String, moved func()) {
	if !live.Runs(it.State) {
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

// card is the cell of one job in the session. The large form stands a clip beside its words; the compact form lays them in a row.
type card struct {
	widget.BaseWidget
	liveCell
	buttons
	s     *Session
	large bool
	id    int64

	card   *widgets.Card
	poster *poster
	line   *widgets.Text
	amount *widgets.Amount
	title  *widgets.Text
	detail *widgets.Text
	facts  []*widgets.Text // large: lines of what was made and how
	note   *widgets.Text
	foot   *fyne.Container // status with the buttons of a running job beside it
	beside *fyne.Container
	below  *fyne.Container // the buttons of a job that stands still: as many lines as they need
}

const besideGap = 8 // px

func newCard(s *Session, large bool) *card {
	small := func(c fyne.ThemeColorName) *widgets.Text { return widgets.NewText("", resources.SizeSM, c, false) }
	c := &card{
		s: s, large: large,
		liveCell: liveCell{tag: widgets.NewTag(widgets.ToneNeutral, nil, ""), text: small(resources.Text2).Wrap(true),
			bar: widgets.NewProgress(6)},
		poster: s.v.newPoster(compactWidth, compactHeight, compactPixels),
		line:   small(resources.Text2).Ellipsis(),
		amount: widgets.NewAmount(),
		title:  widgets.NewText("", resources.SizeBody, resources.Text1, false).Wrap(true),
		detail: small(resources.Text2).Ellipsis(),
		note:   small(resources.Warn).Wrap(true),
		beside: widgets.NewFlow(besideGap),
		below:  widgets.NewFlow(8),
	}
	c.buttons = buttons{v: s.v, control: c.control}
	c.poster.picture.SetName(c.title)
	c.foot = widgets.NewBeside(besideGap, 180, c.text, c.beside)
	words := c.compactWords()
	if large {
		c.poster.px = largePixels
		words = c.largeWords()
	}
	c.card = widgets.NewCard(container.New(&cardLayout{large: large}, c.poster.picture, words))
	c.ExtendBaseWidget(c)
	return c
}

func (c *card) compactWords() *fyne.Container {
	c.title.MaxLines(3)
	return widgets.NewColumn(6,
		widgets.NewBeside(besideGap, 180, widgets.NewRow(8, c.tag, c.line), c.amount),
		c.title, c.detail, c.bar, c.foot, c.note, c.below)
}

func (c *card) largeWords() *fyne.Container {
	c.title.MaxLines(4)
	facts := widgets.NewColumn(2)
	for range 4 {
		fact := widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
		c.facts = append(c.facts, fact)
		facts.Add(fact)
	}
	return widgets.NewColumn(6, widgets.NewBeside(besideGap, 110, widgets.NewRow(8, c.tag, widgets.NewSpring()), c.amount), c.title, facts,
		c.note, widgets.NewSpring(), c.below)
}

// HeightFor returns the height of the card in a width, in px.
func (c *card) HeightFor(width float32) float32 { return c.card.HeightFor(width) }

// AccessibilityLabel returns the words of the card.
func (c *card) AccessibilityLabel() string { return widgets.Words(c.card) }

func (c *card) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer draws the card.
func (c *card) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.card) }

// fill writes everything but the poster. It is also how a card is measured without being shown.
func (c *card) fill(it item, words live.Words, now time.Time) {
	c.id = it.ID
	c.set(it, words, words.Sentence)
	icon, tone := it.costLook()
	prefix, number, word := it.amount()
	c.amount.Set(prefix, number, word, icon, tone)
	if it.State == db.Unconfirmed || it.retention().Failing {
		c.card.SetTone(widgets.ToneWarn)
	} else {
		c.card.SetTone(widgets.ToneNeutral)
	}
	say(c.note, it.warning(c.s.full.Load(), now))
	in := c.below
	if !c.large && words.Sentence != "" {
		in = c.beside
	}
	list := c.s.actions(it)
	c.buttons.show(in, it.ID, list)
	widgets.Show(c.below, in == c.below && len(list) > 0)
	if c.large {
		c.title.SetText(wording.Title(it.Job))
		for i, text := range []string{wording.KindAndModel(it.Job), wording.Parameters(it.Job), it.took(now), it.copyLine(now)} {
			say(c.facts[i], text)
		}
		return
	}
	c.line.SetText(it.line(now))
	title, detail := wording.Title(it.Job), ""
	if why := wording.Trouble(it.Job, now); why != "" {
		title, detail = why, title
	}
	c.title.SetText(title)
	color := resources.Text2
	if link, warn := it.link(now); link != "" && detail == "" {
		detail = link
		if warn {
			color = resources.Warn
		}
	}
	c.detail.SetColor(color)
	say(c.detail, detail)
	widgets.Show(c.foot, words.Sentence != "")
}

// control is a button for an action; a link for what only shows something; an icon where the card has many.
func (c *card) control(a action.Action, do func()) fyne.CanvasObject {
	switch {
	case a.ID == rawAnswer:
		return widgets.NewLink(a.Label, do)
	case a.ID == reveal || a.ID == more || a.ID == copyTask && c.large:
		return widgets.NewIconButton(a.Icon, a.Label, do).Small()
	case a.ID == copyTask || a.ID == sendAgain || a.ID == sameAgain:
		return widgets.NewButton(a.Label, nil, widgets.Quiet, do).Small()
	}
	return widgets.NewButton(a.Label, nil, widgets.Plain, do).Small()
}

// bind fills the card, binds it to a job that runs and sees to its poster.
func (c *card) bind(it item, now time.Time) {
	c.fill(it, c.s.v.Live.Words(it.row()), now)
	c.liveCell.bind(c.s.v.Live, it, func(job *live.Job) binding.String { return job.Sentence }, c.fit)
	c.poster.picture.OnTapped, c.poster.picture.OnDrag = nil, nil
	icon, sign, length := it.emptyIcon(), fyne.Resource(nil), ""
	if it.asset.ID != 0 {
		c.poster.picture.OnTapped = func() { c.s.v.Window.ViewAlone(it.asset) }
		c.poster.picture.OnDrag = func(at fyne.Position) { c.s.v.Window.Drag(at, it.asset.ID) }
		c.poster.picture.OnDragEnd = c.s.v.Window.EndDrag
		if it.asset.Kind == db.Clip {
			icon, sign, length = nil, resources.IconPlay, it.clipCorner() // the sign stands where the icon would
		}
	}
	c.poster.picture.SetIcon(icon)
	c.poster.picture.SetCenter(sign)
	c.poster.picture.SetCorner(widgets.TopRight, length, nil)
	c.poster.load(it.asset)
}

// fit gives the card the height that its words need now.
func (c *card) fit() {
	if c.HeightFor(c.Size().Width) != c.Size().Height {
		c.s.list.UpdateRow(c.id)
	}
}

// source gives the list of the session its cards.
type source struct{ s *Session }

// kinds of cells.
const (
	compactCard = iota
	largeCard
)

// NewCell makes an empty card.
func (src source) NewCell(kind int) fyne.CanvasObject { return newCard(src.s, kind == largeCard) }

// Bind fills a card.
func (src source) Bind(cell fyne.CanvasObject, row widgets.Row) {
	if i, ok := src.s.index[row.ID]; ok {
		cell.(*card).bind(src.s.shown[i], src.s.v.Now())
	}
}

// Height measures a card on one that is never shown, and remembers it: breaking words into lines is what costs, and
// the list asks for all rows at every change of one.
func (src source) Height(row widgets.Row, width float32) float32 {
	s := src.s
	i, ok := s.index[row.ID]
	if !ok {
		return 0
	}
	it, now := s.shown[i], s.v.Now()
	words := s.v.Live.Words(it.row())
	link, _ := it.link(now)
	said := []string{it.Prompt, wording.Trouble(it.Job, now), it.warning(s.full.Load(), now), link, string(it.State)}
	for _, a := range s.actions(it) {
		said = append(said, a.Label)
	}
	key := heightKey{width: width, text: theme.Size(resources.SizeBody), kind: row.Kind,
		status: len(words.Sentence), bar: words.Share >= 0, said: strings.Join(said, "\n")}
	if known, ok := s.heights[row.ID]; ok && known.key == key {
		return known.height
	}
	model := s.models[row.Kind]
	if model == nil {
		model = newCard(s, row.Kind == largeCard)
		s.models[row.Kind] = model
	}
	model.fill(it, words, now)
	h := model.HeightFor(width)
	s.heights[row.ID] = measured{key, h}
	return h
}

// heightKey is all that the height of a card follows from.
type heightKey struct {
	width, text  float32
	kind, status int
	bar          bool
	said         string
}

// measured is the last height of a card: of all that it ever had, the words alone would fill the memory while a window is made larger.
type measured struct {
	key    heightKey
	height float32
}

// cardLayout stands a picture beside words. The picture keeps its size; the words get the rest of the width.
type cardLayout struct {
	large bool
	width float32 // as last laid out
}

const (
	bodyGap      = 16  // between picture and words, px
	leastWords   = 244 // the room that the words keep at 100 % text, px: a state and an amount with its kind in one line
	leastPicture = 96  // the least width of a compact picture, px
	leastCard    = 320 // px
)

// picture is the size of the picture in a width: it gives way where the words would get too narrow.
func (l *cardLayout) picture(width float32) fyne.Size {
	usual, least := float32(compactWidth), float32(leastPicture)
	if l.large {
		usual, least = largeWidth, compactWidth
	}
	w := max(min(usual, width-bodyGap-resources.Scaled(leastWords)), least)
	return fyne.NewSize(w, w*9/16)
}

// HeightFor returns the height of the higher of the two in a width, px.
func (l *cardLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	p := l.picture(width)
	return max(p.Height, widgets.HeightFor(o[1], width-p.Width-bodyGap))
}

func (l *cardLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(leastCard, l.HeightFor(o, max(l.width, leastCard)))
}

func (l *cardLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	p := l.picture(s.Width)
	widgets.Place(o[0], 0, 0, p.Width, p.Height)
	widgets.Place(o[1], p.Width+bodyGap, 0, s.Width-p.Width-bodyGap, s.Height)
}
