package boards

import (
	"context"
	"errors"
	"time"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// retryDelay is the pause after which a write that failed is tried again.
const retryDelay = 10 * time.Second

// commits is the queue of writes of one board. Each write waits for the one before it. After a write failed, those
// behind it are skipped.
type commits struct {
	last <-chan struct{} // closed when all writes have ended; window's goroutine
	kept boards.Board    // as the library has it; owned by the write that runs
	err  error           // why the last write failed; owned by the write that runs

	// The board as it was shown when it was left with writes pending, and the name of its last step. Window's
	// goroutine.
	shown boards.Board
	step  string
}

// newCommits returns an empty queue for a board that the library has as kept.
func newCommits(kept boards.Board) *commits {
	none := make(chan struct{})
	close(none)
	return &commits{last: none, kept: kept}
}

// add appends a write to the queue. do gets the version of the board in the library, and runs off the window's
// goroutine, also while the program ends. done gets its result on the window's goroutine; it is not called for a write
// that was skipped.
func (c *commits) add(host action.Host, do func(ctx context.Context, version int) (boards.Board, error),
	done func(x boards.Board, err error)) {
	before, written := c.last, make(chan struct{})
	c.last = written
	host.Go(func(ctx context.Context) {
		<-before
		if c.err != nil {
			close(written)
			return
		}
		x, err := do(context.WithoutCancel(ctx), c.kept.Version)
		c.keep(x, err)
		close(written)
		host.Post(func() { done(x, err) })
	})
}

// keep stores the result of a write.
func (c *commits) keep(x boards.Board, err error) {
	c.err = err
	if err == nil {
		c.kept = x
	}
}

// result returns a function that waits for the writes so far and returns why the last one failed. The function may be
// called on any goroutine.
func (c *commits) result() func(ctx context.Context) error {
	last := c.last
	return func(ctx context.Context) error {
		select {
		case <-last:
			return c.err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// ended reports whether all writes have ended.
func (c *commits) ended() bool {
	select {
	case <-c.last:
		return true
	default:
		return false
	}
}

// replace returns a function that writes the board of a store as one step.
func replace(store *boards.Store, now boards.Board, step string) func(ctx context.Context, version int) (boards.Board,
	error) {
	return func(ctx context.Context, version int) (boards.Board, error) {
		return store.Edit(ctx, now.Ref, version, step, func(x *boards.Board) error {
			*x = now
			return nil
		})
	}
}

// unsavedBoard is the source of [action.Host.Unsaved] for a board, by its ref.
type unsavedBoard string

// lostEdits holds the edits of boards that were left before they could be written. They are tried again until they are
// written, or until the board turns out to be changed or deleted elsewhere. Window's goroutine.
type lostEdits struct {
	*Deps
	byRef map[string]*commits
	open  func() string // returns the ref of the board that is shown
}

// keep stores edits that could not be written, and tries them again later. Edits that can never be written, because the
// board was changed or deleted elsewhere, are dropped with a notice.
func (l *lostEdits) keep(c *commits, name string, err error) {
	ref := c.kept.Ref
	why, elsewhere := faultText(err, l.Now().Location())
	if elsewhere || errors.Is(err, db.ErrNotFound) || c.shown.Ref == "" {
		l.drop(c)
		l.Say(kit.ToneErr, lang.L("“%s” was not saved.", name), why)
		return
	}
	l.byRef[ref] = c
	l.Unsaved(unsavedBoard(ref), err)
	l.After(retryDelay, func() { l.Post(func() { l.retry(c, name) }) })
	if l.open() == ref { // it was opened again meanwhile
		l.Window.Refresh()
	}
}

// retry writes the edits again, unless their board is open: then the document writes them.
func (l *lostEdits) retry(c *commits, name string) {
	ref := c.kept.Ref
	if l.byRef[ref] != c || l.open() == ref {
		return
	}
	write := l.write(c)
	l.Go(func(ctx context.Context) {
		err := write(context.WithoutCancel(ctx))
		l.Post(func() {
			switch {
			case l.byRef[ref] != c:
			case err != nil:
				l.keep(c, name, err)
			default:
				l.drop(c)
				l.Window.Refresh()
			}
		})
	})
}

// write returns a function that writes the edits as one step, after the writes before it. The function may be called on
// any goroutine.
func (l *lostEdits) write(c *commits) func(ctx context.Context) error {
	before, written, do := c.result(), make(chan struct{}), replace(l.Store, c.shown, c.step)
	c.last = written
	return func(ctx context.Context) error {
		defer close(written)
		err := before(ctx)
		if err == nil || ctx.Err() != nil { // nil: another attempt has written it
			return err
		}
		c.keep(do(ctx, c.kept.Version))
		return c.err
	}
}

// drop forgets the edits.
func (l *lostEdits) drop(c *commits) {
	delete(l.byRef, c.kept.Ref)
	l.Unsaved(unsavedBoard(c.kept.Ref), nil)
}

// writes returns the functions that write the edits of all boards.
func (l *lostEdits) writes() (all []func(ctx context.Context) error) {
	for _, c := range l.byRef {
		all = append(all, l.write(c))
	}
	return all
}
