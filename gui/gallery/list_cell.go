package gallery

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/media"
	"viviscope/gui/wording"
	"viviscope/resources"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// listCell shows one asset as a row of the list: picture, prompt and tags, model, date, size, and cost.
type listCell struct {
	widget.BaseWidget
	d    Deps
	item item
	*media.Preview

	face                                              *kit.Face
	words, below, model, when, what, size, cost, kind *kit.Text
	star                                              *kit.Icon
	row                                               *fyne.Container
}

func newListCell(d Deps) *listCell {
	line := func(color fyne.ThemeColorName) *kit.Text {
		return kit.NewText("", resources.SizeSM, color, false).Ellipsis()
	}
	c := &listCell{d: d, face: kit.NewFace(canvas.ImageFillContain, cellRadius, listSign)}
	c.Preview = media.NewPreview(d.Pictures, c.Refresh)
	c.words = kit.NewText("", resources.SizeBody, resources.Text1, false).Ellipsis()
	c.below, c.cost = line(resources.Text3), line(resources.Text1).Trailing()
	c.kind = kit.NewText("", resources.SizeXS, resources.Text3, false).Ellipsis().Trailing()
	for _, t := range []**kit.Text{&c.model, &c.when, &c.what, &c.size} {
		*t = line(resources.Text2)
	}
	c.star = kit.NewIcon(nil, 16, resources.Accent)
	c.row = container.New(listColumns{}, kit.NewColumn(0, c.words, c.below), c.model, c.when, c.what, c.size,
		kit.NewColumn(0, c.cost, c.kind), c.star)
	c.ExtendBaseWidget(c)
	return c
}

// The measures of the list, px.
const (
	listPicture = 84
	listHeight  = 44 // of the picture
	listSign    = 16 // of the icon in place of the picture
	listGap     = 12
	listBox     = 30  // room for the check box of a row
	listEdge    = 8   // at the end of a row
	listWide    = 720 // from this width on a row shows the pixel size and the file size
)

// The padding of the wall, px.
const (
	wallInset = 12 // left of the rows
	wallStart = 16 // left edge of the tiles
	wallEnd   = 10
)

// listScale returns the ratio of the text size to the size for which the columns were measured.
func listScale() float32 { return theme.Size(resources.SizeSM) / 12 }

func (c *listCell) bind(it item) {
	c.item = it
	c.Load(it.asset, c.face.Pixels())
	a, now := it.asset, c.d.Now()
	words, below := "", ""
	if a.ID != 0 {
		words = wording.AssetTitle(a)
		below = wording.Dotted(wording.CheckTag(a), wording.Commas(a.Tags...))
	}
	c.words.SetText(words)
	kit.ShowText(c.below, below)
	c.model.SetText(a.Model)
	c.when.SetText(wording.When(it.row.At(), now))
	c.what.SetText(what(it.row))
	c.size.SetText(wording.Bytes(it.row.Bytes))
	cost, kind := "", ""
	if a.CostMicros != nil {
		cost = wording.Money(*a.CostMicros, a.CostCurrency)
		kind = wording.MoneyFormat{Play: a.CostSandbox,
			AmongPlay: it.amongPlay}.Mark(wording.EntryWord(db.Charge, true))
	}
	c.cost.SetText(cost)
	kit.ShowText(c.kind, kind)
	c.star.Set(nil, resources.Accent)
	if it.row.Flags&search.FlagStarred != 0 {
		c.star.Set(resources.IconStarOn, resources.Accent)
	}
	c.Refresh()
}

// what returns the length and the size: "0:10 · 1280 × 720".
func what(r search.Row) string {
	size := fmt.Sprintf("%d × %d", r.Width, r.Height)
	if r.Width <= 0 || r.Height <= 0 {
		size = ""
	}
	if r.Flags&search.FlagClip == 0 {
		return size
	}
	return strings.Trim(wording.Elapsed(time.Duration(float64(r.Seconds)*float64(time.Second)))+" · "+size, " ·")
}

func (c *listCell) Unbind() {
	c.Load(db.Asset{}, 0)
	c.item = item{}
}

func (c *listCell) AccessibilityLabel() string { return kit.Words(c.row) }

func (c *listCell) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (c *listCell) CreateRenderer() fyne.WidgetRenderer {
	line := kit.NewRule()
	return kit.Draw(func() fyne.Size { return fyne.NewSquareSize(8) }, func(s fyne.Size) {
		kit.Place(c.face, listBox, (s.Height-listHeight)/2, listPicture, listHeight)
		x := float32(listBox + listPicture + listGap)
		kit.Place(c.row, x, 0, max(s.Width-x-listEdge, 0), s.Height)
		kit.Place(line, 0, s.Height-1, s.Width, 1)
		c.Load(c.item.asset, c.face.Pixels())
	}, func() {
		c.face.Set(kit.Look{Image: c.Image, Icon: sign(c.Preview, c.item.row.Flags&search.FlagClip != 0)})
	}, c.face, c.row, line)
}

// listColumns lays out the head of the list and its rows: words, model, date, in a wide list pixel size and file size,
// cost, and star. In a narrow list the columns shrink as far as their heads.
type listColumns struct{}

func (listColumns) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[0].MinSize().Height)
}

func (listColumns) Layout(o []fyne.CanvasObject, s fyne.Size) {
	scale := listScale()
	columns := []kit.Column{{Width: 120, Grow: true}, {Width: 112 * scale}, {Width: 104 * scale}, {Width: 104 * scale},
		{Width: 64 * scale}, {Width: 104 * scale}, {Width: 18, Least: 18}}
	for i, words := range listHeads() {
		columns[i].Least = kit.HeadWidth(words, true)
		columns[i].Width = max(columns[i].Width, columns[i].Least)
	}
	wide := s.Width >= listWide*scale
	kit.Show(o[3], wide)
	kit.Show(o[4], wide)
	if !wide {
		o, columns = slices.Delete(slices.Clone(o), 3, 5), slices.Delete(columns, 3, 5)
	}
	(&kit.Columns{Gap: listGap, Columns: columns}).Layout(o, s)
}
