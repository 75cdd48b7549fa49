package automation

import (
	"context"
	"errors"
	"slices"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/folder"
)

// discarded is the state of a job that a person discarded before it was sent. It has no row any more.
const discarded db.JobState = "discarded"

// exitPrecedence orders the exit codes of jobs by their importance for a script.
var exitPrecedence = []int{ExitUnconfirmed, ExitOther, ExitFailed, ExitRefused, ExitInvalid, ExitOver, ExitNotSent, ExitRunning, ExitDone}

// ExitOf returns the most important exit code of jobs as they are now, [ExitDone] without any. The code of a job that a person holds or
// that waits for approval is [ExitOver], that of one which goes on by itself [ExitRunning].
func ExitOf(all []Job) int {
	exit := ExitDone
	for _, j := range all {
		o := outcomeOf(db.JobState(j.State), db.HoldReason(j.Hold), j.Code)
		if slices.Index(exitPrecedence, o.exit) < slices.Index(exitPrecedence, exit) {
			exit = o.exit
		}
	}
	return exit
}

// outcome is the exit code of a job or a failure, and what can be done next.
type outcome struct {
	exit int
	next []string
}

var (
	running         = outcome{ExitRunning, []string{NextWait}}
	repeatOrRelease = []string{NextRepeat, NextRelease}
	newClick        = []string{NextNewClick}
)

// jobOutcomes are by the state of a job.
var jobOutcomes = map[db.JobState]outcome{
	db.Waiting: running, db.Sending: running, db.Queued: running, db.InProgress: running, db.Completed: running, db.Downloading: running,
	db.Saving: running, db.Unwatched: {ExitRunning, []string{}}, db.Saved: {ExitDone, []string{}}, db.Expired: {ExitOther, []string{}},
	db.Unconfirmed: {ExitUnconfirmed, []string{NextResolve}}, db.Rejected: {ExitRefused, newClick}, db.Failed: {ExitFailed, newClick},
	discarded: {ExitOver, newClick},
}

// holdOutcomes are by the reason for which a job is held.
var holdOutcomes = map[db.HoldReason]outcome{
	db.HeldNotSent: {ExitNotSent, repeatOrRelease}, db.HeldRateLimited: {ExitNotSent, repeatOrRelease}, db.HeldAfter: {ExitNotSent, newClick},
	db.HeldNoKey: {ExitInvalid, repeatOrRelease}, db.HeldKeyRefused: {ExitRefused, repeatOrRelease}, db.HeldFrameGone: {ExitInvalid, newClick},
	db.HeldOverBudget: {ExitOver, repeatOrRelease}, db.HeldApproval: {ExitOver, []string{NextApprove, NextWait}},
	db.HeldPaused: {ExitOver, []string{NextWait}}, db.HeldByPerson: {ExitOver, []string{NextRelease}},
}

func outcomeOf(state db.JobState, hold db.HoldReason, code string) outcome {
	o, known := jobOutcomes[state]
	switch {
	case state == db.Held && hold == db.HeldAfter && code == "":
		return running
	case state == db.Held && hold == db.HeldByPerson && code == db.CodeRestored: // it may have been sent
		o, known = outcome{ExitUnconfirmed, []string{NextRelease}}, true
	case state == db.Held:
		o, known = holdOutcomes[hold]
	case state == db.Expired && jobs.Unsettled(code): // the task may have been made and charged
		o = jobOutcomes[db.Unconfirmed]
	}
	if !known {
		return outcome{ExitOther, []string{}}
	}
	return o
}

// Prompts and messages are cut in answers with many jobs, so that the line stays below [MaxLine].
const (
	manyJobs     = 10
	shortPrompt  = 400 // bytes
	shortMessage = 100
)

