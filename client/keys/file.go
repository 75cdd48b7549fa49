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

// ErrExposed reports that other accounts can read or replace the file of a key. The key is not used, because it may
// have been read or replaced. Set fixes the permissions.
var ErrExposed = errors.New("the file of the key is open to other accounts, so it is not used")

const (
	fileMode = 0o600
	dirMode  = 0o700
	fileMax  = 64 * 1024 // maximum bytes to read of a file
)

// File is a Store for systems without a keychain. It has one file for each key, which only this account can read. Keys
// are not encrypted, so the user must choose this store explicitly. It blocks only for the disk.
//
// Files are written atomically, and their permissions are checked on each read. Windows has no file modes; there the
// folder is in the user's profile, which other accounts cannot open.
type File struct {
	dir string
	mu  sync.Mutex // serializes access in this process
}

// NewFile returns a store in the folder dir. The first Set creates the folder. dir must be outside of the library,
// because users copy and back up libraries.
func NewFile(dir string) *File { return &File{dir: dir} }

// keyFile is the content of a file. Profile and Origin must match its name.
type keyFile struct {
	Profile string `json:"profile"`
	Origin  string `json:"origin"`
	Key     string `json:"key"`
}

// Get implements Store. Errors: ErrNone, ErrExposed, and disk errors.
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
		return "", ErrExposed // a symbolic link or a device
	}
	file, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat() // of the open file: the name may have been replaced meanwhile
	if err != nil {
		return "", err
	}
	if isExposed(info) {
		return "", ErrExposed
	}
	raw, err := io.ReadAll(io.LimitReader(file, fileMax))
	if err != nil {
		return "", err
	}
	var k keyFile
	if json.Unmarshal(raw, &k) != nil || k.Key == "" || k.Profile != profile || k.Origin != origin {
		return "", ErrNone // foreign or truncated; no error may quote the text
	}
	return k.Key, nil
}

// Set implements Store. It replaces the file atomically, and other accounts can read it at no time. Errors: disk
// errors.
func (f *File) Set(_ context.Context, profile, origin, key string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.set(profile, origin, key); err != nil {
		return fmt.Errorf("save key of %s: %w", profile, err)
	}
	return nil
}

func (f *File) set(profile, origin, key string) error {
	raw, err := json.Marshal(keyFile{profile, origin, key})
	if err != nil {
		return errors.New("encode key: not valid text")
	}
	if err := os.MkdirAll(filepath.Dir(f.dir), dirMode); err != nil {
		return err
	}
	if err := os.Mkdir(f.dir, dirMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := os.Chmod(f.dir, dirMode); err != nil { // the folder may have existed, or the umask may be unusual
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

// Delete implements Store. Errors: disk errors.
func (f *File) Delete(_ context.Context, profile, origin string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := os.Remove(filepath.Join(f.dir, fileName(profile, origin))) // removes a symbolic link, not its target
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete key of %s: %w", profile, err)
	}
	return nil
}

// open opens the folder. Errors: ErrExposed, fs.ErrNotExist, and disk errors.
func (f *File) open() (*os.Root, error) {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return nil, err
	}
	info, err := root.Stat(".")
	if err == nil && isExposed(info) {
		err = ErrExposed
	}
	if err != nil {
		root.Close()
		return nil, err
	}
	return root, nil
}

// isExposed reports whether accounts other than the owner can read or change a file.
func isExposed(info fs.FileInfo) bool {
	return runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0
}

// fileName returns the file name for a key: a hash, so that it is valid on every system and reveals nothing.
func fileName(profile, origin string) string {
	sum := sha256.Sum256([]byte(accountName(profile, origin)))
	return hex.EncodeToString(sum[:16]) + ".json"
}
