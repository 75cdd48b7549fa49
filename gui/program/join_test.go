package program

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui"
	"viviscope/gui/action"
	"viviscope/gui/widgets"
)

func TestJoinCommand(t *testing.T) {
	own, other := filepath.Join("../../client/mp4/testdata", "own.mp4"), filepath.Join("../../client/mp4/testdata", "x264.mp4")
	bad, dir := filepath.Join(t.TempDir(), "page.mp4"), t.TempDir()
	if err := os.WriteFile(bad, []byte("<html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "film.mp4")
	var answer bytes.Buffer
	if err := JoinCommand(t.Context(), []string{"--cut", "4", out, own, own, own}, &answer, io.Discard); err != nil {
		t.Fatal(err)
	}
	if got := answer.String(); got != `{"how":"copied","frames":64,"seconds":2.6666666666666665}`+"\n" {
		t.Errorf("it says %s", got)
	}
	if info, err := mp4.CheckFile(out); err != nil || info.Frames != 64 || !info.HasAudio || !info.FastStart {
		t.Errorf("the film is %+v, %v", info, err)
	}
	before, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", "")
	next := filepath.Join(dir, "next.mp4")
	for _, args := range [][]string{{next, own}, {out, own, own}, {next, own, bad}, {next, own, own, other}, {"-cut", "-1", next, own, own}, {filepath.Join(dir, "no", "film.mp4"), own, own}} {
		answer.Reset()
		if err := JoinCommand(t.Context(), args, &answer, io.Discard); err == nil || answer.Len() > 0 {
			t.Errorf("%v: %v %s", args, err, answer.Bytes())
		}
	}
	if err := JoinCommand(t.Context(), []string{out, own, own}, io.Discard, io.Discard); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that is there: %v", err)
	}
	after, err := os.ReadFile(out)
	left, e := os.ReadDir(dir)
	if err = errors.Join(err, e); err != nil || !bytes.Equal(before, after) || len(left) != 1 {
		t.Errorf("%d files are left, or the first has changed: %v", len(left), err)
	}
}

// Where a copy cannot leave out so many frames, the command says how many it does.
func TestJoinCommandSaysWhereItCuts(t *testing.T) {
	clip, out := filepath.Join("../../client/mp4/testdata", "x264.mp4"), filepath.Join(t.TempDir(), "film.mp4")
	c, err := mp4.Open(clip)
	if err != nil || c.Snap(7) == 7 {
		t.Fatal(err)
	}
	var words bytes.Buffer
	err = JoinCommand(t.Context(), []string{"-cut", "7", out, clip, clip}, io.Discard, &words)
	if want := fmt.Sprintf("loses %d frames at its end, not 7", c.Snap(7)); err != nil || !strings.Contains(words.String(), want) {
		t.Errorf("it says %s, %v", words.String(), err)
	}
}

// Clips that are selected in the gallery become one film of the library by the sheet, as a person goes it.
func TestSelectedClipsAreJoinedInTheWindow(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		data, err := os.ReadFile(filepath.Join("..", "..", "client", "mp4", "testdata", "own.mp4"))
		s.must(err)
		for _, name := range []string{"a", "b"} {
			var w bytes.Buffer
			s.must(mp4.SetTag(&w, bytes.NewReader(data), int64(len(data)), mp4.TagComment, name))
			_, _, err = s.p.Library.Import(s.Context(), name+".mp4", &w, db.ImportMeta{})
			s.must(err)
		}
	})
	s.p.shell.Show(gui.Gallery)
	s.until("the clips", func() bool { return s.says("2 items") })
	s.until("what joins", func() bool {
		if rows, ok := s.p.window.Canvas().Focused().(*widgets.JustifiedRows); ok {
			rows.SelectAll()
		}
		return action.ByID(s.p.places.gallery.Actions(), "gallery/join").Can()
	})
	action.ByID(s.p.places.gallery.Actions(), "gallery/join").Do()
	s.until("the sheet", func() bool { return s.says("Join 2 clips") })
	s.press("Make film")
	s.until("the film", func() bool { return s.says("made from 2 clips") })
	film, err := s.p.Library.Asset(s.Context(), 3)
	s.must(err)
	if info, err := mp4.CheckFile(filepath.Join(s.p.Library.Dir(), film.Path)); err != nil || info.Frames != 48 || len(strings.Fields(film.Parent)) != 2 {
		t.Errorf("%+v, %+v, %v", film, info, err)
	}
	s.press("Show in the gallery")
	s.until("the film in the gallery", func() bool { return s.says("3 items") })
	if left, err := os.ReadDir(filepath.Join(s.p.Library.Dir(), folder.Incoming)); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}
