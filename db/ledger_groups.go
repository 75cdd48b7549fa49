package db

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
)

// LedgerGrouping says by what a breakdown parts the ledger.
type LedgerGrouping string

// The groupings. An entry belongs to one group, but to one for each tag and each album that a file of its job has: those
// groups overlap and do not add up to the whole. What has none of what is grouped by is in the group "".
const (
	ByModel     LedgerGrouping = "model"
	ByJobKind   LedgerGrouping = "kind"
	ByEntryKind LedgerGrouping = "entry" // a correction is a Void
	ByProfile   LedgerGrouping = "profile"
	ByDay       LedgerGrouping = "day"
	ByTag       LedgerGrouping = "tag"
	ByAlbum     LedgerGrouping = "album" // those kept by hand
	ByDayModel  LedgerGrouping = "day and model"
)

// LedgerGroup is the sums of one group in one currency.
type LedgerGroup struct {
	Day      time.Time // midnight at its beginning, in the location that was asked for; zero but for days
	Key      string    // model, kind, tag, or the ref of an album; "" for days, profiles and what has none
	Profile  int64     // 0 but for profiles
	Pictures bool      // the jobs of a model make pictures; false but for models
	LedgerSums
}

// Breakdown groups the entries that a filter chooses: days in their order and within a day by key, everything else by
// currency and then the dearest first. Days are those of loc; nil means UTC. Days without entries are left out.
func (l *Library) Breakdown(ctx context.Context, f LedgerFilter, by LedgerGrouping, loc *time.Location) ([]LedgerGroup, error) {
	if loc == nil {
		loc = time.UTC
	}
	g := grouping{by: by, loc: loc, all: map[groupKey]*tally{}, pictures: map[int64]bool{}}
	if by == ByTag || by == ByAlbum {
		if err := l.readLedger(ctx); err != nil {
			return nil, wrap(err, "group ledger")
		}
		var err error
		if g.named, err = l.namesOfJobs(ctx, by); err != nil {
			return nil, wrap(err, "group ledger")
		}
	}
	if err := l.eachLine(ctx, f, g.add); err != nil {
		return nil, wrap(err, "group ledger")
	}
	return g.groups(), nil
}

// groupKey tells groups apart. number is that of a model, a kind or a set of names, or the id of a profile.
type groupKey struct {
	day    int64 // milliseconds
	number int64
}

// grouping gathers the groups of one breakdown.
type grouping struct {
	by    LedgerGrouping
	loc   *time.Location
	all   map[groupKey]*tally
	named namedJobs

	from, to int64 // the day that is being walked through
	models   []string
	pictures map[int64]bool // models by number

	// The group of the line before: most lines follow one of the same group.
	last    groupKey
	lastSum *tally
}

func (g *grouping) add(x *ledgerIndex, e *line) {
	var k groupKey
	switch g.by {
	case ByModel:
		k.number = g.model(x, e)
	case ByDayModel:
		k.day, k.number = g.day(e), g.model(x, e)
	case ByDay:
		k.day = g.day(e)
	case ByEntryKind:
		k.number = int64(e.kind)
	case ByProfile:
		k.number = e.profile
	case ByJobKind:
		k.number = int64(len(jobKinds))
		if e.job >= 0 {
			k.number = int64(x.jobs[e.job].kind)
		}
	case ByTag, ByAlbum:
		if e.job >= 0 && int(e.job) < len(g.named.of) {
			k.number = int64(g.named.of[e.job])
		}
	}
	g.at(k).add(x, e)
}

func (g *grouping) at(k groupKey) *tally {
	if g.lastSum != nil && g.last == k {
		return g.lastSum
	}
	t := g.all[k]
	if t == nil {
		t = &tally{}
		g.all[k] = t
	}
	g.last, g.lastSum = k, t
	return t
}

// day returns the beginning of a line's day. A calendar is asked once a day, because the lines come in the order of time.
func (g *grouping) day(e *line) int64 {
	if e.at < g.from || e.at >= g.to {
		at := time.UnixMilli(e.at).In(g.loc)
		g.from = time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, g.loc).UnixMilli()
		g.to = time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, g.loc).UnixMilli()
	}
	return g.from
}

func (g *grouping) model(x *ledgerIndex, e *line) int64 {
	if e.job < 0 {
		return 0 // ""
	}
	j := &x.jobs[e.job]
	if int(j.kind) < len(jobKinds) && !jobKinds[j.kind].IsVideo() {
		g.pictures[int64(j.model)] = true
	}
	g.models = x.models.all
	return int64(j.model)
}

// groups returns the groups in their order.
func (g *grouping) groups() []LedgerGroup {
	var all []LedgerGroup
	if g.by == ByTag || g.by == ByAlbum {
		for name, t := range g.perName() {
			for _, s := range t.sums() {
				all = append(all, LedgerGroup{Key: name, LedgerSums: s})
			}
		}
	} else {
		for k, t := range g.all {
			out := g.group(k)
			for _, s := range t.sums() {
				out.LedgerSums = s
				all = append(all, out)
			}
		}
	}
	byDay := g.by == ByDay || g.by == ByDayModel
	slices.SortFunc(all, func(a, b LedgerGroup) int {
		if byDay {
			return cmp.Or(a.Day.Compare(b.Day), strings.Compare(a.Key, b.Key), strings.Compare(a.Currency, b.Currency))
		}
		return cmp.Or(strings.Compare(a.Currency, b.Currency), cmp.Compare(b.Charged, a.Charged), strings.Compare(a.Key, b.Key),
			cmp.Compare(a.Profile, b.Profile))
	})
	return all
}

// group words the key of a group.
func (g *grouping) group(k groupKey) (out LedgerGroup) {
	switch g.by {
	case ByModel, ByDayModel:
		if k.number > 0 {
			out.Key, out.Pictures = g.models[k.number], g.pictures[k.number]
		}
	case ByEntryKind:
		out.Key = string(entryKinds[k.number])
	case ByJobKind:
		if k.number < int64(len(jobKinds)) {
			out.Key = string(jobKinds[k.number])
		}
	case ByProfile:
		out.Profile = k.number
	}
	if g.by == ByDay || g.by == ByDayModel {
		out.Day = time.UnixMilli(k.day).In(g.loc)
	}
	return out
}

// perName adds what was summed by sets of names up by name.
func (g *grouping) perName() map[string]*tally {
	all := map[string]*tally{}
	for k, t := range g.all {
		names := g.named.sets[k.number]
		if len(names) == 0 {
			names = []string{""}
		}
		for _, name := range names {
			if all[name] == nil {
				all[name] = &tally{}
			}
			all[name].merge(*t)
		}
	}
	return all
}
