package media

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"viviscope/db"
)

func newThumbs(t testing.TB, f folder, p *posts, posters Posters) *Thumbs {
	t.Helper()
	th := New(Options{Files: f, Log: slog.New(slog.DiscardHandler), Post: p.post, Posters: posters})
	t.Cleanup(th.Close)
	return th
}

func TestImageOfAPicture(t *testing.T) {
	f := newFolder(t)
	a := f.picture(t, "a.jpg", 800, 400)
	th := newThumbs(t, f, newPosts(), &fakePosters{})
	im, err := th.Image(t.Context(), a, 250)
	if err != nil {
		t.Fatal(err)
	}
	if got := im.Bounds().Size(); got != image.Pt(256, 128) { // sizes go in steps of 64
		t.Errorf("size %v", got)
	}
	at := im.(*image.RGBA).RGBAAt(192, 32)
	if want := (color.RGBA{191, 63, 128, 255}); !near(at, want, 6) {
		t.Errorf("colour %v, want about %v", at, want)
	}
	if again, ok := th.Cached(a, 256); !ok || again != im {
		t.Error("not kept in memory")
	}
	if _, ok := th.Cached(a, 512); ok {
		t.Error("another size is said to be there")
	}
	if other, ok := th.Nearest(a, 512); !ok || other != im {
		t.Error("no stand-in for another size")
	}
}

func near(a, b color.RGBA, by int) bool {
	d := func(x, y uint8) bool { return max(int(x)-int(y), int(y)-int(x)) <= by }
	return d(a.R, b.R) && d(a.G, b.G) && d(a.B, b.B) && d(a.A, b.A)
}

func TestThumbnailsOnDisk(t *testing.T) {
	f := newFolder(t)
	a := f.picture(t, "a.jpg", 1600, 800)
	first := newThumbs(t, f, newPosts(), &fakePosters{})
	if _, err := first.Image(t.Context(), a, 256); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(f.dir, "thumbs", a.SHA256+"-512")
	info, err := os.Stat(kept)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if left, _ := filepath.Glob(filepath.Join(f.dir, "thumbs", ".new*")); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
	// After a restart the stored thumbnail is used; the asset is not needed.
	asset := filepath.Join(f.dir, a.Path)
	content, _ := os.ReadFile(asset)
	if err := os.Remove(asset); err != nil {
		t.Fatal(err)
	}
	if _, err := newThumbs(t, f, newPosts(), &fakePosters{}).Image(t.Context(), a, 256); err != nil {
		t.Errorf("from the disk: %v", err)
	}
	// A truncated thumbnail is made again.
	if err := errors.Join(os.WriteFile(asset, content, 0o600), os.Truncate(kept, 700)); err != nil {
		t.Fatal(err)
	}
	if _, err := newThumbs(t, f, newPosts(), &fakePosters{}).Image(t.Context(), a, 256); err != nil {
		t.Errorf("after a torn thumbnail: %v", err)
	}
	if info, err := os.Stat(kept); err != nil || info.Size() <= 700 {
		t.Errorf("not made again: %v %v", info, err)
	}
}

func TestTransparentThumbnailsStayTransparent(t *testing.T) {
	f := newFolder(t)
	im := image.NewNRGBA(image.Rect(0, 0, 700, 700))
	im.SetNRGBA(0, 0, color.NRGBA{255, 0, 0, 255})
	a := f.add(t, "a.png", pngOf(t, im), image.Pt(700, 700), db.Picture)
	for range 2 { // made, then read from the disk
		got, err := newThumbs(t, f, newPosts(), &fakePosters{}).Image(t.Context(), a, 128)
		if err != nil {
			t.Fatal(err)
		}
		if c := got.(*image.RGBA).RGBAAt(64, 64); c != (color.RGBA{}) {
			t.Errorf("the middle is %v", c)
		}
	}
}

func TestConcurrentRequestsShareOneResult(t *testing.T) {
	f := newFolder(t)
	clip := f.clip(t)
	p := &fakePosters{hold: make(chan struct{})}
	th := newThumbs(t, f, newPosts(), p)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := th.Image(t.Context(), clip, 320); err != nil {
				t.Error(err)
			}
		})
	}
	close(p.hold)
	all.Wait()
	if p.count() != 1 {
		t.Errorf("made %d times", p.count())
	}
}

