package media

import (
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"

	"viviscope/client/decode"
	"viviscope/client/film"
	"viviscope/client/mp4"
	"viviscope/client/mp4/mp4test"
	"viviscope/db"
	"viviscope/gui/media/mediatest"
)

// Every frame of a clip is upright and has its display size, with each decoder. libmpv 0.35 crashes if it rotates by
// 90° itself.
func TestPicturesOfTurnedClipsAreUpright(t *testing.T) {
	all := decoders(t)
	for o := mp4.Upright; o <= mp4.Turned270; o++ {
		path := mediatest.Corners(t, 320, 240, mp4test.Matrix(int(o)))
		want, size := mediatest.ShownCorners[o], image.Pt(320, 240)
		if o.Swaps() {
			size = image.Pt(240, 320)
		}
		for name, d := range all {
			t.Run(fmt.Sprint(o, " by ", name), func(t *testing.T) {
				show := func(what string, im image.Image, err error, size image.Point) {
					t.Helper()
					if err != nil {
						t.Fatal(what, err)
					}
					if got := mediatest.CornersOf(im); got != want || im.Bounds().Size() != size {
						t.Errorf("%s is %s of %v, want %s of %v", what, got, im.Bounds().Size(), want, size)
					}
				}
				im, err := d.Poster(t.Context(), path, 160)
				show("the poster", im, err, size.Div(2))
				for _, at := range []time.Duration{0, time.Second / 2, pastEnd} {
					im, err := d.Frame(t.Context(), path, at, 0)
					show(fmt.Sprint("the frame at ", at), im, err, size)
				}
				for _, exact := range []bool{false, true} {
					strip, err := d.Strip(t.Context(), path, exact)
					if err != nil {
						t.Fatal("strip ", err)
					}
					for _, tile := range []int{0, StripTiles - 1} {
						show(fmt.Sprint("tile ", tile), Tiles(strip)[tile], nil, tileSize(size))
					}
				}
			})
		}
	}
}

// Every decoder ignores a rotation that is not a multiple of 90°.
func TestOddTurnsAreIgnored(t *testing.T) {
	path := mediatest.Corners(t, 320, 240, [4]int32{46341, 46341, -46341, 46341})
	for name, d := range decoders(t) {
		im, err := d.Frame(t.Context(), path, 0, 0)
		if err != nil {
			t.Fatal(name, err)
		}
		if got := mediatest.CornersOf(im); got != "RGBW" || im.Bounds().Size() != image.Pt(320, 240) {
			t.Errorf("%s: %s of %v", name, got, im.Bounds().Size())
		}
	}
}

// Thumbnails of older versions, which did not rotate clips, are not used.
func TestOldThumbnailsOfTurnedClipsAreNotShown(t *testing.T) {
	f := newFolder(t)
	data, err := os.ReadFile(mediatest.Corners(t, 320, 240, mp4test.Matrix(int(mp4.Turned180))))
	if err != nil {
		t.Fatal(err)
	}
	a := f.add(t, "turned.mp4", data, image.Pt(320, 240), db.Clip)
	wrong := image.NewRGBA(image.Rect(0, 0, 320, 240))
	for i := range wrong.Pix {
		wrong.Pix[i] = 255
	}
	for _, name := range []string{thumbName(a.SHA256, diskSmall), a.SHA256 + "-first", a.SHA256 + "-last"} {
		if err := (disk{f}).write(name, wrong); err != nil {
			t.Fatal(err)
		}
	}
	for name, d := range decoders(t) {
		th := newThumbs(t, f, newPosts(), d)
		for range 2 { // the second time from the disk
			poster, err := th.Image(t.Context(), a, 320)
			if err != nil {
				t.Fatal(name, err)
			}
			first, err := th.End(t.Context(), a, false)
			if err != nil {
				t.Fatal(name, err)
			}
			last, err := th.End(t.Context(), a, true)
			if err != nil {
				t.Fatal(name, err)
			}
			for _, im := range []image.Image{poster, first, last} {
				if got := mediatest.CornersOf(im); got != mediatest.ShownCorners[mp4.Turned180] {
					t.Errorf("%s: %s", name, got)
				}
			}
			th = newThumbs(t, f, newPosts(), d)
		}
	}
}

// The clips of a film are upright, encoded and copied ones.
func TestAFilmHasTurnedClipsUpright(t *testing.T) {
	if _, err := decode.FFmpeg(); err != nil {
		t.Skip(err)
	}
	upright := mediatest.Corners(t, 240, 320, mp4test.Matrix(int(mp4.Upright)))
	var clips []*mp4.Clip
	want := []string{}
	for o := mp4.Upright; o <= mp4.Turned270; o++ {
		path := upright
		if o != mp4.Upright {
			width, height := 240, 320
			if o.Swaps() {
				width, height = height, width
			}
			path = mediatest.Corners(t, width, height, mp4test.Matrix(int(o)))
		}
		c, err := mp4.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		clips, want = append(clips, c), append(want, mediatest.ShownCorners[o])
	}
	out := filepath.Join(t.TempDir(), "film.mp4")
	f, err := os.Create(out)
	if err != nil {
		t.Fatal(err)
	}
	made, err := film.Join(t.Context(), f, t.TempDir(), film.Input{Clips: clips}, func(int, int) {})
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	if made.Frames != 24*len(clips) {
		t.Errorf("%d frames", made.Frames)
	}
	if info, err := mp4.CheckFile(out); err != nil || info.Width != 240 || info.Height != 320 ||
		info.Orientation != mp4.Upright {
		t.Errorf("%+v, %v", info, err)
	}
	for name, d := range decoders(t) {
		for i := range clips {
			im, err := d.Frame(t.Context(), out, time.Duration(i)*time.Second+time.Second/2, 0)
			if err != nil {
				t.Fatal(name, err)
			}
			if got := mediatest.CornersOf(im); got != want[i] || im.Bounds().Size() != image.Pt(240, 320) {
				t.Errorf("%s: clip %d is %s of %v, want %s", name, i, got, im.Bounds().Size(), want[i])
			}
		}
	}
}
