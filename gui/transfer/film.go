package transfer

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/widgets"
)

// Plan is the film of a board: its shots but for those that are skipped.
type Plan struct {
	Name  string
	Shots []PlanShot
	Film  db.Asset // the newest one that was made; zero: none
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
}

// PlanBoard is told what a person does with the plan of a board. Window's goroutine.
type PlanBoard interface {
	Trim(frames int, shots ...string)
	Made(film db.Asset)
}

// filmWidth is that of the sheet for the film of a board, px.
const filmWidth = 1040

// ShowFilm asks how the clips of a board become its film, and makes it. Window's goroutine.
func ShowFilm(d Deps, p Plan) {
	s := newJoinSheet(d)
	s.plan, s.width, s.words = &p, filmWidth, true
	s.open(func() {
		for i := range p.Shots {
			if shot := &p.Shots[i]; shot.Clip.ID != 0 {
				s.read(joined{asset: shot.Clip, shot: shot, want: shot.Trim})
			}
		}
		s.exact = s.encodes
	})
}

// missing are the shots that the film does not have.
func (s *joinSheet) missing() (all []*PlanShot) {
	for i := range s.plan.Shots {
		if shot := &s.plan.Shots[i]; !slices.ContainsFunc(s.clips, func(c joined) bool { return c.shot == shot }) {
			all = append(all, shot)
		}
	}
	return all
}

// doubledRow offers to cut the frames that two clips have in common: the last of the earlier one. It may be nil.
func (s *joinSheet) doubledRow() fyne.CanvasObject {
	var ids []string
	for i := range s.clips[:max(len(s.clips)-1, 0)] {
		c, next := s.clips[i], s.clips[i+1]
		if c.shot.Seam != "cut" && c.want == 0 && !c.stills && !next.stills && slices.IndexFunc(s.plan.Shots, func(p PlanShot) bool { return p.ID == next.shot.ID }) ==
			1+slices.IndexFunc(s.plan.Shots, func(p PlanShot) bool { return p.ID == c.shot.ID }) {
			ids = append(ids, c.shot.ID)
		}
	}
	if ids == nil {
		return nil
	}
	n := len(ids)
	cut := widgets.NewButton(lang.N("Cut it", "Cut them", n), nil, widgets.Plain, func() {
		for i := range s.clips {
			if slices.Contains(ids, s.clips[i].shot.ID) {
				s.clips[i].want = 1
			}
		}
		s.plan.Board.Trim(1, ids...)
		s.ask("")
	})
	return widgets.NewRow(12, words(lang.N("%s seam shows a frame twice.", "%s seams show a frame twice.", n, lang.Number(n))), widgets.NewSpring(), cut)
}

// missingRow says which shots have no clip, and asks what becomes of them. It may be nil.
func (s *joinSheet) missingRow() fyne.CanvasObject {
	n := len(s.missing())
	if n == 0 {
		return nil
	}
	said := words(lang.N("%s shot has no clip.", "%s shots have no clip.", n, lang.Number(n)))
	switch {
	case len(s.clips) == 0:
		said.SetText(lang.L("No shot has a clip yet. Make clips first."))
	case !s.encodes:
		said.SetText(said.Text() + " " + lang.L("The film leaves them out. To show their pictures, install the ffmpeg program."))
	default:
		what := widgets.NewSegmented([]string{lang.N("Leave it out", "Leave them out", n), lang.N("Show its pictures (encoded)", "Show their pictures (encoded)", n)}, func(i int) { s.showPictures(i == 1) })
		if s.encoder != nil {
			what.SetSelected(1)
		}
		return widgets.NewRow(12, said, widgets.NewSpring(), what)
	}
	return said
}

// showPictures makes clips of the pictures of shots that have none, or takes them out of the film again.
func (s *joinSheet) showPictures(on bool) {
	s.clips = slices.DeleteFunc(s.clips, func(c joined) bool { return c.stills })
	s.changed()
	s.closeEncoder()
	if !on {
		s.stop()
		return
	}
	s.says.SetText(lang.L("Making clips from pictures …"))
	s.start.Disable()
	form, _ := mp4.Compare(s.plain(), s.silent)
	missing := s.missing()
	s.work(func(ctx context.Context) {
		e, err := media.NewEncoder(s.incoming())
		var made []joined
		for _, shot := range missing {
			var files []string
			for _, a := range shot.Pictures {
				if file, e := s.d.Library.AbsPath(a.Path); e == nil {
					files = append(files, file)
				}
			}
			if err != nil || len(files) == 0 {
				continue
			}
			var c *mp4.Clip
			if c, err = e.Stills(ctx, form, shot.Seconds, files...); err == nil {
				made = append(made, joined{Clip: c, asset: shot.Pictures[0], path: c.Path, shot: shot, stills: true})
			}
		}
		s.d.Post(func() {
			s.encoder = e
			switch {
			case ctx.Err() != nil || !s.sheet.Shown():
				s.closeEncoder()
				return
			case err != nil:
				s.says.SetText(joinFault(err))
				return
			}
			s.clips = append(s.clips, made...)
			slices.SortStableFunc(s.clips, func(a, b joined) int { return a.shot.Number - b.shot.Number })
			s.changed()
			for _, c := range made {
				s.request(c.asset)
			}
		})
	})
}

