package boards

import (
	"maps"
	"slices"

	"viviscope/db/boards"
)

// Remakes returns the click that replaces takes that no longer match the board, keyframes first. Without cards it
// considers all. It also remakes takes that depend on a remade one: an edit of the picture, a clip with the picture as
// a frame, and a clip that continues the clip. Cards that depend on a running job, or on two remade pictures, are left
// out until these are saved. A card that depends on itself is left out, because it would never match.
func Remakes(v boards.View, w Context, cards ...string) *Click {
	all, wants, remade := withOutdated(v, w, cards...)
	closure, c := maps.Clone(remade), &Click{Purpose: Remake}
	for n := -1; n != len(all); {
		n = len(all)
		all = slices.DeleteFunc(all, func(card string) bool {
			makers, own := makersOf(wants[card]), 0 // those that are remade
			for _, from := range makers {
				if remade[from] {
					own++
				}
			}
			remade[card] = remade[card] && own < 2 && !slices.ContainsFunc(makers, func(from string) bool {
				return isBeingMade(v, w, from) || closure[from] && !remade[from]
			})
			return !remade[card]
		})
		all = c.WithMakers(v, w, withoutCycles(all, wants))
		for card := range remade {
			remade[card] = slices.Contains(all, card)
		}
	}
	return newClick(v, w, Remake, all)
}

// withOutdated returns the cards with a take of a job, keyframes first, with their requests, and those of them that no
// longer match or are made from such cards. Without cards it considers all.
func withOutdated(
	v boards.View, w Context, cards ...string,
) (all []string, wants map[string]boards.Want, outdated map[string]bool) {
	wants, outdated = map[string]boards.Want{}, map[string]bool{}
	for _, frames := range []bool{true, false} {
		for _, c := range v.Strip() {
			_, seen := wants[c.ID]
			if (c.Frame >= 0) != frames || seen || len(cards) > 0 && !slices.Contains(cards, c.ID) {
				continue
			}
			want, s := v.Want(c.ID), v.State(c.ID, w.Now)
			switch s.Tag {
			case boards.Saved, boards.Expired, boards.Stale, boards.FirstFrameDiffers, boards.LastFrameDiffers:
				if s.Chosen.Job.ID != 0 && want.Kind != "" {
					wants[c.ID], outdated[c.ID] = want, s.Tag == boards.Stale
					all = append(all, c.ID)
				}
			}
		}
	}
	for found := true; found; {
		found = false
		for _, card := range all {
			from := func(maker string) bool { return outdated[maker] }
			if !outdated[card] && slices.ContainsFunc(makersOf(wants[card]), from) {
				outdated[card], found = true, true
			}
		}
	}
	return all, wants, outdated
}

// Followers returns the shots that the label of a remake does not explain. with are the remade shots whose takes still
// match, but are made from cards that the click remakes. later are the outdated shots that the click leaves out, for
// example because they would wait for two jobs.
func Followers(v boards.View, c *Click) (with, later []string) {
	all, _, outdated := withOutdated(v, c.Context)
	for _, card := range all {
		in := slices.Contains(c.Cards, card)
		switch {
		case !outdated[card] || v.ShotByID(card) < 0:
		case !in:
			later = append(later, card)
		case v.State(card, c.Context.Now).Tag != boards.Stale:
			with = append(with, card)
		}
	}
	return with, later
}

// withoutCycles removes the cards that are made from themselves, directly or not, and those that follow from them. It
// changes the slice.
func withoutCycles(cards []string, wants map[string]boards.Want) []string {
	open := map[string]bool{}
	for _, card := range cards {
		open[card] = true
	}
	for n := -1; n != len(open); {
		n = len(open)
		for _, card := range cards {
			if !slices.ContainsFunc(makersOf(wants[card]), func(from string) bool { return open[from] }) {
				delete(open, card)
			}
		}
	}
	return slices.DeleteFunc(cards, func(card string) bool { return open[card] })
}

// makersOf returns the cards whose takes a request is made from.
func makersOf(w boards.Want) (cards []string) {
	for _, p := range []boards.Picture{w.First, w.Last, w.From} {
		for _, card := range []string{p.Frame, p.After} {
			if card != "" {
				cards = append(cards, card)
			}
		}
	}
	return cards
}
