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

// Load opens the clip at path, paused at its first frame. Volume, speed and looping persist; a looped range is reset.
func (p *Player) Load(path string) { p.load(path, []Piece{{Path: path}}) }

func (p *Player) load(path string, pieces []Piece) {
	p.change(func(s *State) {
		*s = s.unloaded()
		s.Path, s.Seeking, s.At = path, true, time.Now()
	})
	p.dropFrames(true)
	p.add(task{run: func(e Engine) error { return p.openClip(e, path, pieces) }})
}

// Piece is a clip within a film.
type Piece struct {
	Path    string
	Seconds float64 // played from its start
}

// LoadFilm opens several clips as one film, paused at the first frame.
func (p *Player) LoadFilm(pieces []Piece) {
	list := filmScheme
	for _, piece := range pieces {
		list += fmt.Sprintf("%%%d%%%s,0,%.6f;", len(piece.Path), piece.Path, piece.Seconds)
	}
	p.load(list, pieces)
}

// filmScheme is the prefix of mpv's edit decision lists.
const filmScheme = "edl://"

// unloaded returns the settings that persist without a clip.
func (s State) unloaded() State {
	return State{Paused: true, Volume: s.Volume, Muted: s.Muted, Subtitles: s.Subtitles, Speed: s.Speed,
		Loop: Loop{On: s.Loop.On}}
}

// Unload closes the clip. The engine keeps running.
func (p *Player) Unload() {
	p.mu.Lock()
	started := p.started
	p.mu.Unlock()
	p.change(func(s *State) {
		*s = s.unloaded()
	})
	p.dropFrames(true)
	if started {
		p.add(task{run: func(e Engine) error {
			e.Forget()
			e.Resize(0, 0)
			return e.Command("stop")
		}})
	}
}

// dropFrames drops the pending frame. If away is true it also drops later frames, which belong to the previous clip.
func (p *Player) dropFrames(away bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.discard = away
	p.frames.clear()
}

// Play resumes, from the start if the clip has ended.
func (p *Player) Play() {
	var again bool
	p.change(func(s *State) { again, s.Paused, s.At = s.Ended, false, time.Now() })
	if again {
		p.SeekExact(0)
	}
	p.add(task{run: func(e Engine) error { return e.Set("pause", "no") }})
}

// Pause stops at the visible frame.
func (p *Player) Pause() {
	p.change(func(s *State) { s.Paused = true })
	p.add(task{run: func(e Engine) error { return e.Set("pause", "yes") }})
}

// Toggle switches between Play and Pause.
func (p *Player) Toggle() {
	if s := p.State(); s.Paused || s.Ended {
		p.Play()
	} else {
		p.Pause()
	}
}

// SeekExact seeks to the frame that is shown at a time, or to the last one.
func (p *Player) SeekExact(at time.Duration) {
	var to time.Duration
	p.change(func(s *State) {
		to = mpv.FrameStart(at, s.Duration, s.FPS)
		s.Seeking, s.Ended = true, false
	})
	p.add(task{kind: kindSeek, run: func(e Engine) error { return errors.Join(p.turnAt(e, to), seek(e, to)) }})
}

// SeekFrame seeks to the frame with index n, from 0.
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

// Step pauses and moves by n frames; negative n moves back.
func (p *Player) Step(n int) {
	s := p.State()
	if !s.Paused {
		p.Pause()
	}
	switch {
	case n == 1:
		p.add(task{run: func(e Engine) error { return e.Command("frame-step") }})
	case n == -1 && s.Frame()+1 != s.Frames(): // at the end the engine counts from the end of the sound
		p.add(task{run: func(e Engine) error { return e.Command("frame-back-step") }})
	case n != 0:
		p.SeekFrame(s.Frame() + n)
	}
}

// SetSpeed sets the playback speed; 1 is normal. The pitch stays. The setting persists across clips.
func (p *Player) SetSpeed(factor float64) {
	if math.IsNaN(factor) {
		return
	}
	p.set(kindSpeed, applySpeed, func(s *State) { s.Speed = min(max(factor, 0.1), 8) })
}

// SetVolume sets the volume, 0 to 100. It persists across clips.
func (p *Player) SetVolume(percent float64) {
	if math.IsNaN(percent) {
		return
	}
	p.set(kindVolume, applyVolume, func(s *State) { s.Volume = min(max(percent, 0), 100) })
}

// SetMuted mutes or unmutes the sound.
func (p *Player) SetMuted(muted bool) {
	p.set(kindVolume, applyVolume, func(s *State) { s.Muted = muted })
}

// SetSubtitles shows or hides subtitles. It persists across clips.
func (p *Player) SetSubtitles(shown bool) {
	p.set("", applySubtitles, func(s *State) { s.Subtitles = shown })
}

