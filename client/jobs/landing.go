package jobs

import (
	"time"

	"viviscope/db"
)

// landing moves files from incoming/ into the library, and writes into the row why one did not come.
type landing struct {
	*lifetime
	lib     Library
	events  *bus
	records *records
}

// land moves a whole file from incoming/ into the library, with its sidecar. The file is not in the gallery before
// the caller commits its row.
func (l *landing) land(job db.Job, name, ref, ext string, file fileFacts) (db.Landed, error) {
	made, err := db.MadeOf(l.committing(), l.lib, job, file.index, file.media)
	if err != nil {
		return db.Landed{}, err
	}
	made.Trouble = file.trouble
	return l.lib.Land(l.committing(), name, db.Landing{
		Ref: ref, At: job.CreatedAt.Local(), Words: job.Prompt, Ext: ext, Sidecar: made,
	})
}

// fileFacts is what the sidecar of a file says beyond its job.
type fileFacts struct {
	index   int // place in the answer
	media   db.Media
	trouble string // code of what is wrong with it; "" where nothing is
}

// explain puts the reason of a failed download into the row, once for each reason: what was paid for is still at the
// service, and a person may have to make room for it.
func (l *landing) explain(job db.Job, t trouble) {
	if job.ErrorCode == t.Code && job.ErrorMessage == t.Message {
		return
	}
	_, err := l.records.change(l.committing(), job.ID, func(s *step) error {
		if !in(s.Job.State, db.Completed, db.Downloading, db.Saving) {
			return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Downloading}
		}
		s.trouble(t)
		return nil
	})
	if err != nil && !isMove(err) {
		l.log.Error("download", "job", job.ID, "err", err)
	}
}

// expire ends a job whose files the service deleted before they could be saved.
func (l *landing) expire(id int64, t trouble) error {
	_, err := l.records.change(l.committing(), id, func(s *step) error {
		s.trouble(t)
		s.settle(db.Charge, "") // a clip that could not say what it cost
		return s.moveFrom(db.Expired, db.Downloading, db.Saving)
	})
	if err != nil {
		l.log.Error("expire", "job", id, "err", err)
	}
	return err
}

func clipGone(err error) trouble {
	t := troubleOf(err)
	t.Code = CodeGone
	return t
}

// ticking returns a progress callback that sends an event at most every progressPause, and one for the last byte.
func (l *landing) ticking(id int64, t *turn) func(done, total int64) {
	var last time.Time
	return func(done, total int64) {
		t.at(done)
		now := l.clock.Now()
		if now.Sub(last) < progressPause && done != total {
			return
		}
		last = now
		l.events.add(Progress{ID: id, Done: done, Total: total})
		l.events.flush()
	}
}
