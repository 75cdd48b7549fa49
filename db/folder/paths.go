package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// safeName matches valid names in incoming/ and thumbs/. No operating system and no shell gives their characters a
// special meaning.
var safeName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

const maxSafeName = 128

// reservedName matches names that Windows reserves for devices, with any extension.
var reservedName = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)

// checkName returns [ErrName] unless name is a regular file name on every operating system.
func checkName(name string) error {
	if len(name) > maxSafeName || !safeName.MatchString(name) || reservedName.MatchString(name) ||
		strings.HasSuffix(name, ".") {
		return fmt.Errorf("%w: %.140q", ErrName, name)
	}
	return nil
}

// safeExt matches extensions without the dot.
var safeExt = regexp.MustCompile(`^[a-z0-9]{1,8}$`)

// CheckExt returns an extension in lower case and without its dot, or [ErrName].
func CheckExt(ext string) (string, error) {
	e := strings.ToLower(strings.TrimPrefix(ext, "."))
	if !safeExt.MatchString(e) {
		return "", fmt.Errorf("%w: extension %.40q", ErrName, ext)
	}
	return e, nil
}

// IncomingPath returns the absolute path of a name in incoming/, for a new download. The name consists of at most 128
// letters, digits, dots, hyphens and underscores ([ErrName] otherwise).
func (d *Folder) IncomingPath(name string) (string, error) {
	if _, err := d.IncomingRel(name); err != nil {
		return "", err
	}
	return filepath.Join(d.dir, Incoming, name), nil
}

// IncomingRel returns the relative path of a name in incoming/. Names are checked as by [Folder.IncomingPath].
func (d *Folder) IncomingRel(name string) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	return path.Join(Incoming, name), nil
}

// OpenIncoming opens a file in incoming/ for reading. Names are checked as by [Folder.IncomingPath].
func (d *Folder) OpenIncoming(name string) (*os.File, error) {
	rel, err := d.IncomingRel(name)
	if err != nil {
		return nil, fmt.Errorf("open incoming: %w", err)
	}
	f, err := d.Root.Open(rel)
	return f, wrap(err, "open incoming")
}

// ThumbPath returns the absolute path of a derived picture. key is a name such as "<sha256>-320.jpg", checked as by
// [Folder.IncomingPath]. ThumbPath creates the folder; the file need not exist.
func (d *Folder) ThumbPath(key string) (string, error) {
	if err := checkName(key); err != nil {
		return "", fmt.Errorf("thumbnail path: %w", err)
	}
	shard := path.Join(Thumbs, strings.ToLower(key[:min(2, len(key))]))
	if strings.HasSuffix(shard, ".") {
		shard = path.Join(Thumbs, "other")
	}
	if err := d.Root.MkdirAll(shard, DirMode); err != nil {
		return "", wrap(err, "thumbnail path %s", key)
	}
	return filepath.Join(d.dir, filepath.FromSlash(shard), key), nil
}

// AbsPath returns the absolute path of a file, given its slash-separated path relative to the library. The file need
// not exist. A path that leads out of the library, directly or through a symbolic link, is an [ErrName].
func (d *Folder) AbsPath(rel string) (string, error) {
	local := filepath.FromSlash(rel)
	if rel == "" || !filepath.IsLocal(local) || strings.ContainsRune(rel, 0) {
		return "", fmt.Errorf("path of %.200q: %w", rel, ErrName)
	}
	if _, err := d.Root.Stat(local); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("path of %.200q: %w: %w", rel, ErrName, err)
	}
	return filepath.Join(d.dir, local), nil
}

// OpenFile opens a file for reading, given its path relative to the library.
func (d *Folder) OpenFile(rel string) (*os.File, error) {
	f, err := d.Root.Open(filepath.FromSlash(rel))
	return f, wrap(err, "open file")
}