// SetLoop loops a range, or the whole clip if both are 0.
func (p *Player) SetLoop(from, to time.Duration) {
	p.set("", applyLoop, func(s *State) { s.Loop = Loop{On: true, From: from, To: to} })
}

// NoLoop makes the clip stop at its end.
func (p *Player) NoLoop() {
	p.set("", applyLoop, func(s *State) { s.Loop = Loop{} })
}

// Panel sets the size of the panel, in device pixels. Frames fit into it and never exceed the clip's size: the window
// scales up at no cost. 0, 0 stops frames while the panel is hidden; the sound continues.
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

// set edits the state and applies it to a running engine. A later start applies it too.
func (p *Player) set(kind string, run func(Engine, State) error, edit func(*State)) {
	p.change(edit)
	p.mu.Lock()
	started := p.started
	p.mu.Unlock()
	if started {
		p.add(task{kind: kind, run: func(e Engine) error { return run(e, p.State()) }})
	}
}

// maxHeight limits the frames of a clip that is only a few pixels wide.
const maxHeight = 1 << 14

// frameSize returns the frame size of a clip in a panel. The width is a multiple of 16, which libmpv draws fastest and
// the window requires. The height follows to within half a pixel.
func frameSize(clip, panel image.Point) image.Point {
	if clip.X <= 0 || clip.Y <= 0 || panel.X <= 0 || panel.Y <= 0 {
		return image.Point{}
	}
	scale := min(float64(panel.X)/float64(clip.X), float64(panel.Y)/float64(clip.Y), 1)
	width := max(16, int(math.Round(float64(clip.X)*scale))&^15)
	height := math.Round(float64(width) * float64(clip.Y) / float64(clip.X))
	return image.Pt(width, int(min(max(1, height), maxHeight)))
}

// task is an operation of the engine.
type task struct {
	kind string // consecutive tasks of one kind coalesce into the last; "": never
	run  func(Engine) error
}

// Kinds of tasks that coalesce.
const (
	kindSeek   = "seek"
	kindResize = "resize"
	kindVolume = "volume"
	kindSpeed  = "speed"

	kindMeasure = "measure"
	kindTurn    = "turn"
)

// add queues a task and starts the player's goroutine with the first.
func (p *Player) add(t task) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	if n := len(p.tasks); n > 0 && t.kind != "" && p.tasks[n-1].kind == t.kind {
		p.tasks[n-1] = t
	} else {
		p.tasks = append(p.tasks, t)
	}
	if !p.started {
		p.started = true
		guard.Go("player", p.work)
	}
	select {
	case p.wakeup <- struct{}{}:
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
		case <-p.wakeup:
			for t, ok := p.next(); ok; t, ok = p.next() {
				p.do(t)
			}
		}
	}
}

func (p *Player) next() (task, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.tasks) == 0 {
		return task{}, false
	}
	t := p.tasks[0]
	p.tasks = p.tasks[1:]
	return t, true
}

func (p *Player) do(t task) {
	if err := p.start(); err != nil {
		p.change(func(s *State) { s.Err, s.Seeking = err, false })
		return
	}
	if err := guard.Do("player", func() error { return t.run(p.engine) }); err != nil {
		// The engine rejects seeks and steps while no clip is open, which is expected.
		p.log.Debug("player", "err", err)
	}
}

// start opens the engine once. A later installation of libmpv takes effect at the next start of the program.
func (p *Player) start() error {
	if p.engine != nil || p.startErr != nil {
		return p.startErr
	}
	p.engine, p.startErr = p.open(p.frame, p.event)
	if p.startErr != nil {
		p.engine = nil
		p.log.Info("clips are not played here", "err", p.startErr)
		return p.startErr
	}
	s := p.State()
	if err := errors.Join(applyVolume(p.engine, s), applySpeed(p.engine, s), applySubtitles(p.engine, s),
		applyLoop(p.engine, s)); err != nil {
		p.log.Warn("set up player", "err", err)
	}
	return nil
}

func applyVolume(e Engine, s State) error {
	return errors.Join(e.Set("volume", formatNumber(s.Volume)), e.Set("mute", yesNo(s.Muted)))
}

// applySubtitles shows or hides subtitles. The track stays selected: selecting one while paused makes the engine lose
// its position.
func applySubtitles(e Engine, s State) error { return e.Set("sub-visibility", yesNo(s.Subtitles)) }

func applySpeed(e Engine, s State) error { return e.Set("speed", formatNumber(s.Speed)) }

