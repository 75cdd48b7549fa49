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

	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/marks"
	"viviscope/gui/media"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Measures of a version in the strip, px. The width is that of texts at 100 %.
const (
	tileWidth  = 124
	tileHeight = 80
	tileRing   = 2

	captionLines = 2
)

// wide is the width of the picture of a version: its caption must stay readable with large text.
func wide() float32 { return resources.Scaled(tileWidth) }

// tile is one version: its picture or what became of it, and a line each for what it is and what it cost.
type tile struct {
	widget.BaseWidget
	picture *widgets.Picture
	state   *widgets.Tag
	usual   *widgets.Text
	middle  *fyne.Container
	what    *widgets.Text
	cost    *widgets.Text
	onMenu  func(fyne.Position)

	on     bool      // it is on the canvas
	two    bool      // what it is takes both lines
	job    *live.Job // that the state is bound to; nil: none
	cancel func()
	shown  int64 // the asset whose picture is there or asked for
}

func newTile(choose func(), menu func(fyne.Position)) *tile {
	t := &tile{
		picture: widgets.NewPicture(fyne.NewSize(tileWidth, tileHeight)),
		state:   widgets.NewTag(widgets.ToneNeutral, nil, ""),
		usual:   widgets.NewText("", resources.SizeXS, resources.Text2, false).Centered(),
		what:    widgets.NewText("", resources.SizeXS, resources.Text2, false).Ellipsis(),
		cost:    widgets.NewText("", resources.SizeXS, resources.Text3, false).Ellipsis(),
		onMenu:  menu,
	}
	t.picture.OnTapped = choose
	t.middle = container.NewCenter(widgets.NewColumn(6, container.NewCenter(t.state), t.usual))
	t.ExtendBaseWidget(t)
	return t
}

// show fills the tile and binds it to a job that runs. place counts from 1; from is the place of what it was made of, 0 where that goes without saying.
func (t *tile) show(running *live.Jobs, v version, place, from int, on bool, usual time.Duration, now time.Time) {
	what, cost := v.caption(now)
	t.what.SetText(what)
	t.cost.SetText(cost)
	two := cost == ""
	setShown(t.cost, !two)
	top, bottom := "", ""
	switch {
	case on:
		top = lang.L("on the canvas")
	case v.made() && v.parent == "":
		top = lang.L("original")
	}
	if from > 0 && v.made() { // the state has the room of the others
		bottom = lang.L("%d from %d", place, from)
	}
	t.picture.SetCorner(widgets.TopLeft, top, nil)
	t.picture.SetCorner(widgets.BottomLeft, bottom, nil)
	sandbox := ""
	if v.sandbox {
		sandbox = lang.L("sandbox")
	}
	t.picture.SetCorner(widgets.BottomRight, sandbox, nil)
	setShown(t.middle, !v.made())
	if v.running() {
		job := running.Job(live.Row{Job: v.job})
		t.state.Bind(job.Detail, t.middle.Refresh)
		t.job.Release()
		t.job = job
	} else {
		t.unbind()
	}
	if !v.made() {
		word, tone := wording.State(v.job)
		if v.running() {
			word = t.state.Word()
		}
		t.state.Set(marks.Tone(tone), marks.State(v.job.State), word)
		words := ""
		if v.running() && usual > 0 {
			words = lang.L("usually %s", wording.Elapsed(usual))
		}
		t.usual.SetText(words)
		setShown(t.usual, words != "")
		t.middle.Refresh()
	}
	if t.two != two { // what it is has the line of the cost where there is none
		t.what.Wrap(two).MaxLines(captionLines)
	}
	if t.on != on || t.two != two {
		t.on, t.two = on, two
		t.Refresh()
	}
}

// fetch asks for the picture of the version, unless it is there.
func (t *tile) fetch(thumbs media.Pictures, v version, px int) {
	if t.shown == v.asset.ID {
		return
	}
	t.release()
	t.shown = v.asset.ID
	t.picture.SetImage(nil)
	t.picture.SetIcon(nil)
	if !v.made() {
		return
	}
	if im, ok := thumbs.Nearest(v.asset, px); ok {
		t.picture.SetImage(im)
	}
	t.cancel = thumbs.Request(v.asset, px, func(im image.Image, err error) {
		if err != nil {
			t.picture.SetIcon(resources.IconWarning())
			return
		}
		t.picture.SetImage(im)
	})
}

func (t *tile) unbind() {
	t.state.Unbind()
	t.job.Release()
	t.job = nil
}

func (t *tile) release() {
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}

// TappedSecondary opens the menu of the version.
func (t *tile) TappedSecondary(e *fyne.PointEvent) { t.onMenu(e.AbsolutePosition) }

// CreateRenderer draws the tile.
func (t *tile) CreateRenderer() fyne.WidgetRenderer {
	r := &tileRenderer{t: t, ring: canvas.NewRectangle(color.Transparent)}
	r.objects = []fyne.CanvasObject{t.picture, r.ring, t.middle, t.what, t.cost}
	r.Refresh()
	return r
}

type tileRenderer struct {
	t       *tile
	ring    *canvas.Rectangle
	objects []fyne.CanvasObject
}

func (r *tileRenderer) Destroy()                     { r.t.release() }
func (r *tileRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *tileRenderer) MinSize() fyne.Size {
	line := r.t.cost.MinSize().Height
	return fyne.NewSize(wide()+2*tileRing, tileHeight+2*tileRing+4+captionLines*line)
}

func (r *tileRenderer) Layout(s fyne.Size) {
	at := fyne.NewPos(tileRing, tileRing)
	for _, o := range []fyne.CanvasObject{r.t.picture, r.t.middle} {
		o.Move(at)
		o.Resize(fyne.NewSize(wide(), tileHeight))
	}
	r.ring.Resize(fyne.NewSize(wide()+2*tileRing, tileHeight+2*tileRing))
	y, line := float32(tileHeight+2*tileRing+4), r.t.cost.MinSize().Height
	lines := float32(1)
	if r.t.two {
		lines = captionLines
	}
	r.t.what.Move(fyne.NewPos(tileRing, y))
	r.t.what.Resize(fyne.NewSize(wide(), lines*line))
	r.t.cost.Move(fyne.NewPos(tileRing, y+line))
	r.t.cost.Resize(fyne.NewSize(wide(), line))
}

func (r *tileRenderer) Refresh() {
	r.ring.CornerRadius, r.ring.StrokeWidth, r.ring.StrokeColor = 8, tileRing, color.Transparent
	if r.t.on {
		r.ring.StrokeColor = theme.Color(resources.Accent)
	}
	r.ring.Refresh()
	r.Layout(r.t.Size())
}
