package automation

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
)

const (
	maxWorking = 32 // calls that are processed concurrently; further ones wait for their turn
	// calls of clients among them, so that a client with slow calls does not block the user
	maxPrograms = 24
	maxWaiting  = 256              // calls that only wait for jobs; further ones fail
	lineTimeout = 10 * time.Second // timeout for a line of the other side
	idleAfter   = 10 * time.Second // since the last call
)

// Options configure a [Server].
type Options struct {
	Library *db.Library
	Boards  *boards.Store
	Engine  *jobs.Engine
	Backend Backend
	Log     *slog.Logger
	Now     func() time.Time

	// ShowWindow brings the window of this process to the front and opens files and folders with absolute paths in it.
	// It must not wait for the call. nil: this process has no window.
	ShowWindow func(paths []string)
}

// Server answers calls. It is safe for concurrent use.
type Server struct {
	Options
	yield    chan struct{} // receives when a window requests the library
	working  chan struct{} // has an element for each call that is processed
	programs chan struct{} // has an element for each call of a client among them
	waiting  chan struct{} // has an element for each call that only waits for jobs
	closing  atomic.Bool
	finish   sync.RWMutex // read-locked by calls that must not be interrupted: their callers cannot repeat them
	last     atomic.Int64 // Unix time in ns of the last start or end of a call
}

// request is a call that is being answered. Its Key and Token are cleared when the caller is admitted.
type request struct {
	Call
	event        func(v any) error // writes an event; it fails when the caller is gone
	startWaiting func() error      // frees the slot of a call that only waits for jobs
	profile      func(ctx context.Context) (db.Profile, error)
}

// flags of a handler. Without any of them only the user can make the call.
type flags int

const (
	clients  flags = 1 << iota // programs with a token may make the call too
	readOnly                   // a library that is open read-only suffices
	// the call may be repeated after a lost answer: it reads, has a click ID, or has the same effect twice
	repeatable
	sends // without a window, only such a call sends jobs, and the process stays for them

	reads = clients | readOnly | repeatable
)

func errClosing() error {
	return NewFailure(CodeUnavailable, "the library is being closed: try again")
}

// pageSize returns the length of a page of an answer: 100 by default, and at most 1,000.
func pageSize(limit int) int { return min(cmp.Or(max(limit, 0), 100), maxRows) }
