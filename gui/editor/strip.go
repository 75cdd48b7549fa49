package editor

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// insteadWidth is the width of the text that is shown without versions, px.
const insteadWidth = 220

// strip shows the versions of the picture on the canvas, the unfinished canvases, and the actions on the picture.
type strip struct {
	d       *Deps
	tiles   []*versionTile
	shown   []version
	row     *fyne.Container
	roll    *kit.Scroll
	text    *kit.Text // without versions
	instead *fyne.Container

	drawn      []unfinished
	drawnTiles []*versionTile
	drawnRow   *fyne.Container // with its heading
	heading    *kit.Text

	more [2]*kit.Button
	box  fyne.CanvasObject

	stripCallbacks
}

// stripCallbacks are the actions of the tiles and buttons.
type stripCallbacks struct {
	onVersion     func(v version)
	onVersionMenu func(v version, at fyne.Position)
	onDrawing     func(u unfinished)
	onDrawingMenu func(u unfinished, at fyne.Position)
	onDiscard     func(u unfinished)
	onMore        func(at fyne.Position)
}

func newStrip(d *Deps, buttons *action.Buttons, on stripCallbacks) *strip {
	v := &strip{d: d, stripCallbacks: on, row: kit.NewRow(8)}
	v.text = kit.NewText("", resources.SizeSM, resources.Text3, false).Wrap(true)
	v.heading = kit.NewText("", resources.SizeXS, resources.Text2, true)
	v.drawnRow = kit.NewRow(8, kit.NewVRule(), v.heading)
	v.drawnRow.Hide()
	v.instead = kit.NewFixed(resources.Scaled(insteadWidth), 0, kit.NewInset(8, 8, 8, 4, v.text))
	// The scroll bar covers the bottom.
	v.roll = kit.NewHScroll(kit.NewInset(0, 0, 10, 0, kit.NewRow(12, v.instead, v.row, v.drawnRow)))
	for i := range v.more {
		b := kit.NewIconButton(resources.IconMore, lang.L("More"), nil).Small()
		b.OnTapped = func() { v.onMore(below(b)) }
		v.more[i] = b
	}
	full := func(id string) *kit.Button { return buttons.Full(id, kit.Plain).Small() }
	icon := func(id string) *kit.Button { return buttons.Icon(id, kit.Plain).Small() }
	labelled := kit.NewColumn(6, full(compareID), full(saveID),
		kit.NewRow(6, full(exportID), kit.NewSpring(), v.more[0]),
		kit.NewText(lang.L("All versions are kept here"), resources.SizeXS, resources.Text3, false))
	icons := kit.NewColumn(6, kit.NewRow(6, icon(compareID), icon(saveID)), kit.NewRow(6, icon(exportID), v.more[1]))
	content := container.New(stripLayout{},
		kit.NewInset(8, 0, 0, 12, v.roll), kit.NewInset(8, 16, 8, 8, labelled), kit.NewInset(8, 16, 8, 8, icons))
	v.box = container.NewStack(kit.NewGround(resources.BgPanel), kit.NewFrame(kit.NewRule(), nil, nil, content))
	return v
}

// stripLayout places the versions beside the buttons: with labels if these leave most of the width to the versions,
// else as icons.
type stripLayout struct{}

// sideShare is the largest share of the width for labelled buttons.
const sideShare = 0.45

// MinSize has room for a part of a version.
func (stripLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	versions, labelled, icons := o[0].MinSize(), o[1].MinSize(), o[2].MinSize()
	return fyne.NewSize(icons.Width+min(versions.Width, tileWidth), max(versions.Height, labelled.Height))
}

func (stripLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	side, other := o[1], o[2]
	if side.MinSize().Width > sideShare*s.Width {
		side, other = other, side
	}
	side.Show()
	other.Hide()
	w := side.MinSize().Width
	kit.Place(side, s.Width-w, 0, w, s.Height)
	kit.Place(o[0], 0, 0, max(s.Width-w, 0), s.Height)
}

// pixels returns the width of a picture in device pixels.
func (v *strip) pixels() int { return int(pictureWidth()*v.d.Canvas().Scale() + 0.5) }

// setVersions shows versions. current is the ref of the picture on the canvas. instead is shown without versions.
func (v *strip) setVersions(f family, current, instead string) {
	for len(v.tiles) < len(f.versions) {
		i := len(v.tiles)
		t := newVersionTile(func() {
			v.onVersion(v.shown[i])
		}, func(at fyne.Position) { v.onVersionMenu(v.shown[i], at) })
		v.tiles = append(v.tiles, t)
		v.row.Add(t)
	}
	v.shown = f.versions
	now := v.d.Now()
	for i, t := range v.tiles {
		kit.Show(t, i < len(f.versions))
		if i >= len(f.versions) {
			t.unbind()
			t.release()
			continue
		}
		of := f.versions[i]
		from := f.find(of.parent) + 1
		if from == i { // the previous version
			from = 0
		}
		t.display(v.d.Live, of, i+1, from, of.made() && of.asset.Ref == current, f.usual, now)
		t.fetch(v.d.Thumbs, of.asset, v.pixels())
	}
	v.text.SetText(instead)
	kit.Show(v.instead, len(f.versions) == 0)
	v.row.Refresh()
	v.roll.Refresh()
}

// setUnfinished shows the unfinished canvases behind the versions.
func (v *strip) setUnfinished(list []unfinished) {
	for len(v.drawnTiles) < len(list) {
		i := len(v.drawnTiles)
		t := newVersionTile(func() {
			v.onDrawing(v.drawn[i])
		}, func(at fyne.Position) { v.onDrawingMenu(v.drawn[i], at) })
		t.picture.OnDelete = func() { v.onDiscard(v.drawn[i]) }
		v.drawnTiles = append(v.drawnTiles, t)
		v.drawnRow.Add(t)
		kit.Follow(v.roll, t.picture)
	}
	v.drawn = list
	v.heading.SetText(lang.L("Unfinished") + "\n" + lang.Number(len(list)))
	kit.Show(v.drawnRow, len(list) > 0)
	now := v.d.Now()
	for i, t := range v.drawnTiles {
		kit.Show(t, i < len(list))
		if i >= len(list) {
			t.release()
			continue
		}
		u := list[i]
		what, drawn := u.caption(now)
		t.what.SetText(what)
		t.cost.SetText(drawn)
		t.middle.Hide()
		t.fetch(v.d.Thumbs, u.asset, v.pixels())
		if u.asset.ID == 0 {
			t.picture.SetImage(u.preview)
			t.picture.SetIcon(nil)
		}
		if u.trouble != "" {
			t.picture.SetIcon(resources.IconWarning)
		}
		t.Refresh()
	}
	v.drawnRow.Refresh()
	v.roll.Refresh()
}

// scrollTo scrolls to the version at index i.
func (v *strip) scrollTo(i int) {
	if i < 0 || i >= len(v.tiles) {
		return
	}
	step := v.tiles[i].MinSize().Width + 8
	from, to := float32(i)*step, float32(i+1)*step
	v.roll.Offset.X = max(min(max(v.roll.Offset.X, to-v.roll.Size().Width), from), 0)
	v.roll.Refresh()
}

// focusUnfinished focuses the first unfinished canvas.
func (v *strip) focusUnfinished() {
	if len(v.drawn) > 0 {
		v.d.Canvas().Focus(v.drawnTiles[0].picture)
	}
}
