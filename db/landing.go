package db

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"viviscope/db/folder"
)

// IncomingName returns the name in incoming/ for an item of a job, "<ref>-<item>.<ext>". [Library.Sweep] knows by
// the ref which job a part belongs to.
func IncomingName(jobRef string, item int, ext string) string {
	return fmt.Sprintf("%s-%d.%s", jobRef, item, strings.TrimPrefix(ext, "."))
}

// Landing describes the asset that a file in incoming/ becomes.
type IngestRequest struct {
	Ref     string    // the asset's ref, 32 hex digits: [AssetRef], the same one at every attempt
	At      time.Time // gives folder and date, in its own location: pass a local time
	Title   string    // the prompt
	Ext     string    // "mp4", "png", "jpg"
	Sidecar any       // what made it, as JSON; see [Sidecar]

	Imported *Imported // of an imported file, instead of Sidecar
	Starred  bool
	Tags     []string
	Note     string
}

// Landed is a file in its place.
type StoredFile struct {
	Path   string // relative to the library, with slashes
	SHA256 string // hex
	Bytes  int64
}

// landings are the files that come in, until their assets have rows.
type ingester struct{ *database }

// Land moves a whole file out of incoming/ to its place in files/ and writes its sidecar: sync, hash, choice of a free
// name, sidecar, rename, sync of the folder. incoming is its name there. When Land returns, file and sidecar are on the
// disk; the caller then commits the asset's row.
//
// Land is idempotent: before the rename it notes the chosen name in the database under the ref. The note stays until
// the asset's row exists. Called again for the same ref, even if the incoming file is gone, Land returns the file that
// has landed. If that file is missing or differs from the note, the incoming file is landed. So after a crash at any
// point the caller may land again, or call [Library.IngestedFile] first.
func (l ingester) Ingest(ctx context.Context, incoming string, m IngestRequest) (to StoredFile, err error) {
	defer wrapTo(&err, "land %.8s", m.Ref)
	if !validRef.MatchString(m.Ref) {
		return StoredFile{}, fmt.Errorf("%w: ref %.40q", folder.ErrName, m.Ref)
	}
	ext, err := folder.CheckExt(m.Ext)
	if err != nil {
		return StoredFile{}, err
	}
	from, err := l.IncomingRel(incoming)
	if err != nil {
		return StoredFile{}, err
	}
	noted, err := l.recordedFile(ctx, m.Ref)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return StoredFile{}, err
	}
	if err == nil {
		if whole, err := l.isWhole(ctx, noted); err != nil {
			return StoredFile{}, err
		} else if whole {
			// The crash may have come before the sidecar of an earlier file was whole, or before this one was cleared.
			there, err := l.Exists(folder.SidecarOf(noted.Path))
			if err == nil && !there {
				err = l.writeSidecar(noted, m)
			}
			if err == nil {
				err = l.Remove(from)
			}
			return noted, err
		}
	}
	if to.SHA256, to.Bytes, err = l.Hash(ctx, from, true); err != nil {
		return StoredFile{}, err
	}
	if to.Bytes == 0 {
		return StoredFile{}, errors.New("the file is empty")
	}
	if to.Path, err = l.targetPath(ctx, noted, m, ext); err != nil {
		return StoredFile{}, err
	}
	if err := l.recordPath(ctx, m.Ref, to); err != nil {
		return StoredFile{}, err
	}
	return to, l.moveIn(from, to, m)
}

// placeFor chooses the path of a file: its noted path, or else a free one. Another file at the noted path is kept.
func (l ingester) targetPath(ctx context.Context, noted StoredFile, m IngestRequest, ext string) (string, error) {
	if noted.Path == "" {
		dir := path.Join(folder.Files, m.At.Format("2006"), m.At.Format("01"))
		return l.freeName(ctx, dir, folder.Stem(m.At, m.Title, m.Ref), ext)
	}
	if there, err := l.Exists(noted.Path); err != nil || !there {
		return noted.Path, err
	}
	return l.freeName(ctx, path.Dir(noted.Path), strings.TrimSuffix(path.Base(noted.Path), "."+ext), ext)
}

// moveIn puts a noted file in place. The sidecar is written first: if the disk is full, the file is still in incoming/,
// and a file in its place always has its sidecar.
func (l ingester) moveIn(from string, to StoredFile, m IngestRequest) error {
	if err := l.MakeDir(path.Dir(to.Path)); err != nil {
		return err
	}
	if err := l.writeSidecar(to, m); err != nil {
		return fmt.Errorf("write sidecar: %w", err)
	}
	if err := l.Rename(from, to.Path); err != nil {
		return err
	}
	return errors.Join(l.SyncDir(path.Dir(to.Path)), l.SyncDir(folder.Incoming))
}

