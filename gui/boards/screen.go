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
	"slices"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/lang"
)

// page is what the place shows.
type page int

const (
	pageList page = iota
	pageNew
	pageBoard
)

// Screen is the place. Its methods except Update and Handle belong to the window's goroutine.
type Screen struct {
	*Deps
	page    page
	list    *list
	new     *newBoard
	board   *board
	open    atomic.Pointer[string] // the ref of the board that Update reads; nil: it reads the list
	content *fyne.Container
}

// New makes the place; nothing is read before Update.
func New(d Deps) *Screen {
	s := &Screen{Deps: &d}
	s.list = newList(s.Deps, listRoutes{openBoard: s.Open, newBoard: s.showNew, openExample: s.openExample,
		isShown: func() bool { return s.page == pageList }})
	s.board = newOpenBoard(s.Deps, boardRoutes{showList: s.showList, fail: s.leaveBoard, trash: s.list.toTrash, create: s.create,
		isShown: func() bool { return s.page == pageBoard },
		isOpen: func(ref string) bool {
			open := s.open.Load()
			return open != nil && *open == ref
		}})
	s.new = newNewBoard(s.Deps, newBoardRoutes{leave: s.showList, created: s.Open,
		isShown: func() bool { return s.page == pageNew }})
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

// Left stops the player and writes typed text: another screen is shown.
func (s *Screen) Left() {
	s.board.player.stop()
	s.board.flush()
}

// Flush writes all edits and the draft of a new board. It blocks on the library. When the program ends it is called once
// more, when posted functions do not run any more.
func (s *Screen) Flush(ctx context.Context) error {
	return errors.Join(s.board.drain(ctx), s.new.saver.Flush(ctx))
}

// Save starts the write of typed text. It returns a function that waits until everything is written, and returns why
// something could not be; nil if the library has everything. The function may be called on any goroutine.
func (s *Screen) Save() func(ctx context.Context) error {
	writes := s.board.pendingWrites()
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
	return slices.Concat(s.list.listActions(), s.new.newBoardActions(), s.board.actions())
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

// leaveBoard shows the list if it is not shown yet.
func (s *Screen) leaveBoard() {
	if s.page != pageList {
		s.showList()
	}
}

// showList shows the list.
func (s *Screen) showList() {
	s.Left()
	s.open.Store(nil)
	s.turn(pageList)
}

// openExample creates the example in the sandbox and opens it.
func (s *Screen) openExample() { s.create(example(), s.Window.Sandbox) }

// showNew asks what a new board is to be.
func (s *Screen) showNew() { s.NewFrom() }

// NewFrom asks what a new board is to be that begins with pictures of the gallery.
func (s *Screen) NewFrom(pictures ...db.Asset) {
	s.Left()
	s.open.Store(nil)
	s.new.begin(pictures...)
	s.turn(pageNew)
}

// turn shows a page and brings the keyboard along.
func (s *Screen) turn(to page) {
	s.page = to
	s.content.Objects = []fyne.CanvasObject{[...]fyne.CanvasObject{s.list.page, s.new.content, s.board.frame.content}[to]}
	s.content.Refresh()
	s.Canvas().Focus(s.First())
	s.Window.Refresh()
}

// create creates a board for a profile, selects the profile and opens the board.
func (s *Screen) create(x boards.Board, profile func(ctx context.Context) (int64, error)) {
	s.Do(lang.L("The board could not be created."), func(ctx context.Context) (err error) {
		if x.ProfileID, err = profile(ctx); err == nil {
			x, err = s.Store.New(ctx, x)
		}
		if err == nil {
			s.Post(func() {
				if x.ProfileID != s.Profile().ID {
					s.Window.UseProfile(x.ProfileID)
				}
				s.Open(x.Ref)
			})
		}
		return err
	})
}
