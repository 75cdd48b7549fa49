package jobs

import (
	"context"
	"slices"

	"viviscope/client"
	"viviscope/db"
)

// ClickTakenError reports that the ID of a click belongs to another request. Nothing was made.
type ClickTakenError struct{ ID string }

// Error implements error.
func (e *ClickTakenError) Error() string {
	return "the click " + e.ID + " was another request: give this one an ID of its own"
}

// clicks finds the jobs of clicks to which their callers gave an ID.
type clicks struct {
	lib     Library
	lineage *lineage
}

// find implements [Engine.FindClick].
func (cs *clicks) find(ctx context.Context, profileID int64, id, fingerprint string) (
	made []db.Job, there bool, err error) {
	all, err := cs.lib.Budget().ClicksByID(ctx, id)
	if err != nil {
		return nil, false, err
	}
	same := slices.DeleteFunc(slices.Clone(all), func(c db.Click) bool { return c.Fingerprint != fingerprint })
	c := firstOf(all, func(c db.Click) bool { return c.ProfileID == profileID })
	switch {
	case c.ID != "" || len(same) == 0:
	case profileID == 0:
		c = same[0]
	default:
		if c, err = cs.clickAtAddress(ctx, profileID, same); err != nil {
			return nil, false, err
		}
	}
	switch {
	case c.ID == "":
		return nil, false, cs.lineage.checkLostClick(ctx, id)
	case c.Fingerprint != fingerprint:
		return nil, false, &ClickTakenError{id}
	}
	made, err = cs.lib.Budget().JobsOfClick(ctx, c.Click)
	return made, err == nil, err
}

// clickAtAddress returns the first click in all whose profile has the same address as the given profile, or the zero
// value. Older versions made a profile for each spelling of an address.
func (cs *clicks) clickAtAddress(ctx context.Context, profileID int64, all []db.Click) (db.Click, error) {
	p, err := cs.lib.Profile(ctx, profileID)
	if err != nil {
		return db.Click{}, err
	}
	for _, c := range all {
		q, err := cs.lib.Profile(ctx, c.ProfileID)
		if err != nil {
			return db.Click{}, err
		}
		if p.Sandbox == q.Sandbox && (p.Sandbox || client.SameService(p.BaseURL, q.BaseURL)) {
			return c, nil
		}
	}
	return db.Click{}, nil
}

// firstOf returns the first value of a list that matches, or the zero value.
func firstOf[T any](all []T, matches func(T) bool) (first T) {
	if i := slices.IndexFunc(all, matches); i >= 0 {
		first = all[i]
	}
	return first
}
