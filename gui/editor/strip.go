package editor

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

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

	before, save, export, more *widgets.Button
	box                        fyne.CanvasObject
}

func newStrip(on stripCalls) *strip {
	s := &strip{on: on, row: widgets.NewRow(8)}
	s.roll = container.NewHScroll(widgets.NewInset(0, 0, 10, 0, s.row)) // the bar lies over what is at the bottom
	s.words = widgets.NewText("", resources.SizeSM, resources.Text3, false).Wrap(true)
	s.before = widgets.NewButton("Compare  \\", resources.IconCompare(), widgets.Plain, on.before).Small()
	s.save = widgets.NewButton("Save marked copy", resources.IconDownload(), widgets.Plain, on.save).Small()
	s.export = widgets.NewButton("Export…", resources.IconExport(), widgets.Plain, on.export).Small()
	s.more = widgets.NewIconButton(resources.IconMore(), "More to do with this picture", nil).Small()
	s.more.OnTapped = func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.more)
		on.more(at.AddXY(0, s.more.Size().Height))
	}
	side := widgets.NewColumn(6, s.before, s.save, widgets.NewRow(6, s.export, widgets.NewSpring(), s.more),
		widgets.NewText("Every version stays here", resources.SizeXS, resources.Text3, false))
	versions := container.NewStack(s.roll, widgets.NewInset(8, 8, 8, 4, s.words))
	s.box = container.NewStack(widgets.NewGround(resources.BgPanel),
		widgets.NewFrame(widgets.NewRule(), nil, widgets.NewInset(8, 16, 8, 8, side), widgets.NewInset(8, 0, 0, 12, versions)))
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
			t.release()
			continue
		}
		v := f.versions[i]
		from := f.find(v.parent) + 1
		if from == i { // of the one beside it
			from = 0
		}
		t.show(v, i+1, from, v.made() && v.asset.Ref == current, f.usual, now)
		t.fetch(sc.d.Thumbs, v, sc.devicePx(tileWidth))
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
	for b, can := range map[*widgets.Button]bool{s.before: before, s.save: marked, s.export: open, s.more: open} {
		if can {
			b.Enable()
		} else {
			b.Disable()
		}
	}
}

// placeWord names a version by its place in the strip.
func placeWord(i int) string {
	if i == 0 {
		return "the original"
	}
	return "version " + strconv.Itoa(i+1)
}
