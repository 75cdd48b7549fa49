package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"viviscope/db/folder"
)

// trash moves assets to and from the trash and deletes them permanently.
type trash struct {
	*database
	settings settingRows
	ingester ingester
}

// TrashAll moves assets to the trash, all or none. It ignores unknown and trashed ones.
func (t trash) TrashAll(ctx context.Context, ids []int64) (Undo, error) {
	moved, err := t.moveAssets(ctx, ids, t.now())
	back := func(ctx context.Context) (Undo, error) { return t.RestoreAll(ctx, moved) }
	return Undo{len(moved), back}, wrap(err, "trash %d assets", len(ids))
}

// RestoreAll moves assets out of the trash, all or none. It ignores those that are not in it.
func (t trash) RestoreAll(ctx context.Context, ids []int64) (Undo, error) {
	moved, err := t.moveAssets(ctx, ids, time.Time{})
	back := func(ctx context.Context) (Undo, error) { return t.TrashAll(ctx, moved) }
	return Undo{len(moved), back}, wrap(err, "restore %d assets", len(ids))
}

// moveAssets moves assets between files/ and trash/ and returns the moved ones. Files are moved before the commit, so
// that rows are never ahead of them. If the commit fails, the files are moved back. A crash in between leaves files on
// the other side: another move finds them there, and [Library.Sweep] moves them back. If a file is missing, only its
// row changes.
func (t trash) moveAssets(ctx context.Context, ids []int64, trashedAt time.Time) ([]int64, error) {
	from := folder.Files
	if trashedAt.IsZero() {
		from = folder.Trash
	}
	var moved []int64
	var undo []func() error
	t.moving.Lock()
	defer t.moving.Unlock()
	err := t.write(ctx, func(tx *sql.Tx) error {
		dirs := map[string]bool{}
		for _, id := range ids {
			a, err := assetByID(ctx, tx, id)
			if errors.Is(err, sql.ErrNoRows) {
				continue
			}
			if err != nil {
				return err
			}
			if !strings.HasPrefix(a.Path, from+"/") {
				continue
			}
			target, err := t.freeCounterpart(ctx, a.Path)
			if err != nil {
				return err
			}
			undo = append(undo, func() error { return t.MovePair(target, a.Path) })
			if err := t.RenamePair(a.Path, target, dirs); err != nil {
				return err
			}
			if err := requireRow(tx.ExecContext(ctx, "UPDATE assets SET path = ?, trashed_at = ? WHERE id = ?",
				target, millis(trashedAt), id)); err != nil {
				return err
			}
			moved = append(moved, id)
		}
		return t.SyncDirs(dirs)
	})
	if err != nil {
		for _, back := range slices.Backward(undo) {
			err = errors.Join(err, back())
		}
		return nil, err
	}
	return moved, nil
}

// trashCounterpart returns the path in trash/ of a file in files/, and the reverse.
func trashCounterpart(p string) string {
	if rest, ok := strings.CutPrefix(p, folder.Files+"/"); ok {
		return folder.Trash + "/" + rest
	}
	return folder.Files + "/" + strings.TrimPrefix(p, folder.Trash+"/")
}

// freeCounterpart returns the target path of a file that moves to or from the trash: the same name, or a free one.
// After an interrupted move the file is there already, and no row has the path.
func (t trash) freeCounterpart(ctx context.Context, from string) (string, error) {
	to := trashCounterpart(from)
	here, err := t.Exists(from)
	if err != nil {
		return "", err
	}
	if !here {
		there, err := t.Exists(to)
		if err != nil {
			return "", err
		}
		if taken, err := t.ingester.hasPath(ctx, to); err != nil || (there && !taken) {
			return to, err
		}
	}
	ext := path.Ext(to)
	return t.ingester.freeName(ctx, path.Dir(to), strings.TrimSuffix(path.Base(to), ext), strings.TrimPrefix(ext, "."))
}

// settingTrashDays is the name of the setting for the retention of the trash, in days.
const settingTrashDays = "trash.days"

// DefaultTrashDays is the default retention of the trash in days.
const DefaultTrashDays = 30

// TrashDays returns the retention of the trash in days; 0 means until the user empties it.
func (t trash) TrashDays(ctx context.Context) (int, error) {
	days := DefaultTrashDays
	_, err := t.settings.Setting(ctx, settingTrashDays, &days)
	return max(days, 0), wrap(err, "read retention of trash")
}

