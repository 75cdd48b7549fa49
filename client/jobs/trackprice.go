package jobs

import (
	"errors"
	"fmt"
	"math"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// A task that was made elsewhere may be reserved without an amount, because its answer did not say how long its clip is.
// Its charge gets the amount as soon as that is known: from the answer that says completed, else from the clip itself.

// chargeDone ends the reserve of a task that is completed. A reserve without an amount stays open where the answer does
// not tell it either: the clip will.
func (s *step) chargeDone(t *client.VideoTask) {
	en, open := s.unpriced()
	if !open {
		s.settle(db.Charge, "")
		return
	}
	known := s.learn(t)
	if est := priceOfTask(s.e.pricesAt(s.Job.ProfileID, en.At), &known); est.Known {
		s.entry(db.Charge, est, en.Currency, "")
	}
}

// unpriced returns the open reserve of a tracked task where it has no amount.
func (s *step) unpriced() (db.Entry, bool) {
	en, ok := s.open()
	return en, ok && en.Kind == db.Reserve && en.AmountMicros == nil && s.Job.Note == NoteTracked
}

// learn joins what an answer says of a tracked task with what earlier ones said, and keeps it as the job's request.
func (s *step) learn(t *client.VideoTask) client.VideoTask {
	known, before := *t, videoRequest(*s.Job)
	if known.Model == "" {
		known.Model = before.Model
	}
	if secondsOfTask(t) == 0 && before.Seconds > 0 {
		known.Seconds = fmt.Sprint(before.Seconds)
	}
	if known.Size == "" {
		known.Size = before.Size
	}
	if store(s.Job, requestOfTask(&known)) == nil { // two strings and a number
		s.Job.Model = known.Model
	}
	return known
}

// chargeByClip ends a reserve without an amount by what the clip says of itself: its length, its size and whether it has
// sound. It is committed before the clip lands, whose sidecar says what was paid for it.
func (e *Engine) chargeByClip(job db.Job, m db.Media) error {
	if job.Note != NoteTracked {
		return nil
	}
	_, err := e.change(e.committing(), job.ID, func(s *step) error {
		en, open := s.unpriced()
		if !open {
			return errNothingOpen
		}
		s.entry(db.Charge, priceOfClip(s.e.pricesAt(s.Job.ProfileID, en.At), s.Job.Model, m), en.Currency, "")
		return nil
	})
	if errors.Is(err, errNothingOpen) {
		return nil
	}
	return err
}

// errNothingOpen leaves a job as it is.
var errNothingOpen = errors.New("no reserve without an amount is open")

// priceOfClip prices a clip by its file. A clip of 5.04 s was asked for as 5.
func priceOfClip(table client.PriceTable, model string, m db.Media) client.Estimate {
	r := client.VideoRequest{
		Model: model, Seconds: int(math.Round(m.Seconds)), Size: fmt.Sprintf("%dx%d", m.Width, m.Height), Audio: m.HasAudio,
	}
	if r.Seconds < 1 || m.Width < 1 || m.Height < 1 {
		return client.Estimate{}
	}
	return r.Estimate(table)
}

// pricesAt is the price table of a profile as it was at a time; without prices where there was none, or where it cannot
// be read: what happened is written down in any case.
func (e *Engine) pricesAt(profileID int64, at time.Time) client.PriceTable {
	t, err := pricesOf(e.committing(), e.lib.Books(), profileID, at)
	if err != nil {
		e.log.Error("prices", "err", err)
	}
	return t
}
