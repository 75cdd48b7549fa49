package editor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/resources"
)

var noon = time.Date(2026, 11, 21, 13, 2, 0, 0, time.UTC)

// fakeLibrary is a library in memory.
type fakeLibrary struct {
	media.Pictures
	mu      sync.Mutex
	assets  []db.Asset
	files   map[string][]byte
	jobs    []db.Job
	entries []db.Entry
	now     time.Time

	settings   map[string][]byte
	drawings   map[string][]byte
	drawingErr error // error of reading drawings
	full       bool  // writing fails
	wrote      int
}

func newFakeLibrary() *fakeLibrary {
	return &fakeLibrary{files: map[string][]byte{}, settings: map[string][]byte{}, drawings: map[string][]byte{},
		now: noon}
}

func (l *fakeLibrary) AssetByRef(_ context.Context, ref string) (db.Asset, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range l.assets {
		if a.Ref == ref {
			return a, nil
		}
	}
	return db.Asset{}, db.ErrNotFound
}

func (l *fakeLibrary) Job(_ context.Context, id int64) (db.Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, j := range l.jobs {
		if j.ID == id {
			return j, nil
		}
	}
	return db.Job{}, db.ErrNotFound
}

func (l *fakeLibrary) Entries(_ context.Context, jobID int64) ([]db.Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []db.Entry
	for _, e := range l.entries {
		if e.JobID == jobID {
			out = append(out, e)
		}
	}
	return out, nil
}

func (l *fakeLibrary) Profile(context.Context, int64) (db.Profile, error) {
	return db.Profile{ID: 1}, nil
}

func (l *fakeLibrary) Family(_ context.Context, ref string) (db.Family, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var f db.Family
	made := func(job db.Job) (kin []db.Relative) {
		for _, a := range l.assets {
			if a.JobID == job.ID {
				kin = append(kin, db.Relative{Asset: &a, Job: &job})
			}
		}
		if len(kin) == 0 && !job.State.Ended() {
			kin = []db.Relative{{Job: &job}}
		}
		return kin
	}
	byRef := func(ref string) *db.Asset {
		for _, a := range l.assets {
			if a.Ref == ref {
				return &a
			}
		}
		return nil
	}
	me := byRef(ref)
	if me == nil {
		return f, db.ErrNotFound
	}
	for _, j := range l.jobs {
		if j.ID == me.JobID && me.JobID != 0 {
			if up := byRef(inputOf(j).Asset); up != nil {
				f.MadeFrom = append(f.MadeFrom, db.Relative{Asset: up})
			}
		}
		if inputOf(j).Asset == ref {
			f.EditedInto = append(f.EditedInto, made(j)...)
		}
	}
	if up := byRef(me.Parent); me.Parent != "" && up != nil {
		f.MadeFrom = append(f.MadeFrom, db.Relative{Asset: up})
	}
	for _, a := range l.assets {
		if a.Parent == ref {
			f.Extracted = append(f.Extracted, db.Relative{Asset: &a})
		}
	}
	return f, nil
}

func (l *fakeLibrary) EditsWithoutFile(_ context.Context, ref string, _ int) (lost []db.Job, _ error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, j := range l.jobs {
		made := slices.ContainsFunc(l.assets, func(a db.Asset) bool { return a.JobID == j.ID })
		if inputOf(j).Asset == ref && j.State.Ended() && !made {
			lost = append(lost, j)
		}
	}
	return lost, nil
}

func (l *fakeLibrary) Import(_ context.Context, name string, data io.Reader, m db.ImportMeta) (db.Asset, bool, error) {
	b, err := io.ReadAll(data)
	if err != nil {
		return db.Asset{}, false, err
	}
	return l.add(name, b, db.Asset{Parent: m.Parent}), false, nil
}

