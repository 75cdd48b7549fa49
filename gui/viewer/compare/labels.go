package compare

import (
	"cmp"
	"strings"

	"viviscope/db"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Made is one of two assets that are compared, with what made it.
type Made struct {
	Asset db.Asset
	facts.Background
}

// Labels words two sides: what each is called and what tells them apart, and last what they are weighed by beside
// their looks, which is left out where there is no room. What they are called stands after what tells them apart
// where both are called the same.
func Labels(a, b Made) (wordsA, wordsB string) {
	apartA, apartB := a.told(), b.told()
	for i := range apartA {
		if apartA[i] == apartB[i] {
			apartA[i], apartB[i] = "", ""
		}
	}
	nameA, nameB := Cut(wording.AssetTitle(a.Asset), 40), Cut(wording.AssetTitle(b.Asset), 40)
	label := func(name string, apart []string, s Made) string {
		parts := append([]string{name}, apart...)
		if nameA == nameB {
			parts = append(apart, name)
		}
		parts = append(parts, s.weighed()...)
		return wording.Dotted(parts...)
	}
	return label(nameA, apartA, a), label(nameB, apartB, b)
}

// told is what can tell a side from another, each always at the same place; "" where it has none.
func (s Made) told() []string {
	asked := wording.AskedOf(s.Job)
	model, seed, seconds, quality := cmp.Or(s.Asset.Model, s.Job.Model, lang.L("Imported")), "", "", ""
	if s.Asset.Seed != nil {
		seed = lang.L("seed %s", wording.Seed(*s.Asset.Seed))
	}
	if s.Asset.Kind == db.Clip {
		seconds = facts.Short(s.Asset.Seconds) + " s"
	}
	if asked.Quality != "" {
		quality = lang.L("quality %s", asked.Quality)
	}
	return []string{model, seed, seconds, quality}
}

// weighed words price and time. A call is charged as a whole: where it gave several pictures, that is said.
func (s Made) weighed() (words []string) {
	if s.Job.ID == 0 {
		return nil
	}
	cost := wording.CostOf(s.Job, s.Entries)
	words = append(words, s.Money.Mark(strings.TrimPrefix(cost.Number+" "+cost.Word, "— ")))
	if took := facts.Took(s.Job); took != "" {
		words = append(words, lang.L("took %s", took))
	}
	return words
}

// Cut is the beginning of a name, of so many characters at most; nothing where no more than a few are left.
func Cut(name string, most int) string {
	switch runes := []rune(name); {
	case len(runes) <= most:
		return name
	case most > 4:
		return strings.TrimSpace(string(runes[:most-1])) + "…"
	}
	return ""
}
