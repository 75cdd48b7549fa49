package compare

import (
	"cmp"
	"strings"

	"viviscope/db"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Made is one of the two compared assets, with the job that made it.
type Made struct {
	Asset db.Asset
	facts.Background
}

// Labels returns the labels of two compared assets: the title, what distinguishes it from the other one, and its cost
// and duration. If both have the same title, the title follows the differences. Cost and duration come last, because a
// label without enough room loses its last parts.
func Labels(a, b Made) (wordsA, wordsB string) {
	apartA, apartB := a.distinctions(), b.distinctions()
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
		parts = append(parts, s.costAndDuration()...)
		return wording.Dotted(parts...)
	}
	return label(nameA, apartA, a), label(nameB, apartB, b)
}

// distinctions returns the properties that can distinguish two assets, each at a fixed index; "" if the asset lacks
// one.
func (s Made) distinctions() []string {
	asked := wording.AskedOf(s.Job)
	model, seed, seconds, quality := cmp.Or(s.Asset.Model, s.Job.Model, lang.L("Imported")), "", "", ""
	if s.Asset.Seed != nil {
		seed = lang.L("seed %s", wording.Seed(*s.Asset.Seed))
	}
	if s.Asset.Kind == db.Clip {
		seconds = facts.Short(s.Asset.Seconds) + " s"
	}
	if asked.Quality != "" {
		quality = lang.L("quality %s", wording.Quality(asked.Quality))
	}
	return []string{model, seed, seconds, quality}
}

// costAndDuration returns the cost and the duration of the job; nil without a job. The cost is that of the whole job.
func (s Made) costAndDuration() (words []string) {
	if s.Job.ID == 0 {
		return nil
	}
	cost := wording.CostOf(s.Job, s.Entries)
	words = append(words, s.Money.Mark(strings.TrimPrefix(cost.Number+" "+cost.Word, "— ")))
	if took := facts.ServiceTime(s.Job); took != "" {
		words = append(words, lang.L("took %s", took))
	}
	return words
}

// Cut returns the beginning of a name, with at most most characters; "" if most is 4 or less and the name is longer.
func Cut(name string, most int) string {
	switch runes := []rune(name); {
	case len(runes) <= most:
		return name
	case most > 4:
		return strings.TrimSpace(string(runes[:most-1])) + "…"
	}
	return ""
}
