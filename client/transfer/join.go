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

// JoinedClip is a clip of the film, or the pictures of a shot without a clip ([mp4.Stills]).
type JoinedClip struct {
	*mp4.Clip
	Asset db.Asset
	Want  int              // frames to cut at its end; a copied clip may lose fewer
	Shot  *boards.FilmShot // nil: the clips are joined without a board
}

// The sound of the film, in the order of the choices in the dialog.
const (
	NoSound = iota
	ClipSound
	Soundtrack
)

// FilmJoin configures and makes a film from clips. Call Begin, then Count after each change, then Make.
type FilmJoin struct {
	Clips     []JoinedClip
	Refused   []Problem
	Signed    int  // number of clips with content credentials
	Encodes   bool // a program that encodes clips is installed
	Exact     bool // clips are cut at exactly the requested frames, which may need encoding
	Sound     int
	Track     string // the path of the Soundtrack
	Subtitles bool   // captions become subtitles of the film

	Differ  []*mp4.Mismatch // the clips that cannot be copied as they are
	Frames  int             // of the film
	Encoded bool            // all frames of the film are encoded
}

// Begin appends the assets to the film, and the clips of the shots of p if it is not nil. It must not run on the
// window's goroutine.
func (s *FilmJoin) Begin(lib Library, p *boards.Film, assets []db.Asset) {
	_, err := decode.FFmpeg()
	s.Encodes = err == nil
	for _, a := range assets {
		s.addClip(lib, JoinedClip{Asset: a})
	}
	if p == nil {
		return
	}
	for i := range p.Shots {
		if shot := &p.Shots[i]; shot.Clip.ID != 0 {
			s.addClip(lib, JoinedClip{Asset: shot.Clip, Shot: shot, Want: shot.Trim})
		}
	}
	s.Exact = s.Encodes
}

// addClip appends a clip to the film.
func (s *FilmJoin) addClip(lib Library, c JoinedClip) {
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

// Length returns the duration of a clip in the film.
func (c JoinedClip) Length() time.Duration {
	return time.Duration(float64(c.Frames-c.Cut) / c.FPS * float64(time.Second))
}

// ShotCaption returns the caption of the clip's shot.
func (c JoinedClip) ShotCaption() string {
	if c.Shot == nil {
		return ""
	}
	return strings.TrimSpace(c.Shot.Caption)
}

// Plain returns the clips for package mp4.
func (s *FilmJoin) Plain() (all []*mp4.Clip) {
	for _, c := range s.Clips {
		all = append(all, c.Clip)
	}
	return all
}

// Count computes how the film is made with the current settings, and returns its format and its length. A copied film
// cuts up to the wanted number of frames of each clip, an encoded film exactly that number.
func (s *FilmJoin) Count() (form mp4.Format, length time.Duration) {
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

// Make makes the film and stores it as an asset of the library. It must not run on the window's goroutine.
func (s *FilmJoin) Make(
	ctx context.Context, lib Library, name string, at time.Time, progress func(done, of int),
) (a db.Asset, made mp4.Film, err error) {
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
		_ = w.CloseWithError(err) // nil: end of file
	})
	a, _, err = lib.Import(ctx, name, r,
		db.ImportMeta{Parent: strings.Join(refs, " "), ParentHashes: strings.Join(sums, " "), At: at})
	_ = r.CloseWithError(err) // stops the writer if Import has failed
	<-ended
	return a, made, err
}

// Film is the result of [Join].
type Film struct {
	db.Asset
	Frames int       // that were written
	Differ []Problem // the clips that could not be copied, with a [*mp4.Mismatch]; nil: all were copied
}

// ErrFewClips reports that there are too few clips to join.
var ErrFewClips = errors.New("a film needs two clips, and that of a board one")

// JoinOptions configure [Join].
type JoinOptions struct {
	Name     func(clips int) string // the file name of a film without a board
	Silent   bool
	Cut      int // frames to cut at the end of each clip except the last; a copied clip may lose fewer
	At       time.Time
	Progress func(done, total int)
}

// Join makes a film in the library, from clips or from the film of a board, with the default settings of the dialog.
// Clips of a board are cut as the board defines. The film is stored atomically. It must not run on a window's
// goroutine. Errors: [ErrFewClips], [film.ErrNoEncoder], those of a clip that cannot be joined, and of the library.
func Join(ctx context.Context, lib Library, p *boards.Film, clips []db.Asset, o JoinOptions) (Film, error) {
	s := FilmJoin{Sound: ClipSound}
	s.Begin(lib, p, clips)
	if o.Silent {
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
		differ = append(differ, Problem{s.Clips[m.Index].Asset.Path, m})
	}
	a, made, err := s.Make(ctx, lib, FilmName(p, o.Name, len(s.Clips)), o.At, o.Progress)
	return Film{a, made.Frames, differ}, err
}

// FilmName returns the file name of a film: that of its board, or else the result of other.
func FilmName(p *boards.Film, other func(clips int) string, clips int) string {
	if p != nil {
		return plainStem(p.Name) + ".mp4"
	}
	return other(clips)
}
