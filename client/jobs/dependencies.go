package jobs

import (
	"context"
	"os"
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/findings"
)

// Library contains the methods of *db.Library that the engine uses. All methods are safe for concurrent use.
type Library interface {
	Budget() db.BudgetReader
	WriteJobs(ctx context.Context, fn func(*db.JobsTx) error) error
	InsertWith(ctx context.Context, j db.Job, fn func(*db.Change) error) (db.Job, error)
	Job(ctx context.Context, id int64) (db.Job, error)
	JobByTask(ctx context.Context, profileID int64, taskID string) (db.Job, error)
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
	Change(ctx context.Context, id int64, fn func(*db.Change) error) (db.Job, error)
	DeleteJob(ctx context.Context, id int64) error
	Profile(ctx context.Context, id int64) (db.Profile, error)
	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
	Durations(ctx context.Context, profileID int64, model string, seconds int, resolution string, limit int) (
		[]time.Duration, error)
	Entries(ctx context.Context, jobID int64) ([]db.Entry, error)
	ClickOf(ctx context.Context, click string) (db.Click, error)
	TakeOver(ctx context.Context, lin db.Lineage, revoke bool) ([]db.Job, error)
	SaveInput(ctx context.Context, data []byte, ext string) (string, error)
	AbsPath(rel string) (string, error)
	OpenFile(rel string) (*os.File, error)      // never one outside of the library
	OpenIncoming(name string) (*os.File, error) // likewise
	IncomingPath(name string) (string, error)
	Ingest(ctx context.Context, incoming string, m db.IngestRequest) (db.StoredFile, error)
	IngestedFile(ctx context.Context, ref string) (db.StoredFile, error)
	Asset(ctx context.Context, id int64) (db.Asset, error)
	AssetByRef(ctx context.Context, ref string) (db.Asset, error)
	ImportFrame(ctx context.Context, clip db.Asset, at time.Duration, take func() ([]byte, error)) (
		a db.Asset, known bool, err error)
	SetChecks(ctx context.Context, id int64, sha256 string, r findings.Result) error
	Sweep(ctx context.Context) (db.SweepReport, error)
	ClearLeftovers(ctx context.Context, found db.SweepReport) ([]string, error)
}

// Keys finds the key of a profile. Key may take seconds, for example if a keychain asks the user, and honours ctx. An
// error means that no key is available. Its message is displayed, so it must not contain the key.
type Keys interface {
	Key(ctx context.Context, p db.Profile) (string, error)
}

// Service is one service with one key. It contains the methods of *client.Client that the engine uses.
type Service interface {
	SubmitVideo(ctx context.Context, r client.VideoRequest) (*client.VideoTask, error)
	GetVideo(ctx context.Context, id string) (*client.VideoTask, error)
	ContentState(ctx context.Context, id string) (*client.VideoTask, error)
	DownloadVideo(ctx context.Context, id, path string, progress func(done, total int64)) error
	GenerateImage(ctx context.Context, r client.ImageRequest) (*client.ImageResult, error)
	EditImage(ctx context.Context, r client.EditRequest) (*client.ImageResult, error)
	FetchImage(ctx context.Context, item client.ImageItem, path string) error
	CloseIdle()
}
