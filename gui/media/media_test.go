package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"viviscope/db"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// folder is a library folder without a database.
type folder struct{ dir string }

func newFolder(t testing.TB) folder { return folder{t.TempDir()} }

func (f folder) AbsPath(rel string) (string, error) { return filepath.Join(f.dir, rel), nil }
func (f folder) ThumbPath(key string) (string, error) {
	return filepath.Join(f.dir, "thumbs", key), nil
}

// add stores a file in the folder and returns its asset.
func (f folder) add(t testing.TB, name string, content []byte, size image.Point, kind db.AssetKind) db.Asset {
	t.Helper()
	if err := os.WriteFile(filepath.Join(f.dir, name), content, 0o600); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(content)
	return db.Asset{Kind: kind, Path: name, SHA256: hex.EncodeToString(sum[:]), Width: size.X, Height: size.Y,
		Bytes: int64(len(content))}
}

func (f folder) picture(t testing.TB, name string, width, height int) db.Asset {
	t.Helper()
	return f.add(t, name, jpegOf(t, scene(width, height)), image.Pt(width, height), db.Picture)
}

func (f folder) clip(t testing.TB) db.Asset {
	t.Helper()
	return f.add(t, "c.mp4", []byte("a clip"), image.Pt(1280, 720), db.Clip)
}

// scene is an opaque picture with gradients: red increases to the right, green downwards.
func scene(width, height int) *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			im.SetRGBA(x, y, color.RGBA{uint8(255 * x / width), uint8(255 * y / height), 0x80, 0xff})
		}
	}
	return im
}

func jpegOf(t testing.TB, im image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, im, &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t testing.TB, im image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&b, im); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// posts is the queue of the window goroutine. The test runs it.
type posts struct {
	mu    sync.Mutex
	fns   []func()
	added chan struct{}
}

func newPosts() *posts { return &posts{added: make(chan struct{}, 1024)} }

func (p *posts) post(fn func()) {
	p.mu.Lock()
	p.fns = append(p.fns, fn)
	p.mu.Unlock()
	p.added <- struct{}{}
}

// run waits for n posted functions and runs them.
func (p *posts) run(n int) {
	for range n {
		<-p.added
		p.mu.Lock()
		fn := p.fns[0]
		p.fns = p.fns[1:]
		p.mu.Unlock()
		fn()
	}
}

// fakePosters counts calls and blocks each poster until released.
type fakePosters struct {
	hold chan struct{} // nil: never
	mu   sync.Mutex
	made []string
	at   int // how many run now
	most int
}

func (f *fakePosters) Poster(ctx context.Context, path string, px int) (*image.RGBA, error) {
	f.mu.Lock()
	f.made = append(f.made, filepath.Base(path))
	f.at++
	f.most = max(f.most, f.at)
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		f.at--
		f.mu.Unlock()
	}()
	if f.hold != nil {
		select {
		case <-f.hold:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return scene(px, px*9/16), nil
}

func (f *fakePosters) Close() error { return nil }

func (f *fakePosters) Frame(context.Context, string, time.Duration, int) (image.Image, error) {
	return nil, ErrDamaged
}

func (f *fakePosters) Strip(context.Context, string, bool) (*image.RGBA, error) {
	return nil, ErrDamaged
}

func (f *fakePosters) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.made)
}