func TestOnePosterAtATime(t *testing.T) {
	f := newFolder(t)
	p := &fakePosters{}
	th := newThumbs(t, f, newPosts(), p)
	var all sync.WaitGroup
	for i := range 6 {
		clip := f.add(t, fmt.Sprintf("%d.mp4", i), []byte{byte(i)}, image.Pt(1280, 720), db.Clip)
		all.Go(func() { _, _ = th.Image(t.Context(), clip, 320) })
	}
	all.Wait()
	if p.count() != 6 || p.most != 1 {
		t.Errorf("%d made, %d at once", p.count(), p.most)
	}
}

func TestRequestAnswersOnTheWindowsGoroutine(t *testing.T) {
	f, p := newFolder(t), newPosts()
	a := f.picture(t, "a.jpg", 300, 200)
	th := newThumbs(t, f, p, &fakePosters{})
	var got image.Image
	for range 2 { // made, then from memory: the same way both times
		got = nil
		th.Request(a, 128, func(im image.Image, err error) {
			if err != nil {
				t.Error(err)
			}
			got = im
		})
		if got != nil {
			t.Fatal("answered without a post")
		}
		p.run(1)
		if got == nil {
			t.Fatal("no picture")
		}
	}
}

func TestRequestIsNotAnsweredAfterCancel(t *testing.T) {
	f, p := newFolder(t), newPosts()
	a := f.picture(t, "a.jpg", 300, 200)
	th := newThumbs(t, f, p, &fakePosters{})
	cancel := th.Request(a, 128, func(image.Image, error) { t.Error("answered after cancel") })
	<-p.added // it is made and the answer is on its way
	p.added <- struct{}{}
	cancel()
	p.run(1)
}

func TestDamagedFileIsReadOnce(t *testing.T) {
	f, p := newFolder(t), newPosts()
	a := f.add(t, "a.jpg", []byte("no picture"), image.Pt(10, 10), db.Picture)
	th := newThumbs(t, f, p, &fakePosters{})
	if _, err := th.Image(t.Context(), a, 64); !errors.Is(err, ErrDamaged) {
		t.Fatalf("got %v", err)
	}
	// Without the file, only the cached error can still report damage.
	if err := os.Remove(filepath.Join(f.dir, a.Path)); err != nil {
		t.Fatal(err)
	}
	if _, err := th.Image(t.Context(), a, 640); !errors.Is(err, ErrDamaged) {
		t.Errorf("the second time: %v", err)
	}
	var failed error
	th.Request(a, 64, func(_ image.Image, err error) { failed = err })
	p.run(1)
	if !errors.Is(failed, ErrDamaged) {
		t.Errorf("request: %v", failed)
	}
}

func TestMissingFileIsRetried(t *testing.T) {
	f := newFolder(t)
	a := f.picture(t, "a.jpg", 300, 200)
	path := filepath.Join(f.dir, a.Path)
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	th := newThumbs(t, f, newPosts(), &fakePosters{})
	if im, err := th.Image(t.Context(), a, 64); !errors.Is(err, os.ErrNotExist) || im != nil {
		t.Fatalf("got %v, %v", im, err)
	}
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	if _, err := th.Image(t.Context(), a, 64); err != nil {
		t.Errorf("after it came back: %v", err)
	}
}

func TestImageEndsWithItsContext(t *testing.T) {
	f := newFolder(t)
	clip := f.clip(t)
	th := newThumbs(t, f, newPosts(), &fakePosters{hold: make(chan struct{})})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := th.Image(ctx, clip, 64); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestCloseFailsPendingRequests(t *testing.T) {
	f := newFolder(t)
	clip := f.clip(t)
	th := New(Options{Files: f, Log: slog.New(slog.DiscardHandler), Post: newPosts().post,
		Posters: &fakePosters{hold: make(chan struct{})}})
	got := make(chan error)
	go func() {
		_, err := th.Image(context.Background(), clip, 64)
		got <- err
	}()
	th.Close()
	if err := <-got; !errors.Is(err, ErrClosed) {
		t.Errorf("got %v", err)
	}
}

func TestNeedsOf(t *testing.T) {
	for _, c := range []struct {
		kind db.AssetKind
		w, h int
		want resource
	}{
		{db.Clip, 1280, 720, clipDecoder},
		{db.Picture, 1920, 1080, free},
		{db.Picture, 3840, 2160, free}, // 8.3 million, just under 8 << 20
		{db.Picture, 3840, 3840, largePicture},
		{db.Picture, 0, 0, largePicture},
	} {
		if got := needsOf(db.Asset{Kind: c.kind, Width: c.w, Height: c.h}); got != c.want {
			t.Errorf("%s %d x %d: %d, want %d", c.kind, c.w, c.h, got, c.want)
		}
	}
}
