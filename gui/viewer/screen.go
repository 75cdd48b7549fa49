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
	"log/slog"
	"sync"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/facts"
	"viviscope/gui/media/player"
	"viviscope/gui/widgets"
)

// Screen is the viewer. See the package documentation for who may call what.
type Screen struct {
	d      Deps
	keeper *keeper
	memory remembered
	primed bool // memory was read

	open  bool
	seq   Sequence
	index int      // in seq; -1: the asset is not in it
	asset db.Asset // zero: nothing is shown
	known known

	images     *imageCache
	full       bool // the window has the whole screen
	clip       *clipPanel
	pic        *picturePanel
	comparison *comparison
	head       *head
	detail     *detail
	board      *board
	layout     *bodyLayout

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
	s := &Screen{d: d, memory: usual(), index: -1}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.keeper = &keeper{s: s}
	s.images = newImageCache(s)
	s.board = newBoard(s)
	s.pic = newPicturePanel(s)
	s.clip = newClipPanel(s)
	s.comparison = newComparison(s)
	s.detail = newDetail(s)
	s.head = newHead(s)
	d.Player.OnState(s.playerChanged)
	s.ShowKeys()
	shown := container.NewStack(s.comparison.object, s.pic.object, s.clip.object, container.NewWithoutLayout(s.board),
		widgets.NewInset(0, edge, 0, edge, widgets.NewRow(0, widgets.NewFixed(arrowWidth, arrowHeight, s.head.before), widgets.NewSpring(),
			widgets.NewFixed(arrowWidth, arrowHeight, s.head.after))))
	s.layout = &bodyLayout{s: s, head: s.head.object, shown: shown,
		foot: container.NewStack(s.pic.foot, s.clip.foot, s.comparison.foot), rule: widgets.NewVRule(), side: s.detail.object}
	s.content = &fyne.Container{Layout: s.layout, Objects: []fyne.CanvasObject{s.layout.head, shown, s.layout.foot, s.layout.rule, s.layout.side}}
	s.refresh()
	return s
}

// Content returns what is shown.
func (s *Screen) Content() fyne.CanvasObject { return s.content }

// First returns what has the keyboard when the viewer comes to the front.
func (s *Screen) First() fyne.Focusable { return s.board }

// Shown reports whether the viewer is open.
func (s *Screen) Shown() bool { return s.open }

// Asset returns what is shown; the zero value for nothing.
func (s *Screen) Asset() db.Asset { return s.asset }

// Open shows an asset of a sequence, through which it then goes. Content is in the window by then, or the keyboard has to
// be put on it by Focus.
func (s *Screen) Open(seq Sequence, a db.Asset) {
	s.seq, s.open = seq, true
	s.prime()
	s.show(a)
	s.Focus()
}

