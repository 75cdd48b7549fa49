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

// IncomingName returns the name in incoming/ for an item of a job, "<ref>-<item>.<ext>". [Library.Sweep] finds the job
// by this name.
func IncomingName(jobRef string, item int, ext string) string {
	return fmt.Sprintf("%s-%d.%s", jobRef, item, strings.TrimPrefix(ext, "."))
}

// IngestRequest describes the asset that a file in incoming/ becomes.
type IngestRequest struct {
	Ref     string    // the asset's ref, see [AssetRef]: the same at every attempt
	At      time.Time // creation time; its location defines folder and date
	Title   string    // for the file name, usually the prompt
	Ext     string    // "mp4", "png", "jpg"
	Sidecar any       // [Sidecar].Made, encoded as JSON; nil: none

	Imported *Imported // for an imported file, instead of Sidecar
	Starred  bool
	Tags     []string
	Note     string
}

// StoredFile is a file at its final path.
type StoredFile struct {
	Path   string // relative to the library, slash-separated
	SHA256 string // hex
	Bytes  int64
}

// ingester moves new files into files/. The table landings records their paths until their assets have rows.
type ingester struct{ *database }

// Ingest moves a complete file from incoming/ to its place in files/ and writes its sidecar. incoming is its name in
// incoming/. File and sidecar are synced when Ingest returns. The caller then commits the asset's row.
//
// Ingest is idempotent. Before the rename it records the chosen path in the database under the ref; the record is
// deleted with the insert of the asset's row. If it is called again for the same ref, it returns the stored file, even
// if the incoming file is gone. If the stored file is missing or differs, it stores the incoming file again. So after a
// crash at any point, the caller may call Ingest again, or [Library.IngestedFile] first.
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
			// A crash may have prevented writing the sidecar or removing the incoming file.
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

// targetPath returns the path for a file: the recorded one, or else a free one. Another file at the recorded path is
// kept.
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

// moveIn moves a recorded file to its path. It writes the sidecar first, so that after an error such as a full disk the
// file is still in incoming/, and every stored file has its sidecar.
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

// IngestedFile returns the stored file for a ref, whether its asset has a row or not, or [ErrNotFound]. It checks the
// file's length, not its hash.
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

// recordedFile returns the actual or planned file for a ref, from the tables assets or landings.
func (l ingester) recordedFile(ctx context.Context, ref string) (StoredFile, error) {
	var to StoredFile
	err := l.reader.QueryRowContext(ctx, `SELECT path, sha256, bytes FROM assets WHERE ref = ?1
		UNION ALL SELECT path, sha256, bytes FROM landings WHERE ref = ?1 LIMIT 1`, ref).
		Scan(&to.Path, &to.SHA256, &to.Bytes)
	return to, err
}

// recordPath records the planned path of a file. If its asset has a row already, it updates the row.
func (l ingester) recordPath(ctx context.Context, ref string, to StoredFile) error {
	return l.write(ctx, func(tx *sql.Tx) error {
		var asset bool
		if err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM assets WHERE ref = ?)",
			ref).Scan(&asset); err != nil {
			return err
		}
		if asset { // a missing file is stored again
			return requireRow(tx.ExecContext(ctx, `UPDATE assets SET path = ?1, sha256 = ?2, bytes = ?3,
				checks = CASE sha256 WHEN ?2 THEN checks ELSE '' END WHERE ref = ?4`, // checks are of the old file
				to.Path, to.SHA256, to.Bytes, ref))
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO landings (ref, path, sha256, bytes, at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (ref) DO UPDATE SET path = excluded.path, sha256 = excluded.sha256, bytes = excluded.bytes,
				at = excluded.at`,
			ref, to.Path, to.SHA256, to.Bytes, millis(l.now()))
		return err
	})
}

// hasSize reports whether the file exists with the expected length.
func (l ingester) hasSize(want StoredFile) (bool, error) {
	info, err := l.Root.Stat(want.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && info.Size() == want.Bytes, err
}

// isWhole reports whether the file exists with the expected length and hash.
func (l ingester) isWhole(ctx context.Context, want StoredFile) (bool, error) {
	if there, err := l.hasSize(want); err != nil || !there {
		return false, err
	}
	sum, _, err := l.Hash(ctx, want.Path, false)
	return err == nil && sum == want.SHA256, err
}

// freeName returns an unused path for a file and its sidecar: neither exists, and no row has the path.
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

// hasPath reports whether the table assets or landings contains a path.
func (l ingester) hasPath(ctx context.Context, rel string) (taken bool, err error) {
	err = l.reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM assets WHERE path = ?1)
		OR EXISTS (SELECT 1 FROM landings WHERE path = ?1)`, rel).Scan(&taken)
	return taken, err
}

// asset returns the row for a file and its sidecar, without the provenance of a job.
func (s Sidecar) asset(kind AssetKind, m Media, at StoredFile) Asset {
	a := Asset{Ref: s.Ref, Kind: kind, Path: at.Path, SHA256: at.SHA256, Bytes: at.Bytes, Starred: s.Starred,
		Tags: s.Tags, Note: s.Note,
		CreatedAt: s.StoredAt, MIME: m.MIME, Width: m.Width, Height: m.Height, Seconds: m.Seconds, FPS: m.FPS,
		HasAudio: m.HasAudio}
	if kind == Clip {
		a.Checks = parseChecks(s.Checks)
	}
	if i := s.Import; i != nil {
		a.Name = i.Name
		a.Prompt = i.Prompt
		a.Model = i.Model
		a.Seed = i.Seed
		a.Parent = i.Parent
		a.Recipe = i.Recipe
		a.CreatedAt = cmp.Or(i.At, a.CreatedAt)
	}
	return a
}
