package feed

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
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
	items       []Item // newest first
	index       map[int64]int
	group       Group
	seen        map[int64]bool // jobs that were in the feed before
	fresh       int            // cards that came above what is in sight
	live        map[int64]live // what is known of a job only while it runs
	unreachable map[int64]string
	busy        map[int64]bool   // a command on the job has not come back
	trouble     map[int64]string // what the last command on the job came to
	ticking     bool
	sheet       *widgets.Sheet

	view    view
	models  map[int]*jobCard // cards that are only measured, by kind
	heights map[int64]measured
}

// live is what events say between two readings.
type live struct {
	progress    int
	done, total int64
	upload      upload
}

// New makes an empty feed. Update fills it.
func New(d Deps) *Screen {
	s := &Screen{
		d:           d,
		reader:      reader{d: d},
		index:       map[int64]int{},
		seen:        map[int64]bool{},
		live:        map[int64]live{},
		unreachable: map[int64]string{},
		busy:        map[int64]bool{},
		trouble:     map[int64]string{},
		models:      map[int]*jobCard{},
		heights:     map[int64]measured{},
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
	case jobs.JobProgress:
		s.d.Post(func() {
			s.touch(ev.ID, func(l *live) { l.progress = ev.Progress })
		})
	case jobs.DownloadProgress:
		s.d.Post(func() {
			s.touch(ev.ID, func(l *live) { l.done, l.total = ev.Done, ev.Total })
		})
	case jobs.UploadProgress:
		s.d.Post(func() {
			s.touch(ev.ID, func(l *live) { l.upload = upload{ev.Place, ev.Done, ev.Total} })
		})
	case jobs.ConnectionChanged:
		s.d.Post(func() { s.connection(ev) })
	case jobs.PoolStatus:
		if s.full.Swap(ev.DiskFull) != ev.DiskFull {
			s.d.Post(s.enrichRunning)
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
		s.enrich(it)
	}
	s.seen = seen
	for id := range s.heights {
		if !seen[id] {
			delete(s.heights, id)
		}
	}
	for id := range s.live {
		if i, ok := s.index[id]; !ok || !(items[i].running() || items[i].Job.State == db.Waiting) {
			delete(s.live, id)
		}
	}
	s.render()
	s.tick()
}

// enrich adds what is known between two readings.
func (s *Screen) enrich(it *Item) {
	id := it.Job.ID
	l := s.live[id]
	it.Job.Progress = max(it.Job.Progress, l.progress)
	it.Done, it.Total = l.done, l.total
	it.Upload = l.upload
	it.Trouble = s.trouble[id]
	it.Unreachable = s.unreachable[it.Job.ProfileID]
	it.DiskFull = s.full.Load()
}

// enrichRunning shows what has changed for all jobs under way.
func (s *Screen) enrichRunning() {
	for i := range s.items {
		if it := &s.items[i]; it.running() {
			s.enrich(it)
			s.view.list.Update(it.Job.ID)
		}
	}
}

// touch changes one card by what an event says.
func (s *Screen) touch(id int64, change func(*live)) {
	i, ok := s.index[id]
	if !ok {
		return
	}
	l := s.live[id]
	change(&l)
	s.live[id] = l
	s.enrich(&s.items[i])
	s.view.list.Update(id)
}

func (s *Screen) connection(ev jobs.ConnectionChanged) {
	if ev.OK {
		delete(s.unreachable, ev.ProfileID)
	} else {
		s.unreachable[ev.ProfileID] = wording.Unreached(ev)
	}
	s.enrichRunning()
}

// tick shows the time on the cards in sight every second while something runs.
func (s *Screen) tick() {
	if s.ticking || !slices.ContainsFunc(s.items, Item.running) {
		return
	}
	s.ticking = true
	s.d.After(time.Second, func() {
		s.d.Post(func() {
			s.ticking = false
			for _, it := range s.items {
				if it.running() && s.view.list.Cell(it.Job.ID) != nil {
					s.view.list.Update(it.Job.ID)
				}
			}
			s.tick()
		})
	})
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
