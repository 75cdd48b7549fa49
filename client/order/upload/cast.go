package upload

import (
	"context"
	"errors"

	"viviscope/client/order"
	"viviscope/db"
)

// Cast returns the cast of a library for the mentions in prompts. Pictures that are in the trash, or not in the
// library, are left out, so that [order.Form.Build] refuses the prompts that mention them.
func Cast(ctx context.Context, l Library) (order.Cast, error) {
	all, err := l.Library.Cast(ctx)
	if err != nil {
		return order.Cast{}, err
	}
	c := order.Cast{Entries: all, Pictures: map[string]order.Slot{}}
	for _, e := range all {
		for _, ref := range e.Pictures {
			a, err := l.AssetByRef(ctx, ref)
			switch {
			case errors.Is(err, db.ErrNotFound), err == nil && a.Kind != db.Picture:
			case err != nil:
				return order.Cast{}, err
			default:
				c.Pictures[ref] = SlotOf(a)
			}
		}
	}
	return c, nil
}

// SlotOf returns an asset as a slot of a form, with its link if it has one.
func SlotOf(a db.Asset) order.Slot {
	s := order.Slot{Asset: a.Ref, File: a.Path, Width: a.Width, Height: a.Height, URL: a.Link}
	if a.Link != "" && !a.LinkExpires.IsZero() {
		s.Dies = a.LinkExpires.UnixMilli()
	}
	return s
}
