package db

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"viviscope/db/folder"
)

// Album is a named selection of assets: a manual list in an order, or the results of a saved search.
type Album struct {
	ID        int64
	Ref       string // 32 hex digits, stable across a rebuild
	Name      string
	Query     string // saved search, see [search.ParseQuery]; "": manual album
	Cover     string // ref of the cover asset; "": its first asset
	CreatedAt time.Time
}

// Saved reports whether the album is a saved search.
func (a Album) Saved() bool { return a.Query != "" }

const (
	albumColumns = "id, ref, name, query, cover, created_at"
	maxQuery     = 2 << 10 // bytes
	placeGap     = 1 << 16 // between two neighbours, so that a move usually changes one row
)

func scanAlbum(row scanner) (a Album, err error) {
	err = row.Scan(&a.ID, &a.Ref, &a.Name, &a.Query, &a.Cover, timeColumn{&a.CreatedAt})
	return a, err
}

// albums manages the albums, the members of manual ones, and albums.json.
type albums struct {
	*database
	sidecars *sidecars
	mu       sync.Mutex // held while albums.json is written
}

// Albums returns all albums in the user's order.
func (al *albums) Albums(ctx context.Context) ([]Album, error) {
	all, err := listLenient(ctx, al.database, al.reader, scanAlbum,
		"SELECT "+albumColumns+" FROM albums ORDER BY place, id")
	return all, wrap(err, "read albums")
}

// SaveAlbum writes name, query and cover of an album and returns it as stored. With Ref "" it appends a new album. The
// name is cut to one line of 200 bytes and must not be empty ([folder.ErrName]). It returns [ErrNotFound] for an
// unknown ref.
func (al *albums) SaveAlbum(ctx context.Context, a Album) (saved Album, err error) {
	defer wrapTo(&err, "save album %.40q", a.Name)
	a.sanitize()
	if a.Name == "" {
		return Album{}, folder.ErrName
	}
	err = al.write(ctx, func(tx *sql.Tx) (err error) {
		if a.Ref == "" {
			a, err = insertAlbum(ctx, tx, Album{Ref: newRef(), Name: a.Name, Query: a.Query, Cover: a.Cover,
				CreatedAt: cmp.Or(a.CreatedAt, al.now())})
			return err
		}
		a, err = scanAlbum(tx.QueryRowContext(ctx,
			"UPDATE albums SET name = ?, query = ?, cover = ? WHERE ref = ? RETURNING "+albumColumns,
			a.Name, a.Query, a.Cover, a.Ref))
		return err
	})
	if err != nil {
		return Album{}, err
	}
	return a, al.writeAlbums(ctx)
}

// sanitize cleans an album from the user or from a file.
func (a *Album) sanitize() {
	a.Name = cleanLine(strings.ToValidUTF8(a.Name, ""), maxName)
	a.Query = strings.TrimSpace(cleanText(a.Query, maxQuery))
	zeroUnless(&a.Cover, validRef.MatchString(a.Cover))
}

func insertAlbum(ctx context.Context, tx *sql.Tx, a Album) (Album, error) {
	return scanAlbum(tx.QueryRowContext(ctx, `INSERT INTO albums (ref, name, query, cover, place, created_at)
		VALUES (?, ?, ?, ?, (SELECT coalesce(max(place), 0) + 1 FROM albums), ?) RETURNING `+albumColumns,
		a.Ref, a.Name, a.Query, a.Cover, millis(a.CreatedAt)))
}

// RenameAlbum renames an album. The undo gives it its old name. Errors: [folder.ErrName], [ErrNotFound].
func (al *albums) RenameAlbum(ctx context.Context, ref, name string) (u Undo, err error) {
	defer wrapTo(&err, "rename album %.8s", ref)
	a := Album{Name: name}
	a.sanitize()
	if a.Name == "" {
		return Undo{}, folder.ErrName
	}
	var old string
	err = al.write(ctx, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, "SELECT name FROM albums WHERE ref = ?", ref).Scan(&old); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE albums SET name = ? WHERE ref = ?", a.Name, ref)
		return err
	})
	if err != nil {
		return Undo{}, err
	}
	back := func(ctx context.Context) (Undo, error) { return al.RenameAlbum(ctx, ref, old) }
	return Undo{1, back}, al.writeAlbums(ctx)
}

