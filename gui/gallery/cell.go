package gallery

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// cell shows one asset on the wall: its picture or the mat, and tags on its corners. It is used again for other assets as rows scroll by,
// and owns nothing that must be closed. The pointer moving over a clip shows it from its start to its end.
type cell struct {
	widget.BaseWidget
	g    *Gallery
	item item
	thumb
	scrub scrub
}

func newCell(g *Gallery) *cell {
	c := &cell{g: g, thumb: thumb{thumbs: g.o.Thumbs}}
	c.scrub = newScrub(g, c.Refresh)
	c.landed = c.Refresh
	c.ExtendBaseWidget(c)
	return c
}

// bind shows an asset. It is free when nothing changed since the last time.
func (c *cell) bind(it item) {
	if it.row.ID != c.item.row.ID {
		c.scrub.leave()
	}
	c.item = it
	c.of(it.asset)
	c.ask(wanted(c))
	c.Refresh()
}

// unbind drops what is under way for an asset that left the window.
func (c *cell) unbind() {
	c.forget()
	c.scrub.leave()
	c.item = item{}
}

// MouseIn begins to scrub through a clip.
func (c *cell) MouseIn(e *desktop.MouseEvent) {
	c.scrub.move(c.item.asset, e.Position.X/c.Size().Width)
}

// MouseMoved goes on.
func (c *cell) MouseMoved(e *desktop.MouseEvent) {
	c.scrub.move(c.item.asset, e.Position.X/c.Size().Width)
}

// MouseOut shows the poster again.
func (c *cell) MouseOut() { c.scrub.leave() }

// tags are the words of the corners.
type tags struct{ length, life, cost string }

func (c *cell) tags() tags { return tagsOf(c.item, c.g.o.Now()) }

// tagsOf says how long a clip is, how long a link still lives, and on demand what it cost.
func tagsOf(it item, now time.Time) (t tags) {
	if it.row.Flags&db.GridClip != 0 {
		t.length = wording.Elapsed(time.Duration(float64(it.row.Seconds) * float64(time.Second)))
	}
	if a := it.asset; !a.LinkDies.IsZero() {
		t.life = wording.Life(a.LinkDies.Sub(now))
	}
	if it.cost && it.asset.CostMicros != nil {
		t.cost = wording.Money(*it.asset.CostMicros, it.asset.CostCurrency)
	}
	return t
}

// CreateRenderer draws the cell.
func (c *cell) CreateRenderer() fyne.WidgetRenderer {
	r := &cellRenderer{
		c:      c,
		done:   canvas.NewRectangle(nil),
		cost:   widgets.NewTag(widgets.ToneOnPicture, nil, ""),
		sound:  widgets.NewTag(widgets.ToneOnPicture, resources.IconSound(), ""),
		mat:    canvas.NewRectangle(nil),
		im:     &canvas.Image{FillMode: canvas.ImageFillCover, ScaleMode: canvas.ImageScaleFastest, CornerRadius: cellRadius},
		sign:   widgets.NewIcon(nil, signSize, resources.Text3),
		length: widgets.NewTag(widgets.ToneOnPicture, resources.IconPlay(), ""),
		life:   widgets.NewTag(widgets.ToneOnPicture, resources.IconLink(), ""),
		star:   widgets.NewTag(widgets.ToneOnPicture, resources.IconStarOn(), ""),
	}
	r.mat.CornerRadius = cellRadius
	r.im.Hide()
	r.done.Hide()
	r.objects = []fyne.CanvasObject{r.mat, r.im, r.sign, r.length, r.sound, r.life, r.cost, r.star, r.done}
	r.Refresh()
	return r
}

// The measures of a cell, in px.
const (
	cellRadius  = 4
	cellInset   = 6  // from the edge to a tag
	cellBetween = 4  // two tags
	signSize    = 24 // of the icon on the mat
	scrubLine   = 3  // of how far the pointer has scrubbed
)

type cellRenderer struct {
	c                  *cell
	mat                *canvas.Rectangle
	im                 *canvas.Image
	sign               *widgets.Icon
	length, life, star *widgets.Tag
	cost, sound        *widgets.Tag
	done               *canvas.Rectangle // how far the pointer has scrubbed
	objects            []fyne.CanvasObject
}

func (r *cellRenderer) Destroy()                     {}
func (r *cellRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *cellRenderer) MinSize() fyne.Size           { return fyne.NewSize(8, 8) }

func (r *cellRenderer) Layout(s fyne.Size) {
	r.mat.Resize(s)
	r.im.Resize(s)
	r.c.ask(wanted(r.c))
	r.Refresh()
}

// place puts the tags on their corners. Where there is no room for all, the life of the link goes first, then the cost.
func (r *cellRenderer) place(s fyne.Size) {
	at := func(t *widgets.Tag, x, y float32) {
		t.Resize(t.MinSize())
		t.Move(fyne.NewPos(x, y))
	}
	bottom := s.Height - r.length.MinSize().Height - cellInset
	x := float32(cellInset)
	for _, t := range []*widgets.Tag{r.length, r.sound} {
		if t.Visible() {
			at(t, x, bottom)
			x += t.MinSize().Width + cellBetween
		}
	}
	end := s.Width - cellInset
	for _, t := range []*widgets.Tag{r.cost, r.life} {
		if !t.Visible() {
			continue
		}
		w := t.MinSize().Width
		if end-w < x {
			t.Hide()
			continue
		}
		if x == cellInset && t == r.life {
			at(t, x, bottom)
			x += w + cellBetween
			continue
		}
		at(t, end-w, bottom)
		end -= w + cellBetween
	}
	at(r.star, s.Width-r.star.MinSize().Width-cellInset, cellInset)
	r.sign.Resize(fyne.NewSquareSize(signSize))
	r.sign.Move(fyne.NewPos((s.Width-signSize)/2, (s.Height-signSize)/2))
	r.done.Move(fyne.NewPos(0, s.Height-scrubLine))
	r.done.Resize(fyne.NewSize(s.Width*r.c.scrub.part(), scrubLine))
}

// Refresh reads the theme and the asset again, and redraws only what changed.
func (r *cellRenderer) Refresh() {
	if mat := theme.Color(resources.BgMat); r.mat.FillColor != mat {
		r.mat.FillColor = mat
		r.mat.Refresh()
	}
	if accent := theme.Color(resources.Accent); r.done.FillColor != accent {
		r.done.FillColor = accent
		r.done.Refresh()
	}
	c := r.c
	t, flags := c.tags(), c.item.row.Flags
	quiet := c.scrub.image() != nil // what is looked at closely is not covered
	setTag(r.length, resources.IconPlay(), t.length, t.length != "" && !quiet)
	setTag(r.sound, resources.IconSound(), "", flags&db.GridSound != 0 && !quiet)
	setTag(r.life, resources.IconLink(), t.life, t.life != "" && !quiet)
	setTag(r.cost, nil, t.cost, t.cost != "" && !quiet)
	setTag(r.star, resources.IconStarOn(), "", flags&db.GridStarred != 0)
	show(r.done, quiet)
	im := c.im
	if quiet {
		im = c.scrub.image()
	}
	if r.im.Image != im {
		r.im.Image = im
		show(r.im, im != nil)
		r.im.Refresh()
		r.mat.Refresh() // what was hidden is on no canvas yet, and has nothing drawn by itself
	}
	sign := c.sign(c.item.row.Flags&db.GridClip != 0)
	if sign != nil {
		r.sign.Set(sign, resources.Text3)
	}
	show(r.sign, sign != nil)
	r.place(c.Size())
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
