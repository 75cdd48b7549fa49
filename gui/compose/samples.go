package compose

import (
	"context"
	"log/slog"
	"slices"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/wording"
)

// How many own charges of a size and a quality make a range, and how many of the newest are looked at.
const (
	samplesLeast = 5
	samplesMost  = 20
)

// sampled is what own edits cost of what the form asks for.
type sampled struct {
	key         sampleKey
	least, most int64 // micro-units of key's currency
	n           int   // fewer than samplesLeast: nothing is said
}

type sampleKey struct {
	profile                 int64
	size, quality, currency string
}

// sampleKeyOf says which charges tell about an order; the zero value where none do. The sandbox's amounts are not real.
func (s *Screen) sampleKeyOf(o form.Order) sampleKey {
	if len(o.Edits) == 0 || s.d.Samples == nil || s.account.ID == 0 || s.account.Sandbox {
		return sampleKey{}
	}
	r := o.Edits[0]
	return sampleKey{s.account.ID, r.Size, r.Quality, s.account.Currency}
}

// sample reads what own edits cost of what the form asks for, once for each size and quality that comes to the front, in the
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
		all, err := s.d.Samples(context.Background(), key.profile, key.size, key.quality, key.currency, samplesMost)
		s.d.Post(func() {
			if err != nil {
				s.d.Log.Warn("cannot read what own edits cost", slog.Int64("profile", key.profile), slog.Any("err", err))
				return
			}
			if s.sampling != key {
				return // something else is in front by now
			}
			s.samples = sampled{key: key, n: len(all)}
			if len(all) > 0 {
				s.samples.least, s.samples.most = slices.Min(all), slices.Max(all)
			}
			s.render()
		})
	})
}

// resample forgets what own edits cost: there may be one more. What is shown stays until that was read.
func (s *Screen) resample() {
	s.sampling = sampleKey{}
	if s.form.Kind == db.EditImage {
		s.render()
	}
}

// rangeLine is what own edits cost of what the form asks for: "¥0.06 to ¥0.09 from your last 14 edits". None where there are
// too few of them. The second part says how many they are.
func (s *Screen) rangeLine(o form.Order) (own [2]string) {
	key, got := s.sampleKeyOf(o), s.samples
	if got.n < samplesLeast || got.key != key {
		return own
	}
	amount := wording.Money(got.least, key.currency)
	if most := wording.Money(got.most, key.currency); most != amount {
		amount += " to " + most
	}
	if n := o.Jobs(); n > 1 {
		amount += " each"
	}
	return [2]string{amount, " from your last " + wording.Count(got.n, "edit", "edits")}
}
