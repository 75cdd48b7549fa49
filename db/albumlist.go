package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

const (
	// albumsName is the file that holds the list of albums, for a rebuild: which assets are in them stands in the sidecars.
	albumsName    = "albums.json"
	albumsVersion = 1
	maxAlbumsFile = 4 << 20
	maxAlbums     = 10_000
)

// albumsFile is what albums.json holds.
type albumsFile struct {
	Version int          `json:"viviscope_albums"`
	Albums  []albumEntry `json:"albums"` // in their order
}

type albumEntry struct {
	Ref     string    `json:"ref"`
	Name    string    `json:"name"`
	Query   string    `json:"query,omitempty"`
	Cover   string    `json:"cover,omitempty"`
	Created time.Time `json:"created"`
}

// keepAlbums writes the list of albums where it does not say what the database says.
func (l *Library) keepAlbums(ctx context.Context) error {
	l.albumList.Lock()
	defer l.albumList.Unlock()
	all, err := l.Albums(ctx)
	if err != nil {
		return err
	}
	f := albumsFile{Version: albumsVersion, Albums: []albumEntry{}}
	for _, a := range all {
		f.Albums = append(f.Albums, albumEntry{a.Ref, a.Name, a.Query, a.Cover, a.CreatedAt})
	}
	return l.writeList(albumsName, maxAlbumsFile, f, len(all) == 0)
}

// readAlbumList reads albums.json and makes it harmless; none where there is no such file.
func (l *Library) readAlbumList() ([]Album, error) {
	return readList(l, albumsName, maxAlbumsFile, parseAlbumList)
}

func parseAlbumList(data []byte) ([]Album, error) {
	var f albumsFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("no list of albums: %w", err)
	}
	if f.Version != albumsVersion {
		return nil, fmt.Errorf("no list of albums of a known format: %d", f.Version)
	}
	var all []Album
	seen := map[string]bool{}
	for _, e := range f.Albums[:min(len(f.Albums), maxAlbums)] {
		a := Album{Ref: e.Ref, Name: plainLine(strings.ToValidUTF8(e.Name, ""), maxName), Cover: e.Cover, CreatedAt: e.Created,
			Query: strings.TrimSpace(clip(strings.ToValidUTF8(strings.ReplaceAll(e.Query, "\x00", ""), ""), maxQuery))}
		keepIf(&a.Cover, validRef.MatchString(a.Cover))
		keepIf(&a.CreatedAt, isTime(a.CreatedAt))
		if validRef.MatchString(a.Ref) && a.Name != "" && !seen[a.Ref] {
			seen[a.Ref] = true
			all = append(all, a)
		}
	}
	return all, nil
}

// fillAlbums writes the albums of a library that is made again: those of the list, and those that only sidecars speak of.
func (f *filling) fillAlbums(members []member) error {
	all, err := f.l.readAlbumList()
	if err != nil {
		f.report.problem(albumsName, "it says nothing that can be used; albums without an asset and saved searches are lost")
	}
	ids := map[string]int64{}
	put := func(a Album) error {
		if a.CreatedAt.IsZero() {
			a.CreatedAt = f.l.now()
		}
		id, err := albumID(f.ctx, f.tx, a.Ref)
		if errors.Is(err, sql.ErrNoRows) {
			a, err = insertAlbum(f.ctx, f.tx, a)
			id = a.ID
		}
		ids[a.Ref] = id
		return err
	}
	for _, a := range all {
		if err := put(a); err != nil {
			return err
		}
	}
	for _, m := range members {
		if ids[m.in.Ref] == 0 {
			name := m.in.Name
			if name == "" {
				name = "Album " + m.in.Ref[:4]
			}
			if err := put(Album{Ref: m.in.Ref, Name: name}); err != nil {
				return err
			}
		}
		if _, err := f.tx.ExecContext(f.ctx, "INSERT INTO album_assets VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
			ids[m.in.Ref], m.asset, m.in.Place); err != nil {
			return err
		}
	}
	// What was read from the sidecars stands in them.
	_, err = f.tx.ExecContext(f.ctx, "DELETE FROM sidecars_due")
	return err
}

// member is an asset of an album, as a sidecar says.
type member struct {
	asset int64
	in    InAlbum
}