// DeleteAlbum deletes an album; its assets stay. The undo brings it back with its members. It returns [ErrNotFound] for
// an unknown ref.
func (al *albums) DeleteAlbum(ctx context.Context, ref string) (u Undo, err error) {
	defer wrapTo(&err, "delete album %.8s", ref)
	var was Album
	var position int64
	var members []albumPlace
	err = al.changeAlbum(ctx, ref, func(tx *sql.Tx, album int64) (n int, err error) {
		if members, err = list(ctx, tx, scanPlace,
			"DELETE FROM album_assets WHERE album_id = ? RETURNING asset_id, place", album); err != nil {
			return 0, err
		}
		if err = tx.QueryRowContext(ctx, "SELECT place FROM albums WHERE id = ?", album).Scan(&position); err != nil {
			return 0, err
		}
		was, err = scanAlbum(tx.QueryRowContext(ctx, "DELETE FROM albums WHERE id = ? RETURNING "+albumColumns, album))
		return len(members), err
	})
	if err != nil {
		return Undo{}, err
	}
	back := func(ctx context.Context) (Undo, error) { return al.restoreAlbum(ctx, was, position, members) }
	return Undo{1, back}, al.writeAlbums(ctx)
}

// restoreAlbum brings a deleted album back to its position, with its members.
func (al *albums) restoreAlbum(ctx context.Context, a Album, position int64, members []albumPlace) (Undo, error) {
	err := al.write(ctx, func(tx *sql.Tx) error {
		if _, err := insertAlbum(ctx, tx, a); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE albums SET place = ? WHERE ref = ?", position, a.Ref)
		return err
	})
	if err != nil {
		return Undo{}, err
	}
	if _, err = al.insertMembers(ctx, a.Ref, "NOTHING", func(int64) []albumPlace { return members }); err != nil {
		return Undo{}, err
	}
	back := func(ctx context.Context) (Undo, error) { return al.DeleteAlbum(ctx, a.Ref) }
	return Undo{1, back}, al.writeAlbums(ctx)
}

