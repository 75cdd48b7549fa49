package viewer

import (
	"context"
	"image"
	"log/slog"
	"math"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/viewer/compare"
	"viviscope/resources"
)

// comparison compares the shown asset (B) with another one (A).
type comparison struct {
	d      *Deps
	now    *subject
	memory *preferences
	images *imageCache
	clip   *clipPanel

	pair   *compare.Pair
	on     bool
	clips  bool // both are clips, played in step
	other  db.Asset
	beside bool // the two are side by side because their shapes differ
	back   bool // only the original is shown, until the key is pressed again
	opened bool // the viewer was opened for the comparison: leaving it closes the viewer

	play    Clips
	cancel  func() // of the pictures of film
	state   player.PairState
	frame   [2]*image.RGBA
	stop    context.CancelFunc // cancels the decoding
	note    *kit.Text
	modes   *kit.Segmented
	swap    *kit.Button
	playing *kit.Button
	at      *kit.Text
	film    *kit.Filmstrip // of two clips
	strip   fyne.CanvasObject
	sizes   *kit.Text
	trashA  *kit.Button
	trashB  *kit.Button
	edit    *kit.Button
	object  fyne.CanvasObject
	foot    fyne.CanvasObject

	comparisonCallbacks
}

// comparisonCallbacks connect the comparison to the viewer.
type comparisonCallbacks struct {
	onStarted func()               // the comparison started, or shows other assets
	onResized func()               // the controls may need another height
	onKey     func(*fyne.KeyEvent) // a key was typed on the pictures
	onBack    func()               // the single asset shall be shown again
	onKeep    func(kept db.Asset)  // the other of the two is about to be moved to the trash
}

// swapKey swaps the two sides. Its button shows it.
const swapKey = fyne.KeyX

func newComparison(
	d *Deps, now *subject, memory *preferences, images *imageCache, clip *clipPanel, focus focuser,
	on comparisonCallbacks,
) *comparison {
	v := &comparison{d: d, now: now, memory: memory, images: images, clip: clip, stop: func() {},
		comparisonCallbacks: on}
	v.pair = compare.NewPair(d.Host, v.update, on.onKey)
	v.modes = kit.NewSegmented(compare.ModeWords(), func(i int) {
		focus(func() { v.pair.SetMode(compare.Mode(i)) })
	}).Tight()
	swap := lang.X("verb", "Swap") + "  " + action.Chord{Key: swapKey}.Words(action.OnMac)
	v.swap = kit.NewButton(swap, resources.IconSwap, kit.Plain, focus.wrap(v.pair.Swap))
	v.playing = kit.NewIconButton(resources.IconPlay, lang.X("verb", "Play"), focus.wrap(v.toggle))
	v.at = kit.NewText("", resources.SizeBody, resources.Text1, false)
	v.sizes = kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	v.note = kit.NewText("", resources.SizeSM, resources.Warn, false).Ellipsis()
	fit := kit.NewButton(lang.X("verb", "Fit"), nil, kit.Plain, focus.wrap(v.pair.Fit))
	actual := kit.NewButton("1:1", nil, kit.Plain, focus.wrap(v.pair.Actual))
	v.trashA = kit.NewButton(lang.L("Trash A"), resources.IconTrash, kit.Plain, func() { v.trash(0) })
	v.trashB = kit.NewButton(lang.L("Trash B"), resources.IconTrash, kit.Plain, func() { v.trash(1) })
	v.edit = kit.NewButton(lang.L("Edit B"), nil, kit.Primary, func() { d.Creator.Edit(now.asset) })
	v.object = container.NewStack(kit.NewGround(resources.BgScreen), v.pair)
	v.film = kit.NewFilmstrip(func(at time.Duration) { v.play.SeekExact(at) }, nil)
	v.strip = container.NewStack(kit.NewGround(resources.BgPanel),
		kit.NewColumn(0, kit.NewRule(), kit.NewInset(8, edge, 4, edge, v.film)))
	v.foot = kit.NewColumn(0, v.strip, newFootBar([]fyne.CanvasObject{v.playing, v.at, v.modes, v.swap, v.note},
		[]fyne.CanvasObject{v.sizes, fit, actual, v.trashA, v.trashB, v.edit}))
	return v
}

