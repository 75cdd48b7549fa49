package transfer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Plan is the film of a board: its shots but for those that are skipped.
type Plan struct {
	Name  string
	Shots []PlanShot
	Gone  []Problem // chosen clips that are in the trash, or have no file any more; Path is theirs in the library
	Film  db.Asset  // the newest one that was made; zero: none
	Board PlanBoard
}

// PlanShot is a shot of a [Plan].
type PlanShot struct {
	ID              string
	Number          int
	Clip            db.Asset   // zero: it has none
	Pictures        []db.Asset // what it begins and ends with
	Seconds         float64    // that it is to have
	Trim            int        // frames that the film leaves out at its end
	Prompt, Caption string
	Seam            string // how the next shot follows: shared, cut or continue; "" behind the last
	Follows         string // that in words
	Icon            fyne.Resource
}

// PlanBoard is told what a person does with the plan of a board. Window's goroutine.
type PlanBoard interface {
	Trim(frames int, shots ...string)
	Made(film db.Asset)
}

// FilmOptions say what an export of a board has.
type FilmOptions struct {
	Film   bool `json:"film,omitempty"`
	Clips  bool `json:"clips,omitempty"`
	OTIO   bool `json:"otio,omitempty"`
	FCPXML bool `json:"fcpxml,omitempty"`
	SRT    bool `json:"srt,omitempty"`
}

// settingFilmExport keeps how a person exported a board the last time.
const settingFilmExport = "export.board"

// choices are what a person chooses of an export of a board.
func (p *Plan) choices(o *ExportOptions) []fyne.CanvasObject {
	clips, captions := 0, 0
	for _, shot := range p.Shots {
		if shot.Clip.ID != 0 {
			clips++
		}
		if strings.TrimSpace(shot.Caption) != "" {
			captions++
		}
	}
	check := func(on *bool, what, means string) *fyne.Container {
		box, name := kit.NewCheck(func(v bool) { *on = v }), words(what).Wrap(false)
		box.SetOn(*on)
		box.SetName(name)
		return kit.NewRow(8, box, name, note(means).Wrap(false).Ellipsis(), kit.NewSpring())
	}
	film := note(lang.L("No film was made of this board yet."))
	rows := []fyne.CanvasObject{film}
	if p.Film.ID != 0 {
		rows[0] = check(&o.Film, lang.L("Film"), "MP4, "+wording.Bytes(p.Film.Bytes))
	}
	subtitles := lang.L(".srt from the prompts: no captions")
	if captions > 0 {
		subtitles = lang.N(".srt, %s caption", ".srt, %s captions", captions, lang.Number(captions))
	}
	return append(rows,
		check(&o.Clips, lang.L("Clips folder"), lang.N("%s clip, whole, byte for byte", "%s clips, whole, byte for byte", clips, lang.Number(clips))),
		check(&o.OTIO, "OpenTimelineIO", lang.L(".otio: Resolve, Kdenlive")),
		check(&o.FCPXML, "FCPXML", lang.L(".fcpxml: Final Cut Pro, Resolve")), check(&o.SRT, lang.L("Subtitles"), subtitles),
		check(&o.Sidecars, lang.L("Sidecars"), lang.L("a .json file beside each file")))
}

// ErrNoFilm: the film of a board is to be exported, and none was made, or it is gone.
var ErrNoFilm = errors.New("the board has no film; join it first")

// Export makes copies of the film and the clips of a board, and the documents for other programs, as [Export] does. A
// film or a clip that is not there is a problem of the answer. Where nothing is left to export nothing is written.
func (p *Plan) Export(ctx context.Context, lib Library, o ExportOptions) (Exported, error) {
	var problems []Problem
	if o.Film && p.Film.ID == 0 {
		problems = append(problems, Problem{plainStem(p.Name) + ".mp4", ErrNoFilm})
	}
	if o.Clips {
		problems = append(problems, p.Gone...)
	}
	assets := p.export(lib, &o)
	if problems != nil && len(assets) == 0 && o.Lists == nil {
		return Exported{Problems: problems}, nil
	}
	done, err := Export(ctx, lib, assets, o)
	done.Problems = append(problems, done.Problems...)
	return done, err
}

// export says what an export of a board copies and writes. It belongs to a goroutine that is not the window's.
func (p *Plan) export(lib Library, o *ExportOptions) (assets []db.Asset) {
	stem := plainStem(p.Name)
	o.Name, o.Called = stem, map[string]string{}
	if o.Film && p.Film.ID != 0 {
		assets = append(assets, p.Film)
		o.Called[p.Film.Ref] = stem + path.Ext(p.Film.Path)
	}
	for _, shot := range p.Shots {
		a, name := shot.Clip, fmt.Sprintf("clips/shot-%02d%s", shot.Number, path.Ext(shot.Clip.Path))
		if o.Clips && a.ID != 0 && o.Called[a.Ref] == "" {
			assets = append(assets, a)
			o.Called[a.Ref] = name
		}
	}
	t := p.timeline(lib, o.Called)
	for _, l := range []struct {
		wanted bool
		ending string
		data   func() []byte
	}{{o.OTIO, ".otio", t.OTIO}, {o.FCPXML, ".fcpxml", t.FCPXML}, {o.SRT, ".srt", t.SRT}} {
		if l.wanted {
			o.Lists = append(o.Lists, List{stem + l.ending, l.data()})
		}
	}
	return assets
}

// timeline is the film for other programs. Clips that are not exported are named as they stand in the library.
func (p *Plan) timeline(lib Library, called map[string]string) Timeline {
	t := Timeline{Name: p.Name, FPS: 24}
	var clips []*mp4.Clip
	for _, shot := range p.Shots {
		at := TimelineShot{Name: lang.L("Shot %d", shot.Number), Prompt: shot.Prompt, Caption: shot.Caption, Seam: shot.Seam}
		file, err := lib.AbsPath(shot.Clip.Path)
		if err == nil && shot.Clip.ID != 0 {
			var c *mp4.Clip
			if c, err = client.OpenClip(context.Background(), file); err == nil {
				clips = append(clips, c)
				at.Ref, at.File, at.FPS, at.Frames, at.Cut = shot.Clip.Ref, called[shot.Clip.Ref], c.FPS, c.Frames, min(shot.Trim, c.Frames-1)
				at.Width, at.Height, at.Channels, at.SampleRate = c.Width, c.Height, c.Channels, c.SampleRate
				at.Start, _ = mp4.TimecodeOf(file)
				if at.File == "" {
					at.File = (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(file), "/")}).String()
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

// credentials reports whether a clip carries content credentials.
func credentials(path string) bool {
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

// costWords say what the clips of a film came to, each currency by itself; "" where nothing is known.
func costWords(clips []db.Asset) string {
	var all []string
	sums := map[wording.MoneyFormat]int64{}
	var order []wording.MoneyFormat
	for _, a := range clips {
		if a.CostMicros != nil {
			f := wording.MoneyFormat{Currency: a.CostCurrency, Play: a.CostPlay}
			if _, known := sums[f]; !known {
				order = append(order, f)
			}
			sums[f] = db.Sum(sums[f], *a.CostMicros)
		}
	}
	for _, f := range order {
		all = append(all, f.Charged(sums[f]))
	}
	if all == nil {
		return ""
	}
	return lang.N("%s for its %s clip, not booked again", "%s for its %s clips, not booked again", len(clips), wording.Commas(all...), lang.Number(len(clips)))
}
