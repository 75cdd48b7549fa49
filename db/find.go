package db

import (
	"cmp"
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Assets returns the assets that a filter chooses, in its order.
//
// Text is words of prompt, note and name: all of them must be there, each as a word or the beginning of one, in any order
// and without regard to case and accents. "Quoted words" must stand side by side, and a word with a hyphen before it must
// not be there. Words in a script that is written without spaces are looked for anywhere, and so are all words where no
// asset of the library has them as words.
func (l *Library) Assets(ctx context.Context, f AssetFilter) ([]Asset, error) {
	if l.atStart(f) {
		return l.NewestAssets(ctx, f.Limit)
	}
	ids, err := l.AssetIDs(ctx, f)
	if err != nil {
		return nil, wrap(err, "read assets")
	}
	assets, err := l.assetsByID(ctx, ids)
	return assets, wrap(err, "read assets")
}

// NewestAssets returns the newest assets outside the trash, at most limit of them. It asks SQLite and not the index, so that there is
// something to show while the library is still [Library.Loading].
func (l *Library) NewestAssets(ctx context.Context, limit int) ([]Asset, error) {
	assets, err := list(ctx, l.reader, scanAsset, firstPage, limit)
	return assets, wrap(err, "read the newest assets")
}

// firstPage reads what a gallery shows first, as the index would find it.
const firstPage = "SELECT " + assetColumns + " FROM assets WHERE trashed_at IS NULL ORDER BY created_at DESC, id DESC LIMIT ?"

// atStart reports whether a filter asks for the newest page before the index can answer: a window that opens shows it.
func (l *Library) atStart(f AssetFilter) bool {
	return f.Limit > 0 && !l.index.rows.passed() && reflect.DeepEqual(f, AssetFilter{Limit: f.Limit})
}

// AssetIDs is [Library.Assets] for who needs to know only which: a selection of all, a range of it.
func (l *Library) AssetIDs(ctx context.Context, f AssetFilter) ([]int64, error) {
	x, places, err := l.find(ctx, f)
	if err != nil {
		return nil, wrap(err, "find assets")
	}
	defer x.mu.RUnlock()
	ids := make([]int64, len(places))
	for i, p := range places {
		ids[i] = x.entries[p].id
	}
	return ids, nil
}

// AssetsByID returns assets in the order of their ids, be they in the trash; those that are not there are left out.
func (l *Library) AssetsByID(ctx context.Context, ids []int64) ([]Asset, error) {
	assets, err := l.assetsByID(ctx, ids)
	return assets, wrap(err, "read assets")
}

func (l *Library) assetsByID(ctx context.Context, ids []int64) ([]Asset, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	found := make([]Asset, 0, len(ids))
	for part := range slices.Chunk(ids, rowChunk) {
		some, err := list(ctx, l.reader, scanAsset,
			"SELECT "+assetColumns+" FROM assets WHERE id IN (SELECT value FROM json_each(?))", idList(part))
		if err != nil {
			return nil, err
		}
		byID := make(map[int64]*Asset, len(some))
		for i := range some {
			byID[some[i].ID] = &some[i]
		}
		for _, id := range part {
			if a := byID[id]; a != nil {
				found = append(found, *a)
			}
		}
	}
	return found, nil
}

// CountAssets counts the assets that a filter chooses, without regard to its order and page.
func (l *Library) CountAssets(ctx context.Context, f AssetFilter) (int, error) {
	if all := (AssetFilter{Trashed: f.Trashed, Order: f.Order, Limit: f.Limit, BeforeID: f.BeforeID, AfterID: f.AfterID}); reflect.DeepEqual(f, all) {
		n, err := l.countWhole(ctx, f.Trashed)
		return n, wrap(err, "count assets")
	}
	n := 0
	err := l.eachMatch(ctx, f, func(*index, *entry) { n++ })
	return n, wrap(err, "count assets")
}

// countWhole counts what is in the trash, or all that is not, which is known without a walk.
func (l *Library) countWhole(ctx context.Context, trashed bool) (int, error) {
	if err := l.upToDate(ctx, false); err != nil {
		return 0, err
	}
	l.index.mu.RLock()
	defer l.index.mu.RUnlock()
	if trashed {
		return l.index.counted.trashed, nil
	}
	return l.index.counted.kept, nil
}

// eachMatch calls fn for each asset that a filter chooses, newest first; the index is locked meanwhile.
func (l *Library) eachMatch(ctx context.Context, f AssetFilter, fn func(*index, *entry)) error {
	f, err := l.ready(ctx, f)
	if err != nil {
		return err
	}
	x := l.index
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.walk(ctx, x.tests(f), len(x.order)-1, -1, func(_ int, p uint32) bool { fn(x, &x.entries[p]); return true })
}

// ready makes sure that the index can answer a filter, and returns it with its saved searches spelled out.
func (l *Library) ready(ctx context.Context, f AssetFilter) (AssetFilter, error) {
	f, err := l.expanded(ctx, f)
	if err != nil {
		return f, err
	}
	return f, l.upToDate(ctx, f.needsWords())
}

// find returns the places in the index of what a filter chooses. Where err is nil the index is locked for reading, and the
// caller unlocks it.
func (l *Library) find(ctx context.Context, f AssetFilter) (*index, []uint32, error) {
	f, err := l.ready(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	l.index.mu.RLock()
	places, err := l.index.page(ctx, f)
	if err != nil {
		l.index.mu.RUnlock()
		return nil, nil, err
	}
	return l.index, places, nil
}

// page returns the places of what a filter chooses, in its order.
func (x *index) page(ctx context.Context, f AssetFilter) ([]uint32, error) {
	if f.Order == Newest || f.Order == Oldest {
		return x.byTime(ctx, f, x.tests(f))
	}
	return x.sorted(ctx, f, x.tests(f))
}

// walkCheck is after how many entries a walk looks whether it is still wanted.
const walkCheck = 1 << 15

// walk goes through the order from one place on, by step, and calls fn for what passes until it says no. age is the place
// in order, which grows from the oldest to the newest.
func (x *index) walk(ctx context.Context, tests []test, from, step int, fn func(age int, place uint32) bool) error {
	for n, at := 0, from; at >= 0 && at < len(x.order); n, at = n+1, at+step {
		if n%walkCheck == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if p := x.order[at]; passes(&x.entries[p], tests) && !fn(at, p) {
			return nil
		}
	}
	return nil
}

// byTime finds a page of the newest or the oldest without a sort.
func (x *index) byTime(ctx context.Context, f AssetFilter, tests []test) ([]uint32, error) {
	step, from := -1, len(x.order)-1
	if f.Order == Oldest {
		step, from = 1, 0
	}
	back := f.AfterID != 0
	if cursor := cmp.Or(f.AfterID, f.BeforeID); cursor != 0 {
		if back {
			step = -step
		}
		from = x.beside(cursor, step)
	}
	var places []uint32
	if f.Limit <= 0 && len(tests) == 1 { // nearly all of them
		places = make([]uint32, 0, len(x.order))
	}
	err := x.walk(ctx, tests, from, step, func(_ int, p uint32) bool {
		places = append(places, p)
		return f.Limit <= 0 || len(places) < f.Limit
	})
	if back {
		slices.Reverse(places)
	}
	return places, err
}

// beside returns the place in order next to an asset's, in the direction of step. Where the asset was never there its id
// stands for its age.
func (x *index) beside(id int64, step int) int {
	at, known := x.place(id)
	if !known {
		if at == len(x.entries) {
			if step > 0 {
				return len(x.order)
			}
			return len(x.order) - 1
		}
		i, _ := slices.BinarySearchFunc(x.order, uint32(at), x.older)
		if step < 0 {
			return i - 1
		}
		return i
	}
	i, _ := slices.BinarySearchFunc(x.order, uint32(at), x.older)
	return i + step
}

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
