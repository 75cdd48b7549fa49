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
	"viviscope/client/guard"
	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/lang"
	"viviscope/gui/media"
)

// joined is a clip of the film, or the pictures of a shot that has none ([mp4.Stills]).
type joined struct {
	*mp4.Clip
	asset   db.Asset
	picture image.Image   // nil: it has not come yet
	want    int           // frames to be left out at its end; a copy leaves out what it can of them
	shot    *PlanShot     // nil: clips are joined without a board
	differs *mp4.Mismatch // why it must be encoded again; nil: it is copied
}

// How the frames, the sound and the words of the clips become those of the film, as they stand side by side in the sheet.
const (
	copyAll = iota
	encodeSeams
	encodeAll

	noSound = iota - 3
	clipSound
	soundtrack

	noWords = iota - 6
	wordTrack
	burnedIn
)

// joining is how clips become one film, whoever asks for it.
type joining struct {
	clips   []joined
	refused []Problem
	signed  int  // of clips, that carry content credentials
	encodes bool // there is a program that encodes clips
	how     int
	sound   int
	track   string // the path of the soundtrack
	words   int

	differ  []*mp4.Mismatch // the clips that must be encoded again
	frames  int             // of the film
	encoded int             // of them, those that are encoded again
}

// begin reads clips to the end of the film, or those of a plan. Off the window's goroutine.
func (s *joining) begin(lib Library, p *Plan, assets []db.Asset) {
	_, err := media.FindFFmpeg()
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
	if s.encodes {
		s.how = encodeSeams
	}
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

// copies reports whether each frame of a clip is copied, so that it cannot be cut anywhere.
func (s *joining) copies(i int) bool {
	m := s.clips[i].differs
	return s.how == copyAll && (m == nil || m.SoundOnly())
}

// count works out what is encoded for the film as it is now, and gives what all of its clips become.
func (s *joining) count() (form mp4.Form, length time.Duration) {
	s.differ, s.frames, s.encoded = nil, 0, 0
	if len(s.clips) == 0 {
		return form, 0
	}
	for i := range s.clips {
		c := &s.clips[i]
		if c.differs, c.Caption = nil, ""; s.words != noWords {
			c.Caption = c.caption()
		}
		c.Encode = s.how == encodeAll || s.words == burnedIn && c.Caption != ""
	}
	form, s.differ = mp4.Compare(s.plain(), s.sound != clipSound)
	for _, m := range s.differ {
		s.clips[m.Clip].differs = m
	}
	for i := range s.clips {
		c := &s.clips[i]
		if c.Cut = min(c.want, c.Frames-1); s.copies(i) { // it may have been one to be encoded when it was cut
			c.Cut = c.Snap(c.want)
		}
		_, again := c.Again()
		whole := c.differs != nil && !c.differs.SoundOnly()
		n := c.FilmFrames(form, whole)
		if whole {
			again = n
		}
		s.frames, s.encoded, length = s.frames+n, s.encoded+again, length+c.length()
	}
	return form, length
}

// make makes the film, which becomes an asset of the library. Off the window's goroutine.
func (s *joining) make(ctx context.Context, lib Library, p *Plan, at time.Time, progress func(done, of int)) (a db.Asset, film mp4.Film, err error) {
	what := media.Film{Clips: s.plain(), Silent: s.sound == noSound}
	if s.sound == soundtrack {
		what.Soundtrack = s.track
	}
	if s.words == burnedIn {
		what.Over = overlay
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
			film, err = media.Join(ctx, w, filepath.Join(lib.Dir(), folder.Incoming), what, progress)
			return err
		})
		_ = w.CloseWithError(err) // nil: the end of the file
	})
	a, _, err = lib.Import(ctx, name, r, db.ImportMeta{Parent: strings.Join(refs, " "), Sums: strings.Join(sums, " "), At: at})
	_ = r.CloseWithError(err) // so that nobody writes where nobody reads
	<-ended
	return a, film, err
}

// Film is what [Join] made.
type Film struct {
	db.Asset
	Frames  int       // that were written
	Encoded bool      // a frame, or the sound, was encoded again
	Differ  []Problem // the clips that were encoded again, and what differs: a [*mp4.Mismatch]
}

// ErrFewClips says that there is nothing to be joined.
var ErrFewClips = errors.New("a film needs two clips, and that of a board one")

// Join makes a film of clips, or of a plan, in the library, as the sheets do where a person changes nothing. Each clip but the last of several loses cut
// frames at its end, or the most below that a copy can; those of a plan what the board says. All of it is there in the end, or nothing is.
// Off the window's goroutine. Errors: [ErrFewClips], [media.ErrNoEncoder], those of a clip that cannot be joined, and of the library.
func Join(ctx context.Context, lib Library, p *Plan, clips []db.Asset, silent bool, cut int, at time.Time, progress func(done, of int)) (Film, error) {
	s := joining{sound: clipSound}
	if s.begin(lib, p, clips); silent {
		s.sound = noSound
	}
	least := 2
	if p != nil {
		least, s.words = 1, wordTrack
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
	return Film{a, film.Frames, s.encoded > 0 || s.differ != nil, differ}, err
}
