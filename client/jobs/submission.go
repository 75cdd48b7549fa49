package jobs

import (
	"context"
	"errors"
	"fmt"

	"viviscope/client"
	"viviscope/db"
)

// submission makes the jobs of a click.
type submission struct {
	lib       Library
	inputs    *inputStore
	admission *admission
}

// submit implements [Engine.Submit].
func (s *submission) submit(ctx context.Context, profileID int64, orders []Order, how Terms) ([]db.Job, error) {
	if len(orders) == 0 {
		return nil, errors.New("submit: no request")
	}
	s.inputs.RLock()
	defer s.inputs.RUnlock()
	for _, o := range orders {
		if err := o.check(); err != nil {
			return nil, fmt.Errorf("submit: %w", err)
		}
	}
	p, err := s.lib.Profile(ctx, profileID)
	if err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	rows, requests := make([]db.Job, len(orders)), make([]client.Request, len(orders))
	kept := storedFiles{}
	for i, o := range orders {
		o = Fitted(p, o)
		if rows[i], err = s.inputs.row(ctx, o, kept); err == nil && (o.After.Order < 0 || o.After.Order > i) {
			err = fmt.Errorf("order %d comes after order %d of its click", i+1, o.After.Order)
		}
		if err != nil {
			return nil, fmt.Errorf("submit: %w", err)
		}
		requests[i] = o.sizedRequest()
		if o.After.Order > 0 {
			rows[o.After.Order-1].Priority = 1
		}
	}
	made, err := s.admission.insert(ctx, profileID, rows, requests, how, nil, orders...)
	if err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	return made, nil
}
