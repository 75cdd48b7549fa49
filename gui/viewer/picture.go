package viewer

import (
	"fmt"
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/viewer/imageview"
	"viviscope/resources"
)

// picturePanel shows a picture, and its thumbnail until it is decoded.
type picturePanel struct {
	d         *Deps
	now       *subject
	images    *imageCache
	focus     focuser
	actions   func() []action.Action
	view      *imageview.View
	thumbnail *canvas.Image
	trouble   *troublePanel
	zoom      *kit.Text
	size      *kit.Text
	buttons   action.Buttons
	zooms     []*kit.Button
	object    *fyne.Container
	foot      fyne.CanvasObject
	shown     int64 // ID of the asset in the view; 0: none
}

func newPicturePanel(d *Deps, now *subject, images *imageCache, focus focuser, trouble *troublePanel) *picturePanel {
	p := &picturePanel{d: d, now: now, images: images, focus: focus, trouble: trouble, actions: trouble.actions}
	p.view = imageview.New(d.Canvas, p.pointed, p.updateZoom)
	p.thumbnail = &canvas.Image{FillMode: canvas.ImageFillStretch, ScaleMode: canvas.ImageScaleFastest}
	p.thumbnail.Hide()
	p.zoom = kit.NewText("", resources.SizeSM, resources.Text1, true).Centered().MinWidth(52)
	p.size = kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	p.buttons = action.Buttons{Wrap: focus}
	p.zooms = []*kit.Button{
		focus.icon(resources.IconMinus, lang.L("Smaller"), func() { p.view.Step(false) }),
		focus.icon(resources.IconPlus, lang.L("Larger"), func() { p.view.Step(true) }),
		kit.NewButton(lang.X("verb", "Fit"), nil, kit.Plain, focus.wrap(p.view.Fit)),
		kit.NewButton("1:1", nil, kit.Plain, focus.wrap(p.view.Actual)),
	}
	p.foot = newFootBar([]fyne.CanvasObject{p.zooms[0], p.zoom, p.zooms[1], p.zooms[2], p.zooms[3]},
		[]fyne.CanvasObject{p.size, p.buttons.Full("viewer/edit", kit.Plain)})
	p.object = container.NewStack(kit.NewGround(resources.BgScreen), container.New(thumbnailLayout{p}, p.thumbnail),
		p.view,
		p.trouble.object)
	return p
}

// pointed pans a zoomed picture, and drags a fitted one out of the window. A double click shows the picture at its
// own size, or fitted if it is so already.
func (p *picturePanel) pointed(at imageview.Pointer) {
	switch {
	case at.Event == imageview.Down:
		p.focus(func() {})
	case at.Event == imageview.Up:
		p.d.Exchange.EndDrag()
	case at.Event == imageview.Drag && p.view.Fitted() && at.Button == desktop.MouseButtonPrimary:
		origin := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.view)
		p.d.Exchange.Drag(origin.Add(at.At), p.now.asset.ID)
	case at.Event == imageview.Drag:
		p.view.PanBy(at.By.DX, at.By.DY)
	case at.Event == imageview.Double && p.view.Fitted():
		p.view.Actual()
	case at.Event == imageview.Double:
		p.view.Fit()
	}
}

// load shows a picture, or its thumbnail while it is not decoded.
func (p *picturePanel) load(a db.Asset) {
	k := p.images.get(a.ID)
	p.trouble.hide()
	switch {
	case k == nil:
		p.view.SetSource(nil)
		p.shown = 0
		p.thumbnail.Image = nil
		if im, ok := p.d.Pictures.Nearest(a, 1024); ok {
			p.thumbnail.Image = im
		}
	case k.err != nil:
		p.view.SetSource(nil)
		p.shown, p.thumbnail.Image = 0, nil
		p.trouble.explain(lang.L("The picture cannot be shown"), facts.Trouble(a, k.err))
	case p.shown != a.ID:
		p.shown, p.thumbnail.Image = a.ID, nil
		p.view.SetReduced(k.picture, image.Pt(a.Width, a.Height))
	}
	for _, b := range p.zooms {
		kit.Enable(b, k == nil || k.err == nil)
	}
	kit.Show(p.thumbnail, p.thumbnail.Image != nil)
	p.thumbnail.Refresh()
	p.size.SetText("")
	if a.Width > 0 {
		p.size.SetText(fmt.Sprintf("%d × %d", a.Width, a.Height))
	}
	p.buttons.Show(p.actions())
	p.updateZoom()
}

// unload shows nothing.
func (p *picturePanel) unload() {
	p.view.SetSource(nil)
	p.shown = 0
	p.thumbnail.Image = nil
	p.thumbnail.Hide()
	p.trouble.hide()
}

func (p *picturePanel) updateZoom() {
	text := ""
	if p.shown != 0 {
		text = lang.L("%s %%", lang.Decimal(p.view.Scale()*100, 0))
	}
	p.zoom.SetText(text)
}

// thumbnailLayout places the thumbnail where the view will show the picture.
type thumbnailLayout struct{ p *picturePanel }

func (thumbnailLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (l thumbnailLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	a := l.p.now.asset
	size := image.Pt(a.Width, a.Height)
	if size.X <= 0 || size.Y <= 0 {
		kit.Place(o[0], 0, 0, 0, 0)
		return
	}
	scale := l.p.d.Canvas().Scale() // device pixels per px
	v := imageview.Fit(size, float64(s.Width), float64(s.Height), edge, 1/float64(scale))
	kit.Place(o[0], float32(v.X), float32(v.Y), float32(float64(size.X)*v.Scale), float32(float64(size.Y)*v.Scale))
}
