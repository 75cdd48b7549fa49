package viewer

import (
	"context"
	"image"
	"log/slog"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/viewer/compare"
	"viviscope/gui/viewer/facts"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// comparison compares what is shown with another asset: A is the other, B what is shown.
type comparison struct {
	s     *Screen
	pair  *compare.Pair
	on    bool
	clips bool // both are clips, played in step
	other db.Asset
	back  bool // only the original is shown, until the key is pressed again

	play    Clips
	cancel  func() // of the pictures of film
	state   player.PairState
	frame   [2]*image.RGBA
	stop    context.CancelFunc // of what is decoded
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
}

func newComparison(s *Screen) *comparison {
	v := &comparison{s: s, stop: func() {}}
	v.pair = compare.NewPair(s.d.Host, v.show, func(e *fyne.KeyEvent) { s.board.TypedKey(e) })
	v.modes = kit.NewSegmented(compare.ModeWords(), func(i int) { v.pair.SetMode(compare.Mode(i)); s.Focus() }).Tight()
	swap := lang.X("verb", "Swap") + "  " + action.Chord{Key: swapKey}.Words(action.OnMac)
	v.swap = kit.NewButton(swap, resources.IconSwap, kit.Plain, func() { v.pair.Swap(); s.Focus() })
	v.playing = kit.NewIconButton(resources.IconPlay, lang.X("verb", "Play"), func() { v.toggle(); s.Focus() })
	v.at = kit.NewText("", resources.SizeBody, resources.Text1, false)
	v.sizes = kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	v.note = kit.NewText("", resources.SizeSM, resources.Warn, false).Ellipsis()
	fit := kit.NewButton(lang.X("verb", "Fit"), nil, kit.Plain, func() { v.pair.Fit(); s.Focus() })
	actual := kit.NewButton("1:1", nil, kit.Plain, func() { v.pair.Actual(); s.Focus() })
	v.trashA = kit.NewButton(lang.L("Trash A"), resources.IconTrash, kit.Plain, func() { v.trash(0) })
	v.trashB = kit.NewButton(lang.L("Trash B"), resources.IconTrash, kit.Plain, func() { v.trash(1) })
	v.edit = kit.NewButton(lang.L("Edit B"), nil, kit.Primary, func() { s.d.Creator.Edit(s.asset) })
	v.object = container.NewStack(kit.NewGround(resources.BgScreen), v.pair)
	v.film = kit.NewFilmstrip(func(at time.Duration) { v.play.SeekExact(at) }, nil)
	v.strip = container.NewStack(kit.NewGround(resources.BgPanel),
		kit.NewColumn(0, kit.NewRule(), kit.NewInset(8, edge, 4, edge, v.film)))
	v.foot = kit.NewColumn(0, v.strip, newFootBar([]fyne.CanvasObject{v.playing, v.at, v.modes, v.swap, v.note},
		[]fyne.CanvasObject{v.sizes, fit, actual, v.trashA, v.trashB, v.edit}))
	return v
}

// setCompare begins comparing with what is nearest, or ends it.
func (s *Screen) setCompare(on bool) {
	v := s.comparison
	switch {
	case on == v.on:
	case !on && s.alone:
		s.Back()
	case !on:
		v.end()
	default:
		if list := v.candidates(); len(list) > 0 {
			v.start(list[0].asset)
			return
		}
	}
	s.refresh()
}

// toggleOriginal shows what the asset was made from in its place, and the asset again.
func (v *comparison) toggleOriginal() {
	from := v.s.known.Family.MadeFrom
	switch {
	case v.on && v.back:
		v.s.setCompare(false)
	case len(from) > 0 && from[0].Asset != nil:
		v.start(*from[0].Asset)
		v.back = true
		v.pair.SetMode(compare.OnlyA)
	}
}

// start compares what is shown with another asset, a clip as it is shown now.
func (v *comparison) start(other db.Asset) { v.startAt(other, v.s.clip.state.Position) }

// startAt compares what is shown with another asset: of a clip that is compared with a picture, the picture at a time.
func (v *comparison) startAt(other db.Asset, at time.Duration) {
	v.drop()
	s := v.s
	v.on, v.other, v.back = true, other, false
	v.clips = other.Kind == db.Clip && s.asset.Kind == db.Clip
	if s.asset.Kind == db.Clip && s.clip.usable() {
		s.d.Player.Pause()
	}
	if v.pair.Mode() == compare.OnlyA || v.pair.Mode() == compare.OnlyB || v.clips {
		v.pair.SetMode(compare.Slider)
	}
	ctx, stop := context.WithCancel(s.ctx)
	v.stop = stop
	if v.clips {
		v.playBoth(ctx)
	} else {
		v.decode(ctx, at)
	}
	s.refresh()
	v.show()
}

// side reads what made an asset: as much of it as can be read. Off the window's goroutine.
func (v *comparison) side(ctx context.Context, a db.Asset) compare.Made {
	b, err := facts.Read(ctx, v.s.d.Library, v.s.d.Profile(), a)
	if err != nil {
		v.s.cannotRead(ctx, a, err)
	}
	return compare.Made{Asset: a, Background: b}
}

// decode shows a picture of each.
func (v *comparison) decode(ctx context.Context, at time.Duration) {
	s := v.s
	a, b := v.other, s.asset
	ready := map[int64]*image.RGBA{}
	for _, x := range []db.Asset{a, b} {
		if k := s.images.get(x.ID); k != nil && k.err == nil {
			ready[x.ID] = k.picture.Level(0)
		}
	}
	v.pair.Clear()
	s.run(func() {
		still := func(x db.Asset) (image.Image, error) {
			switch im := ready[x.ID]; {
			case im != nil:
				return im, nil
			case x.Kind == db.Picture:
				return s.d.Pictures.Whole(x)
			case x.ID == b.ID:
				return s.d.Pictures.Frame(ctx, x, at)
			}
			return s.d.Pictures.Frame(ctx, x, 0)
		}
		one, errA := still(a)
		two, errB := still(b)
		wordsA, wordsB := compare.Labels(v.side(ctx, a), v.side(ctx, b))
		s.d.Post(func() {
			if ctx.Err() != nil {
				return
			}
			v.failed(a, errA)
			v.failed(b, errB)
			v.pair.SetPictures(orNil(one, errA), orNil(two, errB), image.Pt(a.Width, a.Height), image.Pt(b.Width, b.Height),
				wordsA, wordsB)
		})
	})
}

// orNil makes nothing of what could not be made.
func orNil(im image.Image, err error) image.Image {
	if err != nil {
		return nil
	}
	return im
}

func (v *comparison) failed(a db.Asset, err error) {
	if err == nil {
		return
	}
	v.s.d.Log().Warn("cannot compare an asset", slog.Int64("asset", a.ID), slog.Any("err", err))
	letter := "B"
	if a.ID == v.other.ID {
		letter = "A"
	}
	v.note.SetText(letter + ": " + facts.Trouble(a, err))
}

func (v *comparison) title() string {
	switch {
	case v.s.alone: // there is less room
		return lang.X("verb", "Compare")
	case v.clips:
		return lang.L("Compare 2 clips")
	case v.other.Kind != v.s.asset.Kind:
		return lang.L("Compare a picture and a clip")
	}
	return lang.L("Compare 2 pictures")
}

// end shows the asset alone again.
func (v *comparison) end() {
	if !v.on {
		return
	}
	v.drop()
	v.on, v.back, v.other, v.s.pair = false, false, db.Asset{}, false
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
	s := v.s
	gone, kept := v.other, s.asset
	if (place == 1) != v.pair.Swapped() {
		gone, kept = kept, gone
	}
	if s.alone {
		s.Back()
	} else {
		s.show(kept, false)
		s.Focus()
	}
	s.d.Organizer.Trash(gone.ID)
}

// candidate is something that the asset can be compared with.
type candidate struct {
	words string // how it belongs to the asset, and what tells it apart
	asset db.Asset
}

// candidates lists what the asset can be compared with, what is nearest to it first.
func (v *comparison) candidates() []candidate {
	s := v.s
	var out []candidate
	seen, times := map[int64]bool{0: true, s.asset.ID: true}, map[string]int{}
	add := func(a db.Asset, word string) {
		if seen[a.ID] {
			return
		}
		seen[a.ID] = true
		if times[word]++; times[word] > 1 {
			word = lang.X("the second, third … of one sort", "%s, %d", word, times[word])
		}
		out = append(out, candidate{word + " · " + v.tells(a), a})
	}
	kin := func(list []db.Kin, word string) {
		for _, k := range list {
			if k.Asset != nil {
				add(*k.Asset, word)
			}
		}
	}
	f := s.known.Family
	kin(f.MadeFrom, lang.L("Made from"))
	kin(f.Variations, lang.L("Same batch"))
	kin(f.Resends, lang.L("Made again"))
	kin(f.EditedInto, lang.L("Edited to"))
	kin(f.TakenFrom, lang.L("Saved from it"))
	kin(f.FrameIn, lang.L("Its clip"))
	for _, other := range []bool{false, true} { // those of the same kind first
		if a, ok := s.neighbour(1); ok && (a.Kind != s.asset.Kind) == other {
			add(a, lang.L("Next"))
		}
		if a, ok := s.neighbour(-1); ok && (a.Kind != s.asset.Kind) == other {
			add(a, lang.L("Previous"))
		}
	}
	if !v.on || seen[v.other.ID] {
		return out
	}
	return append([]candidate{{lang.L("Chosen") + " · " + v.tells(v.other), v.other}}, out...)
}

// tells words what tells an asset from the one that is shown: what it is called, or else its model.
func (v *comparison) tells(a db.Asset) string {
	if title := wording.AssetTitle(a); title != wording.AssetTitle(v.s.asset) {
		return compare.Cut(title, 40)
	}
	return a.Model
}

// chosen gives the place of the other among the candidates; -1: it is none.
func (v *comparison) chosen() int {
	return slices.IndexFunc(v.candidates(), func(c candidate) bool { return c.asset.ID == v.other.ID })
}

func (v *comparison) pick(i int) {
	if list := v.candidates(); i >= 0 && i < len(list) && list[i].asset.ID != v.other.ID {
		v.start(list[i].asset)
	}
	v.s.Focus()
}

// playBoth opens both clips in step, in new players that live as long as the comparison.
func (v *comparison) playBoth(ctx context.Context) {
	s := v.s
	a, b := v.other, s.asset
	p := s.d.NewClips(func(st player.PairState) {
		if ctx.Err() == nil {
			v.stepped(a, b, st)
		}
	})
	v.play = p
	v.cancel = s.d.Pictures.Strip(b, func(im image.Image, err error) {
		if err == nil {
			v.film.SetTiles(media.Tiles(im))
		}
	})
	p.OnFrames(func(im *image.RGBA) { v.come(ctx, 0, im) }, func(im *image.RGBA) { v.come(ctx, 1, im) })
	p.SetSpeed(s.memory.Speed)
	p.SetVolume(s.memory.Volume)
	p.SetMuted(s.memory.Muted)
	p.SetLoop(true)
	v.panel()
	s.run(func() {
		one, errA := s.d.Library.AbsPath(a.Path)
		two, errB := s.d.Library.AbsPath(b.Path)
		wordsA, wordsB := compare.Labels(v.side(ctx, a), v.side(ctx, b))
		s.d.Post(func() {
			if ctx.Err() != nil {
				return
			}
			v.failed(a, errA)
			v.failed(b, errB)
			v.pair.SetWords(wordsA, wordsB)
			if errA == nil && errB == nil {
				p.Load(one, two)
			}
			v.show()
		})
	})
}

// panel asks for pictures of the size at which they are shown at most, in device pixels.
func (v *comparison) panel() {
	size, scale := v.pair.Size(), v.s.scale()
	if size.Width < 1 || size.Height < 1 { // not laid out yet
		v.play.Panel(1280, 720)
		return
	}
	v.play.Panel(int(size.Width*scale), int(size.Height*scale))
}

// come shows a new picture of one of the two.
func (v *comparison) come(ctx context.Context, i int, im *image.RGBA) {
	if ctx.Err() != nil || v.play == nil {
		return
	}
	v.frame[i] = im
	if v.frame[0] != nil && v.frame[1] != nil {
		v.pair.SetFrames(v.frame[0], v.frame[1], v.state.A.Size, v.state.B.Size)
	}
}

// stepped takes a new state of both.
func (v *comparison) stepped(a, b db.Asset, st player.PairState) {
	before := v.state
	v.state = st
	if st.Err != nil && before.Err == nil {
		if st.A.Err != nil {
			v.failed(a, st.A.Err)
		} else {
			v.failed(b, st.Err)
		}
		v.show()
		return
	}
	v.showTime()
}

func (v *comparison) toggle() {
	if v.play != nil {
		v.play.Toggle()
	}
}

// frames goes on by a number of pictures in both.
func (v *comparison) frames(n int) {
	if v.play != nil {
		v.play.Step(n)
	}
}

func (v *comparison) dropClips() {
	if p := v.play; p != nil {
		v.play = nil
		v.s.run(p.Close)
		v.cancel()
		v.film.SetTiles(nil)
		v.film.Set(0, 0, false, 0, 0)
	}
	v.frame, v.state = [2]*image.RGBA{}, player.PairState{}
}

// seek goes on by a time in both clips.
func (v *comparison) seek(by time.Duration) {
	if v.play != nil {
		v.play.SeekExact(min(max(v.state.Position+by, 0), v.state.Duration))
	}
}

// show writes how the comparison stands.
func (v *comparison) show() {
	v.modes.SetOff(int(compare.Difference), v.clips)
	v.modes.SetSelected(int(v.pair.Mode()))
	v.sizes.SetText(v.pair.Sizes())
	kit.Show(v.playing, v.clips)
	kit.Show(v.at, v.clips)
	kit.Show(v.strip, v.clips)
	kit.Show(v.note, v.note.Text() != "")
	kit.Show(v.edit, !v.clips && v.s.asset.Kind == db.Picture)
	v.edit.SetText(lang.L("Edit B"))
	if v.pair.Swapped() {
		v.edit.SetText(lang.L("Edit A"))
	}
	v.showTime()
	v.foot.Refresh()
	v.s.fitFoot()
}

func (v *comparison) showTime() {
	showPlace(v.playing, v.at, !v.state.Paused && !v.state.Ended, v.state.Position, v.state.Duration)
	v.film.Set(v.state.Duration, v.state.Position, false, 0, 0)
}
