package player

import (
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"viviscope/client/film"
	"viviscope/client/guard"
	"viviscope/client/mp4"
	"viviscope/gui/media"
	"viviscope/gui/media/mpv"
)

// Load opens the clip at path, paused at its first picture, in place of the one before. Volume, speed and looping stay
// as they were; a range that was looped is forgotten.
func (p *Player) Load(path string) { p.load(path, []Piece{{Path: path}}) }

func (p *Player) load(path string, pieces []Piece) {
	p.change(func(s *State) {
		*s = s.unloaded()
		s.Path, s.Seeking, s.At = path, true, time.Now()
	})
	p.leave(true)
	p.add(task{run: func(e Engine) error { return p.openClip(e, path, pieces) }})
}

// Piece is a clip as a part of a film.
type Piece struct {
	Path    string
	Seconds float64 // that are played of it, from its start
}

// LoadFilm opens clips one behind the other as if they were one, paused at the first picture.
func (p *Player) LoadFilm(pieces []Piece) {
	list := filmScheme
	for _, piece := range pieces {
		list += fmt.Sprintf("%%%d%%%s,0,%.6f;", len(piece.Path), piece.Path, piece.Seconds)
	}
	p.load(list, pieces)
}

// filmScheme begins the paths that are lists of clips, as libmpv reads them.
const filmScheme = "edl://"

// unloaded is what stays of a state without a clip.
func (s State) unloaded() State {
	return State{Paused: true, Volume: s.Volume, Muted: s.Muted, Words: s.Words, Speed: s.Speed,
		Loop: Loop{On: s.Loop.On}}
}

// Unload closes the clip; the engine stays.
func (p *Player) Unload() {
	p.mu.Lock()
	started := p.started
	p.mu.Unlock()
	p.change(func(s *State) {
		*s = s.unloaded()
	})
	p.leave(true)
	if started {
		p.add(task{run: func(e Engine) error {
			e.Forget()
			e.Resize(0, 0)
			return e.Command("stop")
		}})
	}
}

// leave drops the pictures in waiting, and those that still come of the clip before where away is true.
func (p *Player) leave(away bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away = away
	p.frames.clear()
}

// Play goes on, from the start where the clip has ended.
func (p *Player) Play() {
	var again bool
	p.change(func(s *State) { again, s.Paused, s.At = s.Ended, false, time.Now() })
	if again {
		p.SeekExact(0)
	}
	p.add(task{run: func(e Engine) error { return e.Set("pause", "no") }})
}

// Pause stands still at the picture that is shown.
func (p *Player) Pause() {
	p.change(func(s *State) { s.Paused = true })
	p.add(task{run: func(e Engine) error { return e.Set("pause", "yes") }})
}

// Toggle plays what stands and pauses what plays.
func (p *Player) Toggle() {
	if s := p.State(); s.Paused || s.Ended {
		p.Play()
	} else {
		p.Pause()
	}
}

// SeekExact goes to the picture that is shown at a time. Past the end it is the last one.
func (p *Player) SeekExact(at time.Duration) {
	var to time.Duration
	p.change(func(s *State) {
		to = mpv.FrameStart(at, s.Duration, s.FPS)
		s.Seeking, s.Ended = true, false
	})
	p.add(task{kind: kindSeek, run: func(e Engine) error { return errors.Join(p.turnAt(e, to), seek(e, to)) }})
}

// SeekFrame goes to the picture with a number, from 0.
func (p *Player) SeekFrame(n int) {
	s := p.State()
	if s.FPS <= 0 {
		return
	}
	if last := s.Frames() - 1; last >= 0 {
		n = min(n, last)
	}
	p.SeekExact(mpv.Duration(float64(max(0, n)) / s.FPS))
}

// Step pauses and goes n pictures on, or back where n is negative.
func (p *Player) Step(n int) {
	s := p.State()
	if !s.Paused {
		p.Pause()
	}
	switch {
	case n == 1:
		p.add(task{run: func(e Engine) error { return e.Command("frame-step") }})
	case n == -1 && s.Frame()+1 != s.Frames(): // at the end the engine counts from where the sound ended
		p.add(task{run: func(e Engine) error { return e.Command("frame-back-step") }})
	case n != 0:
		p.SeekFrame(s.Frame() + n)
	}
}

