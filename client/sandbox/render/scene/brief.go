package scene

import (
	"encoding/binary"
	"hash/fnv"
)

// Brief is what a scene is made from.
type Brief struct {
	Prompt, Negative, Model string
	Seed                    int64
}

// place is the hash that the layout follows from: prompt and seed. A picture and a clip of the same words show the same place.
func (b Brief) place() uint64 { return hashOf(b.Prompt, "", "", b.Seed) }

// detail is the hash that the small things follow from (clouds, stars, birds, boats, pace): all fields.
func (b Brief) detail() uint64 { return hashOf(b.Prompt, b.Negative, b.Model, b.Seed) }

// Key is a number that differs, for all that matters, between any two briefs.
func (b Brief) Key() uint64 { return b.detail() }

func hashOf(prompt, negative, model string, seed int64) uint64 {
	h := fnv.New64a()
	for _, s := range []string{prompt, negative, model} {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(s)))) // so that no two lists of words run together
		h.Write([]byte(s))
	}
	r := rng(h.Sum64() ^ uint64(seed)*0x9e3779b97f4a7c15)
	return r.next()
}

// New chooses the scene for a brief.
func New(b Brief) Scene {
	set, kind := direct(b)
	var s Scene = mountains{set}
	switch kind {
	case Sea:
		s = sea{set}
	case Aurora:
		s = aurora{set}
	case Dunes:
		s = dunes{set}
	case Lanterns:
		s = lanterns{set}
	}
	return grade(s, set.wish)
}

// FamilyOf says which kind of scene [New] chooses.
func FamilyOf(b Brief) Family {
	_, kind := direct(b)
	return kind
}

func direct(b Brief) (setting, Family) {
	place := rng(b.place())
	set := setting{wish: Wishes(b.Prompt), avoid: Wishes(b.Negative), detail: b.detail()}
	kind := set.family(&place)
	set.place = place.next()
	return set, kind
}

// setting is what a scene is told: what the words ask for and want avoided, and the two hashes.
type setting struct {
	wish, avoid   Wish
	place, detail uint64
}

// family is what the words ask for, or else the hash chooses among those that are not to be avoided.
func (s setting) family(r *rng) Family {
	pick := r.next() // drawn in any case, so that the rest does not depend on the words
	if s.wish.Family != AnyFamily && s.wish.Family != s.avoid.Family {
		return s.wish.Family
	}
	var open []Family
	for _, f := range s.fitting() {
		if f != s.avoid.Family {
			open = append(open, f)
		}
	}
	return open[pick%uint64(len(open))]
}

// fitting lists the families that have the light that is wished for. Snow does not fall on dunes or a paper sea.
func (s setting) fitting() []Family {
	switch {
	case s.wish.Snow:
		return []Family{Mountains, Aurora}
	case s.wish.Light == Night:
		return []Family{Mountains, Sea, Aurora, Lanterns}
	case s.wish.Light != AnyLight:
		return []Family{Mountains, Sea, Dunes}
	}
	return []Family{Mountains, Sea, Aurora, Dunes, Lanterns}
}

// choose picks one of the palettes, whose lights are given: one of the wished light where there is one, none of the avoided light if there
// is another.
func (s setting) choose(r *rng, lights []Light) int {
	pick := r.next()
	keep := func(ok func(Light) bool) (out []int) {
		for i, l := range lights {
			if ok(l) {
				out = append(out, i)
			}
		}
		return out
	}
	open := keep(func(l Light) bool { return s.wish.Light != AnyLight && l == s.wish.Light })
	if len(open) == 0 {
		open = keep(func(l Light) bool { return l != s.avoid.Light })
	}
	if len(open) == 0 {
		return int(pick % uint64(len(lights)))
	}
	return open[pick%uint64(len(open))]
}
