package queue

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/live"
	"viviscope/gui/price"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

var noon = time.Date(2026, 11, 21, 14, 5, 0, 0, time.UTC)

func micros(v int64) *int64 { return &v }

// rows is a library with a job in every group.
type rows struct {
	jobs   []db.Job
	broken error
}

func newRows() *rows {
	return &rows{jobs: []db.Job{
		{ID: 9, State: db.Unconfirmed, Kind: db.TextToVideo, Prompt: "sun", Model: "clip-2.6", SentAt: noon.Add(-time.Minute), ProfileID: 1},
		{ID: 8, State: db.Held, Hold: db.HeldNotSent, Kind: db.TextToVideo, Prompt: "wind", EstimateMicros: micros(2_800_000), Currency: "CNY", ProfileID: 1},
		{ID: 7, State: db.Held, Hold: db.HeldByPerson, Kind: db.TextToImage, Prompt: "boats", EstimateMicros: micros(60_000), Currency: "CNY", ProfileID: 1},
		{ID: 6, State: db.InProgress, Kind: db.TextToVideo, Prompt: "mist", Progress: 40, SentAt: noon.Add(-84 * time.Second), ProfileID: 1},
		{ID: 5, State: db.Waiting, Kind: db.TextToImage, Prompt: "second", ProfileID: 1},
		{ID: 4, State: db.Waiting, Kind: db.TextToImage, Prompt: "first", ProfileID: 1},
		{ID: 3, State: db.Saved, Kind: db.TextToVideo, Prompt: "lamp", ExpiresAt: noon.Add(167 * time.Hour), ProfileID: 1},
		{ID: 2, State: db.Failed, Kind: db.TextToVideo, Prompt: "crowd", ErrorMessage: "rejected by the content check", ProfileID: 1},
		{ID: 1, State: db.Expired, Kind: db.TextToVideo, Prompt: "old", ProfileID: 1},
	}}
}

func (r *rows) Jobs(_ context.Context, f db.JobFilter) ([]db.Job, error) {
	var out []db.Job
	for _, j := range r.jobs {
		if slices.Contains(f.States, j.State) && strings.Contains(j.Prompt, f.Text) {
			out = append(out, j)
		}
	}
	return out, r.broken
}

func (r *rows) Entries(_ context.Context, f db.EntryFilter) ([]db.Entry, error) {
	switch f.JobID {
	case 9:
		return []db.Entry{{ID: 1, JobID: 9, Kind: db.UnconfirmedEntry, AmountMicros: micros(4_500_000), Currency: "CNY"}}, nil
	case 3:
		return []db.Entry{{ID: 3, JobID: 3, Kind: db.Charge, AmountMicros: micros(5_600_000), Currency: "CNY"}, {ID: 2, JobID: 3, Kind: db.Reserve, AmountMicros: micros(5_600_000), Currency: "CNY"}}, nil
	}
	return nil, nil
}

func (r *rows) AssetsOfJob(_ context.Context, id int64) ([]db.Asset, error) {
	if id == 3 {
		return []db.Asset{{ID: 33, JobID: 3, Kind: db.Clip}}, nil
	}
	return nil, nil
}

func (r *rows) Profiles(context.Context) ([]db.Profile, error) {
	return []db.Profile{{ID: 1, Name: "My gateway"}}, nil
}

// engine notes what it is told.
type engine struct {
	paused bool
	asked  int
	told   []string
	sent   []int64
	refuse error // of Track
	budget *int64
}

// admit refuses what must be asked about: so many jobs at 2.80.
func (e *engine) admit(how jobs.Terms, profile int64, n int) error {
	q := jobs.Quote{Profile: db.Profile{ID: profile}, Currency: "CNY", Each: make([]*int64, n), Total: int64(n) * 2_800_000, Known: true, Limits: jobs.Limits{Month: e.budget}}
	for i := range q.Each {
		q.Each[i] = micros(2_800_000)
	}
	if q.Asks() != jobs.ScopeNone && how.Agreed != q.Agreement() {
		return &jobs.AdmissionError{Quote: q}
	}
	return nil
}

func (e *engine) Release(_ context.Context, how jobs.Terms, ids ...int64) error {
	if err := e.admit(how, ids[0], len(ids)); err != nil {
		return err
	}
	e.sent = append(e.sent, ids...)
	return nil
}
func (e *engine) Discard(_ context.Context, id int64) error {
	e.told = append(e.told, "discard")
	return nil
}
func (e *engine) StopWatching(context.Context, int64) error {
	e.told = append(e.told, "stop")
	return nil
}
func (e *engine) CheckNow(_ context.Context, id int64) {
	e.told = append(e.told, fmt.Sprint("try ", id))
}

func (e *engine) SendAgain(_ context.Context, id int64, how jobs.Terms) (db.Job, error) {
	if err := e.admit(how, 1, 1); err != nil {
		return db.Job{}, err
	}
	e.told = append(e.told, fmt.Sprint("again ", id))
	return db.Job{}, nil
}

