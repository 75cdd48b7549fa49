package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/mattn/go-sqlite3"

	"viviscope/db/folder"
)

// readers is the number of concurrent reads. More would only compete for the disk.
const readers = 4

// applicationID identifies our databases in SQLite's header ("Vivi").
const applicationID = 0x56697669

// dsn returns the file URI of a database, with the path escaped.
func dsn(path string, options string) string {
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // a drive letter
	}
	return (&url.URL{Scheme: "file", Path: p, RawQuery: options}).String()
}

// openWriter opens the only connection that writes. changed is called for each row that is written, on the goroutine of
// the write.
//
// Immediate transactions take the write lock at the beginning, so that what they read cannot be stale when they write.
// synchronous=FULL is explicit, because the driver's default in WAL mode may lose the last commits in a power cut.
func openWriter(ctx context.Context, path string, changed func(table string, row int64)) (*sql.DB, error) {
	pool := sql.OpenDB(connector{
		dsn: dsn(path, "_busy_timeout=5000&_journal_mode=WAL&_synchronous=FULL&_txlock=immediate&_foreign_keys=1&_stmt_cache_size=64"),
		driver: &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
			c.RegisterUpdateHook(func(_ int, _, table string, row int64) { changed(table, row) })
			return nil
		}},
	})
	pool.SetMaxOpenConns(1)
	if err := pool.PingContext(ctx); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return pool, nil
}

// connector opens connections with its own driver, which has a connect hook.
type connector struct {
	dsn    string
	driver *sqlite3.SQLiteDriver
}

// Connect implements [driver.Connector].
func (c connector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.dsn) }

// Driver implements [driver.Connector].
func (c connector) Driver() driver.Driver { return c.driver }

// openReader opens the pool of connections for reading. Each caches 512 KB of pages instead of 2 MB: the search index
// contains the frequently read data, and the operating system caches the file.
func openReader(path string) (*sql.DB, error) {
	pool, err := sql.Open("sqlite3",
		dsn(path, "_busy_timeout=5000&_query_only=1&_foreign_keys=1&_stmt_cache_size=64&_cache_size=-512"))
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(readers)
	pool.SetMaxIdleConns(readers)
	return pool, nil
}

// withDatabase opens a database on a separate connection while fn runs. The library may be open or closed.
func withDatabase(path, options string, fn func(pool *sql.DB) error) (err error) {
	pool, err := sql.Open("sqlite3", dsn(path, options))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	pool.SetMaxOpenConns(1)
	return fn(pool)
}

// header is the parsed beginning of a database file.
type header struct {
	exists  bool
	version int // schema version: number of the last migration
}

// inspect reads the schema version of a database without SQLite, which would change files beside it. migrate ensures
// that the version in the file is current. A missing or empty file is no error.
func inspect(path string, newest int) (header, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return header{}, nil
	}
	if err != nil {
		return header{}, err
	}
	defer f.Close()
	var b [100]byte
	switch n, err := io.ReadFull(f, b[:]); {
	case n == 0 && errors.Is(err, io.EOF):
		return header{}, nil // created, but never written
	case errors.Is(err, io.ErrUnexpectedEOF):
		return header{}, fmt.Errorf("%w: it has %d bytes", ErrDamaged, n)
	case err != nil:
		return header{}, err
	}
	if string(b[:16]) != "SQLite format 3\x00" {
		return header{}, fmt.Errorf("%w: it has no SQLite header", ErrDamaged)
	}
	h := header{exists: true, version: int(int32(binary.BigEndian.Uint32(b[60:])))}
	if id := binary.BigEndian.Uint32(b[68:]); h.version != 0 && id != applicationID {
		return header{}, fmt.Errorf("%w: it belongs to another program (application id %#x)", ErrDamaged, id)
	}
	if h.version > newest {
		return h, fmt.Errorf("%w: its schema is %d, this program knows %d", ErrNewerSchema, h.version, newest)
	}
	return h, nil
}

// hasCompanion reports whether a non-empty companion file of a database exists. "-wal" means that the database was not
// closed, "-journal" that a migration was interrupted.
func hasCompanion(path, end string) bool {
	info, err := os.Stat(path + end)
	return err == nil && info.Size() > 0
}

// checkedSize is the maximum size of a database that is checked at every start, which takes about ten milliseconds.
const checkedSize = 8 << 20

// quickCheck checks whether SQLite can read the database. It checks all pages of a small database, and of any database
// after a crash. Of others it reads the schema and the newest rows.
func quickCheck(ctx context.Context, q querier, path string, unclean bool) error {
	var n int
	for _, query := range []string{
		"SELECT count(*) FROM sqlite_schema",
		"SELECT count(*) FROM (SELECT * FROM jobs ORDER BY id DESC LIMIT 50)",
		"SELECT count(*) FROM (SELECT * FROM assets ORDER BY id DESC LIMIT 50)",
		"SELECT count(*) FROM (SELECT * FROM ledger ORDER BY id DESC LIMIT 50)",
	} {
		if err := q.QueryRowContext(ctx, query).Scan(&n); err != nil {
			if se := (sqlite3.Error{}); errors.As(err, &se) && se.Code == sqlite3.ErrError {
				return fmt.Errorf("%w: %w", ErrDamaged, err) // a table is missing
			}
			return err
		}
	}
	if info, err := os.Stat(path); err != nil || (info.Size() > checkedSize && !unclean) {
		return err
	}
	return checkPages(ctx, q)
}

// checkPages checks all pages of a database for damage.
func checkPages(ctx context.Context, q querier) error {
	var verdict string
	if err := q.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, verdict)
	}
	return nil
}

// SQLiteVersion returns the version of the linked SQLite.
func SQLiteVersion() string {
	version, _, _ := sqlite3.Version()
	return version
}

// copySynced copies a file and syncs the copy.
func copySynced(ctx context.Context, source, target string) error {
	in, err := os.Open(source)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, folder.FileMode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, folder.Reader(ctx, in))
	return errors.Join(err, folder.IgnoreUnsupported(out.Sync()), out.Close())
}