// SetSpeed sets how fast is played; 1 is as recorded. The pitch of the sound stays. It is kept for the clips that
// follow.
func (p *Player) SetSpeed(factor float64) {
	if math.IsNaN(factor) {
		return
	}
	p.set(kindSpeed, speed, func(s *State) { s.Speed = min(max(factor, 0.1), 8) })
}

// SetVolume sets how loud it is, 0 to 100. It is kept for the clips that follow.
func (p *Player) SetVolume(percent float64) {
	if math.IsNaN(percent) {
		return
	}
	p.set(kindVolume, volume, func(s *State) { s.Volume = min(max(percent, 0), 100) })
}

// SetMuted turns the sound off and on.
func (p *Player) SetMuted(muted bool) {
	p.set(kindVolume, volume, func(s *State) { s.Muted = muted })
}

// SetWords shows subtitles where there are some, or none. It is kept for the clips that follow.
func (p *Player) SetWords(shown bool) {
	p.set("", words, func(s *State) { s.Words = shown })
}

// SetLoop makes the clip begin again: at from when it comes to to; the whole clip where both are 0.
func (p *Player) SetLoop(from, to time.Duration) {
	p.set("", loop, func(s *State) { s.Loop = Loop{On: true, From: from, To: to} })
}

// NoLoop makes the clip stand at its end.
func (p *Player) NoLoop() {
	p.set("", loop, func(s *State) { s.Loop = Loop{} })
}

// Panel says how large the panel is in device pixels. Pictures come as large as the clip is in it, never larger than
// the clip is: enlarging costs the window nothing. 0, 0 stops the pictures while the panel is hidden; the sound goes
// on.
func (p *Player) Panel(width, height int) {
	size := image.Pt(width, height)
	p.mu.Lock()
	same, started := p.panel == size, p.started
	p.panel = size
	p.mu.Unlock()
	if !same && started {
		p.add(task{kind: kindResize, run: p.resize})
	}
}

// set edits the state and hands it to the engine, if that runs; a later start reads it.
func (p *Player) set(kind string, run func(Engine, State) error, edit func(*State)) {
	p.change(edit)
	p.mu.Lock()
	started := p.started
	p.mu.Unlock()
	if started {
		p.add(task{kind: kind, run: func(e Engine) error { return run(e, p.State()) }})
	}
}

// maxHeight bounds the pictures of a clip that is only a few pixels wide.
const maxHeight = 1 << 14

// drawn gives the size of the pictures of a clip in a panel. The width is a multiple of 16, because libmpv draws such
// rows fastest and the window takes no others, and the height follows it, so that the ratio is kept to within half a
// pixel.
func drawn(clip, panel image.Point) image.Point {
	if clip.X <= 0 || clip.Y <= 0 || panel.X <= 0 || panel.Y <= 0 {
		return image.Point{}
	}
	scale := min(float64(panel.X)/float64(clip.X), float64(panel.Y)/float64(clip.Y), 1)
	width := max(16, int(math.Round(float64(clip.X)*scale))&^15)
	height := math.Round(float64(width) * float64(clip.Y) / float64(clip.X))
	return image.Pt(width, int(min(max(1, height), maxHeight)))
}

// task is something that the engine is to do.
type task struct {
	kind string // tasks of one kind that wait behind each other are one, the last; "": each counts
	run  func(Engine) error
}

// The kinds of tasks of which only the last in waiting is carried out.
const (
	kindSeek   = "seek"
	kindResize = "resize"
	kindVolume = "volume"
	kindSpeed  = "speed"

	kindMeasure = "measure"
	kindTurn    = "turn"
)

// add puts a task behind the others, and starts the player's goroutine with the first.
func (p *Player) add(t task) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	if n := len(p.todo); n > 0 && t.kind != "" && p.todo[n-1].kind == t.kind {
		p.todo[n-1] = t
	} else {
		p.todo = append(p.todo, t)
	}
	if !p.started {
		p.started = true
		guard.Go("player", p.work)
	}
	select {
	case p.woken <- struct{}{}:
	default:
	}
}

// work is the player's goroutine.
func (p *Player) work() {
	defer close(p.done)
	defer func() {
		if p.engine != nil {
			if err := p.engine.Close(); err != nil {
				p.log.Warn("close player", "err", err)
			}
		}
	}()
	for {
		select {
		case <-p.quit:
			return
		case <-p.woken:
			for t, ok := p.next(); ok; t, ok = p.next() {
				p.do(t)
			}
		}
	}
}

