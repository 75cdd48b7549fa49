package gallery

import (
	"errors"
	"image"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/media"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// cell shows one asset on the wall: its picture or the mat, and tags on its corners. It is used again for other assets as rows scroll by,
// and owns nothing that must be closed.
type cell struct {
	widget.BaseWidget
	thumbs Thumbs
	now    func() time.Time

	asset  db.Asset
	px     int    // what was asked for, in device pixels; 0: nothing yet
	cancel func() // of the request that is under way; nil: none
	im     image.Image
	failed error
}

func newCell(thumbs Thumbs, now func() time.Time) *cell {
	c := &cell{thumbs: thumbs, now: now}
	c.ExtendBaseWidget(c)
	return c
}

// bind shows an asset. It is free when nothing changed since the last time.
func (c *cell) bind(a db.Asset) {
	if a.SHA256 != c.asset.SHA256 || a.Path != c.asset.Path || a.ID != c.asset.ID {
		c.forget()
	}
	c.asset = a
	c.ask()
	c.Refresh()
}

// unbind drops what is under way for an asset that left the window.
func (c *cell) unbind() {
	c.forget()
	c.asset = db.Asset{}
}

func (c *cell) forget() {
	c.drop()
	c.im, c.failed, c.px = nil, nil, 0
}

func (c *cell) drop() {
	if c.cancel != nil {
		c.cancel()
		c.cancel = nil
	}
}

// ask gets the picture at the size that the cell has: from memory at once, else later. Until then a picture of another size stands in for it.
func (c *cell) ask() {
	px := c.wanted()
	if px == 0 || px == c.px || c.asset.ID == 0 {
		return
	}
	c.drop()
	c.px = px
	if im, ok := c.thumbs.Cached(c.asset, px); ok {
		c.im, c.failed = im, nil
		return
	}
	if im, ok := c.thumbs.Nearest(c.asset, px); ok {
		c.im = im
	}
	c.cancel = c.thumbs.Request(c.asset, px, func(im image.Image, err error) {
		c.cancel = nil
		switch {
		case err == nil:
			c.im, c.failed = im, nil
		case errors.Is(err, media.ErrDropped):
			c.px = 0 // asked again when it is bound again
			return
		default:
			c.failed = err
		}
		c.Refresh()
	})
}

// wanted gives the longer side of the cell in device pixels.
func (c *cell) wanted() int {
	s := c.Size()
	scale := float32(1)
	if on := fyne.CurrentApp().Driver().CanvasForObject(c); on != nil {
		scale = on.Scale()
	}
	return int(max(s.Width, s.Height)*scale + 0.5)
}

// tags gives the words of the corners: how long a clip is, and how long a link still lives.
func (c *cell) tags() (length, life string) {
	if c.asset.Kind == db.Clip {
		length = wording.Elapsed(time.Duration(c.asset.Seconds * float64(time.Second)))
	}
	if !c.asset.LinkDies.IsZero() {
		life = wording.Life(c.asset.LinkDies.Sub(c.now()))
	}
	return length, life
}

// sign gives the icon of a cell without a picture: nothing while it may still come.
func (c *cell) sign() fyne.Resource {
	switch {
	case c.im != nil || c.failed == nil:
		return nil
	case errors.Is(c.failed, media.ErrNoDecoder):
		return resources.IconFilm()
	case c.asset.Kind == db.Clip, c.asset.Kind == db.Picture:
		return resources.IconWarning()
	}
	return resources.IconPicture()
}

// CreateRenderer draws the cell.
func (c *cell) CreateRenderer() fyne.WidgetRenderer {
	r := &cellRenderer{
		c:      c,
		mat:    canvas.NewRectangle(nil),
		im:     &canvas.Image{FillMode: canvas.ImageFillCover, ScaleMode: canvas.ImageScaleFastest, CornerRadius: cellRadius},
		sign:   widgets.NewIcon(nil, signSize, resources.Text3),
		length: widgets.NewTag(widgets.ToneOnPicture, resources.IconPlay(), ""),
		life:   widgets.NewTag(widgets.ToneOnPicture, resources.IconLink(), ""),
		star:   widgets.NewTag(widgets.ToneOnPicture, resources.IconStarOn(), ""),
	}
	r.mat.CornerRadius = cellRadius
	r.im.Hide()
	r.objects = []fyne.CanvasObject{r.mat, r.im, r.sign, r.length, r.life, r.star}
	r.Refresh()
	return r
}

// The measures of a cell, in px.
const (
	cellRadius = 4
	cellInset  = 6  // from the edge to a tag
	signSize   = 24 // of the icon on the mat
)

type cellRenderer struct {
	c                  *cell
	mat                *canvas.Rectangle
	im                 *canvas.Image
	sign               *widgets.Icon
	length, life, star *widgets.Tag
	objects            []fyne.CanvasObject
}

func (r *cellRenderer) Destroy()                     {}
func (r *cellRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *cellRenderer) MinSize() fyne.Size           { return fyne.NewSize(8, 8) }

func (r *cellRenderer) Layout(s fyne.Size) {
	r.mat.Resize(s)
	r.im.Resize(s)
	r.c.ask()
	r.paint()
	r.place(s)
}

// place puts the tags on their corners.
func (r *cellRenderer) place(s fyne.Size) {
	move := func(t *widgets.Tag, x, y float32) {
		t.Resize(t.MinSize())
		t.Move(fyne.NewPos(x, y))
	}
	m := r.length.MinSize()
	bottom := s.Height - m.Height - cellInset
	move(r.length, cellInset, bottom)
	lifeX := s.Width - r.life.MinSize().Width - cellInset
	if !r.length.Visible() {
		lifeX = cellInset
	}
	move(r.life, lifeX, bottom)
	move(r.star, s.Width-r.star.MinSize().Width-cellInset, cellInset)
	r.sign.Resize(fyne.NewSquareSize(signSize))
	r.sign.Move(fyne.NewPos((s.Width-signSize)/2, (s.Height-signSize)/2))
}

// Refresh reads the theme and the asset again, and redraws only what changed.
func (r *cellRenderer) Refresh() {
	if mat := theme.Color(resources.BgMat); r.mat.FillColor != mat {
		r.mat.FillColor = mat
		r.mat.Refresh()
	}
	c := r.c
	length, life := c.tags()
	setTag(r.length, resources.IconPlay(), length, length != "")
	room := c.Size().Width >= r.length.MinSize().Width+r.life.MinSize().Width+3*cellInset
	setTag(r.life, resources.IconLink(), life, life != "" && (length == "" || room))
	setTag(r.star, resources.IconStarOn(), "", c.asset.Starred)
	r.paint()
	r.place(c.Size())
}

// paint shows the picture, or the mat with a sign on it.
func (r *cellRenderer) paint() {
	c := r.c
	if r.im.Image != c.im {
		r.im.Image = c.im
		show(r.im, c.im != nil)
		r.im.Refresh()
	}
	sign := c.sign()
	if sign != nil {
		r.sign.Set(sign, resources.Text3)
	}
	show(r.sign, sign != nil)
}

func setTag(t *widgets.Tag, icon fyne.Resource, word string, on bool) {
	if on {
		t.Set(widgets.ToneOnPicture, icon, word)
	}
	show(t, on)
}

// show makes an object visible or not, and touches it only when that changes.
func show(o fyne.CanvasObject, on bool) {
	if o.Visible() == on {
		return
	}
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}
