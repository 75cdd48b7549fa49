package db

import (
	"math"
	"slices"
	"strings"
	"time"
)

// test says whether an entry is one of those that are looked for.
type test func(e *entry) bool

// tests are all the conditions of a filter, the cheapest and strictest first as far as that is known. The index must be
// locked for reading as long as they are used.
func (x *index) tests(f AssetFilter) []test {
	want := entryFlags(0)
	if f.Trashed {
		want = isTrashed
	}
	return append([]test{func(e *entry) bool { return e.flags&(isTrashed|isGone) == want }}, x.conditions(f)...)
}

// conditions returns the conditions of a filter and of what it leaves out, without regard to the trash.
func (x *index) conditions(f AssetFilter) []test {
	tests := x.narrower(f)
	for _, not := range f.Not {
		if some := x.narrower(not); len(some) > 0 {
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

// narrower returns the conditions of a filter, but for what it leaves out.
func (x *index) narrower(f AssetFilter) []test {
	var tests []test
	add := func(given bool, t test) {
		if given {
			tests = append(tests, t)
		}
	}
	var set, clear entryFlags
	for _, c := range []struct {
		given      bool
		set, clear entryFlags
	}{
		{f.Starred, isStarred, 0},
		{f.Kind == Clip, isClip, 0},
		{f.Kind == Picture, 0, isClip},
		{f.Sound == WithSound, isClip | hasSound, 0},
		{f.Sound == WithoutSound, isClip, hasSound},
		{f.Origin == BroughtHere, isImported, 0},
		{f.Origin == MadeHere, 0, isImported},
		{f.Seed != nil, hasSeed, 0},
		{f.MinCost != nil || f.MaxCost != nil, hasCost, 0},
		{f.MinSeconds != 0 || f.MaxSeconds != 0, isClip, 0},
	} {
		if c.given {
			set, clear = set|c.set, clear|c.clear
		}
	}
	add(set|clear != 0, func(e *entry) bool { return e.flags&set == set && e.flags&clear == 0 })
	if f.Seed != nil {
		seed := *f.Seed
		add(true, func(e *entry) bool { return e.seed == seed })
	}
	add(f.ProfileID != 0, func(e *entry) bool { return e.profile == f.ProfileID })
	from, to := edge(f.From, math.MinInt64), edge(f.To, math.MaxInt64)
	add(!f.From.IsZero() || !f.To.IsZero(), func(e *entry) bool { return e.created >= from && e.created < to })
	if f.MinCost != nil || f.MaxCost != nil {
		least, most := orElse(f.MinCost, math.MinInt64), orElse(f.MaxCost, math.MaxInt64)
		add(true, func(e *entry) bool { return e.cost >= least && e.cost <= most })
	}
	add(f.MinSide > 0, func(e *entry) bool { return int(min(e.width, e.height)) >= f.MinSide })
	add(f.MaxSide > 0, func(e *entry) bool { return int(min(e.width, e.height)) <= f.MaxSide })
	// A length is compared as people read it, in hundredths: a clip of 5.041 seconds is found by 5.04.
	add(f.MinSeconds > 0, func(e *entry) bool { return float64(e.seconds) >= f.MinSeconds-0.005 })
	add(f.MaxSeconds > 0, func(e *entry) bool { return float64(e.seconds) <= f.MaxSeconds+0.005 })
	add(f.Ratio != "", func(e *entry) bool { return f.Ratio.holds(e.width, e.height) })
	living := f.LivingAt.UnixMilli()
	add(!f.LivingAt.IsZero(), func(e *entry) bool { return e.linkDies > living })
	if len(f.Models) > 0 {
		models := x.whichModels(f.Models)
		add(true, func(e *entry) bool { return models[e.model] })
	}
	if len(f.Tags) > 0 {
		tags := x.whichTags(f.Tags)
		add(true, func(e *entry) bool { return tags[e.tags] })
	}
	add(f.Untagged, func(e *entry) bool { return e.tags == 0 })
	if f.Album != "" {
		add(true, x.inAlbum(f.Album))
	}
	if f.within != nil {
		tests = append(tests, x.conditions(*f.within)...)
	}
	if terms := parseWords(f.Text); len(terms) > 0 { // last: it may have to read a text
		holds := x.texts.matching(terms)
		add(true, func(e *entry) bool { return holds[e.text] })
	}
	return tests
}

func edge(t time.Time, none int64) int64 {
	if t.IsZero() {
		return none
	}
	return t.UnixMilli()
}

func orElse(n *int64, none int64) int64 {
	if n == nil {
		return none
	}
	return *n
}

// ratioSlack is how far a ratio may be from the one that it is called after.
const ratioSlack = 0.02

// holds reports whether a picture of some pixels is of a ratio.
func (r Ratio) holds(width, height int32) bool {
	if width <= 0 || height <= 0 {
		return false
	}
	switch r {
	case Landscape:
		return width > height
	case Portrait:
		return height > width
	}
	w, h, ok := r.parts()
	return ok && math.Abs(float64(width)*h/(float64(height)*w)-1) <= ratioSlack
}

// parts returns the numbers of a ratio such as "16:9".
func (r Ratio) parts() (w, h float64, ok bool) {
	switch r {
	case Square:
		return 1, 1, true
	case Wide16x9:
		return 16, 9, true
	case Tall9x16:
		return 9, 16, true
	case Wide4x3:
		return 4, 3, true
	case Tall3x4:
		return 3, 4, true
	case Wide3x2:
		return 3, 2, true
	case Tall2x3:
		return 2, 3, true
	case Wide21x9:
		return 21, 9, true
	}
	return 0, 0, false
}

// whichModels returns the numbers of the models that one of some names means.
func (x *index) whichModels(wanted []string) []bool {
	set := make([]bool, len(x.models.all))
	for n, model := range x.models.all {
		if slices.ContainsFunc(wanted, func(w string) bool {
			if start, ok := strings.CutSuffix(w, "*"); ok {
				return len(model) >= len(start) && strings.EqualFold(model[:len(start)], start)
			}
			return strings.EqualFold(model, w)
		}) {
			set[n] = true
		}
	}
	return set
}

// whichTags returns the numbers of the lists of tags that have all of some tags.
func (x *index) whichTags(wanted []string) []bool {
	set := make([]bool, len(x.tagSets.all))
	lists := x.tags()
	keys := make([]uint32, len(wanted))
	for i, w := range wanted {
		key, known := x.tagKey(CleanTag(w))
		if !known {
			return set
		}
		keys[i] = key
	}
	for n, tags := range lists {
		has := func(key uint32) bool {
			return slices.ContainsFunc(tags, func(t tagName) bool { return t.key == key })
		}
		if !slices.ContainsFunc(keys, func(k uint32) bool { return !has(k) }) {
			set[n] = true
		}
	}
	return set
}

// tagName is a tag as it is written, and the number of what it is compared by.
type tagName struct {
	name string
	key  uint32
}

// tags returns the lists of tags, taken apart, by their numbers.
func (x *index) tags() [][]tagName {
	x.tagging.Lock()
	defer x.tagging.Unlock()
	for _, list := range x.tagSets.all[len(x.tagNames):] {
		var written []string
		_ = names{&written}.Scan(list) // the column holds JSON, or nothing
		apart := make([]tagName, len(written))
		for i, t := range written {
			apart[i] = tagName{t, x.tagKeys.put(foldName(t))}
		}
		x.tagNames = append(x.tagNames, apart)
	}
	return x.tagNames
}

// tagKey returns the number of what a tag is compared by, among those of the lists that were taken apart.
func (x *index) tagKey(tag string) (key uint32, known bool) {
	x.tagging.Lock()
	defer x.tagging.Unlock()
	key, known = x.tagKeys.number[foldName(tag)]
	return key, known
}
