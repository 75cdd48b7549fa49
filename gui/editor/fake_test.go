package editor

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"log/slog"
	"math"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/resources"
)

var noon = time.Date(2026, 11, 21, 13, 2, 0, 0, time.UTC)

// shelf is a library in memory.
type shelf struct {
	media.Pictures
	mu      sync.Mutex
	assets  []db.Asset
	files   map[string][]byte
	jobs    []db.Job
	entries []db.Entry
	drafts  map[string][]byte
	now     time.Time
}

func newShelf() *shelf {
	return &shelf{files: map[string][]byte{}, drafts: map[string][]byte{}, now: noon}
}

func (l *shelf) AssetByRef(_ context.Context, ref string) (db.Asset, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range l.assets {
		if a.Ref == ref {
			return a, nil
		}
	}
	return db.Asset{}, db.ErrNotFound
}

func (l *shelf) Job(_ context.Context, id int64) (db.Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, j := range l.jobs {
		if j.ID == id {
			return j, nil
		}
	}
	return db.Job{}, db.ErrNotFound
}

func (l *shelf) Entries(_ context.Context, f db.EntryFilter) ([]db.Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []db.Entry
	for _, e := range l.entries {
		if e.JobID == f.JobID {
			out = append(out, e)
		}
	}
	return out, nil
}

func (l *shelf) Profile(context.Context, int64) (db.Profile, error) { return db.Profile{ID: 1}, nil }

func (l *shelf) Family(_ context.Context, ref string) (db.Family, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var f db.Family
	made := func(job db.Job) (kin []db.Kin) {
		for _, a := range l.assets {
			if a.JobID == job.ID {
				kin = append(kin, db.Kin{Asset: &a, Job: &job})
			}
		}
		if len(kin) == 0 && !job.State.Ended() {
			kin = []db.Kin{{Job: &job}}
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
			if up := byRef(sourceOf(j)); up != nil {
				f.MadeFrom = append(f.MadeFrom, db.Kin{Asset: up})
			}
		}
		if sourceOf(j) == ref {
			f.EditedInto = append(f.EditedInto, made(j)...)
		}
	}
	if up := byRef(me.Parent); me.Parent != "" && up != nil {
		f.MadeFrom = append(f.MadeFrom, db.Kin{Asset: up})
	}
	for _, a := range l.assets {
		if a.Parent == ref {
			f.TakenFrom = append(f.TakenFrom, db.Kin{Asset: &a})
		}
	}
	return f, nil
}

func (l *shelf) LostEdits(_ context.Context, ref string, _ int) (lost []db.Job, _ error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, j := range l.jobs {
		made := slices.ContainsFunc(l.assets, func(a db.Asset) bool { return a.JobID == j.ID })
		if sourceOf(j) == ref && j.State.Ended() && !made {
			lost = append(lost, j)
		}
	}
	return lost, nil
}

func (l *shelf) Import(_ context.Context, name string, data io.Reader, m db.ImportMeta) (db.Asset, bool, error) {
	b, err := io.ReadAll(data)
	if err != nil {
		return db.Asset{}, false, err
	}
	return l.add(name, b, db.Asset{Parent: m.Parent}), false, nil
}

// add puts a picture onto the shelf.
func (l *shelf) add(name string, data []byte, a db.Asset) db.Asset {
	l.mu.Lock()
	defer l.mu.Unlock()
	c, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		panic(err)
	}
	a.ID = int64(len(l.assets) + 1)
	a.Ref = fmt.Sprintf("%032x", a.ID)
	a.Kind, a.Name, a.MIME, a.Bytes, a.Width, a.Height = db.Picture, name, "image/"+format, int64(len(data)), c.Width, c.Height
	a.CreatedAt = l.now.Add(time.Duration(a.ID) * time.Second)
	l.assets = append(l.assets, a)
	l.files[a.Ref] = data
	return a
}

