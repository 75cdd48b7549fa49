package costs

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/resources"
)

var noon = time.Date(2026, 11, 21, 14, 5, 0, 0, time.UTC)

func micros(v int64) *int64 { return &v }

// month is a library that holds one small month: 2.80 charged, 5.60 reserved, up to 4.50 unconfirmed, 2.80 refunded.
type month struct {
	asked  []db.EntryFilter
	broken error
}

func (m *month) Profiles(context.Context) ([]db.Profile, error) {
	return []db.Profile{{ID: 1, Name: "My gateway", Currency: "CNY"}, {ID: 2, Name: "Sandbox", Sandbox: true, Currency: "CNY"}}, nil
}

func (m *month) Totals(_ context.Context, profile int64, from, to time.Time) (db.Totals, error) {
	if profile != 1 || to.Sub(from) < 27*24*time.Hour {
		return db.Totals{Currency: "CNY"}, nil
	}
	return db.Totals{Currency: "CNY", Charged: 2_880_000, Reserved: 5_600_000, Unconfirmed: 4_500_000, Refunded: 2_800_000, Jobs: 2}, nil
}

func (m *month) Job(_ context.Context, id int64) (db.Job, error) {
	if id == 9 {
		return db.Job{}, db.ErrNotFound
	}
	return db.Job{ID: id, Prompt: "The lamp turns once", Model: "clip-2.6"}, nil
}

func (m *month) Entries(_ context.Context, f db.EntryFilter) ([]db.Entry, error) {
	m.asked = append(m.asked, f)
	if m.broken != nil {
		return nil, m.broken
	}
	if f.ProfileID != 1 {
		return nil, nil
	}
	all := []db.Entry{
		{ID: 6, JobID: 4, Kind: db.Reserve, AmountMicros: micros(5_600_000), Currency: "CNY", At: noon, Quantity: []byte(`{"seconds":10}`)},
		{ID: 5, JobID: 3, Kind: db.UnconfirmedEntry, AmountMicros: micros(4_500_000), Currency: "CNY", At: noon},
		{ID: 4, JobID: 2, Kind: db.Charge, AmountMicros: micros(80_000), Currency: "CNY", At: noon, Quantity: []byte(`{"output_tokens":1500,"input_text_tokens":12}`)},
		{ID: 3, JobID: 1, Kind: db.Charge, AmountMicros: micros(2_800_000), Currency: "CNY", At: noon},
		{ID: 2, JobID: 9, Kind: db.Refund, AmountMicros: micros(2_800_000), Currency: "CNY", At: noon, Note: "gone"},
		{ID: 1, JobID: 1, Kind: db.Reserve, Currency: "CNY", At: noon},
	}
	var out []db.Entry
	for _, e := range all {
		if len(f.Kinds) == 0 || e.Kind == f.Kinds[0] {
			out = append(out, e)
		}
	}
	if f.Limit > 0 && len(out) > f.Limit {
		out = out[:f.Limit]
	}
	return out, nil
}

func newScreen(t *testing.T, m *month) (*Screen, *int) {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(resources.Theme(resources.Dark))
	refreshes := 0
	s := New(Deps{Library: m, Post: func(f func()) { f() }, Now: func() time.Time { return noon }, Refresh: func() { refreshes++ }, Current: func() int64 { return 1 }})
	s.SetProfile(1)
	w := test.NewTempWindow(t, s.Content())
	w.Resize(fyne.NewSize(1270, 840))
	return s, &refreshes
}

func TestAnEntryLeadsToItsJobUnlessThatIsGone(t *testing.T) {
	s, _ := newScreen(t, &month{})
	s.Update(context.Background())
	for i, r := range s.shown.rows {
		var shown []int64
		s.deps.OnJob = func(job int64) { shown = append(shown, job) }
		s.list.Select(i)
		if want := []int64{r.job}; r.jobGone && len(shown) > 0 || !r.jobGone && !slices.Equal(shown, want) {
			t.Errorf("entry %d of job %d (gone: %v) led to %v", i, r.job, r.jobGone, shown)
		}
	}
}

