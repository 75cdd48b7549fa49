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
	"viviscope/gui/imageview"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// picturePanel shows a picture, and its thumbnail until it is decoded.
type picturePanel struct {
	s         *Screen
	view      *imageview.View
	thumbnail *canvas.Image
	trouble   *troublePanel
	zoom      *widgets.Text
	size      *widgets.Text
	buttons   action.Buttons
	object    *fyne.Container
	foot      fyne.CanvasObject
	shown     int64 // the asset in the view; 0: none
}

func newPicturePanel(s *Screen) *picturePanel {
	p := &picturePanel{s: s, trouble: newTroublePanel(s)}
	p.view = imageview.New(p.pointed, p.showZoom)
	p.thumbnail = &canvas.Image{FillMode: canvas.ImageFillStretch, ScaleMode: canvas.ImageScaleFastest}
	p.thumbnail.Hide()
	p.zoom = widgets.NewText("", resources.SizeSM, resources.Text1, true).Centered().MinWidth(52)
	p.size = widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	p.buttons = action.Buttons{Wrap: s.andFocus}
	button := func(icon fyne.Resource, word string, do func()) *widgets.Button {
		return widgets.NewIconButton(icon, word, func() { do(); s.Focus() }).SetKind(widgets.Quiet)
	}
	p.foot = newFootBar([]fyne.CanvasObject{
		button(resources.IconMinus(), lang.L("Smaller"), func() { p.view.Step(false) }), p.zoom,
		button(resources.IconPlus(), lang.L("Larger"), func() { p.view.Step(true) }),
		widgets.NewButton(lang.X("verb", "Fit"), nil, widgets.Plain, func() { p.view.Fit(); s.Focus() }),
		widgets.NewButton("1:1", nil, widgets.Plain, func() { p.view.Actual(); s.Focus() }),
	}, []fyne.CanvasObject{p.size, p.buttons.Full("viewer/edit", widgets.Plain)})
	ground := widgets.NewGround(resources.BgScreen)
	p.object = container.NewStack(ground, &fyne.Container{Layout: thumbnailLayout{p}, Objects: []fyne.CanvasObject{p.thumbnail}}, p.view, p.trouble.object)
	return p
}

// pointed pans with any button: there is nothing else that one could do here. A double click shows the picture at its own
// size, or whole where it is so.
func (p *picturePanel) pointed(at imageview.Pointer) {
	switch {
	case at.Event == imageview.Down:
		p.s.Focus()
	case at.Event == imageview.Drag:
		p.view.PanBy(at.By.DX, at.By.DY)
	case at.Event == imageview.Double && p.view.Fitted():
		p.view.Actual()
	case at.Event == imageview.Double:
		p.view.Fit()
	}
}

// load shows a picture: as it is where it is decoded, and its thumbnail until then.
func (p *picturePanel) load(a db.Asset) {
	k := p.s.images.get(a.ID)
	p.trouble.hide()
	switch {
	case k == nil:
		p.view.SetSource(nil)
		p.shown = 0
		p.thumbnail.Image = nil
		if im, ok := p.s.d.Pictures.Nearest(a, 1024); ok {
			p.thumbnail.Image = im
		}
	case k.err != nil:
		p.view.SetSource(nil)
		p.shown, p.thumbnail.Image = 0, nil
		p.trouble.show(lang.L("The picture cannot be shown"), facts.Trouble(a, k.err))
	case p.shown != a.ID:
		p.shown, p.thumbnail.Image = a.ID, nil
		p.view.SetSource(k.picture)
	}
	widgets.Show(p.thumbnail, p.thumbnail.Image != nil)
	p.thumbnail.Refresh()
	p.size.SetText("")
	if a.Width > 0 {
		p.size.SetText(fmt.Sprintf("%d × %d", a.Width, a.Height))
	}
	p.buttons.Show(p.s.forAsset())
	p.showZoom()
}

// clear lets go of the picture.
func (p *picturePanel) clear() {
	p.view.SetSource(nil)
	p.shown = 0
	p.thumbnail.Image = nil
	p.thumbnail.Hide()
	p.trouble.hide()
}

// showZoom words the zoom.
func (p *picturePanel) showZoom() {
	words := ""
	if p.shown != 0 {
		words = lang.L("%s %%", lang.Decimal(p.view.Scale()*100, 0))
	}
	p.zoom.SetText(words)
}

// thumbnailLayout lays the thumbnail where the view will show the picture.
type thumbnailLayout struct{ p *picturePanel }

// MinSize is nothing.
func (thumbnailLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout fits the thumbnail as the view fits the picture.
func (l thumbnailLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	a := l.p.s.asset
	size := image.Pt(a.Width, a.Height)
	if size.X <= 0 || size.Y <= 0 {
		widgets.Place(o[0], 0, 0, 0, 0)
		return
	}
	v := imageview.Fit(size, float64(s.Width), float64(s.Height), edge, 1/float64(l.p.s.scale()))
	widgets.Place(o[0], float32(v.X), float32(v.Y), float32(float64(size.X)*v.Scale), float32(float64(size.Y)*v.Scale))
}
