package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"image/gif"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/bmp"

	"viviscope/client/jobs"
	"viviscope/client/picturefile"
	"viviscope/client/transfer"
	"viviscope/client/transfer/transfertest"
	"viviscope/db"
	"viviscope/db/folder"
)

// Nothing stops at a bad file, hidden ones are not meant, links inside of folders are not followed, and all is counted.
func TestAFolderIsImportedAsItIs(t *testing.T) {
	lib, dir := transfertest.Open(t), t.TempDir()
	transfertest.Write(t, transfertest.PNG(t, 1), dir, "a.png")
	transfertest.Write(t, transfertest.PNG(t, 1), dir, "below", "again.png")
	transfertest.Write(t, transfertest.PNG(t, 2), dir, "below", "no ending")
	transfertest.Write(t, transfertest.Clip(t), dir, "below", "deep", "c.mp4")
	transfertest.Write(t, []byte("hello"), dir, "notes.txt")
	transfertest.Write(t, []byte("PK"), dir, "more.ZIP")
	transfertest.Write(t, nil, dir, "empty.png")
	transfertest.Write(t, transfertest.PNG(t, 3)[:30], dir, "cut.png")
	long, clip := transfertest.PNG(t, 3), transfertest.Clip(t)
	transfertest.Write(t, long[:len(long)-30], dir, "cut later.png") // its size can be read, and it cannot be decoded
	transfertest.Write(t, clip[:len(clip)-30], dir, "cut.mp4")
	transfertest.Write(t, append([]byte("\x00\x00\x00\x18ftypheic"), clip[12:200]...), dir, "photo.heic")
	transfertest.Write(t, []byte("{"), dir, "a.json")
	transfertest.Write(t, transfertest.PNG(t, 4), dir, ".hidden.png")
	transfertest.Write(t, transfertest.PNG(t, 5), dir, ".git", "x.png")
	if err := os.Symlink(dir, filepath.Join(dir, "loop")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "dead.png")); err != nil {
		t.Fatal(err)
	}
	steps := 0
	r := transfer.Import(t.Context(), lib, []string{dir, filepath.Join(dir, "gone")},
		transfer.ImportOptions{Settings: true, Progress: func(transfer.ImportResult) {
			steps++
		}})
	if r.New != 3 || r.Known != 1 || r.Foreign != 4 || r.Damaged != 3 || r.Links != 2 || r.Failed != 1 ||
		r.Archives != 1 || r.Stopped != nil || steps != 11 {
		t.Errorf("%+v after %d steps", r, steps)
	}
	want := "3 imported, 1 already in the library, 4 skipped: not a supported picture or clip, 2 links skipped, 3 skipped: damaged, 1 sidecar could not be read, 1 could not be read. Unpack archives first; their contents are not imported."
	if got := importedWords(r); got != want {
		t.Error(got)
	}
	var named []string
	for _, p := range r.Problems {
		named = append(named, problemWords(p))
	}
	for _, want := range []string{"photo.heic: HEIC is not supported. Convert it to JPEG or PNG.",
		"notes.txt: not a supported picture or clip", "empty.png: the file is empty", "a.json: it cannot be read",
		"loop: a symbolic link, which is not followed", "dead.png: a symbolic link, which is not followed"} {
		if !slices.Contains(named, want) {
			t.Errorf("no %q in %q", want, named)
		}
	}
	if len(r.Assets) != 4 || len(transfertest.Assets(t, lib)) != 3 {
		t.Errorf("assets %v of %d", r.Assets, len(transfertest.Assets(t, lib)))
	}
	for _, a := range transfertest.Assets(t, lib) {
		if a.CreatedAt.IsZero() || a.Name == "" {
			t.Errorf("%+v", a)
		}
	}
}

