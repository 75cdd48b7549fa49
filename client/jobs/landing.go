package jobs

import (
	"time"

	"viviscope/db"
)

// landing moves files from incoming/ into the library, and stores in the row why a file is missing.
type landing struct {
	*lifetime
	lib     Library
	events  *bus
	records *records
}

// land moves a complete file from incoming/ into the library, with its sidecar. The file appears in the gallery only
// after the caller has committed its row.
func (l *landing) land(job db.Job, name, ref, ext string, file fileFacts) (db.StoredFile, error) {
	made, err := db.NewProvenance(l.commitContext(), l.lib, job, file.index, file.media)
	if err != nil {
		return db.StoredFile{}, err
	}
	made.ErrorCode = file.trouble
	return l.lib.Ingest(l.commitContext(), name, db.IngestRequest{
		Ref: ref, At: job.CreatedAt.Local(), Title: job.PromptBody(), Ext: ext, Sidecar: made,
	})
}

// fileFacts is the content of a file's sidecar beyond its job.
type fileFacts struct {
	index   int // place in the answer
	media   db.Media
	trouble string // code of the fault of the file; "" if there is none
}

// storeReason stores the reason of a failed download in the row, once for each reason. The paid file is still at the
// service, and the user may have to free space for it.
func (l *landing) storeReason(job db.Job, t fault) {
	if job.ErrorCode == t.Code && job.ErrorMessage == t.Message {
		return
	}
	_, err := l.records.change(l.commitContext(), job.ID, func(s *step) error {
		if !in(s.Job.State, db.Completed, db.Downloading, db.Saving) {
			return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Downloading}
		}
		s.setFault(t)
		return nil
	})
	if err != nil && !isMove(err) {
		l.log.Error("download", "job", job.ID, "err", err)
	}
}

// expire ends a job whose files the service deleted before they could be saved.
func (l *landing) expire(id int64, t fault) error {
	_, err := l.records.change(l.commitContext(), id, func(s *step) error {
		s.setFault(t)
		s.settle(db.Charge, "") // of a clip without a known price
		return s.moveFrom(db.Expired, db.Downloading, db.Saving)
	})
	if err != nil {
		l.log.Error("expire", "job", id, "err", err)
	}
	return err
}

func clipGone(err error) fault {
	t := faultOf(err)
	t.Code = CodeGone
	return t
}

// progressCallback returns a progress callback. It sends at most one event every progressPause, and one for the last
// byte.
func (l *landing) progressCallback(id int64, t *rateMeter) func(done, total int64) {
	var last time.Time
	return func(done, total int64) {
		t.count(done)
		now := l.clock.Now()
		if now.Sub(last) < progressPause && done != total {
			return
		}
		last = now
		l.events.add(Progress{ID: id, Done: done, Total: total})
		l.events.flush()
	}
}
