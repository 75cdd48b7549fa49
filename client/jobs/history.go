package jobs

import (
	"context"
	"slices"
	"sync"
	"time"

	"viviscope/db"
)

const (
	historySize = 50
	historyAge  = 10 * time.Minute // the maximum age of a reading, so that a thousand tasks of one kind cause one query
	minHistory  = 5                // with fewer tasks than this, the documented duration is used
)

// history caches how long tasks of a kind took at the service of a profile, to predict when a task ends.
type history struct {
	lib   Library
	usual func(db.Profile) time.Duration // the documented duration; nil: none is known

	mu   sync.Mutex
	seen map[taskKind]reading
}

// taskKind contains what the duration of a task depends on.
type taskKind struct {
	profile           int64
	model, resolution string
	seconds           int
}

type reading struct {
	durations []time.Duration
	at        time.Time
}

func newHistory(lib Library, usual func(db.Profile) time.Duration) *history {
	return &history{lib: lib, usual: usual, seen: make(map[taskKind]reading)}
}

// durations returns the durations of finished tasks of a kind; none if there are none or they cannot be read. The
// caller must not change the slice.
func (h *history) durations(ctx context.Context, kind taskKind, now time.Time) []time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	r, ok := h.seen[kind]
	if !ok || now.Sub(r.at) > historyAge {
		d, err := h.lib.Durations(ctx, kind.profile, kind.model, kind.seconds, kind.resolution, historySize)
		if err != nil {
			d = r.durations // an old reading is better than none; the pace is a guess in any case
		}
		if len(d) < minHistory {
			d = h.documented(ctx, kind.profile, d)
		}
		r = reading{d, now}
		h.seen[kind] = r
	}
	return r.durations
}

// documented returns the documented duration of a service in place of finished tasks. If there is none, it returns few.
func (h *history) documented(ctx context.Context, profileID int64, few []time.Duration) []time.Duration {
	if h.usual == nil {
		return few
	}
	p, err := h.lib.Profile(ctx, profileID)
	if err != nil {
		return few
	}
	d := h.usual(p)
	if d <= 0 {
		return few
	}
	return slices.Repeat([]time.Duration{d}, minHistory)
}
