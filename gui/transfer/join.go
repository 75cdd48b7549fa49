package transfer

import (
	"context"
	"image"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	planning "viviscope/client/boards"
	"viviscope/client/mp4"
	"viviscope/client/transfer"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
	"viviscope/gui/wording"
)

// joinSheet is the sheet that makes a film from clips.
type joinSheet struct {
	*pane
	transfer.FilmJoin
	plan    *Plan        // of a board with its film; nil: clips are joined
	film    db.Asset     // that was made last; zero: none
	before  db.Asset     // the film that was there before it; zero: none
	sources []db.Asset   // its clips
	made    string       // the outcome, if the film was made in this sheet
	export  *exportSheet // of a board
	exports bool         // the export button gets the focus, not the film button

	repeated bool // a cut repeated a frame when the sheet was opened

	pictures map[int64]image.Image // posters of the clips by asset ID

	loaded  bool // the player has loaded the current film
	dragged int  // the row that is being dragged; -1: none
	joinParts
}

// ShowJoin opens the sheet that joins clips into one film. It must be called on the window's goroutine.
func ShowJoin(d Deps, assets []db.Asset) {
	if slices.IsSortedFunc(assets, func(a, b db.Asset) int { return b.CreatedAt.Compare(a.CreatedAt) }) {
		slices.Reverse(assets) // a film begins with the oldest clip
	}
	if len(assets) > 1 {
		newJoinSheet(d, nil).open(assets)
	}
}

// ShowFilm opens the sheet that makes and exports the film of a board. exports: the export button has the focus. It
// must be called on the window's goroutine.
func ShowFilm(d Deps, p Plan, exports bool) { showFilm(d, p, exports, "") }

func showFilm(d Deps, p Plan, exports bool, trouble string) {
	s := newJoinSheet(d, &p)
	s.film, s.Subtitles, s.exports = p.Newest, true, exports
	s.export = &exportSheet{pane: s.pane, plan: s.plan, setting: settingFilmExport,
		options: transfer.ExportOptions{Folder: d.Folder, FilmOptions: transfer.DefaultFilmOptions()}}
	s.export.again = func(trouble string) {
		s.exports = true
		s.ask(trouble)
	}
	s.openWith(nil, trouble)
}

// isStale reports whether the board has other clips than the sheet, and then shows the sheet anew. Takes can be saved
// while it is open.
func (s *joinSheet) isStale() bool {
	if s.plan == nil {
		return false
	}
	now, open := s.plan.Board.Film()
	if !open || now.HasClipsOf(s.plan.Film) {
		return false
	}
	s.unload()
	s.hide()
	showFilm(s.d, Plan{now, s.plan.Board}, s.exports, lang.L("The board has changed. These are its clips now."))
	return true
}

func newJoinSheet(d Deps, p *Plan) *joinSheet {
	s := &joinSheet{pane: newPane(d), plan: p, FilmJoin: transfer.FilmJoin{Sound: transfer.ClipSound}, dragged: -1,
		pictures: map[int64]image.Image{}}
	s.width, s.gone = joinWidth, s.unload
	if p != nil {
		s.width = filmWidth
	}
	return s
}

// open adds clips to the end of the film, for a board those of its plan, and shows the sheet. It reads them off the
// window's goroutine.
func (s *joinSheet) open(assets []db.Asset) { s.openWith(assets, "") }

// openWith is open with a message.
func (s *joinSheet) openWith(assets []db.Asset, trouble string) {
	if s.d.Canvas().Overlays().Top() != nil {
		return // another sheet is open
	}
	next := *s // a copy, because posters of the shown clips may still arrive
	next.Clips, next.Refused = slices.Clone(s.Clips), slices.Clone(s.Refused)
	s.d.Go(func(ctx context.Context) {
		next.Begin(next.d.Library, next.plan.film(), assets)
		if next.plan != nil {
			if _, err := next.d.Library.Setting(ctx, settingFilmExport, &next.export.options); err != nil {
				next.d.Log().Warn("read how a board was exported", "err", err)
			}
		}
		next.readSources(ctx)
		next.d.Post(func() {
			if next.d.Canvas().Overlays().Top() == nil {
				*s = next
				s.ask(trouble)
			}
		})
	})
}

// readSources reads the clips that the film was made from. It blocks on the library.
func (s *joinSheet) readSources(ctx context.Context) {
	s.sources = nil
	for _, ref := range strings.Fields(s.film.Parent) {
		if a, err := s.d.Library.AssetByRef(ctx, ref); err == nil {
			s.sources = append(s.sources, a)
		}
	}
}