func (e *engine) PriceJobs(context.Context, int64, ...db.Job) (jobs.Quote, error) {
	return jobs.Quote{Currency: "CNY", Total: 2_800_000, Known: true}, nil
}

func (e *engine) NotCharged(context.Context, int64) error {
	e.told = append(e.told, "not charged")
	return nil
}

func (e *engine) WatchAgain(context.Context, int64) error {
	e.told = append(e.told, "watch")
	return nil
}
func (e *engine) PauseSending(_ context.Context, p bool) error {
	e.paused = p
	return nil
}
func (e *engine) Paused() bool { e.asked++; return e.paused }
func (e *engine) Track(_ context.Context, profile int64, id string) (db.Job, error) {
	e.told = append(e.told, "track "+id)
	return db.Job{}, e.refuse
}

func newScreen(t *testing.T, l Library, e *engine) *Screen {
	t.Helper()
	apptest.New(t, resources.Theme(resources.Dark))
	var s *Screen
	sender := &price.Sender{Post: func(f func()) { f() }, Go: func(f func()) { f() }, Canvas: func() fyne.Canvas { return s.canvas() }}
	s = New(Deps{Library: l, Engine: e, Sender: sender, Live: live.New(func() time.Time { return noon }), Post: func(f func()) { f() }, Now: func() time.Time { return noon },
		Do:      func(_ string, f func(context.Context) error) { _ = f(context.Background()) },
		Refresh: func() { s.Update(context.Background()) },
		Poster:  func(db.Asset, int, func(image.Image)) func() { return func() {} },
		OnOpen:  func(db.Asset) {}, OnReveal: func(db.Asset) {}, OnResolve: func(int64) {}, OnReuse: func(db.Job) {},
		Front: func() db.Profile { return db.Profile{ID: 1, Name: "Studio"} },
	})
	w := test.NewTempWindow(t, s.Content())
	w.Resize(fyne.NewSize(1270, 1200))
	s.Update(context.Background())
	return s
}

func TestGroupsStandInTheirOrder(t *testing.T) {
	s := newScreen(t, newRows(), &engine{})
	var got []string
	for _, it := range s.shown.items {
		if it.head != "" {
			got = append(got, it.head)
		} else {
			got = append(got, it.job.Prompt)
		}
	}
	want := "Needs you, sun, wind, boats, Running, mist, Waiting to send, first, second, Ended, lamp, crowd, old"
	if strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}
	if s.chips[1].Text() != "Needs you 3" || s.chips[0].Text() != "All 9" {
		t.Errorf("chips: %q, %q", s.chips[0].Text(), s.chips[1].Text())
	}
}

func TestRowsOfferOnlyWhatTheirStateAllows(t *testing.T) {
	s := newScreen(t, newRows(), &engine{})
	want := map[string]string{"sun": "Resolve…", "wind": "Send · ¥2.80 est.", "mist": "Stop watching", "first": "", "crowd": "", "old": "Make it again…"}
	for _, it := range s.shown.items {
		label, listed := want[it.job.Prompt]
		if !listed || it.head != "" {
			continue
		}
		first := ""
		if actions := s.actions(it); len(actions) > 0 {
			o := actions[0]
			if two, ok := o.(*fyne.Container); ok {
				o = two.Objects[0]
			}
			if b, ok := o.(*widgets.Button); ok {
				first = b.Text()
			}
		}
		if first != label {
			t.Errorf("%s offers %q, want %q", it.job.Prompt, first, label)
		}
		for _, forbidden := range []string{"Try again", "Cancel", "Retry"} {
			if first == forbidden {
				t.Errorf("%s offers %q", it.job.Prompt, first)
			}
		}
	}
}

func TestCostSaysItsKind(t *testing.T) {
	s := newScreen(t, newRows(), &engine{})
	want := map[string]string{"sun": "up to ¥4.50 unconfirmed", "wind": "¥2.80 est.", "lamp": "¥5.60 charged"}
	for _, it := range s.shown.items {
		if w, ok := want[it.job.Prompt]; ok && it.cost.Number+" "+it.cost.Word != w {
			t.Errorf("%s costs %q %q, want %q", it.job.Prompt, it.cost.Number, it.cost.Word, w)
		}
	}
}

// The engine may be committing, which takes the disk's time, so a click must not wait for its answer.
func TestTheWindowDoesNotAskTheEngine(t *testing.T) {
	e := &engine{}
	s := newScreen(t, newRows(), e)
	asked := e.asked
	var run func(context.Context) error
	s.deps.Do = func(_ string, f func(context.Context) error) { run = f }
	test.Tap(s.pause)
	s.Content()
	if e.asked != asked {
		t.Errorf("the window asked the engine %d times", e.asked-asked)
	}
	if err := run(t.Context()); err != nil || !e.paused {
		t.Errorf("%v, paused %v", err, e.paused)
	}
}

