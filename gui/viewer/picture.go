package viewer

import (
	"fmt"
	"image"
	"log/slog"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/client/picturefile/reduce"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/viewer/facts"
	"viviscope/gui/viewer/imageview"
	"viviscope/resources"
)

// picturePanel shows a picture, and its thumbnail until it is decoded.
type picturePanel struct {
	s         *Screen
	view      *imageview.View
	thumbnail *canvas.Image
	trouble   *troublePanel
	zoom      *kit.Text
	size      *kit.Text
	buttons   action.Buttons
	zooms     []*kit.Button
	object    *fyne.Container
	foot      fyne.CanvasObject
	shown     int64   // the asset in the view; 0: none
	part      float64 // of the size of the picture that is decoded: 1, but for the largest
}

func newPicturePanel(s *Screen) *picturePanel {
	p := &picturePanel{s: s, trouble: newTroublePanel(s)}
	p.view = imageview.New(s.d.Canvas, p.pointed, p.showZoom)
	p.thumbnail = &canvas.Image{FillMode: canvas.ImageFillStretch, ScaleMode: canvas.ImageScaleFastest}
	p.thumbnail.Hide()
	p.zoom = kit.NewText("", resources.SizeSM, resources.Text1, true).Centered().MinWidth(52)
	p.size = kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	p.buttons = action.Buttons{Wrap: s.andFocus}
	p.zooms = []*kit.Button{
		s.icon(resources.IconMinus, lang.L("Smaller"), func() { p.view.Step(false) }),
		s.icon(resources.IconPlus, lang.L("Larger"), func() { p.view.Step(true) }),
		kit.NewButton(lang.X("verb", "Fit"), nil, kit.Plain, func() { p.view.Fit(); s.Focus() }),
		kit.NewButton("1:1", nil, kit.Plain, func() { p.view.Actual(); s.Focus() }),
	}
	p.foot = newFootBar([]fyne.CanvasObject{p.zooms[0], p.zoom, p.zooms[1], p.zooms[2], p.zooms[3]}, []fyne.CanvasObject{p.size, p.buttons.Full("viewer/edit", kit.Plain)})
	ground := kit.NewGround(resources.BgScreen)
	p.object = container.NewStack(ground, container.New(thumbnailLayout{p}, p.thumbnail), p.view, p.trouble.object)
	return p
}

// pointed pans a picture that was zoomed, and drags one that is whole out of the window. A double click shows the picture at its own size,
// or whole where it is so.
func (p *picturePanel) pointed(at imageview.Pointer) {
	switch {
	case at.Event == imageview.Down:
		p.s.Focus()
	case at.Event == imageview.Up:
		p.s.d.Exchange.EndDrag()
	case at.Event == imageview.Drag && p.view.Fitted() && at.Button == desktop.MouseButtonPrimary:
		p.s.d.Exchange.Drag(fyne.CurrentApp().Driver().AbsolutePositionForObject(p.view).Add(at.At), p.s.asset.ID)
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
		p.part = 1
		if size := k.picture.Size(); max(a.Width, a.Height) > 0 {
			p.part = float64(max(size.X, size.Y)) / float64(max(a.Width, a.Height))
		}
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
	p.buttons.Show(p.s.forAsset())
	p.showZoom()
}

func (p *picturePanel) clear() {
	p.view.SetSource(nil)
	p.shown = 0
	p.thumbnail.Image = nil
	p.thumbnail.Hide()
	p.trouble.hide()
}

func (p *picturePanel) showZoom() {
	words := ""
	if p.shown != 0 {
		words = lang.L("%s %%", lang.Decimal(p.view.Scale()*p.part*100, 0))
	}
	p.zoom.SetText(words)
}

// thumbnailLayout lays the thumbnail where the view will show the picture.
type thumbnailLayout struct{ p *picturePanel }

func (thumbnailLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (l thumbnailLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	a := l.p.s.asset
	size := image.Pt(a.Width, a.Height)
	if size.X <= 0 || size.Y <= 0 {
		kit.Place(o[0], 0, 0, 0, 0)
		return
	}
	v := imageview.Fit(size, float64(s.Width), float64(s.Height), edge, 1/float64(l.p.s.scale()))
	kit.Place(o[0], float32(v.X), float32(v.Y), float32(float64(size.X)*v.Scale), float32(float64(size.Y)*v.Scale))
}

// cacheBytes bounds the pictures that are kept decoded: the one that is shown and its neighbours, with their smaller
// sizes. The one that is shown is kept whatever it takes.
const cacheBytes = 160 << 20

// imageCache keeps whole pictures of the assets around the one that is shown. It belongs to the window's goroutine; decoding is
// done off it, one at a time, and one more where the picture that is looked at is not the one being decoded.
type imageCache struct {
	s *Screen

	want []db.Asset // the one that is shown first, then its neighbours
	held map[int64]*decoded
	busy map[int64]bool
}

// decoded is one picture, or why there is none.
type decoded struct {
	picture *reduce.Pyramid
	err     error
}

func newImageCache(s *Screen) *imageCache {
	return &imageCache{s: s, held: map[int64]*decoded{}, busy: map[int64]bool{}}
}

// prefetch makes the first asset the one that is shown and lets go of everything that is not among these.
func (c *imageCache) prefetch(assets ...db.Asset) {
	c.want = assets
	for id := range c.held {
		if !c.wanted(id) {
			delete(c.held, id)
		}
	}
	c.dispatch()
}

// get gives what is there of an asset; nil while it is not decoded.
func (c *imageCache) get(id int64) *decoded { return c.held[id] }

// forget decodes an asset anew when it is next shown: its file may be there again.
func (c *imageCache) forget(id int64) { delete(c.held, id) }

func (c *imageCache) wanted(id int64) bool {
	return slices.ContainsFunc(c.want, func(a db.Asset) bool { return a.ID == id })
}

// dispatch decodes what is wanted next.
func (c *imageCache) dispatch() {
	var used int64
	for i, a := range c.want {
		used += estimate(a)
		if c.held[a.ID] != nil || c.busy[a.ID] {
			continue
		}
		if i > 0 && (used > cacheBytes || len(c.busy) > 0) || len(c.busy) > 1 {
			return
		}
		c.decode(a)
	}
}

// estimate is what a picture takes with its smaller sizes, in bytes.
func estimate(a db.Asset) int64 { return int64(a.Width) * int64(a.Height) * 4 * 4 / 3 }

func (c *imageCache) decode(a db.Asset) {
	c.busy[a.ID] = true
	c.s.run(func() {
		im, err := c.s.d.Pictures.Whole(a)
		k := &decoded{err: err}
		if err == nil {
			k.picture = reduce.NewPyramid(im)
		}
		c.s.d.Post(func() {
			delete(c.busy, a.ID)
			if err != nil {
				c.s.d.Log().Warn("cannot show a picture", slog.Int64("asset", a.ID), slog.Any("err", err))
			}
			if c.wanted(a.ID) {
				c.held[a.ID] = k
				c.s.imageDecoded(a.ID)
			}
			c.dispatch()
		})
	})
}
