package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/shell"
)

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
	s.p.shell.Show(shell.Gallery)
	s.until("the clips", func() bool { return s.says("2 items") })
	s.until("what joins", func() bool {
		if rows, ok := s.p.window.Canvas().Focused().(*kit.JustifiedRows); ok {
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
	if info, err := mp4.CheckFile(filepath.Join(s.p.Library.Dir(), film.Path)); err != nil || info.Frames != 48 ||
		len(strings.Fields(film.Parent)) != 2 {
		t.Errorf("%+v, %+v, %v", film, info, err)
	}
	s.press("Show in the gallery")
	s.until("the film in the gallery", func() bool { return s.says("3 items") })
	if left, err := os.ReadDir(filepath.Join(s.p.Library.Dir(), folder.Incoming)); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}
