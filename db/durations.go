package db

import (
	"context"
	"time"
)

// Durations returns how long the service of a profile took for clips of a model, length and resolution tier ("720P", "1080P"),
// from its acceptance to the end that was seen, newest first, at most limit of them. Failed tasks do not count: they end early.
func (l *Library) Durations(ctx context.Context, profileID int64, model string, seconds int, resolution string, limit int) ([]time.Duration, error) {
	all, err := list(ctx, l.reader, func(row scanner) (time.Duration, error) {
		var ms int64
		err := row.Scan(&ms)
		return time.Duration(ms) * time.Millisecond, err
	}, `SELECT finished_at - accepted_at FROM jobs WHERE +profile_id = ? AND model = ? AND seconds = ? AND resolution = ?
		AND finished_at > accepted_at AND state IN ('completed', 'downloading', 'saved', 'expired')
		ORDER BY finished_at DESC LIMIT ?`, profileID, model, seconds, resolution, max(limit, 0))
	return all, wrap(err, "read durations of %s", model)
}
