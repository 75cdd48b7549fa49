package compose

import (
	"log/slog"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
)

// OnSister makes the picture of a job once more with the other picture model, to compare the two: the job's own request,
// not what the form holds. It is a click of its own, with the questions of every click. Window's goroutine.
func (s *Screen) OnSister(job db.Job) {
	if s.account.ID != job.ProfileID {
		s.notices.say(lang.L("Job %s belongs to another profile. Switch to it first.", shortRef(job)))
		return
	}
	order, err := form.SisterOrder(job, s.env())
	if err != nil {
		s.Log.Warn("cannot repeat on the sister model", slog.Int64("id", job.ID), slog.Any("err", err))
		s.notices.say(lang.L("The request of job %s cannot be read. Nothing was sent.", shortRef(job)))
		return
	}
	c := click{account: s.account, of: purpose{profile: s.account.ID, sister: job.ID}, word: s.tariff.Button(order, s.tariff.Quote(order)), order: order}
	c.settled = func(o outcome) {
		if o.err != nil {
			s.Log.Error("cannot commit the click", slog.Any("err", o.err))
			s.failure = notSent(o.err)
			s.render()
			return
		}
		if s.d.OnSubmitted != nil {
			s.d.OnSubmitted(o.made)
		}
	}
	s.clicks.press(c)
}
