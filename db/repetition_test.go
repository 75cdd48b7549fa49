package db

import (
	"context"
	"errors"
	"sync"
	"testing"
)

// insertAgain inserts a resend of a job, unless an active one exists.
func insertAgain(ctx context.Context, l *Library, row Job) (job Job, made bool, err error) {
	old, err := l.Job(ctx, row.ResendOf)
	if err != nil {
		return Job{}, false, err
	}
	err = l.WriteJobs(ctx, func(tx *JobsTx) error {
		if job, err = tx.ActiveResend(ctx, old); !errors.Is(err, ErrNotFound) {
			return err
		}
		all, err := tx.Insert(ctx, []Job{row})
		if err == nil {
			job, made = all[0], true
		}
		return err
	})
	return job, made, err
}

func TestResendMakesOneJob(t *testing.T) {
	for name, c := range map[string]struct {
		old, first JobState
		another    bool // a second click makes another job
	}{
		"unconfirmed, under way":         {Unconfirmed, Waiting, false},
		"unconfirmed, held":              {Unconfirmed, Held, false},
		"unconfirmed, also unconfirmed":  {Unconfirmed, Unconfirmed, false},
		"unconfirmed, paid for":          {Unconfirmed, Saved, false},
		"unconfirmed, paid for and lost": {Unconfirmed, Expired, false},
		"unconfirmed, refunded":          {Unconfirmed, Failed, true},
		"unconfirmed, refused":           {Unconfirmed, Rejected, true},
		"expired, under way":             {Expired, InProgress, false},
		"expired, saved by then":         {Expired, Saved, true},
		"expired, expired once more":     {Expired, Expired, true},
		"failed, under way":              {Failed, Sending, false},
		"failed, failed again":           {Failed, Failed, true},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLibrary(t)
			p := newProfile(t, l)
			old := videoJob(p.ID, "lost")
			old.State = c.old
			old = newJob(t, l, old)
			row := videoJob(p.ID, "lost")
			row.ResendOf = old.ID
			first, made, err := insertAgain(t.Context(), l, row)
			if err != nil || !made || first.ResendOf != old.ID || first.State != Waiting {
				t.Fatalf("%+v, %v, %v", first, made, err)
			}
			if _, err := l.Change(t.Context(), first.ID, func(ch *Change) error {
				ch.Job.State = c.first
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			second, made, err := insertAgain(t.Context(), l, row)
			if err != nil || made != c.another || (second.ID != first.ID) != c.another {
				t.Errorf("the second time: job %d after %d, made %v, %v", second.ID, first.ID, made, err)
			}
		})
	}
}

func TestConcurrentResends(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	old := videoJob(p.ID, "lost")
	old.State = Unconfirmed
	old = newJob(t, l, old)
	var (
		wg  sync.WaitGroup
		mu  sync.Mutex
		got = map[int64]bool{}
	)
	for range 8 {
		wg.Go(func() {
			row := videoJob(p.ID, "lost")
			row.ResendOf = old.ID
			j, _, err := insertAgain(t.Context(), l, row)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			got[j.ID] = true
		})
	}
	wg.Wait()
	if len(got) != 1 {
		t.Errorf("%d jobs were made", len(got))
	}
}

func TestResendAfterDiscard(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	old := videoJob(p.ID, "lost")
	old.State = Unconfirmed
	old = newJob(t, l, old)
	row := videoJob(p.ID, "lost")
	row.ResendOf = old.ID
	first, _, err := insertAgain(t.Context(), l, row)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.DeleteJob(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	if second, made, err := insertAgain(t.Context(), l, row); err != nil || !made || second.ID == first.ID {
		t.Errorf("after a discard: %+v, %v, %v", second, made, err)
	}
}
