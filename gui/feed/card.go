package feed

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/live"
	"viviscope/gui/marks"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// The pictures of the cards, in px, and the sizes in which they are asked for, in device pixels.
const (
	compactWidth, compactHeight = 160, 90
	largeWidth                  = 496
	compactPixels, largePixels  = 320, 992
)

// jobCard is the cell of one job. The large form stands a clip beside its words; the compact form lays them in a row.
type jobCard struct {
	widget.BaseWidget
	s     *Screen
	large bool

	id     int64
	job    *live.Job // that it is bound to; nil: none
	asset  int64     // of the poster that is shown or on its way
	cancel func()

	card     *widgets.Card
	picture  *widgets.Picture
	tag      *widgets.Tag
	line     *widgets.Text
	amount   *widgets.Amount
	title    *widgets.Text
	detail   *widgets.Text
	facts    []*widgets.Text // large: lines of what was made and how
	note     *widgets.Text
	progress *widgets.Progress
	status   *widgets.Text
	trouble  *widgets.Text
	foot     *fyne.Container // status with the buttons of a running job beside it
	beside   *fyne.Container
	buttons  *fyne.Container // of a job that stands still: as many lines as they need
	actions  []Action
	labels   []string
}

func newJobCard(s *Screen, large bool) *jobCard {
	small := func(c fyne.ThemeColorName) *widgets.Text { return widgets.NewText("", resources.SizeSM, c, false) }
	c := &jobCard{
		s: s, large: large,
		picture:  widgets.NewPicture(fyne.NewSize(compactWidth, compactHeight)),
		tag:      widgets.NewTag(widgets.ToneNeutral, nil, ""),
		line:     small(resources.Text2).Ellipsis(),
		amount:   widgets.NewAmount(),
		title:    widgets.NewText("", resources.SizeBody, resources.Text1, false).Wrap(true),
		detail:   small(resources.Text2).Ellipsis(),
		note:     small(resources.Warn).Wrap(true),
		progress: widgets.NewProgress(),
		status:   small(resources.Text2).Wrap(true),
		trouble:  small(resources.Err).Wrap(true),
		beside:   widgets.NewFlow(besideGap),
		buttons:  widgets.NewFlow(8),
	}
	c.foot = container.New(beside{180}, c.status, c.beside)
	words := c.compactWords()
	if large {
		words = c.largeWords()
	}
	c.card = widgets.NewCard(newCardBody(large, c.picture, words))
	c.ExtendBaseWidget(c)
	return c
}

func (c *jobCard) compactWords() *fyne.Container {
	c.title.MaxLines(3)
	return widgets.NewColumn(6,
		container.New(beside{180}, widgets.NewRow(8, c.tag, c.line), c.amount),
		c.title, c.detail, c.progress, c.foot, c.note, c.trouble, c.buttons)
}

func (c *jobCard) largeWords() *fyne.Container {
	c.title.MaxLines(4)
	column := widgets.NewColumn(6, container.New(beside{110}, widgets.NewRow(8, c.tag, widgets.NewSpring()), c.amount), c.title)
	facts := widgets.NewColumn(2)
	for range 4 {
		fact := widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
		c.facts = append(c.facts, fact)
		facts.Add(fact)
	}
	column.Add(facts)
	for _, o := range []fyne.CanvasObject{c.note, c.trouble, widgets.NewSpring(), c.buttons} {
		column.Add(o)
	}
	return column
}

// HeightFor returns the height of the card in a width, in px.
func (c *jobCard) HeightFor(width float32) float32 { return c.card.HeightFor(width) }

// CreateRenderer draws the card.
func (c *jobCard) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.card) }

// fill writes everything but the poster. It is also how a card is measured without being shown.
func (c *jobCard) fill(it Item, words live.Words, now time.Time) {
	c.id = it.Job.ID
	_, tone := wording.State(it.Job)
	c.tag.Set(marks.Tone(tone), marks.State(it.Job.State), words.Status)
	showMoney(c.amount, it.Money())
	if it.Job.State == db.Unconfirmed || it.retention().Failing {
		c.card.SetTone(widgets.ToneWarn)
	} else {
		c.card.SetTone(widgets.ToneNeutral)
	}
	say(c.note, it.Warning(now))
	say(c.trouble, it.Trouble)
	c.showActions(it, !c.large && words.Sentence != "")
	if c.large {
		c.title.SetText(wording.Title(it.Job))
		facts := []string{wording.KindAndModel(it.Job), wording.Parameters(it.Job), it.Took(now), it.Copy(now)}
		for i, text := range facts {
			say(c.facts[i], text)
		}
		return
	}
	c.line.SetText(it.Line(now))
	title, detail := wording.Title(it.Job), ""
	if why := wording.Trouble(it.Job, now); why != "" {
		title, detail = why, wording.Title(it.Job)
	}
	c.title.SetText(title)
	link, warn := it.Link(now)
	c.detail.SetColor(resources.Text2)
	if link != "" && detail == "" {
		detail = link
		if warn {
			c.detail.SetColor(resources.Warn)
		}
	}
	say(c.detail, detail)
	c.progress.SetShare(words.Share)
	c.status.SetText(words.Sentence)
	setShown(c.foot, words.Sentence != "")
}

