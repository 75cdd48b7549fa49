package db

import (
	"cmp"
	"context"
	"reflect"
	"slices"
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

// NewestAssets returns the newest assets outside the trash, at most limit of them. It asks SQLite and not the index, so that there is something
// to show while the library is still [Library.Loading].
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
