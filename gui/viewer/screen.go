// Package viewer shows one picture or clip as large as the window is, with what made it beside it.
//
// A [Screen] stands in the place of rail and places. It goes through a [Sequence], which is whatever order and filter the
// person came from, and so never loads a list of its own. Pictures are decoded off the window's goroutine, the
// neighbours ahead of time within a bound of bytes. Clips are played by one player that is kept. Two assets are compared by
// compare.Pair, two clips in step.
//
// All that can be done by a key stands in [Screen.Actions], which is what the keys are looked up in and what the sheet of
// keys shows. Everything here belongs to the window's goroutine unless it says otherwise.
package viewer

import (
	"context"
	"errors"
	"image"
	"log/slog"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/viewer/facts"
)

// Sequence is the order in which a person looks at things: the gallery as it is filtered and sorted. Its methods are called on
// the window's goroutine and must not block.
type Sequence interface {
	Len() int
	At(i int) (a db.Asset, ok bool) // ok is false while the row is not read
	IndexOf(id int64) int           // -1: it is not in it, or not any more
}

// Library is what the viewer reads and keeps. *db.Library is one. Its methods are called off the window's goroutine.
type Library interface {
	facts.Library
	action.Settings
	AbsPath(rel string) (string, error)
	Asset(ctx context.Context, id int64) (db.Asset, error)
}

// Player plays one clip. *player.Player is one.
type Player interface {
	player.Source
	OnState(func(player.State))
	Load(path string)
	Unload()
	Play()
	Pause()
	Toggle()
	SeekExact(at time.Duration)
	SeekFrame(n int)
	Step(n int)
	SetSpeed(factor float64)
	SetVolume(percent float64)
	SetMuted(muted bool)
	SetWords(shown bool)
	SetLoop(from, to time.Duration)
	NoLoop()
}

// Clips play two clips in step. *player.Pair is one.
type Clips interface {
	Load(a, b string)
	Toggle()
	SeekExact(at time.Duration)
	Step(n int)
	SetSpeed(factor float64)
	SetVolume(percent float64)
	SetMuted(muted bool)
	SetLoop(on bool)
	Panel(width, height int)         // of each, in device pixels
	OnFrames(a, b func(*image.RGBA)) // who gets the pictures
	Close()                          // waits: off the window's goroutine
}

// Deps is what a viewer needs. All functions are called on the window's goroutine unless they say otherwise.
type Deps struct {
	action.Host
	Viewer    action.Viewer
	Creator   action.Creator
	Exchange  action.Exchange
	Navigator action.Navigator
	Organizer action.Organizer
	Library   Library
	Pictures  media.Pictures
	Player    Player
	NewClips  func(onState func(player.PairState)) Clips
	Judge     facts.Judge // nil: what is shown counts as whole
}

// Screen is the viewer. See the package documentation for who may call what.
type Screen struct {
	d      Deps
	memory remembered
	primed bool // memory was read
	saver  action.Saver

	open  bool
	alone bool // there is a comparison and nothing else: it stands in a part of another screen
	pair  bool // it was opened for a comparison: leaving that closes it
	seq   Sequence
	index int      // in seq; -1: the asset is not in it
	asset db.Asset // zero: nothing is shown
	known known

	shown      *fyne.Container // picture, clip and comparison, of which one is seen
	images     *imageCache
	full       bool // the window has the whole screen
	clip       *clipPanel
	pic        *picturePanel
	comparison *comparison
	head       *head
	detail     *detail
	board      *board
	foot       *fyne.Container
	side       *kit.SidePane

	content fyne.CanvasObject
	ctx     context.Context // of what is read for the asset
	stop    context.CancelFunc
}

// known is what was read about the asset that is shown.
type known struct {
	facts.Known
	read   bool
	gone   bool // its row is not in the library
	unread bool // something of it could not be read
}

// New makes the viewer, closed. [Screen.Open] shows something.
func New(d Deps) *Screen {
	s := &Screen{d: d, memory: usual(), index: -1, saver: action.Saver{Host: d.Host, Settings: d.Library}}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.images = newImageCache(s)
	s.board = newBoard(s)
	s.pic = newPicturePanel(s)
	s.clip = newClipPanel(s)
	s.comparison = newComparison(s)
	s.detail = newDetail(s)
	s.head = newHead(s)
	d.Player.OnState(s.playerChanged)
	s.head.show()
	s.shown = container.NewStack(s.comparison.object, s.pic.object, s.clip.object, container.NewWithoutLayout(s.board),
		kit.NewInset(0, edge, 0, edge, kit.NewRow(0, kit.NewFixed(arrowWidth, arrowHeight, s.head.before), kit.NewSpring(),
			kit.NewFixed(arrowWidth, arrowHeight, s.head.after))))
	s.foot = container.NewStack(s.pic.foot, s.clip.foot, s.comparison.foot)
	s.side = kit.NewSidePane(kit.NewFilled(0, s.shown, s.shown, s.foot), s.detail.object, detailWidth, s.head.details)
	s.side.Away, s.head.details.OnTapped = &s.memory.NoDetails, func() { s.andFocus(s.toggleDetails) }
	s.content = kit.NewFilled(0, s.side.Object(), s.head.object, s.side.Object())
	s.refresh()
	return s
}

