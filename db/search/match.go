package search

import (
	"math"
	"slices"
	"strings"
	"time"
)

// test reports whether an entry meets a condition.
type test func(e *entry) bool

// tests returns the conditions of a filter, cheap and strict ones first. The caller holds the read lock while it uses
// them.
func (x *Index) tests(f Filter) []test {
	want := Flags(0)
	if f.Trashed {
		want = FlagTrashed
	}
	return append([]test{func(e *entry) bool { return e.Flags&(FlagTrashed|flagDeleted) == want }}, x.conditions(f)...)
}

// conditions returns the conditions of a filter and of its Not filters, without that of the trash.
func (x *Index) conditions(f Filter) []test {
	tests := x.positiveTests(f)
	for _, not := range f.Not {
		if some := x.positiveTests(not); len(some) > 0 {
			tests = append(tests, func(e *entry) bool { return !passes(e, some) })
		}
	}
	return tests
}

func passes(e *entry, all []test) bool {
	for _, t := range all {
		if !t(e) {
			return false
		}
	}
	return true
}

// positiveTests returns the conditions of a filter, without those of its Not filters and of the trash.
func (x *Index) positiveTests(f Filter) []test {
	var tests []test
	add := func(given bool, t test) {
		if given {
			tests = append(tests, t)
		}
	}
	var set, clear Flags
	for _, c := range []struct {
		given      bool
		set, clear Flags
	}{
		{f.Starred, FlagStarred, 0},
		{f.Kind == Clip, FlagClip, 0},
		{f.Kind == Picture, 0, FlagClip},
		{f.Sound == WithSound, FlagClip | FlagSound, 0},
		{f.Sound == WithoutSound, FlagClip, FlagSound},
		{f.Origin == Imported, FlagImported, 0},
		{f.Origin == Generated, 0, FlagImported},
		{f.Seed != nil, FlagSeed, 0},
		{f.Check != "", CheckFlag(f.Check) | FlagChecked, 0},
		{f.MinCost != nil || f.MaxCost != nil, FlagCost, 0},
		{f.MinSeconds != 0 || f.MaxSeconds != 0, FlagClip, 0},
	} {
		if c.given {
			set, clear = set|c.set, clear|c.clear
		}
	}
	add(set|clear != 0, func(e *entry) bool { return e.Flags&set == set && e.Flags&clear == 0 })
	if f.Seed != nil {
		seed := *f.Seed
		add(true, func(e *entry) bool { return e.seed == seed })
	}
	add(f.ProfileID != 0, func(e *entry) bool { return e.profile == f.ProfileID })
	from, to := MillisOr(f.From, math.MinInt64), MillisOr(f.To, math.MaxInt64)
	add(!f.From.IsZero() || !f.To.IsZero(), func(e *entry) bool { return e.Created >= from && e.Created < to })
	if f.MinCost != nil || f.MaxCost != nil {
		least, most := valueOr(f.MinCost, math.MinInt64), valueOr(f.MaxCost, math.MaxInt64)
		add(true, func(e *entry) bool { return e.CostMicros >= least && e.CostMicros <= most })
	}
	add(f.MinSide > 0, func(e *entry) bool { return int(min(e.Width, e.Height)) >= f.MinSide })
	add(f.MaxSide > 0, func(e *entry) bool { return int(min(e.Width, e.Height)) <= f.MaxSide })
	// A length is compared as it is displayed, in hundredths: 5.04 matches a clip of 5.041 seconds.
	add(f.MinSeconds > 0, func(e *entry) bool { return float64(e.Seconds) >= f.MinSeconds-0.005 })
	add(f.MaxSeconds > 0, func(e *entry) bool { return float64(e.Seconds) <= f.MaxSeconds+0.005 })
	add(f.Ratio != "", func(e *entry) bool { return f.Ratio.matches(e.Width, e.Height) })
	living := f.LinkValidAt.UnixMilli()
	add(!f.LinkValidAt.IsZero(), func(e *entry) bool { return e.linkExpires > living })
	if len(f.Models) > 0 {
		models := x.modelSet(f.Models)
		add(true, func(e *entry) bool { return models[e.model] })
	}
	if len(f.Tags) > 0 {
		tags := x.tags.having(f.Tags)
		add(true, func(e *entry) bool { return tags[e.tags] })
	}
	if len(f.Cast) > 0 {
		cast := x.cast.having(f.Cast)
		add(true, func(e *entry) bool { return cast[e.cast] })
	}
	add(f.Untagged, func(e *entry) bool { return e.tags == 0 })
	if f.Album != "" {
		places := x.albums[f.Album].Places
		add(true, func(e *entry) bool { _, in := places[e.ID]; return in })
	}
	if f.Within != nil {
		tests = append(tests, x.conditions(*f.Within)...)
	}
	// last: it searches all texts here, once; the test itself is a lookup
	if terms := ParseWords(f.Text); len(terms) > 0 {
		holds := x.texts.matching(terms)
		add(true, func(e *entry) bool { return holds[e.text] })
	}
	return tests
}

// MillisOr returns a time as UTC milliseconds; none for the zero time.
func MillisOr(t time.Time, none int64) int64 {
	if t.IsZero() {
		return none
	}
	return t.UnixMilli()
}

func valueOr(n *int64, none int64) int64 {
	if n == nil {
		return none
	}
	return *n
}

// ratioTolerance is the maximum relative difference to a numeric ratio.
const ratioTolerance = 0.02

// matches reports whether a picture of a size in pixels has the ratio.
func (r Ratio) matches(width, height int32) bool {
	if width <= 0 || height <= 0 {
		return false
	}
	switch r {
	case Landscape:
		return width > height
	case Portrait:
		return height > width
	}
	parts, ok := ratios[r]
	return ok && math.Abs(float64(width)*parts[1]/(float64(height)*parts[0])-1) <= ratioTolerance
}

// ratios are the numeric ratios: width, height.
var ratios = map[Ratio][2]float64{
	Square: {1, 1}, Wide16x9: {16, 9}, Tall9x16: {9, 16}, Wide4x3: {4, 3}, Tall3x4: {3, 4}, Wide3x2: {3, 2},
	Tall2x3:  {2, 3},
	Wide21x9: {21, 9},
}

// modelSet reports for each model, by its number, whether one of the names matches it.
func (x *Index) modelSet(wanted []string) []bool {
	set := make([]bool, len(x.models.all))
	for n, model := range x.models.all {
		set[n] = slices.ContainsFunc(wanted, func(w string) bool {
			if start, ok := strings.CutSuffix(w, "*"); ok {
				return len(model) >= len(start) && strings.EqualFold(model[:len(start)], start)
			}
			return strings.EqualFold(model, w)
		})
	}
	return set
}

// having reports for each list, by its number, whether it has all of the names.
func (l *nameLists) having(wanted []string) []bool {
	keys := make([]string, len(wanted))
	for i, w := range wanted {
		keys[i] = Fold(w)
	}
	set := make([]bool, len(l.parsed))
	for i, names := range l.parsed {
		set[i] = !slices.ContainsFunc(keys, func(key string) bool {
			return !slices.ContainsFunc(names, func(n name) bool { return n.key == key })
		})
	}
	return set
}
