package costs

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/resources"
)

var noon = time.Date(2026, 11, 21, 14, 5, 0, 0, time.UTC)

func ctx() context.Context { return context.Background() }

func micros(v int64) *int64 { return &v }

// made describes a job of a test library: when it was created, its cost, and how it ended.
type made struct {
	profile int64
	at      time.Time
	kind    db.JobKind
	model   string
	prompt  string
	seconds int          // of a clip
	tokens  int64        // of a picture
	unit    int64        // micro-units a second, or the whole price of a picture; below 0: unknown
	ends    db.EntryKind // "": still open
	coin    string
	board   string
	client  string
}

// keep stores a job with its ledger entries in the library.
func keep(t testing.TB, l *db.Library, m made) db.Job {
	t.Helper()
	if m.profile == 0 {
		m.profile = 1
	}
	if m.kind == "" {
		m.kind = db.TextToVideo
	}
	if m.coin == "" {
		m.coin = "CNY"
	}
	j := db.Job{ProfileID: m.profile, Board: m.board, Client: m.client, Kind: m.kind, State: db.Saved, Model: m.model,
		Prompt: m.prompt, Currency: m.coin, CreatedAt: m.at, SentAt: m.at, AcceptedAt: m.at}
	e := db.Entry{Currency: m.coin, At: m.at}
	if m.kind.IsVideo() {
		j.Request, _ = json.Marshal(client.VideoRequest{Model: m.model, Prompt: m.prompt, Seconds: m.seconds,
			Resolution: "720P"})
		e.Quantity, _ = json.Marshal(client.SecondsQuantity{Seconds: m.seconds})
		if m.unit >= 0 {
			e.UnitMicros, e.AmountMicros = &m.unit, micros(m.unit*int64(m.seconds))
		}
	} else {
		j.Request, _ = json.Marshal(client.ImageRequest{Model: m.model, Prompt: m.prompt})
		e.Quantity, _ = json.Marshal(client.TokensQuantity{OutputTokens: m.tokens, InputTextTokens: 12})
		if m.unit >= 0 {
			e.AmountMicros = &m.unit
		}
	}
	out, err := l.InsertWith(ctx(), j, func(c *db.Change) error {
		first := db.Reserve
		if m.ends == db.UnconfirmedEntry {
			first = db.UnconfirmedEntry
		}
		if m.kind.IsVideo() || first == db.UnconfirmedEntry {
			e.Kind = first
			c.Append(e)
		}
		if m.ends != "" && m.ends != db.UnconfirmedEntry {
			e.Kind, e.At = m.ends, m.at.Add(3*time.Minute)
			c.Append(e)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// library returns a library with two profiles and no jobs.
func library(t testing.TB) *db.Library {
	t.Helper()
	l := opened(t, t.TempDir())
	for _, p := range []db.Profile{
		{Name: "My gateway", BaseURL: "https://api.example.com", Saved: true, Currency: "CNY",
			BudgetMicros: micros(600_000_000)},
		{Name: "Sandbox", BaseURL: "http://127.0.0.1:1", Saved: true, Sandbox: true, Currency: "CNY"},
	} {
		if _, err := l.SaveProfile(ctx(), p); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func opened(t testing.TB, dir string) *db.Library {
	t.Helper()
	l, err := db.Open(ctx(), dir, db.Options{Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// prompts are the prompts of the month, used in turn.
var prompts = []string{"Curtains of light sway over the ridge", "Mist lifts off the lake",
	"The lamp turns once over calm water",
	"Crowd running through a neon street", "Fog moves between the ridges", "Paper lanterns rise over the river"}

// fill stores a small month: 78 ended jobs, two running ones, an unconfirmed one, four refunds, and pictures.
func fill(t testing.TB, l *db.Library) {
	t.Helper()
	models := []struct {
		name string
		unit int64
		secs int
	}{{"clip-2.6", 560_000, 5}, {"clip-3.0", 700_000, 8}, {"clip-3.0-turbo", 350_000, 5}, {"clip-2.6", 560_000, 10}}
	r := rand.New(rand.NewPCG(7, 11))
	for i := range 52 {
		m := models[r.IntN(4)]
		at := time.Date(2026, 11, 1+r.IntN(20), 9+r.IntN(9), r.IntN(60), 0, 0, time.UTC)
		ends := db.Charge
		if i%13 == 5 {
			ends = db.Refund
		}
		keep(t, l, made{at: at, model: m.name, prompt: prompts[r.IntN(6)], seconds: m.secs, unit: m.unit, ends: ends})
	}
	for range 26 {
		at := time.Date(2026, 11, 1+r.IntN(20), 9+r.IntN(9), r.IntN(60), 0, 0, time.UTC)
		model := []string{"genimage-2.5-flare", "genimage-2.5-sunburst"}[r.IntN(2)]
		keep(t, l, made{at: at, kind: db.TextToImage, model: model, prompt: "Rough white tea bowl", tokens: 1500,
			unit: int64(60_000 + 40_000*r.IntN(8)), ends: db.Charge})
	}
	keep(t, l, made{at: noon.Add(-4 * time.Minute), model: "clip-2.6", prompt: "Sun touches the horizon", seconds: 5,
		unit: 900_000, ends: db.UnconfirmedEntry})
	keep(t, l, made{at: noon.Add(-3 * time.Minute), model: "clip-2.6", prompt: prompts[1], seconds: 5, unit: 560_000})
	keep(t, l, made{at: noon.Add(-2 * time.Minute), model: "clip-2.6", prompt: prompts[0], seconds: 10, unit: 560_000})
}

// place is the screen in a test window. It runs posted functions and background work at once.
type place struct {
	*Screen
	*around
	l      Library
	host   *actiontest.Host
	window fyne.Window
	grown  []int64 // profiles that got new corrections
}

// around is the window around the screen.
type around struct {
	nav     // records navigation
	updates int
	saved   []string
	folder  string // target folder of saved files
}

// nav is an alias, because an embedded Nav would promote methods with names that place also has.
type nav = actiontest.Nav

func (a *around) Refresh() { a.updates++ }

func (a *around) SaveFile(name string, picked func(string)) {
	a.saved = append(a.saved, name)
	picked(filepath.Join(a.folder, name))
}

// newPlace returns the screen of a library.
func newPlace(t testing.TB, l Library, v resources.Variant) *place {
	t.Helper()
	apptest.New(t, resources.Theme(v))
	p := &place{l: l, host: &actiontest.Host{Clock: func() time.Time {
		return noon
	}, Front: db.Profile{ID: 1}}, around: &around{folder: t.TempDir()}}
	p.Screen = New(Deps{Host: p.host, Window: p.around, Library: l, Engine: p, Prices: noPrices{}})
	p.window = test.NewTempWindow(t, nil)
	p.host.On = p.window.Canvas()
	p.window.SetContent(p.Content())
	p.window.SetPadded(false)
	p.window.Resize(fyne.NewSize(1272, 842))
	p.Update(ctx())
	return p
}

// noPrices replaces the price editor.
type noPrices struct{}

func (noPrices) Content() fyne.CanvasObject { return container.NewStack() }
func (noPrices) Focus()                     {}
func (noPrices) Save()                      {}
func (noPrices) Update(context.Context)     {}

func (p *place) LedgerCorrected(id int64) { p.grown = append(p.grown, id) }

func (p *place) Price(ctx context.Context, id int64, _ []jobs.Order) (jobs.Quote, error) {
	return budgets{p.l}.Price(ctx, id, nil)
}

// budgets returns the budgets of a profile from its ledger alone.
type budgets struct{ Library }

func (budgets) LedgerCorrected(int64) {}

func (b budgets) Price(ctx context.Context, id int64, _ []jobs.Order) (q jobs.Quote, err error) {
	profiles, err := b.Profiles(ctx)
	if err != nil {
		return q, err
	}
	for _, p := range profiles {
		if p.ID == id {
			q.Profile, q.Currency, q.Limits = p, p.Currency, jobs.LimitsOf(p)
		}
	}
	for from, spent := range map[time.Time]*db.Spent{day(noon, 0): &q.Spent.Today, monthOf(noon).from: &q.Spent.Month} {
		sums, err := b.LedgerSums(ctx,
			ledger.Filter{ProfileID: id, From: from, To: monthOf(noon).to, Currency: q.Currency})
		if err != nil {
			return q, err
		}
		s := sumsIn(sums, q.Currency)
		*spent = db.Spent{Charged: s.Charged, Reserved: s.Reserved, Unconfirmed: s.AtRisk}
	}
	return q, nil
}

func (p *place) filter(change func(*filter)) { p.setQuery(func(q *query) { change(&q.filter) }) }

func (p *place) group(by grouping) { p.setQuery(func(q *query) { q.by = by }) }

// settle calls Update until no further one is requested.
func (p *place) settle() {
	for range 5 {
		before := p.updates
		p.Update(ctx())
		if p.updates == before {
			return
		}
	}
}

// tap taps the control with a label, on the screen or in a sheet.
func (p *place) tap(t testing.TB, words string) {
	t.Helper()
	p.find(t, words, func(s string) bool { return s == words }).Tapped(&fyne.PointEvent{})
}

// saying returns the control with a label that begins with begin.
func (p *place) saying(t testing.TB, begin string) fyne.Tappable {
	t.Helper()
	return p.find(t, begin, func(s string) bool { return strings.HasPrefix(s, begin) })
}

func (p *place) find(t testing.TB, what string, is func(words string) bool) (found fyne.Tappable) {
	t.Helper()
	for _, o := range p.seen() {
		if b, ok := o.(interface {
			fyne.Tappable
			AccessibilityLabel() string
		}); ok && is(b.AccessibilityLabel()) {
			found = b
		}
	}
	if found == nil {
		t.Fatalf("nothing says %q", what)
	}
	return found
}

// says reports whether a visible text contains words.
func (p *place) says(words string) bool {
	return slices.ContainsFunc(p.seen(), func(o fyne.CanvasObject) bool {
		named, ok := o.(interface{ AccessibilityLabel() string })
		return ok && strings.Contains(named.AccessibilityLabel(), words)
	})
}

// seen returns all visible objects of the screen and its overlays.
func (p *place) seen() []fyne.CanvasObject {
	all := apptest.Visible(p.window.Canvas().Content())
	for _, o := range p.window.Canvas().Overlays().List() {
		all = append(all, apptest.Visible(o)...)
	}
	return all
}

const dark = resources.Dark

// choose selects an entry of the ledger.
func (p *place) choose(t testing.TB, is func(row) bool) row {
	t.Helper()
	i := slices.IndexFunc(p.view.ledger.table.list.Rows, is)
	if i < 0 {
		t.Fatal("no such entry is listed")
	}
	p.view.ledger.table.list.Choose(i)
	return p.view.ledger.table.list.Rows[i]
}

// correct fills in the dialog that corrects an entry.
func (p *place) correct(amount, note string) {
	top := p.window.Canvas().Overlays().Top()
	apptest.Find[*kit.AmountEntry](top)[0].SetText(amount)
	apptest.Find[*kit.Entry](top)[0].SetText(note)
}

func addPrices(t testing.TB, l *db.Library, from time.Time, table string) {
	t.Helper()
	if _, err := l.AddPrices(ctx(),
		db.Prices{ProfileID: 1, ValidFrom: from, Table: json.RawMessage(table)}); err != nil {
		t.Fatal(err)
	}
}

// written is the database of a library that [fill] filled. It is shared, because committing the month in every test
// took longer than the tests.
var written struct {
	once sync.Once
	file []byte
}

// monthLibrary returns a library with the month of [fill], in its own folder.
func monthLibrary(t testing.TB) *db.Library {
	t.Helper()
	written.once.Do(func() {
		l := library(t)
		fill(t, l)
		from := l.Dir()
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		var err error
		if written.file, err = os.ReadFile(filepath.Join(from, "viviscope.db")); err != nil {
			t.Fatal(err)
		}
	})
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "viviscope.db"), written.file, 0o600); err != nil {
		t.Fatal(err)
	}
	return opened(t, dir)
}
