package gallery

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// cell shows one asset on the wall: its picture or the mat, and tags on its corners. It is used again for other assets as rows scroll by,
// and owns nothing that must be closed. The pointer moving over a clip shows it from its start to its end.
type cell struct {
	widget.BaseWidget
	g    *Gallery
	item item
	*media.Preview
	scrub media.Scrub

	face                            *kit.Face
	length, sound, life, cost, star *kit.Tag
}

func newCell(g *Gallery) *cell {
	c := &cell{g: g, face: kit.NewFace(canvas.ImageFillCover, cellRadius, signSize)}
	c.Preview = media.NewPreview(g.d.Pictures, c.Refresh)
	c.scrub = media.NewScrub(g.d.Pictures, g.d.ReduceMotion, c.Refresh)
	c.ExtendBaseWidget(c)
	return c
}

// bind shows an asset. It is free when nothing changed since the last time.
func (c *cell) bind(it item) {
	if it.row.ID != c.item.row.ID {
		c.scrub.Leave()
	}
	c.item = it
	c.Load(it.asset, c.face.Pixels())
	c.Refresh()
}

// Unbind drops what is under way for an asset that left the window.
func (c *cell) Unbind() {
	c.Load(db.Asset{}, 0)
	c.scrub.Leave()
	c.item = item{}
}

func (c *cell) MouseIn(e *desktop.MouseEvent) { c.MouseMoved(e) }

func (c *cell) MouseMoved(e *desktop.MouseEvent) {
	c.scrub.Move(c.item.asset, e.Position.X/c.Size().Width)
}

func (c *cell) MouseOut() { c.scrub.Leave() }

// tags are the words of the corners.
type tags struct{ length, life, cost string }

func (c *cell) tags() tags { return tagsOf(c.item, c.g.d.Now()) }

// tagsOf returns the words of the tags: the length of a clip, the time left of a link that expires soon, and the cost if
// costs are shown.
func tagsOf(it item, now time.Time) (t tags) {
	if it.row.Flags&search.FlagClip != 0 {
		t.length = wording.Elapsed(time.Duration(float64(it.row.Seconds) * float64(time.Second)))
	}
	if left := it.asset.LinkDies.Sub(now); left < wording.LinkSoon {
		t.life = wording.Life(left)
	}
	if it.cost {
		t.cost = wording.AssetCost(it.asset, it.amongPlay)
	}
	return t
}

// AccessibilityLabel returns what the asset is called, what it is, and what the tags say.
func (c *cell) AccessibilityLabel() string {
	kind, star, t := lang.X("noun", "Picture"), "", c.tags()
	if c.item.row.Flags&search.FlagClip != 0 {
		kind = lang.X("noun", "Clip")
	}
	if c.item.row.Flags&search.FlagStarred != 0 {
		star = lang.L("Starred")
	}
	words := []string{wording.AssetTitle(c.item.asset), kind, t.length, t.life, t.cost, star}
	return wording.Commas(slices.DeleteFunc(words, func(w string) bool { return w == "" })...)
}

func (c *cell) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (c *cell) CreateRenderer() fyne.WidgetRenderer {
	tag := func() *kit.Tag { return kit.NewTag(kit.ToneOnPicture, nil, "") }
	c.length, c.sound, c.life, c.cost, c.star = tag(), tag(), tag(), tag(), tag()
	return kit.Draw(func() fyne.Size { return fyne.NewSquareSize(8) }, func(s fyne.Size) {
		c.face.Resize(s)
		c.Load(c.item.asset, c.face.Pixels())
		c.paint()
	}, c.paint, c.face, c.length, c.sound, c.life, c.cost, c.star)
}

// The measures of a cell, in px.
const (
	cellRadius  = 4
	cellInset   = 6  // from the edge to a tag
	cellBetween = 4  // two tags
	signSize    = 24 // of the icon on the mat
)

// place puts the tags on their corners. Where there is no room for all, the cost stands above the others; the life
// of the link goes, and the sign of sound.
func (c *cell) place(s fyne.Size) {
	at := func(t *kit.Tag, x, y float32) {
		t.Resize(t.MinSize())
		t.Move(fyne.NewPos(x, y))
	}
	bottom := s.Height - c.length.MinSize().Height - cellInset
	x := float32(cellInset)
	for _, t := range []*kit.Tag{c.length, c.sound} {
		w := t.MinSize().Width
		switch {
		case !t.Visible():
		case x+w > s.Width:
			t.Hide()
		default:
			at(t, x, bottom)
			x += w + cellBetween
		}
	}
	end := s.Width - cellInset
	for _, t := range []*kit.Tag{c.cost, c.life} {
		if !t.Visible() {
			continue
		}
		w := t.MinSize().Width
		if end-w < x {
			if t == c.cost && w <= s.Width-2*cellInset {
				at(t, end-w, bottom-t.MinSize().Height-cellBetween)
				continue
			}
			t.Hide()
			continue
		}
		if x == cellInset && t == c.life {
			at(t, x, bottom)
			x += w + cellBetween
			continue
		}
		at(t, end-w, bottom)
		end -= w + cellBetween
	}
	at(c.star, s.Width-c.star.MinSize().Width-cellInset, cellInset)
}