// edit puts a job onto the shelf that changes a picture; data is what it made, nil: nothing.
func (l *shelf) edit(parent db.Asset, prompt string, state db.JobState, data []byte, drawn []byte) (db.Job, db.Asset) {
	id := int64(len(l.jobs) + 1)
	sent := l.now.Add(time.Duration(id) * time.Minute)
	inputs := fmt.Sprintf(`[{"place":0,"asset":%q%s}]`, parent.Ref, drawnJSON(drawn))
	j := db.Job{ID: id, Ref: fmt.Sprintf("%032x", 100+id), ProfileID: 1, Kind: db.EditImage, State: state, Model: "genimage-2.5-flare",
		Prompt: prompt, Request: []byte(`{}`), Inputs: []byte(inputs), CreatedAt: sent, SentAt: sent}
	estimate := int64(70_000)
	j.EstimateMicros, j.Currency = &estimate, "CNY"
	if data != nil {
		j.FinishedAt = sent.Add(34 * time.Second)
		l.entries = append(l.entries, db.Entry{ID: id, JobID: id, Kind: db.Charge, AmountMicros: &estimate, Currency: "CNY"})
	}
	l.jobs = append(l.jobs, j)
	if data == nil {
		return j, db.Asset{}
	}
	return j, l.add("", data, db.Asset{JobID: id, Prompt: prompt, Model: j.Model, Link: "https://x.test/a", LinkDies: noon.Add(20 * time.Hour)})
}

func drawnJSON(drawn []byte) string {
	if drawn == nil {
		return ""
	}
	return `,"drawing":` + string(drawn)
}

func (l *shelf) read(_ context.Context, a db.Asset) ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if data, ok := l.files[a.Ref]; ok {
		return data, nil
	}
	return nil, db.ErrNotFound
}

