package editor

import (
	"image"
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Measures of a tile of the strip, px. The width is for 100 % text size.
const (
	tileWidth  = 124
	tileHeight = 80
	tileRing   = 2

	captionLines = 2
)

// pictureWidth returns the width of the picture of a tile. It grows with the text size, so that the caption stays
// readable.
func pictureWidth() float32 { return resources.Scaled(tileWidth) }

// versionTile shows a version: its picture or the state of its job, and a line each for its description and its cost.
type versionTile struct {
	widget.BaseWidget
	kit.TextRole
	picture *kit.Picture
	state   *kit.Tag
	usual   *kit.Text
	middle  *fyne.Container
	ring    *canvas.Rectangle
	caption *fyne.Container
	what    *kit.Text
	cost    *kit.Text
	onMenu  func(fyne.Position)

	on     bool      // it is on the canvas
	two    bool      // the description takes both lines
	job    *live.Job // whose progress is shown; nil: none
	cancel func()
	shown  int64 // ID of the asset whose picture is shown or requested
}

func newVersionTile(choose func(), menu func(fyne.Position)) *versionTile {
	t := &versionTile{
		picture: kit.NewPicture(fyne.NewSize(tileWidth, tileHeight)),
		state:   kit.NewTag(kit.ToneNeutral, nil, ""),
		usual:   kit.NewText("", resources.SizeXS, resources.Text2, false).Centered(),
		what:    kit.NewText("", resources.SizeXS, resources.Text2, false).Ellipsis(),
		cost:    kit.NewText("", resources.SizeXS, resources.Text3, false).Ellipsis(),
		ring:    &canvas.Rectangle{CornerRadius: 8, StrokeWidth: tileRing},
		onMenu:  menu,
	}
	t.caption = kit.NewColumn(0, t.what, t.cost)
	t.picture.OnTapped = choose
	t.picture.SetName(t.what)
	t.middle = container.NewCenter(kit.NewColumn(6, container.NewCenter(t.state), t.usual))
	t.ExtendBaseWidget(t)
	return t
}

// display shows a version, with the live progress of a running job. place counts from 1. from is the place of the
// parent; 0 if it is the previous version.
func (t *versionTile) display(
	running *live.Jobs, v version, place, from int, on bool, usual time.Duration, now time.Time,
) {
	what, cost := v.caption(now)
	t.what.SetText(what)
	t.cost.SetText(cost)
	two := cost == ""
	kit.Show(t.cost, !two)
	top, bottom := "", ""
	switch {
	case on:
		top = lang.L("on the canvas")
	case v.made() && v.parent == "":
		top = lang.L("original")
	}
	if from > 0 && v.made() { // the state covers the corner of other versions
		bottom = lang.L("%d, from %d", place, from)
	}
	t.picture.SetCorner(kit.TopLeft, top, nil)
	t.picture.SetCorner(kit.BottomLeft, bottom, nil)
	kit.Show(t.middle, !v.made())
	if v.running() {
		job := running.Job(live.Row{Job: v.job})
		t.state.Bind(job.Detail, t.middle.Refresh)
		t.job.Release()
		t.job = job
	} else {
		t.unbind()
	}
	if !v.made() {
		st := status.Of(v.job, status.Context{})
		word := st.Tag
		if v.running() {
			word = t.state.Word()
		}
		t.state.Set(action.ToneOf(st.Tone), action.StateIcon(st.State), word)
		words := ""
		if v.running() && usual > 0 {
			words = lang.L("usually %s", wording.Elapsed(usual))
		}
		t.usual.SetText(words)
		kit.Show(t.usual, words != "")
		t.middle.Refresh()
	}
	if t.two != two { // without a cost the description has its line
		t.two = two
		t.what.Wrap(two).MaxLines(captionLines)
	}
	t.on = on
	t.Refresh()
}

// fetch requests the picture of an asset, unless it is shown already.
func (t *versionTile) fetch(thumbs media.Pictures, a db.Asset, px int) {
	if t.shown == a.ID {
		return
	}
	t.release()
	t.shown = a.ID
	t.picture.SetImage(nil)
	t.picture.SetIcon(nil)
	if a.ID == 0 {
		return
	}
	if im, ok := thumbs.Nearest(a, px); ok {
		t.picture.SetImage(im)
	}
	t.cancel = thumbs.Request(a, px, func(im image.Image, err error) {
		if err != nil {
			t.picture.SetIcon(resources.IconWarning)
			return
		}
		t.picture.SetImage(im)
	})
}

func (t *versionTile) unbind() {
	t.state.Unbind()
	t.job.Release()
	t.job = nil
}

func (t *versionTile) release() {
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}

func (t *versionTile) AccessibilityLabel() string { return kit.Words(t.caption) }

func (t *versionTile) TappedSecondary(e *fyne.PointEvent) { t.onMenu(e.AbsolutePosition) }

// CreateRenderer draws the tile. The caption has room for two lines.
func (t *versionTile) CreateRenderer() fyne.WidgetRenderer {
	const top = tileHeight + 2*tileRing + 4
	least := func() fyne.Size {
		return fyne.NewSize(pictureWidth()+2*tileRing, top+captionLines*t.cost.MinSize().Height)
	}
	arrange := func(s fyne.Size) {
		kit.Place(t.picture, tileRing, tileRing, pictureWidth(), tileHeight)
		kit.Place(t.middle, tileRing, tileRing, pictureWidth(), tileHeight)
		kit.Place(t.ring, 0, 0, pictureWidth()+2*tileRing, tileHeight+2*tileRing)
		kit.Place(t.caption, tileRing, top, pictureWidth(), s.Height-top)
	}
	paint := func() {
		t.ring.StrokeColor = color.Transparent
		if t.on {
			t.ring.StrokeColor = theme.Color(resources.Accent)
		}
		t.ring.Refresh()
		t.caption.Refresh()
	}
	return kit.Draw(least, arrange, paint, t.picture, t.middle, t.ring, t.caption)
}
