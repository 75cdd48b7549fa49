package feed

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"log/slog"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/compose/form"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/price"
	"viviscope/resources"
)

// What the program wires in.
var (
	_ Rows     = (*db.Library)(nil)
	_ Commands = (*jobs.Engine)(nil)
	_ Posters  = (*media.Thumbs)(nil)
)

// stage is a feed with everything around it in the test's hands.
type stage struct {
	t       testing.TB
	now     time.Time
	rows    []db.Job // newest first
	entries map[int64][]db.Entry
	assets  map[int64][]db.Asset
	reads   map[string]int
	usual   []time.Duration
	did     []string
	err     error
	sent    []client.VideoRequest
	copied  string
	opened  []int64
	reused  []int64
	led     []string // where the newer buttons led
	notify  []bool
	form    string  // of requests, in the profile
	asked   []int64 // posters
	work    []func()
	s       *Screen
	w       fyne.Window
}

func newStage(t testing.TB) *stage {
	apptest.New(t, resources.Theme(resources.Dark))
	g := &stage{t: t, now: noon, entries: map[int64][]db.Entry{}, assets: map[int64][]db.Asset{}, reads: map[string]int{}}
	g.s = New(Deps{
		Rows: g, Commands: g, Posters: g, Live: live.New(func() time.Time { return g.now }), Sender: &price.Sender{Post: func(f func()) { f() }, Go: func(f func()) { g.work = append(g.work, f) }},
		Started:  noon.Add(-time.Hour),
		Now:      func() time.Time { return g.now },
		Post:     func(f func()) { f() },
		Go:       func(f func()) { g.work = append(g.work, f) },
		Random:   func() int64 { return 123 },
		Copy:     func(text string) { g.copied = text },
		Log:      slog.New(slog.DiscardHandler),
		OnNotify: func(on bool) { g.notify = append(g.notify, on) },
		OnOpen:   func(a db.Asset) { g.opened = append(g.opened, a.ID) },
		OnReveal: func(a db.Asset) { g.opened = append(g.opened, -a.ID) },
		OnReuse:  func(j db.Job, _ bool) { g.reused = append(g.reused, j.ID) },

		OnReuseHow: func(j db.Job, how form.How) { g.led = append(g.led, fmt.Sprintf("reuse %d %d", j.ID, how)) },
		SetForm: func(_ context.Context, id int64, form client.Form) error {
			g.form = string(form)
			return g.command("form %q of %d", form, id)
		},
		OnEditHeld: func(j db.Job) { g.led = append(g.led, fmt.Sprintf("held %d", j.ID)) },
		OnSister:   func(j db.Job) { g.led = append(g.led, fmt.Sprintf("sister %d", j.ID)) },
		OnFrame:    func(a db.Asset, place int) { g.led = append(g.led, fmt.Sprintf("frame %d %d", a.ID, place)) },
		OnEdit:     func(a db.Asset) { g.led = append(g.led, fmt.Sprintf("edit %d", a.ID)) },
	})
	g.w = test.NewTempWindow(t, g.s.Content())
	g.w.SetPadded(false)
	g.w.Resize(fyne.NewSize(860, 700))
	return g
}

// add makes a job that is newer than all others.
func (g *stage) add(state db.JobState) *db.Job {
	id := int64(len(g.rows) + 1)
	g.rows = append([]db.Job{{
		ID: id, Ref: fmt.Sprintf("%08x", id), ProfileID: 7, Kind: db.TextToVideo, State: state, Model: "clip-2.6",
		Prompt: "paper boats on a canal", Request: []byte(`{"model":"clip-2.6","prompt":"paper boats on a canal","seconds":5,"resolution":"720P","seed":5}`),
		TaskID: fmt.Sprintf("task-%d", id), Currency: "CNY", EstimateMicros: micros(2_800_000),
		CreatedAt: g.now.Add(-2 * time.Minute), SentAt: g.now.Add(-2 * time.Minute), AcceptedAt: g.now.Add(-84 * time.Second), EndedAt: g.now.Add(-time.Minute),
	}}, g.rows...)
	if state == db.Saved {
		g.assets[id] = []db.Asset{{ID: 100 + id, JobID: id, Kind: db.Clip, Seconds: 5}}
	}
	return &g.rows[0]
}

func (g *stage) job(id int64) *db.Job {
	for i := range g.rows {
		if g.rows[i].ID == id {
			return &g.rows[i]
		}
	}
	g.t.Fatalf("no job %d", id)
	return nil
}

// hear takes events as the window does; the tenth of a second that it waits for more is over.
func (g *stage) hear(events ...jobs.Event) {
	for _, ev := range events {
		g.s.Handle(ev)
		g.s.d.Live.Handle(ev)
	}
	g.flush(false)
}

func (g *stage) flush(second bool) {
	if set := g.s.d.Live.Flush(second); set != nil {
		set()
	}
}

func (g *stage) update() { g.s.Update(context.Background()) }

