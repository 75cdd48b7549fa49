package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"viviscope/client/linkcheck"
	"viviscope/db"
)

// The service fetches the pictures of a request by their links, at a moment that it does not say, and a link may die: that of a picture which
// the service made after a day. So a link has to live on when its request leaves, and a click whose turn would come too late is refused.

const (
	// frameLeast is how long the link of a picture must still work when its request leaves.
	frameLeast = 10 * time.Minute
	// frameSpare is how long it must work beyond the moment at which its request is expected to leave.
	frameSpare = 30 * time.Minute

	// How long jobs take of which nothing is known.
	usualClip    = 3 * time.Minute
	usualPicture = time.Minute
)

// DyingFrame is a picture whose link would die before the turn of its job, or shortly after.
type DyingFrame struct {
	Order      int    // 1-based place of its job in the click
	Shot       string // what that is a take of; "": of no board
	Place      int    // as of an [Input]
	Asset      string // ref; "" where the link is nobody's here
	Dies, Turn time.Time
}

// FrameGoneError says that pictures would not be there any more when the service fetches them. Nothing was made or let go.
type FrameGoneError struct{ Frames []DyingFrame }

// Error implements error.
func (e *FrameGoneError) Error() string {
	f := e.Frames[0]
	return fmt.Sprintf("the link of picture %d of order %d dies at %s, and its turn is expected at %s", f.Place+1, f.Order,
		f.Dies.Format(time.DateTime), f.Turn.Format(time.DateTime))
}

// noteDeaths writes down when the links in the places of a request die, as far as the library knows it.
func (e *Engine) noteDeaths(ctx context.Context, inputs []db.Input, links []string) error {
	for i, in := range inputs {
		if in.Asset == "" || in.Part || in.File != "" || !in.Dies.IsZero() || in.Place < 0 || in.Place >= len(links) {
			continue
		}
		a, err := e.lib.AssetByRef(ctx, in.Asset)
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
		if a.Link == links[in.Place] {
			inputs[i].Dies = a.LinkDies
		}
	}
	return nil
}

// framesOf are the pictures of a job's request whose links are known to die, the soonest first.
func framesOf(j db.Job, now time.Time) (dying []db.Input) {
	r, err := RequestOf(j)
	if err != nil {
		return nil
	}
	inputs, _ := InputsOf(j) // what cannot be read says nothing of them
	for place, link := range linksOf(r) {
		in := db.Input{Place: place}
		if i := slices.IndexFunc(inputs, func(in db.Input) bool { return in.Place == place && !in.Part }); i >= 0 {
			in = inputs[i]
		}
		if says, ok := linkcheck.Dies(link, now); ok && (in.Dies.IsZero() || says.Before(in.Dies)) {
			in.Dies = says
		}
		if link != "" && !in.Dies.IsZero() {
			dying = append(dying, in)
		}
	}
	slices.SortStableFunc(dying, func(a, b db.Input) int { return a.Dies.Compare(b.Dies) })
	return dying
}

// frames is framesOf with what the library knows of the links of a row that was written before their deaths were.
func (e *Engine) frames(ctx context.Context, j db.Job) ([]db.Input, error) {
	inputs, err := InputsOf(j)
	if err != nil || len(inputs) == 0 {
		return framesOf(j, e.now()), err
	}
	r, err := RequestOf(j)
	if err == nil {
		err = e.noteDeaths(ctx, inputs, linksOf(r))
	}
	if err == nil {
		err = storeInputs(&j, inputs)
	}
	return framesOf(j, e.now()), err
}

// outlive refuses jobs that have a picture whose link would not live beyond their turn. orders are those that they were made of, if any. What
// is hosted is not among those: it is put again when the turn has come.
func (e *Engine) outlive(ctx context.Context, profileID int64, list []db.Job, orders []Order) error {
	var turns []time.Time
	var gone []DyingFrame
	for i, j := range list {
		frames, err := e.frames(ctx, j)
		if err != nil {
			return err
		}
		for _, in := range frames {
			if in.File != "" {
				continue
			}
			if turns == nil {
				if turns, err = e.turns(ctx, profileID, list, orders); err != nil {
					return err
				}
			}
			if in.Dies.Before(turns[i].Add(frameSpare)) {
				gone = append(gone, DyingFrame{Order: i + 1, Shot: j.Shot, Place: in.Place, Asset: in.Asset, Dies: in.Dies, Turn: turns[i]})
			}
		}
	}
	if len(gone) > 0 {
		return &FrameGoneError{gone}
	}
	return nil
}

// turns predicts when jobs leave that are let go now, behind those of their profile that are under way or wait.
func (e *Engine) turns(ctx context.Context, profileID int64, list []db.Job, orders []Order) ([]time.Time, error) {
	now := e.now()
	profile, err := e.lib.Profile(ctx, profileID)
	if err != nil {
		return nil, err
	}
	ahead, err := e.lib.Jobs(ctx, db.JobFilter{ProfileID: profileID, States: []db.JobState{db.Waiting, db.Sending, db.Queued, db.InProgress}})
	if err != nil {
		return nil, err
	}
	places := map[bool]Places{true: NewPlaces(profile.MaxTasks), false: NewPlaces(profile.MaxImages)}
	saved := map[int64]time.Time{} // by the ID of a job: when it is
	for _, j := range slices.Backward(ahead) {
		took := e.takes(ctx, j)
		saved[j.ID] = now.Add(places[j.Kind.IsVideo()].Take(took) + took)
	}
	turns := make([]time.Time, len(list))
	for i, j := range list {
		took := e.takes(ctx, j)
		turns[i] = later(now.Add(places[j.Kind.IsVideo()].Take(took)), j.NotBefore)
		if j.After != 0 {
			turns[i] = later(turns[i], saved[j.After])
		}
		if len(orders) > 0 && orders[i].After.Order > 0 {
			p := orders[i].After.Order - 1
			turns[i] = later(turns[i], turns[p].Add(e.takes(ctx, list[p])))
		}
	}
	return turns, nil
}

// takes is how long a job usually takes.
func (e *Engine) takes(ctx context.Context, j db.Job) time.Duration {
	if !j.Kind.IsVideo() {
		return usualPicture
	}
	now := e.now()
	seen := slices.Sorted(slices.Values(e.history.of(ctx, newWatch(j, now), now)))
	if len(seen) == 0 {
		return usualClip
	}
	return seen[len(seen)/2]
}

// Places are how long each of the places of a profile is taken by jobs that are begun in their order, each where one is free first.
type Places []time.Duration

// NewPlaces are so many places that are free.
func NewPlaces(n int) Places { return make(Places, max(n, 1)) }

// Take begins one more job, and returns when.
func (p Places) Take(took time.Duration) (begins time.Duration) {
	slices.Sort(p)
	begins = p[0]
	p[0] += took
	return begins
}
