package search

import (
	"context"
	"slices"
	"time"
)

// cancelCheckInterval is the number of entries between two checks of the context.
const cancelCheckInterval = 1 << 15

// each calls fn for each asset that matches a filter, newest first. The caller holds the read lock. It returns the
// context's error if that ends.
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

// Find returns all assets that match a filter, in its order. The caller owns the slice, which takes 48 MB for a million
// rows.
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

// Count counts the assets that match a filter.
func (x *Index) Count(ctx context.Context, f Filter) (n int, err error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	err = x.each(ctx, f, func(uint32, *entry) { n++ })
	return n, err
}

// Day holds the costs of the assets made on one day.
type Day struct {
	Start time.Time // midnight, in the given location
	Costs []Cost    // by profile and currency, without assets of unknown cost
}

// Cost is the amount that a profile paid in one currency.
type Cost struct {
	ProfileID int64
	Currency  string // ISO 4217
	Micros    int64
}

// Days groups the assets that match a filter by day in a location, newest first. Days without assets are left out.
func (x *Index) Days(ctx context.Context, f Filter, in *time.Location) ([]Day, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var all []Day
	var from, to int64 // of the current day: the calendar is computed once a day
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
