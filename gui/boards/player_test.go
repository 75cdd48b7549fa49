package boards

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"viviscope/gui/form"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	planning "viviscope/client/boards"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/ledger"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/casting"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/media/mediatest"
	"viviscope/gui/media/mpv"
	"viviscope/gui/media/player"
	"viviscope/resources"
)

// theater is a window with a board whose clock only goes on when it is told to, and whose pictures are of one colour.
type theater struct {
	t      *testing.T
	host   actiontest.Host
	nav    actiontest.Nav
	now    time.Time
	ticks  []func()
	posts  chan func()
	dir    string
	b      *boardPage
	window fyne.Window
}

func newTheater(t *testing.T, size fyne.Size, v boards.View) *theater {
	apptest.New(t, resources.Theme(resources.Dark))
	th := &theater{t: t, now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), posts: make(chan func(), 4096),
		dir: t.TempDir()}
	th.window = test.NewTempWindow(t, nil)
	th.host = actiontest.Host{On: th.window.Canvas(), Clock: func() time.Time { return th.now }}
	th.host.Timer = func(_ time.Duration, f func()) func() bool {
		th.ticks = append(th.ticks, f)
		return func() bool { return true }
	}
	post := func(f func()) { th.posts <- f }
	s := New(Deps{Host: &th.host, Viewer: &th.nav, Creator: &th.nav, Chooser: &th.nav, Navigator: &th.nav, Window: th,
		Library: th, Composer: others{host: &th.host}, Jobs: others{}, Pictures: th, Live: &live.Jobs{},
		Cast:      casting.New(casting.Deps{Host: &th.host}),
		NewPlayer: func() *player.Player { return player.New(player.Options{Post: post, Audio: "null"}) }})
	t.Cleanup(s.board.player.engine.Close)
	th.b = s.board
	s.page = pageBoard
	th.window.SetContent(s.board.player.content)
	th.window.Resize(size)
	th.shows(v)
	return th
}

// shows takes a board as it was read.
func (th *theater) shows(v boards.View) {
	th.b.view = v
	th.b.refresh()
	th.b.show()
}

// after has the clock go on, and all ticks come that are due.
func (th *theater) after(d time.Duration) {
	th.now = th.now.Add(d)
	due := th.ticks
	th.ticks = nil
	for _, f := range due {
		f()
	}
}

// until serves the player until something is so.
func (th *theater) until(what string, ok func() bool) {
	th.t.Helper()
	late := time.After(20 * time.Second)
	for !ok() {
		select {
		case f := <-th.posts:
			f()
		case <-late:
			th.t.Fatalf("never came: %s; at %v, %+v", what, th.b.player.at, th.b.player.engine.State())
		}
	}
}

func (th *theater) Sandbox(context.Context) (int64, error)        { return 0, errors.ErrUnsupported }
func (th *theater) UseProfile(int64)                              {}
func (th *theater) Account(context.Context) (form.Account, error) { return form.Account{}, nil }
func (th *theater) ReadPicture(context.Context, order.Upload) ([]byte, error) {
	return nil, errors.ErrUnsupported
}
func (th *theater) ModelStats(context.Context, ledger.Filter) ([]ledger.ModelStats, error) {
	return nil, nil
}
func (th *theater) Durations(context.Context, int64, string, int, string, int) ([]time.Duration, error) {
	return nil, nil
}
func (th *theater) Refresh()                                                {}
func (th *theater) Sound(context.Context) (float64, bool)                   { return 50, false }
func (th *theater) AbsPath(rel string) (string, error)                      { return filepath.Join(th.dir, rel), nil }
func (th *theater) AssetsByID(context.Context, []int64) ([]db.Asset, error) { return nil, nil }
func (th *theater) AssetByRef(context.Context, string) (db.Asset, error)    { return db.Asset{}, nil }
func (th *theater) Profiles(context.Context) ([]db.Profile, error)          { return nil, nil }
func (th *theater) Setting(context.Context, string, any) (bool, error)      { return false, nil }
func (th *theater) SetSetting(context.Context, string, any) error           { return nil }
func (th *theater) Fit(int)                                                 {}
func (th *theater) Whole(db.Asset) (*image.RGBA, error)                     { return nil, errors.ErrUnsupported }
func (th *theater) Nearest(a db.Asset, px int) (image.Image, bool)          { return th.Cached(a, px) }
func (th *theater) Frame(context.Context, db.Asset, time.Duration) (image.Image, error) {
	return nil, errors.ErrUnsupported
}

