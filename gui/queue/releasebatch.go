package queue

import (
	"slices"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
)

// releaseBatch is what goes out together: held jobs, oldest first, and what they may cost.
type releaseBatch struct {
	jobs  []releaseItem
	total string // "¥2.86 est.", "price not known"
}

// releaseItem is one job of a batch in words.
type releaseItem struct {
	id, payer    int64 // of the job, and of its profile
	title, about string
	price        string
	sandbox      bool
}

func releaseItemOf(j db.Job, price string, sandbox bool) releaseItem {
	return releaseItem{id: j.ID, payer: j.ProfileID, title: wording.Title(j), about: wording.JobLine(j), price: price, sandbox: sandbox}
}

// releaseBatchOf collects the held jobs of a list that has the newest first. boxes says which profiles are sandboxes: their amounts
// are not real and add to no total, unless there are no others.
func releaseBatchOf(list []db.Job, boxes map[int64]bool) releaseBatch {
	var p releaseBatch
	var real, play sum
	for _, j := range slices.Backward(list) {
		if j.State != db.Held {
			continue
		}
		p.jobs = append(p.jobs, releaseItemOf(j, estimate(j.EstimateMicros, j.Currency, boxes[j.ProfileID]), boxes[j.ProfileID]))
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

// estimate words an amount that nothing was sent for yet; nil: it is not known.
func estimate(micros *int64, currency string, sandbox bool) string {
	if micros == nil {
		return lang.L("price not known")
	}
	return boxed(price.Words(*micros, true, currency), sandbox)
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
		return estimate(nil, "", sandbox)
	}
	return estimate(&s.micros, s.currency, sandbox)
}
