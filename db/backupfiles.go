package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"viviscope/db/folder"
)

const (
	// maxBackups is the number of copies that stay in backups/.
	maxBackups = 5
	// partSuffix is the suffix of an incomplete copy.
	partSuffix = ".part"
)

// backupTime is the format of the time in the name of a backup.
const backupTime = "2006-01-02 150405.000"

// backups manages the copies of the database in backups/.
type backups struct{ *home }

// backup copies the database into backups/ atomically and removes the oldest copies. The names contain time, schema and
// a sequence number, because the clock may be wrong.
func (b backups) backup(ctx context.Context, pool *sql.DB, version int) (err error) {
	if err := b.clearPartBackups(); err != nil {
		return err
	}
	before, err := backupNames(b.Root)
	if err != nil {
		return err
	}
	number := 1
	if len(before) > 0 {
		number = numberOfBackup(before[len(before)-1]) + 1
	}
	name := fmt.Sprintf("%s/viviscope %s no %d schema %d.db", folder.Backups, b.now().UTC().Format(backupTime), number,
		version)
	part := name + partSuffix
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Remove(part))
		}
	}()
	if _, err := pool.ExecContext(ctx, "VACUUM INTO ?", filepath.Join(b.Dir(), filepath.FromSlash(part))); err != nil {
		return err
	}
	_ = b.Root.Chmod(part, folder.FileMode) // some file systems have no modes
	if err := b.SyncFile(part); err != nil {
		return err
	}
	if err := errors.Join(b.Rename(part, name), b.SyncDir(folder.Backups)); err != nil {
		return err
	}
	b.log.Info("library backed up", "to", name)
	names, err := backupNames(b.Root)
	for _, old := range names[:max(0, len(names)-maxBackups)] {
		err = errors.Join(err, b.Remove(folder.Backups+"/"+old))
	}
	return err
}

// clearPartBackups removes incomplete copies of a killed program.
func (b backups) clearPartBackups() error {
	cut, err := fs.Glob(b.Root.FS(), folder.Backups+"/viviscope *.db"+partSuffix)
	for _, part := range cut {
		err = errors.Join(err, b.Remove(part))
	}
	return err
}

// backupNumber matches the sequence number in the name of a backup.
var backupNumber = regexp.MustCompile(` no ([0-9]{1,9}) `)

// numberOfBackup returns the sequence number of a backup; 0 for backups of older versions, which have none.
func numberOfBackup(name string) int {
	found := backupNumber.FindStringSubmatch(name)
	if found == nil {
		return 0
	}
	n, _ := strconv.Atoi(found[1]) // at most nine digits
	return n
}

// backupNames returns the names of the backups, oldest first. Those without a number are sorted by the time in their
// name.
func backupNames(root *os.Root) ([]string, error) {
	entries, err := fs.ReadDir(root.FS(), folder.Backups) // sorted by name
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasPrefix(e.Name(), "viviscope ") && strings.HasSuffix(e.Name(), ".db") {
			names = append(names, e.Name())
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return numberOfBackup(a) - numberOfBackup(b) })
	return names, err
}

// timeOfBackup parses the time in a backup's name; zero if the user renamed it.
func timeOfBackup(name string) time.Time {
	rest := strings.TrimPrefix(name, "viviscope ")
	t, err := time.Parse(backupTime, rest[:min(len(backupTime), len(rest))])
	if err != nil {
		return time.Time{}
	}
	return t
}