func (p *Player) next() (task, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.todo) == 0 {
		return task{}, false
	}
	t := p.todo[0]
	p.todo = p.todo[1:]
	return t, true
}

func (p *Player) do(t task) {
	if err := p.start(); err != nil {
		p.change(func(s *State) { s.Err, s.Seeking = err, false })
		return
	}
	if err := guard.Do("player", func() error { return t.run(p.engine) }); err != nil {
		// A seek or a step where no clip is open yet is refused by the engine, and that is all right.
		p.log.Debug("player", "err", err)
	}
}

// start opens the engine, once. What a person installs later counts from the next start of the program.
func (p *Player) start() error {
	if p.engine != nil || p.broken != nil {
		return p.broken
	}
	p.engine, p.broken = p.open(p.frame, p.event)
	if p.broken != nil {
		p.engine = nil
		p.log.Info("clips are not played here", "err", p.broken)
		return p.broken
	}
	s := p.State()
	if err := errors.Join(volume(p.engine, s), speed(p.engine, s), words(p.engine, s), loop(p.engine, s)); err != nil {
		p.log.Warn("set up player", "err", err)
	}
	return nil
}

func volume(e Engine, s State) error {
	return errors.Join(e.Set("volume", number(s.Volume)), e.Set("mute", yes(s.Muted)))
}

// words shows subtitles or hides them. Their track stays: one that comes while a clip stands makes the engine lose its
// place.
func words(e Engine, s State) error { return e.Set("sub-visibility", yes(s.Words)) }

func speed(e Engine, s State) error { return e.Set("speed", number(s.Speed)) }

// loop sets both ways of beginning again, of which one or none is on.
func loop(e Engine, s State) error {
	whole, from, to := "no", "no", "no"
	switch {
	case !s.Loop.On:
	case s.Loop.To > s.Loop.From:
		from, to = number(s.Loop.From.Seconds()), number(s.Loop.To.Seconds())
		whole = "inf" // where the range ends with the clip
	default:
		whole = "inf"
	}
	return errors.Join(e.Set("loop-file", whole), e.Set("ab-loop-a", from), e.Set("ab-loop-b", to))
}

// openClip opens the clip at path, or the film of these pieces, paused at its first picture.
func (p *Player) openClip(e Engine, path string, pieces []Piece) error {
	e.Forget()
	p.leave(false)
	film := strings.HasPrefix(path, filmScheme)
	if _, err := os.Stat(path); err != nil && !film {
		p.change(func(s *State) { s.Err, s.Seeking = fmt.Errorf("play clip: %w", err), false })
		return errors.Join(err, e.Command("stop"))
	}
	parts, first := orientations(pieces), mp4.Upright
	if len(parts) > 0 {
		first = parts[0].orientation
	}
	p.mu.Lock()
	p.pieces = parts
	p.mu.Unlock()
	if first != p.turned { // or the last picture of the clip before would be turned too
		if err := e.Command("stop"); err != nil {
			return err
		}
	}
	if err := p.turn(e, first); err != nil {
		return err
	}
	p.resize(e)
	// A file has no reason to lead to others; a list does nothing else.
	return errors.Join(loop(e, p.State()), e.Set("sid", "1"), e.Set("pause", "yes"),
		e.Set("access-references", yes(film)), e.Command("loadfile", path))
}

// oriented is a part of a film, up to the next one.
type oriented struct {
	from        time.Duration
	orientation mp4.Orientation
}

// orientations reads the orientation of each piece.
func orientations(pieces []Piece) (all []oriented) {
	seconds := 0.0
	for _, piece := range pieces {
		all = append(all, oriented{mpv.Duration(seconds), film.OrientationOf(piece.Path)})
		seconds += piece.Seconds
	}
	return all
}

// mixed reports whether the pieces have several orientations.
func mixed(pieces []oriented) bool {
	return slices.ContainsFunc(pieces, func(o oriented) bool { return o.orientation != pieces[0].orientation })
}

// turnAt makes the pictures from a time on upright: each clip of a film has an orientation of its own.
func (p *Player) turnAt(e Engine, at time.Duration) error {
	p.mu.Lock()
	orientation := p.turned
	for _, piece := range p.pieces {
		if piece.from <= at {
			orientation = piece.orientation
		}
	}
	p.mu.Unlock()
	return p.turn(e, orientation)
}

