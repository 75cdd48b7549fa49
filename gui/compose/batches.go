package compose

import (
	"context"
	"log/slog"

	"viviscope/db"
)

// batches are the lists of jobs: the one that is put in, kept until it is sent, and the sheet that it stands in. They belong to
// the window's goroutine, but for load.
type batches struct {
	*editing
	window     *viewport
	clicks     *clicks
	kept       *saver         // of the list
	submitted  func([]db.Job) // the rows of a list are committed; nil: nobody asks
	chooseFile func()         // a list should be chosen; nil: it cannot be

	list list        // also while the sheet is closed
	open *batchSheet // nil: it was never open
}

// load reads the list that was not sent yet; an empty one where there is none.
func (s *batches) load(ctx context.Context) list {
	var l list
	if _, err := s.kept.drafts.Setting(ctx, listName, &l); err != nil {
		s.Log.Warn("cannot read the list of a batch", slog.Any("err", err))
		return list{}
	}
	return l
}

// restore takes the list of the last session in, unless there is one already.
func (s *batches) restore(l list) {
	if s.list == (list{}) {
		s.list = l
	}
}
