package db

import (
	"context"
	"time"
)

// GridRow is one asset as far as a grid lays it out: 48 bytes.
type GridRow struct {
	ID         int64
	Created    int64 // UTC milliseconds
	CostMicros int64 // where GridCost is set
	Bytes      int64 // of its file
	Width      int32 // pixels
	Height     int32
	Seconds    float32 // of a clip
	Flags      GridFlags
}

// At is when the asset was made.
func (r GridRow) At() time.Time { return time.UnixMilli(r.Created) }

// GridFlags are the marks of a row.
type GridFlags uint8

// The marks of a row.
const (
	GridClip GridFlags = 1 << iota
	GridSound
	GridStarred
	GridTrashed
	GridImported
	GridCost   // CostMicros is known
	GridLiving // its link worked when the rows were read
	GridTagged
)

// Index returns all that a filter chooses, in its order, in one slice: the whole grid. Limit and page are kept to. Of a million
// rows the slice takes 48 MB, which are the caller's.
func (l *Library) Index(ctx context.Context, f AssetFilter) ([]GridRow, error) {
	x, places, err := l.find(ctx, f)
	if err != nil {
		return nil, wrap(err, "index assets")
	}
	defer x.mu.RUnlock()
	now := l.now().UnixMilli()
	rows := make([]GridRow, len(places))
	for i, p := range places {
		rows[i] = x.entries[p].gridRow(now)
	}
	return rows, nil
}

func (e *entry) gridRow(now int64) GridRow {
	r := GridRow{ID: e.id, Created: e.created, Bytes: e.bytes, Width: e.width, Height: e.height, Seconds: e.seconds, Flags: GridFlags(e.flags & inGrid)}
	if e.flags&hasCost != 0 {
		r.CostMicros = e.cost
	}
	if e.linkDies > now {
		r.Flags |= GridLiving
	}
	if e.tags != 0 {
		r.Flags |= GridTagged
	}
	return r
}

// Span is what was made in a day.
type Span struct {
	Start time.Time // midnight at its beginning, in the location that was asked for
	Count int
	Costs []Cost // by profile and currency; what has no known cost is in none
}

// Cost is an amount of money of a profile.
type Cost struct {
	ProfileID int64
	Currency  string // ISO 4217
	Micros    int64
}

// Days counts what a filter chooses by day in a location, newest first, without regard to its order and page. Days on
// which nothing was made are left out.
func (l *Library) Days(ctx context.Context, f AssetFilter, in *time.Location) ([]Span, error) {
	var all []Span
	var from, to int64 // of the day that is being counted: what is walked comes newest first, so that a calendar is asked once a day
	err := l.eachMatch(ctx, f, func(x *index, e *entry) {
		if len(all) == 0 || e.created < from || e.created >= to {
			at := time.UnixMilli(e.created).In(in)
			start := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, in)
			from, to = start.UnixMilli(), start.AddDate(0, 0, 1).UnixMilli()
			all = append(all, Span{Start: start})
		}
		s := &all[len(all)-1]
		s.Count++
		if e.flags&hasCost != 0 {
			s.add(e.profile, x.money.all[e.money], e.cost)
		}
	})
	return all, wrap(err, "count days")
}

func (s *Span) add(profile int64, currency string, micros int64) {
	for i := range s.Costs {
		if s.Costs[i].ProfileID == profile && s.Costs[i].Currency == currency {
			s.Costs[i].Micros += micros
			return
		}
	}
	s.Costs = append(s.Costs, Cost{profile, currency, micros})
}