// OpenPair shows two assets of a sequence against each other.
func (s *Screen) OpenPair(seq Sequence, a, b db.Asset) {
	s.Open(seq, b)
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

// Back leaves the comparison, the whole screen or the viewer, whatever was entered last.
func (s *Screen) Back() {
	switch {
	case s.full:
		s.setFull(false)
	case s.comparison.on:
		s.comparison.end()
		s.refresh()
		s.Focus()
	default:
		last := s.asset
		s.Close()
		s.d.Nav.LeaveViewer(last)
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
	widgets.Show(s.pic.object, !comparing && !isClip)
	widgets.Show(s.pic.foot, !comparing && !isClip)
	widgets.Show(s.clip.object, !comparing && isClip)
	widgets.Show(s.clip.foot, !comparing && isClip)
	widgets.Show(s.comparison.foot, comparing)
	s.head.show()
	s.detail.show()
	s.content.Refresh()
}

// setFull gives the window the whole screen, or takes it back.
func (s *Screen) setFull(on bool) {
	if s.full == on {
		return
	}
	s.full = on
	s.d.Nav.FullScreen(on)
	s.refresh()
}

// toggleDetails shows the pane, or puts it away. What is chosen in a wide window is remembered; a narrow one shows it
// when it is asked for.
func (s *Screen) toggleDetails() {
	if s.layout.narrow {
		s.layout.asked = !s.layout.asked
	} else {
		s.memory.NoDetails = !s.memory.NoDetails
		s.keeper.keep(s.memory)
	}
	s.refresh()
}

// prime reads what is remembered, once.
func (s *Screen) prime() {
	if s.primed {
		return
	}
	s.primed = true
	s.run(func() {
		r := s.keeper.read(context.Background())
		s.d.Post(func() {
			s.memory = r
			s.clip.apply()
			s.refresh()
		})
	})
}

// scale gives how many device pixels a px is.
func (s *Screen) scale() float32 { return s.d.Canvas().Scale() }

// The measures of the viewer, px.
const (
	detailWidth = 304
	narrowWidth = 1240 // of the window: below it the pane is there only when it is asked for
	arrowWidth  = 40
	arrowHeight = 48
	edge        = 16
)

// bodyLayout puts head, what is shown, foot and pane together. In the whole screen head and pane are away.
type bodyLayout struct {
	s                             *Screen
	head, shown, foot, rule, side fyne.CanvasObject
	narrow                        bool // the window is
	asked                         bool // the pane was asked for in a narrow window
}

// pane reports whether the pane is to be seen.
func (l *bodyLayout) pane() bool {
	switch {
	case l.s.full, l.s.comparison.on:
		return false
	case l.narrow:
		return l.asked
	}
	return !l.s.memory.NoDetails
}

// MinSize is that of head, foot and a little room for what is shown.
func (l *bodyLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	h, f := l.head.MinSize(), l.foot.MinSize()
	return fyne.NewSize(max(h.Width, f.Width), h.Height+f.Height+120)
}

// Layout places the parts.
func (l *bodyLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l.narrow = size.Width < narrowWidth
	pane := l.pane()
	l.s.head.details.SetOn(pane)
	widgets.Show(l.head, !l.s.full)
	widgets.Show(l.rule, pane)
	widgets.Show(l.side, pane)
	top, width := float32(0), size.Width
	if !l.s.full {
		top = l.head.MinSize().Height
		widgets.Place(l.head, 0, 0, size.Width, top)
	}
	if pane {
		width -= detailWidth + 1
		widgets.Place(l.rule, width, top, 1, size.Height-top)
		widgets.Place(l.side, width+1, top, detailWidth, size.Height-top)
	}
	foot := widgets.HeightFor(l.foot, width)
	widgets.Place(l.shown, 0, top, width, size.Height-top-foot)
	widgets.Place(l.foot, 0, size.Height-foot, width, foot)
}

// settingName is the setting that holds what is remembered.
const settingName = "viewer"

// remembered is what the viewer keeps from one clip, and one start, to the next.
type remembered struct {
	Volume    float64 `json:"volume"` // 0 to 100
	Muted     bool    `json:"muted,omitempty"`
	Speed     float64 `json:"speed"`
	Loop      bool    `json:"loop,omitempty"`
	NoDetails bool    `json:"no_details,omitempty"` // the pane was put away in a wide window
}

func usual() remembered { return remembered{Volume: 80, Speed: 1} }

// keeper writes the newest of what is remembered. A slider that is dragged writes a few times and not at every pixel.
type keeper struct {
	s *Screen

	newest  atomic.Pointer[remembered] // nil: it is written
	writing sync.Mutex
}

// keep notes a value to be written.
func (k *keeper) keep(r remembered) {
	if k.newest.Swap(&r) != nil {
		return // the write that is to come takes this one
	}
	k.s.run(func() {
		k.writing.Lock()
		defer k.writing.Unlock()
		if r := k.newest.Swap(nil); r != nil {
			if err := k.s.d.Library.SetSetting(context.Background(), settingName, *r); err != nil {
				k.s.d.Log().Warn("remember how clips are played", slog.Any("err", err))
			}
		}
	})
}

// read gets what was remembered; the usual where nothing was or it cannot be read.
func (k *keeper) read(ctx context.Context) remembered {
	r := usual()
	if _, err := k.s.d.Library.Setting(ctx, settingName, &r); err != nil {
		k.s.d.Log().Warn("read how clips are played", slog.Any("err", err))
		return usual()
	}
	r.Volume, r.Speed = min(max(r.Volume, 0), 100), min(max(r.Speed, 0.25), 4)
	return r
}
