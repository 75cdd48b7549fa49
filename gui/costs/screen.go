// Package costs is the screen that shows costs: the sums of a period, a chart of it, and a table. The prices are in a
// drawer.
//
// The user asks for a query: a profile, a period, a filter, a grouping and an order. Its result is one chart, of days
// or months, and one table: the entries of the ledger, a row for each job, or the sums of models, profiles, boards or
// programs. Update runs the query off the window's goroutine and posts one result. A result that is no longer asked for
// is dropped. The filter applies to sums, chart and groups; the kind of entry and the clicked bar narrow the entries
// only.
//
// Its layers, from the top. A file uses only layers below its own, and calls those above through callbacks:
//
//	screen, commands                     the query, its results, and the keys
//	view                                 arranges the parts
//	header, sums, chartpane, ledger      the parts: chips and budget, chart, ledger head and tables
//	panels and dialogs                   filter panel, period panel, correct dialog
//	read, correction, csv                run a query; append a correction; export the ledger
//	entry, figures, groups, chartdata    what a query returns, in words
//	query, period, names, controls       the query; shared controls
//
// Every amount is shown with its kind. Charged, reserved and unconfirmed amounts together count against a budget;
// refunds are shown and never added. Amounts in different currencies are never added up. Neither are profiles, because
// the sandbox's money is not money.
//
// The ledger is append-only. The correct dialog appends a correction with a note. Entries without a price get one when
// prices are saved, see package prices.
package costs

import (
	"context"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db/ledger"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
)

// Library is the part of the library that the screen uses. *db.Library is one.
type Library interface {
	Source
	Books
}

// Engine returns the budgets, and receives the profiles whose ledger was corrected. Its methods are called off the
// window's goroutine. *jobs.Engine is one.
type Engine interface {
	Budgets
	LedgerCorrected(profileID int64)
}

// Prices is the price editor. *prices.Pane is one.
type Prices interface {
	Content() fyne.CanvasObject
	Focus() // moves the keyboard to the first field
	Save()
	Update(ctx context.Context) // off the window's goroutine
}

// Window is the part of the window that the screen needs besides its Host.
type Window interface {
	action.Navigator
	action.Chooser
	Refresh() // asks for an Update of this screen soon; any goroutine
}

// Deps are the dependencies of the screen.
type Deps struct {
	action.Host
	Window  Window
	Library Library
	Engine  Engine
	Prices  Prices // in the drawer
}

// Screen is the costs screen. Its exported methods belong to the window's goroutine, except Update and Handle.
type Screen struct {
	deps   Deps
	asked  asked
	front  atomic.Int64 // the profile in front at the last Update
	wanted atomic.Int64 // entries in the list

	// What follows belongs to the window's goroutine.
	shown     result
	view      *view // nil until Content is called
	corrector *corrector
}

// New makes the screen for this month. It reads nothing before Update.
func New(d Deps) *Screen {
	s := &Screen{deps: d}
	s.asked.q = query{period: monthOf(d.Now())}
	s.wanted.Store(page)
	s.corrector = &corrector{host: d.Host, books: d.Library, onRecorded: d.Engine.LedgerCorrected,
		onClosed: d.Window.Refresh, onError: s.showError}
	return s
}

// Content returns the screen's objects. The first call makes them.
func (s *Screen) Content() fyne.CanvasObject {
	if s.view == nil {
		s.view = newView(s.deps, s.deps.Prices.Content(), viewEvents{
			ledgerEvents: ledgerEvents{
				ask:       s.setQuery,
				onClear:   s.ClearFilter,
				onFilter:  s.openFilterBelow,
				onMore:    s.wantEntries,
				onJob:     func(r row) { s.deps.Window.ShowJob(r.job) },
				onResults: func(r row) { s.deps.Window.ShowAsset(r.asset) },
				onEntries: func(r row) { s.ShowJob(r.job) },
				onCorrect: func(r row) { s.corrector.open(r.entry) },
			},
			onPeriods:     s.openPeriodsBelow,
			onExport:      s.ExportCSV,
			onUnconfirmed: s.deps.Window.ShowQueue,
			onBudget:      s.changeBudget,
			onPrices:      s.TogglePrices,
			onEnterPrices: s.ShowPrices,
			onReload:      s.deps.Window.Refresh,
		})
		s.render()
	}
	return s.view.content
}

// setQuery changes the query and shows the change. Its result follows.
func (s *Screen) setQuery(change func(*query)) {
	if s.asked.change(change) {
		s.wanted.Store(page)
		s.render()
		s.deps.Window.Refresh()
	}
}

// wantEntries asks for at least n entries in the list.
func (s *Screen) wantEntries(n int) {
	if s.wanted.Swap(int64(n)) < int64(n) {
		s.deps.Window.Refresh()
	}
}

// SetProfile shows the whole ledger of a profile in the same period.
func (s *Screen) SetProfile(id int64) { s.setQuery(func(q *query) { q.setProfile(id) }) }

// SetPeriod shows a period between two midnights in the location of [action.Host].Now.
func (s *Screen) SetPeriod(from, to time.Time) {
	s.setQuery(func(q *query) { q.setPeriod(period{from, to}) })
}

// Step moves the period by n times its own length.
func (s *Screen) Step(n int) { s.setQuery(func(q *query) { q.stepPeriod(n, s.deps.Now()) }) }

// ShowJob shows the entries of a job, in the months of these entries.
func (s *Screen) ShowJob(id int64) {
	s.showOnly(ledger.Filter{JobID: id}, page, func(newest row) filter { return filter{job: jobRef{id, newest.what}} })
}