func TestFiguresAndLedgerAddUp(t *testing.T) {
	s, _ := newScreen(t, &month{})
	s.Update(context.Background())
	f := s.shown.figures
	if f.charged != "¥2.88" || f.reserved != "¥5.60" || f.unconfirmed != "up to ¥4.50" || f.refunded != "¥2.80" || f.used != "¥12.98" {
		t.Errorf("figures: %+v", f)
	}
	var amounts, running []string
	for _, r := range s.shown.rows {
		amounts = append(amounts, r.amount)
		running = append(running, r.charged)
	}
	if got, want := strings.Join(amounts, " | "), "¥5.60 | up to ¥4.50 | ¥0.08 | ¥2.80 | \u2212¥2.80 | price not known"; got != want {
		t.Errorf("amounts %q, want %q", got, want)
	}
	if got, want := strings.Join(running, " "), "2.88 2.88 2.88 2.80 0.00 0.00"; got != want {
		t.Errorf("running charges %q, want %q", got, want)
	}
	if got := s.shown.rows[0].what; got != "The lamp turns once · clip-2.6 10 s" {
		t.Errorf("first row: %q", got)
	}
	if got := s.shown.rows[2].quantity; got != "1,512 tokens" {
		t.Errorf("quantity: %q", got)
	}
	if !s.shown.rows[4].jobGone || s.shown.rows[4].what != "gone" {
		t.Errorf("an entry whose job is gone: %+v", s.shown.rows[4])
	}
}

func TestFilterMonthAndProfileChangeTheQuestion(t *testing.T) {
	m := &month{}
	s, refreshes := newScreen(t, m)
	s.Update(context.Background())
	test.Tap(s.kinds[2].chip)
	s.Update(context.Background())
	for _, r := range s.shown.rows {
		if r.kind != db.Charge {
			t.Errorf("a %s among the charges", r.kind)
		}
	}
	s.turn(-1)
	s.Update(context.Background())
	if got := s.month.Text(); got != "October 2026" {
		t.Errorf("month: %q", got)
	}
	s.SetProfile(2)
	s.Update(context.Background())
	if !s.shown.sandbox || s.shown.figures.charged != "¥0.00 (sandbox)" || !s.empty.Visible() {
		t.Errorf("sandbox: %+v", s.shown.figures)
	}
	if *refreshes < 4 {
		t.Errorf("asked for %d updates", *refreshes)
	}
}

func TestOnlyItsOwnLedgerWakesThePlace(t *testing.T) {
	s, refreshes := newScreen(t, &month{})
	before := *refreshes
	s.Handle(jobs.LedgerChanged{ProfileID: 2})
	s.Handle(jobs.JobProgress{ID: 1, Progress: 20})
	if *refreshes != before {
		t.Error("woken by what it does not show")
	}
	s.Handle(jobs.LedgerChanged{ProfileID: 1})
	if *refreshes != before+1 {
		t.Error("not woken by its own ledger")
	}
}

func TestALedgerThatCannotBeReadSaysSo(t *testing.T) {
	s, _ := newScreen(t, &month{broken: errors.New("disk is gone")})
	s.Update(context.Background())
	if got := s.problem.Text(); !strings.Contains(got, "disk is gone") {
		t.Errorf("problem: %q", got)
	}
	if s.empty.Visible() {
		t.Error("an unread ledger is shown as an empty one")
	}
}

func TestAnOpenJobWithoutAPriceIsNotNothing(t *testing.T) {
	f := inWords(db.Totals{Currency: "CNY", Unpriced: 1}, 0, 1, false)
	if f.unconfirmed != "not known" || !f.atRisk || !strings.Contains(f.unconfirmedNote, "1 job without a price") {
		t.Errorf("unconfirmed %q, at risk %v, note %q", f.unconfirmed, f.atRisk, f.unconfirmedNote)
	}
	if strings.Contains(f.chargedNote, "without a price") {
		t.Errorf("the same job is also told of beside the charges: %q", f.chargedNote)
	}
}
