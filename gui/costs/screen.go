package costs

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// Screen is the Costs place. Its exported methods except Update and Handle belong to the window's goroutine.
type Screen struct {
	deps     Deps
	asked    guarded[question]
	followed guarded[int64] // the profile in front when it was last looked
	loaded   guarded[int]   // entries that are in the list

	// What follows belongs to the window's goroutine.
	shown   answer
	rates   groupRates
	reading bool // a further page is being read
	quiet   bool // a field is being filled by the program
	jobName string
	sheet   *widgets.Sheet // the one that is open; nil: none
	drafts  map[int64]reconcileDraft

	built    bool
	head     *header
	strip    *strip
	parts    *partsRow
	overview *overview
	ledger   *ledger
	unpriced *widgets.Banner
	problem  *widgets.Banner
	waiting  *widgets.Text
	main     *fyne.Container
	scroll   *container.Scroll // of main
	frame    *fyne.Container   // header and sums, and below them everything else
	side     *widgets.SidePane // nil without Prices
	content  fyne.CanvasObject
}

// New makes the place for a profile and this month; nothing is read before Update.
func New(d Deps) *Screen {
	s := &Screen{deps: d, drafts: map[int64]reconcileDraft{}}
	s.asked.set(question{period: monthOf(d.Now()), by: db.ByDay})
	return s
}

// SetProfile turns the place to a profile, whose whole ledger of the time is shown.
func (s *Screen) SetProfile(id int64) {
	s.ask(func(q *question) { q.profile, q.currency, q.filter = id, "", filter{} })
}

// SetPeriod turns the place to a time from one midnight to before another, in the location of [action.Host.Now].
func (s *Screen) SetPeriod(from, to time.Time) {
	s.ask(func(q *question) { q.period, q.filter.bar = period{from, to}, nil })
}

// Step goes back and forth in time by the length of what is shown.
func (s *Screen) Step(n int) {
	s.ask(func(q *question) {
		if to := q.period.step(n); n < 0 || !to.from.After(s.deps.Now()) {
			q.period, q.filter.bar = to, nil
		}
	})
}

// ShowJob shows the entries of one job, in the months that they are of.
func (s *Screen) ShowJob(id int64) {
	s.deps.Go(func(ctx context.Context) {
		rows, _, err := s.deps.Library.Ledger(ctx, db.LedgerFilter{JobID: id}, 0, page)
		s.deps.Post(func() {
			if err != nil || len(rows) == 0 {
				s.shown.err = err
				s.render()
				return
			}
			at := s.deps.Now().Location()
			first, last := monthOf(rows[len(rows)-1].At.In(at)), monthOf(rows[0].At.In(at))
			s.jobName = rowOf(rows[0], false, s.deps.Now()).what
			s.ask(func(q *question) {
				q.profile, q.currency, q.period, q.filter = rows[0].ProfileID, "", period{first.from, last.to}, filter{job: id}
			})
		})
	})
}

// ClearFilter shows everything of the time again.
func (s *Screen) ClearFilter() {
	if s.built {
		s.quietly(func() { s.ledger.search.SetText("") }) // what is typed there goes too, wherever the keyboard is
	}
	s.filter(func(f *filter) { *f = filter{} })
}

// ShowPrices brings the price table into sight, also in a narrow window, and the keyboard to it.
func (s *Screen) ShowPrices() {
	s.Content()
	s.side.Open()
	s.deps.Prices.Focus()
}

// ask changes what is asked for. What is shown says so at once; the answer follows.
func (s *Screen) ask(change func(*question)) {
	before := s.asked.get()
	s.asked.change(change)
	if s.asked.get() == before {
		return
	}
	s.loaded.set(0)
	s.render()
	s.deps.Window.Refresh()
}

func (s *Screen) filter(change func(*filter)) { s.ask(func(q *question) { change(&q.filter) }) }

// search looks for words. The program filling the field is no search.
func (s *Screen) search(text string) {
	if !s.quiet {
		s.filter(func(f *filter) { f.text = text })
	}
}

func (s *Screen) quietly(f func()) {
	s.quiet = true
	f()
	s.quiet = false
}

