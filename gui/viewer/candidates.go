package viewer

import (
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/viewer/compare"
	"viviscope/gui/wording"
)

// candidate is an asset that the shown one can be compared with.
type candidate struct {
	label string // its relation to the shown asset, and what distinguishes it
	asset db.Asset
}

// candidatesFor returns the assets that the shown one can be compared with, the closest first. chosen is the one that
// it is compared with; zero for none.
func candidatesFor(now *subject, chosen db.Asset) []candidate {
	var out []candidate
	seen, times := map[int64]bool{0: true, now.asset.ID: true}, map[string]int{}
	add := func(a db.Asset, relation string) {
		if seen[a.ID] {
			return
		}
		seen[a.ID] = true
		times[relation]++
		if times[relation] > 1 {
			relation = lang.X("the second, third … of one sort", "%s, %d", relation, times[relation])
		}
		out = append(out, candidate{relation + " · " + distinction(now, a), a})
	}
	addKin := func(list []db.Relative, relation string) {
		for _, k := range list {
			if k.Asset != nil {
				add(*k.Asset, relation)
			}
		}
	}
	f := now.known.Family
	addKin(f.MadeFrom, lang.L("Made from"))
	addKin(f.Variations, lang.L("Same batch"))
	addKin(f.Resends, lang.L("Made again"))
	addKin(f.EditedInto, lang.L("Edited to"))
	addKin(f.Extracted, lang.L("Saved from it"))
	addKin(f.UsedAsFrame, lang.L("Its clip"))
	for _, other := range []bool{false, true} { // those of the same kind first
		if a, ok := now.neighbour(1); ok && (a.Kind != now.asset.Kind) == other {
			add(a, lang.L("Next"))
		}
		if a, ok := now.neighbour(-1); ok && (a.Kind != now.asset.Kind) == other {
			add(a, lang.L("Previous"))
		}
	}
	if seen[chosen.ID] {
		return out
	}
	return append([]candidate{{lang.L("Chosen") + " · " + distinction(now, chosen), chosen}}, out...)
}

// distinction returns what distinguishes an asset from the shown one: its title, or else its model.
func distinction(now *subject, a db.Asset) string {
	if title := wording.AssetTitle(a); title != wording.AssetTitle(now.asset) {
		return compare.Cut(title, 40)
	}
	return a.Model
}