func (s *Screen) Content() fyne.CanvasObject { return s.content }

// First returns what has the keyboard when the viewer comes to the front.
func (s *Screen) First() fyne.Focusable { return s.board }

// Shown reports whether the viewer is open.
func (s *Screen) Shown() bool { return s.open }

// Asset returns what is shown; the zero value for nothing.
func (s *Screen) Asset() db.Asset { return s.asset }

// Open shows an asset of a sequence, through which it then goes. A clip begins to play. Content is in the window by then, or the keyboard has to
// be put on it by Focus.
func (s *Screen) Open(seq Sequence, a db.Asset) {
	s.seq, s.open, s.alone, s.pair = seq, true, false, false
	s.prime()
	s.show(a, !s.d.ReduceMotion())
	s.Focus()
}

// OpenIn shows an asset of a list, through which it then goes.
func (s *Screen) OpenIn(assets []db.Asset, a db.Asset) { s.Open(&list{slices.Clone(assets)}, a) }

// list is a sequence of assets that loses what is moved to the trash from it.
type list struct{ assets []db.Asset }

func (l *list) Len() int { return len(l.assets) }

func (l *list) At(i int) (db.Asset, bool) { return l.assets[i], true }

func (l *list) IndexOf(id int64) int {
	return slices.IndexFunc(l.assets, func(a db.Asset) bool { return a.ID == id })
}

// OpenPair shows two assets of a sequence against each other; of a clip against a picture what it shows at a time.
func (s *Screen) OpenPair(seq Sequence, a, b db.Asset, at time.Duration) {
	s.Open(seq, b)
	s.pair = true
	s.comparison.startAt(a, at)
}

// OpenAlone shows two assets against each other in a part of another screen.
func (s *Screen) OpenAlone(a, b db.Asset) {
	s.Open(nil, b)
	s.alone, s.pair = true, true
	s.comparison.start(a)
}

// Close lets go of everything that is shown; nothing is called back.
func (s *Screen) Close() {
	if !s.open {
		return
	}
	s.open = false
	s.setFull(false)
	s.comparison.end()
	s.stop()
	s.asset, s.known, s.seq, s.index = db.Asset{}, known{}, nil, -1
	s.images.prefetch()
	s.pic.clear()
	s.clip.clear()
	s.refresh()
}

// Flush writes what is remembered, before the program ends. It blocks on the library.
func (s *Screen) Flush(ctx context.Context) error { return s.saver.Flush(ctx) }

// Unsaved reports whether anything is not yet written. Any goroutine.
func (s *Screen) Unsaved() bool { return s.saver.Unsaved() }

// Back leaves the comparison, the whole screen or the viewer, whatever was entered last.
func (s *Screen) Back() {
	switch {
	case s.full:
		s.setFull(false)
	case s.comparison.on && !s.pair:
		s.comparison.end()
		s.refresh()
		s.Focus()
	default:
		last := []int64{s.asset.ID}
		if s.comparison.on {
			last = append(last, s.comparison.other.ID)
		}
		s.Close()
		s.d.Viewer.LeaveViewer(last...)
	}
}

// Focus puts the keyboard on what is shown.
func (s *Screen) Focus() {
	if s.open {
		s.d.Canvas().Focus(s.board)
	}
}

// andFocus does something and puts the keyboard back on what is shown.
func (s *Screen) andFocus(do func()) {
	do()
	s.Focus()
}

// SequenceChanged says that the sequence was read anew, with the same order or another.
func (s *Screen) SequenceChanged() {
	if s.open && s.seq != nil {
		s.index = s.seq.IndexOf(s.asset.ID)
		s.head.show()
	}
}

// Update reads the asset that is shown again and shows what changed. Any goroutine but the window's.
func (s *Screen) Update(ctx context.Context) {
	var a db.Asset
	done := make(chan struct{})
	s.d.Post(func() { a = s.asset; close(done) })
	select {
	case <-done:
	case <-ctx.Done():
		return
	}
	if a.ID != 0 {
		s.read(ctx, a)
	}
}

// run does work off the window's goroutine.
func (s *Screen) run(f func()) { s.d.Go(func(context.Context) { f() }) }

// imageDecoded shows a picture, or why there is none.
func (s *Screen) imageDecoded(id int64) {
	if id == s.asset.ID && s.asset.Kind == db.Picture {
		s.pic.load(s.asset)
		s.refresh()
	}
}

// playerChanged takes a new state of the player.
func (s *Screen) playerChanged(st player.State) {
	if s.open && s.asset.Kind == db.Clip {
		s.clip.playing(st)
	}
}

