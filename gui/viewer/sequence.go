package viewer

import (
	"slices"

	"viviscope/db"
)

// Sequence is the order in which assets are shown, such as the filtered and sorted gallery. Its methods are called on
// the window's goroutine and must not block.
type Sequence interface {
	Len() int
	At(i int) (a db.Asset, ok bool) // ok is false while the row is not read
	IndexOf(id int64) int           // -1: it is not in the sequence (any more)
}

// list is a fixed sequence of assets. Assets that are moved to the trash are removed.
type list struct{ assets []db.Asset }

func (l *list) Len() int { return len(l.assets) }

func (l *list) At(i int) (db.Asset, bool) { return l.assets[i], true }

func (l *list) IndexOf(id int64) int {
	return slices.IndexFunc(l.assets, func(a db.Asset) bool { return a.ID == id })
}

func (l *list) remove(ids []int64) {
	l.assets = slices.DeleteFunc(l.assets, func(a db.Asset) bool { return slices.Contains(ids, a.ID) })
}
