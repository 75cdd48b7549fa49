package db

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// movedSuffix is the suffix of the note that an earlier version wrote beside the old path of a renamed folder. The note
// contains the new path.
const movedSuffix = ".moved-to"

// ResolvePath returns the actual path of the library for dir: dir itself, or the path to which an earlier version
// renamed it just before a crash.
func ResolvePath(dir string) string {
	abs, err := realPath(dir)
	if err != nil || IsLibrary(abs) {
		return dir
	}
	if from, to, err := readMoved(abs + movedSuffix); err == nil && from == abs && IsLibrary(to) {
		return to
	}
	return dir
}

// realPath returns an absolute path with symbolic links resolved, as far as it exists.
func realPath(p string) (string, error) {
	abs, err := filepath.Abs(p)
	if err != nil {
		return "", err
	}
	if resolved, err := filepath.EvalSymlinks(abs); err == nil {
		return resolved, nil
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return abs, nil
	}
	return filepath.Join(parent, filepath.Base(abs)), nil
}

// readMoved reads the note of a rename.
func readMoved(path string) (from, to string, err error) {
	var note struct {
		From string `json:"from"`
		To   string `json:"to"`
	}
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &note)
	}
	if err == nil && (!filepath.IsAbs(note.From) || !filepath.IsAbs(note.To) ||
		strings.ContainsRune(note.From+note.To, 0)) {
		err = errors.New("invalid note of a move")
	}
	return note.From, note.To, err
}
