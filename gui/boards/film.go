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

// makeFilm shows the sheet of the film.
func (b *board) makeFilm() { transfer.ShowFilm(b.Transfer(), b.plan(), false) }

// plan is what the film is made of, as the sheet shows it.
func (b *board) plan() transfer.Plan {
	plan := FilmPlan(b.view)
	plan.Board = filmOf{b, b.view.Ref}
	for i := range len(plan.Shots) - 1 {
		b.follows(&plan.Shots[i], plan.Shots[i+1].Number)
	}
	return plan
}

// FilmPlan is what the film of a board is made of: the chosen clips of the shots that are not skipped, as far as they are there. It is pure.
func FilmPlan(v boards.View) transfer.Plan {
	plan := transfer.Plan{Name: v.Name}
	parts := planning.Timeline(v, planning.RoughCut)
	for i, p := range parts {
		s := v.Shots[p.Number-1]
		shot := transfer.PlanShot{ID: p.Shot, Number: p.Number, Clip: p.Clip, Seconds: (p.To - p.From).Seconds(), Trim: s.Trim, Prompt: s.Prompt, Caption: s.Caption}
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

// goneClip names the chosen clip of a shot, which is not there.
func goneClip(a db.Asset, number int) transfer.Problem {
	err := fmt.Errorf("the clip of shot %d: %w", number, fs.ErrNotExist)
	if !a.TrashedAt.IsZero() {
		err = fmt.Errorf("the clip of shot %d is in the trash: %w", number, fs.ErrNotExist)
	}
	return transfer.Problem{Path: cmp.Or(a.Path, a.Ref), Err: err}
}

// follows says in words how the shot with a number follows another one in the film.
func (b *board) follows(shot *transfer.PlanShot, number int) {
	kind, why := boards.Cut, ""
	switch shot.Seam {
	case "continue":
		kind, why = boards.Continue, " · "+lang.L("shot %d begins with this frame", number)
	case "shared":
		kind, why = boards.Shared, " · "+lang.L("%s is in both clips", b.cardName(b.view.Shots[number-1].First))
	}
	word, _, icon := seamWords(kind, number-1)
	shot.Follows, shot.Icon = word+why, icon
}

// filmOf takes what a person does with the film of a board, which may be another one than that which is open by then.
type filmOf struct {
	b   *board
	ref string
}

func (f filmOf) Trim(frames int, shots ...string) {
	f.edit(lang.L("end trim"), func(x *boards.Board) {
		for i := range x.Shots {
			if slices.Contains(shots, x.Shots[i].ID) {
				x.Shots[i].Trim = frames
			}
		}
	})
}

// Made implements [transfer.PlanBoard]. It is no step: the film is there. Be the board locked by now, or changed by somebody else: it has it.
func (f filmOf) Made(film db.Asset) {
	if f.b.view.Ref == f.ref {
		f.b.replay = append(f.b.replay, func() { f.Made(film) })
	}
	f.edit("", func(x *boards.Board) { x.AddFilm(film.Ref) })
}

func (f filmOf) edit(what string, fn func(*boards.Board)) {
	if f.b.view.Ref == f.ref && (what != "" || f.b.locked() == "") {
		f.b.edit(what, fn)
		return
	}
	f.b.Do(lang.L("The board could not be changed."), func(ctx context.Context) error {
		_, err := f.b.Store.Edit(ctx, f.ref, db.AnyVersion, what, func(x *boards.Board) error { fn(x); return nil })
		return err
	})
}

func (b *board) filmActions() []action.Action {
	why, v := "", b.view
	if !slices.ContainsFunc(v.Shots, func(s boards.Shot) bool { t, ok := v.Chosen(s.ID); return ok && !s.Skipped && v.There(t.Asset) }) {
		why = lang.L("No shot has a clip yet.")
	}
	return []action.Action{
		{ID: "board.film", Label: lang.L("Make film…"), Icon: resources.IconFilm, Line: true, Disabled: why, Do: b.makeFilm,
			Keys: action.KeysWith(fyne.KeyModifierShortcutDefault, fyne.KeyJ)},
		{ID: "board.export", Label: lang.L("Export…"), Icon: resources.IconExport, Disabled: why,
			Do:   func() { transfer.ShowFilm(b.Transfer(), b.plan(), true) },
			Keys: action.KeysWith(fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift, fyne.KeyS)},
	}
}
