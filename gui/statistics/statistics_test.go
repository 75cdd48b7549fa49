package statistics

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/dbtest"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// breakable is a library that can fail.
type breakable struct {
	*db.Library
	err error
}

func (b *breakable) ModelStats(ctx context.Context, id int64) ([]db.ModelStats, error) {
	if b.err != nil {
		return nil, b.err
	}
	return b.Library.ModelStats(ctx, id)
}

// place is the place in a window, with a library of its own.
type place struct {
	*Screen
	t         *testing.T
	lib       *breakable
	host      *actiontest.Host
	refreshed int
	window    fyne.Window
}

func (p *place) Refresh() { p.refreshed++ }

func newPlace(t *testing.T) *place {
	t.Helper()
	lib, err := db.Open(t.Context(), t.TempDir(), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lib.Close() })
	profile, err := lib.SaveProfile(t.Context(), db.Profile{Name: "Studio", BaseURL: "https://service.example", Saved: true, Currency: "CNY"})
	if err != nil {
		t.Fatal(err)
	}
	p := &place{t: t, lib: &breakable{Library: lib}, host: &actiontest.Host{Front: profile}}
	apptest.New(t, resources.Theme(resources.Dark))
	p.Screen = New(Deps{Host: p.host, Window: p, Library: p.lib})
	p.window = test.NewWindow(p.Content())
	p.window.Resize(fyne.NewSize(1000, 600))
	return p
}

// sent adds a clip that took so long and cost so much.
func (p *place) sent(state db.JobState, took time.Duration, micros int64) {
	p.t.Helper()
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	j := db.Job{ProfileID: p.host.Front.ID, Kind: db.TextToVideo, Model: "clip-3.0", Prompt: "boats", Currency: "CNY", State: state, SentAt: at,
		Request: json.RawMessage(`{"model":"clip-3.0","prompt":"boats"}`)}
	if took > 0 {
		j.AcceptedAt, j.FinishedAt = at, at.Add(took)
	}
	made, err := dbtest.InsertJobs(p.t.Context(), p.lib.Library, j)
	if err != nil {
		p.t.Fatal(err)
	}
	_, err = p.lib.Change(p.t.Context(), made[0].ID, func(c *db.Change) error {
		if micros > 0 {
			c.Append(db.Entry{Kind: db.Charge, AmountMicros: &micros, Currency: "CNY"})
			c.Add(db.Asset{Kind: db.Clip, Path: "files/" + made[0].Ref + ".mp4", SHA256: strings.Repeat("a", 64), Seconds: 5})
		}
		return nil
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

func TestWhatAModelCameToIsShownAndCopied(t *testing.T) {
	p := newPlace(t)
	if p.table.Object().Visible() || p.Actions()[0].Can() {
		t.Error("there is a table before anything is read")
	}
	p.Update(t.Context())
	if p.table.Object().Visible() || !p.instead.Visible() || !p.copy.Disabled() {
		t.Error("an empty library has a table")
	}
	p.sent(db.Saved, 90*time.Second, 3_500_000)
	p.sent(db.Saved, 30*time.Second, 2_500_000)
	p.sent(db.Failed, 0, 0)
	p.sent(db.InProgress, 0, 0)
	p.Handle(jobs.LedgerChanged{})
	if p.refreshed != 1 {
		t.Errorf("%d updates were asked for", p.refreshed)
	}
	p.Update(t.Context())
	if !p.table.Object().Visible() || p.instead.Visible() {
		t.Error("the rows are not shown")
	}
	test.Tap(p.copy)
	want := "Model\tSent\tSaved\tFailed\tTypical time\tCharged\tOn average\nclip-3.0\t4\t2\t1 (25.0 %)\t1:00\t¥6.00\t¥0.60 per second\n"
	if got := p.host.Clipboard; got != want {
		t.Errorf("copied %q, not %q", got, want)
	}
}

func TestAFailedReadingKeepsWhatWasShown(t *testing.T) {
	p := newPlace(t)
	p.sent(db.Saved, time.Minute, 1_000_000)
	p.Update(t.Context())
	p.lib.err = errors.New("the disk is gone")
	p.Update(t.Context())
	if !p.problem.Visible() || len(p.table.Rows) != 1 {
		t.Errorf("a problem is said: %v, with %d rows", p.problem.Visible(), len(p.table.Rows))
	}
	other, err := p.lib.SaveProfile(t.Context(), db.Profile{Name: "Other", BaseURL: "http://127.0.0.1:8790", Sandbox: true, Saved: true, Currency: "USD"})
	if err != nil {
		t.Fatal(err)
	}
	p.host.Front = other
	p.Update(t.Context())
	if len(p.table.Rows) != 0 || !p.sandbox.Visible() {
		t.Error("the rows of one profile are shown for another")
	}
	p.lib.err = nil
	p.Update(t.Context())
	if p.problem.Visible() {
		t.Error("the problem is still said")
	}
}

func TestAnOlderReadingIsNotShownForAnotherProfile(t *testing.T) {
	p := newPlace(t)
	p.sent(db.Saved, time.Minute, 1_000_000)
	var later []func()
	p.host.Poster = func(f func()) { later = append(later, f) }
	p.Update(t.Context())
	p.host.Front = db.Profile{ID: p.host.Front.ID + 1}
	for _, f := range later {
		f()
	}
	if len(p.table.Rows) != 0 {
		t.Error("rows of the profile before are shown")
	}
}

func TestEverythingIsTranslatedAndNamed(t *testing.T) {
	langtest.Speak(t, lang.Pseudo)
	p := newPlace(t)
	check := func(state string) {
		t.Helper()
		apptest.Named(t, p.window.Canvas())
		if got := langtest.Untranslated(p.window.Canvas(), "clip-3.0", "Studio", "disk is gone the"); len(got) > 0 {
			t.Errorf("%s: %q", state, got)
		}
	}
	check("reading")
	p.Update(t.Context())
	check("empty")
	p.sent(db.Saved, time.Minute, 1_000_000)
	p.sent(db.Failed, 0, 0)
	p.Update(t.Context())
	check("rows")
	p.lib.err = errors.New("the disk is gone")
	p.Update(t.Context())
	check("error")
}
