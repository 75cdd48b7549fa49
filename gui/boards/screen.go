// Package boards is the place where keyframes and shots become a film: the list of boards, and one board with its strip, its inspector, the
// player over all of it, and the buttons that make what is missing.
//
// A board is one document of the library (package db/boards) that the window changes at once and commits behind, in the order of the
// edits. All that is shown follows from the document and from the jobs: [board] has the last reading of both, and each part shows it anew
// after each change. Nothing is sent but by a button that says count and price.
package boards

import (
	"context"
	"errors"
	"image"
	"slices"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/compose"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/price"
	"viviscope/gui/transfer"
)

// Library is what is read beside the boards. *db.Library is one. Off the window's goroutine.
type Library interface {
	action.Settings
	compose.Pictures
	Account(ctx context.Context) (compose.Account, error) // the one in front
	AbsPath(rel string) (string, error)
	AssetsByID(ctx context.Context, ids []int64) ([]db.Asset, error)
	AssetByRef(ctx context.Context, ref string) (db.Asset, error)
	Profiles(ctx context.Context) ([]db.Profile, error)
}

// Engine is what is asked and commanded, off the window's goroutine. *jobs.Engine is one.
type Engine interface {
	Price(ctx context.Context, profileID int64, orders []jobs.Order) (jobs.Quote, error)
	Ahead(ctx context.Context, profileID int64) (jobs.Ahead, error)
	Takes(ctx context.Context, profileID int64, r client.Request) time.Duration // how long a job like it usually takes
	Submit(ctx context.Context, profileID int64, orders []jobs.Order, how jobs.Terms) ([]db.Job, error)
	LastFrame(clip db.Asset) (db.Asset, error) // as a picture of the library
}

// Pictures gives pictures of assets. *media.Thumbs is one.
type Pictures interface {
	media.Pictures
	End(ctx context.Context, clip db.Asset, last bool) (image.Image, error) // its first or its last frame; off the window's goroutine
}

// Window is what the place needs of the window around it, beside its Host.
type Window interface {
	Refresh()                                               // asks for an Update soon; any goroutine
	Sound(ctx context.Context) (volume float64, muted bool) // of clips; off the window's goroutine
	Sandbox(ctx context.Context) (int64, error)             // its profile, which is made where there is none; off the window's goroutine
	UseProfile(id int64)                                    // brings a profile to the front
}

// Composer gives fields the ways to earlier prompts and to snippets. *compose.Screen is one.
type Composer interface{ Connect(*compose.Fields) }

// Jobs knows what can be done with a job. *jobview.Jobs is one.
type Jobs interface {
	OnJob(ctx context.Context, job db.Job) ([]action.Action, error)
}

// Deps is what the place needs from the rest of the program.
type Deps struct {
	action.Host
	Viewer    action.Viewer
	Creator   action.Creator
	Chooser   action.Chooser
	Navigator action.Navigator
	Window    Window
	Library   Library
	Composer  Composer
	Jobs      Jobs
	Organizer action.Organizer
	Store     *boards.Store
	Engine    Engine
	Pictures  Pictures
	Sender    *price.Sender
	Live      *live.Jobs
	NewPlayer func() *player.Player
	Transfer  func() transfer.Deps // for the sheets of the film
	ReadOnly  bool                 // the library can only be looked at
}

// page is what the place shows.
type page int

const (
	pageList page = iota
	pageNew
	pageBoard
)

// Screen is the place. Its methods except Update and Handle belong to the window's goroutine.
type Screen struct {
	Deps
	page    page
	list    *list
	new     *newBoard
	board   *board
	open    atomic.Pointer[string] // the ref of the board that Update reads; nil: it reads the list
	content *fyne.Container
}

// New makes the place; nothing is read before Update.
func New(d Deps) *Screen {
	s := &Screen{Deps: d}
	s.list, s.new, s.board = newList(s), newNewBoard(s), newOpenBoard(s)
	s.content = container.NewStack(s.list.page)
	return s
}

func (s *Screen) Content() fyne.CanvasObject { return s.content }

func (s *Screen) First() fyne.Focusable {
	switch s.page {
	case pageNew:
		return s.new.name
	case pageBoard:
		return s.board.strip
	}
	return s.list.first()
}

