package jobs

import (
	"context"
	"fmt"

	"viviscope/client"
	"viviscope/db"
)

// recovery ends jobs with an interrupted request.
type recovery struct {
	records  *records
	incoming *incomingFiles
}

// recoverSending updates a job that was being sent when the program died. It is unknown whether the request arrived, so
// the job becomes unconfirmed. If its picture is here and complete, the answer did arrive, and the picture is kept like
// any other.
func (r *recovery) recoverSending(ctx context.Context, job db.Job, est client.Estimate, currency string) error {
	var items []db.ResultItem
	if !job.Kind.IsVideo() {
		items = r.incoming.received(job)
	}
	_, err := r.records.change(ctx, job.ID, func(s *step) error {
		if len(items) > 0 {
			return s.picturesRecovered(items, currency)
		}
		s.setFault(fault{Code: CodeProgramEnded, Message: "the program ended before the answer came"})
		s.entry(db.UnconfirmedEntry, est, currency, "no answer; may have been charged")
		return s.moveFrom(db.Unconfirmed, db.Sending)
	})
	if err != nil {
		return fmt.Errorf("resume job %d: %w", job.ID, err)
	}
	return nil
}