// ShowBoard shows the entries of the jobs of a board, in the months of these entries.
func (s *Screen) ShowBoard(ref, name string) {
	const all = 1 << 20
	s.showOnly(ledger.Filter{Board: ref}, all, func(row) filter { return filter{board: boardRef{ref, name}} })
}

// showOnly shows the entries of a ledger filter. It reads at most most entries to find their profile and months.
func (s *Screen) showOnly(of ledger.Filter, most int, shown func(newest row) filter) {
	s.deps.Go(func(ctx context.Context) {
		rows, _, err := s.deps.Library.Ledger(ctx, of, 0, most)
		s.deps.Post(func() {
			if err != nil || len(rows) == 0 {
				s.showError(err)
				return
			}
			newest, in := rows[0], s.deps.Now().Location()
			first, last := monthOf(rows[len(rows)-1].At.In(in)), monthOf(newest.At.In(in))
			s.setQuery(func(q *query) {
				q.setProfile(newest.ProfileID)
				q.filter = shown(rowOf(newest, s.deps.Now()))
				q.setPeriod(period{first.from, last.to})
			})
		})
	})
}

// ClearFilter shows all entries of the period.
func (s *Screen) ClearFilter() {
	if s.view != nil {
		s.view.ledger.head.clearSearch() // also while the user types there
	}
	s.setQuery(func(q *query) { q.filter = filter{} })
}

// ShowPeriods opens the choice of the period.
func (s *Screen) ShowPeriods() {
	s.Content()
	s.openPeriodsBelow(s.view.header.period)
}

func (s *Screen) openPeriodsBelow(button fyne.CanvasObject) {
	openPeriods(s.deps, button, s.asked.get().period, func(p period) { s.SetPeriod(p.from, p.to) })
}

// ShowFilter opens the filter.
func (s *Screen) ShowFilter() {
	s.Content()
	s.openFilterBelow(s.view.ledger.head.narrow)
}

func (s *Screen) openFilterBelow(button fyne.CanvasObject) {
	openFilter(s.deps.Canvas(), button, s.asked.get().filter, s.shown.names, s.shown.currency, s.setQuery,
		s.ClearFilter)
}

// TogglePrices shows the prices and moves the keyboard there, or hides them and moves it to their button.
func (s *Screen) TogglePrices() {
	s.Content()
	if !s.view.side.Seen() {
		s.ShowPrices()
		return
	}
	s.view.side.Toggle()
	s.deps.Canvas().Focus(s.view.toggle)
}

// ShowPrices shows the prices and moves the keyboard there.
func (s *Screen) ShowPrices() {
	s.Content()
	s.view.side.Open()
	s.deps.Prices.Focus()
}

// changeBudget shows the budget of the profile in the settings.
func (s *Screen) changeBudget() { s.deps.Window.ShowBudget(s.asked.get().profile) }

// ShowCorrect opens the dialog that corrects the chosen entry.
func (s *Screen) ShowCorrect() {
	if s.noCorrection() == "" {
		s.corrector.open(s.view.ledger.chosen().entry)
	}
}

// noCorrection returns why the chosen entry cannot be corrected; "" if it can.
func (s *Screen) noCorrection() string {
	if s.view == nil || s.view.ledger.chosen() == nil {
		return lang.L("Choose an entry of the ledger first.")
	}
	if s.view.ledger.chosen().open {
		return lang.L("This job is not finished yet.")
	}
	return ""
}

// ExportCSV writes all entries of the list to a file that the user chooses.
func (s *Screen) ExportCSV() {
	q, profile, in := s.asked.get(), s.shown.profile.Name, s.deps.Now().Location()
	file := "costs " + profile + " " + q.period.fileName() + ".csv"
	write := func(ctx context.Context, path string) error {
		return exportCSV(ctx, path, s.deps.Library, q.entries(), profile, in)
	}
	action.Save(s.deps, s.deps.Window, file, lang.L("The file could not be saved."), write)
}

// Update runs the query on the calling goroutine, which must not be the window's, and posts the result. If another
// profile came to the front since the last Update, the screen shows that one.
func (s *Screen) Update(ctx context.Context) {
	s.readQuery(ctx)
	s.deps.Prices.Update(ctx)
}

func (s *Screen) readQuery(ctx context.Context) {
	front := s.deps.Profile().ID
	if s.front.Swap(front) != front {
		s.asked.change(func(q *query) { q.setProfile(front) })
	}
	q := s.asked.get()
	if q.profile == 0 {
		return
	}
	a := read(ctx, s.deps.Library, s.deps.Engine, q, int(s.wanted.Load()), s.deps.Now())
	if ctx.Err() == nil {
		s.deps.Post(func() { s.take(a) })
	}
}

// Handle asks for an Update if an event may change the result. Any goroutine may call it.
func (s *Screen) Handle(ev jobs.Event) {
	q, shown := s.asked.get(), false
	switch e := ev.(type) {
	case jobs.LedgerChanged:
		shown = e.ProfileID == q.profile || q.by == byProfile
	case jobs.JobChanged:
		shown = e.ProfileID == q.profile && spend.Spends(ev)
	}
	if shown {
		s.deps.Window.Refresh()
	}
}

// take shows a result, unless another one is asked for by now. If the same query failed, its last result stays beside
// the error.
func (s *Screen) take(a result) {
	if a.query != s.asked.get() {
		return
	}
	if a.err != nil && a.query == s.shown.query {
		err := a.err
		a = s.shown
		a.err = err
	}
	s.shown = a
	s.render()
}

// render shows the last result and the query.
func (s *Screen) render() {
	if s.view != nil {
		s.view.show(s.shown, s.asked.get())
	}
}

// showError shows an error in the banner at the top.
func (s *Screen) showError(err error) {
	s.shown.err = err
	s.render()
}
