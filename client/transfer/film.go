package transfer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"viviscope/client"
	"viviscope/client/boards"
	"viviscope/client/mp4"
	"viviscope/db"
)

// ErrNoFilm reports a board whose film was not made or is missing.
var ErrNoFilm = errors.New("the board has no film; join it first")

// ExportFilm copies the film and the clips of a board, and writes the documents for other programs, like [Export]. A
// missing film or clip is a problem in the result. If nothing is left to export, nothing is written.
func ExportFilm(ctx context.Context, lib Library, p boards.Film, o ExportOptions) (ExportResult, error) {
	var problems []Problem
	if o.Film && p.Newest.ID == 0 {
		problems = append(problems, Problem{plainStem(p.Name) + ".mp4", ErrNoFilm})
	}
	if o.Clips {
		for _, gone := range p.Gone {
			problems = append(problems, Problem{gone.Path, gone.Err})
		}
	}
	assets := filmFiles(lib, p, &o)
	if problems != nil && len(assets) == 0 && o.Lists == nil {
		return ExportResult{Problems: problems}, nil
	}
	done, err := Export(ctx, lib, assets, o)
	done.Problems = append(problems, done.Problems...)
	return done, err
}

// filmFiles returns the assets that an export of a board copies, and adds its documents and names to the options.
func filmFiles(lib Library, p boards.Film, o *ExportOptions) (assets []db.Asset) {
	stem := plainStem(p.Name)
	o.Name, o.Called = stem, map[string]string{}
	if o.Film && p.Newest.ID != 0 {
		assets = append(assets, p.Newest)
		o.Called[p.Newest.Ref] = stem + path.Ext(p.Newest.Path)
	}
	for _, shot := range p.Shots {
		a, name := shot.Clip, fmt.Sprintf("clips/shot-%02d%s", shot.Number, path.Ext(shot.Clip.Path))
		if o.Clips && a.ID != 0 && o.Called[a.Ref] == "" {
			assets = append(assets, a)
			o.Called[a.Ref] = name
		}
	}
	t := TimelineOf(lib, p, o.Called)
	for _, f := range Formats {
		if f.write != nil && *f.chosen(&o.FilmOptions) {
			o.Lists = append(o.Lists, ExtraFile{stem + f.Ending, f.write(t)})
		}
	}
	return assets
}

// TimelineOf returns the timeline of a board for other programs. called maps asset refs to the file names of exported
// clips. Clips that are not exported are referenced in the library.
func TimelineOf(lib Library, p boards.Film, called map[string]string) Timeline {
	t := Timeline{Name: p.Name, FPS: 24}
	var clips []*mp4.Clip
	for _, shot := range p.Shots {
		at := TimelineShot{Name: cmp.Or(shot.Name, fmt.Sprintf("Shot %d", shot.Number)), Prompt: shot.Prompt,
			Caption: shot.Caption}
		if shot.Seam != nil {
			at.Seam = shot.Seam.String()
		}
		file, err := lib.AbsPath(shot.Clip.Path)
		if err == nil && shot.Clip.ID != 0 {
			var c *mp4.Clip
			if c, err = client.OpenClip(context.Background(), file); err == nil {
				clips = append(clips, c)
				at.Ref, at.File, at.FPS, at.Frames, at.Cut = shot.Clip.Ref, called[shot.Clip.Ref], c.FPS, c.Frames,
					min(shot.Trim, c.Frames-1)
				at.Width, at.Height, at.Channels, at.SampleRate = c.Width, c.Height, c.Channels, c.SampleRate
				at.Start, _ = mp4.TimecodeOf(file)
				if at.File == "" {
					at.File = (&url.URL{Scheme: "file",
						Path: "/" + strings.TrimPrefix(filepath.ToSlash(file), "/")}).String()
				}
			}
		}
		t.Shots = append(t.Shots, at)
	}
	if len(clips) > 0 {
		form, _ := mp4.Compare(clips, false)
		t.FPS, t.Width, t.Height = form.FPS, form.Width, form.Height
	}
	for i := range t.Shots {
		if s := &t.Shots[i]; s.File == "" {
			s.FPS, s.Frames = t.FPS, int(math.Round(p.Shots[i].Seconds*t.FPS))
		}
	}
	return t
}

// HasCredentials reports whether a clip contains content credentials.
func HasCredentials(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close() // it was only read
	st, err := f.Stat()
	if err != nil {
		return false
	}
	signed, err := signedMP4(f, st.Size())
	return signed && err == nil
}