// describeJobs returns jobs as callers see them.
func (s *Server) describeJobs(ctx context.Context, list ...db.Job) ([]Job, error) {
	all := make([]Job, 0, len(list))
	for _, row := range list {
		row = s.noteKeyTrouble(row)
		click, errClick := s.Library.ClickOf(ctx, row.Click)
		if errors.Is(errClick, db.ErrNotFound) { // it was made in a window
			errClick = nil
		}
		profile, errProfile := s.Library.Profile(ctx, row.ProfileID)
		entries, errEntries := s.Library.Entries(ctx, row.ID)
		assets, errAssets := s.Library.AssetsOfJob(ctx, row.ID)
		if err := errors.Join(errClick, errProfile, errEntries, errAssets); err != nil {
			return nil, err
		}
		j := Job{Ref: row.Ref, Click: click.ID, Kind: string(row.Kind), State: string(row.State), Hold: string(row.Hold), Code: row.ErrorCode,
			Message: row.ErrorMessage, Model: row.Model, Prompt: row.Prompt, Profile: profile.Name, Client: row.Client, Progress: row.Progress,
			TaskID: row.TaskID, Board: row.Board, Card: row.Shot, Amount: jobAmount(row, entries), Files: []File{}, Created: row.CreatedAt.UTC(),
			Next: outcomeOf(row.State, row.Hold, row.ErrorCode).next}
		for _, a := range assets {
			if path, err := s.Library.AbsPath(a.Path); a.TrashedAt.IsZero() && err == nil {
				j.Files = append(j.Files, File{a.Ref, path})
			}
		}
		if len(list) > manyJobs {
			j.Prompt, j.Message = folder.Clip(j.Prompt, shortPrompt), folder.Clip(j.Message, shortMessage)
		}
		all = append(all, j)
	}
	return all, nil
}

// keyTroubleMessages are by the reason for which a task is not polled.
var keyTroubleMessages = map[db.HoldReason]string{
	db.HeldNoKey: "the task is not watched, because its profile has no key: " +
		"repeat with -base-url and VIVISCOPE_API_KEY, or enter the key in Settings",
	db.HeldKeyRefused: "the task is not watched, because the service refuses the key of its profile: " +
		"enter another key in Settings",
}

// noteKeyTrouble returns a copy of a job with the reason for which its task is not polled, if there is one. The row
// does not have it: it ends with the next key.
func (s *Server) noteKeyTrouble(j db.Job) db.Job {
	if trouble := s.keyTrouble(j); trouble != "" && j.ErrorCode == "" {
		j.ErrorCode, j.ErrorMessage = string(trouble), keyTroubleMessages[trouble]
	}
	return j
}

// keyTrouble returns the reason for which the task of a job is neither polled nor fetched now; "" where there is none.
// The code of the row is no proof of one: it may be from a run without the key.
func (s *Server) keyTrouble(j db.Job) db.HoldReason {
	if !slices.Contains([]db.JobState{db.Queued, db.InProgress, db.Completed, db.Downloading}, j.State) {
		return ""
	}
	if jobs.OrderedWithOtherKey(j) {
		return jobs.CodeOtherKey
	}
	return s.Engine.KeyTrouble(j.ProfileID)
}

// amountKinds are by the kinds of ledger entries, and of amounts that are not in the ledger yet.
var amountKinds = map[db.EntryKind]string{boards.Ordered: Estimated, boards.Planned: Planned, db.Reserve: Reserved, db.Charge: Charged,
	db.Refund: Refunded, db.UnconfirmedEntry: Unconfirmed}

func jobAmount(j db.Job, entries []db.Entry) Amount {
	kind, micros, currency := boards.AmountOf(j, entries)
	if kind == boards.NoAmount && j.State == db.Rejected {
		kind, micros, currency = db.Charge, new(int64), j.Currency // the service did nothing
	}
	return amountOf(amountKinds[kind], micros, currency)
}

// amountOf returns an amount in micro-units. One that is not known (nil) has the kind [Unknown].
func amountOf(kind string, micros *int64, currency string) Amount {
	if micros == nil || kind == "" {
		return Amount{Kind: Unknown, Currency: currency}
	}
	return Amount{kind, micros, client.Micros(*micros).Decimal(currency), currency}
}

func quoteOf(q jobs.Quote) Quote {
	quote := Quote{Total: amountOf(Estimated, nil, q.Currency), Each: make([]Amount, len(q.Each)), Asks: string(q.Asks())}
	if q.Known {
		quote.Total = amountOf(Estimated, &q.Total, q.Currency)
	}
	for i, micros := range q.Each {
		quote.Each[i] = amountOf(Estimated, micros, q.Currency)
	}
	return quote
}

func (s *Server) describeAsset(a db.Asset) (Asset, error) {
	path, err := s.Library.AbsPath(a.Path)
	asset := Asset{Ref: a.Ref, Kind: string(a.Kind), Path: path, Width: a.Width, Height: a.Height, Seconds: a.Seconds, Prompt: a.Prompt,
		Model: a.Model, Starred: a.Starred, Tags: append([]string{}, a.Tags...), Created: a.CreatedAt.UTC()}
	if !a.LinkDies.IsZero() {
		asset.LinkDies = new(a.LinkDies.UTC())
	}
	if a.CostMicros != nil {
		asset.Cost = new(amountOf(Charged, a.CostMicros, a.CostCurrency))
	}
	return asset, err
}