// startNearest compares the asset with the closest candidate. It returns false if there is none.
func (v *comparison) startNearest() bool {
	list := v.candidates()
	if len(list) > 0 {
		v.start(list[0].asset)
	}
	return len(list) > 0
}

// toggleOriginal shows the source of the asset in its place, and the asset again.
func (v *comparison) toggleOriginal() {
	from := v.now.known.Family.MadeFrom
	switch {
	case v.on && v.back:
		v.onBack()
	case len(from) > 0 && from[0].Asset != nil:
		v.start(*from[0].Asset)
		v.back = true
		v.pair.SetMode(compare.OnlyA)
	}
}

// start compares the shown asset with another one. A clip is compared at its current frame.
func (v *comparison) start(other db.Asset) { v.startAt(other, v.clip.state.Position) }

// startAt compares the shown asset with another one. A clip is compared with a picture at a time.
func (v *comparison) startAt(other db.Asset, at time.Duration) {
	v.drop()
	v.on, v.other, v.back = true, other, false
	v.clips = other.Kind == db.Clip && v.now.asset.Kind == db.Clip
	if v.now.asset.Kind == db.Clip {
		v.clip.pause()
	}
	v.chooseMode()
	ctx, stop := context.WithCancel(v.now.ctx)
	v.stop = stop
	if v.clips {
		v.playBoth(ctx)
	} else {
		v.decode(ctx, at)
	}
	v.onStarted()
	v.update()
}

// chooseMode chooses how the two are shown at first. Those of different shapes are beside each other, because a slider
// would show only a part of each.
func (v *comparison) chooseMode() {
	mode := v.pair.Mode()
	alone := mode == compare.OnlyA || mode == compare.OnlyB
	switch {
	case !sameShape(v.other, v.now.asset) && (v.clips || alone || mode == compare.Slider):
		v.beside = true
		v.pair.SetMode(compare.Side)
	case alone, v.clips, v.beside && mode == compare.Side:
		v.beside = false
		v.pair.SetMode(compare.Slider)
	}
}

// sameShape reports whether two assets have the same ratio of width to height, or one that is unknown.
func sameShape(a, b db.Asset) bool {
	if min(a.Width, a.Height, b.Width, b.Height) <= 0 {
		return true
	}
	ratio := float64(a.Width) * float64(b.Height) / (float64(a.Height) * float64(b.Width))
	return math.Abs(ratio-1) < 0.02
}

// side reads what made an asset, as much of it as can be read. It blocks on the library.
func (v *comparison) side(ctx context.Context, a db.Asset) compare.Made {
	b, err := facts.Read(ctx, v.d.Library, v.d.Profile(), a)
	if err != nil {
		logReadError(ctx, v.d, a, err)
	}
	return compare.Made{Asset: a, Background: b}
}

// decode shows a picture of each asset.
func (v *comparison) decode(ctx context.Context, at time.Duration) {
	a, b := v.other, v.now.asset
	ready := map[int64]*image.RGBA{}
	for _, x := range []db.Asset{a, b} {
		if k := v.images.get(x.ID); k != nil && k.err == nil {
			ready[x.ID] = k.picture.Level(0)
		}
	}
	v.pair.Clear()
	v.d.Go(func(context.Context) {
		still := func(x db.Asset) (image.Image, error) {
			switch im := ready[x.ID]; {
			case im != nil:
				return im, nil
			case x.Kind == db.Picture:
				return v.d.Pictures.Whole(x)
			case x.ID == b.ID:
				return v.d.Pictures.Frame(ctx, x, at)
			}
			return v.d.Pictures.Frame(ctx, x, 0)
		}
		one, errA := still(a)
		two, errB := still(b)
		labelA, labelB := compare.Labels(v.side(ctx, a), v.side(ctx, b))
		v.d.Post(func() {
			if ctx.Err() != nil {
				return
			}
			v.fail(a, errA)
			v.fail(b, errB)
			v.pair.SetPictures(orNil(one, errA), orNil(two, errB), image.Pt(a.Width, a.Height),
				image.Pt(b.Width, b.Height),
				labelA, labelB)
		})
	})
}

