package order

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"viviscope/client/jobs"
)

// SeedDraft is the seed field. An empty text means that the service chooses. A locked seed stays after a click and is
// incremented for each clip of one click. A seed that is not locked is different for each job and changes after a
// click.
type SeedDraft struct {
	Text   string `json:"text"`
	Locked bool   `json:"locked"`
}

// seeds returns the seeds of jobs; nil means that the service chooses. Each run of clips jobs has the same texts. It is
// a pure function of the field, so that the estimate, Copy request and the click use the same seeds. Variations of a
// prompt share the seeds of a locked field, so that only their texts differ. ok is false if the text is not an integer,
// or if incrementing it would overflow.
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

// readSeed reads an integer. It may contain blanks, because people group digits.
func readSeed(text string) (int64, error) {
	return strconv.ParseInt(strings.Join(strings.Fields(text), ""), 10, 64)
}

// LockedSeed returns the seed of a locked field; nil if there is none.
func (s SeedDraft) LockedSeed() *int64 {
	if seed, err := readSeed(s.Text); s.Locked && err == nil {
		return &seed
	}
	return nil
}

// afterSend returns the field after a click.
func (s SeedDraft) afterSend(next func() int64) SeedDraft {
	if !s.Locked && strings.TrimSpace(s.Text) != "" {
		s.Text = SeedText(next())
	}
	return s
}

// derivedSeed returns the seed of a further clip of one click. It is far from the first, and depends only on first and i.
// It is the finaliser of splitmix64.
func derivedSeed(first int64, i int) int64 {
	z := uint64(first) + uint64(i)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	hi, _ := bits.Mul64(z^z>>31, jobs.MaxRolledSeed+1)
	return int64(hi)
}

// SeedText returns the text of a seed for the field.
func SeedText(seed int64) string { return strconv.FormatInt(seed, 10) }
