package boards

import (
	"cmp"
	"context"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// notShown is the value of shownPart for a board that was not shown yet.
const notShown = -2

// boardPlayer plays the board: its animatic, the rough cut of its clips, or its film. The position is a time of the
// board. While clips play it follows the engine, which loads an unbroken run of clips as one film. While pictures stand
// in for clips it follows the clock.
type boardPlayer struct {
	doc *document
	playerTrack
	engine *player.Player
	lines  timelines

	ref     string // of the shown board
	last    string // the selected card when the position was set
	mode    planning.Mode
	trackOf int // the edition of the document that the track belongs to; -1: none

	at, begin, until time.Duration // the position, and the range that is played
	playing, loops   bool
	noSubtitles      bool
	leads            bool          // the selection follows the position, not the other way round
	shownPart        int           // -1: none, or notShown
	since            time.Time     // when the clock was started
	start            time.Duration // the position then
	tickTurn, loads  int           // counters by which late ticks and loads are recognised

	run     int    // the first part of the clips that the engine has, or loads; -1: none
	path    string // of the film that the engine loads; "": it is not known yet
	ready   bool   // the engine has opened it
	inClips bool   // the position is in these clips

	stage      *playerStage
	full       *fullScreen // nil: the stage is in the player
	modes      *kit.Segmented
	filmNote   *kit.Text // that there is no film yet, or that it is outdated
	summary    *kit.Text
	covers     *barCovers
	bar        *kit.Filmstrip
	play, loop *kit.Button
	subtitles  *kit.Button
	clock      *kit.Text
	content    *fyne.Container
}

// timelines provides the tracks of the player. They are computed with the figures of the board.
type timelines interface {
	timeline(m planning.Mode) []planning.Part // must not be changed
	pending() bool                            // reports whether they belong to an earlier edition of the document
}

func newBoardPlayer(doc *document, lines timelines) *boardPlayer {
	p := &boardPlayer{doc: doc, lines: lines, engine: doc.NewPlayer(), shownPart: notShown, run: -1}
	p.engine.OnState(p.engineChanged)
	p.stage = newPlayerStage(doc.Deps, p.engine, func() {
		if p.shownPart != notShown {
			p.render()
		}
	})
	modes := []string{lang.L("Animatic"), lang.L("Rough cut"), lang.L("Film")}
	p.modes = kit.NewSegmented(modes, func(i int) { p.setMode(planning.Mode(i)) })
	p.filmNote = smallText().Ellipsis()
	p.summary = smallText().Ellipsis()
	p.covers = newCovers(doc.Deps, &p.playerTrack)
	p.bar = kit.NewFilmstrip(p.seek, nil)
	p.bar.High, p.bar.Cover = barHeight, p.covers
	p.content = &fyne.Container{Layout: &playerLayout{bar: p.bar, ratio: p.ratio},
		Objects: []fyne.CanvasObject{p.stage, kit.NewRow(8, p.modes, kit.NewSpring(), p.filmNote), p.summary, p.bar,
			p.newButtons()}}
	return p
}

// newButtons returns the row of the buttons and clocks.
func (p *boardPlayer) newButtons() fyne.CanvasObject {
	button := kit.NewIconButton
	before := button(resources.IconChevronLeft, lang.L("Shot before"), func() { p.skip(-1) }).SetKind(kit.Quiet)
	after := button(resources.IconChevronRight, lang.L("Next shot"), func() { p.skip(1) }).SetKind(kit.Quiet)
	p.play = button(resources.IconPlay, lang.X("verb", "Play"), p.toggle)
	p.loop = button(resources.IconLoop, lang.X("verb", "Loop"), func() { p.loops = !p.loops; p.loop.SetOn(p.loops) })
	p.subtitles = button(resources.IconText, lang.L("Subtitles"), p.toggleSubtitles)
	p.subtitles.SetOn(true)
	full := button(resources.IconFullScreen, lang.L("Full screen"), func() { p.setFullScreen(true) })
	// fits all times
	p.clock = kit.NewText("", resources.SizeBody, resources.Text1, false).MinWidth(resources.Scaled(112))
	return kit.NewRow(4, before, p.play, after, p.clock, kit.NewSpring(), p.loop, p.subtitles, full)
}

// ratio returns the width of the pictures of the board by their height.
func (p *boardPlayer) ratio() float32 {
	w, h := pictureSize(p.doc.view.Settings)
	if w <= 0 || h <= 0 {
		return 16.0 / 9
	}
	return float32(w) / float32(h)
}

// show shows the document. Playing continues with the old track; changes are shown at the next pause.
func (p *boardPlayer) show() {
	if p.doc.view.Ref != p.ref {
		p.reset()
	}
	if p.playing {
		return
	}
	changed := p.updateTrack()
	if p.last != p.doc.card {
		p.last, p.leads, changed = p.doc.card, false, true
		p.at = p.startOf(p.doc.view.Board, p.doc.card, p.at)
	}
	if changed {
		p.renderPaused()
	}
}

// reset prepares for another board. It shows the rough cut if there are clips.
func (p *boardPlayer) reset() {
	p.stop()
	p.ref, p.last, p.at, p.refused, p.parts = p.doc.view.Ref, "", 0, map[string]bool{}, nil
	p.mode, p.shownPart = planning.Animatic, notShown
	isClip := func(x planning.Part) bool { return x.Clip.ID != 0 }
	if slices.ContainsFunc(planning.Timeline(p.doc.view, planning.RoughCut), isClip) {
		p.mode = planning.RoughCut
	}
}

// updateTrack reads the track from the document. It reports whether the track changed.
func (p *boardPlayer) updateTrack() bool {
	isNewest := p.trackOf == p.doc.edition || p.trackOf >= 0 && p.lines.pending()
	if p.shownPart != notShown && isNewest {
		return false
	}
	p.trackOf = p.doc.edition
	parts, film := p.lines.timeline(p.mode), p.lines.timeline(planning.NewestFilm)
	p.modes.SetOff(int(planning.NewestFilm), len(film) == 0)
	p.modes.SetSelected(int(p.mode))
	kit.ShowText(p.filmNote, p.filmNoteOf(film))
	p.summary.SetText(p.summaryOf(parts))
	if p.shownPart != notShown && slices.EqualFunc(parts, p.parts, planning.Part.IsSame) {
		return false
	}
	p.unload()
	p.parts, p.shownPart = parts, -1
	p.at = min(p.at, max(p.length()-1, 0))
	p.covers.Refresh()
	return true
}

// filmNoteOf returns what the user should know of the newest film before it is played; "": nothing.
func (p *boardPlayer) filmNoteOf(film []planning.Part) string {
	switch {
	case p.ref == "": // the board is still loading
		return ""
	case len(film) == 0:
		return lang.L("no film yet")
	case film[0].Outdated:
		return lang.L("film older than the board")
	}
	return ""
}

// summaryOf describes what is played.
func (p *boardPlayer) summaryOf(parts []planning.Part) string {
	clips := 0
	for _, x := range parts {
		if x.Clip.ID != 0 {
			clips++
		}
	}
	switch {
	case p.ref == "": // the board is still loading
		return ""
	case p.lacking:
		return lang.L("Clips cannot be played here.")
	case p.mode == planning.Animatic:
		return lang.L("Plays your pictures as a slideshow. Free.")
	case p.mode == planning.NewestFilm && len(parts) > 0:
		return wording.AssetTitle(parts[0].Clip)
	case len(parts) == 0:
		return ""
	case clips == len(parts):
		return lang.N("%s shot has its clip.", "All %s shots have their clips.", clips, lang.Number(clips))
	}
	return lang.L("%s of %s shots have a clip. Hatched: pictures stand in for the shot.", lang.Number(clips),
		lang.Number(len(parts)))
}

// renderPaused shows the position while nothing plays. A clip that the engine does not have is shown by its poster.
func (p *boardPlayer) renderPaused() {
	p.inClips = false
	i := p.index()
	if p.ready && p.playsClip(i) {
		first, _ := p.runOf(i)
		if first == p.run {
			p.inClips = true
			p.cue()
		}
	}
	p.render()
}

// setMode shows the animatic, the rough cut or the film, at the start of the selected card.
func (p *boardPlayer) setMode(m planning.Mode) {
	p.pause()
	p.mode, p.at, p.trackOf = m, 0, -1
	p.updateTrack()
	p.at = p.startOf(p.doc.view.Board, p.last, p.at)
	p.renderPaused()
}

// index returns the index of the part at the position; -1: there is none.
func (p *boardPlayer) index() int { return p.indexAt(p.at) }

// toggle plays everything from the position on, or pauses.
func (p *boardPlayer) toggle() {
	if p.playing {
		p.pause()
		return
	}
	p.playRange(0, p.length())
}

// playShot plays the shot at the position alone, from its start.
func (p *boardPlayer) playShot() {
	p.pause()
	if i := p.index(); i >= 0 {
		p.at = p.parts[i].From
		p.playRange(p.at, p.parts[i].To)
	}
}

// toggleSubtitles shows or hides subtitles.
func (p *boardPlayer) toggleSubtitles() {
	p.noSubtitles = !p.noSubtitles
	p.subtitles.SetOn(!p.noSubtitles)
	p.render()
}

// playRange plays a range from the position on, or from its start if the position is outside of it or at its end.
func (p *boardPlayer) playRange(begin, until time.Duration) {
	if p.at < begin || p.at+tickInterval >= until {
		p.at = begin
	}
	p.begin, p.until, p.playing, p.leads, p.shownPart = begin, until, len(p.parts) > 0, true, -1
	p.proceed()
}

// seek moves the position, and the selection with it.
func (p *boardPlayer) seek(at time.Duration) {
	p.at, p.leads = p.clamp(at), true
	if p.playing && (p.at < p.begin || p.at >= p.until) {
		p.begin, p.until = 0, p.length()
	}
	p.proceed()
}

// skip seeks to the start of the shot before or after.
func (p *boardPlayer) skip(by int) {
	if len(p.parts) > 0 {
		p.seek(p.parts[min(max(p.index()+by, 0), len(p.parts)-1)].From)
	}
}

// proceed goes on at the position: with the engine in clips, with the clock in pictures.
func (p *boardPlayer) proceed() {
	p.tickTurn++
	i := p.index()
	p.inClips = p.playsClip(i)
	if p.inClips {
		first, _ := p.runOf(i)
		if first != p.run {
			p.load(first)
		} else if p.ready {
			p.cue()
		}
		p.render()
		return
	}
	if p.ready {
		p.engine.Pause()
	}
	p.render()
	if i < 0 || !p.playing {
		return
	}
	p.since, p.start = p.doc.Now(), p.at
	for ; i < len(p.parts) && !p.playsClip(i); i++ {
	}
	if i < len(p.parts) && i != p.run { // loads the next clips ahead
		p.load(i)
	}
	p.tick()
}

// cue moves the engine to the position.
func (p *boardPlayer) cue() {
	at := p.at - p.parts[p.run].From
	if (p.engine.State().Position - at).Abs() > time.Millisecond {
		p.engine.SeekExact(at)
	}
	if p.playing {
		p.engine.Play()
	} else {
		p.engine.Pause()
	}
}

// tickInterval is how often the position moves while pictures play.
const tickInterval = 30 * time.Millisecond

// tick moves the position by the clock.
func (p *boardPlayer) tick() {
	turn, i := p.tickTurn, p.index()
	end := min(p.parts[i].To, p.until)
	p.at = p.start + p.doc.Now().Sub(p.since)
	switch {
	case p.at >= p.until && end == p.until:
		p.atEnd()
		return
	case p.at >= end && p.playsClip(i+1):
		p.at = end
		p.proceed()
		return
	case p.at >= end:
		p.at = max(end, min(p.at, p.parts[i+1].To-1))
	}
	p.render()
	p.doc.After(tickInterval, func() {
		p.doc.Post(func() {
			if p.tickTurn == turn && p.playing {
				p.tick()
			}
		})
	})
}

// atEnd starts over at the end of the range, or pauses.
func (p *boardPlayer) atEnd() {
	if p.loops {
		p.at = p.begin
		p.proceed()
		return
	}
	p.at = p.until - 2*time.Millisecond // closer to the end the engine shows the next picture
	p.pause()
	_, end := p.runOf(p.run)
	if p.inClips && p.until < end { // the engine may have played into the next shot before it paused
		p.cue()
	}
}

// pause stops at the position.
func (p *boardPlayer) pause() {
	if !p.playing {
		return
	}
	p.playing = false
	p.tickTurn++
	if p.ready {
		p.engine.Pause()
	}
	p.render()
	p.show() // what changed meanwhile
}

// load has the engine open the run of clips that starts at a part.
func (p *boardPlayer) load(first int) {
	p.loads++
	p.run, p.path, p.ready = first, "", false
	load, clips, pieces := p.loads, []db.Asset(nil), []player.Piece(nil)
	for i := first; p.playsClip(i); i++ {
		clips = append(clips, p.parts[i].Clip)
		pieces = append(pieces, player.Piece{Seconds: (p.parts[i].To - p.parts[i].From).Seconds()})
	}
	p.doc.Go(func(ctx context.Context) {
		for i, a := range clips {
			pieces[i].Path, _ = p.doc.Library.AbsPath(a.Path) // the engine reports a file that is missing
		}
		volume, muted := p.doc.Window.Sound(ctx)
		p.doc.Post(func() {
			if load != p.loads {
				return
			}
			p.stage.video.SetPoster(nil) // until the first picture the stage shows that of the part
			p.engine.SetVolume(volume)
			p.engine.SetMuted(muted)
			p.engine.LoadFilm(pieces)
			p.path = p.engine.State().Path
		})
	})
}

// unload releases the clips.
func (p *boardPlayer) unload() {
	p.loads++
	if p.path != "" {
		p.engine.Unload()
	}
	p.run, p.path, p.ready, p.inClips = -1, "", false, false
}

// engineChanged follows a new state of the engine.
func (p *boardPlayer) engineChanged(st player.State) {
	if p.path == "" || st.Path != p.path {
		return
	}
	_, end := p.runOf(p.run)
	frame := planning.Seconds(1/cmp.Or(p.parts[p.run].Clip.FPS, 24)) + time.Millisecond
	switch {
	case st.Err != nil:
		p.refuse(st.Err)
	case !st.Loaded:
	case !p.ready:
		p.ready = true
		if p.inClips {
			p.cue()
		}
	case !p.inClips || st.Seeking:
	case p.playing && st.Ended && end < p.until:
		p.at = end
		p.proceed()
	case p.playing && (st.Ended || p.parts[p.run].From+st.Position+frame >= p.until):
		p.atEnd()
	default:
		p.at = min(p.parts[p.run].From+st.Position, end-1)
		p.render()
	}
}

// refuse plays pictures in place of the clips that the engine could not open.
func (p *boardPlayer) refuse(err error) {
	p.lacking = p.lacking || player.IsUnavailable(err)
	for i := p.run; p.playsClip(i); i++ {
		p.refused[p.parts[i].Clip.Ref] = true
	}
	p.unload()
	p.summary.SetText(p.summaryOf(p.parts))
	p.proceed()
}

// render shows the position: its picture, its time, and its shot in the strip.
func (p *boardPlayer) render() {
	i := p.index()
	p.bar.Set(p.length(), p.at, false, 0, 0)
	p.stage.show(p.stageView(i))
	kit.Enable(p.play, len(p.parts) > 0)
	icon, word := resources.IconPlay, lang.X("verb", "Play")
	if p.playing {
		icon, word = resources.IconPause, lang.X("verb", "Pause")
	}
	if p.play.AccessibilityLabel() != word {
		p.play.SetWord(word)
		p.play.SetIcon(icon)
	}
	p.clock.SetSpans(kit.Span{Text: kit.Clock(p.at, 2), Bold: true, Color: resources.Text1},
		kit.Span{Text: " / " + kit.Clock(p.length(), 2), Color: resources.Text2})
	if i == p.shownPart {
		return
	}
	p.shownPart = i
	shot := ""
	if i >= 0 {
		shot = p.parts[i].Shot
	}
	_, typing := p.doc.Canvas().Focused().(fyne.Shortcutable)
	if p.leads && p.doc.view.ShotByID(shot) >= 0 && !typing {
		p.last = shot
		p.doc.choose(shot)
	}
}

// stageView returns what the stage shows at the position, in a part.
func (p *boardPlayer) stageView(i int) (v stageView) {
	switch {
	case i < 0 && p.ref == "":
		v.empty = lang.L("The board is still loading.")
		return v
	case i < 0:
		v.empty = lang.L("Nothing to play yet")
		return v
	}
	x := p.parts[i]
	v.part, v.name = x, p.partName(x)
	v.clip = x.Clip.ID != 0 && !p.refused[x.Clip.Ref]
	if !v.clip {
		v.mix = x.LastOpacity(p.at-x.From, p.doc.ReduceMotion())
		v.hatched = p.mode != planning.Animatic || x.First.ID == 0 && x.Last.ID == 0
	}
	v.video = p.inClips && p.ready
	if i+1 < len(p.parts) {
		v.next = p.parts[i+1].First
	}
	if !p.noSubtitles {
		v.subtitle = x.Caption
	}
	return v
}

// partName names a part: its shot, and the take that is shown.
func (p *boardPlayer) partName(x planning.Part) string {
	if x.Shot == "" {
		return lang.L("Film")
	}
	for n, t := range p.doc.view.Takes(x.Shot) {
		if x.Clip.ID != 0 && !p.refused[x.Clip.Ref] && t.Asset.Ref == x.Clip.Ref {
			return lang.L("Shot %s · take %s", lang.Number(x.Number), lang.Number(n+1))
		}
	}
	return lang.L("Shot %s", lang.Number(x.Number))
}

// setFullScreen shows the stage on the whole screen, or in the player again.
func (p *boardPlayer) setFullScreen(on bool) {
	if on == (p.full != nil) {
		return
	}
	if !on {
		p.full.close(p.doc.Deps)
		p.full, p.content.Objects[0] = nil, p.stage
		p.content.Refresh()
		return
	}
	leave := func() { p.setFullScreen(false) }
	p.content.Objects[0] = kit.NewGround(resources.BgMat)
	p.full = newFullScreen(p.stage, map[fyne.KeyName]func(){
		fyne.KeyEscape: leave, fyne.KeyF11: leave, fyne.KeySpace: p.toggle, fyne.KeyV: p.toggleSubtitles,
		fyne.KeyLeft: func() { p.skip(-1) }, fyne.KeyRight: func() { p.skip(1) },
	})
	p.full.open(p.doc.Deps)
}

// stop ends playing and releases the clips: something else is shown.
func (p *boardPlayer) stop() {
	p.setFullScreen(false)
	p.pause()
	p.unload()
}

func (p *boardPlayer) playerActions() []action.Action {
	none := ""
	if len(p.parts) == 0 {
		none = lang.L("Nothing to play yet")
	}
	return []action.Action{
		{ID: "boards/play", Label: lang.L("Play from here"), Icon: resources.IconPlay, Disabled: none, Do: p.toggle,
			Keys: action.BareKeys(fyne.KeySpace)},
		{ID: "boards/playShot", Label: lang.L("Play this shot"), Icon: resources.IconPlay, Disabled: none,
			Do:   p.playShot,
			Keys: action.KeysWith(fyne.KeyModifierShift, fyne.KeySpace)},
		{ID: "boards/words", Label: lang.L("Show or hide subtitles"), Icon: resources.IconText, On: !p.noSubtitles,
			Keys: action.BareKeys(fyne.KeyV), Do: p.toggleSubtitles},
		{ID: "boards/full", Label: lang.L("Full screen"), Icon: resources.IconFullScreen,
			Keys: action.BareKeys(fyne.KeyF11),
			Do:   func() { p.setFullScreen(true) }},
	}
}
