package transfer

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"viviscope/client/mp4"
	"viviscope/client/transfer"
	"viviscope/client/transfer/transfertest"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/apptest"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
)

func TestEveryTextOfTheSheetsComesFromACatalogAndEveryControlIsNamed(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	lib, _ := transfertest.Gallery(t)
	k := newDesk(t, lib)
	dir := t.TempDir()
	transfertest.Write(t, transfertest.PNG(t, 1), dir, "a.png")
	transfertest.Write(t, []byte("x"), dir, "b.zip")
	exports := t.TempDir()
	k.nav.PickPath = exports
	check := func(state string) {
		t.Helper()
		apptest.CheckAccessibleNames(t, k.win.Canvas())
		for _, text := range langtest.Untranslated(k.win.Canvas(), dir, exports, k.Folder,
			"Viviscope PNG JPEG MP4 json B kB MB GB TB gone s fps mp4 A C") {
			t.Errorf("%s: %q is in no catalog", state, text)
		}
	}
	shut := func() { k.win.Canvas().Overlays().Remove(k.win.Canvas().Overlays().Top()) }

	ShowImport(k.Deps, []string{dir, dir})
	check("import")
	k.tap(t, lang.X("verb", "Import"))
	check("imported")
	shut()
	ShowImport(k.Deps, []string{dir + "/gone"})
	check("nothing to import")
	k.tap(t, lang.X("verb", "Import"))
	check("not imported")
	shut()
	for _, r := range []transfer.ImportResult{{}, {New: 1}, {Known: 1},
		{New: 1, Links: 2, Archives: 1, Stopped: context.Canceled},
		{Foreign: 1, Stopped: folder.ErrDiskFull}, {Failed: 20, Damaged: 2, Problems: make([]transfer.Problem, 20)}} {
		s := &importSheet{pane: newPane(k.Deps)}
		s.show(nil)
		s.done(r)
		check("import ended")
		shut()
	}

	j := newJoinDesk(t, transfertest.Open(t))
	k.win, k.Deps = j.win, j.Deps
	ShowJoin(k.Deps, clipsOf(t, k.Library.(*db.Library), "own.mp4", "x264.mp4", "own.mp4"))
	check("join")
	film := &joinSheet{pane: newPane(k.Deps),
		FilmJoin: transfer.FilmJoin{Refused: []transfer.Problem{{Path: dir, Err: fs.ErrNotExist}}, Encodes: true}}
	film.ask(joinFault(folder.ErrDiskFull))
	for _, err := range []error{context.Canceled, folder.ErrDiskFull, mp4.ErrTooLong, errors.New("x")} {
		if words := joinFault(err); !strings.HasPrefix(words, "⟦") {
			t.Errorf("%v: %q is in no catalog", err, words)
		}
	}
	for w := mp4.OtherCodec; w <= mp4.MadeOfStills; w++ {
		m := &mp4.Mismatch{Reasons: []mp4.Reason{w}, Have: mp4.Format{Channels: int(w), Codec: "vp09"}}
		for _, words := range []string{why(m, 1, true), why(m, 1, false), differenceWords(w, m)} {
			if !strings.HasPrefix(words, "⟦") {
				t.Errorf("%d: %q is in no catalog", w, words)
			}
		}
	}
	film.played(player.State{Err: fs.ErrNotExist})
	check("join refused")
	film.Differ = []*mp4.Mismatch{{Reasons: []mp4.Reason{mp4.OtherSize}}}
	film.done(transfertest.Noon, nil)
	check("joined")
	shut()
	shut()
	lib, assets := transfertest.Gallery(t)
	k = newDesk(t, lib)
	k.nav.PickPath = exports

	ShowExport(k.Deps, assets)
	check("export")
	shut()
	s := &exportSheet{pane: newPane(k.Deps), assets: assets}
	s.ask("")
	check("export without a folder")
	for _, err := range []error{&transfer.SpaceError{Need: 2_000_000, Free: 1_000}, context.Canceled,
		folder.ErrDiskFull, fs.ErrPermission, fs.ErrNotExist, transfer.ErrInLibrary, transfer.ErrNothing} {
		s.ask(exportFault(err))
		check(err.Error())
	}
	s.done(transfer.ExportResult{Path: exports, Files: 3, Beside: 2,
		Problems: []transfer.Problem{{Path: dir, Err: fs.ErrPermission}}}, nil)
	check("exported")
	for _, err := range []error{fs.ErrPermission, fs.ErrNotExist, transfer.ErrNotPlain, transfer.ErrLink, db.ErrSidecar,
		folder.ErrNoMedia, media.ErrDamaged, errors.New("x")} {
		if words := faultWords(err); !strings.HasPrefix(words, "⟦") {
			t.Errorf("%v: %q is in no catalog", err, words)
		}
	}
}
