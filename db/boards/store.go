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
)

// Store keeps the boards of a library. All methods are safe for concurrent use, and wait for the disk: call them off the window's
// goroutine. A board that the library does not know is [db.ErrNotFound].
type Store struct {
	lib *db.Library
	// files is held from a commit until its file is written, so that files follow the order of the commits.
	files sync.Mutex
}

// ErrKept says that a board is not in the trash, and is not deleted.
var ErrKept = errors.New("the board is not in the trash")

// New keeps a new board. It gets its Ref, its version and its times, and says which profile it is for.
func (s *Store) New(ctx context.Context, b Board) (Board, error) {
	b.Profile, b.Service = "", db.MadeService{}
	if b.ProfileID != 0 {
		p, err := s.lib.Profile(ctx, b.ProfileID)
		if err != nil {
			return Board{}, fmt.Errorf("make board: %w", err)
		}
		b.Profile, b.Service = p.Name, p.Service()
	}
	return s.write(ctx, "", 0, func(tx *db.BoardTx, _ Board) (err error) {
		tx.Row.ProfileID = b.ProfileID
		tx.Row.Doc, err = b.document()
		return err
	})
}

// Edit changes a board, as it was read at a version, by fn, and returns it as it is kept. what is kept for [Store.Undo]. Films stay whatever is
// undone: an edit that changes them alone, or nothing, is no step. Where fn fails nothing is written. Errors: those of fn, [*db.ChangedBoardError].
func (s *Store) Edit(ctx context.Context, ref string, version int, what string, fn func(*Board) error) (Board, error) {
	return s.write(ctx, ref, version, func(tx *db.BoardTx, b Board) error {
		err := fn(&b)
		if err == nil {
			tx.Step = what
			tx.Row.Doc, err = b.document()
		}
		return err
	})
}

// Undo takes the last step back and says what that was. Errors: [*db.ChangedBoardError], [db.ErrNotFound] where there is none.
func (s *Store) Undo(ctx context.Context, ref string, version int) (b Board, what string, err error) {
	b, err = s.write(ctx, ref, version, func(tx *db.BoardTx, _ Board) error { what = tx.Row.Undo; return tx.Back(false) })
	return b, what, err
}

// Redo does the step again that was taken back last.
func (s *Store) Redo(ctx context.Context, ref string, version int) (b Board, what string, err error) {
	b, err = s.write(ctx, ref, version, func(tx *db.BoardTx, _ Board) error { what = tx.Row.Redo; return tx.Back(true) })
	return b, what, err
}

// SetTrashed puts a board into the trash, at a time, or takes it out where that is zero. Its files and its jobs stay as they are.
func (s *Store) SetTrashed(ctx context.Context, ref string, at time.Time) error {
	_, err := s.write(ctx, ref, db.AnyVersion, func(tx *db.BoardTx, _ Board) error { tx.Row.TrashedAt = at; return nil })
	return err
}

// Delete deletes a board that is in the trash for good, with its steps. No asset, job or ledger entry goes with it. Errors: [ErrKept].
func (s *Store) Delete(ctx context.Context, ref string) error {
	s.files.Lock()
	defer s.files.Unlock()
	row, err := s.lib.BoardRow(ctx, ref)
	if err != nil {
		return err
	}
	b, err := boardOf(row)
	if b.TrashedAt.IsZero() {
		return ErrKept
	}
	if err == nil { // The file first: a crash in between writes it again, and the board is in the trash as before.
		err = s.lib.Remove(fileName(b.Name, ref))
	}
	if err != nil {
		return err
	}
	return s.lib.DeleteBoard(ctx, ref)
}

// write changes a board by fn in one transaction, as it was read at a version, or makes a new one of the ref "", and then writes its file. A
// file that cannot be written stops nothing: the next edit, or the next start, writes it.
func (s *Store) write(ctx context.Context, ref string, version int, fn func(*db.BoardTx, Board) error) (Board, error) {
	s.files.Lock()
	defer s.files.Unlock()
	was := ""
	row, err := s.lib.WriteBoard(ctx, ref, version, func(tx *db.BoardTx) error {
		b, err := boardOf(tx.Row)
		if tx.Row.ID == 0 && ref != "" {
			err = db.ErrNotFound
		}
		if was = b.Name; err != nil {
			return err
		}
		return fn(tx, b)
	})
	if err != nil {
		return Board{}, err
	}
	b, err := boardOf(row)
	if err == nil {
		s.writeFile(b, was)
	}
	return b, err
}

// writeFile has the file of a board say what its row does. Its name may have been another one.
func (s *Store) writeFile(b Board, was string) {
	name, old := fileName(b.Name, b.Ref), fileName(was, b.Ref)
	data, err := b.bytes()
	if err == nil && old != name && strings.EqualFold(old, name) { // on some disks the two are one
		err, old = s.lib.Root.Rename(old, name), name
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
