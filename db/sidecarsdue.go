package db

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"slices"

	"viviscope/client/guard"
	"viviscope/db/folder"
)

// atOnce is up to how many sidecars are written before the call that changed their assets returns: each costs a few milliseconds. More
// follow in the background.
const atOnce = 8

// followSidecars has the sidecars of changed assets say what their rows say. Where one cannot be written it stays due, which is logged, and
// is tried again at the next change and at the next start.
func (l *Library) followSidecars(ctx context.Context, changed int) {
	write := func(ctx context.Context) {
		if err := l.writeDueSidecars(ctx); err != nil && ctx.Err() == nil {
			l.log.Warn("write sidecars", "err", err)
		}
	}
	switch {
	case changed == 0:
	case changed <= atOnce:
		write(context.WithoutCancel(ctx))
	default:
		l.background.Go(guard.Func("sidecars", func() { write(l.running) }))
	}
}

// FlushSidecars waits until every sidecar says what its row says: for a copy or a move of the folder.
func (l *Library) FlushSidecars(ctx context.Context) error {
	return wrap(l.writeDueSidecars(ctx), "write sidecars")
}

// due is a sidecar that is behind its row.
type due struct{ asset, version int64 }

// writeDueSidecars writes the sidecars that are behind. An asset that changes meanwhile stays due.
func (l *Library) writeDueSidecars(ctx context.Context) error {
	l.sidecars.Lock()
	defer l.sidecars.Unlock()
	for after := int64(0); ; {
		some, err := list(ctx, l.reader, func(row scanner) (d due, err error) {
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
			if err := l.writeSidecarOf(ctx, d.asset); err != nil {
				failed = errors.Join(failed, err)
				continue
			}
			written = append(written, d)
		}
		if err := errors.Join(l.forgetDue(ctx, written), failed); err != nil {
			return err
		}
	}
}

func (l *Library) forgetDue(ctx context.Context, written []due) error {
	return l.write(ctx, func(tx *sql.Tx) error {
		for _, d := range written {
			if _, err := tx.ExecContext(ctx, "DELETE FROM sidecars_due WHERE asset_id = ? AND version = ?", d.asset, d.version); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeSidecarOf writes what a row says beside its file. A file without a sidecar gets one; one that is gone, or a sidecar that is none of
// ours, is left alone.
func (l *Library) writeSidecarOf(ctx context.Context, id int64) error {
	l.moving.RLock() // no move to or from the trash comes in between
	defer l.moving.RUnlock()
	a, err := assetByID(ctx, l.reader, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	albums, err := l.albumsOf(ctx, id)
	if err != nil {
		return err
	}
	s, err := l.readSidecar(folder.SidecarOf(a.Path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if there, err := l.Exists(a.Path); err != nil || !there {
			return err
		}
		s = Sidecar{Version: sidecarVersion, Ref: a.Ref, File: path.Base(a.Path), SHA256: a.SHA256, Bytes: a.Bytes, Landed: a.CreatedAt}
	case err != nil:
		l.log.Warn("a sidecar is none of ours", "asset", id, "err", err)
		return nil
	case s.Ref != a.Ref:
		return nil
	}
	if s.Starred == a.Starred && s.Note == a.Note && slices.Equal(s.Tags, a.Tags) && slices.Equal(s.Albums, albums) {
		return nil
	}
	s.Starred, s.Note, s.Tags, s.Albums = a.Starred, a.Note, a.Tags, albums
	return l.putSidecar(a.Path, s)
}

func (l *Library) albumsOf(ctx context.Context, id int64) ([]InAlbum, error) {
	return list(ctx, l.reader, func(row scanner) (in InAlbum, err error) {
		err = row.Scan(&in.Ref, &in.Name, &in.Place)
		return in, err
	}, `SELECT ref, name, album_assets.place FROM album_assets JOIN albums ON albums.id = album_id WHERE asset_id = ? ORDER BY ref`, id)
}

// maxCapped is how many members of a foreign list are read.
const maxCapped = 64

// capped is a list of which at most [maxCapped] members are read from JSON, the rest is dropped: a sidecar of its largest size can hold ten
// million empty members, and each would cost a hundred bytes of memory.
type capped[T any] []T

// UnmarshalJSON reads the beginning of an array.
func (f *capped[T]) UnmarshalJSON(raw []byte) error {
	if bytes.Equal(raw, []byte("null")) {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return json.Unmarshal(raw, (*[]T)(f)) // for its words: this is no array
	}
	*f = nil
	for d.More() && len(*f) < maxCapped {
		var v T
		if err := d.Decode(&v); err != nil {
			return err
		}
		*f = append(*f, v)
	}
	return nil
}
