package gallery

import (
	"slices"
	"viviscope/db/search"
	"viviscope/gui/lang"
)

// orderChoice is a sort order with its label.
type orderChoice struct {
	order search.Order
	word  string
}

// orderChoices returns the sort orders of the menu. The last one is the order of a shown album.
func orderChoices() []orderChoice {
	return []orderChoice{
		{search.Newest, lang.L("Newest first")}, {search.Oldest, lang.L("Oldest first")},
		{search.ByName, lang.L("Name, A to Z")}, {search.ByNameDesc, lang.L("Name, Z to A")},
		{search.Largest, lang.L("Largest file first")}, {search.Smallest, lang.L("Smallest file first")},
		{search.MostPixels, lang.L("Most pixels first")},
		{search.Longest, lang.L("Longest first")}, {search.Shortest, lang.L("Shortest first")},
		{search.MostExpensive, lang.L("Most expensive first")}, {search.Cheapest, lang.L("Cheapest first")},
		{search.AlbumOrder, lang.X("sort order", "Manual order")},
	}
}

// headOrders returns the sort orders that only the heads of the list offer.
func headOrders() []orderChoice {
	return []orderChoice{
		{search.FewestPixels, lang.L("Fewest pixels first")},
		{search.ByModel, lang.L("Model, A to Z")}, {search.ByModelDesc, lang.L("Model, Z to A")},
	}
}

// orderWord returns the label of an order.
func orderWord(o search.Order) string {
	all := append(orderChoices(), headOrders()...)
	return all[max(slices.IndexFunc(all, func(c orderChoice) bool { return c.order == o }), 0)].word
}
