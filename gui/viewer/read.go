package viewer

import (
	"context"
	"errors"
	"log/slog"

	"viviscope/db"
	"viviscope/gui/facts"
)

// read reads the row of an asset, what made it and its family, and shows all of it at once. Off the window's goroutine.
func (s *Screen) read(ctx context.Context, a db.Asset) {
	k := known{read: true}
	row, err := s.d.Library.Asset(ctx, a.ID)
	switch {
	case errors.Is(err, db.ErrNotFound):
		k.gone, row = true, a
	case err != nil:
		row, k.unread = a, s.cannotRead(ctx, a, err)
	}
	if k.Known, err = facts.ReadKnown(ctx, s.d.Library, s.d.Price, row); err != nil {
		k.unread = s.cannotRead(ctx, a, err)
	}
	s.d.Post(func() {
		if ctx.Err() != nil || s.asset.ID != a.ID {
			return
		}
		moved := row.Path != s.asset.Path
		s.asset, s.known = row, k
		if moved { // into the trash, or out of it
			s.shelf.forget(row.ID)
			s.lookAround()
			if row.Kind == db.Clip {
				s.clip.load(row)
			}
		}
		s.versus.familyRead()
		s.refresh()
	})
}

// cannotRead takes note of what could not be read; it answers true.
func (s *Screen) cannotRead(ctx context.Context, a db.Asset, err error) bool {
	if ctx.Err() == nil {
		s.d.Log.Warn("cannot read what belongs to an asset", slog.Int64("asset", a.ID), slog.Any("err", err))
	}
	return true
}
