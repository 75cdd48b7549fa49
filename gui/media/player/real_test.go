package player

import (
	"errors"
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"viviscope/client/mp4"
	"viviscope/gui/media"
	"viviscope/gui/media/mediatest"
	"viviscope/gui/media/mpv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// window simulates the window goroutine: posted functions run while the test waits.
type window struct {
	posts chan func()
}

func newWindow() *window { return &window{posts: make(chan func(), 1024)} }

func (w *window) post(fn func()) { w.posts <- fn }

// until runs posted functions until ok returns true.
func (w *window) until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	late := time.After(time.Minute) // a hang is a failure with words, not a test run that is killed
	for !ok() {
		select {
		case fn := <-w.posts:
			fn()
		case <-late:
			t.Fatal("never came: " + what)
		}
	}
}

// screen records what a player shows.
type screen struct {
	*window
	p     *Player
	state State
	im    *image.RGBA
	seen  []int // numbers of all pictures
}

func newScreen(t testing.TB) *screen {
	t.Helper()
	if _, err := mpv.Open(); err != nil {
		t.Skip("not tested here: ", err)
	}
	s := &screen{window: newWindow()}
	s.p = New(Options{Post: s.post, Audio: "null"})
	s.p.OnState(func(st State) { s.state = st })
	s.p.OnFrame(func(im *image.RGBA) { s.im = im; s.seen = append(s.seen, mediatest.Number(im)) })
	s.p.SetVolume(70)
	t.Cleanup(s.p.Close)
	s.p.Panel(320, 320)
	return s
}

func (s *screen) shows(t testing.TB, n int) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("wanted %d, stands at %d, shows %v of %v; %+v", n, s.state.Frame(), mediatest.Number(s.im), s.seen,
				s.state)
		}
	}()
	s.until(t, "picture", func() bool {
		return s.im != nil && !s.state.Seeking && s.state.Loaded && mediatest.Number(s.im) == n && s.state.Frame() == n
	})
}

var small = mediatest.Spec{Width: 320, Height: 180, FPS: 24, Frames: 96, Sound: true}

func TestAClipIsShownAndDescribed(t *testing.T) {
	s := newScreen(t)
	s.p.Load(mediatest.Clip(t, small))
	s.shows(t, 0)
	got := s.state
	if got.Size != image.Pt(320, 180) || got.FPS != 24 || got.Duration != 4*time.Second || !got.HasAudio ||
		!got.Paused || got.Err != nil || got.Frames() != 96 {
		t.Errorf("got %+v", got)
	}
	if size := s.im.Rect.Size(); size != image.Pt(320, 180) || s.im.Stride != 4*320 {
		t.Errorf("picture of %v, stride %d", size, s.im.Stride)
	}
	s.p.Load(mediatest.Clip(t, mediatest.Spec{Width: 180, Height: 320, FPS: 30, Frames: 30}))
	s.until(t, "second clip", func() bool {
		return s.state.Loaded && !s.state.Seeking && s.im.Rect.Size() == image.Pt(176, 313)
	})
	if got := s.state; got.Size != image.Pt(180, 320) || got.FPS != 30 || got.Duration != time.Second || got.HasAudio {
		t.Errorf("got %+v", got)
	}
}

func TestSeeksAreExactToThePicture(t *testing.T) {
	s := newScreen(t)
	s.p.Load(mediatest.Clip(t, small))
	s.shows(t, 0)
	for _, n := range []int{1, 95, 47, 48, 49, 3, 94, 0} {
		s.p.SeekFrame(n)
		s.shows(t, n)
	}
	for _, c := range []struct {
		at   time.Duration
		want int
	}{
		{time.Second, 24},
		{time.Second + 41*time.Millisecond, 24}, // still the same picture
		{time.Second + 42*time.Millisecond, 25},
		{-time.Second, 0},
		{time.Hour, 95},
	} {
		s.p.SeekExact(c.at)
		s.shows(t, c.want)
	}
}

func TestOnlyTheLastOfManySeeksCounts(t *testing.T) {
	s := newScreen(t)
	s.p.Load(mediatest.Clip(t, small))
	s.shows(t, 0)
	for n := range 60 {
		s.p.SeekFrame(n)
	}
	s.shows(t, 59)
}

func TestStepsGoBothWays(t *testing.T) {
	s := newScreen(t)
	s.p.Load(mediatest.Clip(t, small))
	s.shows(t, 0)
	at := 0
	for _, n := range []int{1, 1, 1, -1, 1, -1, -1, 10, -5, 1} {
		s.p.Step(n)
		at += n
		s.shows(t, at)
	}
	s.p.SeekFrame(95)
	s.shows(t, 95)
	s.p.Step(-1)
	s.shows(t, 94)
}

