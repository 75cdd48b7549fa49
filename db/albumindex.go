package db

import (
	"context"
	"database/sql"
	"errors"
	"slices"
)

// laidOut is an album in memory.
type laidOut struct {
	id, version int64
	query       string
	members     bitset          // by id
	places      map[int64]int64 // by id
}

// readAlbums reads the albums again whose members have changed. catchUp holds it to one at a time.
func (l *Library) readAlbums(ctx context.Context) error {
	type row struct {
		laidOut
		ref string
	}
	rows, err := list(ctx, l.reader, func(s scanner) (r row, err error) {
		err = s.Scan(&r.id, &r.ref, &r.query, &r.version)
		return r, err
	}, "SELECT id, ref, query, version FROM albums")
	if err != nil {
		return err
	}
	l.index.mu.RLock()
	old := l.index.albums
	l.index.mu.RUnlock()
	all := make(map[string]*laidOut, len(rows))
	for _, r := range rows {
		album := r.laidOut
		if before := old[r.ref]; before != nil && before.version == r.version {
			album.members, album.places = before.members, before.places
		} else if err := l.readMembers(ctx, &album); err != nil {
			return err
		}
		all[r.ref] = &album
	}
	l.index.mu.Lock()
	l.index.albums = all
	l.index.mu.Unlock()
	return nil
}

func (l *Library) readMembers(ctx context.Context, album *laidOut) error {
	places, err := list(ctx, l.reader, scanPlace, "SELECT asset_id, place FROM album_assets WHERE album_id = ?", album.id)
	if err != nil || len(places) == 0 {
		return err
	}
	last := slices.MaxFunc(places, func(a, b place) int { return int(a.asset - b.asset) })
	album.members, album.places = newBitset(int(last.asset)+1), make(map[int64]int64, len(places))
	for _, p := range places {
		album.members.add(uint32(p.asset))
		album.places[p.asset] = p.place
	}
	return nil
}

// inAlbum returns the condition of an album that is kept by hand.
func (x *index) inAlbum(ref string) test {
	album := x.albums[ref]
	if album == nil {
		return func(*entry) bool { return false }
	}
	return func(e *entry) bool { return album.members.has(uint32(e.id)) }
}

// expanded puts what a saved search looks for in place of its name. A saved search may name an album that is kept by
// hand, but not another search: that could lead in a circle.
func (l *Library) expanded(ctx context.Context, f AssetFilter) (AssetFilter, error) {
	f.Not = slices.Clone(f.Not)
	for _, g := range append([]*AssetFilter{&f}, pointers(f.Not)...) {
		query, err := l.queryOfAlbum(ctx, g.Album)
		if err != nil {
			return f, err
		}
		if query == "" {
			continue
		}
		names, err := l.Names(ctx, l.now())
		if err != nil {
			return f, err
		}
		inner, _ := ParseQuery(query).Filter(names)
		for _, h := range append([]*AssetFilter{&inner}, pointers(inner.Not)...) {
			nested, err := l.queryOfAlbum(ctx, h.Album)
			if err != nil {
				return f, err
			}
			keepIf(&h.Album, nested == "")
		}
		g.Album, g.within = "", &inner
		g.Trashed = g.Trashed || inner.Trashed
	}
	return f, nil
}

func (l *Library) queryOfAlbum(ctx context.Context, ref string) (query string, err error) {
	if ref == "" {
		return "", nil
	}
	err = l.reader.QueryRowContext(ctx, "SELECT query FROM albums WHERE ref = ?", ref).Scan(&query)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil // it chooses nothing
	}
	return query, err
}

func pointers[T any](all []T) []*T {
	to := make([]*T, len(all))
	for i := range all {
		to[i] = &all[i]
	}
	return to
}
