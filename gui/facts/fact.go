package facts

import (
	"context"
	"errors"
	"fmt"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/widgets"
)

// Fact is one line: a label and words, of which Bold comes first.
type Fact struct {
	Label string // "": it belongs to the line above
	Value string
	Bold  string
	Icon  fyne.Resource // says the same as the words; nil: none
	Tone  widgets.Tone
	Mono  bool   // an ID
	Copy  string // what the copy button puts on the clipboard; "": no button
}

// Background is what the library knows of how an asset came to be. The zero value is known of one that was imported.
type Background struct {
	Job     db.Job
	Entries []db.Entry // of the job, in any order
	Sandbox bool       // it was paid with play money
}

// Rows is what is read. *db.Library is one.
type Rows interface {
	Job(ctx context.Context, id int64) (db.Job, error)
	Entries(ctx context.Context, f db.EntryFilter) ([]db.Entry, error)
	Profile(ctx context.Context, id int64) (db.Profile, error)
}

// Read reads the background of an asset, off the window's goroutine. A job that is gone is no error.
func Read(ctx context.Context, rows Rows, a db.Asset) (Background, error) {
	if a.JobID == 0 {
		return Background{}, nil
	}
	job, err := rows.Job(ctx, a.JobID)
	if errors.Is(err, db.ErrNotFound) {
		return Background{}, nil
	}
	if err != nil {
		return Background{}, fmt.Errorf("read job %d: %w", a.JobID, err)
	}
	b := Background{Job: job}
	if b.Entries, err = rows.Entries(ctx, db.EntryFilter{JobID: job.ID}); err != nil {
		return b, fmt.Errorf("read ledger of job %d: %w", job.ID, err)
	}
	profile, err := rows.Profile(ctx, job.ProfileID)
	if err != nil {
		return b, fmt.Errorf("read profile %d: %w", job.ProfileID, err)
	}
	b.Sandbox = profile.Sandbox
	return b, nil
}
