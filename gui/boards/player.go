package boards

import (
	"cmp"
	"context"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// unlaid stands for the part that is shown of a board that was not shown before.
const unlaid = -2

// playerPart plays the board: its animatic, the rough cut of the clips that are there, or its film. The place is a time of the board.
// Where clips are played it follows the engine, which has all clips that lie one behind the other as one; where pictures stand in for
// them, a clock.
type playerPart struct {
	b      *board
	engine *player.Player
	ref    string // of the board
	card   string // that was selected when the place was set
	mode   mode
	parts  []part
	laid   int // the edition of the board that they are of

	at, begin, until time.Duration // the place, and what is played
	plays, loops     bool
	silent           bool // subtitles are not shown
	led              bool // the place leads the selection, not the selection the place
	shown            int  // the part that is shown; -1: none, or unlaid
	since            time.Time
	start            time.Duration // the place then, of the clock
	turn, loads      int           // count what makes a tick, or a load, that is under way count for nothing

	run     int    // the first part of those whose clips the engine has, or gets; -1: none
	path    string // of those; "": on the way
	ready   bool   // the engine has opened them
	inRun   bool   // they are what is shown
	refused map[string]bool
	lacking bool // clips cannot be played on this computer

	stage        *stage
	modes        *kit.Segmented
	aside, says  *kit.Text
	covers       *covers
	film         *kit.Filmstrip
	play, loop   *kit.Button
	words        *kit.Button // turns subtitles off and on
	clock, where *kit.Text
	content      *fyne.Container
}

func newPlayerPart(b *board) *playerPart {
	p := &playerPart{b: b, engine: b.NewPlayer(), shown: unlaid, run: -1}
	p.engine.OnState(p.changed)
	p.stage = newStage(p)
	p.modes = kit.NewSegmented([]string{lang.L("Animatic"), lang.L("Rough cut"), lang.L("Film")}, func(i int) { p.turnTo(mode(i)) })
	p.aside = kit.NewText(lang.L("no film yet"), resources.SizeSM, resources.Text2, false).Ellipsis()
	p.says = kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	p.covers = newCovers(p)
	p.film = kit.NewFilmstrip(p.seek, nil)
	p.film.High, p.film.Cover = barHeight, p.covers
	before := kit.NewIconButton(resources.IconChevronLeft, lang.L("Shot before"), func() { p.skip(-1) }).SetKind(kit.Quiet)
	after := kit.NewIconButton(resources.IconChevronRight, lang.L("Next shot"), func() { p.skip(1) }).SetKind(kit.Quiet)
	p.play = kit.NewIconButton(resources.IconPlay, lang.X("verb", "Play"), p.toggle)
	p.loop = kit.NewIconButton(resources.IconLoop, lang.X("verb", "Loop"), func() { p.loops = !p.loops; p.loop.SetOn(p.loops) })
	p.words = kit.NewIconButton(resources.IconText, lang.L("Subtitles"), p.toggleWords)
	p.words.SetOn(true)
	full := kit.NewIconButton(resources.IconFullScreen, lang.L("Full screen"), func() { p.stage.fill(true) })
	p.clock = kit.NewText("", resources.SizeBody, resources.Text1, false).MinWidth(resources.Scaled(112)) // of all times: the row stays as it is
	p.where = kit.NewText("", resources.SizeSM, resources.Text2, false)
	p.content = &fyne.Container{Layout: playerLayout{p}, Objects: []fyne.CanvasObject{p.stage,
		kit.NewRow(8, p.modes, kit.NewSpring(), p.aside), p.says, p.film,
		kit.NewRow(4, before, p.play, after, p.clock, p.where, kit.NewSpring(), p.loop, p.words, full)}}
	return p
}

// show shows the board as it is now. While something plays that stays as it was.
func (p *playerPart) show() {
	v := p.b.view
	if v.Ref != p.ref {
		p.left()
		p.ref, p.card, p.at, p.refused, p.parts, p.mode, p.shown = v.Ref, "", 0, map[string]bool{}, nil, animatic, unlaid
		if slices.ContainsFunc(timeline(v, roughCut), func(x part) bool { return x.clip.ID != 0 }) {
			p.mode = roughCut
		}
	}
	if p.plays {
		return
	}
	other := p.lay()
	if p.card != p.b.card {
		p.card, p.led, other = p.b.card, false, true
		p.at = p.placeOf(p.card)
	}
	if other {
		p.stand()
	}
}

// lay takes what is to be played from the board, and reports whether that is something else.
func (p *playerPart) lay() bool {
	if p.shown != unlaid && (p.laid == p.b.edition || p.laid >= 0 && p.b.foot.pending()) {
		return false
	}
	p.laid = p.b.edition
	parts, films := p.b.timeline(p.mode), p.b.timeline(newestFilm) != nil
	p.modes.SetOff(int(newestFilm), !films)
	p.modes.SetSelected(int(p.mode))
	kit.Show(p.aside, !films && p.ref != "")
	p.says.SetText(p.about(parts))
	if p.shown != unlaid && slices.EqualFunc(parts, p.parts, part.same) {
		return false
	}
	p.unload()
	p.parts, p.shown = parts, -1
	p.at = min(p.at, max(p.length()-1, 0))
	p.covers.Refresh()
	return true
}

// about says what is played.
func (p *playerPart) about(parts []part) string {
	clips := 0
	for _, x := range parts {
		if x.clip.ID != 0 {
			clips++
		}
	}
	switch {
	case p.ref == "": // the board is still loading
		return ""
	case p.lacking:
		return lang.L("Clips cannot be played here.")
	case p.mode == animatic:
		return lang.L("Pictures for their seconds: free, nothing is sent.")
	case p.mode == newestFilm && len(parts) > 0:
		return wording.AssetTitle(parts[0].clip)
	case len(parts) == 0:
		return ""
	case clips == len(parts):
		return lang.N("%s shot has its clip.", "All %s shots have their clips.", clips, lang.Number(clips))
	}
	return lang.L("%s of %s shots have a clip. Hatched: pictures stand in for the shot.", lang.Number(clips), lang.Number(len(parts)))
}

// stand shows the place where nothing plays: of a clip that the engine does not have its poster.
func (p *playerPart) stand() {
	p.inRun = false
	if i := p.index(); p.ready && p.moves(i) {
		if first, _ := p.runOf(i); first == p.run {
			p.inRun = true
			p.cue()
		}
	}
	p.place()
}

// turnTo plays something else of the board from now on.
func (p *playerPart) turnTo(m mode) {
	p.halt()
	p.mode, p.at, p.laid = m, 0, -1
	p.lay()
	p.at = p.placeOf(p.card)
	p.stand()
}

// toggle plays all from the place on, or halts.
func (p *playerPart) toggle() {
	if p.plays {
		p.halt()
		return
	}
	p.playFrom(0, p.length())
}

// playShot plays the shot at the place alone, from its start.
func (p *playerPart) playShot() {
	p.halt()
	if i := p.index(); i >= 0 {
		p.at = p.parts[i].from
		p.playFrom(p.at, p.parts[i].to)
	}
}

// toggleWords shows subtitles, or none.
func (p *playerPart) toggleWords() {
	p.silent = !p.silent
	p.words.SetOn(!p.silent)
	p.place()
}

// playFrom plays a part of the board's time: from the place, or from its beginning where the place is not in it or at its end.
func (p *playerPart) playFrom(begin, until time.Duration) {
	if p.at < begin || p.at+tickEvery >= until {
		p.at = begin
	}
	p.begin, p.until, p.plays, p.led, p.shown = begin, until, len(p.parts) > 0, true, -1
	p.enter()
}

// seek goes to a place, and has the selection follow.
func (p *playerPart) seek(at time.Duration) {
	p.at, p.led = min(max(at, 0), max(p.length()-1, 0)), true
	if p.plays && (p.at < p.begin || p.at >= p.until) {
		p.begin, p.until = 0, p.length()
	}
	p.enter()
}

// skip goes to the start of a shot before or after.
func (p *playerPart) skip(by int) {
	if len(p.parts) > 0 {
		p.seek(p.parts[min(max(p.index()+by, 0), len(p.parts)-1)].from)
	}
}

// enter goes on at the place: with the clips there, or by the clock.
func (p *playerPart) enter() {
	p.turn++
	i := p.index()
	p.inRun = p.moves(i)
	if i >= 0 && p.inRun {
		if first, _ := p.runOf(i); first != p.run {
			p.load(first)
		} else if p.ready {
			p.cue()
		}
		p.place()
		return
	}
	if p.ready {
		p.engine.Pause()
	}
	p.place()
	if i >= 0 && p.plays {
		p.since, p.start = p.b.Now(), p.at
		for ; i < len(p.parts) && !p.moves(i); i++ {
		}
		if i < len(p.parts) && i != p.run { // so that nothing is waited for there
			p.load(i)
		}
		p.tick()
	}
}

// cue sends the engine to the place.
func (p *playerPart) cue() {
	if at := p.at - p.parts[p.run].from; (p.engine.State().Position - at).Abs() > time.Millisecond {
		p.engine.SeekExact(at)
	}
	if p.plays {
		p.engine.Play()
	} else {
		p.engine.Pause()
	}
}

// tickEvery is how often pictures that stand in for clips are looked at while they play.
const tickEvery = 30 * time.Millisecond

// tick goes on by the clock.
func (p *playerPart) tick() {
	turn, i := p.turn, p.index()
	end := min(p.parts[i].to, p.until)
	switch p.at = p.start + p.b.Now().Sub(p.since); {
	case p.at >= p.until && end == p.until:
		p.reached()
		return
	case p.at >= end && p.moves(i+1):
		p.at = end
		p.enter()
		return
	case p.at >= end:
		p.at = max(end, min(p.at, p.parts[i+1].to-1))
	}
	p.place()
	p.b.After(tickEvery, func() {
		p.b.Post(func() {
			if p.turn == turn && p.plays {
				p.tick()
			}
		})
	})
}

// reached begins anew at the end of what is played, or halts there.
func (p *playerPart) reached() {
	if p.loops {
		p.at = p.begin
		p.enter()
		return
	}
	p.at = p.until - 2*time.Millisecond // a time that is nearer counts as the next picture
	p.halt()
	if _, end := p.runOf(p.run); p.inRun && p.until < end { // the engine plays on until it hears of it, into the next shot
		p.cue()
	}
}

// halt stands still at the place.
func (p *playerPart) halt() {
	if !p.plays {
		return
	}
	p.plays = false
	p.turn++
	if p.ready {
		p.engine.Pause()
	}
	p.place()
	p.show() // what changed meanwhile
}

// load has the engine open the clips from a part on that lie one behind the other.
func (p *playerPart) load(first int) {
	p.loads++
	p.run, p.path, p.ready = first, "", false
	load, clips, pieces := p.loads, []db.Asset(nil), []player.Piece(nil)
	for i := first; p.moves(i); i++ {
		clips = append(clips, p.parts[i].clip)
		pieces = append(pieces, player.Piece{Seconds: (p.parts[i].to - p.parts[i].from).Seconds()})
	}
	p.b.Go(func(ctx context.Context) {
		for i, a := range clips {
			pieces[i].Path, _ = p.b.Library.AbsPath(a.Path) // what is not there the engine says
		}
		volume, muted := p.b.Window.Sound(ctx)
		p.b.Post(func() {
			if load != p.loads {
				return
			}
			p.stage.view.SetPoster(nil) // what is shown until the first picture comes is that of the part
			p.engine.SetVolume(volume)
			p.engine.SetMuted(muted)
			p.engine.LoadFilm(pieces)
			p.path = p.engine.State().Path
		})
	})
}

// unload lets go of the clips.
func (p *playerPart) unload() {
	p.loads++
	if p.path != "" {
		p.engine.Unload()
	}
	p.run, p.path, p.ready, p.inRun = -1, "", false, false
}

// changed takes a new state of the engine.
func (p *playerPart) changed(st player.State) {
	if p.path == "" || st.Path != p.path {
		return
	}
	_, end := p.runOf(p.run)
	frame := seconds(1/cmp.Or(p.parts[p.run].clip.FPS, 24)) + time.Millisecond
	switch {
	case st.Err != nil:
		p.lacking = p.lacking || player.Lacking(st.Err)
		for i := p.run; p.moves(i); i++ { // pictures stand in for them
			p.refused[p.parts[i].clip.Ref] = true
		}
		p.unload()
		p.says.SetText(p.about(p.parts))
		p.enter()
	case !st.Loaded:
	case !p.ready:
		if p.ready = true; p.inRun {
			p.cue()
		}
	case !p.inRun || st.Seeking:
	case p.plays && st.Ended && end < p.until:
		p.at = end
		p.enter()
	case p.plays && (st.Ended || p.parts[p.run].from+st.Position+frame >= p.until):
		p.reached()
	default:
		p.at = min(p.parts[p.run].from+st.Position, end-1)
		p.place()
	}
}

// place shows the place: its picture, its time, and on the strip its shot.
func (p *playerPart) place() {
	i := p.index()
	p.film.Set(p.length(), p.at, false, 0, 0)
	p.stage.show(i)
	kit.Enable(p.play, len(p.parts) > 0)
	icon, word := resources.IconPlay, lang.X("verb", "Play")
	if p.plays {
		icon, word = resources.IconPause, lang.X("verb", "Pause")
	}
	if p.play.AccessibilityLabel() != word {
		p.play.SetWord(word)
		p.play.SetIcon(icon)
	}
	p.clock.SetSpans(kit.Span{Text: kit.Clock(p.at, 2), Bold: true, Color: resources.Text1},
		kit.Span{Text: " / " + kit.Clock(p.length(), 2), Color: resources.Text2})
	where, shot := "", ""
	if i >= 0 && p.parts[i].shot != "" {
		shot = p.parts[i].shot
		where = lang.L("shot %s, %s s", lang.Number(p.parts[i].number), lang.Decimal((p.at-p.parts[i].from).Truncate(10*time.Millisecond).Seconds(), 2))
	}
	p.where.SetText(where)
	if i == p.shown {
		return
	}
	p.shown = i
	if _, typing := p.b.Canvas().Focused().(fyne.Shortcutable); p.led && p.b.view.ShotByID(shot) >= 0 && !typing {
		p.card = shot
		p.b.choose(shot)
	}
}

// left ends what plays: something else is in front.
func (p *playerPart) left() {
	p.stage.fill(false)
	p.halt()
	p.unload()
}

func (p *playerPart) actions() []action.Action {
	none := map[bool]string{true: lang.L("Nothing to play yet")}[len(p.parts) == 0]
	list := []action.Action{
		{ID: "boards/play", Label: lang.L("Play from here"), Icon: resources.IconPlay, Keys: action.BareKeys(fyne.KeySpace), Disabled: none, Do: p.toggle},
		{ID: "boards/playShot", Label: lang.L("Play this shot"), Icon: resources.IconPlay, Keys: action.KeysWith(fyne.KeyModifierShift, fyne.KeySpace),
			Disabled: none, Do: p.playShot},
		{ID: "boards/words", Label: lang.L("Show or hide subtitles"), Icon: resources.IconText, Keys: action.BareKeys(fyne.KeyV), On: !p.silent, Do: p.toggleWords},
		{ID: "boards/full", Label: lang.L("Full screen"), Icon: resources.IconFullScreen, Keys: action.BareKeys(fyne.KeyF11), Do: func() { p.stage.fill(true) }},
	}
	return append(list, p.b.compareFrame())
}