func TestFilterSearchPauseAndTrouble(t *testing.T) {
	l, e := newRows(), &engine{}
	s := newScreen(t, l, e)
	test.Tap(s.chips[4])
	for _, it := range s.shown.items {
		if it.head == "" && !it.job.State.Ended() {
			t.Errorf("%s among the ended", it.job.Prompt)
		}
	}
	test.Tap(s.pause)
	s.Update(context.Background())
	if !e.paused || s.pause.Text() != "Resume sending" {
		t.Errorf("paused %v, button %q", e.paused, s.pause.Text())
	}
	l.broken = errors.New("disk is gone")
	s.Update(context.Background())
	if !s.problem.Visible() || !strings.Contains(s.problem.Text(), "disk is gone") {
		t.Errorf("problem: %q", s.problem.Text())
	}
	s = newScreen(t, &rows{}, e)
	if !s.empty.Visible() {
		t.Error("an empty queue says nothing")
	}
}

// hear takes an event as the window does; the tenth of a second that it waits for more is over.
func (s *Screen) hear(ev jobs.Event) {
	s.Handle(ev)
	s.deps.Live.Handle(ev)
	if set := s.deps.Live.Flush(false); set != nil {
		set()
	}
}

// A row of the list is filled again and again at one size: each time the tag is as wide as its word, and the detail stands behind it.
func TestARecycledRowLeavesRoomForItsTag(t *testing.T) {
	s := newScreen(t, newRows(), &engine{})
	r := newRowView(s)
	w := test.NewTempWindow(t, r)
	w.Resize(fyne.NewSize(1200, jobHeight))
	tags := map[string]bool{}
	for _, it := range s.shown.items {
		if it.head != "" {
			continue
		}
		r.set(it)
		tags[r.tag.Word()] = true
		if got, want := r.tag.Size().Width, r.tag.MinSize().Width; got != want {
			t.Errorf("the tag %q is %v wide, its word needs %v", r.tag.Word(), got, want)
		}
		if end := r.tag.Position().X + r.tag.Size().Width; r.detail.Position().X < end {
			t.Errorf("%q begins at %v, under the tag %q that ends at %v", r.detail.Text(), r.detail.Position().X, r.tag.Word(), end)
		}
	}
	if len(tags) < 3 {
		t.Errorf("only these tags were tried: %v", tags)
	}
}

// A change of a job that was queued before its row went to another job reaches the row all the same, and is never seen there.
func TestARecycledRowNeverShowsAnotherJob(t *testing.T) {
	turns := apptest.NewTurns(t)
	jobsLive := live.New(func() time.Time { return noon })
	s := New(Deps{Live: jobsLive, Engine: &engine{}, Now: func() time.Time { return noon }})
	r := newRowView(s)
	r.CreateRenderer()
	row := func(id int64, state db.JobState) item {
		return item{job: db.Job{ID: id, State: state, Kind: db.TextToVideo, SentAt: noon}}
	}
	for _, after := range []item{row(2, db.InProgress), row(2, db.Saved), {head: "Ended"}} {
		r.set(row(1, db.InProgress))
		turns.Drain(func() {})
		jobsLive.Handle(jobs.Progress{ID: 1, Percent: 62})
		jobsLive.Flush(false)() // the changes are queued now
		r.Unbind()
		r.set(after)
		turns.Drain(func() {
			if r.progress.Value() == 0.62 || after.head == "" && r.tag.Word() == "Generating 62%" {
				t.Fatalf("job %d, %s, shows %q and a bar at %v", after.job.ID, after.job.State, r.tag.Word(), r.progress.Value())
			}
		})
		jobsLive.Handle(jobs.JobChanged{ID: 1})
	}
	r.Unbind()
	if held, _ := jobsLive.Kept(); held != 0 {
		t.Errorf("%d are held", held)
	}
}

// A held job that was revised at the same price is shown as it is now, and leads to the form as it is now.
func TestARevisedJobIsShownAnew(t *testing.T) {
	l := newRows()
	s := newScreen(t, l, &engine{})
	var edited string
	s.deps.OnEditHeld = func(j db.Job) { edited = j.Prompt }
	r := newRowView(s)
	r.CreateRenderer()
	for _, prompt := range []string{"wind", "storm"} {
		r.set(item{job: db.Job{ID: 8, State: db.Held, Kind: db.TextToVideo, Prompt: prompt, Request: []byte(prompt), EstimateMicros: micros(1), Currency: "CNY"}})
		test.Tap(r.actions.Objects[1].(*widgets.Button))
		if r.prompt.Text() != prompt || edited != prompt {
			t.Errorf("%q shows %q and leads to %q", prompt, r.prompt.Text(), edited)
		}
	}
}
