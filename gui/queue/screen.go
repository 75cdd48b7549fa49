package queue

import (
	"context"
	"image"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/price"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// Engine is what this place commands. The calls wait for the disk, so they are made off the window's goroutine.
type Engine interface {
	Release(ctx context.Context, how jobs.Terms, ids ...int64) error
	Discard(ctx context.Context, id int64) error
	StopWatching(ctx context.Context, id int64) error
	WatchAgain(ctx context.Context, id int64) error
	NotCharged(ctx context.Context, id int64) error
	PauseSending(ctx context.Context, paused bool) error
	Paused() bool
	Track(ctx context.Context, profileID int64, taskID string) (db.Job, error) // asks the service once
	CheckNow(ctx context.Context, id int64)                                    // tries a download ahead of its time
	SendAgain(ctx context.Context, id int64, how jobs.Terms) (db.Job, error)
	PriceJobs(ctx context.Context, profileID int64, list ...db.Job) (jobs.Quote, error)
}

// Deps is what the place needs from the rest of the program.
type Deps struct {
	Library   Library
	Engine    Engine
	Live      *live.Jobs
	Sender    *price.Sender                                          // asks before it costs more than a limit allows
	Post      func(func())                                           // runs a function on the window's goroutine, later
	Do        func(failed string, f func(ctx context.Context) error) // runs a command off the window's goroutine and words its error
	Now       func() time.Time
	Refresh   func()                                                           // asks for an Update soon, on a background goroutine
	Poster    func(a db.Asset, px int, done func(image.Image)) (cancel func()) // done runs on the window's goroutine
	OnOpen    func(db.Asset)
	OnReveal  func(db.Asset)
	OnResolve func(job int64)
	OnReuse   func(db.Job)
	Front     func() db.Profile // the profile whose tasks can be tracked

	OnReuseHow func(job db.Job, how form.How) // as OnReuse, but as much of it as is said; nil: not offered
	OnEditHeld func(db.Job)                   // a held job into the composer; nil: not offered
}

// Screen is the Queue place. Exported methods belong to the window's goroutine, except Update and Handle.
type Screen struct {
	deps Deps

	mu     sync.Mutex
	filter group
	text   string

	shown        answer
	paused       bool // as it was last read: the engine is asked off the window's goroutine only, for it may be committing
	manyProfiles bool
	built        bool
	list         *widgets.List
	chips        []*widgets.Chip
	banner       *widgets.Banner
	bannerBox    *fyne.Container
	failing      *widgets.Banner // downloads that keep failing while the service's clock runs
	failingBox   *fyne.Container
	sendHeld     *widgets.Button
	pause        *widgets.Button
	track        *widgets.Button
	sheet        *trackSheet // the one that is open; nil: none
	empty        *fyne.Container
	problem      *widgets.Text
	frame        *fyne.Container // what stands above the rows, and the rows
	content      fyne.CanvasObject
}

// New makes the place; nothing is read before Update.
func New(d Deps) *Screen {
	return &Screen{deps: d, filter: groups}
}

// Update reads the rows on the calling goroutine, which must not be the window's, and then posts them at once.
func (s *Screen) Update(ctx context.Context) {
	s.mu.Lock()
	filter, text := s.filter, s.text
	s.mu.Unlock()
	a := read(ctx, s.deps.Library, filter, text)
	if ctx.Err() != nil {
		return
	}
	paused := s.deps.Engine.Paused()
	s.deps.Post(func() { s.show(a, paused) })
}

// Handle takes an event on any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	switch ev.(type) {
	case jobs.JobChanged, jobs.LedgerChanged, jobs.AssetAdded, jobs.DownloadFailed:
		s.deps.Refresh()
	}
}

// Content returns the place's objects; they are built at the first call.
func (s *Screen) Content() fyne.CanvasObject {
	if !s.built {
		s.build()
		s.built = true
		s.show(s.shown, s.paused)
	}
	return s.content
}

