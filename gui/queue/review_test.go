package queue

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/widgets"
)

// onTop is what the sheet over the place says, and its buttons by their words.
func onTop(t *testing.T, s *Screen) (words string, buttons map[string]apptest.Button) {
	t.Helper()
	sheet, ok := s.canvas().Overlays().Top().(*widgets.Sheet)
	if !ok {
		t.Fatalf("on top is %T", s.canvas().Overlays().Top())
	}
	return strings.Join(apptest.Words(sheet), "\n"), apptest.Buttons(sheet)
}

// Several jobs cost several prices, so what goes out is listed before it goes.
func TestSeveralHeldJobsAreReviewedBeforeTheyGoOut(t *testing.T) {
	e := &engine{}
	s := newScreen(t, newRows(), e)
	if got := s.sendHeld.Text(); got != "Send both… · ¥2.86 est." {
		t.Errorf("button: %q", got)
	}
	test.Tap(s.sendHeld)
	words, _ := onTop(t, s)
	for _, want := range []string{"Send 2 jobs?", "wind", "boats", "¥2.80 est.", "¥0.06 est."} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in %q", want, words)
		}
	}
	if len(e.sent) != 0 {
		t.Fatalf("released %v before anybody agreed", e.sent)
	}
	keep := s.canvas().Focused().(*widgets.Button)
	keep.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if keep.Text() != "Keep them held" || s.canvas().Overlays().Top() != nil || len(e.sent) != 0 {
		t.Errorf("the default is %q, released %v", keep.Text(), e.sent)
	}
	test.Tap(s.sendHeld)
	_, buttons := onTop(t, s)
	test.Tap(buttons["Send both · ¥2.86 est."])
	if !slices.Equal(e.sent, []int64{7, 8}) {
		t.Errorf("released %v; the oldest goes first, and the unconfirmed job must never be among them", e.sent)
	}
}

func TestASingleHeldJobGoesOutAtOnce(t *testing.T) {
	e, l := &engine{}, newRows()
	l.jobs = slices.DeleteFunc(l.jobs, func(j db.Job) bool { return j.Prompt == "boats" })
	s := newScreen(t, l, e)
	if got := s.sendHeld.Text(); got != "Send it · ¥2.80 est." {
		t.Errorf("button: %q", got)
	}
	test.Tap(s.sendHeld)
	if !slices.Equal(e.sent, []int64{8}) {
		t.Errorf("released %v", e.sent)
	}
}

func TestOnlyWhatCanBeAddedIsAddedUp(t *testing.T) {
	clip := func(profile int64, price *int64, currency string) db.Job {
		return db.Job{State: db.Held, ProfileID: profile, EstimateMicros: price, Currency: currency}
	}
	one, two := clip(1, micros(2_000_000), "CNY"), clip(1, micros(500_000), "CNY")
	box := clip(2, micros(9_000_000), "CNY")
	for name, c := range map[string]struct {
		list  []db.Job
		total string
		says  string
	}{
		"real":           {[]db.Job{one, two}, "¥2.50 est.", "Each is sent once, and the service charges for it."},
		"the sandbox":    {[]db.Job{box, box}, "¥18.00 est. (sandbox)", "The sandbox is free: none of these amounts is real."},
		"both":           {[]db.Job{one, box}, "¥2.00 est.", "Each is sent once. Those of the sandbox are free and not in the total."},
		"no price":       {[]db.Job{one, clip(1, nil, "CNY")}, "price not known", "Each is sent once, and the service charges for it."},
		"two currencies": {[]db.Job{one, clip(1, micros(1), "USD")}, "price not known", "Each is sent once, and the service charges for it."},
		"not held":       {[]db.Job{one, {State: db.Unconfirmed, ProfileID: 1}}, "¥2.00 est.", "Each is sent once, and the service charges for it."},
	} {
		p := releaseBatchOf(c.list, map[int64]bool{2: true})
		if p.total != c.total || reviewWords(p) != c.says {
			t.Errorf("%s: %q, %q", name, p.total, reviewWords(p))
		}
	}
}