// add adds a picture to the library.
func (l *fakeLibrary) add(name string, data []byte, a db.Asset) db.Asset {
	l.mu.Lock()
	defer l.mu.Unlock()
	c, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		panic(err)
	}
	a.ID = int64(len(l.assets) + 1)
	a.Ref = fmt.Sprintf("%032x", a.ID)
	a.Kind, a.Name, a.MIME, a.Bytes, a.Width, a.Height = db.Picture, name, "image/"+format, int64(len(data)), c.Width,
		c.Height
	a.CreatedAt = l.now.Add(time.Duration(a.ID) * time.Second)
	l.assets = append(l.assets, a)
	l.files[a.Ref] = data
	return a
}

// edit adds a job that edits a picture. data is its result; nil: none.
func (l *fakeLibrary) edit(
	parent db.Asset, prompt string, state db.JobState, data []byte, drawn []byte,
) (db.Job, db.Asset) {
	id := int64(len(l.jobs) + 1)
	sent := l.now.Add(time.Duration(id) * time.Minute)
	inputs := fmt.Sprintf(`[{"place":0,"asset":%q%s}]`, parent.Ref, drawnJSON(drawn))
	j := db.Job{ID: id, Ref: fmt.Sprintf("%032x", 100+id), ProfileID: 1, Kind: db.EditImage, State: state,
		Model:  "genimage-2.5-flare",
		Prompt: prompt, Request: []byte(`{}`), Inputs: []byte(inputs), CreatedAt: sent, SentAt: sent}
	estimate := int64(70_000)
	j.EstimateMicros, j.Currency = &estimate, "CNY"
	if data != nil {
		j.FinishedAt = sent.Add(34 * time.Second)
		l.entries = append(l.entries, db.Entry{ID: id, JobID: id, Kind: db.Charge, AmountMicros: &estimate,
			Currency: "CNY"})
	}
	l.jobs = append(l.jobs, j)
	if data == nil {
		return j, db.Asset{}
	}
	return j, l.add("", data, db.Asset{JobID: id, Prompt: prompt, Model: j.Model, Link: "https://x.test/a",
		LinkExpires: noon.Add(20 * time.Hour)})
}

func drawnJSON(drawn []byte) string {
	if drawn == nil {
		return ""
	}
	return `,"drawing":` + string(drawn)
}

func (l *fakeLibrary) read(_ context.Context, a db.Asset) ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if data, ok := l.files[a.Ref]; ok {
		return data, nil
	}
	return nil, db.ErrNotFound
}

// picture returns a PNG of a size, similar to a vase before a wall. It has no uniform areas.
func picture(w, h int, hue float64) []byte {
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			u, v := float64(x)/float64(w), float64(y)/float64(h)
			c := color.RGBA{uint8(70 + 40*v), uint8(80 + 30*v), uint8(84 + 20*v), 255}
			if v > 0.45 {
				c = color.RGBA{uint8(150 + 20*math.Sin(60*v)), uint8(118 + 15*math.Sin(60*v)),
					uint8(84 + 10*math.Sin(60*v)), 255}
			}
			if math.Hypot((u-0.44)*1.3, v-0.4) < 0.2 {
				c = color.RGBA{uint8(40 + 160*hue), uint8(110 - 30*hue), 118, 255}
			}
			if math.Hypot((u-0.72)*1.3, v-0.52) < 0.11 {
				c = color.RGBA{230, 160, 50, 255}
			}
			im.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, im); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func (l *fakeLibrary) Nearest(a db.Asset, px int) (image.Image, bool) { return nil, false }

func (l *fakeLibrary) Request(a db.Asset, px int, done func(image.Image, error)) func() {
	data, err := l.read(context.Background(), a)
	if err != nil {
		done(nil, err)
		return func() {}
	}
	im, err := png.Decode(bytes.NewReader(data))
	done(im, err)
	return func() {}
}

// fakeKeyframes contains the keyframe of the fixture.
type fakeKeyframes struct{ f *fixture }

func (k fakeKeyframes) Words(_ context.Context, of action.Keyframe) (string, error) {
	if of != k.f.keyframe {
		return "", db.ErrNotFound
	}
	return "The picture of " + of.ID + ".", nil
}

func (k fakeKeyframes) Take(of action.Keyframe, a db.Asset) {
	k.f.said, k.f.taken = append(k.f.said, "take "+of.ID), a
}