func (l ingester) writeSidecar(to StoredFile, m IngestRequest) error {
	made, err := json.Marshal(m.Sidecar)
	if err != nil {
		return err
	}
	zeroUnless(&made, m.Sidecar != nil)
	return putSidecar(l.Folder, to.Path, Sidecar{
		Version: sidecarVersion, Ref: m.Ref, File: path.Base(to.Path), SHA256: to.SHA256, Bytes: to.Bytes,
		StoredAt: l.now().UTC(), Made: made, Import: m.Imported, Starred: m.Starred, Tags: m.Tags, Note: m.Note,
	})
}

// IngestedFile returns the file that has landed under a ref, whether its asset's row was committed or not, or
// [ErrNotFound]. It looks whether the file is there with its length, not whether its hash is right.
func (l ingester) IngestedFile(ctx context.Context, ref string) (to StoredFile, err error) {
	defer wrapTo(&err, "find file %.8s", ref)
	if to, err = l.recordedFile(ctx, ref); err != nil {
		return StoredFile{}, err
	}
	if there, err := l.hasSize(to); err != nil || !there {
		return StoredFile{}, cmp.Or(err, ErrNotFound)
	}
	return to, nil
}

// notedLanding returns the current or planned path of a ref's file: from the asset's row, or from the note.
func (l ingester) recordedFile(ctx context.Context, ref string) (StoredFile, error) {
	var to StoredFile
	err := l.reader.QueryRowContext(ctx, `SELECT path, sha256, bytes FROM assets WHERE ref = ?1
		UNION ALL SELECT path, sha256, bytes FROM landings WHERE ref = ?1 LIMIT 1`, ref).
		Scan(&to.Path, &to.SHA256, &to.Bytes)
	return to, err
}

func (l ingester) recordPath(ctx context.Context, ref string, to StoredFile) error {
	return l.write(ctx, func(tx *sql.Tx) error {
		var asset bool
		if err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM assets WHERE ref = ?)",
			ref).Scan(&asset); err != nil {
			return err
		}
		if asset { // a lost file comes back: update its row
			return requireRow(tx.ExecContext(ctx, "UPDATE assets SET path = ?, sha256 = ?, bytes = ? WHERE ref = ?",
				to.Path, to.SHA256, to.Bytes, ref))
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO landings (ref, path, sha256, bytes, at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (ref) DO UPDATE SET path = excluded.path, sha256 = excluded.sha256, bytes = excluded.bytes, at = excluded.at`,
			ref, to.Path, to.SHA256, to.Bytes, millis(l.now()))
		return err
	})
}

// isThere reports whether the file is there with its length.
func (l ingester) hasSize(want StoredFile) (bool, error) {
	info, err := l.Root.Stat(want.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && info.Size() == want.Bytes, err
}

// isWhole reports whether the file exists and matches its note.
func (l ingester) isWhole(ctx context.Context, want StoredFile) (bool, error) {
	if there, err := l.hasSize(want); err != nil || !there {
		return false, err
	}
	sum, _, err := l.Hash(ctx, want.Path, false)
	return err == nil && sum == want.SHA256, err
}

// freeName finds an unused name for a file and its sidecar: without a file, a row or a running landing.
func (l ingester) freeName(ctx context.Context, dir, stem, ext string) (string, error) {
	for n := 1; ; n++ {
		name := stem
		if n > 1 {
			name = fmt.Sprintf("%s %d", stem, n)
		}
		rel := path.Join(dir, name+"."+ext)
		free := true
		for _, p := range []string{rel, folder.SidecarOf(rel)} {
			there, err := l.Exists(p)
			if err != nil {
				return "", err
			}
			free = free && !there
		}
		if taken, err := l.hasPath(ctx, rel); err != nil || (free && !taken) {
			return rel, err
		}
	}
}

// hasPath reports whether a path belongs to a row or to a running landing.
func (l ingester) hasPath(ctx context.Context, rel string) (taken bool, err error) {
	err = l.reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM assets WHERE path = ?1)
		OR EXISTS (SELECT 1 FROM landings WHERE path = ?1)`, rel).Scan(&taken)
	return taken, err
}

// asset returns the row for a file and its sidecar, without the facts of a job.
func (s Sidecar) asset(kind AssetKind, m Media, at StoredFile) Asset {
	a := Asset{Ref: s.Ref, Kind: kind, Path: at.Path, SHA256: at.SHA256, Bytes: at.Bytes, Starred: s.Starred,
		Tags: s.Tags, Note: s.Note,
		CreatedAt: s.StoredAt, MIME: m.MIME, Width: m.Width, Height: m.Height, Seconds: m.Seconds, FPS: m.FPS,
		HasAudio: m.HasAudio}
	if i := s.Import; i != nil {
		a.Name, a.Prompt, a.Model, a.Seed, a.Parent, a.Recipe = i.Name, i.Prompt, i.Model, i.Seed, i.Parent, i.Recipe
		a.CreatedAt = cmp.Or(i.At, a.CreatedAt)
	}
	return a
}
