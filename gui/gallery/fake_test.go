package gallery

import (
	"context"
	"errors"
	"image"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"

	"viviscope/db"
	"viviscope/resources"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// now is the moment at which all tests of this package happen.
func now() time.Time { return time.Date(2026, 11, 21, 14, 30, 0, 0, time.FixedZone("CET", 3600)) }

// shelf is a library in memory.
type shelf struct {
	mu       sync.Mutex
	assets   []db.Asset
	jobs     map[int64]db.Job
	entries  []db.Entry
	profiles []db.Profile
	fail     error
	asked    []db.AssetFilter
}

func (s *shelf) lock() func() {
	s.mu.Lock()
	return s.mu.Unlock
}

func (s *shelf) Assets(ctx context.Context, f db.AssetFilter) ([]db.Asset, error) {
	defer s.lock()()
	s.asked = append(s.asked, f)
	if s.fail != nil {
		return nil, s.fail
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var out []db.Asset
	for _, a := range s.assets {
		switch {
		case f.BeforeID != 0 && a.ID >= f.BeforeID,
			f.Kind != "" && a.Kind != f.Kind,
			f.Starred && !a.Starred,
			!strings.Contains(a.Prompt, f.Text),
			!a.TrashedAt.IsZero():
			continue
		}
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b db.Asset) int { return int(b.ID - a.ID) })
	if f.Limit > 0 && len(out) > f.Limit {
		out = out[:f.Limit]
	}
	return out, nil
}

func (s *shelf) CountAssets(ctx context.Context, f db.AssetFilter) (int, error) {
	f.Limit = 0
	out, err := s.Assets(ctx, f)
	return len(out), err
}

func (s *shelf) Job(_ context.Context, id int64) (db.Job, error) {
	defer s.lock()()
	j, ok := s.jobs[id]
	if !ok {
		return db.Job{}, db.ErrNotFound
	}
	return j, nil
}

func (s *shelf) Entries(_ context.Context, f db.EntryFilter) ([]db.Entry, error) {
	defer s.lock()()
	var out []db.Entry
	for _, e := range s.entries {
		if f.JobID != 0 && e.JobID != f.JobID || len(f.Kinds) > 0 && !slices.Contains(f.Kinds, e.Kind) || e.At.Before(f.From) {
			continue
		}
		out = append(out, e)
	}
	return out, nil
}

func (s *shelf) Profiles(context.Context) ([]db.Profile, error) { return s.profiles, nil }

func (s *shelf) change(id int64, fn func(*db.Asset)) (db.Asset, error) {
	defer s.lock()()
	for i := range s.assets {
		if s.assets[i].ID == id {
			fn(&s.assets[i])
			return s.assets[i], nil
		}
	}
	return db.Asset{}, db.ErrNotFound
}

func (s *shelf) SetStarred(_ context.Context, id int64, on bool) error {
	_, err := s.change(id, func(a *db.Asset) { a.Starred = on })
	return err
}

func (s *shelf) Trash(_ context.Context, id int64) (db.Asset, error) {
	if s.fail != nil {
		return db.Asset{}, s.fail
	}
	return s.change(id, func(a *db.Asset) { a.TrashedAt = now() })
}

func (s *shelf) Restore(_ context.Context, id int64) (db.Asset, error) {
	return s.change(id, func(a *db.Asset) { a.TrashedAt = time.Time{} })
}

// prints are thumbnails that come when the test says so.
type prints struct {
	ready   map[int64]image.Image // in memory, by asset ID
	asked   map[int64]func(image.Image, error)
	dropped int
	calls   int
}

func newPrints() *prints {
	return &prints{ready: map[int64]image.Image{}, asked: map[int64]func(image.Image, error){}}
}

func (p *prints) Cached(a db.Asset, _ int) (image.Image, bool) {
	im, ok := p.ready[a.ID]
	return im, ok
}

func (p *prints) Nearest(db.Asset, int) (image.Image, bool) { return nil, false }

func (p *prints) Request(a db.Asset, _ int, done func(image.Image, error)) func() {
	p.calls++
	p.asked[a.ID] = done
	return func() {
		p.dropped++
		delete(p.asked, a.ID)
	}
}

// desk is a gallery in a window with everything that it needs. Work runs at once unless held; what it posts runs when it has ended, as
// it does in a window.
type desk struct {
	*Gallery
	shelf    *shelf
	prints   *prints
	window   fyne.Window
	opened   []string
	revealed []string
	reused   []int64
	held     []func() // work that waits, when hold is set
	hold     bool
	posted   []func()
}

func newDesk(t testing.TB, s *shelf) *desk {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(resources.Theme(resources.Dark))
	d := &desk{shelf: s, prints: newPrints()}
	d.Gallery = New(Options{
		Library: s,
		Thumbs:  d.prints,
		Post:    func(fn func()) { d.posted = append(d.posted, fn) },
		Run: func(fn func()) {
			work := func() {
				fn()
				d.drain()
			}
			if d.hold {
				d.held = append(d.held, work)
				return
			}
			work()
		},
		Now:      now,
		AbsPath:  func(rel string) (string, error) { return "/library/" + rel, nil },
		OnOpen:   func(a db.Asset) { d.opened = append(d.opened, a.Path) },
		OnReveal: func(a db.Asset) { d.revealed = append(d.revealed, a.Path) },
		OnReuse:  func(j db.Job) { d.reused = append(d.reused, j.ID) },
	})
	d.window = test.NewTempWindow(t, d.Object())
	d.window.SetPadded(false)
	d.window.Resize(fyne.NewSize(1440, 800))
	t.Cleanup(func() {
		d.hold = false
		d.release()
		d.Close()
	})
	if err := d.Update(t.Context()); err != nil && !errors.Is(err, s.fail) {
		t.Fatal(err)
	}
	d.drain()
	return d
}

// drain runs what was posted.
func (d *desk) drain() {
	for len(d.posted) > 0 {
		fn := d.posted[0]
		d.posted = d.posted[1:]
		fn()
	}
}

// release runs the work that waited.
func (d *desk) release() {
	for len(d.held) > 0 {
		fn := d.held[0]
		d.held = d.held[1:]
		fn()
	}
}

func (d *desk) typed(name fyne.KeyName) { d.rows.TypedKey(&fyne.KeyEvent{Name: name}) }

// ids gives the IDs on the wall in order.
func (d *desk) ids() []int64 {
	var out []int64
	for _, a := range d.model.assets {
		out = append(out, a.ID)
	}
	return out
}

func (d *desk) chosenIDs() []int64 {
	var out []int64
	for _, a := range d.chosen() {
		out = append(out, a.ID)
	}
	return out
}

// pile makes n assets, one an hour, the newest now; every third is a clip.
func pile(n int) *shelf {
	s := &shelf{jobs: map[int64]db.Job{}, profiles: []db.Profile{{ID: 1}, {ID: 2, Sandbox: true}}}
	sizes := []image.Point{{1280, 720}, {1024, 1024}, {720, 1280}, {1536, 1024}}
	for i := range n {
		id := int64(n - i)
		at := now().Add(-time.Duration(i) * time.Hour).UTC()
		size := sizes[i%len(sizes)]
		a := db.Asset{ID: id, JobID: id, Kind: db.Picture, Path: "files/" + string(rune('a'+i%26)), SHA256: strings.Repeat("0", 63) + string(rune('a'+i%26)), Width: size.X, Height: size.Y,
			Prompt: "paper boats", CreatedAt: at, Bytes: 1000}
		if i%3 == 0 {
			a.Kind, a.Seconds = db.Clip, 10
		}
		if i%2 == 1 {
			a.Prompt = "misty mountains"
		}
		s.assets = append(s.assets, a)
		s.jobs[id] = db.Job{ID: id, Kind: db.TextToVideo, ProfileID: 1}
		amount := int64(1_000_000)
		s.entries = append(s.entries, db.Entry{JobID: id, ProfileID: 1, Kind: db.Charge, AmountMicros: &amount, Currency: "CNY", At: at})
	}
	return s
}
