package torture

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/client/jobs/jobstest"
	"viviscope/db"
)

// idle is the line that the process prints if no job is unconfirmed.
const idle = "idle"

// booksDelay is how long, by the fast clock, the user waits before reading the service's books: a picture may not be in
// them yet.
const booksDelay = time.Hour

// settleOne settles an unconfirmed job in a running program. If this life has a step, it chooses a job that leads to
// it.
func settleOne(ctx context.Context, lib *db.Library, e *jobs.Engine, l life) error {
	b, err := readBooks(ctx, l.BaseURL)
	if err != nil {
		return err
	}
	open, err := lib.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Unconfirmed}})
	if err != nil {
		return err
	}
	want, _, _ := strings.Cut(l.Step, ":")
	for _, j := range open {
		if jobstest.NewClock(l.Begin).Now().Sub(j.SentAt) < booksDelay {
			continue
		}
		done, err := b.settle(ctx, e, j, want)
		if err != nil {
			return fmt.Errorf("settle %s: %w", j.Prompt, err)
		}
		if done {
			break
		}
	}
	fmt.Println(idle)
	select {}
}

func readBooks(ctx context.Context, service string) (b books, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, service+booksPath, nil)
	if err != nil {
		return b, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return b, err
	}
	defer resp.Body.Close()
	return b, json.NewDecoder(resp.Body).Decode(&b)
}

// settle settles an unconfirmed job like a user who has seen the service's books. With a verdict (adopted, was charged,
// not charged) it only settles jobs with that verdict.
func (b books) settle(ctx context.Context, e *jobs.Engine, j db.Job, only string) (done bool, err error) {
	name := token.FindString(j.Prompt)
	verdict, decide := "not charged", func() error { return e.NotCharged(ctx, j.ID) }
	for _, task := range b.Tasks {
		if token.FindString(task.Request.Prompt) == name {
			verdict, decide = "adopted", func() error { return e.Adopt(ctx, j.ID, task.ID) }
		}
	}
	for _, prompt := range b.Pictures {
		if token.FindString(prompt) == name {
			verdict, decide = "was charged", func() error { return e.WasCharged(ctx, j.ID) }
		}
	}
	if only != "" && only != verdict {
		return false, nil
	}
	return true, decide()
}
