package viewer

import (
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// candidate is something that the asset can be compared with.
type candidate struct {
	asset db.Asset
	word  string
}

// candidates lists what the asset can be compared with, what is nearest to it first.
func (v *versus) candidates() []candidate {
	s := v.s
	var out []candidate
	seen := map[int64]bool{s.asset.ID: true}
	add := func(a db.Asset, word string) {
		if a.ID != 0 && !seen[a.ID] {
			seen[a.ID] = true
			out = append(out, candidate{a, word})
		}
	}
	kin := func(list []db.Kin, word string) {
		for _, k := range list {
			if k.Asset != nil {
				add(*k.Asset, word)
			}
		}
	}
	f := s.known.Family
	kin(f.MadeFrom, lang.L("Made from"))
	kin(f.Variations, lang.L("Same click"))
	kin(f.Resends, lang.L("Sent again"))
	kin(f.EditedInto, lang.L("Edited into"))
	kin(f.TakenFrom, lang.L("Taken from it"))
	kin(f.FrameIn, lang.L("Its clip"))
	for _, other := range []bool{false, true} { // those of the same kind first
		if a, ok := s.neighbour(1); ok && (a.Kind != s.asset.Kind) == other {
			add(a, lang.L("Next"))
		}
		if a, ok := s.neighbour(-1); ok && (a.Kind != s.asset.Kind) == other {
			add(a, lang.L("Previous"))
		}
	}
	if v.on && v.other.ID != 0 && !seen[v.other.ID] {
		out = append([]candidate{{v.other, lang.L("Chosen")}}, out...)
	}
	return out
}

// options words the candidates.
func (v *versus) options() []widgets.PickerOption {
	var out []widgets.PickerOption
	times := map[string]int{}
	for _, c := range v.candidates() {
		times[c.word]++
		title := c.word
		if n := times[c.word]; n > 1 {
			title = lang.X("the second, third … of one sort", "%s, %d", c.word, n)
		}
		out = append(out, widgets.PickerOption{Title: title, Trailing: c.asset.Model})
	}
	return out
}

// chosen gives the place of the other among the candidates.
func (v *versus) chosen() int {
	for i, c := range v.candidates() {
		if c.asset.ID == v.other.ID {
			return i
		}
	}
	return -1
}

// pick compares with another candidate.
func (v *versus) pick(i int) {
	if list := v.candidates(); i >= 0 && i < len(list) && list[i].asset.ID != v.other.ID {
		v.start(list[i].asset)
	}
	v.s.Focus()
}
