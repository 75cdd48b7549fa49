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

// The service fetches the pictures of a request by their links, at a moment that it does not say, and a link may die:
// that of a picture which the service made after a day. So a link has to live on when its request leaves, and a click
// whose turn would come too late is refused.

const (
	// frameLeast is how long the link of a picture must still work when its request leaves.
	frameLeast = 10 * time.Minute
	// frameSpare is how long it must work beyond the moment at which its request is expected to leave.
	frameSpare = 30 * time.Minute
)

// DyingFrame is a picture whose link would die before the turn of its job, or shortly after.
type DyingFrame struct {
	Order      int    // 1-based place of its job in the click
	Shot       string // what that is a take of; "": of no board
	Place      int    // as of an [Input]
	Asset      string // ref; "" where the link is nobody's here
	Dies, Turn time.Time
}

// FrameGoneError says that pictures would not be there any more when the service fetches them. Nothing was made or
// let go.
type FrameGoneError struct{ Frames []DyingFrame }

// Error implements error.
func (e *FrameGoneError) Error() string {
	f := e.Frames[0]
	return fmt.Sprintf("the link of picture %d of order %d dies at %s, and its turn is expected at %s", f.Place+1, f.Order,
		f.Dies.Format(time.DateTime), f.Turn.Format(time.DateTime))
}

// linkDeaths finds out when the links of pictures stop working.
type linkDeaths struct {
	*lifetime
	lib Library
}

// noteDeaths writes down when the links in the places of a request die, as far as the library knows it.
func (d *linkDeaths) noteDeaths(ctx context.Context, inputs []db.Input, links []string) error {
	for i, in := range inputs {
		if in.Asset == "" || in.Part || in.File != "" || !in.Dies.IsZero() || in.Place < 0 || in.Place >= len(links) {
			continue
		}
		a, err := d.lib.AssetByRef(ctx, in.Asset)
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

// of is framesOf with what the library knows of the links of a row that was written before their deaths were.
func (d *linkDeaths) of(ctx context.Context, j db.Job) ([]db.Input, error) {
	inputs, err := InputsOf(j)
	if err != nil || len(inputs) == 0 {
		return framesOf(j, d.now()), err
	}
	r, err := RequestOf(j)
	if err == nil {
		err = d.noteDeaths(ctx, inputs, linksOf(r))
	}
	if err == nil {
		err = storeInputs(&j, inputs)
	}
	return framesOf(j, d.now()), err
}