// paint reads the theme and the asset again, and redraws only what changed.
func (c *cell) paint() {
	t, flags := c.tags(), c.item.row.Flags
	look := kit.Look{Image: c.Image, Icon: sign(c.Preview, flags&search.FlagClip != 0)}
	quiet := c.scrub.Image() != nil // what is looked at closely is not covered
	setTag(c.length, resources.IconPlay, t.length, t.length != "" && !quiet)
	setTag(c.sound, resources.IconSound, "", flags&search.FlagSound != 0 && !quiet)
	setTag(c.life, resources.IconLink, t.life, t.life != "" && !quiet)
	setTag(c.cost, nil, t.cost, t.cost != "" && !quiet)
	setTag(c.star, resources.IconStarOn, "", flags&search.FlagStarred != 0)
	if quiet {
		look.Image, look.Line = c.scrub.Image(), c.scrub.At
	}
	c.face.Set(look)
	c.place(c.Size())
}

func setTag(t *kit.Tag, icon fyne.Resource, word string, on bool) {
	if on {
		t.Set(kit.ToneOnPicture, icon, word)
	}
	kit.Show(t, on)
}

// sign gives the icon of a cell without a picture: nothing while it may still come.
func sign(p *media.Preview, clip bool) fyne.Resource {
	switch {
	case p.Image != nil || p.Err == nil:
		return nil
	case clip && errors.Is(p.Err, media.ErrNoDecoder):
		return resources.IconFilm
	case errors.Is(p.Err, media.ErrTooLarge):
		return resources.IconPicture // nothing is wrong with it
	}
	return resources.IconWarning
}

// fitThumbs has as many pictures kept as the window has room for.
func (g *Gallery) fitThumbs() {
	on := g.d.Canvas()
	s, scale := on.Size(), on.Scale()
	if pixels := int(s.Width * s.Height * scale * scale); pixels != g.fitted {
		g.fitted = pixels
		g.d.Pictures.Fit(pixels)
	}
}

// listCell shows one asset as a row of the list: its picture, its prompt and tags, what made it and when, what it is, and what it cost.
type listCell struct {
	widget.BaseWidget
	g    *Gallery
	item item
	*media.Preview

	face                                              *kit.Face
	words, below, model, when, what, size, cost, kind *kit.Text
	star                                              *kit.Icon
	row                                               *fyne.Container
}

func newListCell(g *Gallery) *listCell {
	line := func(color fyne.ThemeColorName) *kit.Text {
		return kit.NewText("", resources.SizeSM, color, false).Ellipsis()
	}
	c := &listCell{g: g, face: kit.NewFace(canvas.ImageFillContain, cellRadius, listSign)}
	c.Preview = media.NewPreview(g.d.Pictures, c.Refresh)
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
	listSign    = 16 // of the icon in its place
	listGap     = 12
	listBox     = 30  // room for the box to mark a row with
	listEdge    = 8   // at the end of a row
	listWide    = 720 // from here on a row has room for what it is and the size of its file
)

// The room of the wall beside its tiles, px.
const (
	wallInset = 12 // left of the rows
	wallStart = 16 // where tiles begin
	wallEnd   = 10
)

// listScale is how much larger texts are than those that the columns were measured for.
func listScale() float32 { return theme.Size(resources.SizeSM) / 12 }

func (c *listCell) bind(it item) {
	c.item = it
	c.Load(it.asset, c.face.Pixels())
	a, now := it.asset, c.g.d.Now()
	words, below := "", ""
	if a.ID != 0 {
		words = wording.AssetTitle(a)
		below = wording.Commas(a.Tags...)
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
		kind = wording.MoneyFormat{Play: a.CostPlay, AmongPlay: it.amongPlay}.Mark(wording.EntryWord(db.Charge, true))
	}
	c.cost.SetText(cost)
	kit.ShowText(c.kind, kind)
	c.star.Set(nil, resources.Accent)
	if it.row.Flags&search.FlagStarred != 0 {
		c.star.Set(resources.IconStarOn, resources.Accent)
	}
	c.Refresh()
}

// what says how long or how large it is: "0:10 · 1280 × 720".
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

// listColumns lays out the head of the list and its rows: words, model, date, in a wide list what it is and the size of its file, cost and
// star.
type listColumns struct{}

func (listColumns) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[0].MinSize().Height)
}

func (listColumns) Layout(o []fyne.CanvasObject, s fyne.Size) {
	scale := listScale()
	columns := []kit.Column{{Width: 120, Grow: true}, {Width: 112 * scale}, {Width: 104 * scale}, {Width: 104 * scale}, {Width: 64 * scale},
		{Width: 104 * scale}, {Width: 18}}
	wide := s.Width >= listWide*scale
	kit.Show(o[3], wide)
	if kit.Show(o[4], wide); !wide {
		o, columns = slices.Delete(slices.Clone(o), 3, 5), slices.Delete(columns, 3, 5)
	}
	(&kit.Columns{Gap: listGap, Columns: columns}).Layout(o, s)
}

// newListHead names the columns of the list.
func newListHead() *fyne.Container {
	var heads []fyne.CanvasObject
	for _, word := range []string{lang.L("Prompt"), lang.L("Model"), lang.X("at this time", "Made"), lang.L("Format"),
		lang.X("of a file", "Size"), lang.X("noun", "Cost"), ""} {
		heads = append(heads, kit.NewText(word, resources.SizeSM, resources.Text2, false).Ellipsis())
	}
	heads[5].(*kit.Text).Trailing()
	return kit.NewColumn(0, kit.NewInset(6, wallEnd+listEdge, 4, wallStart+listBox+listPicture+listGap,
		container.New(listColumns{}, heads...)), kit.NewRule())
}
