package keys

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
)

// ErrExposed means that a key is kept in a file, but that other accounts could read it there, or put another in its
// place. It is not used: whoever left it open may have left it to others as well. Keeping the key again mends it.
var ErrExposed = errors.New("the file of the key is open to other accounts, so it is not used")

const (
	fileMode = 0o600
	dirMode  = 0o700
	fileMax  = 64 * 1024 // bytes that are read of a file: no key is longer
)

// File is a Store of plain files that only this account can read, one for each key, for systems without a keychain. A
// key in it is not encrypted: whoever can read this account's files has it. So it is used where a person chose it, and
// never otherwise. It does not wait for anything but the disk.
//
// Files are written whole or not at all, and checked whenever they are read. Windows has no such modes; there the
// folder belongs to the account's own profile, which others cannot open.
type File struct {
	dir string
	mu  sync.Mutex // one writer in this program; others write other files or the same key
}

// NewFile makes a store in a folder of its own, which the first Set makes. It must lie outside of everything that is
// copied around as data.
func NewFile(dir string) *File { return &File{dir: dir} }

// kept is what a file holds. Profile and Origin are what its name was made of.
type kept struct {
	Profile string `json:"profile"`
	Origin  string `json:"origin"`
	Key     string `json:"key"`
}

// Get implements Store. Errors: ErrNone, ErrExposed, or the disk's.
func (f *File) Get(_ context.Context, profile, origin string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	key, err := f.get(profile, origin)
	if err != nil {
		return "", fmt.Errorf("read key of %s: %w", profile, err)
	}
	return key, nil
}

func (f *File) get(profile, origin string) (string, error) {
	root, err := f.open()
	if errors.Is(err, fs.ErrNotExist) {
		return "", ErrNone
	}
	if err != nil {
		return "", err
	}
	defer root.Close()
	name := fileName(profile, origin)
	if info, err := root.Lstat(name); errors.Is(err, fs.ErrNotExist) {
		return "", ErrNone
	} else if err != nil {
		return "", err
	} else if !info.Mode().IsRegular() {
		return "", ErrExposed // a link to somewhere else, or worse
	}
	file, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat() // of what was opened, not of what had the name a moment ago
	if err != nil {
		return "", err
	}
	if exposed(info) {
		return "", ErrExposed
	}
	raw, err := io.ReadAll(io.LimitReader(file, fileMax))
	if err != nil {
		return "", err
	}
	var k kept
	if json.Unmarshal(raw, &k) != nil || k.Key == "" || k.Profile != profile || k.Origin != origin {
		return "", ErrNone // not ours, or cut: its text must not reach an error
	}
	return k.Key, nil
}

// Set implements Store: the old key or the new one is there at every moment, in a file that nobody else could ever
// read. Errors: the disk's.
func (f *File) Set(_ context.Context, profile, origin, key string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.set(profile, origin, key); err != nil {
		return fmt.Errorf("keep key of %s: %w", profile, err)
	}
	return nil
}

func (f *File) set(profile, origin, key string) error {
	raw, err := json.Marshal(kept{profile, origin, key})
	if err != nil {
		return errors.New("write key: it is no text")
	}
	if err := os.MkdirAll(filepath.Dir(f.dir), dirMode); err != nil {
		return err
	}
	if err := os.Mkdir(f.dir, dirMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := os.Chmod(f.dir, dirMode); err != nil { // it was there before, or the umask is odd
		return err
	}
	root, err := f.open()
	if err != nil {
		return err
	}
	defer root.Close()
	name := fileName(profile, origin)
	temp := name + "." + rand.Text() + ".part"
	file, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	_, err = file.Write(raw)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = root.Rename(temp, name)
	}
	if err != nil {
		return errors.Join(err, root.Remove(temp))
	}
	return nil
}

// Delete implements Store. Errors: the disk's.
func (f *File) Delete(_ context.Context, profile, origin string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := os.Remove(filepath.Join(f.dir, fileName(profile, origin))) // removes a link, never what it leads to
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget key of %s: %w", profile, err)
	}
	return nil
}

// open opens the folder where it is fit to hold a key.
func (f *File) open() (*os.Root, error) {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return nil, err
	}
	info, err := root.Stat(".")
	if err == nil && exposed(info) {
		err = ErrExposed
	}
	if err != nil {
		root.Close()
		return nil, err
	}
	return root, nil
}

// exposed reports whether anybody but the owner can read or change a file.
func exposed(info fs.FileInfo) bool {
	return runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0
}

// fileName is the name of a key's file: of any profile and origin, plain on every system.
func fileName(profile, origin string) string {
	sum := sha256.Sum256([]byte(account(profile, origin)))
	return hex.EncodeToString(sum[:16]) + ".json"
}