// orNil returns im; nil after an error.
func orNil(im image.Image, err error) image.Image {
	if err != nil {
		return nil
	}
	return im
}

// fail shows why an asset cannot be compared. It accepts nil.
func (v *comparison) fail(a db.Asset, err error) {
	if err == nil {
		return
	}
	v.d.Log().Warn("cannot compare an asset", slog.Int64("asset", a.ID), slog.Any("err", err))
	letter := "B"
	if a.ID == v.other.ID {
		letter = "A"
	}
	v.note.SetText(letter + ": " + facts.Trouble(a, err))
}

func (v *comparison) title() string {
	switch {
	case v.now.alone: // there is less room
		return lang.X("verb", "Compare")
	case v.clips:
		return lang.L("Compare 2 clips")
	case v.other.Kind != v.now.asset.Kind:
		return lang.L("Compare a picture and a clip")
	}
	return lang.L("Compare 2 pictures")
}

// end ends the comparison.
func (v *comparison) end() {
	if !v.on {
		return
	}
	v.drop()
	v.on, v.back, v.other, v.opened = false, false, db.Asset{}, false
}

func (v *comparison) drop() {
	v.stop()
	v.note.SetText("")
	v.dropClips()
	if v.on {
		v.pair.Clear()
	}
}

// trash moves one of the two to the trash and shows the other alone.
func (v *comparison) trash(place int) {
	gone, kept := v.other, v.now.asset
	if (place == 1) != v.pair.Swapped() {
		gone, kept = kept, gone
	}
	v.onKeep(kept)
	v.d.Organizer.Trash(gone.ID)
}

// candidates returns the assets that the shown one can be compared with, the closest first.
func (v *comparison) candidates() []candidate { return candidatesFor(v.now, v.other) }

// chosen returns the index of the other asset among the candidates; -1 if it is none.
func (v *comparison) chosen() int {
	return slices.IndexFunc(v.candidates(), func(c candidate) bool { return c.asset.ID == v.other.ID })
}

// choose compares with the candidate at index i.
func (v *comparison) choose(i int) {
	list := v.candidates()
	if i >= 0 && i < len(list) && list[i].asset.ID != v.other.ID {
		v.start(list[i].asset)
	}
}

// playBoth opens both clips in step, in new players that exist as long as the comparison.
func (v *comparison) playBoth(ctx context.Context) {
	a, b := v.other, v.now.asset
	p := v.d.NewClips(func(st player.PairState) {
		if ctx.Err() == nil {
			v.setState(a, b, st)
		}
	})
	v.play = p
	v.cancel = v.d.Pictures.Strip(b, func(im image.Image, err error) {
		if err == nil {
			v.film.SetTiles(media.Tiles(im))
		}
	})
	p.OnFrames(func(im *image.RGBA) { v.setFrame(ctx, 0, im) }, func(im *image.RGBA) { v.setFrame(ctx, 1, im) })
	p.SetSpeed(v.memory.Speed)
	p.SetVolume(v.memory.Volume)
	p.SetMuted(v.memory.Muted)
	p.SetLoop(true)
	v.setPanel()
	v.d.Go(func(context.Context) {
		one, errA := v.d.Library.AbsPath(a.Path)
		two, errB := v.d.Library.AbsPath(b.Path)
		labelA, labelB := compare.Labels(v.side(ctx, a), v.side(ctx, b))
		v.d.Post(func() {
			if ctx.Err() != nil {
				return
			}
			v.fail(a, errA)
			v.fail(b, errB)
			v.pair.SetWords(labelA, labelB)
			if errA == nil && errB == nil {
				p.Load(one, two)
			}
			v.update()
		})
	})
}

