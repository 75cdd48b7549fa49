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

// The service downloads the pictures of a request from their links, at an unspecified time, and a link may expire: the
// link of a picture that the service made expires after a day. So a link must still be valid for a while when its
// request is sent, and a click is refused if its turn would come too late.

const (
	// minLinkLife is how long a picture's link must still work when its request is sent.
	minLinkLife = 10 * time.Minute
	// linkReserve is how long a picture's link must work beyond the expected time of the request, when the click is
	// made.
	linkReserve = 30 * time.Minute
)

// ExpiringFrame is a picture with a link that would expire before the turn of its job, or shortly after.
type ExpiringFrame struct {
	Order      int    // 1-based place of its job in the click
	Shot       string // the shot of the board that the job is a take of; "": of no board
	Place      int    // as in an [Input]
	Asset      string // ref; "" if the link belongs to no asset of the library
	Dies, Turn time.Time
}

// FrameExpiredError reports that links of pictures would have expired when the service downloads them. Nothing was made
// or released.
type FrameExpiredError struct{ Frames []ExpiringFrame }

// Error implements error.
func (e *FrameExpiredError) Error() string {
	f := e.Frames[0]
	return fmt.Sprintf("the link of picture %d of order %d dies at %s, and its turn is expected at %s", f.Place+1,
		f.Order,
		f.Dies.Format(time.DateTime), f.Turn.Format(time.DateTime))
}

// linkExpiry finds out when the links of pictures expire.
type linkExpiry struct {
	*lifetime
	lib Library
}

// fillExpiry stores when the links of a request expire, as far as the library knows.
func (d *linkExpiry) fillExpiry(ctx context.Context, inputs []db.Input, links []string) error {
	for i, in := range inputs {
		if in.Asset == "" || in.Part || in.File != "" || !in.Expires.IsZero() || in.Place < 0 ||
			in.Place >= len(links) {
			continue
		}
		a, err := d.lib.AssetByRef(ctx, in.Asset)
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
		if a.Link == links[in.Place] {
			inputs[i].Expires = a.LinkExpires
		}
	}
	return nil
}

// expiringInputs returns the pictures of a job's request with known expiry times of their links, the soonest first.
func expiringInputs(j db.Job, now time.Time) (dying []db.Input) {
	r, err := RequestOf(j)
	if err != nil {
		return nil
	}
	inputs, _ := InputsOf(j) // unreadable inputs add nothing
	for place, link := range linksOf(r) {
		in := db.Input{Place: place}
		if i := slices.IndexFunc(inputs, func(in db.Input) bool { return in.Place == place && !in.Part }); i >= 0 {
			in = inputs[i]
		}
		if says, ok := linkcheck.Expiry(link, now); ok && (in.Expires.IsZero() || says.Before(in.Expires)) {
			in.Expires = says
		}
		if link != "" && !in.Expires.IsZero() {
			dying = append(dying, in)
		}
	}
	slices.SortStableFunc(dying, func(a, b db.Input) int { return a.Expires.Compare(b.Expires) })
	return dying
}

// expiringInputs is like the function expiringInputs, and also uses the expiry times from the library, for rows of
// older versions without them.
func (d *linkExpiry) expiringInputs(ctx context.Context, j db.Job) ([]db.Input, error) {
	inputs, err := InputsOf(j)
	if err != nil || len(inputs) == 0 {
		return expiringInputs(j, d.now()), err
	}
	r, err := RequestOf(j)
	if err == nil {
		err = d.fillExpiry(ctx, inputs, linksOf(r))
	}
	if err == nil {
		err = storeInputs(&j, inputs)
	}
	return expiringInputs(j, d.now()), err
}