func (th *theater) Cached(a db.Asset, px int) (image.Image, bool) { return scene(int(a.ID), px), true }

func (th *theater) Request(a db.Asset, px int, done func(image.Image, error)) func() {
	done(scene(int(a.ID), px), nil)
	return func() {}
}

// Strip gives a picture of another scene for each part of a clip.
func (th *theater) Strip(_ db.Asset, done func(image.Image, error)) func() {
	strip := image.NewRGBA(image.Rect(0, 0, media.StripTiles*media.StripWidth, media.StripWidth*9/16))
	for i := range media.StripTiles {
		draw.Draw(strip, image.Rect(i*media.StripWidth, 0, (i+1)*media.StripWidth, strip.Rect.Max.Y),
			scene(i, media.StripWidth), image.Point{}, draw.Src)
	}
	done(strip, nil)
	return func() {}
}

func (th *theater) Image(_ context.Context, a db.Asset, px int) (image.Image, error) {
	return scene(int(a.ID), px), nil
}

func (th *theater) End(context.Context, db.Asset, bool) (image.Image, error) {
	return nil, errors.ErrUnsupported
}

var _ media.Pictures = (*theater)(nil)

// scenes are pictures by their numbers and sizes: the same is given out each time.
var scenes = map[[2]int]image.Image{}

// scene is a picture of something: hills of a colour under a sun.
func scene(n, px int) image.Image {
	if im := scenes[[2]int{n, px}]; im != nil {
		return im
	}
	px = max(px, 16)
	w, h := px, px*9/16
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	sky, sun, hill := color.RGBA{uint8(60 + 37*n%190), uint8(30 + 71*n%160), uint8(90 + 53*n%160), 255},
		color.RGBA{250, 220, 140, 255}, color.RGBA{uint8(20 + 29*n%90), 20, uint8(60 + 31*n%90), 255}
	draw.Draw(im, im.Rect, image.NewUniform(sky), image.Point{}, draw.Src)
	for y := range h {
		for x := range w {
			dx, dy := x-w*(2+n%7)/10, y-h/3
			if dx*dx+dy*dy < h*h/40 {
				im.SetRGBA(x, y, sun)
			}
			if y > h*6/10+(x*(n%5+1)/4)%(h/6) {
				im.SetRGBA(x, y, hill)
			}
		}
	}
	scenes[[2]int{n, px}] = im
	return im
}

// harbour is a board of five shots: K1 > 1 > K2 > 2 > K3, Cut, K4 > 3, Continue, 4 > K5, Cut, 5 of words only. Those
// shots have a clip that have a length.
func harbour(lengths map[string]float64) boards.View {
	v := boards.View{Board: boards.Board{BoardHead: db.BoardHead{Ref: "b"}, Name: "Harbour",
		Settings: boards.Settings{Size: "1536x864", Seconds: 5}}, Assets: map[string]db.Asset{}}
	for i := range 5 {
		ref := fmt.Sprint("p", i+1)
		v.Frames = append(v.Frames, boards.Frame{ID: fmt.Sprint("K", i+1), Added: []string{ref}})
		v.Assets[ref] = db.Asset{ID: int64(i + 1), Ref: ref, SHA256: ref, Kind: db.Picture, Width: 1536, Height: 864}
	}
	v.Shots = []boards.Shot{{ID: "s1", First: "K1", Last: "K2"}, {ID: "s2", First: "K2", Last: "K3"},
		{ID: "s3", First: "K4"},
		{ID: "s4", Continue: true, Last: "K5"}, {ID: "s5", Prompt: "The quay"}}
	for i := range v.Shots {
		s := &v.Shots[i]
		if long := lengths[s.ID]; long > 0 {
			ref := "c" + s.ID
			s.Added = []string{ref}
			v.Assets[ref] = db.Asset{ID: int64(20 + i), Ref: ref, SHA256: ref, Kind: db.Clip, Path: ref + ".mp4",
				Width: 320, Height: 180, Seconds: long, FPS: 24}
		}
	}
	return v
}

