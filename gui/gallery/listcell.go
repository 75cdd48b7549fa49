package gallery

import (
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// listCell shows one asset as a row of the list: its picture, its prompt and tags, what made it and when, what it is, and what it cost.
type listCell struct {
	widget.BaseWidget
	g    *Gallery
	item item
	thumb

	words, below, model, when, what, size, cost *widgets.Text
	star                                        *widgets.Icon
}

func newListCell(g *Gallery) *listCell {
	line := func(color fyne.ThemeColorName) *widgets.Text {
		return widgets.NewText("", resources.SizeSM, color, false).Ellipsis()
	}
	c := &listCell{g: g, thumb: thumb{thumbs: g.d.Pictures}}
	c.landed = c.Refresh
	c.words = widgets.NewText("", resources.SizeBody, resources.Text1, false).Ellipsis()
	c.below, c.model, c.when, c.what, c.size = line(resources.Text3), line(resources.Text2), line(resources.Text2), line(resources.Text2), line(resources.Text2)
	c.cost = line(resources.Text1).Trailing()
	c.star = widgets.NewIcon(nil, 16, resources.Accent)
	c.ExtendBaseWidget(c)
	return c
}

// The measures of the list, px.
const (
	listPicture = 84
	listHeight  = 44 // of the picture
	listSign    = 16 // of the icon in its place
	listGap     = 12
	listBox     = 30  // room for the box to mark a row with
	listWide    = 780 // from here on there is room for the size of the file
)

// listColumns are those of words, model, date, what it is, in a wide list the size of its file, cost and star.
func listColumns(wide bool) *widgets.Columns {
	scale := listScale()
	c := []widgets.Column{{Width: 120, Grow: true}, {Width: 112 * scale}, {Width: 104 * scale}, {Width: 104 * scale}}
	if wide {
		c = append(c, widgets.Column{Width: 64 * scale})
	}
	return &widgets.Columns{Gap: listGap, Height: listHeight, Columns: append(c, widgets.Column{Width: 60 * scale}, widgets.Column{Width: 18})}
}

// listScale is how much larger texts are than those that the columns were measured for.
func listScale() float32 { return theme.Size(resources.SizeSM) / 12 }

// bind shows an asset.
func (c *listCell) bind(it item) {
	c.item = it
	c.of(it.asset)
	c.ask(c.wanted())
	a, now := it.asset, c.g.d.Now()
	words, below := "", ""
	if a.ID != 0 {
		words = wording.AssetTitle(a)
		below = wording.Commas(a.Tags)
	}
	c.words.SetText(words)
	c.below.SetText(below)
	widgets.Show(c.below, below != "")
	c.model.SetText(a.Model)
	c.when.SetText(wording.When(it.row.At(), now))
	c.what.SetText(what(it.row))
	c.size.SetText(wording.Bytes(it.row.Bytes))
	cost := ""
	if a.CostMicros != nil {
		cost = wording.Money(*a.CostMicros, a.CostCurrency)
	}
	c.cost.SetText(cost)
	c.star.Set(nil, resources.Accent)
	if it.row.Flags&db.GridStarred != 0 {
		c.star.Set(resources.IconStarOn(), resources.Accent)
	}
	c.Refresh()
}

// what says how long or how large it is: "0:10 · 1280 × 720".
func what(r db.GridRow) string {
	size := fmt.Sprintf("%d × %d", r.Width, r.Height)
	if r.Width <= 0 || r.Height <= 0 {
		size = ""
	}
	if r.Flags&db.GridClip == 0 {
		return size
	}
	return strings.Trim(wording.Elapsed(time.Duration(float64(r.Seconds)*float64(time.Second)))+" · "+size, " ·")
}

// unbind drops what is under way for an asset that left the window.
func (c *listCell) unbind() {
	c.forget()
	c.item = item{}
}

// wanted gives the longer side of the picture in device pixels.
func (c *listCell) wanted() int {
	return int(listPicture*scaleOf(c) + 0.5)
}

// CreateRenderer draws the row.
func (c *listCell) CreateRenderer() fyne.WidgetRenderer {
	r := &listCellRenderer{
		c:    c,
		face: newFace(canvas.ImageFillContain, listSign),
		line: widgets.NewRule(),
	}
	r.text = widgets.NewColumn(0, c.words, c.below)
	r.row = &fyne.Container{}
	r.columns(true)
	r.objects = []fyne.CanvasObject{r.mat, r.im, r.icon, r.row, r.line}
	r.Refresh()
	return r
}

type listCellRenderer struct {
	face
	c       *listCell
	text    fyne.CanvasObject // words and what stands under them
	row     *fyne.Container
	line    *widgets.Ground
	objects []fyne.CanvasObject
}

func (r *listCellRenderer) Destroy()                     {}
func (r *listCellRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *listCellRenderer) MinSize() fyne.Size           { return fyne.NewSize(8, 8) }

// columns lays the row out for the room that there is.
func (r *listCellRenderer) columns(wide bool) {
	c := r.c
	r.row.Layout = listColumns(wide)
	r.row.Objects = []fyne.CanvasObject{r.text, c.model, c.when, c.what}
	if wide {
		r.row.Objects = append(r.row.Objects, c.size)
	}
	r.row.Objects = append(r.row.Objects, c.cost, c.star)
}

func (r *listCellRenderer) Layout(s fyne.Size) {
	r.columns(s.Width >= listWide*listScale())
	top := (s.Height - listHeight) / 2
	for _, o := range []fyne.CanvasObject{r.mat, r.im} {
		widgets.Place(o, listBox, top, listPicture, listHeight)
	}
	widgets.Place(r.icon, listBox+(listPicture-listSign)/2, (s.Height-listSign)/2, listSign, listSign)
	x := float32(listBox + listPicture + listGap)
	widgets.Place(r.row, x, 0, max(s.Width-x-8, 0), s.Height)
	widgets.Place(r.line, 0, s.Height-1, s.Width, 1)
	r.c.ask(r.c.wanted())
}

// Refresh reads the theme and the asset again, and redraws only what changed.
func (r *listCellRenderer) Refresh() {
	r.show(r.c.im, r.c.sign(r.c.item.row.Flags&db.GridClip != 0))
}
