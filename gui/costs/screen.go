// Package costs is the place that shows what was spent: the sums of a time, a chart of it, and the ledger that they add up from.
//
// Every amount carries its kind in a word. Charged, reserved and unconfirmed count against a budget together; refunds are shown and never
// added; amounts in different currencies are never added, and each has a row of sums of its own. Profiles are never summed with each other,
// because the sandbox's money is not money.
//
// What the user asks for is a query: a profile, a period, a filter and a grouping. Days and months are a chart, models, profiles, boards and
// programs a table. Screen.Update runs it off the
// window's goroutine and one post swaps the result in; a result that is no longer asked for is dropped. Sums, chart and groups follow the
// filter; the kind of entry and the bar that was clicked narrow the list only.
//
// The ledger is append-only, here too. One dialog corrects what was charged for an entry: it appends a correction with a note. Entries
// without a price get one when prices are saved, see package prices.
package costs

import (
	"context"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Library is what this place reads and, where a person asks for it, adds to. *db.Library is one.
type Library interface {
	Profiles(ctx context.Context) ([]db.Profile, error)
	Ledger(ctx context.Context, f ledger.Filter, before int64, limit int) (rows []db.LedgerRow, more bool, err error)
	LedgerSums(ctx context.Context, f ledger.Filter) ([]ledger.Sums, error)
	Breakdown(ctx context.Context, f ledger.Filter, by ledger.Grouping, loc *time.Location) ([]ledger.Group, error)
	BoardNames(ctx context.Context) (map[string]string, error) // by ref
	ModelStats(ctx context.Context, f ledger.Filter) ([]ledger.ModelStats, error)
	Index(ctx context.Context) (*search.Index, error)
	Albums(ctx context.Context) ([]db.Album, error)
	Clients(ctx context.Context) ([]db.Client, error) // with those that were removed

	PriceVersions(ctx context.Context, profileID int64) ([]db.Prices, error)
	PriceLater(ctx context.Context, prices []db.LaterPrice) (written []db.Entry, left []int64, err error)
	Correct(ctx context.Context, c db.Correction) (db.Entry, error)
}

// Engine knows how budgets stand. The place reports to it what a person added to a profile's ledger. Its calls are made off the window's
// goroutine. *jobs.Engine is one.
type Engine interface {
	Price(ctx context.Context, profileID int64, orders []jobs.Order) (jobs.Quote, error)
	LedgerCorrected(profileID int64)
}

// Prices is the table of prices. *prices.Pane is one.
type Prices interface {
	Content() fyne.CanvasObject
	Focus() // brings the keyboard to the first field
	Save()
	Update(ctx context.Context) // off the window's goroutine
}

// Window is what the place needs of the window around it, beside its Host.
type Window interface {
	action.Navigator
	action.Chooser
	Refresh() // asks for an Update of this place soon; any goroutine
}

// Deps is what the place needs from the rest of the program.
type Deps struct {
	action.Host
	Window  Window
	Library Library
	Engine  Engine
	Prices  Prices // the price table, at the right
}

// Screen is the Costs place. Its exported methods except Update and Handle belong to the window's goroutine.
type Screen struct {
	deps     Deps
	asked    asked
	followed atomic.Int64 // the profile in front when it was last looked
	wanted   atomic.Int64 // entries in the list

	// What follows belongs to the window's goroutine.
	shown   result
	jobName string
	sheet   *kit.Sheet // the one that is open; nil: none

	built    bool
	head     *header
	sums     *sums
	overview *overview
	ledger   *entryList
	unpriced *kit.Banner
	problem  *kit.Banner
	banners  [2]*fyne.Container // around problem and unpriced
	waiting  *kit.Text
	top      *fyne.Container // what is said first
	main     *fyne.Container
	scroll   *container.Scroll // of main
	frame    *fyne.Container   // header and sums, and below them everything else
	side     *kit.SidePane
	content  fyne.CanvasObject
}

// New makes the place for a profile and this month; nothing is read before Update.
func New(d Deps) *Screen {
	s := &Screen{deps: d}
	s.asked.q = query{period: monthOf(d.Now())}
	s.wanted.Store(page)
	return s
}

// SetProfile turns the place to a profile, whose whole ledger of the time is shown.
func (s *Screen) SetProfile(id int64) {
	s.ask(func(q *query) { q.profile, q.currency, q.filter = id, "", filter{} })
}

// SetPeriod turns the place to a time from one midnight to before another, in the location of [action.Host].Now.
func (s *Screen) SetPeriod(from, to time.Time) {
	s.ask(func(q *query) { q.setPeriod(period{from, to}) })
}

// Step goes back and forth in time by the length of what is shown.
func (s *Screen) Step(n int) {
	s.ask(func(q *query) {
		if to := q.period.step(n); n < 0 || !to.from.After(s.deps.Now()) {
			q.period, q.filter.bar = to, nil
		}
	})
}

// ShowJob shows the entries of one job, in the months that they are of.
func (s *Screen) ShowJob(id int64) { s.showOnly(ledger.Filter{JobID: id}, filter{job: id}, page) }

// ShowBoard shows the entries of the jobs of a board, in the months that they are of.
func (s *Screen) ShowBoard(ref, name string) {
	const all = 1 << 20
	s.showOnly(ledger.Filter{Board: ref}, filter{board: [2]string{ref, name}}, all)
}

func (s *Screen) showOnly(of ledger.Filter, shown filter, most int) {
	s.deps.Go(func(ctx context.Context) {
		rows, _, err := s.deps.Library.Ledger(ctx, of, 0, most)
		s.deps.Post(func() {
			if err != nil || len(rows) == 0 {
				s.fail(err)
				return
			}
			at := s.deps.Now().Location()
			first, last := monthOf(rows[len(rows)-1].At.In(at)), monthOf(rows[0].At.In(at))
			s.jobName = rowOf(rows[0], s.deps.Now()).what
			s.ask(func(q *query) {
				q.profile, q.currency, q.filter = rows[0].ProfileID, "", shown
				q.setPeriod(period{first.from, last.to})
			})
		})
	})
}

// ClearFilter shows everything of the time again.
func (s *Screen) ClearFilter() {
	if s.built {
		s.ledger.search.SetText("") // what is typed there goes too, wherever the keyboard is
	}
	s.filter(func(f *filter) { *f = filter{} })
}

// ShowPrices brings the price table into sight, also in a narrow window, and the keyboard to it.
func (s *Screen) ShowPrices() {
	s.Content()
	s.side.Open()
	s.deps.Prices.Focus()
}

// ask changes what is asked for. What is shown says so at once; the result follows.
func (s *Screen) ask(change func(*query)) {
	if s.asked.change(change) {
		s.wanted.Store(page)
		s.render()
		s.deps.Window.Refresh()
	}
}

func (s *Screen) filter(change func(*filter)) { s.ask(func(q *query) { change(&q.filter) }) }

func (s *Screen) group(by grouping) { s.ask(func(q *query) { q.by = by }) }

// openBar lists what is behind one bar of the chart, and everything again where that is listed already.
func (s *Screen) openBar(i int) {
	if i < 0 || i >= len(s.shown.figures.buckets) {
		return
	}
	to := &s.shown.figures.buckets[i].period
	s.filter(func(f *filter) {
		if f.bar != nil && f.bar.same(*to) {
			to = nil
		}
		f.bar = to
	})
}

// Update reads what the place shows on the calling goroutine, which must not be the window's, and posts it at once. Another profile in
// front turns the place to it; until then the user may look at any.
func (s *Screen) Update(ctx context.Context) {
	s.update(ctx)
	s.deps.Prices.Update(ctx)
}

func (s *Screen) update(ctx context.Context) {
	if front := s.deps.Profile().ID; s.followed.Swap(front) != front {
		s.asked.change(func(q *query) { q.profile, q.currency, q.filter = front, "", filter{} })
	}
	q := s.asked.get()
	if q.profile == 0 {
		return
	}
	a := read(ctx, s.deps.Library, s.deps.Engine, q, int(s.wanted.Load()), s.deps.Now())
	if ctx.Err() != nil {
		return
	}
	s.deps.Post(func() { s.show(a) })
}

// Handle asks for an Update where an event changes what is shown. It may be called on any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	q, shown := s.asked.get(), false
	switch e := ev.(type) {
	case jobs.LedgerChanged:
		shown = e.ProfileID == q.profile || q.by == byProfile
	case jobs.JobChanged:
		shown = e.ProfileID == q.profile && price.Spends(ev)
	}
	if shown {
		s.deps.Window.Refresh()
	}
}