// Left ends what plays, and keeps what is typed: another place is in front.
func (s *Screen) Left() {
	s.board.player.left()
	s.board.inspector.flush()
}

// Flush puts what is typed into the board in front, and waits until the library has it, with what waited for an undo. It is called once
// more when the program ends, when nothing that is posted is run.
func (s *Screen) Flush(ctx context.Context) error {
	b := s.board
	b.inspector.flush()
	for c := b.commits; c != nil; c = b.commits {
		select {
		case <-c.last:
		case <-ctx.Done():
			return ctx.Err()
		}
		if c.err != nil || len(b.waiting) == 0 {
			return errors.Join(c.err, b.saveLost(ctx), s.new.saver.Flush(ctx))
		}
		b.view.Board, b.undoing = c.kept, false
		b.resume()
		b.inspector.flush()
	}
	return errors.Join(b.saveLost(ctx), s.new.saver.Flush(ctx))
}

// Save puts what is typed into the board in front, and returns a function that waits until the library has it and
// writes the boards that were left unsaved; nil: the library has all. The function may be called on any goroutine. Its
// error is why a board could not be saved.
func (s *Screen) Save() func(ctx context.Context) error {
	b := s.board
	b.inspector.flush()
	c := b.commits
	var writes []func(context.Context) error
	for _, lost := range b.lost {
		writes = append(writes, b.writeLost(lost))
	}
	if c != nil && b.unsaved > 0 {
		last := c.last
		writes = append(writes, func(ctx context.Context) error {
			select {
			case <-last:
				return c.err
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}
	if s.new.saver.Unsaved() {
		writes = append(writes, s.new.saver.Flush)
	}
	if len(writes) == 0 {
		return nil
	}
	return func(ctx context.Context) (err error) {
		for _, write := range writes {
			err = errors.Join(err, write(ctx))
		}
		return err
	}
}

// Update reads the page in front. It belongs to a goroutine that is not the window's.
func (s *Screen) Update(ctx context.Context) {
	if ref := s.open.Load(); ref != nil {
		s.board.read(ctx, *ref)
	} else {
		s.list.read(ctx)
		s.new.update(ctx)
	}
}

// Handle asks for an Update where what is shown may have changed. Any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	switch ev.(type) {
	case jobs.JobChanged, jobs.AssetAdded, jobs.LedgerChanged, jobs.ConnectionChanged:
		s.Window.Refresh()
	}
}

// Actions are what can be done here.
func (s *Screen) Actions() []action.Action {
	return slices.Concat(s.list.actions(), s.new.actions(), s.board.actions())
}

// Undo takes back the last edit of the board in front, or that one was put into the trash.
func (s *Screen) Undo() {
	switch s.page {
	case pageBoard:
		s.board.undo()
	case pageList:
		s.list.undo()
	}
}

// Redo does it again.
func (s *Screen) Redo() {
	if s.page == pageBoard {
		s.board.redo()
	}
}

// Open shows a board. An undo in another one ends first, with the edits that wait for it.
func (s *Screen) Open(ref string) {
	if s.board.undoing && s.board.view.Ref != ref {
		s.board.waiting = append(s.board.waiting, func() { s.Open(ref) })
		return
	}
	s.open.Store(&ref)
	s.board.begin(ref)
	s.turn(pageBoard)
}

// showList goes back to the list.
func (s *Screen) showList() {
	s.Left()
	s.open.Store(nil)
	s.turn(pageList)
}

// showNew asks what a new board is to be.
func (s *Screen) showNew() { s.NewFrom() }

// NewFrom asks what a new board is to be that begins with pictures of the gallery.
func (s *Screen) NewFrom(pictures ...db.Asset) {
	s.Left()
	s.open.Store(nil)
	s.new.show(pictures...)
	s.turn(pageNew)
}

// turn shows a page and brings the keyboard along.
func (s *Screen) turn(to page) {
	s.page = to
	s.content.Objects = []fyne.CanvasObject{[...]fyne.CanvasObject{s.list.page, s.new.content, s.board.frame}[to]}
	s.content.Refresh()
	s.Canvas().Focus(s.First())
	s.Window.Refresh()
}

// The states of the place in which keys count, as bits of [action.Scope].
const (
	inList uint8 = 1 << iota
	inBoard
	inNew
)