// clips puts the clips of a board into the library's folder.
func (th *theater) clips(v boards.View) {
	for _, a := range v.Assets {
		if a.Kind == db.Clip {
			data, err := os.ReadFile(mediatest.Clip(th.t,
				mediatest.Spec{Width: 320, Height: 180, FPS: 24, Frames: int(a.Seconds * 24), Sound: true}))
			if err != nil {
				th.t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(th.dir, a.Path), data, 0o600); err != nil {
				th.t.Fatal(err)
			}
		}
	}
}

var wide = fyne.NewSize(934, 264)

func TestTheTimeOfABoard(t *testing.T) {
	v := harbour(map[string]float64{"s1": 3, "s3": 2})
	v.Shots[0].Trim, v.Shots[0].Seconds, v.Shots[1].Skipped, v.Shots[2].Seconds = 24, 8, true, 4
	gone := v.Assets["cs3"]
	gone.TrashedAt = time.Unix(1, 0)
	words := func(m planning.Mode) (out []string) {
		for _, p := range planning.Timeline(v, m) {
			out = append(out, fmt.Sprintf("%s: %v to %v, %s %s>%s at %v", p.Shot, p.From, p.To, p.Clip.Ref, p.First.Ref,
				p.Last.Ref, p.SwitchAt))
		}
		return out
	}
	for _, c := range []struct {
		name string
		set  func()
		mode planning.Mode
		want []string
	}{
		{"the keyframes for their seconds: one that begins no other shot is seen in its own", func() {},
			planning.Animatic, []string{
				"s1: 0s to 8s,  p1>p2 at 4s", "s3: 8s to 12s,  p4> at 0s", "s4: 12s to 17s,  p4>p5 at 2.5s",
				"s5: 17s to 22s,  > at 0s"}},
		{"at a shared seam it is there when the next one begins", func() {
			v.Shots[1].Skipped = false
		}, planning.Animatic, []string{
			"s1: 0s to 8s,  p1>p2 at 8s", "s2: 8s to 13s,  p2>p3 at 2.5s", "s3: 13s to 17s,  p4> at 0s",
			"s4: 17s to 22s,  p4>p5 at 2.5s", "s5: 22s to 27s,  > at 0s"}},
		{"clips without what is trimmed, and pictures", func() {}, planning.RoughCut, []string{
			"s1: 0s to 2s, cs1 p1>p2 at 2s", "s2: 2s to 7s,  p2>p3 at 2.5s", "s3: 7s to 9s, cs3 p4> at 0s",
			"s4: 9s to 14s,  p4>p5 at 2.5s", "s5: 14s to 19s,  > at 0s"}},
		{"a clip in the trash is none, and neither is one whose file is gone", func() {
			v.Assets["cs3"], v.Missing = gone, map[string]bool{"cs1": true}
		}, planning.RoughCut, []string{
			"s1: 0s to 8s,  p1>p2 at 8s", "s2: 8s to 13s,  p2>p3 at 2.5s", "s3: 13s to 17s,  p4> at 0s",
			"s4: 17s to 22s,  p4>p5 at 2.5s", "s5: 22s to 27s,  > at 0s"}},
		{"no film", func() {}, planning.NewestFilm, nil},
		{"the newest film that is there", func() {
			v.Films = []string{"f1", "f2", "f3"}
			for i, ref := range v.Films[:2] {
				v.Assets[ref] = db.Asset{ID: int64(i + 50), Ref: ref, Seconds: float64(i + 9)}
			}
		}, planning.NewestFilm, []string{": 0s to 10s, f2 > at 0s"}},
	} {
		c.set()
		if diff := cmp.Diff(c.want, words(c.mode)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestKeyframesDissolve(t *testing.T) {
	th := newTheater(t, wide, harbour(nil))
	p, s := th.b.player, th.b.player.stage
	p.setMode(planning.Animatic)
	seen := func(at time.Duration) float64 {
		p.seek(at)
		return math.Round(100*s.mixed.mix) / 100
	}
	for at, want := range map[time.Duration]float64{time.Second: 0, 4600 * time.Millisecond: 0,
		4800 * time.Millisecond: 0.5, 4900 * time.Millisecond: 0.75, 7300 * time.Millisecond: 0.5} {
		if got := seen(at); got != want {
			t.Errorf("at %v: %v of the next keyframe, want %v", at, got, want)
		}
	}
	th.host.Still = true
	if got := seen(4900 * time.Millisecond); got != 0 {
		t.Errorf("with reduced motion: %v", got)
	}
	if got := seen(8 * time.Second); got != 1 {
		t.Errorf("the last keyframe before a cut: %v", got)
	}
}

// Clips and pictures are one time: the selection follows it, and ends where it ends. At the end of the clips nothing is
// waited for.
func TestABoardPlaysItsClipsAndItsPictures(t *testing.T) {
	if _, err := mpv.Open(); err != nil {
		t.Skip("not tested here: ", err)
	}
	v := harbour(map[string]float64{"s1": 2, "s2": 1, "s4": 1})
	v.Shots[1].Trim = 12
	th := newTheater(t, wide, v)
	th.clips(v)
	p := th.b.player
	p.engine.SetSpeed(4)
	var went []string
	heard := ""
	runs := func(until string, ok func() bool) {
		th.until(until, func() bool {
			if now := fmt.Sprint(th.b.card, " ", p.inClips); now != heard {
				heard = now
				went = append(went, now)
			}
			return ok()
		})
	}
	if p.mode != planning.RoughCut || p.engine.State().Path != "" {
		t.Errorf("begins in mode %v with %q", p.mode, p.engine.State().Path)
	}
	p.toggle()
	runs("the third shot", func() bool { return p.shownPart == 2 })
	runs("the clip after it", func() bool { return p.ready })
	if p.at != 2500*time.Millisecond || th.b.card != "s3" {
		t.Errorf("the clips end at %v on %s", p.at, th.b.card)
	}
	th.after(6 * time.Second)
	runs("the last shot", func() bool { return p.shownPart == 4 })
	th.after(6 * time.Second)
	if want := []string{"s1 true", "s2 true", "s3 false", "s4 true", "s5 false"}; !slices.Equal(went, want) ||
		p.playing || len(th.ticks) > 0 {
		t.Errorf("played %v, want %v; plays on: %v", went, want, p.playing)
	}
	p.seek(500 * time.Millisecond)
	runs("the first clip", func() bool { return p.ready && !p.engine.State().Seeking && p.engine.State().Position > 0 })
	p.playShot()
	runs("its end", func() bool { return !p.playing && !p.engine.State().Seeking })
	if got := p.engine.State(); p.shownPart != 0 || got.Frame() != 47 || !got.Paused {
		t.Errorf("the first shot ends at %v, frame %d", p.at, got.Frame())
	}
	th.b.choose("K5")
	if p.inClips || th.b.card != "K5" || p.index() != 3 {
		t.Errorf("K5 shows part %d, %v", p.index(), p.inClips)
	}
}

func TestPicturesStandInForAClipThatCannotBePlayed(t *testing.T) {
	if _, err := mpv.Open(); err != nil {
		t.Skip("not tested here: ", err)
	}
	v := harbour(map[string]float64{"s1": 2, "s2": 1})
	th := newTheater(t, wide, v)
	th.clips(v)
	if err := os.WriteFile(filepath.Join(th.dir, "cs1.mp4"), []byte("no clip"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(th.dir, "cs2.mp4")); err != nil {
		t.Fatal(err)
	}
	p := th.b.player
	p.toggle()
	th.until("the clock", func() bool { return p.refused["cs1"] && p.refused["cs2"] && len(th.ticks) > 0 })
	th.after(time.Second)
	if !p.playing || p.at != time.Second || p.inClips || !p.stage.mixed.stands {
		t.Errorf("at %v, plays %v, hatched %v", p.at, p.playing, p.stage.mixed.stands)
	}
}

// Until a board is read nothing is said of it that may not be so. What stands behind the place has its own place,
// whatever that says.
func TestABoardThatIsNotReadYet(t *testing.T) {
	th := newTheater(t, wide, boards.View{})
	p := th.b.player
	at := p.loop.Position()
	if p.summary.Text() != "" || p.filmNote.Visible() || p.stage.empty.Text() != "The board is still loading." ||
		p.play.Disabled() == false {
		t.Errorf("%q, %t, %q", p.summary.Text(), p.filmNote.Visible(), p.stage.empty.Text())
	}
	th.b.header.showTexts()
	if th.b.header.counts.Text() != "" {
		t.Errorf("the head says %q", th.b.header.counts.Text())
	}
	th.shows(harbour(nil))
	p.seek(4e9)
	if !p.filmNote.Visible() || p.stage.empty.Text() != "" || p.loop.Position() != at {
		t.Errorf("%q at %v, before at %v", p.stage.empty.Text(), p.loop.Position(), at)
	}
}

// What plays goes on while the board is changed under it, and shows the change when it halts.
func TestABoardIsChangedWhileItPlays(t *testing.T) {
	v := harbour(nil)
	th := newTheater(t, wide, v)
	p := th.b.player
	p.toggle()
	th.after(11 * time.Second)
	v.Shots, v.Version = v.Shots[:2], 2
	th.shows(v)
	for range 3 {
		th.after(4 * time.Second)
	}
	if p.length() != 25*time.Second || !p.playing {
		t.Errorf("after a change it plays %v of %v", p.playing, p.length())
	}
	p.toggle()
	if p.length() != 10*time.Second || p.at >= p.length() {
		t.Errorf("it halts at %v of %v", p.at, p.length())
	}
}

func TestWhatIsSaidStandsBelowThePicture(t *testing.T) {
	v := harbour(nil)
	v.Shots[0].Caption = "Evening."
	th := newTheater(t, wide, v)
	p := th.b.player
	said := func() string {
		if !p.stage.caption.Visible() {
			return ""
		}
		return p.stage.caption.Text()
	}
	first := said()
	p.toggleSubtitles()
	off := said()
	p.toggleSubtitles()
	p.skip(1)
	if second := said(); first != "Evening." || off != "" || second != "" {
		t.Errorf("%q, turned off %q, in the next shot %q", first, off, second)
	}
}

// The picture can have the whole screen, where keys go on; Esc gives it back, and so does leaving the board.
func TestThePlayerHasTheWholeScreen(t *testing.T) {
	th := newTheater(t, wide, harbour(nil))
	p, overlays := th.b.player, th.window.Canvas().Overlays()
	key := func(k fyne.KeyName) { p.full.TypedKey(&fyne.KeyEvent{Name: k}) }
	p.setFullScreen(true)
	p.setFullScreen(true)
	if overlays.Top() != p.full || th.window.Canvas().Focused() != p.full {
		t.Fatal("it is not in front")
	}
	key(fyne.KeyRight)
	key(fyne.KeySpace)
	if p.index() != 1 || !p.playing {
		t.Errorf("part %d, plays %v", p.index(), p.playing)
	}
	key(fyne.KeyEscape)
	back := overlays.Top() == nil && p.content.Objects[0] == p.stage
	p.setFullScreen(true)
	p.stop()
	if told := fmt.Sprint(th.nav.Told); told != "[fulltrue fullfalse fulltrue fullfalse]" || !back ||
		overlays.Top() != nil || p.playing {
		t.Errorf("%s; back %v", told, back)
	}
}

// The clock at the end of a shot is not rounded up into the next shot.
func TestTheClockIsNotRoundedUp(t *testing.T) {
	th := newTheater(t, wide, harbour(nil))
	p := th.b.player
	p.seek(5*time.Second - 1)
	if got := p.clock.Text(); got != "0:04.99 / 0:25.00" {
		t.Errorf("it says %q", got)
	}
}

// A film is seen from its beginning to its end: one picture of it was drawn over the whole bar.
func TestTheBarShowsAllOfAFilm(t *testing.T) {
	v := harbour(nil)
	v.Films, v.Assets["film"] = []string{"film"}, db.Asset{ID: 50, Ref: "film", Kind: db.Clip, Seconds: 30}
	th := newTheater(t, wide, v)
	th.b.player.setMode(planning.NewestFilm)
	th.b.player.covers.Resize(fyne.NewSize(445, 72))
	bar := th.b.player.covers.image.Image
	strip, seen := bar.Bounds(), map[color.Color]bool{}
	for x := range strip.Dx() {
		seen[bar.At(x, 1)] = true
	}
	if n := strip.Dx() * 9 / (16 * strip.Dy()); len(seen) < n || n < 3 {
		t.Errorf("a bar of %v shows %d pictures", strip, len(seen))
	}
}

// A film of other clips than the board has now, or in another order, is marked as outdated.
func TestThePlayerMarksAnOutdatedFilm(t *testing.T) {
	v := harbour(map[string]float64{"s1": 2, "s2": 2, "s3": 2})
	v.Films = []string{"film"}
	v.Assets["film"] = db.Asset{ID: 50, Ref: "film", Kind: db.Clip, Seconds: 6, Parent: "cs1 cs2 cs3"}
	v.Assets["other"] = db.Asset{ID: 51, Ref: "other", Kind: db.Clip, Seconds: 2}
	th := newTheater(t, wide, v)
	const outdated = "film older than the board"
	for _, c := range []struct {
		name   string
		change func(v *boards.View)
		want   string
	}{
		{"as it was made", func(*boards.View) {}, ""},
		{"another order", func(v *boards.View) { v.Shots[0], v.Shots[1] = v.Shots[1], v.Shots[0] }, outdated},
		{"another take", func(v *boards.View) { v.Shots[1].Added = []string{"cs2", "other"} }, outdated},
		{"another clip", func(v *boards.View) { v.Shots[4].Added = []string{"other"} }, outdated},
		{"a shot is skipped", func(v *boards.View) { v.Shots[2].Skipped = true }, outdated},
		{"a shot without a clip is added", func(v *boards.View) {
			v.Shots = append(v.Shots, boards.Shot{ID: "s6"})
		}, ""},
		{"the file of a clip is gone", func(v *boards.View) { v.Missing = map[string]bool{"cs2": true} }, ""},
		{"the clips of the film are not known", func(v *boards.View) {
			v.Assets["film"] = db.Asset{ID: 50, Ref: "film", Kind: db.Clip, Seconds: 6}
		}, ""},
		{"no film", func(v *boards.View) { v.Films = nil }, "no film yet"},
	} {
		now := v
		now.Shots, now.Assets = slices.Clone(v.Shots), maps.Clone(v.Assets)
		c.change(&now)
		th.shows(now)
		note := th.b.player.filmNote
		if note.Text() != c.want || note.Visible() != (c.want != "") {
			t.Errorf("%s: %q, visible %t", c.name, note.Text(), note.Visible())
		}
	}
}

// In a narrow room the picture gives way: the buttons of the player stood out of it.
func TestTheButtonsOfThePlayerHaveTheirRoom(t *testing.T) {
	th := newTheater(t, fyne.NewSize(600, 264), harbour(nil))
	parts := th.b.player.content.Objects
	th.b.player.content.Resize(fyne.NewSize(500, 264))
	for _, o := range []fyne.CanvasObject{parts[1], parts[4]} {
		if need := o.MinSize().Width; o.Size().Width < need {
			t.Errorf("a row of %v has %v", need, o.Size().Width)
		}
	}
	if picture := parts[0].Size(); picture.Width < 120 {
		t.Errorf("the buttons leave %v to the picture", picture)
	}
}