// Content returns the place's objects; they are built at the first call.
func (s *Screen) Content() fyne.CanvasObject {
	if !s.built {
		s.build()
		s.built = true
		s.render()
	}
	return s.content
}

// pricesWidth is the room of the price table, px.
const pricesWidth = 392

func (s *Screen) build() {
	toggle := kit.NewButton(lang.L("Prices"), resources.IconCoin, kit.Plain, nil)
	toggle.Hide()
	s.head, s.sums, s.overview, s.ledger = newHeader(s, toggle), newSums(s), newOverview(s), newEntryList(s)
	again := kit.NewButton(lang.L("Reload"), nil, kit.Plain, s.deps.Window.Refresh).Small()
	s.problem = kit.NewBanner(resources.IconErrorCircle, kit.ToneErr, "", again)
	give := kit.NewButton(lang.L("Enter prices…"), nil, kit.Plain, s.ShowPrices).Small()
	s.unpriced = kit.NewBanner(resources.IconCoin, kit.ToneWarn, "", give)
	s.waiting = small(lang.L("Reading the ledger")).Centered()
	for i, b := range []*kit.Banner{s.problem, s.unpriced} {
		s.banners[i] = kit.NewInset(8, 16, 0, 16, b)
	}
	s.top = kit.NewColumn(0, s.head.parts, s.banners[0], s.banners[1])
	s.main = container.New(mainLayout{}, s.top, s.overview.object, s.ledger.object, s.waiting)
	s.scroll = container.NewVScroll(s.main) // on a small screen the list is below the chart
	kit.Follow(s.scroll, s.main)
	s.side = kit.NewSidePane(s.scroll, s.deps.Prices.Content(), pricesWidth, toggle)
	s.frame = kit.NewFrame(kit.NewColumn(0, s.head.object, s.sums.object), nil, nil, s.side.Object())
	s.frame.Layout = frameLayout{s.frame.Layout, toggle, s.head.object}
	s.content = container.NewStack(kit.NewGround(resources.BgWindow), s.frame)
}

