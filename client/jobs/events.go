package jobs

import (
	"time"

	"viviscope/db"
)

// Event is one of the types below. An event about a row is sent after its commit, in the order of the commits. An event
// is a hint to read the row again, not a copy of it.
type Event interface{ event() }

// JobChanged reports that a job was made, or that its state or its displayed texts changed. An empty State means that
// the row was deleted: the user discarded an unsent job.
type JobChanged struct {
	ID        int64
	ProfileID int64
	Kind      db.JobKind
	State     db.JobState
}

// Progress reports the progress of a job without a change of its state: of its task at the service, or of a file
// transfer. For a file, at most a few events are sent per second.
type Progress struct {
	ID          int64
	Percent     int   // of the task, from the service: 0 to 99, never decreasing
	Done, Total int64 // bytes of the file; Total is 0 if it is not known
	Upload      bool  // the file is a picture being uploaded to the image host, before the job's request is sent
	Place       int   // of that picture, as in [db.Input]
}

// progressPause is the least time between two Progress events of one file.
const progressPause = 250 * time.Millisecond

// DownloadFailed reports that a try to download the files of a job failed and will be repeated. It also contains how
// long the service keeps the files. It is sent for every such try. JobChanged is sent only when the error message of
// the row changes.
type DownloadFailed struct {
	ID, ProfileID int64
	Tries         int       // failed tries in a row, in this run of the program
	Next          time.Time // the next try; CheckNow starts it at once
	Deadline      time.Time // Retention.Deadline; zero if there is none
	Code, Message string    // why, as in Retention
}

// AssetAdded reports that a file is complete in the library and its row committed. It is also sent when the size in a
// row was corrected, and when the check of a clip was stored.
type AssetAdded struct{ ID, JobID int64 }

// LedgerChanged reports that entries were appended for a profile.
type LedgerChanged struct{ ProfileID int64 }

// PoolStatus sums up the activity of the engine. It is sent at most four times per second.
type PoolStatus struct {
	Watched   int       // tasks that are polled
	NextCheck time.Time // the next poll; zero: none planned
	Downloads int       // files being downloaded or waiting for it
	Calls     int       // requests that may cost money and have no answer yet
	Paused    bool
	DiskFull  bool // no space for a result or its row; the engine retries automatically
}

// ConnectionChanged reports that a profile's service stopped answering, or answers again. If OK, the other fields are
// empty.
type ConnectionChanged struct {
	ProfileID  int64
	OK         bool
	KeyRefused bool   // the service answers, and refuses the key
	Code       string // what went wrong, one of the codes of jobs or of the service
	Message    string // message of the service; without one, of the program's log
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