// What is expired was paid for once: once more is asked for, with its price of today.
func TestExpiredIsMadeAgainAtThePriceOfToday(t *testing.T) {
	e, l := &engine{}, newRows()
	old := &l.jobs[len(l.jobs)-1]
	old.Request = []byte(`{"model":"clip-2.6","prompt":"old","seconds":5,"resolution":"720P"}`)
	s := newScreen(t, l, e)
	at := slices.IndexFunc(s.shown.items, func(it item) bool { return it.job.Prompt == "old" })
	test.Tap(s.actions(s.shown.items[at])[0].(*widgets.Button))
	_, buttons := onTop(t, s)
	if len(e.told) != 0 || buttons["Make it again · ¥2.80 est."] == nil {
		t.Fatalf("told %v, offers %v", e.told, buttons)
	}
	test.Tap(buttons["Make it again · ¥2.80 est."])
	if !slices.Equal(e.told, []string{"again 1"}) {
		t.Errorf("told %v", e.told)
	}
}

// Of a task that was made elsewhere the request is not known: reusing it would empty the form.
func TestATrackedTaskOffersNoReuse(t *testing.T) {
	s := newScreen(t, newRows(), &engine{})
	for _, it := range []item{
		{job: db.Job{ID: 1, State: db.Saved, Kind: db.TextToVideo}, asset: db.Asset{ID: 4, Kind: db.Clip}},
		{job: db.Job{ID: 1, State: db.Failed, Kind: db.TextToVideo}},
		{job: db.Job{ID: 1, State: db.Expired, Kind: db.TextToVideo}},
	} {
		known := len(s.actions(it))
		it.job.Note = jobs.NoteTracked
		for _, o := range s.actions(it) {
			if b, ok := o.(*widgets.Button); !ok || b.AccessibilityLabel() == "Reuse settings in Create" {
				t.Errorf("%s: offers %v", it.job.State, o)
			}
		}
		if n := len(s.actions(it)); n >= known {
			t.Errorf("%s: %d actions, %d of a job that was made here", it.job.State, n, known)
		}
	}
}

func TestATaskThatTheServiceDoesNotKnowIsDecided(t *testing.T) {
	s := newScreen(t, newRows(), &engine{})
	resolved := int64(0)
	s.deps.OnResolve = func(id int64) { resolved = id }
	it := item{job: db.Job{ID: 1, State: db.Expired, Kind: db.TextToVideo, ErrorCode: jobs.CodeTaskUnknown}}
	it.job.TaskID, it.job.ExpiresAt = "task", s.deps.Now().Add(24*time.Hour)
	can := s.actions(it)
	if b := can[0].(*widgets.Button); b.Text() != "Ask again" {
		t.Errorf("it offers %q", b.Text())
	}
	test.Tap(can[1].(*widgets.Button))
	if resolved != 1 {
		t.Error("it cannot be decided")
	}
	it.job.Note = jobs.NoteNotCharged // it may be there all the same
	if b := s.actions(it)[0].(*widgets.Button); b.Text() != "Ask again" || len(s.actions(it)) != 2 {
		t.Errorf("decided, it offers %q", b.Text())
	}
	if first, second := serviceCopy(it, s.deps.Now()); first != "may be there" || !strings.HasPrefix(second, "asked until ") {
		t.Errorf("of the copy at the service: %s, %s", first, second)
	}
}

// A refusal before any work that does not prove to be one: what the service said stands in the row, and one press settles it.
func TestWhatTheServiceSaidOfAnUnconfirmedJobStandsInItsRow(t *testing.T) {
	e := &engine{}
	s := newScreen(t, newRows(), e)
	it := item{job: db.Job{ID: 1, State: db.Unconfirmed, Kind: db.TextToVideo, ErrorCode: "model_not_found", ErrorMessage: "No available channel for model x"}}
	if got := stateDetail(it, s.deps.Now()); got != it.job.ErrorMessage {
		t.Errorf("the row says %q", got)
	}
	if b := s.actions(it)[0].(*widgets.Button); b.Text() != "It was not charged" {
		t.Errorf("it offers %q first", b.Text())
	}
	it.job.ErrorCode = jobs.CodeTimeout
	if n := len(s.actions(it)); n != 1 {
		t.Errorf("without an answer it offers %d things", n)
	}
}
