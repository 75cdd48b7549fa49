package facts

import (
	"context"
	"errors"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/resources"
)

// A shown file counts as intact after a complete check. A file that plays in part is reported with its playable length
// and the reason.
func TestThePaneShowsTheJudgement(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"whole": {nil, "1.0 kB, intact"},
		"in part": {&client.FileError{Condition: client.PartlyShown, PlayableSeconds: 3.2, TotalSeconds: 5,
			Why: "moov atom cut"},
			"1.0 kB, only the first 3.2 of 5.0 s can be played: moov atom cut"},
		"faults": {&client.FileError{Condition: client.PartlyShown, Why: "the first of 24 pictures"},
			"1.0 kB, only a part of it can be shown: the first of 24 pictures"},
		"broken":     {&client.FileError{Condition: client.Broken, Why: "no frames"}, "1.0 kB, damaged"},
		"no decoder": {&client.FileError{Condition: client.Broken, NoDecoder: true}, "1.0 kB"},
		"gone":       {os.ErrNotExist, "1.0 kB"},
	} {
		apptest.New(t, resources.Theme(resources.Dark))
		w := test.NewTempWindow(t, canvas.NewRectangle(color.Black))
		var works []func(context.Context)
		host := &actiontest.Host{On: w.Canvas(), Worker: func(f func(context.Context)) { works = append(works, f) }}
		p := NewPane(FamilyOptions{Host: host}, &actiontest.Nav{}, &actiontest.Nav{}, nil)
		p.Lay(304, Parts{})
		w.SetContent(p.Object)
		asked := 0
		p.JudgeBy(func(context.Context, db.Asset) error { asked++; return c.err })
		a := db.Asset{ID: 1, Kind: db.Clip, Path: "files/x.mp4", Bytes: 1000, SHA256: "s"}
		show := func() []string {
			p.Show(a, Known{}, ConditionOf(a, true, nil), nil)
			return apptest.Texts(p.Object)
		}
		if words := show(); !slices.Contains(words, "1.0 kB") {
			t.Errorf("%s: before it is judged: %q", name, words)
		}
		for _, f := range works {
			f(t.Context())
		}
		if words := apptest.Texts(p.Object); !slices.Contains(words, c.want) {
			t.Errorf("%s: %q, want %q", name, words, c.want)
		}
		if words := show(); !slices.Contains(words, c.want) || asked != 1 {
			t.Errorf("%s: shown again, judged %d times: %q", name, asked, words)
		}
	}
}

// folderOf is a library in a folder.
type folderOf string

func (f folderOf) AbsPath(rel string) (string, error) { return filepath.Join(string(f), rel), nil }

// A clip with truncated media data plays in part.
func TestJudgeInALibrary(t *testing.T) {
	dir := folderOf(t.TempDir())
	path, _ := dir.AbsPath("whole.mp4")
	make := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=320x240:r=12:d=4", "-movflags",
		"+faststart", path)
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(string(dir), "cut.mp4"), data[:len(data)*2/3], 0o600); err != nil {
		t.Fatal(err)
	}
	judge := JudgeIn(dir)
	if err := judge(t.Context(), db.Asset{Path: "whole.mp4"}); err != nil {
		t.Error(err)
	}
	err = judge(t.Context(), db.Asset{Path: "cut.mp4"})
	var e *client.FileError
	if !errors.As(err, &e) || e.Condition != client.PartlyShown || e.PlayableSeconds <= 0 ||
		!strings.Contains(inPart(e), "of 4.0 s can be played") {
		t.Errorf("%+v, %v", e, err)
	}
}
