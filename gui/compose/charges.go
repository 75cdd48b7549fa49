package compose

import (
	"context"
	"log/slog"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/form"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// charges holds the charges of earlier pictures with the same settings as the form. It belongs to the window's
// goroutine.
type charges struct {
	host    action.Host
	library Library
	changed func() // the charges were read

	asked sampleKey         // key of the last reading
	of    sampleKey         // key of own
	own   client.PriceRange // range of the charges, in micro-units of the currency; not shown if there are too few
}

type sampleKey struct {
	profile                 int64
	kind                    db.JobKind
	size, quality, currency string
}

// key returns the key of the charges that are comparable with an order; the zero value for none. Amounts of the sandbox
// are not real.
func (c *charges) key(a form.Account, o order.Order) sampleKey {
	if a.ID == 0 || a.Sandbox || o.Jobs() == 0 {
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

// want reads the charges for a key in the background, unless they were the last ones read.
func (c *charges) want(key sampleKey) {
	if key == c.asked {
		return
	}
	c.asked = key
	if key == (sampleKey{}) {
		return
	}
	c.host.Go(func(ctx context.Context) {
		all, err := c.library.PictureSamples(ctx, key.profile, key.currency)
		var amounts []client.Micros
		for _, s := range all {
			if s.Kind == key.kind && s.Size == key.size && s.Quality == key.quality &&
				len(amounts) < client.MaxSamples {
				amounts = append(amounts, client.Micros(s.ChargedMicros))
			}
		}
		c.host.Post(func() {
			if err != nil {
				c.host.Log().Warn("cannot read what own pictures cost", slog.Int64("profile", key.profile),
					slog.Any("err", err))
				return
			}
			if c.asked != key {
				return // the form has other values by now
			}
			c.of, c.own = key, client.RangeOf(amounts)
			c.changed()
		})
	})
}

// forget makes want read the charges again. The known ones are shown until then.
func (c *charges) forget() { c.asked = sampleKey{} }

// line returns what comparable pictures cost: "¥0.06 to ¥0.09, based on your last 14 edits"; nothing if there are too few. The amount is the
// second part, which is highlighted. jobs is how many are asked for.
func (c *charges) line(key sampleKey, jobs int) (own [3]string) {
	if !c.own.HasEnough() || c.of != key {
		return own
	}
	amount := wording.Money(int64(c.own.Min), key.currency)
	if most := wording.Money(int64(c.own.Max), key.currency); most != amount {
		amount = lang.L("%s to %s", amount, most)
	}
	if jobs > 1 {
		amount = lang.L("%s each", amount)
	}
	n := c.own.Calls
	words := lang.N("%[2]s, based on your last picture", "%[2]s, based on your last %[1]s pictures", n, lang.Number(n),
		hole)
	if key.kind == db.EditImage {
		words = lang.N("%[2]s, based on your last edit", "%[2]s, based on your last %[1]s edits", n, lang.Number(n),
			hole)
	}
	before, after := around(words)
	return [3]string{before, amount, after}
}