// SetTrashDays sets the retention of the trash in days, 0 to 3650; 0 means until the user empties it.
func (t trash) SetTrashDays(ctx context.Context, days int) error {
	if days < 0 || days > 3650 {
		return fmt.Errorf("keep trash for %d days: out of 0 to 3650", days)
	}
	return t.settings.SetSetting(ctx, settingTrashDays, days)
}

// settingTrashClock is the name of the setting with the last clockReading of [Library.DeleteDue].
const settingTrashClock = "trash.look"

// maxClockGap is the time between two readings from which on the clock may have jumped.
const maxClockGap = 7 * 24 * time.Hour

// clockReading is an observation of the system clock.
type clockReading struct {
	At          time.Time `json:"at"`
	SteadySince time.Time `json:"steady"` // time since which the clock has not jumped
	Verified    bool      `json:"proved"` // the clock was known to be right
}

// next returns the reading for a later time. The clock has jumped if it went back, or forward by more than maxClockGap,
// unless it was verified at both times.
func (c clockReading) next(now time.Time, proved bool) clockReading {
	if c.At.IsZero() || now.Before(c.At) || now.Sub(c.At) > maxClockGap && !(c.Verified && proved) {
		return clockReading{now, now, proved}
	}
	return clockReading{now, c.SteadySince, proved}
}

// DeleteDue permanently deletes the assets that were in the trash for longer than its retention, and returns their
// number. Call it once a day.
//
// A wrong clock must not empty the trash. So it deletes only assets that were due at the previous call already, and
// nothing until the clock has run without a jump for the retention time. proved means that the clock is known to be
// right. After a rebuild the retention time starts again.
func (t trash) DeleteDue(ctx context.Context, proved bool) (n int, err error) {
	defer wrapTo(&err, "delete what is due")
	days, err := t.TrashDays(ctx)
	if err != nil {
		return 0, err
	}
	var last clockReading
	if _, err := t.settings.Setting(ctx, settingTrashClock, &last); err != nil {
		return 0, err
	}
	now := t.now()
	look := last.next(now, proved)
	if err := t.settings.SetSetting(ctx, settingTrashClock, look); err != nil || days == 0 ||
		look.SteadySince.After(now.AddDate(0, 0, -days)) {
		return 0, err
	}
	return t.deleteWhere(ctx, "trashed_at <= ?", last.At.AddDate(0, 0, -days).UnixMilli())
}

// EmptyTrash permanently deletes all assets in the trash and returns their number.
func (t trash) EmptyTrash(ctx context.Context) (int, error) {
	n, err := t.deleteWhere(ctx, "trashed_at IS NOT NULL")
	return n, wrap(err, "empty trash")
}

// DeleteForever permanently deletes those of some assets that are in the trash, and returns their number.
func (t trash) DeleteForever(ctx context.Context, ids []int64) (int, error) {
	n, err := t.deleteWhere(ctx, "trashed_at IS NOT NULL AND id IN (SELECT value FROM json_each(?))", idList(ids))
	return n, wrap(err, "delete %d assets", len(ids))
}

// deleteWhere deletes files and rows. It deletes the files first, so that after a crash the rows are still due.
// Sidecars of jobs move to deleted/, because they contain the cost.
func (t trash) deleteWhere(ctx context.Context, condition string, args ...any) (n int, err error) {
	t.moving.Lock()
	defer t.moving.Unlock()
	err = t.write(ctx, func(tx *sql.Tx) error {
		due, err := list(ctx, tx, scanAsset, "SELECT "+assetColumns+
			" FROM assets WHERE trashed_at IS NOT NULL AND path LIKE 'trash/%' AND "+condition, args...)
		if err != nil {
			return err
		}
		dirs := map[string]bool{}
		for _, a := range due {
			if err := t.removeFiles(a, dirs); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, "DELETE FROM assets WHERE id = ?", a.ID); err != nil {
				return err
			}
		}
		n = len(due)
		return t.SyncDirs(dirs)
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

func (t trash) removeFiles(a Asset, dirs map[string]bool) error {
	if err := t.Remove(a.Path); err != nil {
		return err
	}
	dirs[path.Dir(a.Path)] = true
	side := folder.SidecarOf(a.Path)
	if a.JobID == 0 {
		return t.Remove(side)
	}
	kept := path.Join(folder.Deleted, a.Ref+".json")
	if err := t.MakeDir(folder.Deleted); err != nil {
		return err
	}
	dirs[folder.Deleted] = true
	if err := t.Rename(side, kept); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
