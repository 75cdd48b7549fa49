package transfer

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/client/decode"
	"viviscope/client/film"
	"viviscope/client/guard"
	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/lang"
)

// joined is a clip of the film, or the pictures of a shot that has none ([mp4.Stills]).
type joined struct {
	*mp4.Clip
	asset   db.Asset
	picture image.Image // nil: it has not come yet
	want    int         // frames to be left out at its end; a copy leaves out what it can of them
	shot    *PlanShot   // nil: clips are joined without a board
}

// What is heard in the film, in the order of the choice in the sheet.
const (
	noSound = iota
	clipSound
	soundtrack
)

// joining is how clips become one film, whoever asks for it.
type joining struct {
	clips     []joined
	refused   []Problem
	signed    int  // of clips, that carry content credentials
	encodes   bool // there is a program that encodes clips
	exact     bool // frames are cut as they were asked for, although that may need encoding
	sound     int
	track     string // the path of the soundtrack
	subtitles bool   // captions become subtitles of the film

	differ  []*mp4.Mismatch // the clips that cannot be copied as they are
	frames  int             // of the film
	encoded bool            // all frames of the film are encoded
}

// begin reads clips to the end of the film, or those of a plan. Off the window's goroutine.
func (s *joining) begin(lib Library, p *Plan, assets []db.Asset) {
	_, err := decode.FFmpeg()
	s.encodes = err == nil
	for _, a := range assets {
		s.read(lib, joined{asset: a})
	}
	if p == nil {
		return
	}
	for i := range p.Shots {
		if shot := &p.Shots[i]; shot.Clip.ID != 0 {
			s.read(lib, joined{asset: shot.Clip, shot: shot, want: shot.Trim})
		}
	}
	s.exact = s.encodes
}

// read puts a clip at the end of the film.
func (s *joining) read(lib Library, c joined) {
	path, err := lib.AbsPath(c.asset.Path)
	if err == nil {
		c.Clip, err = client.OpenClip(context.Background(), path)
	}
	if err != nil {
		s.refused = append(s.refused, Problem{c.asset.Path, err})
		return
	}
	if credentials(path) {
		s.signed++
	}
	s.clips = append(s.clips, c)
}

// length is how long a clip is seen in the film.
func (c joined) length() time.Duration {
	return time.Duration(float64(c.Frames-c.Cut) / c.FPS * float64(time.Second))
}

// caption is what is said while a clip is seen.
func (c joined) caption() string {
	if c.shot == nil {
		return ""
	}
	return strings.TrimSpace(c.shot.Caption)
}

// plain gives the clips for the container.
func (s *joining) plain() (all []*mp4.Clip) {
	for _, c := range s.clips {
		all = append(all, c.Clip)
	}
	return all
}

// count works out how the film is made as it is now, and returns the form and the length of all of it. Where its frames
// are copied, each clip loses what a copy can cut of what is wanted; in an encoded film exactly that.
func (s *joining) count() (form mp4.Form, length time.Duration) {
	s.differ, s.frames, s.encoded = nil, 0, false
	if len(s.clips) == 0 {
		return form, 0
	}
	for i := range s.clips {
		c := &s.clips[i]
		c.want = min(c.want, c.Frames-1)
		c.Cut, c.Caption = c.want, ""
		if s.subtitles {
			c.Caption = c.caption()
		}
		if !s.exact {
			c.Cut = c.Snap(c.want)
		}
	}
	form, s.differ = mp4.Compare(s.plain(), s.sound != clipSound)
	s.encoded = mp4.MustEncode(s.differ)
	for i := range s.clips {
		c := &s.clips[i]
		if s.encoded {
			c.Cut = c.want
		}
		s.frames, length = s.frames+c.FilmFrames(form, s.encoded), length+c.length()
	}
	return form, length
}

// make makes the film, which becomes an asset of the library. Off the window's goroutine.
func (s *joining) make(ctx context.Context, lib Library, p *Plan, at time.Time, progress func(done, of int)) (a db.Asset, made mp4.Film, err error) {
	what := film.Input{Clips: s.plain(), Silent: s.sound == noSound}
	if s.sound == soundtrack {
		what.Soundtrack = s.track
	}
	var refs, sums []string
	for _, c := range s.clips {
		refs, sums = append(refs, c.asset.Ref), append(sums, c.asset.SHA256)
	}
	name := lang.N("Film of %s clip", "Film of %s clips", len(s.clips), lang.Number(len(s.clips))) + ".mp4"
	if p != nil {
		name = plainStem(p.Name) + ".mp4"
	}
	r, w := io.Pipe()
	ended := make(chan struct{})
	guard.Go("join clips", func() {
		defer close(ended)
		err := guard.Do("join clips", func() (err error) {
			made, err = film.Join(ctx, w, filepath.Join(lib.Dir(), folder.Incoming), what, progress)
			return err
		})
		_ = w.CloseWithError(err) // nil: the end of the file
	})
	a, _, err = lib.Import(ctx, name, r, db.ImportMeta{Parent: strings.Join(refs, " "), Sums: strings.Join(sums, " "), At: at})
	_ = r.CloseWithError(err) // so that nobody writes where nobody reads
	<-ended
	return a, made, err
}

// Film is what [Join] made.
type Film struct {
	db.Asset
	Frames int       // that were written
	Differ []Problem // the clips that could not be copied, and what differs: a [*mp4.Mismatch]; nil: all was copied
}

// ErrFewClips says that there is nothing to be joined.
var ErrFewClips = errors.New("a film needs two clips, and that of a board one")

// Join makes a film of clips, or of a plan, in the library, as the sheets do where a person changes nothing. Each clip but the last of several loses cut
// frames at its end, or the most below that a copy can; those of a plan what the board says. All of it is there in the end, or nothing is.
// Off the window's goroutine. Errors: [ErrFewClips], [film.ErrNoEncoder], those of a clip that cannot be joined, and of the library.
func Join(ctx context.Context, lib Library, p *Plan, clips []db.Asset, silent bool, cut int, at time.Time, progress func(done, of int)) (Film, error) {
	s := joining{sound: clipSound}
	if s.begin(lib, p, clips); silent {
		s.sound = noSound
	}
	least := 2
	if p != nil {
		least, s.subtitles = 1, true
	}
	switch {
	case len(s.refused) > 0:
		return Film{}, fmt.Errorf("join %s: %w", s.refused[0].Path, s.refused[0].Err)
	case len(s.clips) < least:
		return Film{}, ErrFewClips
	}
	cuts := s.clips[:max(len(s.clips)-1, 1)] // the only clip of a film is cut too
	for i := range cuts {
		cuts[i].want = max(cuts[i].want, cut)
	}
	s.count()
	var differ []Problem
	for _, m := range s.differ {
		differ = append(differ, Problem{s.clips[m.Clip].asset.Path, m})
	}
	a, film, err := s.make(ctx, lib, p, at, progress)
	return Film{a, film.Frames, differ}, err
}
