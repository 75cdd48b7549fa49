package search

import (
	"context"
	"slices"
	"time"
)

// walkCheck is after how many entries a walk looks whether it is still wanted.
const cancelCheckInterval = 1 << 15

// each calls fn for each asset that a filter chooses, newest first. The index must be locked for reading.
func (x *Index) each(ctx context.Context, f Filter, fn func(place uint32, e *entry)) error {
	tests := x.tests(f)
	for n, place := range slices.Backward(x.order) {
		if n%cancelCheckInterval == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if e := &x.entries[place]; passes(e, tests) {
			fn(place, e)
		}
	}
	return ctx.Err()
}

// Find returns all that a filter chooses, in its order. Of a million rows the slice takes 48 MB, which are the
// caller's.
func (x *Index) Find(ctx context.Context, f Filter) ([]Row, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	key, now := x.sortKey(f), x.now().UnixMilli()
	var found []sortEntry
	err := x.each(ctx, f, func(place uint32, e *entry) { found = append(found, sortEntry{key(e), place}) })
	if err != nil {
		return nil, err
	}
	switch f.Order {
	case Newest:
	case Oldest:
		slices.Reverse(found)
	default:
		found = sortByKey(found)
	}
	rows := make([]Row, len(found))
	for i, s := range found {
		e := &x.entries[s.position]
		rows[i] = e.Row
		if e.linkExpires > now {
			rows[i].Flags |= FlagLinkValid
		}
	}
	return rows, nil
}

// Count counts the assets that a filter chooses.
func (x *Index) Count(ctx context.Context, f Filter) (n int, err error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	err = x.each(ctx, f, func(uint32, *entry) { n++ })
	return n, err
}

// Day summarizes the assets made on a day.
type Day struct {
	Start time.Time // of its beginning, in the given location
	Costs []Cost    // by profile and currency; assets of unknown cost are in none
}

// Cost is an amount of money of a profile.
type Cost struct {
	ProfileID int64
	Currency  string // ISO 4217
	Micros    int64
}

// Days sums up what a filter chooses by day in a location, newest first. Days on which nothing was made are left out.
func (x *Index) Days(ctx context.Context, f Filter, in *time.Location) ([]Day, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var all []Day
	var from, to int64 // of the day being summed up: the calendar is used only once a day
	err := x.each(ctx, f, func(_ uint32, e *entry) {
		if len(all) == 0 || e.Created < from || e.Created >= to {
			at := e.At().In(in)
			start := StartOfDay(at.Year(), at.Month(), at.Day(), in)
			from, to = start.UnixMilli(), StartOfDay(at.Year(), at.Month(), at.Day()+1, in).UnixMilli()
			all = append(all, Day{Start: start})
		}
		if e.Flags&FlagCost != 0 {
			all[len(all)-1].add(e.profile, x.money.all[e.money], e.CostMicros)
		}
	})
	return all, err
}

func (d *Day) add(profile int64, currency string, micros int64) {
	i := slices.IndexFunc(d.Costs, func(c Cost) bool { return c.ProfileID == profile && c.Currency == currency })
	if i < 0 {
		i = len(d.Costs)
		d.Costs = append(d.Costs, Cost{ProfileID: profile, Currency: currency})
	}
	d.Costs[i].Micros += micros
}
