package gallery

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/media"
	"viviscope/gui/media/mpv"
	"viviscope/gui/media/player"
	"viviscope/resources"
)

func TestMain(m *testing.M) {
	if done, err := makeLibrary(); done {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(madeIn()) // after an error the files stay in the folder for temporary files
		os.Exit(code)
	}))
}

// now returns the time of all tests of this package.
func now() time.Time { return time.Date(2026, 11, 21, 14, 30, 0, 0, time.FixedZone("CET", 3600)) }

// library is a real library with calls that can be made to fail.
type library struct {
	*db.Library
	made int // number of jobs
	fail error
	read [][]int64 // IDs of assets that were read

	loading bool
}

func (l *library) Loading() bool { return l.loading }

func (l *library) Index(ctx context.Context) (*search.Index, error) {
	if l.fail != nil {
		return nil, l.fail
	}
	return l.Library.Index(ctx)
}

func (l *library) AssetsByID(ctx context.Context, ids []int64) ([]db.Asset, error) {
	l.read = append(l.read, ids)
	return l.Library.AssetsByID(ctx, ids)
}

func (l *library) TrashAll(ctx context.Context, ids []int64) (db.Undo, error) {
	if l.fail != nil {
		return db.Undo{}, l.fail
	}
	return l.Library.TrashAll(ctx, ids)
}

func (l *library) SetNote(ctx context.Context, id int64, note string) (db.Undo, error) {
	if l.fail != nil {
		return db.Undo{}, l.fail
	}
	return l.Library.SetNote(ctx, id, note)
}