// frameLayout lays the header out again after the pane below it showed or hid its button in the header.
type frameLayout struct {
	of     fyne.Layout
	button fyne.CanvasObject
	header *fyne.Container
}

func (l frameLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return l.of.MinSize(o) }

func (l frameLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	shown := l.button.Visible()
	l.of.Layout(o, s)
	if l.button.Visible() != shown {
		l.of.Layout(o, s)
		lay(l.header)
	}
}

// mainLayout stacks what is said first, the overview and the ledger, which takes the rest. The fourth object is shown instead of these two
// while nothing was read.
type mainLayout struct{}

// The height of the overview, px.
const (
	overviewShare = 0.36
	overviewLeast = 190
	overviewMost  = 290
)

func (mainLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize() // tables cut their words where they have no room
	m.Height += overviewLeast + max(150, o[2].MinSize().Height)
	return m
}

func (mainLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	top := kit.HeightFor(o[0], s.Width)
	middle := min(max((s.Height-top)*overviewShare, overviewLeast), overviewMost)
	for i, at := range []struct{ y, h float32 }{{0, top}, {top, middle}, {top + middle, s.Height - top - middle}, {top, s.Height - top}} {
		kit.Place(o[i], 0, at.y, s.Width, max(at.h, 0))
	}
}

// show swaps in a result, unless something else is asked for by now.
func (s *Screen) show(a result) {
	if a.query != s.asked.get() {
		return
	}
	old := s.shown
	anew := old.query != a.query
	chosen := int64(0)
	if s.built && !anew && s.ledger.chosen() != nil {
		chosen = s.ledger.chosen().id
	}
	if err := a.err; err != nil && !anew {
		a = old // what was read before stays readable
		a.err = err
	}
	s.shown = a
	if s.built {
		s.ledger.keepPlace(a, chosen, anew)
		s.render()
	}
}