// ArrangeAlbums sorts the albums by the given refs. Other albums follow in their old order. Unknown refs are ignored.
func (al *albums) ArrangeAlbums(ctx context.Context, refs ...string) error {
	err := al.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE albums SET place = coalesce((SELECT min(key) FROM json_each(?1) WHERE value = ref),
			place + json_array_length(?1))`, namesJSON(refs))
		return err
	})
	if err == nil {
		err = al.writeAlbums(ctx)
	}
	return wrap(err, "arrange albums")
}

func albumID(ctx context.Context, q querier, ref string) (id int64, err error) {
	err = q.QueryRowContext(ctx, "SELECT id FROM albums WHERE ref = ?", ref).Scan(&id)
	return id, err
}

const (
	// albumsName is the file from which a rebuild restores the albums. Their members are in the sidecars.
	albumsName    = "albums.json"
	albumsVersion = 1
	maxAlbumsFile = 4 << 20
	maxAlbums     = 10_000
)

// albumsFile is the content of albums.json.
type albumsFile struct {
	Version int          `json:"viviscope_albums"`
	Albums  []albumEntry `json:"albums"` // in the user's order
}

type albumEntry struct {
	Ref     string    `json:"ref"`
	Name    string    `json:"name"`
	Query   string    `json:"query,omitempty"`
	Cover   string    `json:"cover,omitempty"`
	Created time.Time `json:"created"`
}

// writeAlbums writes albums.json if it differs from the database.
func (al *albums) writeAlbums(ctx context.Context) error {
	al.mu.Lock()
	defer al.mu.Unlock()
	all, err := al.Albums(ctx)
	if err != nil {
		return err
	}
	f := albumsFile{Version: albumsVersion, Albums: []albumEntry{}}
	for _, a := range all {
		f.Albums = append(f.Albums, albumEntry{a.Ref, a.Name, a.Query, a.Cover, a.CreatedAt})
	}
	return writeList(al.Folder, albumsName, maxAlbumsFile, f, len(all) == 0)
}

// parseAlbumList parses an untrusted albums.json. Invalid albums are dropped.
func parseAlbumList(data []byte) ([]Album, error) {
	var f albumsFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("parse list of albums: %w", err)
	}
	if f.Version != albumsVersion {
		return nil, fmt.Errorf("parse list of albums: unknown format %d", f.Version)
	}
	var all []Album
	seen := map[string]bool{}
	for _, e := range f.Albums[:min(len(f.Albums), maxAlbums)] {
		a := Album{Ref: e.Ref, Name: e.Name, Query: e.Query, Cover: e.Cover, CreatedAt: e.Created}
		a.sanitize()
		zeroUnless(&a.CreatedAt, IsPlausibleTime(a.CreatedAt))
		if validRef.MatchString(a.Ref) && a.Name != "" && !seen[a.Ref] {
			seen[a.Ref] = true
			all = append(all, a)
		}
	}
	return all, nil
}

// albumPlace is the position of an asset in an album.
type albumPlace struct{ asset, place int64 }

// AddToAlbum appends assets to a manual album. Members keep their position. It returns [ErrNotFound] for an unknown
// ref.
func (al *albums) AddToAlbum(ctx context.Context, ref string, ids ...int64) (Undo, error) {
	return al.insertMembers(ctx, ref, "NOTHING", func(last int64) (places []albumPlace) {
		for i, id := range ids {
			places = append(places, albumPlace{id, last + placeGap*int64(i+1)})
		}
		return places
	})
}

// insertMembers inserts assets into an album. places returns their positions, given the last one in use. known is the
// ON CONFLICT action for members.
func (al *albums) insertMembers(
	ctx context.Context, ref, known string, places func(last int64) []albumPlace,
) (Undo, error) {
	var added []int64
	err := al.changeAlbum(ctx, ref, func(tx *sql.Tx, album int64) (int, error) {
		var last int64
		if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(place), 0) FROM album_assets WHERE album_id = ?",
			album).Scan(&last); err != nil {
			return 0, err
		}
		for _, p := range places(last) {
			in, err := list(ctx, tx, scanPlace, `INSERT INTO album_assets SELECT ?1, id, ?3 FROM assets WHERE id = ?2
				ON CONFLICT DO `+known+" RETURNING asset_id, place", album, p.asset, p.place)
			if err != nil {
				return 0, err
			}
			for range in {
				added = append(added, p.asset)
			}
		}
		return len(added), nil
	})
	back := func(ctx context.Context) (Undo, error) { return al.RemoveFromAlbum(ctx, ref, added...) }
	return Undo{len(added), back}, wrap(err, "add to album %.8s", ref)
}

// RemoveFromAlbum removes assets from an album; they stay in the library. It returns [ErrNotFound] for an unknown ref.
func (al *albums) RemoveFromAlbum(ctx context.Context, ref string, ids ...int64) (Undo, error) {
	var removed []albumPlace
	err := al.changeAlbum(ctx, ref, func(tx *sql.Tx, album int64) (n int, err error) {
		removed, err = list(ctx, tx, scanPlace, `DELETE FROM album_assets WHERE album_id = ?
			AND asset_id IN (SELECT value FROM json_each(?)) RETURNING asset_id, place`, album, idList(ids))
		return len(removed), err
	})
	back := func(ctx context.Context) (Undo, error) {
		return al.insertMembers(ctx, ref, "UPDATE SET place = excluded.place", func(int64) []albumPlace {
			return removed
		})
	}
	return Undo{len(removed), back}, wrap(err, "remove from album %.8s", ref)
}

func scanPlace(row scanner) (p albumPlace, err error) {
	err = row.Scan(&p.asset, &p.place)
	return p, err
}

// MoveInAlbum moves members of an album before another one. If before is 0 or not a member, they move to the end.
// Assets that are not members are ignored. It returns [ErrNotFound] for an unknown ref.
func (al *albums) MoveInAlbum(ctx context.Context, ref string, ids []int64, before int64) error {
	err := al.changeAlbum(ctx, ref, func(tx *sql.Tx, album int64) (int, error) {
		all, err := list(ctx, tx, scanPlace,
			"SELECT asset_id, place FROM album_assets WHERE album_id = ? ORDER BY place, asset_id", album)
		if err != nil {
			return 0, err
		}
		changed := rearrange(all, ids, before)
		for _, p := range changed {
			if _, err := tx.ExecContext(ctx, "UPDATE album_assets SET place = ? WHERE album_id = ? AND asset_id = ?",
				p.place, album, p.asset); err != nil {
				return 0, err
			}
		}
		return len(changed), nil
	})
	return wrap(err, "move in album %.8s", ref)
}

// rearrange moves assets before another one and returns those with a changed position: only the moved ones while there
// are free positions in between, otherwise all.
func rearrange(all []albumPlace, ids []int64, before int64) []albumPlace {
	stays := map[int64]albumPlace{}
	for _, p := range all {
		stays[p.asset] = p
	}
	var block []albumPlace
	for _, id := range ids {
		if p, there := stays[id]; there {
			block = append(block, p)
			delete(stays, id)
		}
	}
	rest := slices.DeleteFunc(slices.Clone(all), func(p albumPlace) bool { return stays[p.asset] != p })
	at := slices.IndexFunc(rest, func(p albumPlace) bool { return p.asset == before })
	if at < 0 {
		at = len(rest)
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

// changeAlbum changes the members of an album in one transaction and updates their sidecars. fn returns the number of
// changed members.
func (al *albums) changeAlbum(ctx context.Context, ref string, fn func(tx *sql.Tx, album int64) (int, error)) error {
	n := 0
	err := al.write(ctx, func(tx *sql.Tx) error {
		album, err := albumID(ctx, tx, ref)
		if err != nil {
			return err
		}
		n, err = fn(tx, album)
		return err
	})
	if err == nil {
		al.sidecars.updateSidecars(ctx, n)
	}
	return err
}