func (k fakeKeyframes) Show(of action.Keyframe) { k.f.said = append(k.f.said, "show "+of.Board) }

// fixture is a canvas in a window with fakes of everything that it uses.
type fixture struct {
	t       testing.TB
	w       fyne.Window
	s       *Screen
	library *fakeLibrary
	host    *fakeHost
	nav     *actiontest.Nav
	timers  []*func()
	said    []string
	sent    order.Canvas // the canvas that the composer would send

	keyframe action.Keyframe // exists on a board; zero: none
	taken    db.Asset        // the last picture that a keyframe received
}

// fakeHost updates the canvas at once.
type fakeHost struct {
	actiontest.Host
	f *fixture
}

func (h *fakeHost) RefreshAll() { h.f.s.Update(context.Background()) }

// fakeFiles returns the files of the library, and pictures from elsewhere.
type fakeFiles struct{ f *fixture }

func (l fakeFiles) Read(ctx context.Context, a db.Asset) ([]byte, error) {
	return l.f.library.read(ctx, a)
}

func (l fakeFiles) Fetch(_ context.Context, url string) (string, []byte, error) {
	l.f.said = append(l.f.said, "fetch "+url)
	return filepath.Base(url), picture(80, 60, 0.3), nil
}

func (l fakeFiles) Frame(_ context.Context, a db.Asset, at time.Duration) ([]byte, error) {
	l.f.said = append(l.f.said, fmt.Sprintf("frame %d %v", a.ID, at))
	return picture(80, 60, 0.9), nil
}

// fakeComposer records its calls.
type fakeComposer struct{ f *fixture }

func (c fakeComposer) SetPicture(p order.Canvas) { c.f.sent = p }
func (c fakeComposer) SetHints([]string)         {}
func (c fakeComposer) Focus()                    {}
func (c fakeComposer) Generate()                 { c.f.said = append(c.f.said, "send") }
func (c fakeComposer) SendWithoutMarks()         { c.f.said = append(c.f.said, "send as it was") }

func newFixture(t testing.TB) *fixture { return fixtureWith(t, newFakeLibrary()) }

// fixtureWith returns a canvas with a given library.
func fixtureWith(t testing.TB, l *fakeLibrary) *fixture {
	apptest.New(t, resources.Theme(resources.Dark))
	e := &fixture{t: t, library: l, nav: &actiontest.Nav{}}
	e.nav.Text = func() string { return e.host.Clipboard }
	e.w = test.NewTempWindow(t, &fyne.Container{})
	e.w.SetPadded(false)
	now := func() time.Time { return l.now }
	e.host = &fakeHost{f: e, Host: actiontest.Host{Clock: now, On: e.w.Canvas(),
		Timer: func(_ time.Duration, f func()) func() bool {
			timer := &f
			e.timers = append(e.timers, timer)
			return func() bool { was := *timer != nil; *timer = nil; return was }
		}}}
	e.s = New(Deps{Host: e.host, Viewer: e.nav, Creator: e.nav, Exchange: e.nav, Chooser: e.nav, Library: l,
		Files: fakeFiles{e}, Thumbs: l, Live: live.New(now), Composer: fakeComposer{e}, Keyframes: fakeKeyframes{e}})
	e.w.SetContent(e.s.Content())
	e.w.Resize(fyne.NewSize(880, 800))
	return e
}

// told returns the last call of another screen; "" for none.
func (e *fixture) told() string {
	if len(e.nav.Told) == 0 {
		return ""
	}
	return e.nav.Told[len(e.nav.Told)-1]
}

// notice returns the text of the visible note; "" for none.
func (e *fixture) notice() string {
	if !e.s.note.Visible() {
		return ""
	}
	return e.s.note.text.Text()
}

// parts returns the refs of the placed pictures.
func (e *fixture) parts() []string { return parts(e.s.doc.drawing()) }

// wait runs the timers, and the timers that they start.
func (e *fixture) wait() {
	for range 8 {
		due := e.timers
		e.timers = nil
		for _, f := range due {
			if run := *f; run != nil {
				*f = nil
				run()
			}
		}
	}
}