// A GIF becomes its first picture and a BMP the same picture, as PNGs, which the service takes; what was counted before
// is what comes.
func TestPicturesThatTheServiceDoesNotTakeBecomePNG(t *testing.T) {
	lib, dir := transfertest.Open(t), t.TempDir()
	red, blue := image.NewPaletted(image.Rect(0, 0, 4, 3), palette.WebSafe),
		image.NewPaletted(image.Rect(0, 0, 4, 3), palette.WebSafe)
	draw.Draw(red, red.Rect, image.NewUniform(color.RGBA{0xff, 0, 0, 0xff}), image.Point{}, draw.Src)
	var moving, still, plain bytes.Buffer
	if err := errors.Join(gif.EncodeAll(&moving, &gif.GIF{Image: []*image.Paletted{red, blue}, Delay: []int{1, 1}}),
		gif.Encode(&still, red, nil), bmp.Encode(&plain, red)); err != nil {
		t.Fatal(err)
	}
	transfertest.Write(t, still.Bytes(), dir, "a.gif")
	transfertest.Write(t, plain.Bytes(), dir, "b.bmp")
	transfertest.Write(t, moving.Bytes()[:40], dir, "cut.gif")
	huge := slices.Clone(plain.Bytes())
	huge[20], huge[24] = 0xff, 0xff // width and height, the second lowest byte of each: 65 thousand
	huge[19], huge[23] = 0xff, 0xff
	transfertest.Write(t, huge, dir, "e.bmp")
	transfertest.Write(t, []byte("BM is no picture"), dir, "c.txt")
	transfertest.Write(t, []byte("{}"), dir, "d.json")
	n, err := transfer.Count(t.Context(), []string{dir}, lib.Dir())
	if n.Files != 4 || n.Others != 1 || err != nil {
		t.Errorf("counted %+v, %v", n, err)
	}
	r := transfer.Import(t.Context(), lib, []string{dir}, transfer.ImportOptions{})
	if want := "1 imported, 1 already in the library, 1 skipped: not a supported picture or clip, 1 skipped: damaged, 1 could not be read. 1 GIF: only its first picture was imported."; importedWords(r) != want {
		t.Errorf("%q", importedWords(r))
	}
	a := transfertest.Assets(t, lib)[0]
	path, err := lib.AbsPath(a.Path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if p, err := picturefile.Read(f); err != nil || a.Name != "a.png" || p.Format != "png" ||
		p.Image.RGBAAt(1, 1) != (color.RGBA{0xff, 0, 0, 0xff}) {
		t.Errorf("%q is a %s, %v", a.Name, p.Format, err)
	}
	var named []string
	for _, p := range r.Problems {
		named = append(named, problemWords(p))
	}
	if want := []string{"c.txt: not a supported picture or clip", "cut.gif: it is damaged",
		"e.bmp: it cannot be read"}; !slices.Equal(named, want) {
		t.Errorf("%q", named)
	}
}

// What a decoder plays is imported as it is, with its size and length, and found again by a rebuild.
func TestWhatPlaysIsImported(t *testing.T) {
	lib, dir := transfertest.Open(t), t.TempDir()
	produce := func(name string, args ...string) {
		t.Helper()
		args = append(append([]string{"-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:r=12:d=1"}, args...),
			filepath.Join(dir, name))
		if out, err := exec.Command("ffmpeg", args...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
	}
	produce("a.mkv", "-c:v", "libx264", "-pix_fmt", "yuv420p")
	produce("b.webm", "-c:v", "libvpx")
	produce("c.avi", "-c:v", "mpeg4")
	produce("d.gif")
	produce("e.webp", "-c:v", "libwebp_anim")
	for _, name := range []string{"mp4/testdata/prores.mov", "mp4/testdata/h263.3gp", "mp4/testdata/fragmented.mp4",
		"mp4/testdata/sound.m4a",
		"testdata/png-iccp-badcrc.png", "testdata/jpeg-2x2-1x1-1x2.jpg", "testdata/jpeg-extraneous.jpg"} {
		data, err := os.ReadFile(filepath.Join("../../client", name))
		if err != nil {
			t.Fatal(err)
		}
		transfertest.Write(t, data, dir, "f"+filepath.Base(name))
	}
	r := transfer.Import(t.Context(), lib, []string{dir}, transfer.ImportOptions{})
	if r.New != 12 || len(r.Problems) != 0 {
		t.Errorf("%s", importedWords(r))
		for _, p := range r.Problems {
			t.Error(problemWords(p), p.Err)
		}
	}
	for _, a := range transfertest.Assets(t, lib) {
		clip := !strings.HasSuffix(a.Name, ".png") && !strings.HasSuffix(a.Name, ".jpg") &&
			!strings.HasSuffix(a.Name, ".webp")
		if (a.Kind == db.Clip) != clip || clip && (a.Seconds < 0.4 || a.Seconds > 1.3) ||
			(a.Width == 0 || a.Height == 0) != (a.Name == "fsound.m4a") ||
			filepath.Ext(a.Path) != filepath.Ext(a.Name) {
			t.Errorf("%s: %s, %s, %dx%d, %g s", a.Name, a.Kind, a.Path, a.Width, a.Height, a.Seconds)
		}
	}
	before := len(transfertest.Assets(t, lib))
	copied := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(filepath.Join(copied, "files"), os.DirFS(filepath.Join(lib.Dir(), "files"))); err != nil {
		t.Fatal(err)
	}
	report, err := db.Rebuild(t.Context(), copied, db.Options{Probe: jobs.Probe})
	if err != nil || report.Assets != before || len(report.Problems) != 0 {
		t.Errorf("rebuilt %d of %d, %v, %v", report.Assets, before, report.Problems, err)
	}
}

// The reason why a clip was not imported is in its line.
func TestImportNamesHowMuchOfAClipPlays(t *testing.T) {
	lib, dir := transfertest.Open(t), t.TempDir()
	path := filepath.Join(dir, "whole.mkv")
	if out, err := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:r=12:d=6", "-c:v",
		"libx264", path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(path)
	if err != nil || os.Remove(path) != nil {
		t.Fatal(err)
	}
	transfertest.Write(t, data[:len(data)/2], dir, "cut.mkv")
	r := transfer.Import(t.Context(), lib, []string{dir}, transfer.ImportOptions{})
	if r.Damaged != 1 || r.New != 0 || len(r.Problems) != 1 ||
		!regexp.MustCompile(`^cut\.mkv: only the first [1-5]\.\d of 6\.0 s can be played$`).MatchString(problemWords(r.Problems[0])) {
		t.Errorf("%s %v", importedWords(r), r.Problems)
	}
}

func TestWhatCannotBeReadIsSaid(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("this account reads everything")
	}
	lib, dir := transfertest.Open(t), t.TempDir()
	transfertest.Write(t, transfertest.PNG(t, 1), dir, "good.png")
	if err := os.Chmod(transfertest.Write(t, transfertest.PNG(t, 2), dir, "locked.png"), 0); err != nil {
		t.Fatal(err)
	}
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(closed, 0o700) })
	r := transfer.Import(t.Context(), lib, []string{dir}, transfer.ImportOptions{})
	if r.New != 1 || r.Failed != 2 || len(r.Problems) != 2 ||
		!strings.Contains(problemWords(r.Problems[0]), "no permission") {
		t.Errorf("%+v", r)
	}
}

