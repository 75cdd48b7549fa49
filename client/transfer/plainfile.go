package transfer

import (
	"errors"
	"os"
)

// ErrNotPlain means a folder, a device or a pipe.
var ErrNotPlain = errors.New("not a plain file")

// openPlain opens a plain file. It never waits: a pipe is not opened.
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
	info, err := f.Stat() // it may have been exchanged meanwhile
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotPlain
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

const (
	// maxKept bounds what is remembered one by one.
	maxKept    = 5000
	sidecarExt = ".json"
)

// Problem is a file that was not taken, or not as it should.
type Problem struct {
	Path string
	Err  error
}