func (s *Screen) build() {
	left := []fyne.CanvasObject{}
	for _, g := range []group{groups, needsYou, running, toSend, ended} { // the first keeps all of them
		chip := widgets.NewChip("", func() { s.choose(g) })
		s.chips = append(s.chips, chip)
		left = append(left, chip)
	}
	search := widgets.NewSearchEntry(lang.L("Prompt, model, task ID")).MinWidth(200)
	search.OnChanged = func(text string) {
		s.mu.Lock()
		s.text = text
		s.mu.Unlock()
		s.deps.Refresh()
	}
	s.pause = widgets.NewButton(lang.L("Pause sending"), resources.IconPause(), widgets.Plain, func() {
		paused := !s.paused
		failed := lang.L("Could not resume sending.")
		if paused {
			failed = lang.L("Could not pause sending.")
		}
		s.deps.Do(failed, func(ctx context.Context) error { return s.deps.Engine.PauseSending(ctx, paused) })
	})
	s.track = widgets.NewButton(lang.L("Track a task ID…"), nil, widgets.Plain, s.TrackTask)
	header := widgets.NewScreenHeader(lang.L("Queue"), left, []fyne.CanvasObject{search, s.track, s.pause})

	s.sendHeld = widgets.NewButton("", nil, widgets.Plain, s.sendAllHeld)
	s.banner = widgets.NewBanner(resources.IconPause(), widgets.ToneNeutral, "", s.sendHeld)
	s.bannerBox = widgets.NewInset(8, 16, 8, 16, s.banner)
	s.failing = widgets.NewBanner(resources.IconWarning(), widgets.ToneWarn, "", widgets.NewButton(lang.L("Try now"), nil, widgets.Plain, s.tryNow))
	s.failingBox = widgets.NewInset(8, 16, 8, 16, s.failing)
	s.problem = widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)

	s.list = widgets.NewList(func() int { return len(s.shown.items) }, func() fyne.CanvasObject { return newRowView(s) },
		func(id int, o fyne.CanvasObject) {
			if id < len(s.shown.items) {
				o.(*rowView).set(s.shown.items[id])
			}
		})
	s.list.Height = func(id int) float32 {
		if s.shown.items[id].head != "" {
			return resources.Scaled(headHeight)
		}
		return resources.Scaled(jobHeight)
	}
	s.empty = container.NewStack(widgets.NewEmpty(resources.IconQueue(), lang.L("Nothing in the queue"),
		lang.L("What you generate appears here with its state and its cost, until you need it no more."), nil))
	top := widgets.NewColumn(0, header, s.failingBox, s.bannerBox, newHead(), widgets.NewRule(), s.problem)
	s.frame = widgets.NewFrame(top, nil, nil, container.NewStack(s.list, s.empty))
	s.content = container.NewStack(widgets.NewGround(resources.BgWindow), s.frame)
}

// choose keeps one group, or all of them.
func (s *Screen) choose(g group) {
	s.mu.Lock()
	s.filter = g
	s.mu.Unlock()
	s.deps.Refresh()
}

// show swaps in what was read.
func (s *Screen) show(a answer, paused bool) {
	s.paused = paused
	s.shown = a
	if !s.built {
		return
	}
	s.mu.Lock()
	filter := s.filter
	s.mu.Unlock()
	total := 0
	for g := range groups {
		total += a.counts[g]
	}
	s.labelChips(a, total, filter)

	if paused {
		s.pause.SetText(lang.L("Resume sending"))
		s.pause.SetIcon(resources.IconPlay())
	} else {
		s.pause.SetText(lang.L("Pause sending"))
		s.pause.SetIcon(resources.IconPause())
	}
	s.showBanners(a)
	s.problem.Hide()
	if a.err != nil {
		s.problem.SetText(lang.L("The queue cannot be read: %s", a.err.Error()))
		s.problem.Show()
	}
	s.frame.Refresh() // a banner that came or went moves the rows
	s.manyProfiles = manyProfiles(a.items)
	if len(a.items) == 0 && a.read && a.err == nil {
		s.empty.Show()
	} else {
		s.empty.Hide()
	}
	s.list.Update()
}

func (s *Screen) labelChips(a answer, total int, filter group) {
	s.chips[0].SetText(groups.word() + " " + lang.Number(total))
	s.chips[0].SetOn(filter == groups)
	for g := range groups {
		s.chips[g+1].SetText(g.word() + " " + lang.Number(a.counts[g]))
		s.chips[g+1].SetOn(filter == g)
		if g == needsYou && a.counts[g] > 0 {
			s.chips[g+1].SetIcon(resources.IconWarning())
			s.chips[g+1].SetIconTone(widgets.ToneWarn)
		} else {
			s.chips[g+1].SetIcon(nil)
		}
	}
}
