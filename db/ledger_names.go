package db

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
)

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
		return all, l.eachMatch(ctx, AssetFilter{}, func(in *index, a *entry) {
			p := x.maker(a.id)
			if a.tags == 0 || p < 0 {
				return
			}
			list := in.tagSets.all[a.tags]
			if number, known := all.numbers[list]; known && all.of[p] == 0 {
				all.of[p] = number
				return
			}
			var tags []string
			_ = json.Unmarshal([]byte(list), &tags) // the table holds lists of names only
			first := all.of[p] == 0
			if all.add(p, tags...); first {
				all.numbers[list] = all.of[p]
			}
		})
	}
	albums, err := l.Albums(ctx)
	if err != nil {
		return all, err
	}
	for _, album := range albums {
		if album.Saved() {
			continue
		}
		ids, err := l.AssetIDs(ctx, AssetFilter{Album: album.Ref})
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