// The library is not imported into itself, also from a folder that contains it.
func TestTheLibraryIsPassedOver(t *testing.T) {
	lib := transfertest.Open(t)
	if r := transfer.Import(t.Context(), lib,
		[]string{transfertest.Write(t, transfertest.PNG(t, 1), t.TempDir(), "a.png")},
		transfer.ImportOptions{}); r.New != 1 {
		t.Fatalf("%+v", r)
	}
	if r := transfer.Import(t.Context(), lib, []string{filepath.Dir(lib.Dir()), lib.Dir()},
		transfer.ImportOptions{}); r.New+r.Known+r.Foreign+r.Failed != 0 {
		t.Errorf("%+v", r)
	}
	if n, err := transfer.Count(t.Context(), []string{lib.Dir()}, lib.Dir()); err != nil || n.Files != 0 {
		t.Errorf("%+v, %v", n, err)
	}
}

// taker returns the answers that a test sets.
type taker struct {
	transfer.Library
	calls int
	err   func(call int) error
	metas []db.ImportMeta
}

func (k *taker) Dir() string { return "" }

func (k *taker) Import(_ context.Context, _ string, data io.Reader, m db.ImportMeta) (db.Asset, bool, error) {
	k.calls++
	k.metas = append(k.metas, m)
	if _, err := io.Copy(io.Discard, data); err != nil {
		return db.Asset{}, false, err
	}
	return db.Asset{ID: int64(k.calls)}, false, k.err(k.calls)
}

