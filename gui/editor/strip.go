package editor

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// stripCalls is what can be done at the strip.
type stripCalls struct {
	choose func(version)
	menu   func(version, fyne.Position)
	before func()
	save   func()
	export func()
	more   func(fyne.Position)
}

// strip shows the versions of the picture on the canvas, and what can be done with them.
type strip struct {
	on    stripCalls
	tiles []*tile
	shown []version
	row   *fyne.Container
	roll  *container.Scroll
	words *widgets.Text // where there are no versions

	full, brief *stripSide // the one that has the room is seen
	box         fyne.CanvasObject
}

func newStrip(on stripCalls) *strip {
	s := &strip{on: on, row: widgets.NewRow(8)}
	s.roll = container.NewHScroll(widgets.NewInset(0, 0, 10, 0, s.row)) // the bar lies over what is at the bottom
	s.words = widgets.NewText("", resources.SizeSM, resources.Text3, false).Wrap(true)
	s.full, s.brief = newStripSide(on), newBriefSide(on)
	versions := container.NewStack(s.roll, widgets.NewInset(8, 8, 8, 4, s.words))
	s.box = container.NewStack(widgets.NewGround(resources.BgPanel), widgets.NewFrame(widgets.NewRule(), nil, nil,
		container.New(stripLayout{}, widgets.NewInset(8, 0, 0, 12, versions), widgets.NewInset(8, 16, 8, 8, s.full.box), widgets.NewInset(8, 16, 8, 8, s.brief.box))))
	return s
}

// show fills the strip. current is the ref of the picture on the canvas.
func (s *strip) show(sc *Screen, f family, current, words string) {
	for len(s.tiles) < len(f.versions) {
		i := len(s.tiles)
		t := newTile(func() { s.on.choose(s.shown[i]) }, func(at fyne.Position) { s.on.menu(s.shown[i], at) })
		s.tiles = append(s.tiles, t)
		s.row.Add(t)
	}
	s.shown = f.versions
	now := sc.d.Now()
	for i, t := range s.tiles {
		setShown(t, i < len(f.versions))
		if i >= len(f.versions) {
			t.unbind()
			t.release()
			continue
		}
		v := f.versions[i]
		from := f.find(v.parent) + 1
		if from == i { // of the one beside it
			from = 0
		}
		t.show(sc.d.Live, v, i+1, from, v.made() && v.asset.Ref == current, f.usual, now)
		t.fetch(sc.d.Thumbs, v, sc.devicePx(wide()))
	}
	s.words.SetText(words)
	setShown(s.words, len(f.versions) == 0)
	s.row.Refresh()
	s.roll.Refresh()
}

// reveal scrolls a version into sight.
func (s *strip) reveal(i int) {
	if i < 0 || i >= len(s.tiles) {
		return
	}
	step := s.tiles[i].MinSize().Width + 8
	from, to := float32(i)*step, float32(i+1)*step
	x := s.roll.Offset.X
	switch {
	case from < x:
		x = from
	case to > x+s.roll.Size().Width:
		x = to - s.roll.Size().Width
	default:
		return
	}
	s.roll.Offset.X = max(x, 0)
	s.roll.Refresh()
}

// enable switches what works with the picture on the canvas.
func (s *strip) enable(open, marked, before bool) {
	s.full.enable(open, marked, before)
	s.brief.enable(open, marked, before)
}

// compareWith is the command that compares with the version at a place of the strip.
func compareWith(i int) string {
	if i == 0 {
		return lang.L("Compare with the original")
	}
	return lang.L("Compare with version %d", i+1)
}