// setPanel sets the size of the frames that the players decode: the largest that is shown, in device pixels.
func (v *comparison) setPanel() {
	size, scale := v.pair.Size(), v.d.Canvas().Scale()
	if size.Width < 1 || size.Height < 1 { // not laid out yet
		v.play.Panel(1280, 720)
		return
	}
	v.play.Panel(int(size.Width*scale), int(size.Height*scale))
}

// setFrame shows a new frame of one of the two.
func (v *comparison) setFrame(ctx context.Context, i int, im *image.RGBA) {
	if ctx.Err() != nil || v.play == nil {
		return
	}
	v.frame[i] = im
	v.showFrames()
}

// showFrames shows the frames of both clips as soon as there are both.
func (v *comparison) showFrames() {
	if v.frame[0] != nil && v.frame[1] != nil {
		v.pair.SetFrames(v.frame[0], v.frame[1], v.state.A.Size, v.state.B.Size)
	}
}

// setState shows a new state of both players.
func (v *comparison) setState(a, b db.Asset, st player.PairState) {
	before := v.state
	v.state = st
	if before.A.Size != st.A.Size || before.B.Size != st.B.Size { // a paused clip sends no other frame
		v.showFrames()
	}
	if st.Err != nil && before.Err == nil {
		if st.A.Err != nil {
			v.fail(a, st.A.Err)
		} else {
			v.fail(b, st.Err)
		}
		v.update()
		return
	}
	v.updateTime()
}

func (v *comparison) toggle() {
	if v.play != nil {
		v.play.Toggle()
	}
}

// stepBoth steps by a number of frames in both.
func (v *comparison) stepBoth(n int) {
	if v.play != nil {
		v.play.Step(n)
	}
}

func (v *comparison) dropClips() {
	if p := v.play; p != nil {
		v.play = nil
		v.d.Go(func(context.Context) { p.Close() })
		v.cancel()
		v.film.SetTiles(nil)
		v.film.Set(0, 0, false, 0, 0)
	}
	v.frame, v.state = [2]*image.RGBA{}, player.PairState{}
}

// seekBy seeks by a time in both clips.
func (v *comparison) seekBy(by time.Duration) {
	if v.play != nil {
		v.play.SeekExact(min(max(v.state.Position+by, 0), v.state.Duration))
	}
}

// update shows the state of the comparison.
func (v *comparison) update() {
	v.modes.SetOff(int(compare.Difference), v.clips)
	v.modes.SetSelected(int(v.pair.Mode()))
	v.sizes.SetText(v.pair.Sizes())
	kit.Show(v.playing, v.clips)
	kit.Show(v.at, v.clips)
	kit.Show(v.strip, v.clips)
	kit.Show(v.note, v.note.Text() != "")
	kit.Show(v.edit, !v.clips && v.now.asset.Kind == db.Picture)
	v.edit.SetText(lang.L("Edit B"))
	if v.pair.Swapped() {
		v.edit.SetText(lang.L("Edit A"))
	}
	v.updateTime()
	v.foot.Refresh()
	v.onResized()
}

func (v *comparison) updateTime() {
	showPosition(v.playing, v.at, !v.state.Paused && !v.state.Ended, v.state.Position, v.state.Duration)
	v.film.Set(v.state.Duration, v.state.Position, false, 0, 0)
}

// logReadError logs that something of an asset could not be read, unless ctx ended.
func logReadError(ctx context.Context, d *Deps, a db.Asset, err error) {
	if ctx.Err() == nil {
		d.Log().Warn("cannot read what belongs to an asset", slog.Int64("asset", a.ID), slog.Any("err", err))
	}
}
