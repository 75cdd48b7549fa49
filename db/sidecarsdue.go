package db

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"path"
	"slices"
	"sync"

	"viviscope/client/guard"
	"viviscope/db/folder"
)

// atOnce is up to how many sidecars are written before the call that changed their assets returns: each costs a few
// milliseconds. More follow in the background.
const maxImmediate = 8

// sidecars has the sidecars of assets follow their rows.
type sidecars struct {
	*database
	background *background
	mu         sync.Mutex // held while sidecars are written
}

// followSidecars updates the sidecars of changed assets from their rows. A sidecar that cannot be written stays due,
// which is logged, and is tried again at the next change and at the next start.
func (s *sidecars) updateSidecars(ctx context.Context, changed int) {
	write := func(ctx context.Context) {
		if err := s.writeDueSidecars(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("write sidecars", "err", err)
		}
	}
	switch {
	case changed == 0:
	case changed <= maxImmediate:
		write(context.WithoutCancel(ctx))
	default:
		s.background.Go(guard.Func("sidecars", func() { write(s.background.running) }))
	}
}

// FlushSidecars waits until every sidecar matches its row: for a copy or a move of the folder.
func (s *sidecars) FlushSidecars(ctx context.Context) error {
	return wrap(s.writeDueSidecars(ctx), "write sidecars")
}

// dueSidecar is a sidecar that is behind its row.
type dueSidecar struct{ asset, version int64 }

// writeDueSidecars writes the sidecars that are behind. An asset that changes meanwhile stays due.
func (s *sidecars) writeDueSidecars(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for after := int64(0); ; {
		some, err := list(ctx, s.reader, func(row scanner) (d dueSidecar, err error) {
			err = row.Scan(&d.asset, &d.version)
			return d, err
		}, "SELECT asset_id, version FROM sidecars_due WHERE asset_id > ? ORDER BY asset_id LIMIT ?", after, rowChunk)
		if err != nil || len(some) == 0 {
			return err
		}
		after = some[len(some)-1].asset
		written := some[:0]
		var failed error
		for _, d := range some {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := s.writeSidecarOf(ctx, d.asset); err != nil {
				failed = errors.Join(failed, err)
				continue
			}
			written = append(written, d)
		}
		if err := errors.Join(s.clearDue(ctx, written), failed); err != nil {
			return err
		}
	}
}

func (s *sidecars) clearDue(ctx context.Context, written []dueSidecar) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		for _, d := range written {
			if _, err := tx.ExecContext(ctx, "DELETE FROM sidecars_due WHERE asset_id = ? AND version = ?", d.asset,
				d.version); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeSidecarOf writes a row's sidecar beside its file. A file without a sidecar gets one. It does nothing if the file
// is missing, or if the sidecar is invalid or belongs to another asset.
func (s *sidecars) writeSidecarOf(ctx context.Context, id int64) error {
	s.moving.RLock() // excludes moves to or from the trash
	defer s.moving.RUnlock()
	a, err := assetByID(ctx, s.reader, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	albums, err := s.albumsOf(ctx, id)
	if err != nil {
		return err
	}
	side, err := readSidecar(s.Folder, folder.SidecarOf(a.Path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if there, err := s.Exists(a.Path); err != nil || !there {
			return err
		}
		side = Sidecar{Version: sidecarVersion, Ref: a.Ref, File: path.Base(a.Path), SHA256: a.SHA256, Bytes: a.Bytes,
			StoredAt: a.CreatedAt}
	case err != nil:
		s.log.Warn("a sidecar is none of ours", "asset", id, "err", err)
		return nil
	case side.Ref != a.Ref:
		return nil
	}
	if side.Starred == a.Starred && side.Note == a.Note && slices.Equal(side.Tags, a.Tags) &&
		slices.Equal(side.Albums, albums) {
		return nil
	}
	side.Starred, side.Note, side.Tags, side.Albums = a.Starred, a.Note, a.Tags, albums
	return putSidecar(s.Folder, a.Path, side)
}

func (s *sidecars) albumsOf(ctx context.Context, id int64) ([]InAlbum, error) {
	return list(ctx, s.reader, func(row scanner) (in InAlbum, err error) {
		err = row.Scan(&in.Ref, &in.Name, &in.Place)
		return in, err
	}, `SELECT ref, name, album_assets.place FROM album_assets JOIN albums ON albums.id = album_id WHERE asset_id = ? ORDER BY ref`, id)
}
