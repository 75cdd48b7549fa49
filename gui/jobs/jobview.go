// Package jobs shows jobs: the recent ones beside the composer, with a card for what each click made, and the queue, with a row for each
// job by what it needs: a person, patience, its turn, or nothing any more.
//
// Both show items, which a reader makes from rows off the window's goroutine and which are swapped in at once. What an item says and what
// can be done with it follows from the item alone, so a restart shows it again; what changes while a job runs comes to the cells in sight
// through the data bindings of package live, without a read.
package jobs

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/db/ledger"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/price"
	"viviscope/gui/wording"
)

// Library is what is read. *db.Library is one.
type Library interface {
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
	AbsPath(rel string) (string, error)
	AssetsOfJob(ctx context.Context, jobID int64) ([]db.Asset, error)
	AssetsByID(ctx context.Context, ids []int64) ([]db.Asset, error)
	AssetByRef(ctx context.Context, ref string) (db.Asset, error)
	Entries(ctx context.Context, jobID int64) ([]db.Entry, error)
	ModelStats(ctx context.Context, f ledger.Filter) ([]ledger.ModelStats, error)
	Durations(ctx context.Context, profileID int64, model string, seconds int, resolution string, limit int) ([]time.Duration, error)
}

// Engine is what is commanded, off the window's goroutine. Each command is committed before it returns. *jobs.Engine is one.
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

// Player plays a clip in its card. *player.Player is one.
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

// Window is what the screens need of the window around them, beside its Host. Refresh may be called on any goroutine, SetForm and Sound off
// the window's, and the others on it.
type Window interface {
	action.Viewer
	action.Creator
	action.Exchange
	action.Navigator
	Refresh() // asks for an Update of both screens soon
	SetForm(ctx context.Context, profileID int64, form client.Form) error
	Sound(ctx context.Context) (volume float64, muted bool) // as the viewer has it
	Notify() bool                                           // whether it is told when a job is done
	SetNotify(on bool)
	Unsay(lead string) // closes the notice that begins with it
}

// Deps is what the screens need from the rest of the program.
type Deps struct {
	action.Host
	Window    Window
	Library   Library
	Organizer action.Organizer
	Engine    Engine
	Posters   media.Pictures
	Player    Player
	Live      *live.Jobs
	Sender    *price.Sender // runs commands, and asks before one costs more than a limit allows
}

// Jobs is what both screens have in common: what is under way, and the sheet that is open. It belongs to the window's goroutine.
type Jobs struct {
	Deps
	Recent *Recent
	Queue  *Queue
	film   *film

	busy    map[int64]bool // a command on the job has not come back; 0: one that sends several
	sheet   *kit.Sheet     // the last one; nil: none
	pressed fyne.CanvasObject

	approvals sync.Mutex
	announced map[string]bool // clicks that wait for approval and were shown to the person; guarded by approvals
}

// New makes both, empty. Their Updates fill them.
func New(d Deps) *Jobs {
	v := &Jobs{Deps: d, busy: map[int64]bool{}, announced: map[string]bool{}}
	v.film = newFilm(v)
	v.Recent, v.Queue = newRecent(v), newQueue(v)
	return v
}

// spending is a command that may cost something.
type spending = func(ctx context.Context, how jobs.Terms) error

// sending is one of the ways to spend of a [price.Sender].
type sending = func(shown jobs.Agreement, send spending, done func(error))

// ofNone stands for the job of a command that is about none, and can be given whatever else is under way.
const ofNone = -2

// free is a command that costs nothing.
func free(do func(context.Context) error) spending {
	return func(ctx context.Context, _ jobs.Terms) error { return do(ctx) }
}

// pressOn is a press that spends on a job, at a price; see [price.Sender.Press].
type pressOn struct {
	job   int64
	shown jobs.Agreement
}

// run carries a command on a job out off the window's goroutine, over the questions of what it costs; shown is what its button
// said of that. The buttons of the job are off meanwhile, so that a double click is one command.
func (v *Jobs) run(send sending, id int64, shown jobs.Agreement, do spending, told func(error)) {
	if v.busy[id] && id != ofNone {
		return
	}
	press := pressOn{id, shown}
	if shown != (jobs.Agreement{}) && !v.Sender.Press(press) {
		told(price.ErrDeclined)
		return
	}
	v.busy[id] = true
	v.show(id)
	send(shown, do, func(err error) {
		delete(v.busy, id)
		if err != nil {
			v.Sender.Unpress(press)
		}
		if err != nil && !errors.Is(err, price.ErrDeclined) {
			v.Log().Warn("a command on a job failed", slog.Int64("id", id), slog.Any("err", err))
		}
		told(err)
		v.show(id)
		v.Window.Refresh()
	})
}

// complain says what a command came to.
func (v *Jobs) complain(err error) {
	if words := errorWords(err); words != "" {
		v.Say(kit.ToneErr, words, "")
	}
}

// show shows anew what a job can be told.
func (v *Jobs) show(id int64) {
	v.Recent.update(id)
	v.Queue.list.Update()
}

// errorWords says to a person why a command came to nothing; "" where nothing went wrong.
func errorWords(err error) string {
	if err == nil || errors.Is(err, price.ErrDeclined) {
		return ""
	}
	if words, ok := wording.TaskTrouble(err); ok {
		return words
	}
	var late *jobs.MoveError
	switch {
	case errors.Is(err, jobs.ErrNoRequest):
		return lang.L("Its task was created elsewhere, so its request is not known. Nothing was sent.")
	case errors.Is(err, client.ErrAuth):
		return lang.L("The service refused the key (401). Nothing was charged.")
	case errors.Is(err, keys.ErrNone):
		return lang.L("There is no key for this profile. Nothing has been sent or charged.")
	case errors.Is(err, context.DeadlineExceeded):
		return lang.L("The service did not answer. Nothing was changed.")
	case errors.Is(err, db.ErrSent):
		return lang.L("The job has been sent. Nothing was removed.")
	case errors.As(err, &late):
		return lang.L("The job has changed. Nothing was done.")
	case errors.Is(err, folder.ErrDiskFull):
		return lang.L("Not done: the library disk is full. Free some space.")
	case errors.Is(err, db.ErrNotFound):
		return lang.L("It is no longer in the library.")
	}
	return lang.L("Not done: %s", wording.Fault(err))
}
