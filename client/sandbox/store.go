package sandbox

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"

	"github.com/gofrs/flock"
)

// ErrInUse reports that another sandbox uses the folder.
var ErrInUse = errors.New("the sandbox folder is in use by another program")

// record is one line of the journal: a change with its ledger entries, so that a power cut never loses one without the
// other. Later lines about the same task or picture replace earlier ones.
type record struct {
	Task    *Task    `json:"task,omitempty"`
	Picture *Picture `json:"picture,omitempty"`
	Entries []Entry  `json:"entries,omitempty"`
}

// store is the folder of a sandbox. Its methods are not safe for concurrent use, except writeFile, open and remove.
type store struct {
	root    *os.Root
	temp    string // temporary folder to delete on close; "": none
	lock    *flock.Flock
	journal *os.File
	size    int64 // length of the journal up to the last complete line
}

// openStore opens or creates the folder. For "" it creates a temporary one that close deletes.
func openStore(dir string) (*store, error) {
	st := new(store)
	var err error
	if dir == "" {
		if dir, err = os.MkdirTemp("", "viviscope-sandbox-"); err != nil {
			return nil, fmt.Errorf("make sandbox folder: %w", err)
		}
		st.temp = dir
	} else if err = os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make sandbox folder: %w", err)
	}
	if err := st.open(dir); err != nil {
		st.close()
		return nil, err
	}
	return st, nil
}

func (st *store) open(dir string) error {
	lock := flock.New(filepath.Join(dir, lockFile), flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	if err != nil {
		return fmt.Errorf("lock sandbox folder: %w", err)
	}
	if !ok {
		return ErrInUse
	}
	st.lock = lock
	if st.root, err = os.OpenRoot(dir); err != nil {
		return fmt.Errorf("open sandbox folder: %w", err)
	}
	for _, d := range []string{clipDir, pictureDir, hostedDir} {
		if err := st.root.Mkdir(d, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("make sandbox folder %s: %w", d, err)
		}
	}
	return nil
}

// close releases the folder. It may be called on a partly opened store.
func (st *store) close() error {
	var errs []error
	if st.journal != nil {
		errs = append(errs, st.journal.Close())
	}
	if st.root != nil {
		errs = append(errs, st.root.Close())
	}
	if st.lock != nil {
		errs = append(errs, st.lock.Unlock())
	}
	if st.temp != "" {
		errs = append(errs, os.RemoveAll(st.temp))
	}
	return errors.Join(errs...)
}

// load reads the journal and calls fn for every record. It drops an incomplete last line, which a crash leaves. If the
// journal is damaged earlier, it saves a copy and returns damaged after the valid part.
func (st *store) load(fn func(record)) (damaged bool, err error) {
	b, err := st.root.ReadFile(journalFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("read sandbox journal: %w", err)
	}
	rest := b
	for len(rest) > 0 {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		if !whole {
			break
		}
		var r record
		if json.Unmarshal(line, &r) != nil {
			damaged = true
			break
		}
		fn(r)
		rest = after
	}
	if damaged {
		if _, err := st.writeFile(damagedFile, func(w io.Writer) error {
			_, err := w.Write(b)
			return err
		}); err != nil {
			return true, err
		}
	}
	return damaged, nil
}

// begin writes a new journal with the given records and opens it for append.
func (st *store) begin(records []record) error {
	_, err := st.writeFile(journalFile, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		for _, r := range records {
			if err := enc.Encode(r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("write sandbox journal: %w", err)
	}
	if st.journal, err = st.root.OpenFile(journalFile, os.O_RDWR, 0o600); err != nil {
		return fmt.Errorf("open sandbox journal: %w", err)
	}
	if st.size, err = st.journal.Seek(0, io.SeekEnd); err != nil {
		return fmt.Errorf("open sandbox journal: %w", err)
	}
	return nil
}

// append writes one record and returns once it is on disk. On error it restores the journal.
func (st *store) append(r record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode sandbox record: %w", err)
	}
	line = append(line, '\n')
	if _, err = st.journal.WriteAt(line, st.size); err == nil {
		err = st.journal.Sync()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write sandbox journal: %w", err), st.journal.Truncate(st.size))
	}
	st.size += int64(len(line))
	return nil
}

// fileInfo describes a file that writeFile wrote.
type fileInfo struct {
	bytes int64
	etag  string // quoted strong validator from the content hash
}

// writeFile writes a file atomically: on error the file does not exist.
func (st *store) writeFile(name string, fill func(io.Writer) error) (fileInfo, error) {
	part := name + partSuffix
	f, err := st.root.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fileInfo{}, err
	}
	sum := &hashCounter{hash: sha256.New()}
	buf := bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<16)
	err = fill(buf)
	if err == nil {
		err = buf.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = st.root.Rename(part, name)
	}
	if err == nil {
		err = st.syncDir(path.Dir(name))
	}
	if err != nil {
		return fileInfo{}, errors.Join(err, ignoreNotExist(st.root.Remove(part)))
	}
	return fileInfo{bytes: sum.n, etag: `"` + hex.EncodeToString(sum.hash.Sum(nil)[:16]) + `"`}, nil
}

func (st *store) openFile(name string) (*os.File, error) { return st.root.Open(name) }

func (st *store) remove(name string) error { return ignoreNotExist(st.root.Remove(name)) }

// keepOnly deletes all files in a folder for which keep returns false.
func (st *store) keepOnly(dir string, keep func(name string) bool) error {
	d, err := st.root.Open(dir)
	if err != nil {
		return err
	}
	names, err := d.Readdirnames(-1)
	err = errors.Join(err, d.Close())
	for _, name := range names {
		if !keep(name) {
			err = errors.Join(err, st.remove(path.Join(dir, name)))
		}
	}
	return err
}

// syncDir makes a rename durable. Windows does not need this.
func (st *store) syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := st.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// hashCounter hashes and counts the written bytes.
type hashCounter struct {
	hash hash.Hash
	n    int64
}

func (c *hashCounter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return c.hash.Write(p)
}

func ignoreNotExist(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