func TestPlayEndsAndRestarts(t *testing.T) {
	s := newScreen(t)
	s.p.SetSpeed(4)
	s.p.Load(mediatest.Clip(t, small))
	s.p.Play()
	s.until(t, "end", func() bool { return s.state.Ended })
	if s.state.Paused {
		t.Error("the end is a pause")
	}
	s.p.Toggle()
	s.until(t, "start", func() bool {
		return !s.state.Ended && s.state.Position > 0 && s.state.Position < 2*time.Second
	})
	s.p.Pause()
	s.until(t, "pause", func() bool { return s.state.Paused })
}

func TestLoops(t *testing.T) {
	s := newScreen(t)
	s.p.SetSpeed(4)
	s.p.SetLoop(0, 0)
	s.p.Load(mediatest.Clip(t, small))
	s.p.Play()
	wraps := func() (n int) {
		for i := 1; i < len(s.seen); i++ {
			if s.seen[i] < s.seen[i-1] {
				n++
			}
		}
		return n
	}
	s.until(t, "second round", func() bool { return wraps() > 1 })
	if s.state.Ended {
		t.Error("a loop has an end")
	}
	s.p.SetLoop(time.Second, 2*time.Second)
	s.p.SeekExact(time.Second)
	s.until(t, "range", func() bool { return !s.state.Seeking && mediatest.Number(s.im) == 24 })
	s.seen = nil
	s.until(t, "second round of the range", func() bool { return wraps() > 1 })
	for _, n := range s.seen {
		if n < 24 || n > 49 {
			t.Errorf("picture %d is outside of the range", n)
		}
	}
}