// picture is a PNG of a size that is not the same anywhere: a vase before a wall, more or less.
func picture(w, h int, hue float64) []byte {
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			u, v := float64(x)/float64(w), float64(y)/float64(h)
			c := color.RGBA{uint8(70 + 40*v), uint8(80 + 30*v), uint8(84 + 20*v), 255}
			if v > 0.45 {
				c = color.RGBA{uint8(150 + 20*math.Sin(60*v)), uint8(118 + 15*math.Sin(60*v)), uint8(84 + 10*math.Sin(60*v)), 255}
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

func (l *shelf) Nearest(a db.Asset, px int) (image.Image, bool) { return nil, false }

func (l *shelf) Request(a db.Asset, px int, done func(image.Image, error)) func() {
	data, err := l.read(context.Background(), a)
	if err != nil {
		done(nil, err)
		return func() {}
	}
	im, err := png.Decode(bytes.NewReader(data))
	done(im, err)
	return func() {}
}

// easel is a canvas in a window with everything around it in the test's hands.
type easel struct {
	t      testing.TB
	w      fyne.Window
	s      *Screen
	shelf  *shelf
	notes  *notebook
	timers []*func()
	said   []string
	states []State
	paste  string
	saveAt string
	pick   db.Asset
}

func newEasel(t testing.TB) *easel { return easelWith(t, newShelf(), newNotebook()) }

// easelWith is a canvas with the library and the notes of another.
func easelWith(t testing.TB, l *shelf, n *notebook) *easel {
	apptest.New(t, resources.Theme(resources.Dark))
	e := &easel{t: t, shelf: l, notes: n}
	e.w = test.NewTempWindow(t, &fyne.Container{})
	e.w.SetPadded(false)
	now := func(f func()) { f() }
	e.s = New(Deps{
		Library: l, Drafts: n, Thumbs: l, Live: live.New(func() time.Time { return l.now }), Read: l.read,
		Fetch: func(_ context.Context, url string) (string, []byte, error) {
			e.said = append(e.said, "fetch "+url)
			return filepath.Base(url), picture(80, 60, 0.3), nil
		},
		Frame: func(_ context.Context, a db.Asset, at time.Duration) ([]byte, error) {
			e.said = append(e.said, fmt.Sprintf("frame %d %v", a.ID, at))
			return picture(80, 60, 0.9), nil
		},
		Post: now, Go: now, Refresh: func() { e.s.Update(context.Background()) }, Now: func() time.Time { return l.now }, Canvas: e.w.Canvas, Pasted: func() string { return e.paste },
		After: func(_ time.Duration, f func()) func() bool {
			timer := &f
			e.timers = append(e.timers, timer)
			return func() bool { was := *timer != nil; *timer = nil; return was }
		},
		Log:             slog.New(slog.DiscardHandler),
		OnChooseFile:    func(func(string)) { e.said = append(e.said, "choose file") },
		OnChooseGallery: func(picked func(db.Asset)) { picked(e.pick) },
		OnSaveFile: func(name string, picked func(string)) {
			e.said = append(e.said, "save "+name)
			picked(filepath.Join(e.saveAt, name))
		},
		OnState:   func(s State) { e.states = append(e.states, s) },
		OnUse:     func(a db.Asset) { e.said = append(e.said, fmt.Sprint("use ", a.ID)) },
		OnCompare: func(a, b db.Asset) { e.said = append(e.said, fmt.Sprint("compare ", a.ID, " ", b.ID)) },
		OnSend:    func(as bool) { e.said = append(e.said, fmt.Sprint("send as it was ", as)) },
	})
	e.w.SetContent(e.s.Content())
	e.w.Resize(fyne.NewSize(880, 800))
	return e
}

// wait runs what was asked for later, and what that asks for.
func (e *easel) wait() {
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

// notebook keeps settings as the database does: encoded.
type notebook struct {
	mu     sync.Mutex
	values map[string][]byte
}

func newNotebook() *notebook { return &notebook{values: map[string][]byte{}} }

func (n *notebook) Setting(_ context.Context, name string, into any) (bool, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	data, ok := n.values[name]
	if !ok {
		return false, nil
	}
	return true, json.Unmarshal(data, into)
}

func (n *notebook) SetSetting(_ context.Context, name string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.values[name] = data
	return nil
}

// open puts a picture of a size onto the canvas.
func (e *easel) open(w, h int) db.Asset {
	e.t.Helper()
	a := e.shelf.add("vase.png", picture(w, h, 0), db.Asset{})
	e.s.OpenAsset(a)
	e.wait()
	if !e.s.State().Open {
		e.t.Fatal("nothing is on the canvas")
	}
	return a
}

// drag moves the pointer over the picture with the first button held.
func (e *easel) drag(points ...[2]float64) {
	at := func(p [2]float64) fyne.Position { return e.s.stage.FromPicture(p[0], p[1]) }
	e.s.stage.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at(points[0])}, Button: desktop.MouseButtonPrimary})
	for _, p := range points[1:] {
		e.s.stage.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at(p)}})
	}
	e.s.stage.MouseUp(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at(points[len(points)-1])}, Button: desktop.MouseButtonPrimary})
}

func (e *easel) click(x, y float64) { e.drag([2]float64{x, y}) }

// box draws a box from 20, 20 to 80, 70.
func (e *easel) box() {
	e.letters("r")
	e.drag([2]float64{20, 20}, [2]float64{80, 70})
}

// letters types on the canvas.
func (e *easel) letters(s string) {
	for _, r := range s {
		e.s.pad.TypedRune(r)
	}
}

func (e *easel) key(names ...fyne.KeyName) {
	for _, n := range names {
		e.s.pad.TypedKey(&fyne.KeyEvent{Name: n})
	}
}

func (e *easel) undo() { e.s.pad.TypedShortcut(&fyne.ShortcutUndo{}) }

// baked is the picture that would be sent.
func (e *easel) baked() *image.NRGBA {
	e.t.Helper()
	b, err := e.s.Bake(context.Background(), true)
	if err != nil {
		e.t.Fatal(err)
	}
	im, err := png.Decode(bytes.NewReader(b.PNG))
	if err != nil {
		e.t.Fatal(err)
	}
	out := image.NewNRGBA(im.Bounds())
	draw.Draw(out, out.Rect, im, im.Bounds().Min, draw.Src)
	return out
}
