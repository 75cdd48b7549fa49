package boards

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	planning "viviscope/client/boards"
	"viviscope/client/sandbox/render"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/media"
)

func TestAlike(t *testing.T) {
	one := scene(3, 512)
	var coded bytes.Buffer
	if err := jpeg.Encode(&coded, one, &jpeg.Options{Quality: 50}); err != nil {
		t.Fatal(err)
	}
	worse, err := jpeg.Decode(&coded)
	if err != nil {
		t.Fatal(err)
	}
	moved := image.NewRGBA(one.Bounds())
	draw.Draw(moved, moved.Rect, one, image.Pt(40, 12), draw.Src)
	square := image.NewRGBA(image.Rect(0, 0, 512, 512)) // with the same in the middle, as of another ratio
	draw.Draw(square, square.Rect, image.NewUniform(color.Black), image.Point{}, draw.Src)
	draw.Draw(square, image.Rect(0, 112, 512, 400), one, image.Point{}, draw.Src)
	for name, c := range map[string]struct {
		other    image.Image
		from, to float64
	}{
		"itself": {one, 1, 1}, "smaller": {scene(3, 256), 0.95, 1}, "coded": {worse, 0.9, 1},
		"of another ratio": {square, 0.99, 1},
		"moved":            {moved, 0, 0.88}, "another": {scene(4, 512), 0, 0.8},
	} {
		if got := planning.Similarity(one, c.other); got < c.from || got > c.to+1e-9 {
			t.Errorf("%s: %.3f, want %v to %v", name, got, c.from, c.to)
		}
	}
	if same, other := planning.SharedColours(one, moved),
		planning.SharedColours(one, scene(4, 512)); same < shareLittle ||
		other > shareLittle {
		t.Errorf("moved, it shares %.2f; with another picture %.2f", same, other)
	}
}

// shelf is a library's folder.
type shelf string

func (s shelf) AbsPath(rel string) (string, error) { return filepath.Join(string(s), rel), nil }
func (s shelf) ThumbPath(key string) (string, error) {
	return filepath.Join(string(s), "thumbs", key), nil
}

// A clip that ignores its last frame is flagged, and one that does not is not. With VIVISCOPE_LONG in 200 shots.
func TestClipsThatEndElsewhereAreFlagged(t *testing.T) {
	shots, w, h := 2, 320, 180
	if os.Getenv("VIVISCOPE_LONG") != "" {
		shots, w, h = 200, 640, 360
	}
	dir, maker := t.TempDir(), render.Renderer{}
	v := boards.View{Board: boards.Board{BoardHead: db.BoardHead{Ref: "b"},
		Settings: boards.Settings{Size: "640x360", Seconds: 1}}, Assets: map[string]db.Asset{}}
	add := func(name string, kind db.AssetKind, write func(f *os.File) error) string {
		f, err := os.Create(filepath.Join(dir, name))
		if err == nil {
			err = errors.Join(write(f), f.Close())
		}
		if errors.Is(err, render.ErrNoEncoder) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		v.Assets[name] = db.Asset{ID: int64(len(v.Assets) + 1), Ref: name, SHA256: name, Kind: kind, Path: name,
			Width: w, Height: h, Seconds: 1, FPS: 24}
		return name
	}
	frame := func(i int) (image.Image, string) {
		im, err := maker.Still(t.Context(),
			render.StillRequest{Prompt: fmt.Sprint("keyframe ", i), Seed: int64(i), Width: w, Height: h})
		if err != nil {
			t.Fatal(err)
		}
		id := fmt.Sprint("K", i)
		v.Frames = append(v.Frames, boards.Frame{ID: id,
			Added: []string{add(id+".png", db.Picture, func(f *os.File) error {
				return png.Encode(f, im)
			})}})
		return im, id
	}
	first, from := frame(0)
	for i := range shots {
		last, to := frame(i + 1)
		for _, ignores := range []bool{false, true} {
			name := fmt.Sprintf("%d-%v", i, ignores)
			r := render.Request{Prompt: name, Width: w, Height: h, Seconds: 1, First: first, Last: last}
			if ignores {
				r.Last = nil
			}
			v.Shots = append(v.Shots, boards.Shot{ID: name, First: from, Last: to,
				Added: []string{add(name+".mp4", db.Clip, func(f *os.File) error {
					return maker.Clip(t.Context(), r, f)
				})}})
		}
		first, from = last, to
	}
	th := newTheater(t, wide, boards.View{})
	decoder := media.NewDecoder(slog.New(slog.DiscardHandler))
	thumbs := media.New(media.Options{Files: shelf(dir), Post: func(func()) {}, Log: slog.New(slog.DiscardHandler),
		Posters: decoder})
	t.Cleanup(thumbs.Close)
	th.b.Pictures = thumbs
	th.shows(v)
	least, nearest := 1.0, 0.0
	for i, s := range th.b.view.Shots {
		like := th.b.view.Fidelity[s.Added[0]]
		want := boards.Saved
		if i%2 == 1 {
			want = boards.LastFrameDiffers
			nearest = max(nearest, like.Last)
		} else {
			least = min(least, like.First, like.Last)
		}
		if got := th.b.view.State(s.ID, th.now).Tag; got != want {
			t.Errorf("shot %s is %s: it begins %.2f and ends %.2f like its frames", s.ID, got, like.First, like.Last)
		}
	}
	t.Logf("%d shots: of honest clips at least %.3f, of those that ignore it at most %.3f", shots, least, nearest)
}

