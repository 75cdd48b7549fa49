package boards

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// filmMaker makes the film of the open board.
type filmMaker struct{ m *boardModel }

// make opens the sheet of the film.
func (f *filmMaker) make() { f.show(false) }

// export opens the sheet for exports.
func (f *filmMaker) export() { f.show(true) }

func (f *filmMaker) show(exports bool) {
	f.m.Filming.ShowFilm(f.film(), filmBoard{f.m.document, f.m.view.Ref, f.film}, exports)
}

// hasClips reports whether the film would have a clip.
func (f *filmMaker) hasClips() bool {
	return slices.ContainsFunc(f.m.view.Shots, func(s boards.Shot) bool {
		t, ok := f.m.view.Chosen(s.ID)
		return ok && !s.Skipped && f.m.view.Available(t.Asset)
	})
}

func (f *filmMaker) filmActions() []action.Action {
	const ctrl = fyne.KeyModifierShortcutDefault
	why := ""
	if !f.hasClips() {
		why = lang.L("No shot has a clip yet.")
	}
	return []action.Action{
		{ID: "board.film", Label: lang.L("Make film…"), Icon: resources.IconFilm, Line: true, Disabled: why, Do: f.make,
			Keys: action.KeysWith(ctrl, fyne.KeyJ)},
		{ID: "board.export", Label: lang.L("Export…"), Icon: resources.IconExport, Disabled: why, Do: f.export,
			Keys: action.KeysWith(ctrl|fyne.KeyModifierShift, fyne.KeyS)},
	}
}

// film returns the film of the board, with the names of its shots.
func (f *filmMaker) film() planning.Film {
	film := planning.FilmOf(f.m.view)
	wording.NameShots(&film)
	for i := range film.Shots {
		film.Shots[i].Remark = f.remark(film.Shots[i])
	}
	return film
}

// remark returns why the clip of a shot may not be meant for the film: it no longer matches, or another one is being
// made; "" otherwise.
func (f *filmMaker) remark(s planning.FilmShot) string {
	if s.Clip.ID == 0 {
		return ""
	}
	switch state := f.m.view.State(s.ID, f.m.Now()); state.Tag {
	case boards.Stale:
		return lang.L("No longer matches")
	case boards.Waiting, boards.Underway, boards.WaitsFor:
		return lang.L("Another take is being made")
	}
	return ""
}

// filmBoard applies what the user does with the film to its board, which may not be the open one any more. It
// implements [action.FilmBoard].
type filmBoard struct {
	doc  *document
	ref  string
	film func() planning.Film // of the open board
}

func (f filmBoard) Film() (film planning.Film, open bool) {
	if f.doc.view.Ref != f.ref {
		return film, false
	}
	return f.film(), true
}

func (f filmBoard) Trim(frames int, shots ...string) {
	f.edit(lang.L("end trim"), func(x *boards.Board) {
		for i := range x.Shots {
			if slices.Contains(shots, x.Shots[i].ID) {
				x.Shots[i].Trim = frames
			}
		}
	})
}

// Made adds the film to its board. It is no undo step, because the film is there. It also happens if the board is
// locked by now, or was changed elsewhere.
func (f filmBoard) Made(film db.Asset) {
	if f.doc.view.Ref == f.ref {
		f.doc.replay = append(f.doc.replay, func() { f.Made(film) })
	}
	f.edit("", func(x *boards.Board) { x.AddFilm(film.Ref) })
}

func (f filmBoard) edit(step string, fn func(*boards.Board)) {
	if f.doc.view.Ref == f.ref && (step != "" || f.doc.locked() == "") {
		f.doc.edit(step, fn)
		return
	}
	f.doc.Do(lang.L("The board could not be changed."), func(ctx context.Context) error {
		_, err := f.doc.Store.Edit(ctx, f.ref, db.AnyVersion, step, func(x *boards.Board) error { fn(x); return nil })
		return err
	})
}
