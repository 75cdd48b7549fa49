package jobs

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/db"
)

// A task that another program made may be reserved without an amount, because its answer did not contain the length of
// its clip. Its charge gets the amount as soon as that is known: from the answer "completed", or else from the clip
// itself.

// NoteTracked is the note of a job, and of its reserve, that was not made by a click in this library.
const NoteTracked = "tracked by its task ID"

// requestOfTask returns the part of a task's request that its answer contains.
func requestOfTask(t *client.VideoTask) client.VideoRequest {
	r := client.VideoRequest{Model: t.Model, Seconds: secondsOfTask(t)}
	if _, _, err := client.ParseSize(t.Size); err == nil {
		r.Size = t.Size
	}
	return r
}

// secondsOfTask returns the length of a task's clip; 0 if the answer does not contain it.
func secondsOfTask(t *client.VideoTask) int {
	n, err := strconv.Atoi(strings.TrimSpace(t.Seconds))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// priceOfTask prices a task by its answer. An answer contains nothing about sound and does not always contain the size.
// So the price is known only if the table has the same price for every possible variant. The service's defaults do not
// help, because another program made the request.
func priceOfTask(table client.PriceTable, t *client.VideoTask) client.Estimate {
	r := requestOfTask(t)
	if r.Seconds == 0 {
		return client.Estimate{}
	}
	tiers := []string{client.Resolution720P, client.Resolution1080P}
	if r.Size != "" {
		tiers = []string{r.Tier()}
	}
	var found client.Estimate
	for _, tier := range tiers {
		for _, audio := range []bool{false, true} {
			est := client.VideoRequest{Model: r.Model, Seconds: r.Seconds, Resolution: tier,
				Audio: audio}.Estimate(table)
			switch {
			case !est.Known:
			case !found.Known:
				found = est
			case found.Amount != est.Amount:
				return client.Estimate{Quantity: est.Quantity}
			}
		}
	}
	if !found.Known {
		found.Quantity, _ = json.Marshal(client.SecondsQuantity{Seconds: r.Seconds})
	}
	return found
}

// chargeCompleted closes the reserve of a completed task. A reserve without an amount stays open if the answer does not
// determine the amount either; the clip will.
func (s *step) chargeCompleted(t *client.VideoTask) {
	en, open := s.openWithoutAmount()
	if !open {
		s.settle(db.Charge, "")
		return
	}
	known := s.learn(t)
	if est := priceOfTask(s.prices.tableAt(s.Job.ProfileID, en.At), &known); est.Known {
		s.entry(db.Charge, est, en.Currency, "")
	}
}

// openWithoutAmount returns the open reserve of a tracked task if it has no amount.
func (s *step) openWithoutAmount() (db.Entry, bool) {
	en, ok := s.openEntry()
	return en, ok && en.Kind == db.Reserve && en.AmountMicros == nil && s.Job.Note == NoteTracked
}

// learn merges an answer about a tracked task with earlier ones, and stores the result as the job's request.
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

// errNothingOpen leaves a job unchanged.
var errNothingOpen = errors.New("no reserve without an amount is open")

// priceOfClip prices a clip by its file. It rounds the length: a clip of 5.04 s was ordered as 5 s.
func priceOfClip(table client.PriceTable, model string, m db.Media) client.Estimate {
	r := client.VideoRequest{
		Model: model, Seconds: int(math.Round(m.Seconds)), Size: fmt.Sprintf("%dx%d", m.Width, m.Height),
		Audio: m.HasAudio,
	}
	if r.Seconds < 1 || m.Width < 1 || m.Height < 1 {
		return client.Estimate{}
	}
	return r.Estimate(table)
}
