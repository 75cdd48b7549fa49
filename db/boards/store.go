package boards

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"viviscope/db"
	"viviscope/db/folder"
)

// Store keeps the boards of a library. All methods are safe for concurrent use, and wait for the disk: call them off the window's
// goroutine. A board that the library does not know is [db.ErrNotFound].
type Store struct {
	lib *db.Library
	// files is held from a commit until its file is written, so that files follow the order of the commits.
	files sync.Mutex
}

// ChangedError says that a board was changed by somebody else since it was read.
type ChangedError struct {
	Ref     string
	Version int       // that it has now
	At      time.Time // of that change
}

// Error names the board.
func (e *ChangedError) Error() string {
	return fmt.Sprintf("board %.4s was changed elsewhere: it is at version %d", e.Ref, e.Version)
}

// ErrKept says that a board is not in the trash, and is not deleted.
var ErrKept = errors.New("the board is not in the trash")

// maxSteps is how many steps of a board can be taken back.
const maxSteps = 10_000

// New keeps a new board. It gets its Ref, its version and its times, and says which profile it is for.
func (s *Store) New(ctx context.Context, b Board) (Board, error) {
	b.Profile, b.Service = "", db.MadeService{}
	if b.ProfileID != 0 {
		p, err := s.lib.Profile(ctx, b.ProfileID)
		if err != nil {
			return Board{}, fmt.Errorf("make board: %w", err)
		}
		b.Profile = p.Name
		b.Service = db.MadeService{ProfileID: p.ID, Since: p.CreatedAt, BaseURL: p.BaseURL, Sandbox: p.Sandbox, Unsaved: !p.Saved, KeySince: p.KeySince}
	}
	return s.write(ctx, "", 0, func(tx *db.BoardTx, now *Board) error {
		b.header(Board{Ref: tx.Row.Ref, ProfileID: b.ProfileID, CreatedAt: tx.Now})
		b.tidy()
		*now = b
		return nil
	})
}

// header takes over what is no part of the plan.
func (b *Board) header(of Board) {
	b.Ref, b.Version, b.ProfileID, b.Profile, b.Service = of.Ref, of.Version, of.ProfileID, cmp.Or(of.Profile, b.Profile), cmp.Or(of.Service, b.Service)
	b.CreatedAt, b.ChangedAt, b.TrashedAt = of.CreatedAt, of.ChangedAt, of.TrashedAt
}

// Edit changes a board, as it was read at a version, by fn, and returns it as it is kept. what is kept for [Store.Undo]. Where fn fails
// nothing is written and its error is returned as it is. An edit that changes nothing is no step. Errors: [*ChangedError].
func (s *Store) Edit(ctx context.Context, ref string, version int, what string, fn func(*Board) error) (Board, error) {
	return s.write(ctx, ref, version, func(tx *db.BoardTx, b *Board) error {
		was, before := *b, elements(*b)
		if err := fn(b); err != nil {
			return err
		}
		b.header(was)
		b.tidy()
		return addStep(tx, what, before, elements(*b))
	})
}

func addStep(tx *db.BoardTx, what string, before, after map[string]json.RawMessage) error {
	change, err := difference(before, after)
	if err != nil || change == nil {
		return err
	}
	return tx.AddStep(cmp.Or(what, "…"), change, maxSteps)
}

// Undo takes the last step back and says what that was. Errors: [*ChangedError], [db.ErrNotFound] where there is none.
func (s *Store) Undo(ctx context.Context, ref string, version int) (Board, string, error) {
	return s.step(ctx, ref, version, false)
}

// Redo does the step again that was taken back last.
func (s *Store) Redo(ctx context.Context, ref string, version int) (Board, string, error) {
	return s.step(ctx, ref, version, true)
}

func (s *Store) step(ctx context.Context, ref string, version int, again bool) (b Board, what string, err error) {
	b, err = s.write(ctx, ref, version, func(tx *db.BoardTx, b *Board) error {
		step, err := tx.Step(again)
		if err == nil && step.Number == 0 {
			err = fmt.Errorf("step of board %.4s: %w", ref, db.ErrNotFound)
		}
		if err == nil {
			what, err = step.What, b.apply(step.Change, again)
		}
		if err != nil {
			return err
		}
		return tx.MarkStep(step.Number, !again)
	})
	return b, what, err
}

// Trash puts a board into the trash. Its files and its jobs stay as they are.
func (s *Store) Trash(ctx context.Context, ref string) error {
	_, err := s.write(ctx, ref, anyVersion, func(tx *db.BoardTx, b *Board) error { b.TrashedAt = tx.Now; return nil })
	return err
}

// Restore takes a board out of the trash.
func (s *Store) Restore(ctx context.Context, ref string) error {
	_, err := s.write(ctx, ref, anyVersion, func(_ *db.BoardTx, b *Board) error { b.TrashedAt = time.Time{}; return nil })
	return err
}

// Delete deletes a board that is in the trash for good, with its steps. No asset, job or ledger entry goes with it. Errors: [ErrKept].
func (s *Store) Delete(ctx context.Context, ref string) error {
	s.files.Lock()
	defer s.files.Unlock()
	return s.lib.WriteBoard(ctx, ref, func(tx *db.BoardTx) error {
		switch {
		case tx.Row.ID == 0:
			return fmt.Errorf("delete board %.4s: %w", ref, db.ErrNotFound)
		case tx.Row.TrashedAt.IsZero():
			return ErrKept
		}
		// The file first: a crash in between writes it again, and the board is in the trash as before.
		if err := s.lib.Remove(fileName(tx.Row.Name, ref)); err != nil {
			return err
		}
		return tx.Delete()
	})
}

const anyVersion = -1

// write changes a board by fn in one transaction, as it was read at a version, or makes a new one of the ref "", and then writes its file. A file that cannot
// be written stops nothing: the next edit, or the next start, writes it.
func (s *Store) write(ctx context.Context, ref string, version int, fn func(*db.BoardTx, *Board) error) (Board, error) {
	if s.lib.ReadOnly() {
		return Board{}, folder.ErrReadOnly
	}
	s.files.Lock()
	defer s.files.Unlock()
	var b Board
	was := ""
	err := s.lib.WriteBoard(ctx, ref, func(tx *db.BoardTx) (err error) {
		switch row := tx.Row; {
		case row.ID == 0 && ref != "":
			return fmt.Errorf("write board %.4s: %w", ref, db.ErrNotFound)
		case version != anyVersion && row.Version != version:
			return &ChangedError{ref, row.Version, row.ChangedAt}
		}
		if b, err = boardOf(tx.Row); err != nil {
			return err
		}
		was = b.Name
		if err := fn(tx, &b); err != nil {
			return err
		}
		return put(tx, &b, tx.Now)
	})
	if err != nil {
		return Board{}, err
	}
	s.keep(b, was)
	return b, nil
}

// put writes the row of a board as it was changed at a time, with the next version, where that is not what stands there.
func put(tx *db.BoardTx, b *Board, at time.Time) error {
	doc, err := b.document()
	old := tx.Row
	if err != nil || string(doc) == string(old.Doc) && b.TrashedAt.Equal(old.TrashedAt) && b.ProfileID == old.ProfileID {
		return err
	}
	b.Version, b.ChangedAt = max(b.Version, old.Version+1), at
	tx.Row = db.BoardRow{ID: old.ID, Ref: b.Ref, Name: b.Name, ProfileID: b.ProfileID, Version: b.Version, Doc: doc,
		CreatedAt: b.CreatedAt, ChangedAt: b.ChangedAt, TrashedAt: b.TrashedAt}
	return tx.Put()
}