func TestDamagedFileIsReported(t *testing.T) {
	s := newScreen(t)
	bad := filepath.Join(t.TempDir(), "bad.mp4")
	if err := os.WriteFile(bad, []byte("#EXTM3U\nhttp://127.0.0.1:1/x.ts\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.p.Load(bad)
	s.until(t, "error", func() bool { return errors.Is(s.state.Err, media.ErrDamaged) })
	s.p.Load(filepath.Join(t.TempDir(), "none.mp4"))
	s.until(t, "missing", func() bool { return errors.Is(s.state.Err, os.ErrNotExist) && !s.state.Seeking })
	s.p.Load(mediatest.Clip(t, small))
	s.shows(t, 0)
	if s.state.Err != nil {
		t.Error(s.state.Err)
	}
}

func TestPanelSizes(t *testing.T) {
	s := newScreen(t)
	s.p.Load(mediatest.Clip(t, small))
	s.shows(t, 0)
	s.p.Panel(160, 1000)
	s.until(t, "smaller", func() bool { return s.im.Rect.Size() == image.Pt(160, 90) })
	s.p.Panel(5000, 5000)
	s.until(t, "as large as the clip", func() bool { return s.im.Rect.Size() == image.Pt(320, 180) })
	if n := mediatest.Number(s.im); n != 0 {
		t.Errorf("picture %d", n)
	}
}

func TestCloseWhilePlaying(t *testing.T) {
	clip := mediatest.Clip(t, small)
	for range 5 {
		s := newScreen(t)
		s.p.Load(clip)
		s.p.Play()
		s.until(t, "picture", func() bool { return s.im != nil })
		s.p.SeekFrame(50)
		s.p.Close()
		s.p.Close()
		s.p.Load(clip) // does nothing any more
		s.im = nil
		for len(s.posts) > 0 {
			(<-s.posts)()
		}
		if s.im != nil {
			t.Fatal("a picture came after close")
		}
	}
}

func TestUnloadClosesFile(t *testing.T) {
	s := newScreen(t)
	clip := mediatest.Clip(t, small)
	s.p.Load(clip)
	s.shows(t, 0)
	s.p.Unload()
	s.until(t, "empty", func() bool { return s.state.Path == "" && !s.state.Loaded })
	s.p.Load(clip)
	s.shows(t, 0)
	if s.state.Volume != 70 {
		t.Errorf("volume %v", s.state.Volume)
	}
}

func TestPairStaysInStep(t *testing.T) {
	if _, err := mpv.Open(); err != nil {
		t.Skip("not tested here: ", err)
	}
	w := newWindow()
	var st PairState
	p := NewPair(Options{Post: w.post, Audio: "null"}, func(s PairState) { st = s })
	defer p.Close()
	var a, b int
	p.A.OnFrame(func(im *image.RGBA) { a = mediatest.Number(im) })
	p.B.OnFrame(func(im *image.RGBA) { b = mediatest.Number(im) })
	p.A.Panel(320, 180)
	p.B.Panel(320, 180)
	shorter := small
	shorter.Frames = 48
	p.Load(mediatest.Clip(t, small), mediatest.Clip(t, shorter))
	w.until(t, "both", func() bool { return st.Loaded && !st.A.Seeking && !st.B.Seeking })
	if st.Duration != 4*time.Second || !st.Paused {
		t.Errorf("got %+v", st)
	}
	p.SeekExact(time.Second)
	w.until(t, "one place", func() bool { return a == 24 && b == 24 && !st.A.Seeking && !st.B.Seeking })
	p.Step(1)
	w.until(t, "one step", func() bool { return a == 25 && b == 25 })
	p.Play()
	w.until(t, "the end of both", func() bool { return st.Ended })
	if b < 46 || a < 94 {
		t.Errorf("stand at %d and %d", a, b)
	}
	p.SetLoop(true)
	w.until(t, "the start of both", func() bool { return !st.Ended && st.A.Position < 2*time.Second })
	p.Pause()
	w.until(t, "one place again", func() bool { return st.Paused && a == b && !st.A.Seeking && !st.B.Seeking })
}

// A film plays clips one after the other, each up to its cut.
func TestAFilmIsPlayedBeforeItIsMade(t *testing.T) {
	clip := mediatest.Clip(t, small)
	s := newScreen(t)
	s.p.LoadFilm([]Piece{{clip, 48. / 24}, {clip, 96. / 24}})
	s.shows(t, 0)
	if d := s.state.Duration.Round(time.Millisecond); d != 6*time.Second || !s.state.HasAudio {
		t.Errorf("it lasts %v", d)
	}
	for _, at := range []struct{ frame, number int }{{47, 47}, {48, 0}, {143, 95}} {
		s.p.SeekExact(time.Duration(at.frame) * time.Second / 24)
		s.until(t, "picture", func() bool {
			return s.im != nil && !s.state.Seeking && mediatest.Number(s.im) == at.number
		})
	}
}

// Subtitles are shown on request, at their time: those of a film and those beside a clip.
func TestSubtitlesAreShown(t *testing.T) {
	clip := mediatest.Clip(t, mediatest.Spec{Width: 320, Height: 180, FPS: 24, Frames: 24})
	film := func(captions ...string) string {
		path := filepath.Join(t.TempDir(), "film.mp4")
		var clips []*mp4.Clip
		for _, words := range captions {
			c, err := mp4.Open(clip)
			if err != nil {
				t.Fatal(err)
			}
			c.Caption = words
			clips = append(clips, c)
		}
		f, err := os.Create(path)
		if err == nil {
			_, err = mp4.Join(t.Context(), f, clips, mp4.Sound{}, func(int) {})
		}
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		return path
	}
	inside, beside, without := film("WWWWW", "WWWWW", "WWWWW"), film("", "", ""), clip
	if err := os.WriteFile(filepath.Join(filepath.Dir(beside), "film.srt"),
		[]byte("1\n00:00:00,000 --> 00:00:03,000\nWWWWW\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newScreen(t)
	s.p.SetSpeed(8)
	played := func(path string, shown bool) (white int) { // pixels of letters, in all pictures
		s.p.Load(path)
		s.until(t, "clip", func() bool { return s.state.Path == path && s.state.Loaded && !s.state.Ended })
		s.p.SetSubtitles(shown)
		s.p.OnFrame(func(im *image.RGBA) {
			for i := len(im.Pix) / 2; i < len(im.Pix); i += 4 {
				if min(im.Pix[i], im.Pix[i+1], im.Pix[i+2]) > 240 {
					white++
				}
			}
		})
		s.p.Play()
		s.until(t, "the end", func() bool { return s.state.Path == path && s.state.Ended })
		return white
	}
	plain := played(inside, false)
	for _, path := range []string{inside, beside} {
		if worded := played(path, true); !s.state.HasSubtitles || worded <= plain {
			t.Errorf("%s: %v, %d white pixels become %d", path, s.state.HasSubtitles, plain, worded)
		}
	}
	s.p.Load(without)
	s.until(t, "a clip without", func() bool {
		return s.state.Loaded && s.state.Path == without
	})
	if s.state.HasSubtitles || !s.state.Subtitles {
		t.Errorf("%+v", s.state)
	}
}
