package transfer

import (
	"context"
	"image"
	"io"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// The measures of the sheet for a film, px.
const (
	joinWidth   = 820
	joinPreview = 320
	joinRow     = 48
	joinRows    = 6  // in sight
	joinFace    = 40 // the height of a picture
)

// joined is a clip of the film.
type joined struct {
	*mp4.Clip
	asset   db.Asset
	path    string
	picture image.Image // nil: it has not come yet
	want    int         // frames to be left out at its end; a copy leaves out what it can of them
	shot    *PlanShot   // nil: clips are joined without a board
	stills  bool        // the clip is made of pictures
}

// joinSheet makes a film of clips.
type joinSheet struct {
	*pane
	clips   []joined
	refused []Problem
	signed  int // of clips, that carry content credentials
	silent  bool
	encodes bool            // there is a program that encodes clips
	exact   bool            // cuts are exact: the frames of a group before one are encoded again
	differ  []*mp4.Mismatch // the clips that must be encoded again
	frames  int             // of the film
	encoded int             // of them, those that are encoded again
	plan    *Plan           // of the board whose film it is; nil: clips are joined
	words   bool            // the film has the captions of the plan
	encoder *media.Encoder  // of the clips that are made of pictures; nil: there are none
	running bool            // the film is being made

	heading, about, says   *widgets.Text
	list                   *widgets.List
	lines                  map[fyne.CanvasObject]*joinLine // by the cells of the list
	cut                    *widgets.Stepper
	up, down, remove, play *widgets.Button
	start                  *widgets.Button
	view                   *player.View
	loaded                 bool // the player has the film as it is now
	dragged                int  // the row that is being dragged; -1: none
}

// ShowJoin asks how clips become one film, and makes it. Window's goroutine.
func ShowJoin(d Deps, assets []db.Asset) {
	if len(assets) < 2 || d.Canvas().Overlays().Top() != nil {
		return // nothing, or something else is asked just now
	}
	s := newJoinSheet(d)
	if slices.IsSortedFunc(assets, func(a, b db.Asset) int { return b.CreatedAt.Compare(a.CreatedAt) }) {
		slices.Reverse(assets) // a film begins with what was made first
	}
	s.open(func() {
		for _, a := range assets {
			s.read(joined{asset: a})
		}
	})
}

func newJoinSheet(d Deps) *joinSheet {
	s := &joinSheet{pane: newPane(d), dragged: -1}
	s.width, s.gone = joinWidth, s.left
	return s
}

// open asks once the clips are read, which is done off the window's goroutine.
func (s *joinSheet) open(read func()) {
	s.d.Go(func(context.Context) {
		_, err := media.FindFFmpeg()
		s.encodes = err == nil
		read()
		s.d.Post(func() {
			if s.d.Canvas().Overlays().Top() == nil {
				s.ask("")
			}
		})
	})
}

// read puts a clip at the end of the film.
func (s *joinSheet) read(c joined) {
	var err error
	if c.path, err = s.d.Library.AbsPath(c.asset.Path); err == nil {
		c.Clip, err = mp4.Open(c.path)
	}
	if err != nil {
		s.refused = append(s.refused, Problem{c.asset.Path, err})
		return
	}
	if credentials(c.path) {
		s.signed++
	}
	s.clips = append(s.clips, c)
}

// left ends what serves the question alone.
func (s *joinSheet) left() {
	s.unload()
	if !s.running {
		s.stop()
		s.closeEncoder()
	}
}

// ask shows the question. trouble is what went wrong before; "" for nothing.
func (s *joinSheet) ask(trouble string) {
	s.heading, s.about, s.says = title(""), note(""), words("")
	s.lines = map[fyne.CanvasObject]*joinLine{}
	s.list = widgets.NewList(func() int { return len(s.clips) }, s.newRow, s.bindRow)
	s.list.Height = func(int, float32) float32 { return resources.Scaled(joinRow) }
	s.list.SetName(note(lang.L("Clips of the film")))
	s.list.OnOpen = func(int) { s.toggle() }
	s.list.OnChosen = func(int) { s.showChosen() }
	if s.plan == nil { // a board has the order of its shots
		s.list.OnMove = s.moveTo
	}
	s.list.OnKey = func(e *fyne.KeyEvent) bool {
		if s.plan == nil && (e.Name == fyne.KeyDelete || e.Name == fyne.KeyBackspace) {
			s.removeChosen()
			return true
		}
		return false
	}
	s.up = widgets.NewIconButton(resources.IconArrowUp, lang.L("Move earlier")+"  "+lang.X("key", "Shift")+"+↑", func() { s.moveTo(s.list.At() - 1) })
	s.down = widgets.NewIconButton(resources.IconArrowDown, lang.L("Move later")+"  "+lang.X("key", "Shift")+"+↓", func() { s.moveTo(s.list.At() + 1) })
	s.remove = widgets.NewIconButton(resources.IconClose, lang.L("Remove from the film"), s.removeChosen)
	s.cut = widgets.NewStepper(0, 99, 0, s.trim)
	cut := words(lang.L("Frames cut at its end"))
	s.cut.SetName(cut)
	sound := widgets.NewSegmented([]string{lang.L("Sound of the clips"), lang.L("No sound")}, func(i int) { s.silent = i == 1; s.changed() })
	if s.silent {
		sound.SetSelected(1)
	}
	s.view = player.NewView(s.d.Player)
	s.d.Player.OnState(s.played)
	s.play = widgets.NewButton(lang.X("verb", "Play"), resources.IconPlay, widgets.Plain, s.toggle)
	s.start = widgets.NewButton(lang.X("verb", "Join"), nil, widgets.Primary, s.run)
	cancel := widgets.NewButton(lang.L("Cancel"), nil, widgets.Plain, func() { s.left(); s.hide() })

	high := max(joinPreview*9/16, resources.Scaled(joinRow)*float32(min(len(s.clips), joinRows)))
	below := widgets.NewRow(8, s.up, s.down, s.remove, widgets.NewSpring(), cut, s.cut)
	left := widgets.NewColumn(8, widgets.NewFixed(0, high, s.list), below)
	if s.encodes && slices.ContainsFunc(s.clips, func(c joined) bool { return c.Grouped() }) {
		how := widgets.NewSegmented([]string{lang.L("Copy everything"), lang.L("Copy, encode at seams")}, func(i int) { s.exact = i == 1; s.changed() })
		if s.exact {
			how.SetSelected(1)
		}
		left.Add(how)
	}
	right := widgets.NewColumn(8, widgets.NewFixed(joinPreview, high, container.NewStack(widgets.NewGround(resources.BgMat), s.view)),
		widgets.NewRow(8, s.play, widgets.NewSpring(), sound))
	all := []fyne.CanvasObject{s.heading, s.about}
	if trouble != "" {
		all = append(all, widgets.NewText(trouble, resources.SizeSM, resources.Err, false).Wrap(true))
	}
	if s.plan != nil {
		s.start.SetText(lang.L("Make film"))
		widgets.Show(s.up, false)
		widgets.Show(s.down, false)
		widgets.Show(s.remove, false)
		for _, row := range []fyne.CanvasObject{s.missingRow(), s.doubledRow()} {
			if row != nil {
				all = append(all, row)
			}
		}
		if n := s.captions(); n > 0 {
			right.Add(choice(&s.words, lang.L("Subtitles in the film"), lang.N("%s caption, which players can show", "%s captions, which players can show", n, lang.Number(n))))
		}
	}
	all = append(all, widgets.NewBeside(16, joinPreview, left, right), s.says)
	if len(s.refused) > 0 {
		all = append(all, note(lang.L("These cannot be joined:")), problemList(s.refused, 0))
	}
	free := lang.L("Free, on this computer. The clips stay as they are.")
	if s.signed > 0 {
		free += " " + lang.N("%s clip carries content credentials and keeps them. The film carries none.",
			"%s clips carry content credentials and keep them. The film carries none.", s.signed, lang.Number(s.signed))
	}
	all = append(all, note(free),
		widgets.NewInset(4, 0, 0, 0, widgets.NewRow(8, s.start, cancel, widgets.NewSpring())))
	s.show(s.start, all...)
	s.list.Choose(0)
	s.changed()
	for i := range s.clips {
		s.request(s.clips[i].asset)
	}
}

// request asks for the picture of a clip.
func (s *joinSheet) request(a db.Asset) {
	s.d.Posters.Request(a, int(joinPreview*s.d.Canvas().Scale()+0.5), func(im image.Image, err error) {
		for i := range s.clips {
			if s.clips[i].asset.ID == a.ID && err == nil {
				s.clips[i].picture = im
			}
		}
		s.list.Update()
		s.showChosen()
	})
}

// number is that of a clip in the film, or of its shot.
func (s *joinSheet) number(i int) int {
	if shot := s.clips[i].shot; shot != nil {
		return shot.Number
	}
	return i + 1
}

// length is how long a clip is seen in the film.
func (s *joinSheet) length(c joined) time.Duration {
	return time.Duration(float64(c.Frames-c.Cut) / c.FPS * float64(time.Second))
}

// mismatch is why a clip must be encoded again; nil: it is copied.
func (s *joinSheet) mismatch(i int) *mp4.Mismatch {
	if k := slices.IndexFunc(s.differ, func(m *mp4.Mismatch) bool { return m.Clip == i }); k >= 0 {
		return s.differ[k]
	}
	return nil
}

// plain gives the clips for the container.
func (s *joinSheet) plain() (all []*mp4.Clip) {
	for _, c := range s.clips {
		all = append(all, c.Clip)
	}
	return all
}

// moveTo takes the chosen clip to another place.
func (s *joinSheet) moveTo(to int) {
	from := s.list.At()
	if from < 0 || to < 0 || to >= len(s.clips) || from == to {
		return
	}
	c := s.clips[from]
	s.clips = slices.Insert(slices.Delete(s.clips, from, from+1), to, c)
	s.changed()
	s.list.Choose(to)
}

func (s *joinSheet) removeChosen() {
	if i := s.list.At(); i >= 0 && i < len(s.clips) && len(s.clips) > 2 {
		s.clips = slices.Delete(s.clips, i, i+1)
		s.changed()
		s.list.Choose(i)
	}
}

// trim cuts frames at the end of the chosen clip: where it is copied, the next number that needs no encoding.
func (s *joinSheet) trim(n int) {
	c := &s.clips[s.list.At()]
	if s.copies(s.list.At()) {
		for n > c.Cut && c.Snap(n) <= c.Cut && n < c.Frames {
			n++
		}
		n = c.Snap(n)
	}
	c.want = min(n, c.Frames-1)
	if c.shot != nil && !c.stills {
		s.plan.Board.Trim(c.want, c.shot.ID)
	}
	s.changed()
}

// copies reports whether each frame of a clip is copied, so that it cannot be cut anywhere.
func (s *joinSheet) copies(i int) bool {
	m := s.mismatch(i)
	return !s.exact && (m == nil || m.Why == mp4.OtherSound)
}

// changed shows the film as it is now.
func (s *joinSheet) changed() {
	s.unload()
	var length time.Duration
	s.heading.SetText(lang.N("Join %s clip", "Join %s clips", len(s.clips), lang.Number(len(s.clips))))
	s.about.SetText("")
	s.differ = nil
	var said []string
	least := 2
	s.frames, s.encoded = 0, 0
	if len(s.clips) > 0 {
		var form mp4.Form
		form, s.differ = mp4.Compare(s.plain(), s.silent)
		for i := range s.clips {
			c := &s.clips[i]
			if c.Cut = min(c.want, c.Frames-1); s.copies(i) { // it may have been one to be encoded when it was cut
				c.Cut = c.Snap(c.want)
			}
			length += s.length(*c)
			_, again := c.Again()
			if m := s.mismatch(i); c.stills || m != nil && m.Why != mp4.OtherSound {
				again = c.Frames - c.Cut
			}
			s.frames, s.encoded = s.frames+c.Frames-c.Cut, s.encoded+again
		}
		s.about.SetText(wording.Elapsed(length) + " · " + pixels(form) + " · " + facts.Short(form.FPS) + " fps")
	}
	for _, m := range s.differ[:min(len(s.differ), 4)] {
		said = append(said, why(m, s.number(m.Clip)))
	}
	if more := len(s.differ) - 4; more > 0 {
		said = append(said, lang.N("and %s more", "and %s more", more, lang.Number(more)))
	}
	if s.plan != nil {
		least = 1
		s.heading.SetText(lang.L("Make film"))
		s.about.SetText(s.plan.Name + " · " + lang.N("%d shot", "%d shots", len(s.clips), len(s.clips)) + " · " + s.about.Text())
		for _, c := range s.clips {
			if c.Cut != c.want {
				said = append(said, lang.L("Shot %s loses %s frames instead of %s: a copy cannot be cut everywhere.", lang.Number(c.shot.Number), lang.Number(c.Cut), lang.Number(c.want)))
			}
		}
	}
	switch {
	case s.encoded > 0:
		said = append(said, s.kept())
	case said == nil:
		said = []string{lang.L("Every frame is copied as it is.")}
	}
	if s.differ != nil && !s.encodes {
		said = append(said, lang.L("That needs the ffmpeg program. Install it, or remove these clips."))
	}
	s.says.SetText(strings.Join(said, "\n"))
	enable(s.start, len(s.clips) >= least && (s.differ == nil || s.encodes))
	s.list.Update()
	s.showChosen()
	s.refresh()
}

// kept says how many frames are copied, where others are not.
func (s *joinSheet) kept() string {
	return lang.L("%s of %s frames stay as they were delivered.", lang.Number(s.frames-s.encoded), lang.Number(s.frames))
}

// showChosen shows what can be done with the chosen clip.
func (s *joinSheet) showChosen() {
	i := min(s.list.At(), len(s.clips)-1)
	enable(s.up, i > 0)
	enable(s.down, i >= 0 && i < len(s.clips)-1)
	enable(s.remove, i >= 0 && len(s.clips) > 2)
	enable(s.cut, i >= 0)
	enable(s.play, len(s.clips) > 0)
	if i >= 0 {
		s.cut.SetValue(s.clips[i].Cut)
	}
	if i >= 0 && !s.loaded {
		s.view.SetPoster(s.clips[i].picture)
	}
}

func enable(control fyne.Disableable, on bool) {
	if on {
		control.Enable()
	} else {
		control.Disable()
	}
}

// toggle plays the film before it is made, and pauses it.
func (s *joinSheet) toggle() {
	if !s.loaded {
		var pieces []player.Piece
		for _, c := range s.clips {
			pieces = append(pieces, player.Piece{Path: c.path, Seconds: s.length(c).Seconds()})
		}
		s.loaded = true
		s.d.Player.LoadFilm(pieces)
		s.d.Player.SetMuted(s.silent)
	}
	s.d.Player.Toggle()
}

// played shows how the player stands.
func (s *joinSheet) played(now player.State) {
	word, icon := lang.X("verb", "Play"), fyne.Resource(resources.IconPlay)
	switch {
	case now.Err != nil:
		word = lang.L("No preview on this computer")
		s.play.Disable()
	case s.loaded && !now.Paused && !now.Ended:
		word, icon = lang.X("verb", "Pause"), resources.IconPause
	}
	s.play.SetText(word)
	s.play.SetIcon(icon)
}

// unload ends the preview.
func (s *joinSheet) unload() {
	if s.loaded {
		s.loaded = false
		s.d.Player.Unload()
		s.showChosen()
	}
}

func (s *joinSheet) run() {
	s.unload()
	bar, how := s.working(lang.N("Joining %s clip", "Joining %s clips", len(s.clips), lang.Number(len(s.clips))), "",
		lang.L("Closing continues in the background. Cancelling leaves nothing behind."), lang.L("Cancel"))
	throttled := s.throttled()
	clips := s.plain()
	var refs, sums []string
	for _, c := range s.clips {
		refs, sums = append(refs, c.asset.Ref), append(sums, c.asset.SHA256)
		if c.Caption = ""; s.words && c.shot != nil {
			c.Caption = strings.TrimSpace(c.shot.Caption)
		}
	}
	progress := func(done, of int) {
		throttled(func() {
			bar.SetValue(float64(done) / float64(of))
			how.SetText(lang.L("Joining %s of %s", lang.Number(min(done+1, of)), lang.Number(of)))
		})
	}
	meta := db.ImportMeta{Parent: strings.Join(refs, " "), Sums: strings.Join(sums, " "), At: s.d.Now()}
	name := lang.N("Film of %s clip", "Film of %s clips", len(clips), lang.Number(len(clips))) + ".mp4"
	if s.plan != nil {
		name = plainStem(s.plan.Name) + ".mp4"
	}
	s.running = true
	s.work(func(ctx context.Context) {
		r, w := io.Pipe()
		var film mp4.Film
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			var err error
			film, err = media.Join(ctx, w, s.incoming(), clips, s.silent, progress)
			_ = w.CloseWithError(err) // nil: the end of the file
		}()
		a, _, err := s.d.Library.Import(ctx, name, r, meta)
		_ = r.CloseWithError(err) // so that nobody writes where nobody reads
		<-ended
		s.d.Post(func() { s.done(a, film, err) })
	})
}

