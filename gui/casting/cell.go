package casting

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/db/cast"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/resources"
)

// Sizes of a card, px. A card grows with the text.
const (
	cellWidth   = 214
	cellHeight  = 112
	coverWidth  = 88
	cellRadius  = 8
	cellPadding = 10
	ringGap     = 3
)

// entryCell is the card of an entry: its first picture, and beside it name, kind and words.
type entryCell struct {
	widget.BaseWidget
	grid    *grid
	index   int // of the entry; -1: none
	load    *media.Preview
	face    *kit.Face
	edge    *canvas.Rectangle
	ring    *canvas.Rectangle // of the keyboard focus
	name    *kit.Text
	summary *kit.Text
	words   *kit.Text
	texts   *fyne.Container
	whole   *fyne.Container
	hover   bool
}

func newEntryCell(g *grid) *entryCell {
	c := &entryCell{grid: g, index: -1, face: kit.NewFace(canvas.ImageFillCover, cellRadius-1, 20),
		edge: &canvas.Rectangle{}, ring: &canvas.Rectangle{},
		name:    kit.NewText("", resources.SizeBody, resources.Text1, true).Ellipsis(),
		summary: kit.NewText("", resources.SizeXS, resources.Text2, false).Wrap(true).MaxLines(1),
		words:   kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true).MaxLines(3)}
	c.load = media.NewPreview(g.cast.Pictures, c.paint)
	c.texts = kit.NewColumn(2, c.name, c.summary, c.words)
	c.whole = container.New(cellLayout{c}, c.ring, c.edge, c.face, c.texts)
	c.ExtendBaseWidget(c)
	return c
}

// bind shows an entry.
func (c *entryCell) bind(i int, e cast.Entry, cover db.Asset) {
	c.index = i
	c.name.SetText("@" + e.Name)
	c.summary.SetText(Summary(e))
	c.words.SetText(e.Words)
	c.load.Load(cover, int(resources.Scaled(cellHeight)*c.grid.cast.Canvas().Scale()+0.5))
	c.paint()
	c.whole.Refresh()
}

// Unbind releases everything of a cell that is out of view.
func (c *entryCell) Unbind() {
	c.load.Load(db.Asset{}, 0)
	c.index = -1
}

func (c *entryCell) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.whole) }

func (c *entryCell) Tapped(*fyne.PointEvent) {
	c.grid.tapped(c.index)
	c.grid.open(c.index)
}

func (c *entryCell) TappedSecondary(e *fyne.PointEvent) {
	c.grid.tapped(c.index)
	c.grid.menu(e.AbsolutePosition)
}

func (c *entryCell) MouseIn(*desktop.MouseEvent) { c.hover = true; c.paint() }

func (c *entryCell) MouseMoved(*desktop.MouseEvent) {}

func (c *entryCell) MouseOut() { c.hover = false; c.paint() }

func (c *entryCell) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (c *entryCell) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

func (c *entryCell) AccessibilityLabel() string {
	label := c.name.Text() + ", " + c.summary.Text()
	if words := c.words.Text(); words != "" {
		label += ", " + words
	}
	return label
}

// paint shows the picture, and whether the card is selected or under the pointer.
func (c *entryCell) paint() {
	if c.index < 0 {
		return
	}
	fill, line, wide := resources.BgPanel, resources.Line, float32(1)
	is := c.index == c.grid.at
	switch {
	case c.index == c.grid.target:
		fill, line, wide = resources.BgSelected, resources.Accent, 2
	case is && c.grid.focused:
		fill, line, wide = resources.BgSelected, resources.Accent, 2
	case c.hover:
		fill = resources.BgHover
	}
	kit.PaintBox(c.edge, fill, line, wide, cellRadius)
	kit.PaintBox(c.ring, "", resources.Text1, 2, cellRadius+ringGap)
	kit.Show(c.ring, is && c.grid.focused && !c.grid.clicked)
	look := kit.Look{Image: c.load.Image}
	if c.load.Image == nil {
		look.Icon = kindIcon(c.grid.kindOf(c.index))
		if c.grid.missesPictures(c.index) {
			look.Icon = resources.IconTrash
		}
	}
	c.face.Set(look)
}

// kindIcon returns the icon of an entry without a picture.
func kindIcon(k cast.Kind) fyne.Resource {
	switch k {
	case cast.Person:
		return resources.IconEye
	case cast.Place:
		return resources.IconRegion
	case cast.Thing:
		return resources.IconBox
	}
	return resources.IconBrush
}

// cellLayout lays out the parts of a card in the size of its place.
type cellLayout struct{ c *entryCell }

func (cellLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(resources.Scaled(cellWidth), resources.Scaled(cellHeight))
}

func (l cellLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	c := l.c
	kit.Place(c.ring, -ringGap, -ringGap, s.Width+2*ringGap, s.Height+2*ringGap)
	kit.Place(c.edge, 0, 0, s.Width, s.Height)
	kit.Place(c.face, 2, 2, coverWidth-2, s.Height-4)
	left := float32(coverWidth + cellPadding)
	kit.Place(c.texts, left, cellPadding, s.Width-left-cellPadding, s.Height-2*cellPadding)
}

// emptyWords is the sentence of an empty cast.
func emptyWords() string {
	return lang.L("Add people, places and looks once, and use them in every shot.")
}
