package automation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

// jobFilter returns the filter of a call, limited to its profile if it names one.
func (s *Server) jobFilter(ctx context.Context, q *request, args JobsArgs) (f db.JobFilter, err error) {
	f = db.JobFilter{Client: args.Client, Limit: pageSize(args.Limit), BeforeID: args.Before}
	for _, state := range args.States {
		if !slices.Contains(db.JobStates, db.JobState(state)) {
			return f, Usage("%.40q is no state of a job: the states are %s", state, joinStates())
		}
		f.States = append(f.States, db.JobState(state))
	}
	if q.Call.Profile+q.BaseURL != "" {
		var p db.Profile
		p, err = q.profile(ctx)
		f.ProfileID = p.ID
	}
	return f, err
}

// joinStates returns the names of all states of a job.
func joinStates() string {
	var names []string
	for _, state := range db.JobStates {
		names = append(names, string(state))
	}
	return strings.Join(names, ", ")
}

func (s *Server) jobs(ctx context.Context, q *request, args JobsArgs) (answer JobsAnswer, err error) {
	f, err := s.jobFilter(ctx, q, args)
	if err != nil {
		return answer, err
	}
	read := func() (list []db.Job, err error) {
		switch {
		case args.RequestID != "":
			return s.jobsOfClick(ctx, args.RequestID)
		case len(args.Refs) > 0:
			return s.jobsByRef(ctx, args.Refs)
		}
		if list, err = s.Library.Jobs(ctx, f); len(list) == f.Limit {
			answer.Before = list[len(list)-1].ID
		}
		return list, err
	}
	if args.Follow {
		w := &watcher{s: s, q: q, adds: func(j db.Job) bool {
			return len(args.Refs) == 0 && (f.Client == "" || j.Client == f.Client) &&
				(f.ProfileID == 0 || j.ProfileID == f.ProfileID) &&
				(len(f.States) == 0 || slices.Contains(f.States, j.State))
		}}
		_, err = w.watch(ctx, func() ([]db.Job, error) {
			list, err := read()
			slices.Reverse(list) // the newest last, as further jobs come
			return list, err
		})
		return answer, err
	}
	list, err := read()
	if err == nil {
		answer.Jobs, err = s.describeJobs(ctx, list...)
	}
	return answer, err
}

// jobsOfClick returns the jobs of all clicks with an ID, of any profile.
func (s *Server) jobsOfClick(ctx context.Context, id string) (made []db.Job, err error) {
	clicks, err := s.Library.Budget().ClicksByID(ctx, id)
	for _, c := range clicks {
		var some []db.Job
		if err == nil {
			some, err = s.Library.Budget().JobsOfClick(ctx, c.Click)
		}
		made = append(made, some...)
	}
	return made, err
}

func (s *Server) wait(ctx context.Context, q *request, args WaitArgs) (JobsAnswer, error) {
	limited, w := ctx, &watcher{s: s, q: q, total: len(args.Refs), limited: args.Seconds > 0}
	if w.limited {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, time.Duration(min(args.Seconds, 1e9)*float64(time.Second)))
		defer cancel()
	}
	list, err := w.watch(limited, func() ([]db.Job, error) { return s.jobsByRef(ctx, args.Refs) })
	if err != nil && (limited.Err() == nil || ctx.Err() != nil) { // otherwise the time is up
		return JobsAnswer{}, err
	}
	all, err := s.describeJobs(ctx, s.reread(ctx, list)...)
	return JobsAnswer{Jobs: all, Exit: ExitOf(all)}, err
}

// reread returns the current state of jobs. A job without a row was discarded.
func (s *Server) reread(ctx context.Context, list []db.Job) []db.Job {
	now := slices.Clone(list)
	for i, j := range list {
		switch row, err := s.Library.Job(ctx, j.ID); {
		case err == nil:
			now[i] = row
		case errors.Is(err, db.ErrNotFound):
			now[i].State, now[i].Hold = discarded, ""
		}
	}
	return now
}