func (p *Player) turn(e Engine, o mp4.Orientation) error {
	if o == p.turned {
		return nil
	}
	p.turned = o
	return e.Set("vf", mpv.TurnOption(o))
}

// measure reads the size at which pictures come from now on. It may change within a clip or a film.
func (p *Player) measure(e Engine) error {
	width, err := e.Int("dwidth")
	if err != nil {
		return err
	}
	height, err := e.Int("dheight")
	if err != nil || width <= 0 || height <= 0 {
		return err
	}
	p.change(func(s *State) {
		if s.Loaded {
			s.Size = image.Pt(int(width), int(height))
		}
	})
	return p.resize(e)
}

// describe reads what the clip is, once it is open.
func (p *Player) describe(e Engine) error {
	path, err := e.String("path")
	if err != nil || path != p.State().Path {
		return err // another one is on its way already
	}
	first := func(names ...string) (n int64) {
		for _, name := range names {
			if n, err := e.Int(name); err == nil {
				return n
			}
		}
		return 0 // the size comes with the first picture where the file does not tell it
	}
	coded := []string{"width", "height"}
	if p.turned.Swaps() {
		coded[0], coded[1] = coded[1], coded[0]
	}
	width, height := first("dwidth", coded[0]), first("dheight", coded[1])
	length, _ := e.Float("duration")
	fps, _ := e.Float("container-fps")
	if beside := strings.TrimSuffix(path, filepath.Ext(path)) + ".srt"; !hasTrack(e, "sub") {
		if _, err := os.Stat(beside); err == nil {
			if err := e.Command("sub-add", beside, "select"); err != nil {
				return err
			}
		}
	}
	sound, subtitles := hasTrack(e, "audio"), hasTrack(e, "sub")
	p.change(func(s *State) {
		if s.Path != path {
			return
		}
		s.Loaded, s.Err = true, nil
		s.Size = image.Pt(int(width), int(height))
		s.Duration, s.FPS, s.HasAudio = mpv.Duration(length), fps, sound
		s.HasWords = subtitles
	})
	return p.resize(e)
}

func hasTrack(e Engine, kind string) bool {
	n, err := e.Int("track-list/count")
	if err != nil {
		return false
	}
	for i := range n {
		if is, err := e.String(fmt.Sprintf("track-list/%d/type", i)); err == nil && is == kind {
			return true
		}
	}
	return false
}

// arrive asks where a load or a seek came to. The position is watched anew, under another number: the first answer is
// then of the new place, though it may be the one that was told last before.
func (p *Player) arrive(e Engine) error {
	if s := p.State(); s.Loaded && s.Size == (image.Point{}) {
		if err := p.describe(e); err != nil {
			return err
		}
	}
	p.mu.Lock()
	before := p.asked
	p.asked++
	now := p.asked
	p.mu.Unlock()
	if before == replyEnded { // nothing is watched yet
		return e.ObserveNumber(propPosition, now)
	}
	return errors.Join(e.Unobserve(before), e.ObserveNumber(propPosition, now))
}

// resize asks for pictures of the size that the clip has in the panel.
func (p *Player) resize(e Engine) error {
	p.mu.Lock()
	size := drawn(p.state.Size, p.panel)
	p.mu.Unlock()
	e.Resize(size.X, size.Y)
	return nil
}

func seek(e Engine, at time.Duration) error {
	return e.Command("seek", strconv.FormatFloat(max(0, at).Seconds(), 'f', 6, 64), "absolute+exact")
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func yes(v bool) string {
	if v {
		return "yes"
	}
	return "no"
}

// damaged words what the engine says about a file; the path itself is not for errors.
func damaged(path string, err error) error {
	return fmt.Errorf("play %s: %w: %w", filepath.Base(path), media.ErrDamaged, err)
}

// Drops asks how many pictures of the present clip were left out: by the decoder, which came too late, and by the
// output, because the next one was due. done is called on the player's goroutine; it is not called when no clip is
// open.
func (p *Player) Drops(done func(decoder, output int64)) {
	p.add(task{run: func(e Engine) error {
		decoder, err := e.Int("decoder-frame-drop-count")
		if err != nil {
			return err
		}
		output, err := e.Int("frame-drop-count")
		if err != nil {
			return err
		}
		done(decoder, output)
		return nil
	}})
}
