package jobs

import (
	"context"
	"errors"
	"fmt"

	"viviscope/client"
	"viviscope/db"
)

// Submit makes the jobs of one click, one for each order, in one transaction, if how admits them. They go out by
// themselves when their turn comes, unless sending is paused, the profile's key is refused, or how.Hold is set: then
// they are held. The pictures that orders bring are kept in the library, so that the exact requests survive a restart.
// A click whose ID was there before makes nothing and returns the jobs that it made then: none where they were
// discarded. An order that comes after another job is held until that one is saved, see [After]; it is admitted with
// the click. Errors: *AdmissionError where a person must be asked; *FrameGoneError where a picture's link would die
// before its turn; *ClickTakenError, *ClickLostError, *MaxCostError and *ClientError, see [Terms];
// *client.ValidationError with the first broken rule; db.ErrNotFound for the profile, and for a job that an order comes
// after; *MoveError for one that brings nothing any more; db.ErrSent for one that is to be discarded and was sent. On
// an error nothing was made or discarded.
func (e *Engine) Submit(ctx context.Context, profileID int64, orders []Order, how Terms) ([]db.Job, error) {
	if len(orders) == 0 {
		return nil, errors.New("submit: no request")
	}
	e.inputs.RLock()
	defer e.inputs.RUnlock()
	for _, o := range orders {
		if err := o.check(); err != nil {
			return nil, fmt.Errorf("submit: %w", err)
		}
	}
	p, err := e.lib.Profile(ctx, profileID)
	if err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	rows, requests := make([]db.Job, len(orders)), make([]client.Request, len(orders))
	kept := keptFiles{}
	for i, o := range orders {
		o = Fitted(p, o)
		if rows[i], err = e.inputs.row(ctx, o, kept); err == nil && (o.After.Order < 0 || o.After.Order > i) {
			err = fmt.Errorf("order %d comes after order %d of its click", i+1, o.After.Order)
		}
		if err != nil {
			return nil, fmt.Errorf("submit: %w", err)
		}
		requests[i] = o.measured()
		if o.After.Order > 0 {
			rows[o.After.Order-1].Priority = 1
		}
	}
	made, err := e.admission.insert(ctx, profileID, rows, requests, how, nil, orders...)
	if err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	return made, nil
}
