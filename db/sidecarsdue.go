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

// maxImmediate is the maximum number of sidecars written before a change returns, at a few milliseconds each. More are
// written in the background.
const maxImmediate = 8

// sidecars updates the sidecars of changed assets.
type sidecars struct {
	*database
	background *background
	mu         sync.Mutex // held while sidecars are written
}

// updateSidecars writes the due sidecars after a change of some assets. A sidecar that cannot be written is logged and
// stays due until the next change or the next start.
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

// FlushSidecars waits until every sidecar matches its row. Call it before the folder is copied or moved.
func (s *sidecars) FlushSidecars(ctx context.Context) error {
	return wrap(s.writeDueSidecars(ctx), "write sidecars")
}

// dueSidecar is an asset with a row that changed since its sidecar was written.
type dueSidecar struct{ asset, version int64 }

// writeDueSidecars writes all due sidecars. An asset that changes meanwhile stays due.
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

// writeSidecarOf updates the sidecar of an asset, or creates a missing one. It does nothing if the file is missing, or
// if the sidecar is invalid or belongs to another asset.
func (s *sidecars) writeSidecarOf(ctx context.Context, id int64) error {
	s.moving.RLock() // no concurrent moves to or from the trash
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
		s.log.Warn("read sidecar", "asset", id, "err", err)
		return nil
	case side.Ref != a.Ref:
		return nil
	}
	if side.Starred == a.Starred && side.Note == a.Note && slices.Equal(side.Tags, a.Tags) &&
		slices.Equal(side.Albums, albums) && sameChecks(side.Checks, a.Checks) {
		return nil
	}
	side.Starred, side.Note, side.Tags, side.Albums = a.Starred, a.Note, a.Tags, albums
	side.Checks = checksJSON(a.Checks)
	return putSidecar(s.Folder, a.Path, side)
}

func (s *sidecars) albumsOf(ctx context.Context, id int64) ([]InAlbum, error) {
	return list(ctx, s.reader, func(row scanner) (in InAlbum, err error) {
		err = row.Scan(&in.Ref, &in.Name, &in.Place)
		return in, err
	}, `SELECT ref, name, album_assets.place FROM album_assets JOIN albums ON albums.id = album_id WHERE asset_id = ? ORDER BY ref`, id)
}
