package boards

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"viviscope/db"
	"viviscope/db/folder"
)

// Store reads and writes the boards of a library. All methods are safe for concurrent use and block for the disk: call
// them off the window's goroutine. They return [db.ErrNotFound] for an unknown board.
type Store struct {
	lib *db.Library
	// files is held from a commit until its file is written, so that files are written in the order of commits.
	files sync.Mutex
	// steps guards histories. It is held while a row is read or written, so that row and history match.
	steps     sync.Mutex
	histories map[string]*history // by the ref of the board
	// badFiles are the files of boards/ that [Open] could not use. Only Open writes it.
	badFiles []UnreadableError
}

// ErrNotTrashed reports that a board is not in the trash and was not deleted.
var ErrNotTrashed = errors.New("the board is not in the trash")

// New stores a new board. It sets ref, version, times, and the name and service of the profile.
func (s *Store) New(ctx context.Context, b Board) (Board, error) {
	b.Profile, b.Service = "", db.ServiceRef{}
	if b.ProfileID != 0 {
		p, err := s.lib.Profile(ctx, b.ProfileID)
		if err != nil {
			return Board{}, fmt.Errorf("make board: %w", err)
		}
		b.Profile, b.Service = p.Name, p.Service()
	}
	return s.write(ctx, "", 0, "", func(tx *db.BoardTx, _ Board) (err error) {
		tx.Row.ProfileID = b.ProfileID
		tx.Row.Doc, err = b.document()
		return err
	})
}

// Edit changes a board with fn, based on a version, and returns it as stored. what is the name of the step for
// [Store.Undo]. Undo never changes films, so an edit of films only is no step, and neither is an edit that changes
// nothing. With what "" any other change clears the undo history. If fn fails nothing is written. Errors: those of fn,
// [*db.ChangedBoardError].
func (s *Store) Edit(ctx context.Context, ref string, version int, what string, fn func(*Board) error) (Board, error) {
	return s.write(ctx, ref, version, what, func(tx *db.BoardTx, b Board) error {
		err := fn(&b)
		if err == nil {
			tx.Row.Doc, err = b.document()
		}
		return err
	})
}

// AwaitTakes calls [Board.AwaitTakes] for the boards of new jobs. The jobs are those of one click.
func (s *Store) AwaitTakes(ctx context.Context, made []db.Job) error {
	if len(made) == 0 || made[0].Board == "" {
		return nil
	}
	v, err := s.Read(ctx, made[0].Board)
	if err != nil {
		return err
	}
	if b := v.Board.Clone(); !b.AwaitTakes(made) {
		return nil
	}
	_, err = s.Edit(ctx, v.Ref, db.AnyVersion, StepAwaitTakes, func(b *Board) error {
		b.AwaitTakes(made)
		return nil
	})
	return err
}

// Undo undoes the last step and returns its name. It covers the last 1000 steps that this store has written since
// another process wrote the board. It also works on an unreadable board and restores the document before the step.
// Errors: [*db.ChangedBoardError], [db.ErrNotFound] if there is no step, *[UnreadableError] if the restored document
// cannot be read either.
func (s *Store) Undo(ctx context.Context, ref string, version int) (b Board, what string, err error) {
	return s.undoOrRedo(ctx, ref, version, false)
}

// Redo repeats the step that was undone last.
func (s *Store) Redo(ctx context.Context, ref string, version int) (b Board, what string, err error) {
	return s.undoOrRedo(ctx, ref, version, true)
}

func (s *Store) undoOrRedo(ctx context.Context, ref string, version int, redo bool) (b Board, what string, err error) {
	b, err = s.writeRow(ctx, ref, version, func(tx *db.BoardTx) (err error) {
		next, ok := s.histories[ref].next(tx.Row.Version, redo)
		if !ok {
			return db.ErrNotFound
		}
		what = next.name
		tx.Row.Doc, err = next.apply(tx.Row.Doc, redo)
		return err
	}, func(h *history, _, after db.BoardRow) { h.shift(after.Version, redo) })
	return b, what, err
}

// SetTrashed moves a board to the trash at a time, or restores it if the time is zero. Its takes do not change. It also
// works on an unreadable board.
func (s *Store) SetTrashed(ctx context.Context, ref string, at time.Time) error {
	_, err := s.writeRow(ctx, ref, db.AnyVersion, func(tx *db.BoardTx) error {
		tx.Row.TrashedAt = at
		return nil
	}, noStep)
	if errors.As(err, new(*UnreadableError)) { // it was unreadable before
		return nil
	}
	return err
}

// Delete permanently deletes a board that is in the trash, with its history. Assets, jobs and ledger entries stay.
// Errors: [ErrNotTrashed].
func (s *Store) Delete(ctx context.Context, ref string) error {
	s.files.Lock()
	defer s.files.Unlock()
	row, err := s.lib.BoardRow(ctx, ref)
	if err != nil {
		return err
	}
	if row.TrashedAt.IsZero() {
		return ErrNotTrashed
	}
	name, err := s.findFile(ref)
	if b, readErr := parseRow(row); readErr == nil {
		name, err = fileName(b.Name, ref), nil
	}
	// The file first: after a crash in between, Open writes it again and the board is still in the trash.
	if err == nil && name != "" {
		err = s.lib.Remove(name)
	}
	if err != nil {
		return err
	}
	s.steps.Lock()
	delete(s.histories, ref)
	s.steps.Unlock()
	return s.lib.DeleteBoard(ctx, ref)
}