// render shows what was read, and what is asked for.
func (s *Screen) render() {
	if !s.built {
		return
	}
	a, q := s.shown, s.asked.get()
	height, sums := s.top.MinSize().Height, s.sums.object.MinSize().Height
	s.head.set(a, q)
	s.sums.set(a)
	kit.Show(s.banners[0], a.err != nil)
	if a.err != nil {
		s.problem.SetText(lang.L("The ledger cannot be read."), " "+wording.Fault(a.err))
	}
	kit.Show(s.banners[1], a.unpriced > 0 && a.err == nil)
	s.unpriced.SetText(lang.N("%s entry has no price.", "%s entries have no price.", a.unpriced, lang.Number(a.unpriced)),
		" "+lang.N("Its cost is not included in any sum.", "Their cost is not included in any sum.", a.unpriced))
	kit.Show(s.waiting, !a.ready)
	kit.Show(s.overview.object, a.ready)
	kit.Show(s.ledger.object, a.ready)
	s.overview.set(a)
	s.ledger.set(a)
	grown := sums != s.sums.object.MinSize().Height
	if grown {
		lay(s.frame)
	}
	if grown || height != s.top.MinSize().Height {
		s.scroll.Refresh()
		lay(s.main)
	}
}

// fail says why something was not done, in the banner at the top.
func (s *Screen) fail(err error) {
	s.shown.err = err
	s.render()
}

func (s *Screen) focus(o fyne.Focusable) {
	s.Content()
	s.deps.Canvas().Focus(o)
}

// open reports whether a sheet of the place is open.
func (s *Screen) open() bool { return s.sheet != nil && s.sheet.Shown() }

// openSheet shows a sheet of a width in px.
func (s *Screen) openSheet(width float32, content fyne.CanvasObject) *kit.Sheet {
	s.sheet = kit.ShowWideSheet(s.deps.Canvas(), width, content, nil)
	return s.sheet
}

// popover shows a panel under an object, dx px beside it, with the keyboard in one of its controls.
func (s *Screen) popover(under fyne.CanvasObject, dx float32, content fyne.CanvasObject, first fyne.Focusable) *kit.Popover {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(under).AddXY(dx, under.Size().Height+4)
	panel := kit.ShowPopover(s.deps.Canvas(), content, at, nil)
	s.deps.Canvas().Focus(first)
	return panel
}

// newProblem is a place for what is wrong with what was typed.
func newProblem() *kit.Text {
	t := kit.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	t.Hide()
	return t
}

// complain says what is wrong, and nothing where nothing is.
func complain(t *kit.Text, err error) {
	words := ""
	if err != nil {
		words = wording.Fault(err)
	}
	kit.ShowText(t, words)
}

func small(words string) *kit.Text {
	return kit.NewText(words, resources.SizeSM, resources.Text2, false)
}

// lay places what is in a container again, after words in it changed their width. It draws nothing anew.
func lay(c *fyne.Container) { c.Layout.Layout(c.Objects, c.Size()) }
