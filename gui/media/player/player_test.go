package player

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"sync"
	"testing"
	"time"

	"viviscope/gui/media/mpv"
)

// fakeEngine records commands and can be blocked.
type fakeEngine struct {
	mu     sync.Mutex
	did    []string
	hold   chan struct{} // nil: never
	noted  chan string
	closed bool
	frame  func(*image.RGBA) *image.RGBA
	event  func(mpv.Event)
}

func newFakeEngine() *fakeEngine { return &fakeEngine{noted: make(chan string, 256)} }

// until waits for a command.
func (f *fakeEngine) until(words string) {
	for <-f.noted != words {
	}
}

func (f *fakeEngine) note(words ...any) error {
	if f.hold != nil {
		<-f.hold
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.did = append(f.did, fmt.Sprint(words...))
	f.noted <- f.did[len(f.did)-1]
	return nil
}

func (f *fakeEngine) Command(args ...string) error       { return f.note(args) }
func (f *fakeEngine) Set(name, value string) error       { return f.note(name, "=", value) }
func (f *fakeEngine) Float(string) (float64, error)      { return 0, errors.New("not there") }
func (f *fakeEngine) Int(string) (int64, error)          { return 0, errors.New("not there") }
func (f *fakeEngine) String(string) (string, error)      { return "", errors.New("not there") }
func (f *fakeEngine) ObserveNumber(string, uint64) error { return nil }
func (f *fakeEngine) Unobserve(uint64) error             { return nil }
func (f *fakeEngine) Resize(w, h int)                    {}
func (f *fakeEngine) Forget()                            {}
func (f *fakeEngine) Close() error                       { f.closed = true; return nil }
func (f *fakeEngine) commands() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.did)
}
func (f *fakeEngine) Opener() Opener {
	return func(frame func(*image.RGBA) *image.RGBA, event func(mpv.Event)) (Engine, error) {
		f.frame, f.event = frame, event
		return f, nil
	}
}

func TestWithoutTheLibrary(t *testing.T) {
	w := newWindow()
	opened := 0
	var st State
	p := New(Options{Post: w.post, Open: func(func(*image.RGBA) *image.RGBA, func(mpv.Event)) (Engine, error) {
		opened++
		return nil, &NotFoundError{Install: "libmpv2 (apt install libmpv2)"}
	}})
	p.OnState(func(s State) { st = s })
	for range 2 {
		st = State{}
		p.Load("/clip.mp4")
		p.Play()
		w.until(t, "error", func() bool { return st.Err != nil })
		var missing *NotFoundError
		if !errors.Is(st.Err, ErrNotFound) || !errors.As(st.Err, &missing) ||
			missing.Install != "libmpv2 (apt install libmpv2)" {
			t.Errorf("got %v", st.Err)
		}
	}
	p.Close()
	if opened != 1 {
		t.Errorf("looked for %d times", opened)
	}
}

func TestNothingStartsBeforeTheFirstClip(t *testing.T) {
	p := New(Options{Post: func(fn func()) {},
		Open: func(func(*image.RGBA) *image.RGBA, func(mpv.Event)) (Engine, error) {
			t.Error("started")
			return nil, ErrStart
		}})
	p.SetVolume(20)
	p.SetMuted(true)
	p.SetSpeed(2)
	p.SetLoop(0, 0)
	p.Panel(100, 100)
	p.Unload()
	p.Close()
	if s := p.State(); s.Volume != 20 || !s.Muted || s.Speed != 2 || !s.Loop.On {
		t.Errorf("got %+v", s)
	}
}

// While the engine is busy, pending seeks coalesce into the last.
func TestPendingSeeksCoalesce(t *testing.T) {
	w, f := newWindow(), newFakeEngine()
	f.hold = make(chan struct{})
	p := New(Options{Post: w.post, Open: f.Opener()})
	p.SetVolume(33)
	p.Load(t.TempDir())
	for i := range 50 {
		p.SeekExact(time.Duration(i) * time.Second)
	}
	p.Play()
	p.SeekExact(time.Minute)
	close(f.hold)
	f.until("[seek 60.000000 absolute+exact]")
	p.Close()
	var seeks []string
	for _, d := range f.commands() {
		if len(d) > 5 && d[:5] == "[seek" {
			seeks = append(seeks, d)
		}
	}
	if want := []string{"[seek 49.000000 absolute+exact]", "[seek 60.000000 absolute+exact]"}; !slices.Equal(seeks,
		want) {
		t.Errorf("seeks %v, want %v", seeks, want)
	}
	if !slices.Contains(f.commands(), "volume=33") || !f.closed {
		t.Errorf("told %v, closed %v", f.commands(), f.closed)
	}
}

// A slow window receives only the newest frame.
func TestSlowWindowSkipsFrames(t *testing.T) {
	w, f := newWindow(), newFakeEngine()
	var got []*image.RGBA
	p := New(Options{Post: w.post, Open: f.Opener()})
	p.OnFrame(func(im *image.RGBA) { got = append(got, im) })
	defer p.Close()
	dir := t.TempDir()
	p.Load(dir)
	f.until("[loadfile " + dir + "]")
	for len(w.posts) > 0 {
		(<-w.posts)()
	}
	var newest *image.RGBA
	for range 10 {
		newest = image.NewRGBA(image.Rect(0, 0, 16, 9))
		f.frame(newest)
	}
	if len(w.posts) != 1 {
		t.Fatalf("%d posts in waiting", len(w.posts))
	}
	(<-w.posts)()
	if len(got) != 1 || got[0] != newest {
		t.Errorf("%d pictures shown", len(got))
	}
}
