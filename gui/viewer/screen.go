// Package viewer shows one picture or clip as large as the window, with the facts of it beside it.
//
// A [Screen] covers rail and places. It goes through a [Sequence], which is the order and the filter of the screen
// before, and so never loads a list of its own. Pictures are decoded on other goroutines, the neighbours in advance
// within a bound of bytes. Clips are played by one player that is kept. Two assets are compared by compare.Pair, two
// clips in step.
//
// [Screen.Actions] returns every action that a key can do. The keys and the key sheet use it. Everything here belongs
// to the window's goroutine, unless noted otherwise.
//
// The layers, from top to bottom; a file uses only layers below its own:
//
//	screen                                  opens, walks and closes; composes the parts
//	head, detail, commands                  the row above, the pane beside, the actions with their keys
//	comparison, candidates                  the comparison of two assets, and the assets to compare with
//	clip, picture, transport, trouble, board   the shown asset and its controls; the keyboard
//	subject, sequence, preferences, cache, playback, controls, deps   the asset, its order, settings, decoded pictures
package viewer

import (
	"context"
	"errors"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/kit"
	"viviscope/gui/media/player"
)

// Screen is the viewer. It composes the parts and connects them.
type Screen struct {
	d      *Deps
	now    *subject
	memory *preferences
	open   bool
	full   bool // the viewer covers the whole screen

	images     *imageCache
	clip       *clipPanel
	pic        *picturePanel
	comparison *comparison
	commands   *commands
	head       *head
	detail     *detail
	keySink    *keySink
	shown      *fyne.Container // picture, clip and comparison; one is visible
	foot       *fyne.Container // nil until the parts are laid out
	side       *kit.SidePane
	content    fyne.CanvasObject
}

// Measures of the arrows, px.
const (
	arrowWidth  = 40
	arrowHeight = 48
)

// New returns the viewer, closed. [Screen.Open] shows something.
func New(d Deps) *Screen {
	s := &Screen{d: &d, now: newSubject()}
	s.memory = newPreferences(s.d)
	s.newParts()
	s.d.Player.OnState(s.setPlayerState)
	s.head.update()
	s.layOut()
	s.refresh()
	return s
}

// newParts makes the parts and connects them.
func (s *Screen) newParts() {
	d, focus := s.d, focuser(s.thenFocus)
	s.images = newImageCache(d)
	s.images.onDecoded = s.showDecoded
	s.keySink = newKeySink(d.Host, s.now)
	c := &commands{d: d, now: s.now, memory: s.memory}
	s.commands = c
	toggleFull := func() { s.setFull(!s.full) }
	s.pic = newPicturePanel(d, s.now, s.images, focus, newTroublePanel(c.all, s.refreshShown))
	s.clip = newClipPanel(d, s.now, s.memory, focus, newTroublePanel(c.all, s.refreshShown), clipCallbacks{
		onResized: s.fitFoot, onFullScreen: toggleFull, mayPlay: func() bool { return !s.comparison.on },
	})
	s.comparison = newComparison(d, s.now, s.memory, s.images, s.clip, focus, comparisonCallbacks{
		onStarted: s.refresh, onResized: s.fitFoot, onKey: s.keySink.TypedKey, onBack: func() { s.setCompare(false) },
		onKeep: s.keep,
	})
	c.pic, c.clip, c.comparison = s.pic, s.clip, s.comparison
	c.commandCallbacks = commandCallbacks{
		onMove: s.step, onOutermost: s.showOutermost, onDetails: s.toggleDetails, onCompare: s.setCompare,
		onFullScreen: toggleFull, onLeave: s.Back, onStar: func(bool) { s.head.update() }, onTrash: s.trash,
		spendsHidden: func() bool { return !s.side.Seen() },
	}
	s.keySink.onTyped, s.keySink.onHold, s.keySink.onLost = s.typed, c.hold, c.endHold
	s.detail = newDetail(d, s.now, s.images, s.clip, focus, c.all, detailCallbacks{
		onFollow:       s.follow,
		onCompare:      func(a db.Asset) { focus(func() { s.comparison.start(a) }) },
		onCompareFirst: func(a db.Asset) { focus(func() { s.comparison.startAt(a, 0) }) },
	})
	s.head = newHead(s.now, s.comparison, focus, c.all, headCallbacks{
		onLeave: s.Back, onCompare: s.setCompare, onFullScreen: toggleFull, onMove: s.step,
	})
}

// layOut arranges the parts.
func (s *Screen) layOut() {
	arrows := kit.NewRow(0, kit.NewFixed(arrowWidth, arrowHeight, s.head.before), kit.NewSpring(),
		kit.NewFixed(arrowWidth, arrowHeight, s.head.after))
	s.shown = container.NewStack(s.comparison.object, s.pic.object, s.clip.object,
		container.NewWithoutLayout(s.keySink),
		kit.NewInset(0, edge, 0, edge, arrows))
	s.foot = container.NewStack(s.pic.foot, s.clip.foot, s.comparison.foot)
	s.side = kit.NewSidePane(kit.NewFilled(0, s.shown, s.shown, s.foot), s.detail.object, detailWidth, s.head.details)
	s.side.Away, s.head.details.OnTapped = &s.memory.NoDetails, func() { s.thenFocus(s.toggleDetails) }
	s.content = kit.NewFilled(0, s.side.Object(), s.head.object, s.side.Object())
}

