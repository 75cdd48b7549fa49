package jobs

import (
	"time"

	"viviscope/db"
)

// Event is one of the types below. Each that speaks of a row is sent after the commit that made it true, in the
// order of the commits. An event is a hint to read again, not a copy of the row.
type Event interface{ event() }

// JobChanged says that a job was made or changed its state, or that words shown with it changed. An empty State
// means that the row is gone: a person discarded a job of which nothing was sent.
type JobChanged struct {
	ID        int64
	ProfileID int64
	Kind      db.JobKind
	State     db.JobState
}

// Progress says how far a job has come without a change of its state: with a task at the service, or with a file on
// its way. Of a file at most a few come per second.
type Progress struct {
	ID          int64
	Percent     int   // of the task, as the service says: 0 to 99, never going back
	Done, Total int64 // bytes of the file; Total is 0 where the service did not say
	Upload      bool  // the file is a picture on its way to the person's host, before the request of the job leaves
	Place       int   // of that picture, as in [db.Input]
}

// progressPause is the least time between two Progress events of one file.
const progressPause = 250 * time.Millisecond

// DownloadFailed says that a try to bring the files of a job in failed, that it will be tried again, and how long the
// service still keeps them. It is sent for every such try; JobChanged comes only when the words of the row change.
type DownloadFailed struct {
	ID, ProfileID int64
	Tries         int       // that failed in a row, in this run of the program
	Next          time.Time // the next try; CheckNow makes it at once
	Deadline      time.Time // Retention.Deadline; zero where no clock runs
	Code, Words   string    // why, as in Retention
}

// AssetAdded reports that a file counts: whole, in the library, its row committed. It is also sent when the size in a
// row was corrected.
type AssetAdded struct{ ID, JobID int64 }

// LedgerChanged says that entries were appended for a profile.
type LedgerChanged struct{ ProfileID int64 }

// PoolStatus sums up what the engine does. At most four come per second.
type PoolStatus struct {
	Watched   int       // tasks that are polled
	NextCheck time.Time // the next poll; zero: none planned
	Downloads int       // files being fetched, or waiting for it
	Calls     int       // requests that may cost money and have no answer yet
	Paused    bool
	DiskFull  bool // what a job brought, or its row, has no room: it is tried again by itself
}

// ConnectionChanged says that a profile's service stopped answering, or answers again. The rest is empty when OK.
type ConnectionChanged struct {
	ProfileID  int64
	OK         bool
	KeyRefused bool   // it answers, and refuses the key
	Code       string // what went wrong, one of the codes of jobs or of the service
	Words      string // of the service; where it said nothing, of the program's log
}

func (JobChanged) event()        {}
func (Progress) event()          {}
func (DownloadFailed) event()    {}
func (AssetAdded) event()        {}
func (LedgerChanged) event()     {}
func (PoolStatus) event()        {}
func (ConnectionChanged) event() {}

func changed(job db.Job) JobChanged {
	return JobChanged{ID: job.ID, ProfileID: job.ProfileID, Kind: job.Kind, State: job.State}
}
