package viewer

import (
	"context"
	"fmt"
	"image"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/resources"
)

// The types that the program passes.
var (
	_ Library = (*db.Library)(nil)
	_ Player  = (*player.Player)(nil)
	_ Clips   = (*player.Pair)(nil)
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// room is a viewer with fakes of everything that it uses.
type room struct {
	actiontest.Nav // records navigation and the calls of the player
	media.Pictures
	host    actiontest.Host
	t       testing.TB
	w       fyne.Window
	s       *Screen
	assets  []db.Asset // of the sequence, in its order
	jobs    map[int64]db.Job
	family  map[string]db.Family
	kept    *preferenceValues // the setting
	nearest image.Image       // a thumbnail in memory; nil: none
	broken  map[int64]error   // errors of decoding assets
	ledger  error             // error of reading entries
	whole   []int64           // decoded assets
	work    []func()          // off the window's goroutine
	player  *fakePlayer
	clips   *fakeClips
	posters map[int64]func(image.Image, error)
}

func newRoom(t testing.TB, assets ...db.Asset) *room {
	apptest.New(t, resources.Theme(resources.Dark))
	r := &room{t: t, assets: assets, jobs: map[int64]db.Job{}, family: map[string]db.Family{},
		broken: map[int64]error{}, posters: map[int64]func(image.Image, error){}}
	for _, a := range assets {
		kind := db.TextToImage
		if a.Kind == db.Clip {
			kind = db.TextToVideo
		}
		r.jobs[a.JobID] = db.Job{ID: a.JobID, Kind: kind, State: db.Saved, Model: a.Model, TaskID: "vt_1",
			Request: []byte(`{"seconds":12,"seed":7}`)}
	}
	r.player = &fakePlayer{r: r, state: player.State{Paused: true}}
	r.w = test.NewTempWindow(t, canvas.NewRectangle(nil))
	r.w.SetPadded(false)
	r.w.Resize(fyne.NewSize(1440, 842))
	r.Price = jobs.Quote{Profile: db.Profile{ID: 1}, Currency: "CNY", Total: 1_000_000, Known: true}
	r.host = actiontest.Host{On: r.w.Canvas(), Clock: func() time.Time { return noon },
		Worker: func(f func(context.Context)) { r.work = append(r.work, func() { f(context.Background()) }) },
		Timer: func(_ time.Duration, f func()) func() bool {
			r.work = append(r.work, f)
			return func() bool { return true }
		}}
	r.s = New(Deps{
		Host: &r.host, Viewer: r, Creator: r, Exchange: r, Navigator: r, Organizer: r, Library: r, Pictures: r,
		Player:   r.player,
		NewClips: func(on func(player.PairState)) Clips { r.clips = &fakeClips{r: r, on: on}; return r.clips },
	})
	r.w.SetContent(kit.WithHints(r.s.Content()))
	return r
}

// open shows an asset of the sequence and runs all work that follows.
func (r *room) open(i int) *Screen {
	r.s.Open(r, r.assets[i])
	r.run()
	return r.s
}

// run runs the work that waits for another goroutine.
func (r *room) run() {
	for len(r.work) > 0 {
		f := r.work[0]
		r.work = r.work[1:]
		f()
	}
}

// heard returns the recorded calls since the last call.
func (r *room) heard() []string {
	told := r.Told
	r.Told = nil
	return told
}

// key presses keys on the focused object, and runs the work after each.
func (r *room) key(names ...fyne.KeyName) {
	r.t.Helper()
	for _, n := range names {
		f := r.w.Canvas().Focused()
		if f == nil {
			r.t.Fatalf("nothing has the focus for %s", n)
		}
		apptest.PressKey(f, n)
		r.run()
	}
}

// plays lets the player report that the clip is loaded.
func (r *room) plays(edit func(*player.State)) {
	p := r.player
	p.state.Loaded, p.state.Duration, p.state.FPS, p.state.HasAudio = true, 10*time.Second, 24, true
	p.state.Size = image.Pt(1280, 720)
	if edit != nil {
		edit(&p.state)
	}
	p.on(p.state)
	r.run()
}

func (r *room) Len() int                  { return len(r.assets) }
func (r *room) At(i int) (db.Asset, bool) { return r.assets[i], true }

func (r *room) IndexOf(id int64) int {
	for i, a := range r.assets {
		if a.ID == id {
			return i
		}
	}
	return -1
}

func (r *room) AbsPath(rel string) (string, error) { return "/lib/" + rel, nil }

func (r *room) Job(_ context.Context, id int64) (db.Job, error) {
	if j, ok := r.jobs[id]; ok {
		return j, nil
	}
	return db.Job{}, db.ErrNotFound
}

func (r *room) Entries(_ context.Context, jobID int64) ([]db.Entry, error) {
	amount := int64(14_500_000)
	return []db.Entry{{ID: 1, JobID: jobID, Kind: db.Charge, AmountMicros: &amount, Currency: "CNY"}}, r.ledger
}

func (r *room) Profile(context.Context, int64) (db.Profile, error) { return db.Profile{}, nil }

func (r *room) Asset(_ context.Context, id int64) (db.Asset, error) {
	if i := r.IndexOf(id); i >= 0 {
		return r.assets[i], nil
	}
	return db.Asset{}, db.ErrNotFound
}

func (r *room) Family(_ context.Context, ref string) (db.Family, error) { return r.family[ref], nil }

func (r *room) Setting(_ context.Context, name string, into any) (bool, error) {
	if r.kept == nil || name != settingName {
		return false, nil
	}
	*into.(*preferenceValues) = *r.kept
	return true, nil
}

func (r *room) SetSetting(_ context.Context, _ string, v any) error {
	kept := v.(preferenceValues)
	r.kept = &kept
	return nil
}

func (r *room) Nearest(db.Asset, int) (image.Image, bool) { return r.nearest, r.nearest != nil }

func (r *room) Request(a db.Asset, _ int, done func(image.Image, error)) func() {
	r.posters[a.ID] = done
	return func() { delete(r.posters, a.ID) }
}

func (r *room) Frame(_ context.Context, a db.Asset, at time.Duration) (image.Image, error) {
	r.Tell("frame of", a.ID, at)
	return image.NewRGBA(image.Rect(0, 0, 16, 9)), nil
}

func (r *room) Whole(a db.Asset) (*image.RGBA, error) {
	r.whole = append(r.whole, a.ID)
	if err := r.broken[a.ID]; err != nil {
		return nil, err
	}
	return image.NewRGBA(image.Rect(0, 0, 40, 30)), nil
}

func (r *room) Strip(_ db.Asset, done func(image.Image, error)) func() {
	done(image.NewRGBA(image.Rect(0, 0, 16*8, 5)), nil)
	return func() {}
}

// fakePlayer records its calls in the room.
type fakePlayer struct {
	r     *room
	on    func(player.State)
	state player.State
}

func (p *fakePlayer) OnState(f func(player.State)) { p.on = f }
func (p *fakePlayer) OnFrame(func(*image.RGBA))    {}
func (p *fakePlayer) Panel(int, int)               {}
func (p *fakePlayer) State() player.State          { return p.state }
func (p *fakePlayer) Load(path string) {
	p.state = player.State{Path: path, Paused: true}
	p.r.Tell("load ", path)
}
func (p *fakePlayer) Unload()                        { p.r.Tell("unload") }
func (p *fakePlayer) Play()                          { p.r.Tell("play") }
func (p *fakePlayer) Pause()                         { p.r.Tell("pause") }
func (p *fakePlayer) Toggle()                        { p.r.Tell("toggle") }
func (p *fakePlayer) SeekExact(at time.Duration)     { p.r.Tell("seek ", at) }
func (p *fakePlayer) SeekFrame(n int)                { p.r.Tell("frame ", n) }
func (p *fakePlayer) Step(n int)                     { p.r.Tell("step ", n) }
func (p *fakePlayer) SetSpeed(f float64)             { p.r.Tell("speed ", f) }
func (p *fakePlayer) SetVolume(v float64)            { p.r.Tell("volume ", v) }
func (p *fakePlayer) SetMuted(on bool)               { p.r.Tell("muted ", on) }
func (p *fakePlayer) SetSubtitles(on bool)           { p.r.Tell("words ", on) }
func (p *fakePlayer) SetLoop(from, to time.Duration) { p.r.Tell("loop ", from, " ", to) }
func (p *fakePlayer) NoLoop()                        { p.r.Tell("no loop") }

// fakeClips is a fake of two clips in step.
type fakeClips struct {
	r      *room
	on     func(player.PairState)
	a, b   func(*image.RGBA)
	closed bool
}

func (c *fakeClips) Load(a, b string)                { c.r.Tell("load ", a, " ", b) }
func (c *fakeClips) Toggle()                         { c.r.Tell("toggle both") }
func (c *fakeClips) SeekExact(at time.Duration)      { c.r.Tell("seek both ", at) }
func (c *fakeClips) Step(n int)                      { c.r.Tell("step both ", n) }
func (c *fakeClips) SetSpeed(float64)                {}
func (c *fakeClips) SetVolume(float64)               {}
func (c *fakeClips) SetMuted(bool)                   {}
func (c *fakeClips) SetLoop(bool)                    {}
func (c *fakeClips) Panel(int, int)                  {}
func (c *fakeClips) OnFrames(a, b func(*image.RGBA)) { c.a, c.b = a, b }
func (c *fakeClips) Close()                          { c.closed = true }

func picture(id int64) db.Asset {
	return db.Asset{ID: id, Ref: fmt.Sprint(id), JobID: id, Kind: db.Picture, Path: fmt.Sprint(id, ".png"),
		MIME: "image/png", Width: 40, Height: 30,
		Model: "m", Prompt: fmt.Sprint("picture ", id), Bytes: 100, SHA256: "ab", CreatedAt: noon.Add(-time.Hour)}
}

func clip(id int64) db.Asset {
	a := picture(id)
	a.Kind, a.Path, a.MIME, a.Width, a.Height, a.Seconds, a.FPS, a.HasAudio = db.Clip, fmt.Sprint(id, ".mp4"),
		"video/mp4", 1280, 720, 10, 24, true
	return a
}
