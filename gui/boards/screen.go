// Package boards is the screen on which keyframes and shots become a film: the list of boards, the page that creates a
// board, and the page of the open board with its strip, inspector, player, and the buttons that order what is missing.
//
// A board is a document of the library (package db/boards). An edit changes the shown document at once, and a queue
// writes it. After each change every part shows the document again, and compares before it sets. Only buttons with a
// count and a price send something, through [orderSender].
//
// The files in layers; each uses only those below it, and reports to those above by callbacks or interfaces of its own:
//
//	screen, drawing                              the screen: its pages, and pictures from the canvas
//	list, row, newboard, board, frame            the pages, and the layout of the open board
//	header, strip, castpanel, inspector, player  the parts of the open board, with cells, pages, stage, sheet and film
//	foot                                         the last of these parts
//	model: document, prices, offers, orders      what the parts share, without widgets, with its texts and hints
//	deps, words, sentence, faults, smallwidgets  what is needed from the program, texts, and small widgets
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

// screenPage is a page of the screen.
type screenPage int

const (
	pageList screenPage = iota
	pageNew
	pageBoard
)

// Screen is the screen of the boards. Its methods, except Update and Handle, must be called on the window's goroutine.
type Screen struct {
	*Deps
	page    screenPage
	list    *boardList
	new     *creationPage
	board   *boardPage
	open    atomic.Pointer[string] // ref of the board that Update reads; nil: it reads the list
	content *fyne.Container
}

// New makes the screen. Update reads its content.
func New(d Deps) *Screen {
	s := &Screen{Deps: &d}
	s.list = newBoardList(s.Deps, listRoutes{openBoard: s.Open, newBoard: s.showNew, openExample: s.openExample,
		isShown: func() bool { return s.page == pageList }})
	s.board = newOpenBoard(s.Deps, boardRoutes{showList: s.showList, fail: s.leaveBoard, trash: s.list.toTrash,
		create:  s.create,
		isShown: func() bool { return s.page == pageBoard },
		isOpen: func(ref string) bool {
			open := s.open.Load()
			return open != nil && *open == ref
		}})
	s.new = newCreationPage(s.Deps, creationRoutes{leave: s.showList, created: s.openNew,
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

// Left is called when another screen is shown. It stops the player and writes typed text.
func (s *Screen) Left() {
	s.board.player.stop()
	s.board.flush()
}

// Flush writes all edits, and what was typed for a new board and for the cast. It blocks on the library. It is called once more at the end of
// the program, when posted functions do not run any more.
func (s *Screen) Flush(ctx context.Context) error {
	return errors.Join(s.board.drain(ctx), s.new.saver.Flush(ctx), s.Cast.Flush(ctx))
}

// Save starts the write of typed text. It returns a function that waits until everything is written and returns the
// errors. It returns nil if the library has everything. The function may be called on any goroutine.
func (s *Screen) Save() func(ctx context.Context) error {
	writes := s.board.pendingWrites()
	if s.new.saver.Unsaved() {
		writes = append(writes, s.new.saver.Flush)
	}
	if s.Cast.Unsaved() {
		writes = append(writes, s.Cast.Flush)
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

// Update reads the shown page. It must not run on the window's goroutine.
func (s *Screen) Update(ctx context.Context) {
	s.Cast.Update(ctx)
	if ref := s.open.Load(); ref != nil {
		s.board.read(ctx, *ref)
	} else {
		s.list.read(ctx)
		s.new.update(ctx)
	}
}

// Handle asks for an Update if an event may have changed what is shown. It may be called on any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	switch ev.(type) {
	case jobs.JobChanged, jobs.AssetAdded, jobs.LedgerChanged, jobs.ConnectionChanged:
		s.Window.Refresh()
	}
}

// Actions returns the actions of all pages.
func (s *Screen) Actions() []action.Action {
	cast := action.Action{ID: "board.cast", Group: lang.X("menu", "Board"), Label: lang.L("Cast…"), Do: s.Cast.ShowList,
		Scope: action.Scope{In: "boards", When: inList | inBoard}}
	return append(slices.Concat(s.list.listActions(), s.new.newBoardActions(), s.board.actions()), cast)
}

// Undo reverts the last edit of the open board, or restores the board that was moved to the trash last. A change of the
// cast that was made after that is reverted first.
func (s *Screen) Undo() {
	if s.Cast.Undo() {
		return
	}
	switch s.page {
	case pageBoard:
		s.board.undo()
	case pageList:
		s.list.undo()
	}
}

// Redo repeats the last edit that was undone.
func (s *Screen) Redo() {
	if !s.Cast.Redo() && s.page == pageBoard {
		s.board.redo()
	}
}

// Open shows a board. If an undo in another board is under way, it opens after the undo and the edits that wait for it.
func (s *Screen) Open(ref string) {
	if s.board.undoing && s.board.view.Ref != ref {
		s.board.waiting = append(s.board.waiting, func() { s.Open(ref) })
		return
	}
	s.open.Store(&ref)
	s.board.begin(ref)
	s.turn(pageBoard)
}

// OpenBoard returns the reference of the open board; "" if there is none.
func (s *Screen) OpenBoard() string {
	if ref := s.open.Load(); ref != nil {
		return *ref
	}
	return ""
}

// Reopen shows a board at the start, without the focus: another place may be visible.
func (s *Screen) Reopen(ref string) {
	s.open.Store(&ref)
	s.board.begin(ref)
	s.showPage(pageBoard)
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

// openNew opens a board that was just made. The list is read meanwhile, so that it has the board when the user returns.
func (s *Screen) openNew(ref string) {
	s.Open(ref)
	s.Go(s.list.read)
}

// openExample creates the example in the sandbox and opens it.
func (s *Screen) openExample() { s.create(exampleBoard(), s.Window.Sandbox) }

// showNew shows the page that creates a board.
func (s *Screen) showNew() { s.NewFrom() }

// NewFrom shows the page that creates a board, with pictures of the gallery to start with.
func (s *Screen) NewFrom(pictures ...db.Asset) {
	s.Left()
	s.open.Store(nil)
	s.new.begin(pictures...)
	s.turn(pageNew)
}

// turn shows a page and moves the keyboard focus to it.
func (s *Screen) turn(to screenPage) {
	s.showPage(to)
	s.Canvas().Focus(s.First())
	s.Window.Refresh()
}

func (s *Screen) showPage(to screenPage) {
	s.page = to
	s.content.Objects = []fyne.CanvasObject{[...]fyne.CanvasObject{s.list.page, s.new.content,
		s.board.frame.content}[to]}
	s.content.Refresh()
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
				s.openNew(x.Ref)
			})
		}
		return err
	})
}