// empty opens a library with a service profile and a sandbox.
func empty(t testing.TB) *library {
	t.Helper()
	l, err := db.Open(t.Context(), t.TempDir(), db.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, p := range []db.Profile{{Name: "Studio", BaseURL: "https://api.example.com"},
		{Name: "Sandbox", BaseURL: "http://127.0.0.1:1", Sandbox: true}} {
		p.Saved, p.Currency = true, "CNY"
		if _, err := l.SaveProfile(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	return &library{Library: l}
}

// made describes an asset to create.
type made struct {
	db.Asset
	profile int64
	cost    int64
	content string
	click   string
	request map[string]any
}

// add stores an asset with its job.
func (l *library) add(t testing.TB, m made) db.Asset {
	t.Helper()
	ctx := t.Context()
	kind, ext := db.TextToImage, "png"
	if m.Kind == db.Clip {
		kind, ext = db.TextToVideo, "mp4"
	}
	raw, err := json.Marshal(m.request)
	check(t, err)
	l.made++
	ref := sha256.Sum256([]byte(strconv.Itoa(l.made))) // the same in every run, because file names depend on it
	j, err := l.InsertWith(ctx, db.Job{Ref: hex.EncodeToString(ref[:16]), ProfileID: max(m.profile, 1), Kind: kind,
		State: db.Saved, Model: m.Model, Prompt: m.Prompt, Request: raw, Currency: "CNY",
		CreatedAt: m.CreatedAt, EndedAt: m.CreatedAt, Click: m.click}, func(c *db.Change) error {
		c.Append(db.Entry{Kind: db.Charge, AmountMicros: &m.cost, Currency: "CNY", At: m.CreatedAt})
		return nil
	})
	check(t, err)
	name := db.IncomingName(j.Ref, 0, ext)
	path, err := l.IncomingPath(name)
	check(t, err)
	check(t, os.WriteFile(path, []byte(m.content), 0o600))
	a := m.Asset
	a.Ref = db.AssetRef(j.Ref, 0)
	to, err := l.Ingest(ctx, name, db.IngestRequest{Ref: a.Ref, At: a.CreatedAt, Title: a.Prompt, Ext: ext,
		Sidecar: db.Provenance{JobRef: j.Ref, Kind: kind}})
	check(t, err)
	a.Path, a.SHA256, a.Bytes = to.Path, to.SHA256, 1000
	var added *db.Change
	_, err = l.Change(ctx, j.ID, func(c *db.Change) error { added = c; c.Add(a); return nil })
	check(t, err)
	return added.Added()[0]
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// pile returns a library with n assets, one an hour. The newest has the ID n and is from noon today. Every third is a
// clip with sound; every other one shows mountains.
func pile(t testing.TB, n int) *library {
	t.Helper()
	l := empty(t)
	for i := n - 1; i >= 0; i-- {
		l.add(t, nth(i))
	}
	return l
}

// nth describes the asset that is made i hours ago.
func nth(i int) made {
	size := []image.Point{{X: 1280, Y: 720}, {X: 1024, Y: 1024}, {X: 720, Y: 1280}, {X: 1536, Y: 1024}}[i%4]
	m := made{cost: 1_000_000, content: fmt.Sprint("content ", i), request: map[string]any{"prompt": "paper boats"}}
	m.Asset = db.Asset{Kind: db.Picture, MIME: "image/png", Width: size.X, Height: size.Y, Prompt: "paper boats",
		Model:     "genimage-2.5-flare",
		CreatedAt: now().Add(-time.Duration(i)*time.Hour - 150*time.Minute).UTC()}
	if i%3 == 0 {
		m.Kind, m.MIME, m.Model, m.Seconds, m.HasAudio = db.Clip, "video/mp4", "clip-2.6", 10, true
		seed := int64(4800 + i)
		m.Seed = &seed
	}
	if i%2 == 1 {
		m.Prompt = "misty mountains"
	}
	return m
}

// prints provides thumbnails when the test sends them.
type prints struct {
	media.Pictures
	ready   map[int64]image.Image // in memory, by asset ID
	asked   map[int64]func(image.Image, error)
	strips  map[int64]func(image.Image, error)
	dropped int
	calls   int
	pixels  int // last window size that was set, in device pixels
}

func newPrints() *prints {
	return &prints{ready: map[int64]image.Image{}, asked: map[int64]func(image.Image, error){},
		strips: map[int64]func(image.Image, error){}}
}

func (p *prints) Cached(a db.Asset, _ int) (image.Image, bool) {
	im, ok := p.ready[a.ID]
	return im, ok
}

func (p *prints) Nearest(db.Asset, int) (image.Image, bool) { return nil, false }
func (p *prints) Fit(pixels int)                            { p.pixels = pixels }

func (p *prints) Request(a db.Asset, _ int, done func(image.Image, error)) func() {
	p.calls++
	p.asked[a.ID] = done
	return func() {
		p.dropped++
		delete(p.asked, a.ID)
	}
}

func (p *prints) Strip(a db.Asset, done func(image.Image, error)) func() {
	p.strips[a.ID] = done
	return func() { delete(p.strips, a.ID) }
}

// desk is a gallery in a window with fakes of everything that it uses. Work runs at once unless hold is set. Posted
// functions run when the work has ended, as in a window.
type desk struct {
	*Gallery
	t      testing.TB
	lib    *library
	prints *prints
	window fyne.Window
	nav    actiontest.Nav
	host   actiontest.Host
	passed time.Duration
	pauses []func()
	held   []func() // work that waits while hold is set
	hold   bool
	posted []func()
}

func newDesk(t testing.TB, l *library) *desk {
	t.Helper()
	d := unread(t, l)
	d.Update(t.Context())
	d.drain()
	return d
}

// unread returns a desk before its first read.
func unread(t testing.TB, l *library) *desk {
	t.Helper()
	apptest.New(t, resources.Theme(resources.Dark))
	d := &desk{t: t, lib: l, prints: newPrints()}
	d.window = test.NewTempWindow(t, canvas.NewRectangle(nil))
	d.nav.Price = jobs.Quote{Profile: db.Profile{ID: 1}, Currency: "CNY", Total: 1_000_000, Known: true}
	d.Gallery = New(d.deps())
	d.window.SetContent(d.Content())
	d.window.SetPadded(false)
	d.window.Resize(fyne.NewSize(1440, 800))
	t.Cleanup(func() {
		d.hold = false
		d.release()
		d.Close()
	})
	return d
}

func (d *desk) deps() Deps {
	d.host = actiontest.Host{
		Poster: func(fn func()) { d.posted = append(d.posted, fn) },
		Worker: func(fn func(context.Context)) {
			work := func() {
				fn(context.Background())
				d.drain()
			}
			if d.hold {
				d.held = append(d.held, work)
				return
			}
			work()
		},
		Timer: func(_ time.Duration, f func()) func() bool {
			d.pauses = append(d.pauses, f)
			return func() bool { return true }
		},
		Clock: func() time.Time { // every call is later than the one before
			d.passed += 200 * time.Millisecond
			return now().Add(d.passed)
		},
		On: d.window.Canvas(),
	}
	// The player posts its events from another goroutine, and no test here needs them.
	film := player.New(player.Options{Post: func(func()) {},
		Open: func(func(*image.RGBA) *image.RGBA, func(mpv.Event)) (player.Engine, error) {
			return nil, player.ErrStart
		}})
	d.t.Cleanup(film.Close)
	return Deps{Host: &d.host, Viewer: &d.nav, Creator: &d.nav, Exchange: &d.nav, Navigator: &d.nav, Library: d.lib,
		Pictures: d.prints, Player: film}
}

// drain runs the posted functions.
func (d *desk) drain() {
	for len(d.posted) > 0 {
		fn := d.posted[0]
		d.posted = d.posted[1:]
		fn()
	}
}

// release runs the held work.
func (d *desk) release() {
	for len(d.held) > 0 {
		fn := d.held[0]
		d.held = d.held[1:]
		fn()
	}
}

// leads checks the calls of other screens since the last check.
func (d *desk) leads(what, to string) {
	d.t.Helper()
	if got := strings.Join(d.nav.Told, ", "); got != to {
		d.t.Errorf("%s: leads to %q, want %q", what, got, to)
	}
	d.nav.Told = nil
}

// does runs the action with an ID on the selection.
func (d *desk) does(id string) {
	a, _ := d.cache.asset(d.currentID())
	action.ByID(d.actions(a, d.selection()), id).Do()
	d.drain()
}

func (d *desk) typed(names ...fyne.KeyName) {
	for _, name := range names {
		apptest.PressKey(d.rows, name)
		d.drain()
	}
}

// ids returns the IDs on the wall in order.
func (d *desk) ids() []int64 {
	var out []int64
	for _, r := range d.model.rows {
		out = append(out, r.ID)
	}
	return out
}

// row reads an asset.
func (d *desk) row(id int64) db.Asset {
	d.t.Helper()
	a, err := d.lib.Asset(d.t.Context(), id)
	check(d.t, err)
	return a
}

// say types a query into the search box.
func (d *desk) say(text string) {
	d.head.search.SetText(text)
	d.drain()
}

// wants checks that the wall shows exactly these assets.
func (d *desk) wants(what string, ids ...int64) {
	d.t.Helper()
	if got := d.ids(); !slices.Equal(got, ids) {
		d.t.Errorf("%s: shows %v, want %v", what, got, ids)
	}
}

// cell returns the cell of an asset.
func (d *desk) cell(id int64) *cell {
	d.t.Helper()
	c, ok := d.rows.Cell(id).(*cell)
	if !ok {
		d.t.Fatalf("asset %d has no cell", id)
	}
	return c
}

// chipWords returns the labels of the visible chips, without chips of keys that are off.
func (d *desk) chipWords() string {
	var out []string
	for _, k := range d.chips.keys {
		if k.On() {
			out = append(out, k.Text())
		}
	}
	for _, t := range d.chips.others {
		out = append(out, termWords(t, now()))
	}
	return strings.Join(out, ", ")
}
