package db

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"path"
	"strings"
	"time"
)

// Trash moves an asset with its file and sidecar into trash/ and returns it. One that is there already stays there.
func (l *Library) Trash(ctx context.Context, id int64) (Asset, error) {
	a, err := l.moveAsset(ctx, id, l.now())
	return a, wrap(err, "trash asset %d", id)
}

// Restore moves an asset out of the trash to where it was, or beside it where that name is taken by now, and returns it.
func (l *Library) Restore(ctx context.Context, id int64) (Asset, error) {
	a, err := l.moveAsset(ctx, id, time.Time{})
	return a, wrap(err, "restore asset %d", id)
}

// moveAsset moves an asset between files/ and trash/. The files move before the commit, so that the row is never ahead of
// them; where the commit fails they move back. A crash in between leaves them on the other side: moving again finds them
// there, and [Library.Sweep] brings them back. A file that is gone does not stand in the way: the row moves without it.
func (l *Library) moveAsset(ctx context.Context, id int64, trashedAt time.Time) (Asset, error) {
	from := filesDir
	if trashedAt.IsZero() {
		from = trashDir
	}
	var (
		moved Asset
		undo  = func() error { return nil }
	)
	err := l.write(ctx, func(tx *sql.Tx) error {
		a, err := assetByID(ctx, tx, id)
		if err != nil {
			return err
		}
		if !strings.HasPrefix(a.Path, from+"/") {
			moved = a
			return nil
		}
		target, err := l.otherPlace(ctx, a.Path)
		if err != nil {
			return err
		}
		undo = func() error { return l.movePair(target, a.Path) }
		if err := l.movePair(a.Path, target); err != nil {
			return err
		}
		moved, err = scanAsset(tx.QueryRowContext(ctx,
			"UPDATE assets SET path = ?, trashed_at = ? WHERE id = ? RETURNING "+assetColumns, target, millis(trashedAt), id))
		return err
	})
	if err != nil {
		return Asset{}, errors.Join(err, undo())
	}
	return moved, nil
}

// otherSide returns where a file of files/ stands in trash/, and the reverse.
func otherSide(p string) string {
	if rest, ok := strings.CutPrefix(p, filesDir+"/"); ok {
		return trashDir + "/" + rest
	}
	return filesDir + "/" + strings.TrimPrefix(p, trashDir+"/")
}

// otherPlace returns where a file goes when it moves to the other side: the same name, or a free one beside it. Where an
// earlier move was cut in two the file is there already, and its place is no row's.
func (l *Library) otherPlace(ctx context.Context, from string) (string, error) {
	to := otherSide(from)
	here, err := l.exists(from)
	if err != nil {
		return "", err
	}
	if !here {
		there, err := l.exists(to)
		if err != nil {
			return "", err
		}
		if taken, err := l.hasPath(ctx, to); err != nil || (there && !taken) {
			return to, err
		}
	}
	ext := path.Ext(to)
	return l.freeName(ctx, path.Dir(to), strings.TrimSuffix(path.Base(to), ext), strings.TrimPrefix(ext, "."))
}

// movePair moves a file with its sidecar. What is not there is not moved: a crash may have come between the two, or the
// file is gone.
func (l *Library) movePair(from, to string) error {
	if err := l.makeDir(path.Dir(to)); err != nil {
		return err
	}
	for _, p := range [][2]string{{from, to}, {sidecarOf(from), sidecarOf(to)}} {
		if err := l.root.Rename(p[0], p[1]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return errors.Join(l.syncDir(path.Dir(to)), l.syncDir(path.Dir(from)))
}
