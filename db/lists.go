package db

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"

	"viviscope/db/folder"
)

// readList reads a small list file of the library and parses it; nil if there is no such file.
func readList[T any](f *folder.Folder, rel string, limit int64, parse func([]byte) ([]T, error)) ([]T, error) {
	data, err := f.ReadSmall(rel, limit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parse(data)
}

// writeList writes a small list file of the library if its content differs. An empty list needs no file.
func writeList(f *folder.Folder, rel string, limit int64, list any, empty bool) error {
	data, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	data = append(data, '\n')
	there, err := f.ReadSmall(rel, limit)
	if err == nil && bytes.Equal(there, data) || errors.Is(err, fs.ErrNotExist) && empty {
		return nil
	}
	return f.Write(rel, data)
}
