package transfer

import (
	"errors"
	"os"
)

// ErrNotPlain reports a folder, a device or a pipe.
var ErrNotPlain = errors.New("not a plain file")

// openPlain opens a regular file. It never blocks, because it does not open pipes.
func openPlain(path string) (*os.File, os.FileInfo, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, nil, err
	} else if !info.Mode().IsRegular() {
		return nil, nil, ErrNotPlain
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat() // the file may have been replaced meanwhile
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotPlain
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

const (
	// maxKept limits the number of items in a result.
	maxKept    = 5000
	sidecarExt = ".json"
)

// Problem is a file that was not processed, or not completely.
type Problem struct {
	Path string
	Err  error
}