func TestADeliveredFrameIsComparedWithItsKeyframe(t *testing.T) {
	v := harbour(map[string]float64{"s1": 5, "s3": 5, "s5": 5})
	th := newTheater(t, wide, v)
	compare := func(card string) {
		th.b.choose(card)
		if a := th.b.cardKeys.compareFrame(); a.Can() {
			a.Do()
		} else {
			th.nav.Tell("no", card)
		}
	}
	for _, card := range []string{"s1", "s2", "s3", "s5", "K1"} {
		compare(card)
	}
	th.b.fidelity.known[likeness{comparedPicture{"cs1", firstFrame}, comparedPicture{"p1", wholePicture}}] = 0.5
	th.b.edition++
	compare("s1")
	want := []string{"compare frame2 20 1000h0m0s", "nos2", "compare frame4 22 0s", "nos5", "noK1",
		"compare frame1 20 0s"}
	if got := th.nav.Told; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestHints(t *testing.T) {
	v := harbour(map[string]float64{"s1": 5, "s2": 5, "s3": 5})
	th := newTheater(t, wide, v)
	hints := func() (out []string) {
		th.b.edition++
		th.b.fidelity.update()
		for i := range th.b.view.Shots {
			words, cures := th.b.hint(i)
			out = append(out, fmt.Sprint(words, map[bool]string{true: " [cures]"}[len(cures) > 0]))
		}
		return out
	}
	expect := func(name string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, hints()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	for k := range th.b.fidelity.known {
		th.b.fidelity.known[k] = 1
	}
	expect("nothing to say", "", "", "", "", "")
	th.b.fidelity.known[likeness{comparedPicture{"p2", wholePicture}, comparedPicture{"p3", wholePicture}}] = 0.2
	a := v.Assets["cs3"]
	a.Height = 176
	v.Assets["cs3"] = a
	expect("pictures apart, and a clip of another size", "",
		"K2 and K3 share little: models tend to dissolve between them. [cures]",
		"Shot 3 came as 320 × 176, the others as 320 × 180: the film is encoded.", "", "")
	for i := range v.Shots[1:] {
		v.Shots[i+1].First, v.Shots[i+1].Last, v.Shots[i+1].Continue = "", "", true
	}
	v.Shots[2].Skipped, v.Shots[2].Added = true, nil
	expect("shots without a keyframe", "", "", "", "3 shots without a keyframe: colours tend to wander. [cures]",
		"4 shots without a keyframe: colours tend to wander. [cures]")
	v.Shots[3].Last = "K5"
	expect("a keyframe between them", "", "", "", "", "")
}
