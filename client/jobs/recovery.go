package jobs

import (
	"context"
	"fmt"

	"viviscope/client"
	"viviscope/db"
)

// recovery ends jobs whose request was cut.
type recovery struct {
	records  *records
	incoming *incomingFiles
}

// resumeCut makes a job true again that was being sent when the program died. Nobody knows whether the request
// arrived, so it becomes unconfirmed; but where the picture is here, whole, the answer did come: it is kept like any
// other.
func (r *recovery) resumeCut(ctx context.Context, job db.Job, est client.Estimate, currency string) error {
	var items []db.ResultItem
	if !job.Kind.IsVideo() {
		items = r.incoming.came(job)
	}
	_, err := r.records.change(ctx, job.ID, func(s *step) error {
		if len(items) > 0 {
			return s.cut(items, currency)
		}
		s.trouble(trouble{Code: CodeProgramEnded, Message: "the program ended before the answer came"})
		s.entry(db.UnconfirmedEntry, est, currency, "no answer; may have been charged")
		return s.moveFrom(db.Unconfirmed, db.Sending)
	})
	if err != nil {
		return fmt.Errorf("resume job %d: %w", job.ID, err)
	}
	return nil
}