// incoming is where clips stand while they are made.
func (s *joinSheet) incoming() string { return filepath.Join(s.d.Library.Dir(), folder.Incoming) }

// closeEncoder removes the clips that were made of pictures.
func (s *joinSheet) closeEncoder() {
	if e := s.encoder; e != nil {
		s.encoder = nil
		s.d.Go(func(context.Context) {
			if err := e.Close(); err != nil {
				s.d.Log().Warn("remove clips of pictures", "err", err)
			}
		})
	}
}

// FilmOptions say what an export of a board has.
type FilmOptions struct {
	Film   bool `json:"film,omitempty"`
	Clips  bool `json:"clips,omitempty"`
	OTIO   bool `json:"otio,omitempty"`
	EDL    bool `json:"edl,omitempty"`
	FCPXML bool `json:"fcpxml,omitempty"`
	SRT    bool `json:"srt,omitempty"`
	CSV    bool `json:"csv,omitempty"`
}

// settingFilmExport keeps how a person exported a board the last time.
const settingFilmExport = "export.board"

// ShowFilmExport asks what of a board is to be exported, and exports it. Window's goroutine.
func ShowFilmExport(d Deps, p Plan) {
	s := &exportSheet{pane: newPane(d), plan: &p}
	s.width = joinWidth
	s.open(settingFilmExport, ExportOptions{Folder: d.Folder, FilmOptions: FilmOptions{Film: true, Clips: true, OTIO: true}})
}

// choices are what a person chooses of an export of a board.
func (p *Plan) choices(o *ExportOptions) []fyne.CanvasObject {
	clips, t := 0, Timeline{}
	for _, shot := range p.Shots {
		t.Shots = append(t.Shots, TimelineShot{Caption: shot.Caption})
		if shot.Clip.ID != 0 {
			clips++
		}
	}
	film := choice(&o.Film, lang.L("Film"), p.Film.Name)
	if p.Film.ID == 0 {
		film = note(lang.L("No film was made of this board yet."))
	}
	subtitles := lang.L(".srt of the prompts: no shot has a caption.")
	if _, n := t.Words(); n > 0 {
		subtitles = lang.N(".srt, %s caption", ".srt, %s captions", n, lang.Number(n))
	}
	return []fyne.CanvasObject{widgets.NewGrid(12, 2, 320, film,
		choice(&o.Clips, lang.L("Clips folder"), lang.N("%s clip, whole, byte for byte", "%s clips, whole, byte for byte", clips, lang.Number(clips))),
		choice(&o.OTIO, "OpenTimelineIO", lang.L(".otio: Resolve, Kdenlive")), choice(&o.EDL, "EDL", "CMX 3600"),
		choice(&o.FCPXML, "FCPXML", lang.L(".fcpxml: Final Cut Pro, Resolve")), choice(&o.SRT, lang.L("Subtitles"), subtitles),
		choice(&o.CSV, lang.L("Table"), lang.L(".csv: all shots with their times and prompts")),
		choice(&o.Sheets, lang.L("Contact sheets"), lang.L("Pages with all pictures, their prompts, sizes, dates and models.")),
		choice(&o.Sidecars, lang.L("Sidecars"), lang.L("A .json file beside each file: how it was made.")))}
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
		if a := shot.Clip; o.Clips && a.ID != 0 && o.Called[a.Ref] == "" {
			assets = append(assets, a)
			o.Called[a.Ref] = fmt.Sprintf("clips/shot-%02d%s", shot.Number, path.Ext(a.Path))
		}
	}
	t := p.timeline(lib, o.Called)
	for _, l := range []struct {
		wanted bool
		ending string
		data   func() []byte
	}{{o.OTIO, ".otio", t.OTIO}, {o.EDL, ".edl", t.EDL}, {o.FCPXML, ".fcpxml", t.FCPXML}, {o.SRT, ".srt", t.SRT}, {o.CSV, ".csv", t.CSV}} {
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
			if c, err = mp4.Open(file); err == nil {
				clips = append(clips, c)
				at.Ref, at.File, at.FPS, at.Frames, at.Cut, at.Sound = shot.Clip.Ref, called[shot.Clip.Ref], c.FPS, c.Frames, min(shot.Trim, c.Frames-1), c.Channels > 0
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

// captions counts the shots of the film that have one.
func (s *joinSheet) captions() (n int) {
	for _, c := range s.clips {
		if strings.TrimSpace(c.shot.Caption) != "" {
			n++
		}
	}
	return n
}
