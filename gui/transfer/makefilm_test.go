package transfer

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"viviscope/client/decode"
	"viviscope/client/mp4"
	"viviscope/client/transfer"
	"viviscope/client/transfer/transfertest"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/wording"
)

// A command makes of a plan the very film that the sheet makes, byte for byte: the library knows it.
func TestACommandMakesTheFilmOfTheSheet(t *testing.T) {
	lib := transfertest.Open(t)
	p, b := testPlan(t, lib, "own.mp4", "", "own.mp4", "own.mp4")
	p.Shots[0].Trim, p.Shots[2].Caption = 1, "The boats come home."
	k := newJoinDesk(t, lib)
	ShowFilm(k.Deps, p, false)
	k.tap(t, "Make film")
	var steps int
	film, err := joinFilm(t, lib, &p, nil, false, 0, transfertest.Noon, func(int, int) { steps++ })
	if err != nil || len(b.films) != 1 || film.Ref != b.films[0].Ref || steps == 0 {
		t.Fatalf("%+v, %v; the sheet made %+v", film, err, b.films)
	}
	path, err := lib.AbsPath(film.Path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := mp4.CheckFile(path); err != nil || info.Frames != film.Frames || film.Frames != 3*24-1 ||
		film.Differ != nil {
		t.Errorf("%+v, %v; said %d frames", info, err, film.Frames)
	}
}

func TestClipsAreJoinedWithoutAWindow(t *testing.T) {
	lib := transfertest.Open(t)
	clips := clipsOf(t, lib, "own.mp4", "own.mp4", "own.mp4")
	silence := func(int, int) {}
	film, err := joinFilm(t, lib, nil, clips, true, 2, transfertest.Noon, silence)
	if err != nil || film.Frames != 3*24-4 || film.Parent != clips[0].Ref+" "+clips[1].Ref+" "+clips[2].Ref {
		t.Fatalf("%+v, %v", film, err)
	}
	if _, err := joinFilm(t, lib, nil, clips[:1], false, 0, transfertest.Noon, silence); !errors.Is(err,
		transfer.ErrFewClips) {
		t.Error(err)
	}
	picture := clips[2]
	picture.Path = strings.Replace(picture.Path, ".mp4", ".png", 1)
	if _, err := joinFilm(t, lib, nil, append(clips[:2:2], picture), false, 0, transfertest.Noon, silence); err == nil {
		t.Error("a clip that is gone was joined")
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := transfer.Join(ctx, lib, nil, clips,
		transfer.JoinOptions{Name: wording.JoinedName, Cut: 1, At: transfertest.Noon, Progress: func(int, int) {
			cancel()
		}}); !errors.Is(err, context.Canceled) {
		t.Errorf("it was cancelled: %v", err)
	}
	left, err := os.ReadDir(filepath.Join(lib.Dir(), folder.Incoming))
	if err != nil || len(left) != 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// A film of one shot is as silent and as short as it is asked to be, and not the clip itself.
func TestAFilmOfOneShotTakesItsOptions(t *testing.T) {
	lib := transfertest.Open(t)
	p, _ := testPlan(t, lib, "own.mp4")
	clip := p.Shots[0].Clip
	for name, tt := range map[string]struct {
		silent   bool
		cut, has int
	}{"silent": {true, 0, 24}, "cut": {false, 5, 19}, "both": {true, 3, 21}} {
		film, err := joinFilm(t, lib, &p, nil, tt.silent, tt.cut, transfertest.Noon, func(int, int) {})
		if err != nil || film.Ref == clip.Ref || film.Frames != tt.has {
			t.Errorf("%s: %+v, %v", name, film, err)
			continue
		}
		path, err := lib.AbsPath(film.Path)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := mp4.CheckFile(path); err != nil || info.HasAudio == tt.silent || info.Frames != tt.has {
			t.Errorf("%s: %+v, %v", name, info, err)
		}
	}
}

// The frames of an answer are those of the film, whatever rates its clips have, and what differs is named.
func TestAFilmCountsItsOwnFrames(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg here")
	}
	lib := transfertest.Open(t)
	var clips []db.Asset
	for _, rate := range []string{"24", "25"} {
		path := filepath.Join(t.TempDir(), rate+".mp4")
		args := []string{"-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:r=" + rate, "-t", "2", "-pix_fmt",
			"yuv420p", path}
		if out, err := exec.Command(ffmpeg, args...).CombinedOutput(); err != nil {
			t.Skipf("%v %s", err, out)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		a, _, err := lib.Import(t.Context(), path, f, db.ImportMeta{})
		if err = errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		clips = append(clips, a)
	}
	film, err := joinFilm(t, lib, nil, clips, false, 0, transfertest.Noon, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	path, err := lib.AbsPath(film.Path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := mp4.CheckFile(path); err != nil || info.Frames != film.Frames || film.Frames != 100 {
		t.Errorf("%+v, the file has %+v, %v", film, info, err)
	}
	if len(film.Differ) != 1 || film.Differ[0].Path != clips[0].Path ||
		film.Differ[0].Err.Error() != "it has 24 frames a second, the film 25" {
		t.Errorf("%+v", film.Differ)
	}
}

// joinFilm calls [transfer.Join].
func joinFilm(t *testing.T, lib transfer.Library, p *Plan, clips []db.Asset, silent bool, cut int, at time.Time,
	progress func(done, of int)) (transfer.Film, error) {
	return transfer.Join(t.Context(), lib, p.film(), clips,
		transfer.JoinOptions{Name: wording.JoinedName, Silent: silent, Cut: cut, At: at, Progress: progress})
}
