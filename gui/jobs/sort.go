package jobs

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
)

// column is a column of the queue by which the jobs of each group can be sorted.
type column int

const (
	noColumn column = iota // in the order of the group
	jobColumn
	stateColumn
	costColumn
	keptColumn
)

// jobOrder is a column and a direction. The zero value is the order of the group.
type jobOrder struct {
	column
	sorting kit.Order
}

// next returns the order after a click on the head of a column: ascending, descending, and the order of the group.
func (o jobOrder) next(c column) jobOrder {
	switch {
	case o.column != c:
		return jobOrder{c, kit.Rising}
	case o.sorting == kit.Rising:
		return jobOrder{c, kit.Falling}
	}
	return jobOrder{}
}

// of returns how the list is sorted by a column.
func (o jobOrder) of(c column) kit.Order {
	if o.column != c {
		return kit.Unsorted
	}
	return o.sorting
}

// sort sorts the jobs of a group. The jobs of one click stay together, at the place of the first of them.
func (o jobOrder) sort(list []*item) []*item {
	if o.column == noColumn {
		return list
	}
	titles := make(map[*item]string)
	if o.column == jobColumn {
		for _, it := range list {
			titles[it] = strings.ToLower(wording.Title(it.Job))
		}
	}
	compare := func(a, b *item) int { return o.compare(a, b, titles) }
	clicks := togetherOf(list)
	for _, k := range clicks {
		slices.SortStableFunc(k, compare)
	}
	slices.SortStableFunc(clicks, func(a, b []*item) int { return compare(a[0], b[0]) })
	return slices.Concat(clicks...)
}

// compare compares two jobs. titles are those to sort by. Jobs without a value in the column are last in both
// directions.
func (o jobOrder) compare(a, b *item, titles map[*item]string) int {
	order := 0
	switch o.column {
	case jobColumn:
		order = cmp.Compare(titles[a], titles[b])
	case stateColumn:
		order = slices.Index(stateOrder, a.State) - slices.Index(stateOrder, b.State)
	case costColumn:
		x, y := a.cost.Micros, b.cost.Micros
		if x == nil || y == nil {
			return missingLast(x == nil, y == nil)
		}
		order = cmp.Or(cmp.Compare(a.Currency, b.Currency), cmp.Compare(*x, *y))
	case keptColumn:
		x, y := a.keptUntil(), b.keptUntil()
		if x.IsZero() || y.IsZero() {
			return missingLast(x.IsZero(), y.IsZero())
		}
		order = x.Compare(y)
	}
	if o.sorting == kit.Falling {
		return -order
	}
	return order
}

func missingLast(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// keptUntil returns when the service deletes its copy, as the column shows it; the zero time if the column shows none.
func (it *item) keptUntil() time.Time {
	if !running.has(it.State) {
		return time.Time{}
	}
	if r, runs := jobs.RetentionOf(it.Job); runs {
		return r.Deadline
	}
	return it.ExpiresAt
}

// togetherOf splits jobs into those of one click that follow each other, and single jobs.
func togetherOf(list []*item) (clicks [][]*item) {
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[0].Click != "" && list[n].Click == list[0].Click {
			n++
		}
		clicks, list = append(clicks, slices.Clone(list[:n])), list[n:]
	}
	return clicks
}
