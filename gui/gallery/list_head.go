package gallery

import (
	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// listHead has the names of the columns of the list. A click on one sorts by it, a second click reverses the order.
type listHead struct {
	*wall
	columns []headColumn
	object  fyne.CanvasObject
}

// headHeight is the height of the heads, px.
const headHeight = 28

// headColumn is a column of the list. first is the order of the first click.
type headColumn struct {
	head      *kit.ColumnHead
	first     search.Order
	second    search.Order
	firstDown bool // first is descending
}

// listHeads returns the names of the columns, from the left.
func listHeads() []string {
	return []string{lang.L("Name"), lang.L("Model"), lang.X("at this time", "Made"), lang.L("Format"),
		lang.X("of a file", "Size"), lang.X("noun", "Cost")}
}

func newListHead(w *wall) *listHead {
	h := &listHead{wall: w}
	words := listHeads()
	h.add(words[0], search.ByName, search.ByNameDesc, false, false)
	h.add(words[1], search.ByModel, search.ByModelDesc, false, false)
	h.add(words[2], search.Newest, search.Oldest, true, false)
	h.add(words[3], search.MostPixels, search.FewestPixels, true, false)
	h.add(words[4], search.Largest, search.Smallest, true, false)
	h.add(words[5], search.MostExpensive, search.Cheapest, true, true)
	var heads []fyne.CanvasObject
	for _, c := range h.columns {
		heads = append(heads, c.head)
	}
	heads = append(heads, kit.NewText("", resources.SizeSM, resources.Text2, false)) // above the stars
	h.object = kit.NewColumn(0, kit.NewInset(0, wallEnd+listEdge, 0, wallStart+listBox+listPicture+listGap,
		container.New(listColumns{}, heads...)), kit.NewRule())
	h.object.Hide()
	return h
}

// add adds a column with its two orders.
func (h *listHead) add(word string, first, second search.Order, firstDown, trailing bool) {
	sort := func() {
		to := first
		if h.asked.order == first {
			to = second
		}
		h.remember(func(s *State) { s.Order = to })
	}
	h.columns = append(h.columns, headColumn{kit.NewColumnHead(word, trailing, headHeight, sort), first, second,
		firstDown})
}

// show shows the heads while the wall is a list, with an arrow at the column of the order.
func (h *listHead) show() {
	for _, c := range h.columns {
		sorting := kit.Unsorted
		switch order := h.asked.order; {
		case order == c.first && c.firstDown, order == c.second && !c.firstDown:
			sorting = kit.Falling
		case order == c.first, order == c.second:
			sorting = kit.Rising
		}
		c.head.SetOrder(sorting)
	}
	kit.Show(h.object, h.state.List)
}