// addClips lets the user choose more clips in the gallery.
func (s *joinSheet) addClips() {
	s.unload()
	s.hide()
	s.d.ChooseClips(lang.L("Choose clips for the film"), func(list []db.Asset) {
		s.sheet = nil
		s.open(list)
	})
}

// chooseTrack lets the user choose a sound file that replaces the sound of the clips.
func (s *joinSheet) chooseTrack() {
	s.d.ChooseFile([]string{".wav", ".mp3", ".m4a", ".aac", ".flac", ".ogg", ".opus"}, func(path string) {
		s.Track, s.Sound = path, transfer.Soundtrack
		if s.sheet.Shown() {
			s.ask("")
		}
	})
}

// number returns the number of a clip in the film, or the number of its shot.
func (s *joinSheet) number(i int) int {
	if shot := s.Clips[i].Shot; shot != nil {
		return shot.Number
	}
	return i + 1
}

// moveTo moves the chosen clip to another position.
func (s *joinSheet) moveTo(to int) {
	from := s.list.At()
	if s.plan != nil || from < 0 || to < 0 || to >= len(s.Clips) || from == to {
		return
	}
	c := s.Clips[from]
	s.Clips = slices.Insert(slices.Delete(s.Clips, from, from+1), to, c)
	s.changed()
	s.list.Choose(to)
}

func (s *joinSheet) removeChosen() {
	if i := s.list.At(); s.plan == nil && i >= 0 && i < len(s.Clips) && len(s.Clips) > 2 {
		s.Clips = slices.Delete(s.Clips, i, i+1)
		s.changed()
		s.list.Choose(i)
	}
}

// trim cuts n frames from the end of a clip. If the clip is copied, it cuts the next number that needs no encoding.
func (s *joinSheet) trim(i, n int) {
	c := &s.Clips[i]
	if !s.Exact && !s.Encoded {
		n = c.SnapFrom(c.Cut, n)
	}
	c.Want = min(n, c.Frames-1)
	if c.Shot != nil && c.Pictures == nil {
		s.plan.Board.Trim(c.Want, c.Shot.ID)
	}
	s.changed()
}

// missing returns the shots without a clip in the film.
func (s *joinSheet) missing() (all []*planning.FilmShot) {
	for i := range s.plan.Shots {
		if shot := &s.plan.Shots[i]; !slices.ContainsFunc(s.Clips, func(c transfer.JoinedClip) bool {
			return c.Shot == shot
		}) {
			all = append(all, shot)
		}
	}
	return all
}

// showPictures adds the pictures of shots without a clip to the film, or removes them.
func (s *joinSheet) showPictures(on bool) {
	s.Clips = slices.DeleteFunc(s.Clips, func(c transfer.JoinedClip) bool { return c.Pictures != nil })
	form, _ := mp4.Compare(s.Plain(), true)
	for _, shot := range s.missing() {
		var files []string
		for _, a := range shot.Pictures {
			if path, err := s.d.Library.AbsPath(a.Path); err == nil {
				files = append(files, path)
			}
		}
		if on && files != nil {
			s.Clips = append(s.Clips, transfer.JoinedClip{Clip: mp4.Stills(form, shot.Seconds, files...),
				Asset: shot.Pictures[0], Shot: shot})
		}
	}
	slices.SortStableFunc(s.Clips, func(a, b transfer.JoinedClip) int { return s.shots(a) - s.shots(b) })
	s.request()
	s.changed()
}

// shots returns the index of the shot of a clip on the board.
func (s *joinSheet) shots(c transfer.JoinedClip) int {
	return slices.IndexFunc(s.plan.Shots, func(p planning.FilmShot) bool { return p.ID == c.Shot.ID })
}

// repeatedClips returns the indexes of the clips that end with the first frame of the next clip.
func (s *joinSheet) repeatedClips() (all []int) {
	for i := 1; i < len(s.Clips); i++ {
		c, next := s.Clips[i-1], s.Clips[i]
		isWhole := c.Want == 0 && c.Pictures == nil && next.Pictures == nil
		if isWhole && s.shots(next) == s.shots(c)+1 && c.Shot.Seam != nil && *c.Shot.Seam != boards.Cut {
			all = append(all, i-1)
		}
	}
	return all
}

// cutDoubled cuts the frames that two adjacent clips have in common. The row of its button stays.
func (s *joinSheet) cutDoubled() {
	var ids []string
	for _, i := range s.repeatedClips() {
		s.Clips[i].Want = 1
		ids = append(ids, s.Clips[i].Shot.ID)
	}
	s.plan.Board.Trim(1, ids...)
	s.changed()
	s.d.Canvas().Focus(s.start) // the button is disabled now
}

