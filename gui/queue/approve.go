package queue

import (
	"math"

	"viviscope/client"
	"viviscope/gui/compose/form"
)

// approved asks, for each profile that pays for some of the jobs, what must be asked before they are sent, and lets go of
// them once nothing stands against any.
func (s *Screen) approved(jobs []outgoing, goes func()) {
	if s.deps.Approve == nil || len(jobs) == 0 {
		goes()
		return
	}
	payer, q := jobs[0].payer, form.Quote{Known: true}
	var others []outgoing
	for _, j := range jobs {
		if j.payer != payer {
			others = append(others, j)
			continue
		}
		q.Jobs++
		if j.micros == nil || *j.micros > math.MaxInt64-int64(q.Total) {
			q.Known = false
			continue
		}
		q.Total += client.Micros(*j.micros)
	}
	s.deps.Approve(s.shown.payers[payer], q, func() { s.approved(others, goes) })
}