// expandClicks returns jobs by their refs. A job that waits for approval adds all others of its click that do, because
// the user decides about a whole click. approval reports whether there is such a job.
func (s *Server) expandClicks(ctx context.Context, refs []string) (all []db.Job, approval bool, err error) {
	named, err := s.jobsByRef(ctx, refs)
	if err != nil {
		return nil, false, err
	}
	for _, j := range named {
		some := []db.Job{j}
		if j.State == db.Held && j.Hold == db.HeldApproval {
			approval = true
			some, err = s.Library.Jobs(ctx,
				db.JobFilter{States: []db.JobState{db.Held}, Hold: db.HeldApproval, Click: j.Click})
			if err != nil {
				return nil, false, err
			}
		}
		for _, j := range some {
			if !slices.ContainsFunc(all, func(o db.Job) bool { return o.ID == j.ID }) {
				all = append(all, j)
			}
		}
	}
	return all, approval, nil
}

func (s *Server) release(ctx context.Context, _ *request, args RefsArgs) (JobsAnswer, error) {
	list, approval, err := s.expandClicks(ctx, args.Refs)
	if err != nil {
		return JobsAnswer{}, err
	}
	var terms jobs.Terms
	if approval || args.Agree != "" {
		if terms.Agreed, err = s.agreement(ctx, list, args.Agree); err != nil {
			return JobsAnswer{}, err
		}
	}
	if err := s.Engine.Release(context.WithoutCancel(ctx), terms, jobIDs(list)...); err != nil {
		return JobsAnswer{}, err
	}
	return s.describeSubmitted(ctx, s.reread(ctx, list), false)
}

// agreement returns the agreement to the price of jobs, if that is the price that the user was shown. Otherwise the
// failure contains the price.
func (s *Server) agreement(ctx context.Context, list []db.Job, shown string) (jobs.Agreement, error) {
	if slices.ContainsFunc(list, func(j db.Job) bool { return j.ProfileID != list[0].ProfileID }) {
		return jobs.Agreement{}, Usage("the jobs belong to several profiles: agree to the price of each by itself")
	}
	priced := slices.DeleteFunc(slices.Clone(list), func(j db.Job) bool {
		return !jobs.CanRelease(j) || j.Hold == db.HeldPaused
	})
	q, err := s.Engine.PriceJobs(ctx, list[0].ProfileID, priced...)
	if err != nil {
		return jobs.Agreement{}, err
	}
	quote := quoteOf(q)
	if agree := quote.Agree(); agree != "" && agree == shown {
		return q.Agreement(), nil
	}
	f := NewFailure(CodeApproval, "a person must agree to the price first")
	f.Quote = &quote
	return jobs.Agreement{}, s.failureWith(ctx, f, list)
}

// failureWith adds jobs to a failure.
func (s *Server) failureWith(ctx context.Context, f *Failure, list []db.Job) error {
	all, err := s.describeJobs(ctx, list...)
	if err != nil {
		return err
	}
	f.Jobs = all
	return f
}

func (s *Server) discard(ctx context.Context, _ *request, args RefsArgs) (answer JobsAnswer, err error) {
	list, _, err := s.expandClicks(ctx, args.Refs)
	if err != nil {
		return answer, err
	}
	for _, j := range list { // all of them are discarded, or none
		if j.State != db.Waiting && j.State != db.Held {
			return answer, fmt.Errorf("discard job %.8s: %w", j.Ref, db.ErrSent)
		}
	}
	for _, j := range list {
		if err := s.Engine.Discard(context.WithoutCancel(ctx), j.ID); err != nil {
			return answer, err
		}
	}
	answer.Jobs, err = s.describeJobs(ctx, s.reread(ctx, list)...)
	return answer, err
}

func (s *Server) track(ctx context.Context, q *request, args TrackArgs) (JobsAnswer, error) {
	p, err := q.profile(ctx)
	if err != nil {
		return JobsAnswer{}, err
	}
	var list []db.Job
	var sameAnswer error
	for _, task := range args.Tasks {
		j, err := s.Engine.Track(ctx, p.ID, task)
		if errors.Is(err, jobs.ErrSameAnswer) { // the other tasks are still tracked
			sameAnswer, err = err, nil
		}
		if taken, ok := errors.AsType[*jobs.TaskTakenError](err); ok {
			j, err = taken.Job, nil
		}
		if err != nil {
			return JobsAnswer{}, s.failureWith(ctx, FailureOf(err), list)
		}
		list = append(list, j)
	}
	if sameAnswer != nil {
		return JobsAnswer{}, s.failureWith(ctx, FailureOf(sameAnswer), list)
	}
	return s.describeSubmitted(ctx, list, false)
}

func jobIDs(list []db.Job) (ids []int64) {
	for _, j := range list {
		ids = append(ids, j.ID)
	}
	return ids
}