// say shows a text, or no line at all.
func say(t *widgets.Text, text string) {
	t.SetText(text)
	setShown(t, text != "")
}

// showActions puts the buttons beside the status, or below the words. They are made anew only where their words changed,
// so that the focus stays on one that did not.
func (c *jobCard) showActions(it Item, beside bool) {
	in, other := c.buttons, c.beside
	if beside {
		in, other = other, in
	}
	actions := c.s.offered(it)
	labels := make([]string, len(actions))
	for i, a := range actions {
		labels[i] = it.Label(a)
	}
	if !slices.Equal(actions, c.actions) || !slices.Equal(labels, c.labels) || len(in.Objects) != len(actions) {
		c.actions, c.labels = actions, labels
		in.Objects, other.Objects = nil, nil
		for i, a := range actions {
			in.Objects = append(in.Objects, c.control(a, labels[i]))
		}
		in.Refresh()
		other.Refresh()
	}
	setShown(c.buttons, len(c.buttons.Objects) > 0)
	for _, o := range in.Objects {
		if b, ok := o.(fyne.Disableable); ok && b.Disabled() != c.s.busy[c.id] {
			if c.s.busy[c.id] {
				b.Disable()
			} else {
				b.Enable()
			}
		}
	}
}

// button is the control of an action; nil where the card has none.
func (c *jobCard) button(a Action) fyne.CanvasObject {
	i := slices.Index(c.actions, a)
	for _, in := range []*fyne.Container{c.beside, c.buttons} {
		if i >= 0 && i < len(in.Objects) {
			return in.Objects[i]
		}
	}
	return nil
}

// control is a button for an action; a link for what only shows something; an icon where the card has many.
func (c *jobCard) control(a Action, label string) fyne.CanvasObject {
	do := func() { c.s.do(a, c.id) }
	switch a {
	case RawAnswer:
		return widgets.NewLink(label, do)
	case Reveal:
		return widgets.NewIconButton(resources.IconFolderOpen(), label, do).Small()
	case CopyTaskID:
		if c.large {
			return widgets.NewIconButton(resources.IconCopy(), label, do).Small()
		}
		return widgets.NewButton(label, nil, widgets.Quiet, do).Small()
	case More:
		return widgets.NewIconButton(resources.IconMore(), label, do).Small()
	case SendAgain, SameAgain:
		return widgets.NewButton(label, nil, widgets.Quiet, do).Small()
	}
	return widgets.NewButton(label, nil, widgets.Plain, do).Small()
}

// bind fills the card, binds it to a job that runs and sees to its poster.
func (c *jobCard) bind(it Item, now time.Time) {
	c.fill(it, c.s.d.Live.Words(it.row()), now)
	if live.Runs(it.Job.State) {
		job := c.s.d.Live.Job(it.row())
		c.tag.Bind(job.Status)
		c.progress.Bind(job.Progress, c.fit)
		c.status.Bind(job.Sentence, c.fit)
		c.job.Release()
		c.job = job
	} else {
		c.Unbind()
	}
	c.picture.SetIcon(emptyIcon(it.Job))
	c.picture.OnTapped = nil
	sign, length := fyne.Resource(nil), ""
	if it.Asset.ID != 0 {
		if c.s.d.OnOpen != nil {
			c.picture.OnTapped = func() { c.s.d.OnOpen(it.Asset) }
		}
		if it.Asset.Kind == db.Clip {
			sign, length = resources.IconPlay(), clipCorner(it)
		}
	}
	if sign != nil {
		c.picture.SetIcon(nil) // the sign stands where the icon would
	}
	c.picture.SetCenter(sign)
	c.picture.SetCorner(widgets.TopRight, length, nil)
	c.load(it.Asset)
}

// Unbind ends what keeps the card true while its job runs.
func (c *jobCard) Unbind() {
	c.tag.Unbind()
	c.progress.Unbind()
	c.status.Unbind()
	c.job.Release()
	c.job = nil
}

// fit gives the card the height that its words need now.
func (c *jobCard) fit() {
	if c.HeightFor(c.Size().Width) != c.Size().Height {
		c.s.view.list.Update(c.id)
	}
}

// load shows the poster of an asset when it comes, unless the card shows another job by then.
func (c *jobCard) load(a db.Asset) {
	if a.ID == c.asset {
		return
	}
	if c.cancel != nil {
		c.cancel()
		c.cancel = nil
	}
	c.asset = a.ID
	c.picture.SetImage(nil)
	if a.ID == 0 {
		return
	}
	px := compactPixels
	if c.large {
		px = largePixels
	}
	if img, ok := c.s.d.Posters.Cached(a, px); ok {
		c.picture.SetImage(img)
		return
	}
	// A poster that cannot be made leaves the mat, which a click still opens.
	c.cancel = c.s.d.Posters.Request(a, px, func(img pictureImage, err error) {
		if c.asset == a.ID && err == nil {
			c.picture.SetImage(img)
		}
	})
}
