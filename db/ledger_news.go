package db

import (
	"cmp"
	"maps"
	"slices"
)

// news is what was read since the index was last brought up to date. Only who reads changes the index, so it may look at it
// without its lock; others see the news when they are published.
type news struct {
	x      *ledgerIndex
	lines  []line
	jobs   []jobRow
	priced []int64
	made   []madeRow
	open   map[int64]bool

	jobIDs     []int64  // of lines
	currencies []string // of lines
}

type jobRow struct {
	id    int64
	kind  uint8
	model string
}

type madeRow struct{ asset, job int64 }

func (n *news) job(v []any) {
	n.jobs = append(n.jobs, jobRow{v[0].(int64), uint8(v[1].(int64)), v[2].(string)})
}

func (n *news) entry(v []any) {
	e := line{id: v[0].(int64), profile: v[2].(int64), kind: uint8(v[3].(int64)), at: v[6].(int64),
		correction: v[7].(int64) == 1}
	job, _ := v[1].(int64)
	e.amount, e.known = v[4].(int64)
	if priced, ok := v[8].(int64); ok {
		n.priced = append(n.priced, priced)
	}
	n.lines, n.jobIDs, n.currencies = append(n.lines, e), append(n.jobIDs, job), append(n.currencies, v[5].(string))
}

func (n *news) asset(v []any) {
	n.made = append(n.made, madeRow{v[0].(int64), v[1].(int64)})
}

func (n *news) stillOpen(v []any) {
	if n.open == nil {
		n.open = map[int64]bool{}
	}
	n.open[v[0].(int64)] = true
}

// publish puts the news into the index.
func (n *news) publish() {
	x := n.x
	if len(n.lines)+len(n.jobs)+len(n.made) == 0 && maps.Equal(n.open, x.open) {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.models.put("")
	x.open = n.open
	x.jobs = slices.Grow(x.jobs, len(n.jobs))
	for _, j := range n.jobs {
		x.jobs = append(x.jobs, jobOf{j.id, x.models.put(j.model), j.kind})
		x.lastJob = j.id
	}
	if x.priced == nil {
		x.priced = map[int64]bool{}
	}
	for _, id := range n.priced {
		x.priced[id] = true
	}
	x.lines = slices.Grow(x.lines, len(n.lines))
	sorted := true
	for i, e := range n.lines {
		e.job, e.money = -1, uint16(x.money.put(n.currencies[i]))
		if p, ok := x.place(n.jobIDs[i]); ok {
			e.job = int32(p)
		}
		sorted = sorted && (len(x.lines) == 0 || x.lines[len(x.lines)-1].at <= e.at)
		x.lines = append(x.lines, e)
		x.lastEntry = e.id
	}
	if !sorted { // a correction of an earlier day, or a ledger that was rebuilt job by job
		slices.SortFunc(x.lines, func(a, b line) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id)) })
	}
	for _, m := range n.made {
		for int64(len(x.madeOf)) <= m.asset {
			x.madeOf = append(x.madeOf, -1)
		}
		if p, ok := x.place(m.job); ok {
			x.madeOf[m.asset] = int32(p)
		}
		x.lastAsset = m.asset
	}
}