func (s *joinSheet) done(a db.Asset, film mp4.Film, err error) {
	s.running = false
	if err != nil {
		fault := joinFault(err)
		if !s.sheet.Shown() {
			s.closeEncoder()
		}
		s.finish(false, lang.L("Film:"), fault, func() { s.ask(fault) })
		return
	}
	s.closeEncoder()
	s.d.RefreshAll()
	if s.plan != nil {
		s.plan.Film = a
		s.plan.Board.Made(a)
	}
	said := lang.L("%s, %s frames.", wording.Elapsed(time.Duration(film.Seconds*float64(time.Second))), lang.Number(film.Frames))
	if s.encoded > 0 {
		said += " " + s.kept()
	} else {
		said += " " + lang.L("Every frame was copied as it is.")
	}
	s.finish(true, lang.L("Film:"), said, func() {
		undo := widgets.NewButton(lang.L("Move to Trash"), resources.IconTrash, widgets.Plain, func() { s.hide(); s.d.Organizer.Trash(a.ID) })
		show := widgets.NewButton(lang.L("Show it"), nil, widgets.Plain, func() { s.hide(); s.d.ShowAsset(a.ID) })
		row := widgets.NewRow(8, undo)
		if s.plan != nil {
			row.Add(widgets.NewButton(lang.L("Export…"), resources.IconExport, widgets.Plain, func() { s.hide(); ShowFilmExport(s.d, *s.plan) }))
		}
		row.Add(widgets.NewSpring())
		s.outcome(lang.L("The film is in the library"), said, nil, 0, row, show)
	})
}
