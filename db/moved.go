package db

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// movedSuffix is that of the note beside the old place of a folder that an earlier version renamed. It holds the
// new place.
const movedSuffix = ".moved-to"

// ResolvePath returns the actual path of the library for dir: dir itself, or the path to which an earlier version
// renamed it just before it was killed.
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

// realPath makes a path absolute and resolves the links in the part of it that exists.
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
		err = errors.New("no note of a move")
	}
	return note.From, note.To, err
}
