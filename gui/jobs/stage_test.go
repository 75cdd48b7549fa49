package jobs

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/action"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/shell"
	"viviscope/gui/spend"
	"viviscope/resources"
)

// The types that the program passes.
var (
	_ Library      = (*db.Library)(nil)
	_ Engine       = (*jobs.Engine)(nil)
	_ shell.Screen = (*Queue)(nil)
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func micros(n int64) *int64 { return &n }

// clipRequest costs 2.80 at the prices of a stage.
const clipRequest = `{"model":"clip-2.6","prompt":"paper boats on a canal","seconds":5,"resolution":"720P","seed":5}`

// stage is both screens with fakes of everything that they use.
type stage struct {
	actiontest.Nav // records navigation
	host           *actiontest.Host
	media.Pictures

	t       testing.TB
	now     time.Time
	rows    []db.Job // newest first
	entries map[int64][]db.Entry
	assets  map[int64][]db.Asset
	reads   map[string]int
	usual   []time.Duration
	stats   []ledger.ModelStats
	did     []string
	err     error // of commands
	broken  error // of the library
	weighed jobs.GrantCheck
	form    string // of requests, in the profile
	budget  *int64
	paused  bool
	asked   []int64 // requested posters
	film    fakePlayer
	work    []func()
	stale   bool
	v       *Lists
	s       *Recent
	q       *Queue
	w       fyne.Window
	place   shell.Screen // the shown screen
}

// newStage returns a stage that shows the recent jobs.
func newStage(t testing.TB) *stage {
	apptest.New(t, resources.Theme(resources.Dark))
	g := &stage{t: t, now: noon, entries: map[int64][]db.Entry{}, assets: map[int64][]db.Asset{},
		reads: map[string]int{}}
	g.host = &actiontest.Host{Clock: func() time.Time { return g.now }, Front: db.Profile{ID: 7, Name: "Studio"},
		Worker: func(f func(context.Context)) { g.work = append(g.work, func() { f(context.Background()) }) }}
	g.v = New(Deps{
		Host: g.host, Library: g, Organizer: g, Engine: g, Window: g, Posters: g, Live: live.New(func() time.Time {
			return g.now
		}),
		Player: &g.film, Sender: &spend.Sender{Host: g.host, Navigator: g},
	})
	g.s, g.q = g.v.Recent, g.v.Queue
	g.place = g.s
	g.w = test.NewTempWindow(t, g.s.Content())
	g.host.On = g.w.Canvas()
	g.w.SetPadded(false)
	g.w.Resize(fyne.NewSize(860, 700))
	return g
}

// newQueueStage returns a stage that shows the queue, with a job in every group.
func newQueueStage(t testing.TB) *stage {
	g := newStage(t)
	g.now = noon.Add(2*time.Hour + 5*time.Minute)
	const picture = `{"model":"genimage-2.5-flare","prompt":"boats","size":"1024x1024","quality":"low"}`
	g.rows = []db.Job{
		{ID: 9, State: db.Unconfirmed, Kind: db.TextToVideo, Prompt: "sun", Model: "clip-2.6",
			SentAt: g.now.Add(-time.Minute)},
		{ID: 8, State: db.Held, Hold: db.HeldNotSent, Kind: db.TextToVideo, Prompt: "wind",
			Request: []byte(clipRequest), EstimateMicros: micros(2_800_000)},
		{ID: 7, State: db.Held, Hold: db.HeldByUser, Kind: db.TextToImage, Prompt: "boats",
			Request: []byte(picture), EstimateMicros: micros(60_000)},
		{ID: 6, State: db.InProgress, Kind: db.TextToVideo, Prompt: "mist", Progress: 40,
			SentAt: g.now.Add(-84 * time.Second)},
		{ID: 5, State: db.Waiting, Kind: db.TextToImage, Prompt: "second"},
		{ID: 4, State: db.Waiting, Kind: db.TextToImage, Prompt: "first"},
		{ID: 3, State: db.Saved, Kind: db.TextToVideo, Prompt: "lamp", ExpiresAt: g.now.Add(167 * time.Hour)},
		{ID: 2, State: db.Failed, Kind: db.TextToVideo, Prompt: "crowd", ErrorMessage: "rejected by the content check"},
		{ID: 1, State: db.Expired, Kind: db.TextToVideo, Prompt: "old", Request: []byte(clipRequest)},
	}
	for i := range g.rows {
		g.rows[i].ProfileID, g.rows[i].Currency = 7, "CNY"
	}
	g.entries[9] = []db.Entry{{ID: 1, JobID: 9, Kind: db.UnconfirmedEntry, AmountMicros: micros(4_500_000),
		Currency: "CNY"}}
	g.entries[3] = []db.Entry{{ID: 3, JobID: 3, Kind: db.Charge, AmountMicros: micros(5_600_000), Currency: "CNY"},
		{ID: 2, JobID: 3, Kind: db.Reserve, AmountMicros: micros(5_600_000), Currency: "CNY"}}
	g.assets[3] = []db.Asset{{ID: 33, JobID: 3, Kind: db.Clip}}
	g.place = g.q
	g.w.SetPadded(true)
	g.w.SetContent(g.q.Content())
	g.w.Resize(fyne.NewSize(1270, 1200))
	g.update()
	return g
}

// add adds a job that is newer than all others.
func (g *stage) add(state db.JobState) *db.Job {
	id := int64(len(g.rows) + 1)
	g.rows = append([]db.Job{{
		ID: id, Ref: fmt.Sprintf("%08x", id), ProfileID: 7, Kind: db.TextToVideo, State: state, Model: "clip-2.6",
		Prompt: "paper boats on a canal", Request: []byte(clipRequest),
		TaskID: fmt.Sprintf("task-%d", id), Currency: "CNY", EstimateMicros: micros(2_800_000),
		CreatedAt: g.now.Add(-2 * time.Minute), SentAt: g.now.Add(-2 * time.Minute),
		AcceptedAt: g.now.Add(-84 * time.Second), EndedAt: g.now.Add(-time.Minute),
	}}, g.rows...)
	if state == db.Saved {
		g.assets[id] = []db.Asset{{ID: 100 + id, JobID: id, Kind: db.Clip, Seconds: 5}}
	}
	return &g.rows[0]
}

// picture adds a saved picture with a link that expires after left.
func (g *stage) picture(left time.Duration) int64 {
	job := g.add(db.Saved)
	job.Kind, job.TaskID, job.Model = db.TextToImage, "", "genimage-2.5-flare"
	job.Request = []byte(`{"model":"genimage-2.5-flare","prompt":"a tea bowl","size":"1024x1024","quality":"medium"}`)
	g.assets[job.ID] = []db.Asset{{ID: 100 + job.ID, JobID: job.ID, Kind: db.Picture,
		Link: "https://img.example.com/a.png", LinkExpires: g.now.Add(left)}}
	return job.ID
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

// item returns a job as the shown screen has read it.
func (g *stage) item(id int64) *item {
	shown := g.s.items
	if g.place == g.q {
		shown = g.q.items
	}
	i := slices.IndexFunc(shown, func(it *item) bool { return it.ID == id })
	if i < 0 {
		g.t.Fatalf("job %d is not shown", id)
	}
	return shown[i]
}

// hear passes events to the screens, as the window does after it has collected them for a tenth of a second.
func (g *stage) hear(events ...jobs.Event) {
	for _, ev := range events {
		g.place.Handle(ev)
		g.v.Live.Handle(ev)
	}
	g.flush(false)
}

func (g *stage) flush(second bool) {
	if set := g.v.Live.Flush(second); set != nil {
		set()
	}
}

func (g *stage) update() { g.place.Update(context.Background()) }

// finish runs all background work, and the work that it starts.
func (g *stage) finish() {
	for len(g.work) > 0 {
		work := g.work
		g.work = nil
		for _, f := range work {
			f()
		}
	}
}

// card returns the card of the click of a job.
func (g *stage) card(id int64) *jobCard {
	i, known := g.s.lineOf[id]
	if !known {
		g.t.Fatalf("job %d is not shown", id)
	}
	c, ok := g.s.rows.Cell(g.s.lines[i].id()).(*cell)
	if !ok {
		g.t.Fatalf("job %d has no card in sight", id)
	}
	return c.layout.(*jobCard)
}

// row returns the row of a job in the queue.
func (g *stage) row(id int64) *jobRow {
	for _, c := range apptest.Find[*cell](g.q.Content()) {
		if c.line.kind == jobLine && c.line.id() == id {
			return c.layout.(*jobRow)
		}
	}
	g.t.Fatalf("job %d has no row in sight", id)
	return nil
}

// press taps the button of an action on the card or the row of a job.
func (g *stage) press(id int64, a string) {
	b := g.buttonsOf(id)
	i := slices.Index(actionIDs(b.list), a)
	if i < 0 {
		g.t.Fatalf("job %d: no action %s in %v", id, a, actionIDs(b.list))
	}
	o := b.in.Objects[i]
	test.Tap(o.(fyne.Tappable))
}

// choose runs an action of the menu of a card.
func (g *stage) choose(id int64, a string) {
	list := g.s.cardMenu(g.s.lines[g.s.lineOf[id]].click, g.card(id).actionButtons.list)
	found := action.ByID(list, a)
	if !found.Can() {
		g.t.Fatalf("job %d: no action %s in the menu %v", id, a, actionIDs(list))
	}
	found.Do()
}

// cell returns the tile of a job in the grid of its card.
func (g *stage) cell(id int64) *tile {
	for _, c := range g.card(id).grid.tiles {
		if c.it.ID == id {
			return c
		}
	}
	g.t.Fatalf("job %d has no cell", id)
	return nil
}

func (g *stage) buttonsOf(id int64) *actionButtons {
	if g.place == g.q {
		return &g.row(id).actionButtons
	}
	return &g.card(id).actionButtons
}

// offers returns the IDs of the actions with buttons on a card or a row.
func (g *stage) offers(id int64) []string { return actionIDs(g.buttonsOf(id).list) }

// sheet returns the text of the open sheet, and its buttons by their labels.
func (g *stage) sheet() (words string, buttons map[string]apptest.Button) {
	g.t.Helper()
	sheet, ok := g.w.Canvas().Overlays().Top().(*kit.Sheet)
	if !ok {
		g.t.Fatalf("on top is %T", g.w.Canvas().Overlays().Top())
	}
	return strings.Join(apptest.Texts(sheet), "\n"), apptest.Buttons(sheet)
}

// tap taps a button of the open sheet, and runs all work that follows.
func (g *stage) tap(word string) {
	g.t.Helper()
	g.answer(word)
	g.finish()
}

// answer taps a button of the open sheet.
func (g *stage) answer(word string) {
	g.t.Helper()
	_, buttons := g.sheet()
	if buttons[word] == nil {
		g.t.Fatalf("no %q in %v", word, buttons)
	}
	test.Tap(buttons[word])
}

func (g *stage) Jobs(_ context.Context, f db.JobFilter) ([]db.Job, error) {
	g.reads["jobs"]++
	var page []db.Job
	for _, j := range g.rows {
		if (f.BeforeID == 0 || j.ID < f.BeforeID) && (len(f.States) == 0 || slices.Contains(f.States, j.State)) &&
			(f.Click == "" || j.Click == f.Click) && (f.Hold == "" || j.Hold == f.Hold) &&
			strings.Contains(j.Prompt, f.Text) && (f.Limit == 0 || len(page) < f.Limit) {
			page = append(page, j)
		}
	}
	return page, g.broken
}

func (g *stage) CheckGrant(context.Context, string, jobs.Quote, ...db.Job) (jobs.GrantCheck, error) {
	return g.weighed, nil
}

func (g *stage) AssetsOfJobs(_ context.Context, ids []int64) (map[int64][]db.Asset, error) {
	g.reads["assets"] += len(ids)
	found := map[int64][]db.Asset{}
	for _, id := range ids {
		found[id] = g.assets[id]
	}
	return found, nil
}

func (g *stage) AssetsByID(_ context.Context, ids []int64) (found []db.Asset, _ error) {
	g.reads["files"]++
	for _, id := range ids {
		for _, list := range g.assets {
			for _, a := range list {
				if a.ID == id {
					found = append(found, a)
				}
			}
		}
	}
	return found, nil
}

func (g *stage) AssetByRef(_ context.Context, ref string) (db.Asset, error) {
	for _, list := range g.assets {
		for _, a := range list {
			if a.Ref == ref {
				return a, nil
			}
		}
	}
	return db.Asset{}, db.ErrNotFound
}

func (g *stage) BoardNames(context.Context) (map[string]string, error) {
	return map[string]string{"b0a4d": "Dusk"}, nil
}

func (g *stage) AbsPath(rel string) (string, error) { return "/library/" + rel, nil }

func (g *stage) ModelStats(context.Context, ledger.Filter) ([]ledger.ModelStats, error) {
	return g.stats, nil
}

func (g *stage) EntriesOfJobs(_ context.Context, ids []int64) (map[int64][]db.Entry, error) {
	g.reads["entries"] += len(ids)
	found := map[int64][]db.Entry{}
	for _, id := range ids {
		found[id] = g.entries[id]
	}
	return found, nil
}

func (g *stage) Durations(_ context.Context, profile int64, _ string, _ int, _ string, _ int) ([]time.Duration, error) {
	if profile != 7 { // of add
		return nil, nil
	}
	return slices.Clone(g.usual), nil
}

func (g *stage) PriceJobs(_ context.Context, id int64, list ...db.Job) (jobs.Quote, error) {
	q := jobs.Quote{Profile: db.Profile{ID: id, Name: "Studio", BaseURL: "https://api.my-gateway.net", Form: g.form},
		Currency: "CNY", Each: make([]*int64, len(list)), Known: true, Limits: jobs.Limits{Month: g.budget},
		Table: client.PriceTable{Currency: "CNY",
			Video:  []client.VideoRate{{Model: "clip-2.6", Resolution: "720P", PerSecond: 560_000}},
			Images: []client.ImageRate{{Size: client.Size1024, Quality: "low", PerPicture: 60_000}}}}
	for i, j := range list {
		if r, err := jobs.RequestOf(j); err == nil && r.Estimate(q.Table).Known {
			q.Each[i] = micros(int64(r.Estimate(q.Table).Amount))
			q.Total += *q.Each[i]
		}
	}
	return q, nil
}

func (g *stage) command(format string, args ...any) error {
	g.did = append(g.did, fmt.Sprintf(format, args...))
	return g.err
}

// spend records a command for n jobs at 2.80, or refuses terms that need a confirmation.
func (g *stage) spend(how jobs.Terms, n int, format string, args ...any) error {
	q := jobs.Quote{Profile: db.Profile{ID: 7}, Currency: "CNY", Each: make([]*int64, n),
		Total: int64(n) * 2_800_000, Known: true, Limits: jobs.Limits{Month: g.budget}}
	for i := range q.Each {
		q.Each[i] = micros(2_800_000)
	}
	if q.ConfirmScope() != jobs.ScopeNone && how.Agreed != q.Agreement() {
		return &jobs.AdmissionError{Quote: q}
	}
	return g.command(format, args...)
}

func (g *stage) Release(_ context.Context, how jobs.Terms, ids ...int64) error {
	return g.spend(how, len(ids), "release %v", ids)
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

func (g *stage) SendAgain(_ context.Context, id int64, how jobs.Terms) (db.Job, error) {
	return db.Job{}, g.spend(how, 1, "again %d", id)
}

func (g *stage) OneMore(_ context.Context, id int64, kept *int64, how jobs.Terms) (db.Job, error) {
	return db.Job{}, g.spend(how, 1, "one more of %d, keeps %v", id, kept != nil)
}

func (g *stage) Track(_ context.Context, _ int64, task string) (db.Job, error) {
	return db.Job{}, g.command("track %s", task)
}

func (g *stage) PauseSending(_ context.Context, paused bool) error {
	g.paused = paused
	return nil
}
func (g *stage) Paused() bool { g.reads["paused"]++; return g.paused }

func (g *stage) Cached(db.Asset, int) (image.Image, bool)  { return nil, false }
func (g *stage) Nearest(db.Asset, int) (image.Image, bool) { return nil, false }

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

// Refresh schedules one Update, even if it is called several times.
func (g *stage) Refresh() {
	if !g.stale {
		g.stale = true
		g.work = append(g.work, func() { g.stale = false; g.update() })
	}
}

func (g *stage) Strip(a db.Asset, done func(image.Image, error)) func() {
	done(image.NewRGBA(image.Rect(0, 0, 16*media.StripTiles, 9)), nil)
	return func() {}
}

func (g *stage) Sound(context.Context) (volume float64, muted bool) { return 30, true }

// fakePlayer records its calls.
type fakePlayer struct {
	did     []string
	onState func(player.State)
}

func (p *fakePlayer) note(what ...any)             { p.did = append(p.did, fmt.Sprint(what...)) }
func (p *fakePlayer) OnFrame(func(*image.RGBA))    {}
func (p *fakePlayer) Panel(int, int)               {}
func (p *fakePlayer) OnState(f func(player.State)) { p.onState = f }
func (p *fakePlayer) Load(path string)             { p.note("load ", path) }
func (p *fakePlayer) SeekExact(at time.Duration)   { p.note("seek ", at) }
func (p *fakePlayer) Unload()                      { p.note("unload") }
func (p *fakePlayer) Play()                        { p.note("play") }
func (p *fakePlayer) Toggle()                      { p.note("toggle") }
func (p *fakePlayer) SetVolume(percent float64)    { p.note("volume ", percent) }
func (p *fakePlayer) SetMuted(muted bool)          { p.note("muted ", muted) }

func (g *stage) EditHeld(j db.Job) { g.Tell("edit held", j.ID, j.Prompt) }
func (g *stage) Notify() bool      { return false }
func (g *stage) SetNotify(on bool) { g.Tell("notify", on) }
func (g *stage) Unsay(string)      {}

func (g *stage) SetForm(_ context.Context, id int64, form client.RequestFormat) error {
	g.form = string(form)
	return g.command("form %q of %d", form, id)
}
