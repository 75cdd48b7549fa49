package jobs

import (
	"context"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// The expected duration of jobs without any history.
const (
	UsualClip    = 3 * time.Minute
	UsualPicture = time.Minute
)

// forecast predicts when jobs are sent.
type forecast struct {
	*lifetime
	lib        Library
	history    *history
	linkDeaths *linkExpiry
}

// checkLinks returns *FrameExpiredError if a picture's link would expire before its job's turn. orders are the orders
// from which the jobs were made, if any. Hosted pictures are not checked: they are uploaded again at the turn.
func (f *forecast) checkLinks(ctx context.Context, profileID int64, list []db.Job, orders []Order) error {
	var turns []time.Time
	var gone []ExpiringFrame
	for i, j := range list {
		frames, err := f.linkDeaths.expiringInputs(ctx, j)
		if err != nil {
			return err
		}
		for _, in := range frames {
			if in.File != "" {
				continue
			}
			if turns == nil {
				if turns, err = f.predictTurns(ctx, profileID, list, orders); err != nil {
					return err
				}
			}
			if in.Expires.Before(turns[i].Add(linkReserve)) {
				gone = append(gone, ExpiringFrame{
					Order: i + 1, Shot: j.Shot, Place: in.Place, Asset: in.Asset, Dies: in.Expires, Turn: turns[i],
				})
			}
		}
	}
	if len(gone) > 0 {
		return &FrameExpiredError{gone}
	}
	return nil
}

// predictTurns predicts when the given jobs are sent if they are released now, behind the profile's running and waiting
// jobs.
func (f *forecast) predictTurns(
	ctx context.Context, profileID int64, list []db.Job, orders []Order,
) ([]time.Time, error) {
	ahead, err := f.ahead(ctx, profileID)
	if err != nil {
		return nil, err
	}
	now, turns, ends := f.now(), make([]time.Time, len(list)), make([]time.Duration, len(list))
	for i, j := range list {
		after := ahead.Ends(j.After)
		if len(orders) > 0 && orders[i].After.Order > 0 {
			after = ends[orders[i].After.Order-1]
		}
		took := f.durationOf(ctx, j)
		begins := ahead.Begin(j.Kind, took, max(after, j.NotBefore.Sub(now)))
		turns[i], ends[i] = now.Add(begins), begins+took
	}
	return turns, nil
}

// Ahead describes the jobs ahead of a new click of a profile. All times are relative to the moment when it was made.
// The zero value means no jobs.
type Ahead struct {
	places map[bool]Places         // by whether clips are made there
	ends   map[int64]time.Duration // when running or waiting jobs are expected to be saved
}

// ahead implements [Engine.Ahead].
func (f *forecast) ahead(ctx context.Context, profileID int64) (Ahead, error) {
	profile, err := f.lib.Profile(ctx, profileID)
	if err != nil {
		return Ahead{}, err
	}
	ahead := []db.JobState{db.Waiting, db.Held, db.Sending, db.Queued, db.InProgress}
	jobs, err := f.lib.Jobs(ctx, db.JobFilter{ProfileID: profileID, States: ahead})
	if err != nil {
		return Ahead{}, err
	}
	a := Ahead{map[bool]Places{true: NewPlaces(profile.MaxTasks), false: NewPlaces(profile.MaxImages)},
		map[int64]time.Duration{}}
	for _, j := range slices.Backward(jobs) {
		if took := f.durationOf(ctx, j); j.State != db.Held || j.WaitsForJob() {
			a.ends[j.ID] = a.Begin(j.Kind, took, a.ends[j.After]) + took
		}
	}
	return a, nil
}

// Begin assigns a place to one more job of duration took and returns when it begins. It does not begin before after,
// the end of the job that it comes after.
func (a Ahead) Begin(kind db.JobKind, took, after time.Duration) (begins time.Duration) {
	if places := a.places[kind.IsVideo()]; places != nil {
		begins = places.Take(took)
	}
	return max(begins, after)
}

// Ends returns when a running job is expected to be saved; 0 for any other.
func (a Ahead) Ends(job int64) time.Duration { return a.ends[job] }

// Clone returns a copy, for trying out a click.
func (a Ahead) Clone() Ahead {
	return Ahead{map[bool]Places{true: slices.Clone(a.places[true]), false: slices.Clone(a.places[false])}, a.ends}
}

// durationOf returns the usual duration of a job.
func (f *forecast) durationOf(ctx context.Context, j db.Job) time.Duration {
	r, _ := RequestOf(j) // one that cannot be read has the default duration
	return f.usualDuration(ctx, j.ProfileID, r)
}

// usualDuration implements [Engine.UsualDuration].
func (f *forecast) usualDuration(ctx context.Context, profileID int64, r client.Request) time.Duration {
	clip, ok := r.(client.VideoRequest)
	if !ok {
		return UsualPicture
	}
	like := taskKind{profile: profileID, model: clip.Model, seconds: clip.Duration(), resolution: clip.Tier()}
	seen := slices.Sorted(slices.Values(f.history.durations(ctx, like, f.now())))
	if len(seen) == 0 {
		return UsualClip
	}
	return seen[len(seen)/2]
}

// Places contains, for each place of a profile, when it becomes free. Jobs begin in their order, each at the place that
// is free first.
type Places []time.Duration

// NewPlaces returns n free places, at least one.
func NewPlaces(n int) Places { return make(Places, max(n, 1)) }

// Take assigns the first free place to one more job, and returns when the job begins.
func (p Places) Take(took time.Duration) (begins time.Duration) {
	slices.Sort(p)
	begins = p[0]
	p[0] += took
	return begins
}
