// Package app runs Viviscope once. It opens the library and fills the window. Then, off the window's goroutine, it
// serves the sandbox and starts the job pool. At the end the pool stops first and the library is closed last. If the
// library cannot be opened, the window shows the reason and the ways to continue.
//
// A command that has the library open without a window gives it up to the window. While the window has it, the window
// answers calls of commands and assistants (package automation).
//
//	           opened                  quit, and after a question
//	starting ──────────► running ──────────────────────────────────► ending
//	  │   ▲                 │        while a picture call is open       ▲
//	  │   │ done, or        │ rebuild the database,                     │
//	  │   │ try again       │ move the library                          │
//	  ▼   │                 ▼                                           │
//	recovering ◄────────────┘                                           │
//	  └─────────────────────────────────────────────────────────────────┘
//
// recovering is one screen (recovery.go) for all problems that prevent opening a library, each with its ways to
// continue: another program has it open, its database is damaged, its folder cannot be used. It also covers work on a
// library that was closed for it. ending is final. If the user asked for a restart (language.go), the program starts
// again after it.
//
// The files, from the top down. Each uses those below it; only the recovery screen's buttons begin the start again.
//
//	run.go                                       start, open, end
//	screens, commands, thiscomputer, around      the screens and their requests to the window
//	recovery, rebuild, welcome, notices, guide   screens and notices outside the places
//	diagnose, tray, language, folder, restart
//	given, drops, drag                           files of the command line; drops; drags inside the window
//	creating, exchanging, viewing, navigating, choosing    the interfaces of package action
//	assets, importing, pictures, window, sheets  tools of the above
//	program, places, create, devicesettings, fonts, crash, journal, options
//
// Screens do not know each other, and see library and engine through small interfaces of their own. Each place's
// package decides how it looks and works. Package backend makes the background services.
package app

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/guard"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/backend"
	"viviscope/gui/desktop"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/shell"
	"viviscope/gui/spend"
)

// program is one run.
type program struct {
	options Options
	started time.Time
	app     fyne.App
	window  fyne.Window
	early   *earlyKeys
	device  *deviceSettings
	session *keys.Session // keys for this run, kept while a library is closed
	icon    *desktop.Tray // shown where closing the window leaves the program running

	state atomic.Int32    // what the run does: see enter
	life  context.Context // ends when the window has closed
	// ends when the library is open, or cannot be opened, and when work on a closed one has ended
	opening sync.WaitGroup
	failure error // why the program did not start
	again   bool  // start the program again once it has ended

	// For the library that is opened next.
	readOnly      bool     // it is to be looked at only
	startupNotice func()   // shows a notice once the window is filled; nil: none
	waiting       []string // what the program was given to open before it could

	opened // of the library that is open, or was last

	// The window, on its goroutine. Its contents are made anew for each library.
	shell        *shell.Shell
	places       *places
	sender       *spend.Sender
	undrop       func()            // removes the handler of drops from other programs; nil: there is none
	dragged      *drag             // the current drag inside the window; nil: none
	unask        func()            // closes the open file dialog; nil: there is none
	chosenIn     string            // the folder of the last file dialog; "": there was none
	hidden       bool              // closing the window left it in the tray
	welcoming    bool              // the first start is not over: nothing is opened before
	unsupported  script            // of the language that is replaced by English; an empty tag: none
	missingFonts map[string]string // advice by the tag of each language without a font on this computer
}

// opened holds the parts that belong to a library. All of it is made anew when another one is opened.
type opened struct {
	*backend.Backend
	notes  noteSender
	thumbs *media.Thumbs
	named  db.Profile // the profile that the command line names; ID 0: none
	empty  bool       // there is no profile
	left   *leftOff   // where the user left off; nil: the window is open
}

// What a run does. The package comment has the drawing.
const (
	starting int32 = iota // the library is being opened
	// no library is open: the window shows why, or the work on the closed one, and the ways to continue
	recovering
	running // the window has its places, and the workers run
	ending  // for good: nothing reaches the window any more
)

// moves lists the allowed next states of each state; ending has none.
var moves = map[int32][]int32{
	starting:   {running, recovering, ending},
	recovering: {starting, ending},
	running:    {recovering, ending},
}

// enter changes the state if that is allowed. Any goroutine.
func (p *program) enter(next int32) {
	for now := p.state.Load(); slices.Contains(moves[now], next) &&
		!p.state.CompareAndSwap(now, next); now = p.state.Load() {
	}
}

// quit ends the program. Window's goroutine.
func (p *program) quit() {
	p.enter(ending)
	p.app.Quit()
}

// post runs a function on the window's goroutine, later, unless the program ends before. After the toolkit has stopped,
// fyne.Do would run it on the calling goroutine. It could then start workers that are never stopped, while the library
// is being closed.
func (p *program) post(f func()) {
	if p.state.Load() == ending {
		return
	}
	fyne.Do(func() {
		if p.state.Load() != ending {
			_ = guard.Run(guard.Window, f)
		}
	})
}

// noteSender shows notifications on the desktop. *[desktop.Notifier] is one.
type noteSender interface {
	Send(ctx context.Context, note desktop.Note) error
	Close() error
}

// newPlayer makes a player. Its engine starts with its first clip.
func (p *program) newPlayer() *player.Player {
	film := player.New(player.Options{Post: p.shell.Post, Log: p.options.Log})
	p.OnClose(func() error { film.Close(); return nil })
	return film
}

// close releases everything that the library holds, and then the library. It must not run concurrently with itself.
func (p *program) close() error {
	if p.Backend == nil { // no library was opened yet
		return nil
	}
	return p.Backend.Close()
}