func (s *Screen) group(by db.LedgerGrouping) { s.ask(func(q *question) { q.by = by }) }

// openBar lists what is behind one bar of the chart, and everything again where that is listed already.
func (s *Screen) openBar(i int) {
	if i < 0 || i >= len(s.shown.figures.Buckets) {
		return
	}
	b := s.shown.figures.Buckets[i].Span
	to := &period{b.From, b.To}
	s.filter(func(f *filter) {
		if f.bar != nil && f.bar.same(*to) {
			to = nil
		}
		f.bar = to
	})
}

// openRow leads to the job of an entry.
func (s *Screen) openRow(i int) { s.follow(0, i) }

// follow leads from an entry to its job (0), to what the job made (1), or to all entries of the job (2).
func (s *Screen) follow(where, i int) {
	if i < 0 || i >= len(s.shown.rows) {
		return
	}
	switch r := s.shown.rows[i]; {
	case where == 0 && r.job != 0:
		s.deps.Window.ShowJob(r.job)
	case where == 1 && r.asset != 0:
		s.deps.Window.ShowAsset(r.asset)
	case where == 2 && r.job != 0:
		s.ShowJob(r.job)
	}
}

// Update reads what the place shows on the calling goroutine, which must not be the window's, and then posts it at once.
// Another profile in front turns the place to it; until then a person may look at any.
func (s *Screen) Update(ctx context.Context) {
	s.update(ctx)
	if s.deps.Prices != nil {
		s.deps.Prices.Update(ctx)
	}
}

func (s *Screen) update(ctx context.Context) {
	if front := s.deps.Profile().ID; front != s.followed.get() {
		s.followed.set(front)
		s.asked.change(func(q *question) { q.profile, q.currency, q.filter = front, "", filter{} })
	}
	q := s.asked.get()
	if q.profile == 0 {
		return
	}
	a := read(ctx, s.deps.Library, s.deps.Engine, q, min(max(s.loaded.get(), page), mostAnew), s.deps.Now())
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
		shown = e.ProfileID == q.profile || q.by == db.ByProfile
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
	toggle := widgets.NewButton(lang.L("Prices"), resources.IconCoin(), widgets.Plain, nil)
	toggle.Hide()
	s.head = newHeader(s, toggle)
	s.strip = newStrip(s)
	s.parts = newPartsRow(s)
	s.overview = newOverview(s)
	s.ledger = newLedger(s)
	s.unpriced = widgets.NewBanner(resources.IconCoin(), widgets.ToneWarn, "", widgets.NewButton(lang.L("Price them…"), nil, widgets.Plain, s.ShowPricing).Small())
	s.problem = widgets.NewBanner(resources.IconErrorCircle(), widgets.ToneErr, "", widgets.NewButton(lang.L("Read again"), nil, widgets.Plain, s.deps.Window.Refresh).Small())
	s.waiting = widgets.NewText(lang.L("Reading the ledger"), resources.SizeSM, resources.Text2, false).Centered()
	bar := func(o fyne.CanvasObject) fyne.CanvasObject { return widgets.NewInset(8, 16, 0, 16, o) }
	s.main = &fyne.Container{Layout: mainLayout{}, Objects: []fyne.CanvasObject{
		widgets.NewColumn(0, s.parts.object, bar(s.problem), bar(s.unpriced)), s.overview.object, s.ledger.object, s.waiting}}
	s.scroll = container.NewVScroll(s.main) // on a small screen the list is below the chart
	widgets.NewFollower(s.scroll).Follow(s.main)
	var body fyne.CanvasObject = s.scroll
	if s.deps.Prices != nil {
		s.side = widgets.NewSidePane(s.scroll, s.deps.Prices.Content(), pricesWidth, toggle)
		body = s.side.Object()
	}
	s.frame = widgets.NewFrame(widgets.NewColumn(0, s.head.object, s.strip.object), nil, nil, body)
	s.content = container.NewStack(widgets.NewGround(resources.BgWindow), s.frame)
}

func (s *Screen) focus(o fyne.Focusable) {
	s.Content()
	s.deps.Canvas().Focus(o)
}

func (s *Screen) focused(o fyne.Focusable) bool { return s.deps.Canvas().Focused() == o }
