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

// sampled is what own pictures cost of what the form asks for.
type sampled struct {
	key sampleKey
	own client.PriceRange // in micro-units of key's currency; nothing is said where it is not enough
}

type sampleKey struct {
	profile                 int64
	kind                    db.JobKind
	size, quality, currency string
}

// sampleKeyOf says which charges tell about an order; the zero value where none do. The sandbox's amounts are not real.
func (s *Screen) sampleKeyOf(o form.Order) sampleKey {
	if s.d.Samples == nil || s.account.ID == 0 || s.account.Sandbox {
		return sampleKey{}
	}
	switch {
	case len(o.Edits) > 0:
		return sampleKey{s.account.ID, db.EditImage, o.Edits[0].Size, o.Edits[0].Quality, s.account.Currency}
	case len(o.Images) > 0:
		return sampleKey{s.account.ID, db.TextToImage, o.Images[0].Size, o.Images[0].Quality, s.account.Currency}
	}
	return sampleKey{}
}

// sample reads what own pictures cost of what the form asks for, once for each size and quality that comes to the front, in the
// background.
func (s *Screen) sample(o form.Order) {
	key := s.sampleKeyOf(o)
	if key == s.sampling {
		return
	}
	s.sampling = key
	if key == (sampleKey{}) {
		return
	}
	s.d.Go(func() {
		all, err := s.d.Samples(context.Background(), key.profile, key.kind, key.size, key.quality, key.currency, client.SamplesMost)
		s.d.Post(func() {
			if err != nil {
				s.d.Log.Warn("cannot read what own pictures cost", slog.Int64("profile", key.profile), slog.Any("err", err))
				return
			}
			if s.sampling != key {
				return // something else is in front by now
			}
			amounts := make([]client.Micros, len(all))
			for i, micros := range all {
				amounts[i] = client.Micros(micros)
			}
			s.samples = sampled{key, client.RangeOf(amounts)}
			s.render()
		})
	})
}

// resample forgets what own pictures cost: there may be one more. What is shown stays until that was read.
func (s *Screen) resample() {
	s.sampling = sampleKey{}
	if !s.form.Kind.IsVideo() {
		s.render()
	}
}

// rangeLine is what own pictures cost of what the form asks for: "¥0.06 to ¥0.09 from your last 14 edits". None where there are
// too few of them. The amount is the second part: it stands out.
func (s *Screen) rangeLine(o form.Order) (own [3]string) {
	key, got := s.sampleKeyOf(o), s.samples
	if !got.own.Enough() || got.key != key {
		return own
	}
	amount := wording.Money(int64(got.own.Least), key.currency)
	if most := wording.Money(int64(got.own.Most), key.currency); most != amount {
		amount = lang.L("%s to %s", amount, most)
	}
	if o.Jobs() > 1 {
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
