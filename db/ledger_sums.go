package db

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"viviscope/db/search"
)

// LedgerSums are the sums of ledger entries in one currency, in micro-units. What counts against a budget is [LedgerSums.Used].
type LedgerSums struct {
	Currency  string // ISO 4217
	Charged   int64  // charges, and the corrections
	Corrected int64  // the part of Charged that is corrections; may be negative
	Reserved  int64  // open reserves
	AtRisk    int64  // open unconfirmed entries
	Refunded  int64  // shown, never added
	Jobs      int    // jobs with a charge
	Unpriced  int    // charges and open entries whose amount nobody knows
	Entries   int    // of any kind
}

// Used is what counts against a budget.
func (s LedgerSums) Used() int64 { return s.Charged + s.Reserved + s.AtRisk }

// LedgerSums sums the entries that a filter chooses, one sum for each currency, in the order of their codes; none where it
// chooses nothing. An entry counts in the period in which it was written; what is open is so now. Sums are exact, nothing is
// rounded, and amounts in different currencies are never added.
func (l *Library) LedgerSums(ctx context.Context, f LedgerFilter) ([]LedgerSums, error) {
	var t tally
	err := l.eachLine(ctx, f, func(x *ledgerIndex, e *line) { t.add(x, e) })
	if err != nil {
		return nil, wrap(err, "sum ledger")
	}
	return t.sums(), nil
}

// tally is sums by the number of their currency.
type tally []LedgerSums

func (t *tally) add(x *ledgerIndex, e *line) {
	for len(*t) <= int(e.money) {
		*t = append(*t, LedgerSums{})
	}
	s := &(*t)[e.money]
	s.Entries++
	s.Currency = x.money.all[e.money]
	switch {
	case e.kind == chargeLine:
		s.Charged += e.amount
		s.Jobs++
	case e.correction:
		s.Charged += e.amount
		s.Corrected += e.amount
	case e.kind == refundLine:
		s.Refunded += e.amount
	case e.kind == reserveLine && x.open[e.id]:
		s.Reserved += e.amount
	case e.kind == unconfirmedLine && x.open[e.id]:
		s.AtRisk += e.amount
	}
	if x.unpriced(e) {
		s.Unpriced++
	}
}

// merge adds the sums of other entries.
func (t *tally) merge(other tally) {
	for len(*t) < len(other) {
		*t = append(*t, LedgerSums{})
	}
	for i, o := range other {
		if s := &(*t)[i]; o.Entries > 0 {
			*s = LedgerSums{o.Currency, s.Charged + o.Charged, s.Corrected + o.Corrected, s.Reserved + o.Reserved, s.AtRisk + o.AtRisk,
				s.Refunded + o.Refunded, s.Jobs + o.Jobs, s.Unpriced + o.Unpriced, s.Entries + o.Entries}
		}
	}
}

// sums returns the sums of the currencies that have entries.
func (t tally) sums() []LedgerSums {
	all := slices.DeleteFunc(slices.Clone(t), func(s LedgerSums) bool { return s.Entries == 0 })
	slices.SortFunc(all, func(a, b LedgerSums) int { return cmp.Compare(a.Currency, b.Currency) })
	return all
}

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

// namedJobs says which tags or albums the files of jobs have. Many jobs have the same ones, so each set stands once.
type namedJobs struct {
	of      []uint32   // place of a job to the number of its set; 0: no names
	sets    [][]string // each sorted
	numbers map[string]uint32
}

func newNamedJobs(jobs int) namedJobs {
	return namedJobs{of: make([]uint32, jobs), sets: [][]string{nil}, numbers: map[string]uint32{}}
}

// add gives a job more names.
func (n *namedJobs) add(place int32, names ...string) {
	had := n.sets[n.of[place]]
	all := slices.Concat(had, names)
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) == len(had) {
		return
	}
	key := strings.Join(all, "\x00")
	number, known := n.numbers[key]
	if !known {
		number = uint32(len(n.sets))
		n.numbers[key] = number
		n.sets = append(n.sets, all)
	}
	n.of[place] = number
}

// namesOfJobs returns the tags or the albums of what jobs made. What is in the trash has none.
func (l *Library) namesOfJobs(ctx context.Context, by LedgerGrouping) (namedJobs, error) {
	x := &l.ledger
	x.mu.RLock()
	defer x.mu.RUnlock()
	all := newNamedJobs(len(x.jobs))
	if by == ByTag {
		type tagged struct {
			id   int64
			tags []string
		}
		rows, err := list(ctx, l.reader, func(row scanner) (t tagged, err error) {
			err = row.Scan(&t.id, names{&t.tags})
			return t, err
		}, "SELECT id, tags FROM assets WHERE trashed_at IS NULL AND tags <> '[]'")
		for _, r := range rows {
			if p := x.maker(r.id); p >= 0 {
				all.add(p, r.tags...)
			}
		}
		return all, err
	}
	albums, err := l.Albums(ctx)
	if err != nil {
		return all, err
	}
	for _, album := range albums {
		if album.Saved() {
			continue
		}
		ids, err := l.assetIDs(ctx, search.Filter{Album: album.Ref})
		if err != nil {
			return all, err
		}
		for _, id := range ids {
			if p := x.maker(id); p >= 0 {
				all.add(p, album.Ref)
			}
		}
	}
	return all, nil
}