// refresh shows the parts that belong to what is shown.
func (s *Screen) refresh() {
	isClip, comparing := s.asset.Kind == db.Clip, s.comparison.on
	kit.Show(s.pic.object, !comparing && !isClip)
	kit.Show(s.pic.foot, !comparing && !isClip)
	kit.Show(s.clip.object, !comparing && isClip)
	kit.Show(s.clip.foot, !comparing && isClip)
	kit.Show(s.comparison.object, comparing)
	kit.Show(s.comparison.foot, comparing)
	kit.Show(s.head.object, !s.full)
	s.side.Off = s.full || comparing
	s.head.show()
	s.detail.show()
	s.side.Object().Refresh()
	s.content.Refresh()
}

// setFull gives the window the whole screen, or takes it back.
func (s *Screen) setFull(on bool) {
	if s.full == on {
		return
	}
	s.full = on
	s.d.Viewer.FullScreen(on)
	s.refresh()
}

// toggleDetails shows the pane, or puts it away. What is chosen in a wide window is remembered.
func (s *Screen) toggleDetails() {
	before := s.memory
	s.side.Toggle()
	if s.memory != before {
		s.saver.Put(settingName, s.memory)
	}
}

// scale gives how many device pixels a px is.
func (s *Screen) scale() float32 { return s.d.Canvas().Scale() }

// The measures of the viewer, px.
const (
	detailWidth = 304
	arrowWidth  = 40
	arrowHeight = 48
	edge        = 16
)

// show shows an asset, alone; play: a clip begins to play, else it stands at its beginning.
func (s *Screen) show(a db.Asset, play bool) {
	s.comparison.end()
	s.stop()
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.asset, s.known = a, known{}
	s.index = -1
	if s.seq != nil {
		s.index = s.seq.IndexOf(a.ID)
	}
	s.prefetch()
	if a.Kind == db.Clip {
		s.pic.clear()
		s.clip.load(a, play)
	} else {
		s.clip.clear()
		s.pic.load(a)
	}
	s.refresh()
	ctx := s.ctx
	s.run(func() { s.read(ctx, a) })
}

// prefetch has the picture that is shown decoded, and its neighbours after it.
func (s *Screen) prefetch() {
	var want []db.Asset
	if s.asset.Kind == db.Picture {
		want = append(want, s.asset)
	}
	for _, step := range []int{1, -1} {
		if a, ok := s.neighbour(step); ok && a.Kind == db.Picture {
			want = append(want, a)
		}
	}
	s.images.prefetch(want...)
}

// neighbour gives the asset that many places on, or back.
func (s *Screen) neighbour(step int) (db.Asset, bool) {
	if s.seq == nil || s.index < 0 {
		return db.Asset{}, false
	}
	i := s.index + step
	if i < 0 || i >= s.seq.Len() {
		return db.Asset{}, false
	}
	return s.seq.At(i)
}

// step shows the asset that many places on, or back, where there is one.
func (s *Screen) step(n int) {
	if a, ok := s.neighbour(n); ok {
		s.show(a, s.clip.plays())
	}
}

// end shows the first asset of the sequence, or the last.
func (s *Screen) end(last bool) {
	if s.seq == nil || s.seq.Len() == 0 {
		return
	}
	i := 0
	if last {
		i = s.seq.Len() - 1
	}
	if a, ok := s.seq.At(i); ok && a.ID != s.asset.ID {
		s.show(a, s.clip.plays())
	}
}

// follow shows an asset that the one before led to; the sequence stays, though it may not be in it.
func (s *Screen) follow(a db.Asset) {
	s.show(a, !s.d.ReduceMotion())
	s.Focus()
}

// read reads the row of an asset, what made it and its family, and shows all of it at once. Off the window's goroutine.
func (s *Screen) read(ctx context.Context, a db.Asset) {
	k := known{read: true}
	row, err := s.d.Library.Asset(ctx, a.ID)
	switch {
	case errors.Is(err, db.ErrNotFound):
		k.gone, row = true, a
	case err != nil:
		row, k.unread = a, s.cannotRead(ctx, a, err)
	}
	if k.Known, err = facts.ReadKnown(ctx, s.d.Library, s.d.Creator, s.d.Profile(), row); err != nil {
		k.unread = s.cannotRead(ctx, a, err)
	}
	s.d.Post(func() {
		if ctx.Err() != nil || s.asset.ID != a.ID {
			return
		}
		moved := row.Path != s.asset.Path
		s.asset, s.known = row, k
		if moved { // into the trash, or out of it
			s.images.forget(row.ID)
			s.prefetch()
			if row.Kind == db.Clip {
				s.clip.load(row, s.clip.plays())
			}
		}
		s.refresh()
	})
}

// cannotRead takes note of what could not be read; it answers true.
func (s *Screen) cannotRead(ctx context.Context, a db.Asset, err error) bool {
	if ctx.Err() == nil {
		s.d.Log().Warn("cannot read what belongs to an asset", slog.Int64("asset", a.ID), slog.Any("err", err))
	}
	return true
}
