package order

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"viviscope/client/jobs"
)

// SeedDraft is the content of the seed field. With an empty text, the service chooses the seed. A locked seed stays
// after a click, and is incremented for each clip of a click. A seed that is not locked differs for each job, and
// changes after a click.
type SeedDraft struct {
	Text   string `json:"text"`
	Locked bool   `json:"locked"`
}

// seeds returns the seed of each job; nil if the service chooses it. Every clips consecutive jobs have the same texts.
// With a locked seed, all variations of a prompt use the same seeds, so that only their texts differ. The result is
// deterministic, so that the estimate, Copy request and the click agree. ok is false if the text is not an integer, or
// if the increment would overflow.
func (s SeedDraft) seeds(jobs, clips int) (seeds []*int64, ok bool) {
	seeds = make([]*int64, jobs)
	if strings.TrimSpace(s.Text) == "" {
		return seeds, true
	}
	first, err := readSeed(s.Text)
	if err != nil || (s.Locked && first > math.MaxInt64-int64(clips-1)) {
		return seeds, false
	}
	for i := range seeds {
		seed := first
		switch {
		case s.Locked:
			seed += int64(i % clips)
		case i > 0:
			seed = derivedSeed(first, i)
		}
		seeds[i] = &seed
	}
	return seeds, true
}

// readSeed parses an integer. It may contain blanks between groups of digits.
func readSeed(text string) (int64, error) {
	return strconv.ParseInt(strings.Join(strings.Fields(text), ""), 10, 64)
}

// LockedSeed returns the seed if it is locked, else nil.
func (s SeedDraft) LockedSeed() *int64 {
	if seed, err := readSeed(s.Text); s.Locked && err == nil {
		return &seed
	}
	return nil
}

// afterSend returns the field after a click: a seed that is not locked is replaced by next().
func (s SeedDraft) afterSend(next func() int64) SeedDraft {
	if !s.Locked && strings.TrimSpace(s.Text) != "" {
		s.Text = SeedText(next())
	}
	return s
}

// derivedSeed returns the seed of the i-th clip of a click. It depends only on first and i. It is computed by the
// finalizer of splitmix64.
func derivedSeed(first int64, i int) int64 {
	z := uint64(first) + uint64(i)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	hi, _ := bits.Mul64(z^z>>31, jobs.MaxRolledSeed+1)
	return int64(hi)
}

// SeedText formats a seed for the field.
func SeedText(seed int64) string { return strconv.FormatInt(seed, 10) }
