package jobs

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/spend"
)

// Library is the part of the library that the lists read. *db.Library implements it.
type Library interface {
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
	BoardNames(ctx context.Context) (map[string]string, error) // by ref
	AbsPath(rel string) (string, error)
	AssetsOfJobs(ctx context.Context, jobIDs []int64) (map[int64][]db.Asset, error)
	AssetsByID(ctx context.Context, ids []int64) ([]db.Asset, error)
	AssetByRef(ctx context.Context, ref string) (db.Asset, error)
	EntriesOfJobs(ctx context.Context, jobIDs []int64) (map[int64][]db.Entry, error)
	ModelStats(ctx context.Context, f ledger.Filter) ([]ledger.ModelStats, error)
	Durations(ctx context.Context, profileID int64, model string, seconds int, resolution string, limit int) (
		[]time.Duration, error)
}

// Engine is the part of the engine that the lists command, off the window's goroutine. Each command is committed before
// it returns. *jobs.Engine implements it.
type Engine interface {
	PriceJobs(ctx context.Context, profileID int64, list ...db.Job) (jobs.Quote, error)
	CheckGrant(ctx context.Context, client string, q jobs.Quote, made ...db.Job) (jobs.GrantCheck, error)
	Release(ctx context.Context, how jobs.Terms, ids ...int64) error
	Discard(ctx context.Context, id int64) error
	StopWatching(ctx context.Context, id int64) error
	WatchAgain(ctx context.Context, id int64) error
	CheckNow(ctx context.Context, id int64) // tries a download ahead of its time
	Adopt(ctx context.Context, jobID int64, taskID string) error
	NotCharged(ctx context.Context, jobID int64) error
	WasCharged(ctx context.Context, jobID int64) error
	SendAgain(ctx context.Context, jobID int64, how jobs.Terms) (db.Job, error)
	OneMore(ctx context.Context, jobID int64, kept *int64, how jobs.Terms) (db.Job, error)
	Track(ctx context.Context, profileID int64, taskID string) (db.Job, error) // asks the service once
	PauseSending(ctx context.Context, paused bool) error
	Paused() bool
}

// Player plays a clip inside its card. *player.Player implements it.
type Player interface {
	player.Source
	OnState(func(player.State))
	Load(path string)
	Unload()
	Play()
	Toggle()
	SeekExact(at time.Duration)
	SetVolume(percent float64)
	SetMuted(muted bool)
}

// Window is what the lists need from the window besides action.Host. Refresh may be called on any goroutine, SetForm
// and Sound off the window's goroutine, and the others on it.
type Window interface {
	action.Viewer
	action.Creator
	action.Exchange
	action.Navigator
	Refresh() // schedules an Update of both screens
	SetForm(ctx context.Context, profileID int64, form client.RequestFormat) error
	Sound(ctx context.Context) (volume float64, muted bool) // settings of the viewer
	Notify() bool                                           // reports whether finished jobs are notified
	SetNotify(on bool)
	Unsay(lead string) // closes the notice that begins with lead
}

// Deps are the parts of the program that both screens use.
type Deps struct {
	action.Host
	Window    Window
	Library   Library
	Organizer action.Organizer
	Engine    Engine
	Posters   media.Pictures
	Player    Player
	Live      *live.Jobs
	Sender    *spend.Sender // runs commands, and asks before one costs more than a limit allows
}

// feed provides the cells of cards to a kit.List.
type feed struct {
	create  func() fyne.CanvasObject
	bind    func(cell fyne.CanvasObject, id int64)
	measure func(id int64, width float32) float32
}

func (f feed) NewCell(int) fyne.CanvasObject { return f.create() }

func (f feed) Bind(cell fyne.CanvasObject, row kit.Row) { f.bind(cell, row.ID) }

func (f feed) Height(row kit.Row, width float32) float32 { return f.measure(row.ID, width) }
