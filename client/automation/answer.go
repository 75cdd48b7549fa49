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

// discarded is the state in answers of a job that is gone: a person discarded it, and nothing was sent.
const discarded = "discarded"

// worse are the exit codes of jobs, what matters most to a script first: of several jobs the first that occurs is theirs.
var worse = []int{ExitUnconfirmed, ExitOther, ExitFailed, ExitRefused, ExitInvalid, ExitOver, ExitNotSent, ExitRunning, ExitDone}

// ExitOf is the exit code of jobs as they stand; [ExitDone] without any. Of a job that a person holds or that waits for approval it is
// [ExitOver], of one that goes on by itself [ExitRunning].
func ExitOf(all []Job) int {
	exit := ExitDone
	for _, j := range all {
		if o := outcomeOf(j.State, j.Hold, j.Code); slices.Index(worse, o.exit) < slices.Index(worse, exit) {
			exit = o.exit
		}
	}
	return exit
}

// outcome is the exit code of a job, and what can be done next.
type outcome struct {
	exit int
	next []string
}

var (
	goesOn  = outcome{ExitRunning, []string{NextWait}}
	notSent = outcome{ExitNotSent, []string{NextRepeat, NextRelease}}
	anew    = []string{NextNewClick}
)

// outcomes are by the state of a job, or why it is held.
var outcomes = map[string]outcome{
	string(db.Waiting): goesOn, string(db.Sending): goesOn, string(db.Queued): goesOn, string(db.InProgress): goesOn,
	string(db.Completed): goesOn, string(db.Downloading): goesOn, string(db.Saving): goesOn, string(db.Unwatched): {ExitRunning, []string{}},
	string(db.Saved): {ExitDone, []string{}}, string(db.Expired): {ExitOther, []string{}}, string(db.Unconfirmed): {ExitUnconfirmed, []string{NextResolve}},
	string(db.Rejected): {ExitRefused, anew}, string(db.Failed): {ExitFailed, anew}, discarded: {ExitNotSent, anew},

	string(db.HeldNotSent): notSent, string(db.HeldRateLimited): notSent, string(db.HeldAfter): {ExitNotSent, anew},
	string(db.HeldNoKey): {ExitInvalid, notSent.next}, string(db.HeldFrameGone): {ExitInvalid, anew}, string(db.HeldKeyRefused): {ExitRefused, notSent.next},
	string(db.HeldOverBudget): {ExitOver, notSent.next}, string(db.HeldApproval): {ExitOver, []string{NextApprove, NextWait}},
	string(db.HeldPaused): {ExitOver, []string{NextWait}}, string(db.HeldByPerson): {ExitOver, []string{NextRelease}},
}

func outcomeOf(state, hold, code string) outcome {
	switch {
	case state == string(db.Held) && hold == string(db.HeldAfter) && code == "":
		return goesOn
	case state == string(db.Held):
		state = hold
	case state == string(db.Expired) && code == jobs.CodeTaskUnknown: // nobody here knows whether it was made
		state = string(db.Unconfirmed)
	}
	if o, known := outcomes[state]; known {
		return o
	}
	return outcome{ExitOther, []string{}}
}

// From so many jobs on an answer has only the beginnings of their prompts and messages: it is one line.
const (
	manyJobs     = 10
	shortPrompt  = 400 // bytes
	shortMessage = 100
)

// jobsOf are jobs as callers see them.
func (s *Server) jobsOf(ctx context.Context, list ...db.Job) ([]Job, error) {
	all := make([]Job, 0, len(list))
	for _, row := range list {
		click, errClick := s.Library.ClickOf(ctx, row.Click)
		if errors.Is(errClick, db.ErrNotFound) { // a person's, in the window
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
			Next: outcomeOf(string(row.State), string(row.Hold), row.ErrorCode).next}
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

// amountKinds are the kinds of amounts by those of the ledger and of what comes before it.
var amountKinds = map[db.EntryKind]string{boards.Ordered: Estimated, boards.Planned: Planned, db.Reserve: Reserved, db.Charge: Charged,
	db.Refund: Refunded, db.UnconfirmedEntry: Unconfirmed}

// jobAmount is what a job came to.
func jobAmount(j db.Job, entries []db.Entry) Amount {
	kind, micros, currency := boards.AmountOf(j, entries)
	if kind == boards.NoAmount && j.State == db.Rejected {
		kind, micros, currency = db.Charge, new(int64), j.Currency // the service did nothing
	}
	return amountOf(amountKinds[kind], micros, currency)
}

// amountOf is an amount in micro-units; nil: nobody knows how much, so it is no amount of its kind.
func amountOf(kind string, micros *int64, currency string) Amount {
	if micros == nil || kind == "" {
		return Amount{Kind: Unknown, Currency: currency}
	}
	return Amount{kind, micros, client.Micros(*micros).Decimal(currency), currency}
}

// quoteOf is the price of a click as callers see it.
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

// assetOf is an asset as callers see it.
func (s *Server) assetOf(a db.Asset) (Asset, error) {
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