func (s *Screen) Content() fyne.CanvasObject { return s.content }

// First returns the object that gets the focus when the viewer is shown.
func (s *Screen) First() fyne.Focusable { return s.keySink }

// Shown reports whether the viewer is open.
func (s *Screen) Shown() bool { return s.open }

// Asset returns the shown asset; the zero value if there is none.
func (s *Screen) Asset() db.Asset { return s.now.asset }

// Actions returns the actions that are possible now.
func (s *Screen) Actions() []action.Action { return s.commands.list() }

// Key does the action of a key and reports whether there is one. The window calls it while no control has the focus.
func (s *Screen) Key(e *fyne.KeyEvent) bool { return s.typed(e, false) }

func (s *Screen) typed(e *fyne.KeyEvent, repeats bool) bool {
	return s.open && s.commands.perform(e, repeats)
}

// Open shows an asset of a sequence, through which it then goes. A clip starts to play. Content must be in the
// window, or Focus must be called later.
func (s *Screen) Open(seq Sequence, a db.Asset) {
	s.now.seq, s.open, s.now.alone, s.comparison.opened = seq, true, false, false
	s.memory.prime(func() {
		s.clip.applyPreferences()
		s.refresh()
	})
	s.show(a, !s.d.ReduceMotion())
	s.Focus()
}

// OpenIn shows an asset of a list, through which it then goes.
func (s *Screen) OpenIn(assets []db.Asset, a db.Asset) { s.Open(&list{slices.Clone(assets)}, a) }

// OpenPair compares two assets of a sequence. A clip is compared with a picture at a time.
func (s *Screen) OpenPair(seq Sequence, a, b db.Asset, at time.Duration) {
	s.Open(seq, b)
	s.comparison.opened = true
	s.comparison.startAt(a, at)
}

// OpenAlone compares two assets in a part of another screen.
func (s *Screen) OpenAlone(a, b db.Asset) {
	s.Open(nil, b)
	s.now.alone, s.comparison.opened = true, true
	s.comparison.start(a)
}

// Close releases everything that is shown. Nothing is called back.
func (s *Screen) Close() {
	if !s.open {
		return
	}
	s.open = false
	s.setFull(false)
	s.comparison.end()
	s.now.clear()
	s.images.prefetch()
	s.pic.unload()
	s.clip.unload()
	s.refresh()
}

// Flush stores the preferences, before the program ends. It blocks on the library.
func (s *Screen) Flush(ctx context.Context) error { return s.memory.saver.Flush(ctx) }

// Unsaved reports whether anything is not stored yet. It may be called on any goroutine.
func (s *Screen) Unsaved() bool { return s.memory.saver.Unsaved() }

// Back leaves the full screen, the comparison or the viewer, whatever was entered last.
func (s *Screen) Back() {
	switch {
	case s.full:
		s.setFull(false)
	case s.comparison.on && !s.comparison.opened:
		s.comparison.end()
		s.refresh()
		s.Focus()
	default:
		last := []int64{s.now.asset.ID}
		if s.comparison.on {
			last = append(last, s.comparison.other.ID)
		}
		s.Close()
		s.d.Viewer.LeaveViewer(last...)
	}
}

// Focus focuses the shown asset.
func (s *Screen) Focus() {
	if s.open {
		s.d.Canvas().Focus(s.keySink)
	}
}

// thenFocus does something and focuses the shown asset again.
func (s *Screen) thenFocus(do func()) {
	do()
	s.Focus()
}

// SequenceChanged must be called after the sequence was read again.
func (s *Screen) SequenceChanged() {
	if s.open && s.now.seq != nil {
		s.now.find()
		s.head.update()
	}
}

// Update reads the shown asset again and shows what changed. It must not be called on the window's goroutine.
func (s *Screen) Update(ctx context.Context) {
	var a db.Asset
	done := make(chan struct{})
	s.d.Post(func() { a = s.now.asset; close(done) })
	select {
	case <-done:
	case <-ctx.Done():
		return
	}
	if a.ID != 0 {
		s.read(ctx, a)
	}
}

// showDecoded shows a picture that was decoded, or why it cannot be.
func (s *Screen) showDecoded(id int64) {
	if id == s.now.asset.ID && s.now.asset.Kind == db.Picture {
		s.pic.load(s.now.asset)
		s.refresh()
	}
}

// setPlayerState shows a new state of the player.
func (s *Screen) setPlayerState(st player.State) {
	if s.open && s.now.asset.Kind == db.Clip {
		s.clip.setState(st)
	}
}