// Setting and SetSetting store settings as the database does: encoded.
func (l *fakeLibrary) Setting(_ context.Context, name string, into any) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	data, ok := l.settings[name]
	if !ok {
		return false, nil
	}
	return true, json.Unmarshal(data, into)
}

func (l *fakeLibrary) SetSetting(_ context.Context, name string, value any) error {
	return l.put(l.settings, name, value)
}

// put stores a value in one of the maps; nil deletes it.
func (l *fakeLibrary) put(in map[string][]byte, name string, value any) (err error) {
	data, raw := value.([]byte)
	if !raw {
		if data, err = json.Marshal(value); err != nil {
			return err
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.full {
		return errFull
	}
	l.wrote++
	in[name] = data
	if value == nil {
		delete(in, name)
	}
	return nil
}

func (l *fakeLibrary) DrawingKeys(context.Context) ([]string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(maps.Keys(l.drawings)), nil
}

func (l *fakeLibrary) Drawing(_ context.Context, key string) ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.drawingErr != nil {
		return nil, l.drawingErr
	}
	return l.drawings[key], nil
}

func (l *fakeLibrary) SetDrawing(_ context.Context, key string, value any) error {
	return l.put(l.drawings, key, value)
}

func (l *fakeLibrary) RenameDrawing(_ context.Context, key, to string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if data, ok := l.drawings[key]; ok {
		l.drawings[to] = data
		delete(l.drawings, key)
	}
	return nil
}

// errFull is the error of writing while the library is full.
var errFull = errors.New("disk full")

// open opens a picture of a size on the canvas.
func (e *fixture) open(w, h int) db.Asset {
	e.t.Helper()
	a := e.library.add("vase.png", picture(w, h, 0), db.Asset{})
	e.s.OpenAsset(a)
	e.wait()
	if !e.s.State().Open {
		e.t.Fatal("nothing is on the canvas")
	}
	return a
}

// drag moves the pointer over the picture with the primary button held.
func (e *fixture) drag(points ...[2]float64) {
	at := func(p [2]float64) fyne.Position { return e.s.view.FromPicture(p[0], p[1]) }
	e.s.view.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at(points[0])},
		Button: desktop.MouseButtonPrimary})
	for _, p := range points[1:] {
		e.s.view.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at(p)}})
	}
	e.s.view.MouseUp(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at(points[len(points)-1])},
		Button: desktop.MouseButtonPrimary})
}

func (e *fixture) click(x, y float64) { e.drag([2]float64{x, y}) }

// box draws a box from 20, 20 to 80, 70.
func (e *fixture) box() {
	e.letters("r")
	e.drag([2]float64{20, 20}, [2]float64{80, 70})
}

// letters types characters on the canvas.
func (e *fixture) letters(s string) {
	for _, r := range s {
		e.s.input.TypedRune(r)
	}
}

func (e *fixture) key(names ...fyne.KeyName) {
	for _, n := range names {
		e.s.input.TypedKey(&fyne.KeyEvent{Name: n})
	}
}

func (e *fixture) undo() { e.s.input.TypedShortcut(&fyne.ShortcutUndo{}) }

// baked returns the picture that would be sent.
func (e *fixture) baked() *image.NRGBA {
	e.t.Helper()
	b, err := e.s.Bake(context.Background(), false)
	if err != nil {
		e.t.Fatal(err)
	}
	im, err := png.Decode(bytes.NewReader(b.File))
	if err != nil {
		e.t.Fatal(err)
	}
	out := image.NewNRGBA(im.Bounds())
	draw.Draw(out, out.Rect, im, im.Bounds().Min, draw.Src)
	return out
}

func (l *fakeLibrary) RestoreAll(_ context.Context, ids []int64) (db.Undo, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.assets {
		if slices.Contains(ids, l.assets[i].ID) {
			l.assets[i].TrashedAt = time.Time{}
		}
	}
	return db.Undo{}, nil
}
