package boards

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"

	"fyne.io/fyne/v2"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/transfer"
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
	plan := FilmPlan(f.m.view)
	plan.Board = filmBoard{f.m.document, f.m.view.Ref}
	for i := range len(plan.Shots) - 1 {
		f.describeSeam(&plan.Shots[i], plan.Shots[i+1].Number)
	}
	return plan
}

// FilmPlan returns the plan of the film of a board: the chosen clips of the shots that are not skipped, as far as they
// are there. It is pure.
func FilmPlan(v boards.View) transfer.Plan {
	plan := transfer.Plan{Name: v.Name}
	parts := planning.Timeline(v, planning.RoughCut)
	for i, p := range parts {
		s := v.Shots[p.Number-1]
		shot := transfer.PlanShot{ID: p.Shot, Number: p.Number, Clip: p.Clip, Seconds: (p.To - p.From).Seconds(),
			Trim:   s.Trim,
			Prompt: s.Prompt, Caption: s.Caption}
		if t, ok := v.Chosen(s.ID); ok && !v.There(t.Asset) {
			plan.Gone = append(plan.Gone, goneClip(t.Asset, p.Number))
		}
		for _, a := range []db.Asset{p.First, p.Last} {
			if a.ID != 0 {
				shot.Pictures = append(shot.Pictures, a)
			}
		}
		if i+1 < len(parts) {
			next := v.Shots[parts[i+1].Number-1]
			switch shot.Seam = "cut"; {
			case next.Continue:
				shot.Seam = "continue"
			case next.First != "" && next.First == s.Last:
				shot.Seam = "shared"
			}
		}
		plan.Shots = append(plan.Shots, shot)
	}
	for _, ref := range v.Films {
		if a := v.Assets[ref]; v.There(a) {
			plan.Film = a
		}
	}
	return plan
}

// goneClip returns the problem of a chosen clip that is not there.
func goneClip(a db.Asset, number int) transfer.Problem {
	err := fmt.Errorf("the clip of shot %d: %w", number, fs.ErrNotExist)
	if !a.TrashedAt.IsZero() {
		err = fmt.Errorf("the clip of shot %d is in the trash: %w", number, fs.ErrNotExist)
	}
	return transfer.Problem{Path: cmp.Or(a.Path, a.Ref), Err: err}
}

// describeSeam describes the seam behind a shot of the plan. number is that of the next shot.
func (f *filmMaker) describeSeam(shot *transfer.PlanShot, number int) {
	kind, why := boards.Cut, ""
	switch shot.Seam {
	case "continue":
		kind, why = boards.Continue, " · "+lang.L("shot %d begins with this frame", number)
	case "shared":
		kind, why = boards.Shared, " · "+lang.L("%s is in both clips", f.m.cardName(f.m.view.Shots[number-1].First))
	}
	word, _, icon := seamWords(kind, number-1)
	shot.Follows, shot.Icon = word+why, icon
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
