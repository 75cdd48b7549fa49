package db

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"
)

// Album is a choice of assets with a name: kept by hand in an order, or whatever a search finds.
type Album struct {
	ID        int64
	Ref       string // 32 hex digits, stays the same across a rebuild
	Name      string
	Query     string // what finds its assets, see [ParseQuery]; "": kept by hand
	Cover     string // ref of the asset that is shown for it; "": its first
	CreatedAt time.Time
}

// Saved reports whether the album is a saved search.
func (a Album) Saved() bool { return a.Query != "" }

const (
	albumColumns = "id, ref, name, query, cover, created_at"
	maxQuery     = 2 << 10 // bytes
	placeGap     = 1 << 16 // between two assets of an album, so that a move changes one row
)

func scanAlbum(row scanner) (a Album, err error) {
	err = row.Scan(&a.ID, &a.Ref, &a.Name, &a.Query, &a.Cover, moment{&a.CreatedAt})
	return a, err
}

// Albums returns all albums in the order that a person gave them.
func (l *Library) Albums(ctx context.Context) ([]Album, error) {
	all, err := list(ctx, l.reader, scanAlbum, "SELECT "+albumColumns+" FROM albums ORDER BY place, id")
	return all, wrap(err, "read albums")
}

// SaveAlbum writes name, query and cover of an album and returns it as it stands in the database. With Ref "" it is a new
// one, after all others. A name is kept to one line of 200 bytes and must not be empty ([ErrName]). [ErrNotFound] where no
// album has the ref.
func (l *Library) SaveAlbum(ctx context.Context, a Album) (Album, error) {
	name := a.Name
	a.Name, a.Query = plainLine(a.Name, maxName), strings.TrimSpace(clip(strings.ToValidUTF8(a.Query, ""), maxQuery))
	if a.Name == "" {
		return Album{}, wrap(ErrName, "save album %.40q", name)
	}
	keepIf(&a.Cover, validRef.MatchString(a.Cover))
	err := l.write(ctx, func(tx *sql.Tx) (err error) {
		if a.Ref == "" {
			a, err = insertAlbum(ctx, tx, Album{Ref: newRef(), Name: a.Name, Query: a.Query, Cover: a.Cover, CreatedAt: cmp.Or(a.CreatedAt, l.now())})
			return err
		}
		a, err = scanAlbum(tx.QueryRowContext(ctx, "UPDATE albums SET name = ?, query = ?, cover = ? WHERE ref = ? RETURNING "+albumColumns,
			a.Name, a.Query, a.Cover, a.Ref))
		return err
	})
	if err != nil {
		return Album{}, wrap(err, "save album %.40q", name)
	}
	return a, wrap(l.keepAlbums(ctx), "save album %.40q", name)
}

func insertAlbum(ctx context.Context, tx *sql.Tx, a Album) (Album, error) {
	return scanAlbum(tx.QueryRowContext(ctx, `INSERT INTO albums (ref, name, query, cover, place, created_at)
		VALUES (?, ?, ?, ?, (SELECT coalesce(max(place), 0) + 1 FROM albums), ?) RETURNING `+albumColumns,
		a.Ref, a.Name, a.Query, a.Cover, millis(a.CreatedAt)))
}

// DeleteAlbum takes an album away; its assets stay. [ErrNotFound] where there is none.
func (l *Library) DeleteAlbum(ctx context.Context, ref string) error {
	n := 0
	err := l.write(ctx, func(tx *sql.Tx) error {
		id, err := albumID(ctx, tx, ref)
		if err != nil {
			return err
		}
		r, err := tx.ExecContext(ctx, "DELETE FROM album_assets WHERE album_id = ?", id)
		if err != nil {
			return err
		}
		members, err := r.RowsAffected()
		if err != nil {
			return err
		}
		n = int(members)
		_, err = tx.ExecContext(ctx, "DELETE FROM albums WHERE id = ?", id)
		return err
	})
	if err != nil {
		return wrap(err, "delete album %.8s", ref)
	}
	l.followSidecars(ctx, n)
	return wrap(l.keepAlbums(ctx), "delete album %.8s", ref)
}

// ArrangeAlbums puts the albums in an order; those that are not named follow as they were, and
// a ref that no album has is left out.
func (l *Library) ArrangeAlbums(ctx context.Context, refs ...string) error {
	err := l.write(ctx, func(tx *sql.Tx) error {
		all, err := list(ctx, tx, scanAlbum, "SELECT "+albumColumns+" FROM albums ORDER BY place, id")
		if err != nil {
			return err
		}
		slices.SortStableFunc(all, func(a, b Album) int { return cmp.Compare(rank(refs, a.Ref), rank(refs, b.Ref)) })
		for i, a := range all {
			if _, err := tx.ExecContext(ctx, "UPDATE albums SET place = ? WHERE id = ?", i+1, a.ID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return wrap(err, "arrange albums")
	}
	return wrap(l.keepAlbums(ctx), "arrange albums")
}

// rank is where a ref stands in a list, or behind it.
func rank(refs []string, ref string) int {
	if i := slices.Index(refs, ref); i >= 0 {
		return i
	}
	return len(refs)
}

func albumID(ctx context.Context, q querier, ref string) (id int64, err error) {
	err = q.QueryRowContext(ctx, "SELECT id FROM albums WHERE ref = ?", ref).Scan(&id)
	return id, err
}
