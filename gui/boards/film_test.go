package boards

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	planning "viviscope/client/boards"
	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/media/player"
	"viviscope/gui/transfer"
)

// filmSheet shows the sheet of package transfer.
type filmSheet func() transfer.Deps

func (deps filmSheet) ShowFilm(film planning.Film, board action.FilmBoard, exports bool) {
	transfer.ShowFilm(deps(), transfer.Plan{Film: film, Board: board}, exports)
}

// The film of a board is made of the clips of its shots, is kept in the board, and can be exported; frames that are cut
// are too.
func TestAFilmIsKeptInItsBoard(t *testing.T) {
	d := newDesk(t, 4)
	store, err := boards.Open(t.Context(), d.lib)
	d.must(err)
	var work []func(context.Context)
	d.host.Worker = func(f func(context.Context)) { work = append(work, f) }
	settle := func() {
		for len(work) > 0 {
			f := work[0]
			work = work[1:]
			f(t.Context())
		}
	}
	board, err := store.New(t.Context(), d.Board)
	d.must(err)
	d.s.Store, d.s.Filming = store, filmSheet(func() transfer.Deps {
		engine := player.New(player.Options{Post: d.host.Post})
		t.Cleanup(engine.Close)
		return transfer.Deps{Host: &d.host, Viewer: &d.nav, Chooser: &d.nav, Navigator: &d.nav, Library: d.lib,
			Posters: d, Folder: t.TempDir(), Organizer: &d.nav, Player: engine}
	})
	data, err := os.ReadFile(filepath.Join("..", "..", "client", "mp4", "testdata", "own.mp4"))
	d.must(err)
	var refs []string
	for _, name := range []string{"a", "b", "c"} {
		var w bytes.Buffer
		d.must(mp4.SetTag(&w, bytes.NewReader(data), int64(len(data)), mp4.TagComment, name))
		a, _, err := d.lib.Import(t.Context(), name+".mp4", &w, db.ImportMeta{})
		d.must(err)
		refs = append(refs, a.Ref)
	}
	read := func() boards.View {
		v, err := store.Read(t.Context(), board.Ref)
		d.must(err)
		return v
	}
	d.s.open.Store(&board.Ref)
	d.s.board.take(board.Ref, read(), nil)
	can := func(id string) bool { return action.ByID(d.s.board.film.filmActions(), id).Can() }
	if can("board.film") || can("board.export") {
		t.Error("a film without a clip")
	}
	d.s.board.edit("bring clips", func(x *boards.Board) {
		x.Shots[0].Added, x.Shots[1].Added, x.Shots[3].Added = refs[:1], refs[1:2], refs[2:]
		x.Shots[2].Skipped, x.Shots[1].Caption = true, "Home."
	})
	settle()
	d.s.board.take(board.Ref, read(), nil)
	if !can("board.film") || !can("board.export") {
		t.Fatal("no film")
	}
	plan := d.s.board.film.film()
	if len(plan.Shots) != 3 || *plan.Shots[0].Seam != boards.Shared || *plan.Shots[1].Seam != boards.Cut ||
		plan.Shots[2].Number != 4 || plan.Shots[2].Seam != nil || plan.Newest.ID != 0 {
		t.Fatalf("%+v", plan)
	}
	front := func(word string) {
		t.Helper()
		settle()
		apptest.Press(t, d.window.Canvas().Overlays().Top(), word)
		settle()
	}
	d.s.board.film.make()
	front("Remove repeats")
	front("Make film")
	v := read()
	if len(v.Films) != 1 || v.Shots[0].Trim != 1 || v.Undo != "end trim" ||
		v.Assets[v.Films[0]].Parent != strings.Join(refs, " ") {
		t.Fatalf("%+v", v.Board)
	}
	front("Close")
	d.s.board.take(board.Ref, v, nil)
	if plan := d.s.board.film.film(); plan.Newest.Ref != v.Films[0] || plan.Shots[0].Trim != 1 {
		t.Errorf("%+v of %q, %+v", plan.Newest, v.Films, v.Assets[v.Films[0]])
	}
	d.s.board.film.make()
	_, err = store.Edit(t.Context(), board.Ref, v.Version, "", func(x *boards.Board) error {
		x.Films = nil
		return nil
	})
	d.must(err)
	d.s.board.view.Ref = strings.Repeat("0", 32) // another board is open before the second film is there
	front("Make film again")
	if v := read(); len(v.Films) != 1 || !slices.Equal(v.Films, d.s.board.view.Films) {
		t.Errorf("%q", v.Films)
	}
	made := func(name string, want int) {
		t.Helper()
		filmBoard{doc: d.s.board.document, ref: board.Ref}.Made(db.Asset{Ref: strings.Repeat(name, 32)})
		settle()
		for range 2 { // what somebody else wrote is read, and the film is kept with that
			d.s.board.take(board.Ref, read(), nil)
			settle()
		}
		if v := read(); len(v.Films) != want || v.Films[want-1] != strings.Repeat(name, 32) {
			t.Errorf("%q", v.Films)
		}
	}
	d.s.board.take(board.Ref, read(), nil)
	d.s.board.view.ProfileID++ // another profile came to the front while it was made
	made("a", 2)
	_, err = store.Edit(t.Context(), board.Ref, db.AnyVersion, "elsewhere", func(x *boards.Board) error {
		x.Name = "Theirs"
		return nil
	})
	d.must(err)
	made("b", 3)
	if v := read(); v.Name != "Theirs" {
		t.Error(v.Name)
	}
}