// finish lets what was sent off the window's goroutine run, and what that started.
func (g *stage) finish() {
	for len(g.work) > 0 {
		work := g.work
		g.work = nil
		for _, f := range work {
			f()
		}
	}
}

func (g *stage) card(id int64) *jobCard {
	c, ok := g.s.view.list.Cell(id).(*jobCard)
	if !ok {
		g.t.Fatalf("job %d has no card in sight", id)
	}
	return c
}

// press taps the button of an action on a card.
func (g *stage) press(id int64, a Action) {
	c := g.card(id)
	i := slices.Index(c.actions, a)
	if i < 0 {
		g.t.Fatalf("job %d: no action %d in %v", id, a, c.actions)
	}
	objects := append(slices.Clone(c.beside.Objects), c.buttons.Objects...)
	test.Tap(objects[i].(fyne.Tappable))
}

func (g *stage) ids() []int64 {
	var ids []int64
	for _, it := range g.s.Items() {
		ids = append(ids, it.Job.ID)
	}
	return ids
}

func (g *stage) Jobs(_ context.Context, f db.JobFilter) ([]db.Job, error) {
	g.reads["jobs"]++
	var page []db.Job
	for _, j := range g.rows {
		if (f.BeforeID == 0 || j.ID < f.BeforeID) && (len(f.States) == 0 || slices.Contains(f.States, j.State)) && len(page) < f.Limit {
			page = append(page, j)
		}
	}
	return page, nil
}

func (g *stage) Job(_ context.Context, id int64) (db.Job, error) {
	for _, j := range g.rows {
		if j.ID == id {
			return j, nil
		}
	}
	return db.Job{}, db.ErrNotFound
}

func (g *stage) AssetsOfJob(_ context.Context, id int64) ([]db.Asset, error) {
	g.reads["assets"]++
	return g.assets[id], nil
}

func (g *stage) Entries(_ context.Context, f db.EntryFilter) ([]db.Entry, error) {
	g.reads["entries"]++
	return g.entries[f.JobID], nil
}

func (g *stage) Durations(_ context.Context, profile int64, _ string, _ int, _ string, _ int) ([]time.Duration, error) {
	if profile != 7 { // of add
		return nil, nil
	}
	return g.usual, nil
}

func (g *stage) PriceJobs(_ context.Context, id int64, list ...db.Job) (jobs.Quote, error) {
	q := jobs.Quote{Profile: db.Profile{ID: id, BaseURL: "https://api.my-gateway.net", Form: g.form}, Currency: "CNY", Each: make([]*int64, len(list)),
		Table: client.PriceTable{Currency: "CNY", Video: []client.VideoRate{{Model: "clip-2.6", Resolution: "720P", PerSecond: 560_000}}}}
	for i, j := range list {
		if r, err := jobs.RequestOf(j); err == nil && r.Estimate(q.Table).Known {
			q.Each[i] = micros(int64(r.Estimate(q.Table).Amount))
		}
	}
	return q, nil
}

func (g *stage) command(format string, args ...any) error {
	g.did = append(g.did, fmt.Sprintf(format, args...))
	return g.err
}

func (g *stage) Release(_ context.Context, _ jobs.Terms, ids ...int64) error {
	return g.command("release %v", ids)
}
func (g *stage) Discard(_ context.Context, id int64) error      { return g.command("discard %d", id) }
func (g *stage) StopWatching(_ context.Context, id int64) error { return g.command("stop %d", id) }
func (g *stage) WatchAgain(_ context.Context, id int64) error   { return g.command("watch %d", id) }
func (g *stage) CheckNow(_ context.Context, id int64)           { _ = g.command("try %d", id) }
func (g *stage) NotCharged(_ context.Context, id int64) error   { return g.command("not charged %d", id) }
func (g *stage) WasCharged(_ context.Context, id int64) error   { return g.command("charged %d", id) }
func (g *stage) Adopt(_ context.Context, id int64, task string) error {
	return g.command("adopt %d %s", id, task)
}

func (g *stage) SendAgain(_ context.Context, id int64, _ jobs.Terms) (db.Job, error) {
	return db.Job{}, g.command("again %d", id)
}

func (g *stage) Submit(_ context.Context, profile int64, orders []jobs.Order, _ jobs.Terms) ([]db.Job, error) {
	switch r := orders[0].Request.(type) {
	case client.VideoRequest:
		g.sent = append(g.sent, r)
	case client.EditRequest:
		return nil, g.command("edit %q for %d", r.Prompt, profile)
	}
	return nil, g.command("submit for %d", profile)
}

func (g *stage) Cached(db.Asset, int) (image.Image, bool) { return nil, false }

func (g *stage) Request(a db.Asset, _ int, done func(image.Image, error)) func() {
	g.asked = append(g.asked, a.ID)
	off := false
	g.work = append(g.work, func() {
		if !off {
			img := image.NewRGBA(image.Rect(0, 0, 16, 9))
			img.Set(0, 0, color.White)
			done(img, nil)
		}
	})
	return func() { off = true }
}