// toggle plays a preview of the film, or pauses it.
func (s *joinSheet) toggle() {
	if !s.loaded {
		var pieces []player.Piece
		for _, c := range s.Clips {
			for _, path := range c.Pictures {
				pieces = append(pieces, player.Piece{Path: path,
					Seconds: c.Length().Seconds() / float64(len(c.Pictures))})
			}
			if c.Pictures == nil {
				pieces = append(pieces, player.Piece{Path: c.Path, Seconds: c.Length().Seconds()})
			}
		}
		s.loaded = true
		s.d.Player.LoadFilm(pieces)
		s.d.Player.SetMuted(s.Sound != transfer.ClipSound)
	}
	s.d.Player.Toggle()
}

// unload stops the preview and unloads the player.
func (s *joinSheet) unload() {
	if s.loaded {
		s.loaded = false
		s.d.Player.Unload()
		s.showChosen()
	}
}

func (s *joinSheet) run() {
	if s.isStale() {
		return
	}
	s.unload()
	bar, how := s.working(lang.N("Joining %s clip", "Joining %s clips", len(s.Clips), lang.Number(len(s.Clips))), "",
		lang.L("Closing continues in the background. Cancelling leaves nothing behind."), lang.L("Cancel"))
	throttled := s.throttled()
	progress := func(done, of int) {
		throttled(func() {
			s.advance(bar, float64(done)/float64(of))
			how.SetText(lang.L("Joining %s of %s", lang.Number(min(done+1, of)), lang.Number(of)))
		})
	}
	at, what := s.d.Now(), s.FilmJoin
	what.Clips = slices.Clone(what.Clips) // the user may change the list meanwhile
	s.work(func(ctx context.Context) {
		a, _, err := what.Make(ctx, s.d.Library, transfer.FilmName(s.plan.film(), wording.JoinedName, len(what.Clips)),
			at, progress)
		if err == nil {
			s.before, s.film = s.film, a
			s.readSources(ctx)
		}
		s.d.Post(func() { s.done(at, err) })
	})
}

func (s *joinSheet) done(started time.Time, err error) {
	if err != nil {
		fault := joinFault(err)
		s.finish(false, lang.L("Film:"), fault, func() { s.ask(fault) })
		return
	}
	s.d.RefreshAll()
	if s.plan != nil {
		s.plan.Newest, s.plan.Outdated = s.film, false
		s.plan.Board.Made(s.film)
	}
	s.made = lang.L("Every frame was copied as it is.")
	if s.Encoded {
		s.made = lang.N("%s frame was encoded.", "%s frames were encoded.", s.Frames, lang.Number(s.Frames))
	}
	if took := s.d.Now().Sub(started); took > 0 {
		s.made += " " + lang.L("It took %s s.", lang.Decimal(took.Seconds(), 1))
	}
	show := func() {
		s.ask("")
		s.d.Canvas().Focus(s.play)
	}
	s.finish(true, lang.L("Film:"), wording.AssetTitle(s.film)+" · "+s.made, show, s.viewActions()...)
}

// viewActions returns what the notice of a finished film offers. A film is compared with the one before.
func (s *joinSheet) viewActions() []action.Action {
	film, before := s.film.ID, s.before.ID
	list := []action.Action{{Label: lang.X("verb", "Open"), Do: func() { s.d.View(film) }}}
	if before != 0 {
		list = append(list, action.Action{Label: lang.X("verb", "Compare"), Do: func() { s.d.Compare(before, film) }})
	}
	return list
}

// request loads the posters of the clips.
func (s *joinSheet) request() {
	for _, c := range s.Clips {
		s.d.Posters.Request(c.Asset, int(joinPreview*s.d.Canvas().Scale()+0.5), func(im image.Image, err error) {
			if err == nil {
				s.pictures[c.Asset.ID] = im
			}
			s.list.Update()
			s.showChosen()
		})
	}
}

// typed handles the keys of the list. It reports whether it handled the key.
func (s *joinSheet) typed(e *fyne.KeyEvent) bool {
	takes := e.Name == fyne.KeyDelete || e.Name == fyne.KeyBackspace
	if takes {
		s.removeChosen()
	}
	return takes
}

// played shows the state of the player on the play button.
func (s *joinSheet) played(now player.State) {
	word, icon := playWord(s.loaded && !now.Paused && !now.Ended)
	if now.Err != nil {
		word = lang.L("No preview on this computer")
		s.play.Disable()
	}
	s.play.SetText(word)
	s.play.SetIcon(icon)
}
