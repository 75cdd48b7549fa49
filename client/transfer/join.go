package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/client/boards"
	"viviscope/client/decode"
	"viviscope/client/film"
	"viviscope/client/guard"
	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/db/folder"
)

// Joined is a clip of the film, or the pictures of a shot that has none ([mp4.Stills]).
type Joined struct {
	*mp4.Clip
	Asset db.Asset
	Want  int              // frames to be left out at its end; a copy leaves out what it can of them
	Shot  *boards.FilmShot // nil: clips are Joined without a board
}

// What is heard in the film, in the order of the choice in the sheet.
const (
	NoSound = iota
	ClipSound
	Soundtrack
)

// Joining is how clips become one film, whoever asks for it.
type Joining struct {
	Clips     []Joined
	Refused   []Problem
	Signed    int  // of clips, that carry content credentials
	Encodes   bool // there is a program that encodes clips
	Exact     bool // frames are cut as they were asked for, although that may need encoding
	Sound     int
	Track     string // the path of the Soundtrack
	Subtitles bool   // captions become subtitles of the film

	Differ  []*mp4.Mismatch // the clips that cannot be copied as they are
	Frames  int             // of the film
	Encoded bool            // all frames of the film are encoded
}

// Begin reads clips to the end of the film, or those of a plan. Off the window's goroutine.
func (s *Joining) Begin(lib Library, p *boards.Film, assets []db.Asset) {
	_, err := decode.FFmpeg()
	s.Encodes = err == nil
	for _, a := range assets {
		s.read(lib, Joined{Asset: a})
	}
	if p == nil {
		return
	}
	for i := range p.Shots {
		if shot := &p.Shots[i]; shot.Clip.ID != 0 {
			s.read(lib, Joined{Asset: shot.Clip, Shot: shot, Want: shot.Trim})
		}
	}
	s.Exact = s.Encodes
}

// read puts a clip at the end of the film.
func (s *Joining) read(lib Library, c Joined) {
	path, err := lib.AbsPath(c.Asset.Path)
	if err == nil {
		c.Clip, err = client.OpenClip(context.Background(), path)
	}
	if err != nil {
		s.Refused = append(s.Refused, Problem{c.Asset.Path, err})
		return
	}
	if HasCredentials(path) {
		s.Signed++
	}
	s.Clips = append(s.Clips, c)
}

// Length is how long a clip is seen in the film.
func (c Joined) Length() time.Duration {
	return time.Duration(float64(c.Frames-c.Cut) / c.FPS * float64(time.Second))
}

// ShotCaption is what is said while a clip is seen.
func (c Joined) ShotCaption() string {
	if c.Shot == nil {
		return ""
	}
	return strings.TrimSpace(c.Shot.Caption)
}

// Plain gives the clips for the container.
func (s *Joining) Plain() (all []*mp4.Clip) {
	for _, c := range s.Clips {
		all = append(all, c.Clip)
	}
	return all
}

// Count works out how the film is made as it is now, and returns the form and the length of all of it. Where its frames
// are copied, each clip loses what a copy can cut of what is wanted; in an encoded film exactly that.
func (s *Joining) Count() (form mp4.Form, length time.Duration) {
	s.Differ, s.Frames, s.Encoded = nil, 0, false
	if len(s.Clips) == 0 {
		return form, 0
	}
	for i := range s.Clips {
		c := &s.Clips[i]
		c.Want = min(c.Want, c.Frames-1)
		c.Cut, c.Caption = c.Want, ""
		if s.Subtitles {
			c.Caption = c.ShotCaption()
		}
		if !s.Exact {
			c.Cut = c.Snap(c.Want)
		}
	}
	form, s.Differ = mp4.Compare(s.Plain(), s.Sound != ClipSound)
	s.Encoded = mp4.MustEncode(s.Differ)
	for i := range s.Clips {
		c := &s.Clips[i]
		if s.Encoded {
			c.Cut = c.Want
		}
		s.Frames, length = s.Frames+c.FilmFrames(form, s.Encoded), length+c.Length()
	}
	return form, length
}

// Make makes the film, which becomes an asset of the library. Off the window's goroutine.
func (s *Joining) Make(ctx context.Context, lib Library, name string, at time.Time, progress func(done, of int)) (a db.Asset, made mp4.Film, err error) {
	what := film.Input{Clips: s.Plain(), Silent: s.Sound == NoSound}
	if s.Sound == Soundtrack {
		what.Soundtrack = s.Track
	}
	var refs, sums []string
	for _, c := range s.Clips {
		refs, sums = append(refs, c.Asset.Ref), append(sums, c.Asset.SHA256)
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

// ErrFewClips says that there is nothing to be Joined.
var ErrFewClips = errors.New("a film needs two clips, and that of a board one")

// JoinOptions say how [Join] makes a film.
type JoinOptions struct {
	Name     func(clips int) string // the file name of a film without a board
	Silent   bool
	Cut      int // frames that each clip but the last of several loses at its end, or the most below that a copy can
	At       time.Time
	Progress func(done, total int)
}

// Join makes a film of clips, or of the film of a board, in the library, as the sheets do where the user changes nothing.
// Clips of a board lose what the board sets. All of the film is there in the end, or nothing is. It must not run on a
// window's goroutine. Errors: [ErrFewClips], [film.ErrNoEncoder], those of a clip that cannot be joined, and of the library.
func Join(ctx context.Context, lib Library, p *boards.Film, clips []db.Asset, o JoinOptions) (Film, error) {
	s := Joining{Sound: ClipSound}
	if s.Begin(lib, p, clips); o.Silent {
		s.Sound = NoSound
	}
	least := 2
	if p != nil {
		least, s.Subtitles = 1, true
	}
	switch {
	case len(s.Refused) > 0:
		return Film{}, fmt.Errorf("join %s: %w", s.Refused[0].Path, s.Refused[0].Err)
	case len(s.Clips) < least:
		return Film{}, ErrFewClips
	}
	cuts := s.Clips[:max(len(s.Clips)-1, 1)] // the only clip of a film is cut too
	for i := range cuts {
		cuts[i].Want = max(cuts[i].Want, o.Cut)
	}
	s.Count()
	var differ []Problem
	for _, m := range s.Differ {
		differ = append(differ, Problem{s.Clips[m.Clip].Asset.Path, m})
	}
	a, made, err := s.Make(ctx, lib, FilmName(p, o.Name, len(s.Clips)), o.At, o.Progress)
	return Film{a, made.Frames, differ}, err
}

// FilmName returns the file name of a film: that of its board, else that which other returns for its number of clips.
func FilmName(p *boards.Film, other func(clips int) string, clips int) string {
	if p != nil {
		return plainStem(p.Name) + ".mp4"
	}
	return other(clips)
}