func TestOnlyAFullDiskAndAPersonStopAnImport(t *testing.T) {
	dir := t.TempDir()
	for i := range 6 {
		transfertest.Write(t, transfertest.PNG(t, i), dir, fmt.Sprintf("%d.png", i))
	}
	other := &taker{err: func(int) error { return errors.New("broken") }}
	if r := transfer.Import(t.Context(), other, []string{dir}, transfer.ImportOptions{}); r.Failed != 6 ||
		r.Stopped != nil {
		t.Errorf("%+v", r)
	}
	full := &taker{err: func(call int) error {
		if call == 3 {
			return fmt.Errorf("import: %w", folder.ErrDiskFull)
		}
		return nil
	}}
	r := transfer.Import(t.Context(), full, []string{dir}, transfer.ImportOptions{})
	if r.New != 2 || full.calls != 3 || !errors.Is(r.Stopped, folder.ErrDiskFull) ||
		!strings.Contains(importedWords(r), "the disk is full") {
		t.Errorf("%+v: %s", r, importedWords(r))
	}
	ctx, stop := context.WithCancel(t.Context())
	stopped := &taker{err: func(call int) error {
		if call == 2 {
			stop()
		}
		return nil
	}}
	if r := transfer.Import(ctx, stopped, []string{dir}, transfer.ImportOptions{}); !errors.Is(r.Stopped,
		context.Canceled) || stopped.calls != 2 {
		t.Errorf("%+v", r)
	}
}

// A sidecar that the library refuses costs its file nothing.
func TestAFileWithoutItsSidecarIsTaken(t *testing.T) {
	lib, assets := transfertest.Gallery(t)
	r, err := transfer.Export(t.Context(), lib, assets[:1],
		transfer.ExportOptions{Folder: t.TempDir(), Name: "x", Sidecars: true})
	if err != nil {
		t.Fatal(err)
	}
	refusing := &taker{err: func(call int) error {
		if call == 1 {
			return db.ErrSidecar
		}
		return nil
	}}
	in := transfer.Import(t.Context(), refusing, []string{r.Path}, transfer.ImportOptions{Settings: true})
	if in.New != 1 || in.Settled != 0 || len(in.Problems) != 1 || refusing.metas[0].Sidecar == nil ||
		refusing.metas[1].Sidecar != nil {
		t.Errorf("%+v", in)
	}
	without := &taker{err: func(int) error { return nil }}
	if in := transfer.Import(t.Context(), without, []string{r.Path}, transfer.ImportOptions{}); in.New != 1 ||
		without.metas[0].Sidecar != nil {
		t.Errorf("a sidecar that nobody asked for: %+v", in)
	}
}

func BenchmarkImport1000(b *testing.B) {
	n := 1000
	if testing.Short() {
		n = 10
	}
	dir := b.TempDir()
	for i := range n {
		transfertest.Write(b, transfertest.PNG(b, i), dir, fmt.Sprint(i%10), fmt.Sprintf("%d.png", i))
	}
	for b.Loop() {
		b.StopTimer()
		lib := transfertest.Open(b)
		b.StartTimer()
		if r := transfer.Import(b.Context(), lib, []string{dir}, transfer.ImportOptions{Settings: true}); r.New != n {
			b.Fatalf("%+v", r)
		}
	}
}
