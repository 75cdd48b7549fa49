package queue

import (
	"slices"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// parcel is what goes out together: held jobs, oldest first, and what they may cost.
type parcel struct {
	jobs  []outgoing
	total string // "¥2.86 est.", "price not known"
}

// outgoing is one job of a parcel in words.
type outgoing struct {
	id           int64
	title, about string
	price        string
	sandbox      bool

	payer  int64  // profile
	micros *int64 // nil: no price is known
}

// ids are the jobs of a parcel in the order in which they go out.
func (p parcel) ids() []int64 {
	ids := make([]int64, len(p.jobs))
	for i, j := range p.jobs {
		ids[i] = j.id
	}
	return ids
}

// parcelOf collects the held jobs of a list that has the newest first. boxes says which profiles are sandboxes: their amounts
// are not real and add to no total, unless there are no others.
func parcelOf(list []db.Job, boxes map[int64]bool) parcel {
	var p parcel
	var real, play sum
	for _, j := range slices.Backward(list) {
		if j.State != db.Held {
			continue
		}
		price := lang.L("price not known")
		if j.EstimateMicros != nil {
			price = estimate(*j.EstimateMicros, j.Currency, boxes[j.ProfileID])
		}
		p.jobs = append(p.jobs, outgoing{id: j.ID, title: wording.Title(j), about: wording.JobLine(j), price: price, sandbox: boxes[j.ProfileID],
			payer: j.ProfileID, micros: j.EstimateMicros})
		if boxes[j.ProfileID] {
			play.add(j)
		} else {
			real.add(j)
		}
	}
	if real.jobs > 0 {
		p.total = real.words(false)
	} else {
		p.total = play.words(true)
	}
	return p
}

// estimate words an amount that nothing was sent for yet.
func estimate(micros int64, currency string, sandbox bool) string {
	return boxed(lang.L("%s est.", wording.Money(micros, currency)), sandbox)
}

// boxed says of a price that it is not real money, where it is the sandbox's.
func boxed(price string, sandbox bool) string {
	if sandbox {
		return lang.L("%s (sandbox)", price)
	}
	return price
}

// sum adds up estimates of one currency.
type sum struct {
	jobs     int
	micros   int64
	currency string
	unknown  bool // one has no price, or another currency
}

func (s *sum) add(j db.Job) {
	s.jobs++
	if j.EstimateMicros == nil || (s.currency != "" && s.currency != j.Currency) {
		s.unknown = true
		return
	}
	s.currency = j.Currency
	s.micros += *j.EstimateMicros
}

func (s *sum) words(sandbox bool) string {
	switch {
	case s.jobs == 0:
		return ""
	case s.unknown:
		return lang.L("price not known")
	}
	return estimate(s.micros, s.currency, sandbox)
}
