package db

import (
	"context"
	"database/sql"
	"slices"
)

// place is where an asset stands in an album.
type place struct{ asset, place int64 }

// AddToAlbum puts assets at the end of an album that is kept by hand, in their order. Those that are in it stay where they
// are. [ErrNotFound] where there is no such album.
func (l *Library) AddToAlbum(ctx context.Context, ref string, ids ...int64) (Undo, error) {
	u := Undo{album: ref}
	err := l.changeAlbum(ctx, ref, func(tx *sql.Tx, album int64) (int, error) {
		var last int64
		if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(place), 0) FROM album_assets WHERE album_id = ?", album).Scan(&last); err != nil {
			return 0, err
		}
		for _, id := range ids {
			last += placeGap
			r, err := tx.ExecContext(ctx, `INSERT INTO album_assets SELECT ?1, id, ?3 FROM assets WHERE id = ?2
				ON CONFLICT DO NOTHING`, album, id, last)
			if err != nil {
				return 0, err
			}
			if n, err := r.RowsAffected(); err != nil {
				return 0, err
			} else if n > 0 {
				u.added = append(u.added, id)
			}
		}
		return len(u.added), nil
	})
	return u, wrap(err, "add to album %.8s", ref)
}

// RemoveFromAlbum takes assets out of an album; they stay in the library. [ErrNotFound] where there is no such album.
func (l *Library) RemoveFromAlbum(ctx context.Context, ref string, ids ...int64) (Undo, error) {
	u, err := l.removeFromAlbum(ctx, ref, ids)
	return u, wrap(err, "remove from album %.8s", ref)
}

func (l *Library) removeFromAlbum(ctx context.Context, ref string, ids []int64) (Undo, error) {
	if len(ids) == 0 {
		return Undo{}, nil
	}
	u := Undo{album: ref}
	err := l.changeAlbum(ctx, ref, func(tx *sql.Tx, album int64) (int, error) {
		var err error
		u.removed, err = list(ctx, tx, scanPlace, `DELETE FROM album_assets WHERE album_id = ?
			AND asset_id IN (SELECT value FROM json_each(?)) RETURNING asset_id, place`, album, idList(ids))
		return len(u.removed), err
	})
	return u, err
}

func scanPlace(row scanner) (p place, err error) {
	err = row.Scan(&p.asset, &p.place)
	return p, err
}

// putBack puts assets where they were in an album.
func (l *Library) putBack(ctx context.Context, ref string, places []place) (Undo, error) {
	if len(places) == 0 {
		return Undo{}, nil
	}
	u := Undo{album: ref}
	err := l.changeAlbum(ctx, ref, func(tx *sql.Tx, album int64) (int, error) {
		for _, p := range places {
			if _, err := tx.ExecContext(ctx, `INSERT INTO album_assets SELECT ?1, id, ?3 FROM assets WHERE id = ?2
				ON CONFLICT DO UPDATE SET place = excluded.place`, album, p.asset, p.place); err != nil {
				return 0, err
			}
			u.added = append(u.added, p.asset)
		}
		return len(places), nil
	})
	return u, err
}

// MoveInAlbum moves assets of an album right before another one of it, in their order; before 0, or
// one that is not in the album, means to the end. Assets that are not in the album are left out. [ErrNotFound] where there is
// no such album.
func (l *Library) MoveInAlbum(ctx context.Context, ref string, ids []int64, before int64) error {
	err := l.changeAlbum(ctx, ref, func(tx *sql.Tx, album int64) (int, error) {
		all, err := list(ctx, tx, scanPlace, "SELECT asset_id, place FROM album_assets WHERE album_id = ? ORDER BY place, asset_id", album)
		if err != nil {
			return 0, err
		}
		changed := rearrange(all, ids, before)
		for _, p := range changed {
			if _, err := tx.ExecContext(ctx, "UPDATE album_assets SET place = ? WHERE album_id = ? AND asset_id = ?", p.place, album, p.asset); err != nil {
				return 0, err
			}
		}
		return len(changed), nil
	})
	return wrap(err, "move in album %.8s", ref)
}

// rearrange moves assets before another one and returns those whose place changes: only the moved ones as long as there
// is room between the places, else all.
func rearrange(all []place, ids []int64, before int64) []place {
	moved := map[int64]bool{}
	for _, id := range ids {
		moved[id] = true
	}
	rest := slices.DeleteFunc(slices.Clone(all), func(p place) bool { return moved[p.asset] })
	at := slices.IndexFunc(rest, func(p place) bool { return p.asset == before })
	if at < 0 {
		at = len(rest)
	}
	var block []place
	for _, id := range ids {
		if i := slices.IndexFunc(all, func(p place) bool { return p.asset == id }); i >= 0 &&
			!slices.ContainsFunc(block, func(p place) bool { return p.asset == id }) {
			block = append(block, all[i])
		}
	}
	low, step := int64(0), int64(placeGap)
	if at > 0 {
		low = rest[at-1].place
	}
	if at < len(rest) {
		step = (rest[at].place - low) / int64(len(block)+1)
	}
	if step > 0 {
		for i := range block {
			block[i].place = low + step*int64(i+1)
		}
		return block
	}
	whole := slices.Insert(rest, at, block...)
	for i := range whole {
		whole[i].place = placeGap * int64(i+1)
	}
	return whole
}

// changeAlbum changes the members of an album in one transaction and has their sidecars follow. fn returns how many it
// changed.
func (l *Library) changeAlbum(ctx context.Context, ref string, fn func(tx *sql.Tx, album int64) (int, error)) error {
	n := 0
	err := l.write(ctx, func(tx *sql.Tx) error {
		album, err := albumID(ctx, tx, ref)
		if err != nil {
			return err
		}
		n, err = fn(tx, album)
		return err
	})
	if err == nil {
		l.followSidecars(ctx, n)
	}
	return err
}
