package compose

import (
	"context"
	"log/slog"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// charges knows what own pictures cost of what the form asks for. It belongs to the window's goroutine.
type charges struct {
	Runtime
	read    func(ctx context.Context, profileID int64, kind db.JobKind, size, quality, currency string, limit int) ([]int64, error) // nil: nothing is known
	changed func()                                                                                                                  // more is known

	asked sampleKey // whose charges were asked for last
	got   sampled   // what they came to
}

// sampled is what own pictures cost.
type sampled struct {
	key sampleKey
	own client.PriceRange // in micro-units of key's currency; nothing is said where it is not enough
}

type sampleKey struct {
	profile                 int64
	kind                    db.JobKind
	size, quality, currency string
}

// key says which charges tell about an order; the zero value where none do. The sandbox's amounts are not real.
func (c *charges) key(a Account, o form.Order) sampleKey {
	if c.read == nil || a.ID == 0 || a.Sandbox {
		return sampleKey{}
	}
	if o.Jobs() == 0 {
		return sampleKey{}
	}
	switch r := o.Requests[0].(type) {
	case client.EditRequest:
		return sampleKey{a.ID, db.EditImage, r.Size, r.Quality, a.Currency}
	case client.ImageRequest:
		return sampleKey{a.ID, db.TextToImage, r.Size, r.Quality, a.Currency}
	}
	return sampleKey{}
}

// want reads what own pictures cost of what the form asks for, once for each size and quality that comes to the front, in the
// background.
func (c *charges) want(key sampleKey) {
	if key == c.asked {
		return
	}
	c.asked = key
	if key == (sampleKey{}) {
		return
	}
	c.Go(func() {
		all, err := c.read(context.Background(), key.profile, key.kind, key.size, key.quality, key.currency, client.SamplesMost)
		c.Post(func() {
			if err != nil {
				c.Log.Warn("cannot read what own pictures cost", slog.Int64("profile", key.profile), slog.Any("err", err))
				return
			}
			if c.asked != key {
				return // something else is in front by now
			}
			amounts := make([]client.Micros, len(all))
			for i, micros := range all {
				amounts[i] = client.Micros(micros)
			}
			c.got = sampled{key, client.RangeOf(amounts)}
			c.changed()
		})
	})
}

// again forgets that it was asked: there may be one more. What is known stays until that was read.
func (c *charges) again() { c.asked = sampleKey{} }

// line is what own pictures cost of what the form asks for: "¥0.06 to ¥0.09 from your last 14 edits". None where there are
// too few of them. The amount is the second part: it stands out. jobs is how many are asked for.
func (c *charges) line(key sampleKey, jobs int) (own [3]string) {
	got := c.got
	if !got.own.Enough() || got.key != key {
		return own
	}
	amount := wording.Money(int64(got.own.Least), key.currency)
	if most := wording.Money(int64(got.own.Most), key.currency); most != amount {
		amount = lang.L("%s to %s", amount, most)
	}
	if jobs > 1 {
		amount = lang.L("%s each", amount)
	}
	n := got.own.Calls
	words := lang.N("%[2]s from your last %[1]s picture", "%[2]s from your last %[1]s pictures", n, lang.Number(n), hole)
	if key.kind == db.EditImage {
		words = lang.N("%[2]s from your last %[1]s edit", "%[2]s from your last %[1]s edits", n, lang.Number(n), hole)
	}
	before, after := around(words)
	return [3]string{before, amount, after}
}
