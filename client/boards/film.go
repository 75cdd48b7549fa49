package boards

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"

	"viviscope/db"
	"viviscope/db/boards"
)

// Film contains the shots of a board that are not skipped.
type Film struct {
	Name   string
	Shots  []FilmShot
	Gone   []GoneClip // chosen clips that are in the trash, or have no file
	Newest db.Asset   // the most recent film; zero: none
	// the clips of Newest differ from the chosen takes, or are in another order
	Outdated bool
}

// HasClipsOf reports whether two films have the same clips in the same order.
func (f Film) HasClipsOf(o Film) bool {
	return slices.EqualFunc(f.Shots, o.Shots, func(a, b FilmShot) bool {
		return a.ID == b.ID && a.Clip.Ref == b.Clip.Ref
	})
}

// FilmShot is a shot of a [Film].
type FilmShot struct {
	ID              string
	Number          int
	Name            string     // display name; "": "Shot" with its number
	Clip            db.Asset   // zero: the shot has none
	Pictures        []db.Asset // its first and last pictures
	Seconds         float64    // its length in the film
	Trim            int        // frames at its end that are left out
	Prompt, Caption string
	Remark          string       // about the clip, for display; "": none
	Seam            *boards.Seam // how the next shot follows; nil for the last shot
}

// GoneClip is a missing clip, with its path in the library and the reason.
type GoneClip struct {
	Path string
	Err  error
}

// FilmOf returns the film of a board: the existing chosen clips of the shots that are not skipped.
func FilmOf(v boards.View) Film {
	film := Film{Name: v.Name}
	parts := Timeline(v, RoughCut)
	for i, p := range parts {
		s := v.Shots[p.Number-1]
		shot := FilmShot{ID: p.Shot, Number: p.Number, Clip: p.Clip, Seconds: (p.To - p.From).Seconds(),
			Trim: s.Trim, Prompt: s.Prompt, Caption: s.Caption}
		if t, ok := v.Chosen(s.ID); ok && !v.Available(t.Asset) {
			film.Gone = append(film.Gone, goneClip(t.Asset, p.Number))
		}
		for _, a := range []db.Asset{p.First, p.Last} {
			if a.ID != 0 {
				shot.Pictures = append(shot.Pictures, a)
			}
		}
		if i+1 < len(parts) {
			shot.Seam = new(seamTo(s, v.Shots[parts[i+1].Number-1]))
		}
		film.Shots = append(film.Shots, shot)
	}
	for _, ref := range v.Films {
		if a := v.Assets[ref]; v.Available(a) {
			film.Newest, film.Outdated = a, isOutdated(v, a)
		}
	}
	return film
}

// seamTo returns how a shot of the film follows another one. There may be skipped shots between them.
func seamTo(s, next boards.Shot) boards.Seam {
	switch {
	case next.Continue:
		return boards.Continue
	case next.First != "" && next.First == s.Last:
		return boards.Shared
	}
	return boards.Cut
}

// goneClip describes the missing chosen clip of a shot.
func goneClip(a db.Asset, number int) GoneClip {
	err := fmt.Errorf("the clip of shot %d: %w", number, fs.ErrNotExist)
	if !a.TrashedAt.IsZero() {
		err = fmt.Errorf("the clip of shot %d is in the trash: %w", number, fs.ErrNotExist)
	}
	return GoneClip{Path: cmp.Or(a.Path, a.Ref), Err: err}
}
