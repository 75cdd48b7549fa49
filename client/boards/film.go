package boards

import (
	"cmp"
	"fmt"
	"io/fs"

	"viviscope/db"
	"viviscope/db/boards"
)

// Film is what the film of a board is made of: its shots without those that are skipped.
type Film struct {
	Name   string
	Shots  []FilmShot
	Gone   []GoneClip // chosen clips that are in the trash, or whose file is missing
	Newest db.Asset   // the film that was made last; zero: none
}

// FilmShot is a shot of a [Film].
type FilmShot struct {
	ID              string
	Number          int
	Name            string     // for people; "": "Shot" with its number
	Clip            db.Asset   // zero: it has none
	Pictures        []db.Asset // those that it begins and ends with
	Seconds         float64    // its length in the film
	Trim            int        // frames that the film leaves out at its end
	Prompt, Caption string
	Seam            string // how the next shot follows: shared, cut or continue; "" behind the last
}

// GoneClip is a clip that is not there, by its path in the library, and why.
type GoneClip struct {
	Path string
	Err  error
}

// FilmOf returns the film of a board: the chosen clips of the shots that are not skipped, as far as they are there.
func FilmOf(v boards.View) Film {
	film := Film{Name: v.Name}
	parts := Timeline(v, RoughCut)
	for i, p := range parts {
		s := v.Shots[p.Number-1]
		shot := FilmShot{ID: p.Shot, Number: p.Number, Clip: p.Clip, Seconds: (p.To - p.From).Seconds(),
			Trim: s.Trim, Prompt: s.Prompt, Caption: s.Caption}
		if t, ok := v.Chosen(s.ID); ok && !v.There(t.Asset) {
			film.Gone = append(film.Gone, goneClip(t.Asset, p.Number))
		}
		for _, a := range []db.Asset{p.First, p.Last} {
			if a.ID != 0 {
				shot.Pictures = append(shot.Pictures, a)
			}
		}
		if i+1 < len(parts) {
			shot.Seam = seamTo(s, v.Shots[parts[i+1].Number-1]).String()
		}
		film.Shots = append(film.Shots, shot)
	}
	for _, ref := range v.Films {
		if a := v.Assets[ref]; v.There(a) {
			film.Newest = a
		}
	}
	return film
}

// seamTo returns how a shot of the film follows another one. Shots between them may be skipped.
func seamTo(s, next boards.Shot) boards.Seam {
	switch {
	case next.Continue:
		return boards.Continue
	case next.First != "" && next.First == s.Last:
		return boards.Shared
	}
	return boards.Cut
}

// goneClip names the chosen clip of a shot, which is not there.
func goneClip(a db.Asset, number int) GoneClip {
	err := fmt.Errorf("the clip of shot %d: %w", number, fs.ErrNotExist)
	if !a.TrashedAt.IsZero() {
		err = fmt.Errorf("the clip of shot %d is in the trash: %w", number, fs.ErrNotExist)
	}
	return GoneClip{Path: cmp.Or(a.Path, a.Ref), Err: err}
}