// refresh shows the parts for the shown asset and hides the others.
func (s *Screen) refresh() {
	isClip, comparing := s.now.asset.Kind == db.Clip, s.comparison.on
	kit.Show(s.pic.object, !comparing && !isClip)
	kit.Show(s.pic.foot, !comparing && !isClip)
	kit.Show(s.clip.object, !comparing && isClip)
	kit.Show(s.clip.foot, !comparing && isClip)
	kit.Show(s.comparison.object, comparing)
	kit.Show(s.comparison.foot, comparing)
	kit.Show(s.head.object, !s.full)
	s.side.Off = s.full || comparing
	s.head.update()
	s.detail.update()
	s.side.Object().Refresh()
	s.content.Refresh()
}

// refreshShown lays the panels out again. The panel of clips has no size before it was visible, as after a picture was
// opened first.
func (s *Screen) refreshShown() {
	s.shown.Refresh()
	s.clip.object.Refresh()
}

// fitFoot lays the viewer out again if the controls under the asset need another height.
func (s *Screen) fitFoot() {
	if s.foot == nil {
		return
	}
	size := s.foot.Size()
	if size.Width > 0 && kit.HeightFor(s.foot, size.Width) != size.Height {
		s.side.Object().Refresh()
	}
}

// setFull enters or leaves the full screen.
func (s *Screen) setFull(on bool) {
	if s.full == on {
		return
	}
	s.full = on
	s.d.Viewer.FullScreen(on)
	s.refresh()
}

// setCompare starts to compare with the closest candidate, or ends the comparison.
func (s *Screen) setCompare(on bool) {
	switch {
	case on == s.comparison.on:
	case !on && s.now.alone:
		s.Back()
	case !on:
		s.comparison.end()
	case s.comparison.startNearest():
		return
	}
	s.refresh()
}

// keep shows one of two compared assets alone: the other one is about to be moved to the trash.
func (s *Screen) keep(kept db.Asset) {
	if s.now.alone {
		s.Back()
		return
	}
	s.show(kept, false)
	s.Focus()
}

// trash shows the next asset, else the one before, and moves assets to the trash. Without either it leaves.
func (s *Screen) trash(ids []int64, move func(ids ...int64)) {
	next, ok := s.now.neighbour(1)
	if !ok {
		next, ok = s.now.neighbour(-1)
	}
	if l, listed := s.now.seq.(*list); listed {
		l.remove(ids)
	}
	if ok {
		s.show(next, s.clip.plays())
		s.Focus()
	}
	move(ids...)
	if !ok {
		s.setFull(false)
		s.Back()
	}
}

// toggleDetails shows or hides the pane. The choice in a wide window is remembered.
func (s *Screen) toggleDetails() {
	before := s.memory.preferenceValues
	s.side.Toggle()
	if s.memory.preferenceValues != before {
		s.memory.save()
	}
}

// show shows an asset alone. play: a clip starts to play, else it stays at its beginning.
func (s *Screen) show(a db.Asset, play bool) {
	s.comparison.end()
	s.now.set(a)
	s.prefetch()
	if a.Kind == db.Clip {
		s.pic.unload()
		s.clip.load(a, play)
	} else {
		s.clip.unload()
		s.pic.load(a)
	}
	s.refresh()
	ctx := s.now.ctx
	s.d.Go(func(context.Context) { s.read(ctx, a) })
}

// prefetch decodes the picture that is shown, and then its neighbours.
func (s *Screen) prefetch() {
	var want []db.Asset
	if s.now.asset.Kind == db.Picture {
		want = append(want, s.now.asset)
	}
	for _, step := range []int{1, -1} {
		if a, ok := s.now.neighbour(step); ok && a.Kind == db.Picture {
			want = append(want, a)
		}
	}
	s.images.prefetch(want...)
}

// step shows the asset that many places further, if there is one.
func (s *Screen) step(n int) {
	if a, ok := s.now.neighbour(n); ok {
		s.show(a, s.clip.plays())
	}
}

// showOutermost shows the first asset of the sequence, or the last.
func (s *Screen) showOutermost(last bool) {
	if a, ok := s.now.outermost(last); ok {
		s.show(a, s.clip.plays())
	}
}

// follow shows a relative of the asset. The sequence stays, although the relative may not be in it.
func (s *Screen) follow(a db.Asset) {
	s.show(a, !s.d.ReduceMotion())
	s.Focus()
}

// read reads the row of an asset, what made it and its family, and shows all of it at once. It blocks on the library.
func (s *Screen) read(ctx context.Context, a db.Asset) {
	k := known{read: true}
	row, err := s.d.Library.Asset(ctx, a.ID)
	switch {
	case errors.Is(err, db.ErrNotFound):
		k.gone, row = true, a
	case err != nil:
		row, k.unread = a, true
		logReadError(ctx, s.d, a, err)
	}
	if k.Known, err = facts.ReadKnown(ctx, s.d.Library, s.d.Creator, s.d.Profile(), row); err != nil {
		k.unread = true
		logReadError(ctx, s.d, a, err)
	}
	s.d.Post(func() {
		if ctx.Err() != nil || s.now.asset.ID != a.ID {
			return
		}
		moved := row.Path != s.now.asset.Path
		s.now.asset, s.now.known = row, k
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