// write changes a board with fn in one transaction, based on a version, as a step named what. With ref "" it makes a
// new board. It also writes the board's file.
func (s *Store) write(
	ctx context.Context, ref string, version int, what string, fn func(*db.BoardTx, Board) error,
) (Board, error) {
	return s.writeRow(ctx, ref, version, func(tx *db.BoardTx) error {
		b, err := parseRow(tx.Row)
		if err != nil {
			return err
		}
		return fn(tx, b)
	}, namedStep(what))
}

// namedStep returns the function that records a write as a step named what.
func namedStep(what string) func(h *history, before, after db.BoardRow) {
	return func(h *history, before, after db.BoardRow) { h.record(before, after, what) }
}

// noStep records a write that is not a step.
var noStep = namedStep("")

// writeRow is write without parsing the document: it can also change an unreadable board, and then leaves its file
// unchanged. note is called with the board's history after a write. A file that cannot be written is no error: the next
// edit or the next start writes it. Errors: those of fn; *[UnreadableError] if the row was written but cannot be
// parsed.
func (s *Store) writeRow(ctx context.Context, ref string, version int, fn func(*db.BoardTx) error,
	note func(h *history, before, after db.BoardRow)) (Board, error) {
	s.files.Lock()
	defer s.files.Unlock()
	was := ""
	row, err := s.commit(ctx, ref, version, func(tx *db.BoardTx) error {
		if tx.Row.ID == 0 && ref != "" {
			return db.ErrNotFound
		}
		b, err := parseRow(tx.Row)
		was = b.Name
		if err != nil { // the name is known from its file only
			file, _ := s.findFile(ref)
			was = (&UnreadableError{Path: file}).Name()
		}
		return fn(tx)
	}, note)
	if err != nil {
		return Board{}, err
	}
	b, err := parseRow(row)
	if err != nil {
		return b, &UnreadableError{BoardHead: row.BoardHead, Err: err}
	}
	s.writeFile(b, was)
	s.steps.Lock()
	b.Undo, b.Redo = s.histories[b.Ref].names(b.Version)
	s.steps.Unlock()
	return b, nil
}

// commit writes the row of a board and calls note with its history.
func (s *Store) commit(ctx context.Context, ref string, version int, fn func(*db.BoardTx) error,
	note func(h *history, before, after db.BoardRow)) (db.BoardRow, error) {
	s.steps.Lock()
	defer s.steps.Unlock()
	var before db.BoardRow
	row, err := s.lib.WriteBoard(ctx, ref, version, func(tx *db.BoardTx) error {
		before = tx.Row
		return fn(tx)
	})
	if changed, ok := errors.AsType[*db.ChangedBoardError](err); ok {
		changed.Step, _ = s.histories[ref].names(changed.Version)
	}
	if err != nil || row.Version == before.Version {
		return row, err
	}
	if s.histories[row.Ref] == nil {
		s.histories[row.Ref] = &history{version: before.Version}
	}
	note(s.histories[row.Ref], before, row)
	return row, nil
}

// writeFile writes a board's file from its row. It removes the file with the old name.
func (s *Store) writeFile(b Board, was string) {
	name, old := fileName(b.Name, b.Ref), fileName(was, b.Ref)
	data, err := b.encode()
	if err == nil && old != name && strings.EqualFold(old, name) { // the same file on case-insensitive file systems
		err, old = s.lib.Rename(old, name), name
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = s.lib.Write(name, data)
	}
	if err == nil && old != name {
		err = s.lib.Remove(old)
	}
	if err != nil {
		s.lib.Log().Warn("write board", "path", name, "err", err)
	}
}

// asUnreadable calls [CatchPanic] and converts every error of fn to an UnreadableError with a path. After ctx has
// ended, errors are returned unchanged.
func (s *Store) asUnreadable(ctx context.Context, head db.BoardHead, path string, fn func() error) error {
	err := CatchPanic(head, fn)
	if err == nil || ctx.Err() != nil {
		return err
	}
	bad, ok := errors.AsType[*UnreadableError](err)
	if !ok {
		bad = &UnreadableError{BoardHead: head, Err: err}
	}
	bad.Path = path
	if bad.Stack != "" {
		s.lib.Log().Error("read board", "err", bad, "stack", bad.Stack)
	}
	return bad
}

// findFile returns the path of a board's file without knowing the board's name; "" if there is none.
func (s *Store) findFile(ref string) (string, error) {
	names, err := fs.Glob(s.lib.Root.FS(), folder.Boards+"/*.json")
	for _, name := range names {
		if isFileOf(name, ref) {
			return name, err
		}
	}
	return "", err
}
