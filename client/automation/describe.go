package automation

import (
	"context"
	"errors"
	"slices"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/folder"
)

// Limits of prompts and messages in answers with many jobs, so that the line stays below [MaxLine].
const (
	manyJobs     = 10
	shortPrompt  = 400 // bytes
	shortMessage = 100
)

// describeJobs returns the descriptions of jobs for callers.
func (s *Server) describeJobs(ctx context.Context, list ...db.Job) ([]Job, error) {
	all := make([]Job, 0, len(list))
	for _, row := range list {
		row = s.withKeyFault(row)
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
		j := Job{Ref: row.Ref, Click: click.ID, Kind: string(row.Kind), State: string(row.State),
			Hold: string(row.Hold), Code: row.ErrorCode,
			Message: row.ErrorMessage, Model: row.Model, Prompt: row.Prompt, Profile: profile.Name, Client: row.Client,
			Progress: row.Progress,
			TaskID:   row.TaskID, Board: row.Board, Card: row.Shot, Amount: jobAmount(row, entries), Files: []File{},
			Created: row.CreatedAt.UTC(),
			Next:    outcomeOf(row.State, row.Hold, row.ErrorCode).next}
		for _, a := range assets {
			if path, err := s.Library.AbsPath(a.Path); a.TrashedAt.IsZero() && err == nil {
				j.Files = append(j.Files, File{a.Ref, path})
			}
		}
		if len(list) > manyJobs {
			j.Prompt, j.Message = folder.Truncate(j.Prompt, shortPrompt), folder.Truncate(j.Message, shortMessage)
		}
		all = append(all, j)
	}
	return all, nil
}

// keyFaultMessages are the messages for the reasons why a task is not polled.
var keyFaultMessages = map[db.HoldReason]string{
	db.HeldNoKey: "the task is not watched, because its profile has no key: " +
		"repeat with -base-url and VIVISCOPE_API_KEY, or enter the key in Settings",
	db.HeldKeyRefused: "the task is not watched, because the service refuses the key of its profile: " +
		"enter another key in Settings",
}

// withKeyFault returns a copy of a job with the reason why its task is not polled, if there is one. The row does not
// store it, because it ends with the next key.
func (s *Server) withKeyFault(j db.Job) db.Job {
	if fault := s.keyFault(j); fault != "" && j.ErrorCode == "" {
		j.ErrorCode, j.ErrorMessage = string(fault), keyFaultMessages[fault]
	}
	return j
}

// keyFault returns the reason why the task of a job is neither polled nor downloaded now; "" if there is none. It does
// not use the code of the row, which may be from a run without the key.
func (s *Server) keyFault(j db.Job) db.HoldReason {
	if !slices.Contains([]db.JobState{db.Queued, db.InProgress, db.Completed, db.Downloading}, j.State) {
		return ""
	}
	if jobs.OrderedWithOtherKey(j) {
		return jobs.CodeOtherKey
	}
	return s.Engine.KeyFault(j.ProfileID)
}

func (s *Server) describeAsset(a db.Asset) (Asset, error) {
	path, err := s.Library.AbsPath(a.Path)
	asset := Asset{Ref: a.Ref, Kind: string(a.Kind), Path: path, Width: a.Width, Height: a.Height, Seconds: a.Seconds,
		Prompt: a.Prompt,
		Model:  a.Model, Starred: a.Starred, Tags: append([]string{}, a.Tags...), Created: a.CreatedAt.UTC()}
	if !a.LinkExpires.IsZero() {
		asset.LinkDies = new(a.LinkExpires.UTC())
	}
	if a.Checks != nil {
		asset.Checks = []Check{}
		for _, f := range a.Checks.Findings {
			asset.Checks = append(asset.Checks, Check{string(f.Kind), f.From, f.To})
		}
	}
	if a.CostMicros != nil {
		asset.Cost = new(amountOf(Charged, a.CostMicros, a.CostCurrency))
	}
	return asset, err
}

// describeSubmitted returns the answer of a call that submits jobs. Its exit code is ExitDone if the jobs continue
// automatically, or are held on request.
func (s *Server) describeSubmitted(ctx context.Context, list []db.Job, hold bool) (JobsAnswer, error) {
	all, err := s.describeJobs(ctx, list...)
	open := slices.Clone(all)
	if hold {
		open = slices.DeleteFunc(open, func(j Job) bool {
			return j.Hold == string(db.HeldByUser) && j.Code != db.CodeRestored
		})
	}
	answer := JobsAnswer{Jobs: all, Exit: ExitOf(open), Headless: s.ShowWindow == nil}
	if answer.Exit == ExitRunning {
		answer.Exit = ExitDone
	}
	return answer, err
}
