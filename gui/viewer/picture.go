package viewer

import (
	"fmt"
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/stage"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// picturePanel shows a picture on a stage, and its thumbnail until it is decoded.
type picturePanel struct {
	s       *Screen
	stage   *stage.Stage
	early   *canvas.Image
	trouble *troublePanel
	zoom    *widgets.Text
	size    *widgets.Text
	buttons action.Buttons
	object  *fyne.Container
	foot    fyne.CanvasObject
	shown   int64 // the asset on the stage; 0: none
}

func newPicturePanel(s *Screen) *picturePanel {
	p := &picturePanel{s: s, trouble: newTroublePanel(s)}
	p.stage = stage.New(stage.Deps{Go: s.run, Post: s.d.Post})
	p.stage.OnView = p.viewed
	p.stage.OnDown = func(stage.Pointer) { s.Focus() }
	p.stage.OnDouble = func(stage.Pointer) { p.turn() }
	p.stage.OnDrag = p.drag()
	p.early = &canvas.Image{FillMode: canvas.ImageFillStretch, ScaleMode: canvas.ImageScaleFastest}
	p.early.Hide()
	p.zoom = widgets.NewText("", resources.SizeSM, resources.Text1, true).Centered().MinWidth(52)
	p.size = widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	p.buttons = action.Buttons{Wrap: s.andFocus}
	button := func(icon fyne.Resource, word string, do func()) *widgets.Button {
		return widgets.NewIconButton(icon, word, func() { do(); s.Focus() }).SetKind(widgets.Quiet)
	}
	p.foot = newFootBar([]fyne.CanvasObject{
		button(resources.IconMinus(), lang.L("Smaller"), func() { p.stage.Step(false) }), p.zoom,
		button(resources.IconPlus(), lang.L("Larger"), func() { p.stage.Step(true) }),
		widgets.NewButton(lang.X("verb", "Fit"), nil, widgets.Plain, func() { p.stage.Fit(); s.Focus() }),
		widgets.NewButton("1:1", nil, widgets.Plain, func() { p.stage.Actual(); s.Focus() }),
	}, []fyne.CanvasObject{p.size, p.buttons.Full("viewer/edit", widgets.Plain)})
	ground := widgets.NewGround(resources.BgScreen)
	p.object = container.NewStack(ground, &fyne.Container{Layout: earlyLayout{p}, Objects: []fyne.CanvasObject{p.early}}, p.stage, p.trouble.object)
	return p
}

// drag pans with the first button: there is nothing else that it could do here.
func (p *picturePanel) drag() func(stage.Pointer) {
	var last fyne.Position
	down := p.stage.OnDown
	p.stage.OnDown = func(at stage.Pointer) { last = at.At; down(at) }
	return func(at stage.Pointer) {
		p.stage.PanBy(at.At.X-last.X, at.At.Y-last.Y)
		last = at.At
	}
}

// load shows a picture: as it is where it is decoded, and its thumbnail until then.
func (p *picturePanel) load(a db.Asset) {
	k := p.s.shelf.get(a.ID)
	p.trouble.hide()
	switch {
	case k == nil:
		p.stage.SetSource(nil)
		p.shown = 0
		p.early.Image = nil
		if im, ok := p.s.d.Pictures.Nearest(a, 1024); ok {
			p.early.Image = im
		}
	case k.err != nil:
		p.stage.SetSource(nil)
		p.shown, p.early.Image = 0, nil
		p.trouble.show(lang.L("The picture cannot be shown"), facts.Trouble(a, k.err))
	case p.shown != a.ID:
		p.shown, p.early.Image = a.ID, nil
		p.stage.SetSource(k.picture)
	}
	widgets.Show(p.early, p.early.Image != nil)
	p.early.Refresh()
	p.size.SetText("")
	if a.Width > 0 {
		p.size.SetText(fmt.Sprintf("%d × %d", a.Width, a.Height))
	}
	p.buttons.Show(p.s.forAsset())
	p.viewed()
}

// clear lets go of the picture.
func (p *picturePanel) clear() {
	p.stage.SetSource(nil)
	p.shown = 0
	p.early.Image = nil
	p.early.Hide()
	p.trouble.hide()
}

// viewed words the zoom.
func (p *picturePanel) viewed() {
	words := ""
	if p.shown != 0 {
		words = lang.L("%s %%", lang.Decimal(p.stage.Scale()*100, 0))
	}
	p.zoom.SetText(words)
}

// turn shows the picture at its own size, or whole where it is so.
func (p *picturePanel) turn() {
	if p.stage.Fitted() {
		p.stage.Actual()
		return
	}
	p.stage.Fit()
}

// earlyLayout lays the thumbnail where the stage will show the picture.
type earlyLayout struct{ p *picturePanel }

// MinSize is nothing.
func (earlyLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout fits the thumbnail as the stage fits the picture.
func (l earlyLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	a := l.p.s.asset
	size := image.Pt(a.Width, a.Height)
	if size.X <= 0 || size.Y <= 0 {
		widgets.Place(o[0], 0, 0, 0, 0)
		return
	}
	v := stage.Fit(size, float64(s.Width), float64(s.Height), edge, 1/float64(l.p.s.scale()))
	widgets.Place(o[0], float32(v.X), float32(v.Y), float32(float64(size.X)*v.Scale), float32(float64(size.Y)*v.Scale))
}
