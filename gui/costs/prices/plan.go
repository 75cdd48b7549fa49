package prices

import (
	"cmp"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/db/search"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// step is a price from a moment on.
type step struct {
	row    int
	at     time.Time
	item   Item
	amount client.Micros
	known  bool
}

// Plan returns the versions to store, oldest first, and the problems by row. Stored versions that are in force or past
// never change: a price begins now or later. With a problem nothing must be stored.
func (r Rows) Plan(now time.Time) (add []version, problems map[int]string) {
	steps, problems := r.steps(now)
	moments := []time.Time{now}
	for _, s := range steps {
		moments = append(moments, s.at)
	}
	for _, v := range r.versions {
		if v.from.After(now) {
			moments = append(moments, v.from)
		}
	}
	slices.SortFunc(moments, time.Time.Compare)
	stored := slices.Clone(r.versions)
	for _, at := range slices.CompactFunc(moments, time.Time.Equal) {
		table, wrong := r.tableOf(steps, at, now)
		for item, problem := range wrong {
			problems[r.rowAt(item, steps, at)] = problem
		}
		if !samePrices(tableAt(stored, at), table) {
			add = append(add, version{at, table})
			after := slices.IndexFunc(stored, func(v version) bool { return v.from.After(at) })
			if after < 0 {
				after = len(stored)
			}
			stored = slices.Insert(stored, after, version{at, table})
		}
	}
	return add, problems
}

// steps returns the prices that begin now or later, by their start, and the problems of single rows.
func (r Rows) steps(now time.Time) (all []step, problems map[int]string) {
	problems = map[int]string{}
	for i, row := range r.List {
		amount, given, err := wording.ParseAmount(row.Price, r.Currency)
		at := row.kept
		if row.edited() {
			var day error
			at, day = begin(row, now)
			err = cmp.Or(err, day)
		}
		s := step{i, at, row.Item, amount, given}
		switch {
		case err != nil:
			problems[i] = wording.Fault(err)
		case row.planned && !given && row.was[1] != "": // the planned price was removed
		case !row.planned && !row.edited(): // as stored
		case slices.ContainsFunc(all, func(o step) bool { return o.item == s.item && o.at.Equal(s.at) }):
			problems[i] = lang.L("another price begins on this day")
		default:
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b step) int { return a.at.Compare(b.at) })
	return all, problems
}

// errEarlier is the error of a price that would begin before today.
var errEarlier = wording.MarkedError(lang.Mark("choose today or a later day: earlier jobs keep their prices"))

// begin returns when the price of an edited row begins: now if it is today, else at the beginning of its day.
func begin(row Row, now time.Time) (time.Time, error) {
	if row.planned && row.From == row.was[0] && row.kept.After(now) { // else it has begun since the rows were read
		return row.kept, nil
	}
	if row.From == "" {
		return now, nil
	}
	day, err := wording.ParseDay(row.From, now)
	if err != nil {
		return now, err
	}
	today := search.StartOfDay(now.Year(), now.Month(), now.Day(), now.Location())
	switch {
	case day.Before(today):
		return now, errEarlier
	case day.Equal(today):
		return now, nil
	}
	return day, nil
}

// tableOf returns the table that applies at a moment. wrong holds the prices that contradict each other.
func (r Rows) tableOf(steps []step, at, now time.Time) (_ client.PriceTable, wrong map[Item]string) {
	prices := pricesOf(r.inForce(now))
	for _, s := range steps {
		if s.at.After(at) {
			break
		}
		i := slices.IndexFunc(prices, func(k known) bool { return k.Item == s.item })
		switch {
		case i >= 0 && s.known:
			prices[i].amount = s.amount
		case i >= 0:
			prices = slices.Delete(prices, i, i+1)
		case s.known:
			prices = append(prices, known{s.item, s.amount})
		}
	}
	order := func(k known) int { return r.last(k.Item) }
	slices.SortStableFunc(prices, func(a, b known) int { return cmp.Compare(order(a), order(b)) })
	return tableWith(prices, r.Currency, r.referenceAt(at, now))
}

// referenceAt reports whether the table that applies at a moment holds reference figures: as it is stored, unless the
// user changed the mark.
func (r Rows) referenceAt(at, now time.Time) bool {
	kept := tableAt(r.versions, at)
	if r.Reference == r.inForce(now).Reference && len(pricesOf(kept)) > 0 {
		return kept.Reference
	}
	return r.Reference
}

// rowAt returns the row that a problem of a price at a moment belongs to.
func (r Rows) rowAt(item Item, steps []step, at time.Time) int {
	row := r.at(item)
	for _, s := range steps {
		if s.item == item && !s.at.After(at) {
			row = s.row
		}
	}
	if row < 0 {
		return r.last(item)
	}
	return row
}

// Dirty reports whether the rows differ from the stored prices. Input that cannot be read counts as a difference.
func (r Rows) Dirty(now time.Time) bool {
	add, problems := r.Plan(now)
	return len(add)+len(problems) > 0
}