// applyLoop sets mpv's two loop options.
func applyLoop(e Engine, s State) error {
	whole, from, to := "no", "no", "no"
	switch {
	case !s.Loop.On:
	case s.Loop.To > s.Loop.From:
		from, to = formatNumber(s.Loop.From.Seconds()), formatNumber(s.Loop.To.Seconds())
		whole = "inf" // for a range that ends with the clip
	default:
		whole = "inf"
	}
	return errors.Join(e.Set("loop-file", whole), e.Set("ab-loop-a", from), e.Set("ab-loop-b", to))
}

// openClip opens the clip at path or the film of these pieces, paused at its first frame.
func (p *Player) openClip(e Engine, path string, pieces []Piece) error {
	e.Forget()
	p.dropFrames(false)
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
	if first != p.orientation { // otherwise the last frame of the previous clip would be rotated too
		if err := e.Command("stop"); err != nil {
			return err
		}
	}
	if err := p.turn(e, first); err != nil {
		return err
	}
	p.resize(e)
	// A file has no reason to reference others; an edit list requires it.
	return errors.Join(applyLoop(e, p.State()), e.Set("sid", "1"), e.Set("pause", "yes"),
		e.Set("access-references", yesNo(film)), e.Command("loadfile", path))
}

// orientedPiece is a piece of a film with its start time and orientation.
type orientedPiece struct {
	from        time.Duration
	orientation mp4.Orientation
}

// orientations reads the orientation of each piece.
func orientations(pieces []Piece) (all []orientedPiece) {
	seconds := 0.0
	for _, piece := range pieces {
		all = append(all, orientedPiece{mpv.Duration(seconds), film.OrientationOf(piece.Path)})
		seconds += piece.Seconds
	}
	return all
}

// mixed reports whether the orientations of the pieces differ.
func mixed(pieces []orientedPiece) bool {
	return slices.ContainsFunc(pieces, func(o orientedPiece) bool { return o.orientation != pieces[0].orientation })
}

// turnAt makes the frames from a time on upright. Each piece of a film has its own orientation.
func (p *Player) turnAt(e Engine, at time.Duration) error {
	p.mu.Lock()
	orientation := p.orientation
	for _, piece := range p.pieces {
		if piece.from <= at {
			orientation = piece.orientation
		}
	}
	p.mu.Unlock()
	return p.turn(e, orientation)
}

func (p *Player) turn(e Engine, o mp4.Orientation) error {
	if o == p.orientation {
		return nil
	}
	p.orientation = o
	return e.Set("vf", mpv.TurnOption(o))
}

// measure updates the frame size, which may change within a clip or film.
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

// describe reads the properties of the opened clip.
func (p *Player) describe(e Engine) error {
	path, err := e.String("path")
	if err != nil || path != p.State().Path {
		return err // another clip is loading
	}
	first := func(names ...string) (n int64) {
		for _, name := range names {
			if n, err := e.Int(name); err == nil {
				return n
			}
		}
		return 0 // without this property the first frame sets the size
	}
	coded := []string{"width", "height"}
	if p.orientation.Swaps() {
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
		s.HasSubtitles = subtitles
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

// resubscribe updates the position after a load or seek. It subscribes again under a new reply id, so that the first
// notification belongs to the new position even if the value is unchanged.
func (p *Player) resubscribe(e Engine) error {
	if s := p.State(); s.Loaded && s.Size == (image.Point{}) {
		if err := p.describe(e); err != nil {
			return err
		}
	}
	p.mu.Lock()
	before := p.positionReply
	p.positionReply++
	now := p.positionReply
	p.mu.Unlock()
	if before == replyEnded { // nothing is watched yet
		return e.ObserveNumber(propPosition, now)
	}
	return errors.Join(e.Unobserve(before), e.ObserveNumber(propPosition, now))
}

// resize requests frames in the size of the clip in the panel.
func (p *Player) resize(e Engine) error {
	p.mu.Lock()
	size := frameSize(p.state.Size, p.panel)
	p.mu.Unlock()
	e.Resize(size.X, size.Y)
	return nil
}

func seek(e Engine, at time.Duration) error {
	return e.Command("seek", strconv.FormatFloat(max(0, at).Seconds(), 'f', 6, 64), "absolute+exact")
}

func formatNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func yesNo(v bool) string {
	if v {
		return "yes"
	}
	return "no"
}

// damaged wraps an engine error with the file name. The full path must not appear in errors.
func damaged(path string, err error) error {
	return fmt.Errorf("play %s: %w: %w", filepath.Base(path), media.ErrDamaged, err)
}

// Drops counts the dropped frames of the current clip: by the decoder because it was late, and by the output because
// the next frame was due. done runs on the player's goroutine, and not at all if no clip is open.
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
