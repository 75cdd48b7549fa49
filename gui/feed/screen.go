package feed

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/gui/widgets"
)

// Screen is the feed in the window.
type Screen struct {
	d       Deps
	pending atomic.Bool // an Update is on its way that has not begun to read
	afresh  atomic.Bool // the next Update forgets what it knows of ended jobs
	full    atomic.Bool // the disk is

	reading sync.Mutex // held while rows are read
	reader  reader

	// What follows belongs to the window's goroutine.
	items   []Item // newest first
	index   map[int64]int
	group   Group
	seen    map[int64]bool   // jobs that were in the feed before
	fresh   int              // cards that came above what is in sight
	busy    map[int64]bool   // a command on the job has not come back
	trouble map[int64]string // what the last command on the job came to
	sheet   *widgets.Sheet

	view    view
	models  map[int]*jobCard // cards that are only measured, by kind
	heights map[int64]measured
}

// New makes an empty feed. Update fills it.
func New(d Deps) *Screen {
	s := &Screen{
		d:       d,
		reader:  reader{d: d},
		index:   map[int64]int{},
		seen:    map[int64]bool{},
		busy:    map[int64]bool{},
		trouble: map[int64]string{},
		models:  map[int]*jobCard{},
		heights: map[int64]measured{},
	}
	s.view = s.newView()
	return s
}

// Content returns the feed.
func (s *Screen) Content() fyne.CanvasObject { return s.view.box }

// Items returns what the feed holds, newest first, whatever chip is on.
func (s *Screen) Items() []Item { return s.items }

// Update reads the session and shows it. It blocks on the library and is called off the window's goroutine; several
// calls take turns. The result is shown by one Post.
func (s *Screen) Update(ctx context.Context) {
	s.reading.Lock()
	defer s.reading.Unlock()
	if s.afresh.Swap(false) {
		s.reader.forget()
	}
	items, err := s.reader.read(ctx)
	if err != nil {
		s.d.Log.Warn("cannot read the session", slog.Any("err", err))
		return
	}
	s.d.Post(func() { s.show(items) })
}

// Handle takes an event of the engine. It is cheap and may be called on any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	switch ev := ev.(type) {
	case jobs.JobChanged, jobs.AssetAdded, jobs.DownloadFailed:
		s.schedule()
	case jobs.LedgerChanged:
		s.afresh.Store(true)
		s.schedule()
	case jobs.PoolStatus:
		if s.full.Swap(ev.DiskFull) != ev.DiskFull {
			s.schedule()
		}
	}
}

// schedule makes one Update follow, however many events asked for it.
func (s *Screen) schedule() {
	if s.pending.Swap(true) {
		return
	}
	s.d.Go(func() {
		s.pending.Store(false)
		s.Update(context.Background())
	})
}

// show swaps the rows in.
func (s *Screen) show(items []Item) {
	first := len(s.seen) == 0
	above := !first && !s.view.list.AtTop()
	s.items = items
	s.index = make(map[int64]int, len(items))
	seen := make(map[int64]bool, len(items))
	for i := range items {
		it := &items[i]
		id := it.Job.ID
		s.index[id] = i
		seen[id] = true
		if above && !s.seen[id] && it.In(s.group) {
			s.fresh++
		}
		it.Trouble, it.DiskFull = s.trouble[id], s.full.Load()
	}
	s.seen = seen
	for id := range s.heights {
		if !seen[id] {
			delete(s.heights, id)
		}
	}
	s.render()
}

// filter shows one group.
func (s *Screen) filter(g Group) {
	s.group, s.fresh = g, 0
	s.render()
	s.view.list.ScrollToTop()
}

// render shows the items that pass the chip.
func (s *Screen) render() {
	var rows []widgets.Row
	for _, it := range s.items {
		if it.In(s.group) {
			rows = append(rows, widgets.Row{ID: it.Job.ID, Kind: cardKind(it)})
		}
	}
	s.view.list.SetRows(rows)
	if s.view.list.AtTop() {
		s.fresh = 0
	}
	s.view.show(s.group, Counts(s.items), len(rows), s.fresh)
}

// scrolled takes the chip for new cards away once they are in sight.
func (s *Screen) scrolled() {
	if s.fresh > 0 && s.view.list.AtTop() {
		s.fresh = 0
		s.view.showFresh(0)
	}
}

// cell kinds of the list.
const (
	compactCard = iota
	largeCard
)

func cardKind(it Item) int {
	if it.Large() {
		return largeCard
	}
	return compactCard
}
