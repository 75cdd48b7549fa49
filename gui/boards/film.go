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
	"viviscope/gui/transfer"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// filmMaker makes the film of the open board.
type filmMaker struct{ m *boardModel }

// make opens the sheet of the film.
func (f *filmMaker) make() { transfer.ShowFilm(f.m.Transfer(), f.plan(), false) }

// export opens the sheet for exports.
func (f *filmMaker) export() { transfer.ShowFilm(f.m.Transfer(), f.plan(), true) }

// hasClips reports whether the film would have a clip.
func (f *filmMaker) hasClips() bool {
	return slices.ContainsFunc(f.m.view.Shots, func(s boards.Shot) bool {
		t, ok := f.m.view.Chosen(s.ID)
		return ok && !s.Skipped && f.m.view.There(t.Asset)
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

// plan returns the plan of the film with the texts of its seams.
func (f *filmMaker) plan() transfer.Plan {
	plan := transfer.Plan{Film: planning.FilmOf(f.m.view), Board: filmBoard{f.m.document, f.m.view.Ref},
		Follows: map[string]transfer.Follow{}}
	wording.NameShots(&plan.Film)
	for i := range len(plan.Shots) - 1 {
		plan.Follows[plan.Shots[i].ID] = f.describeSeam(plan.Shots[i], plan.Shots[i+1].Number)
	}
	return plan
}

// describeSeam describes the seam behind a shot of the plan. number is that of the next shot.
func (f *filmMaker) describeSeam(shot planning.FilmShot, number int) transfer.Follow {
	kind, why := boards.Cut, ""
	switch shot.Seam {
	case boards.Continue.String():
		kind, why = boards.Continue, " · "+lang.L("shot %d begins with this frame", number)
	case boards.Shared.String():
		kind, why = boards.Shared, " · "+lang.L("%s is in both clips", f.m.cardName(f.m.view.Shots[number-1].First))
	}
	word, _, icon := seamWords(kind, number-1)
	return transfer.Follow{Text: word + why, Icon: icon}
}

// filmBoard applies what the user does with the film to its board, which may not be the open one any more. It
// implements [transfer.PlanBoard].
type filmBoard struct {
	doc *document
	ref string
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
