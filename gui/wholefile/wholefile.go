// Package wholefile reads and writes a file whole or not at all. What is read has a bound; of what is written, what was there stays
// until all of the new one is on the disk.
package wholefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// readable is the mode of what is written: a temporary file is its owner's alone, and this one is meant to be passed on.
const readable = 0o644

// Write writes a file beside its place and moves it there once it is whole. Where write or the disk fails nothing is left of
// it, and the error of write can be found with errors.Is. It blocks for the disk.
func Write(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".viviscope-*")
	if err != nil {
		return fmt.Errorf("save %s: %w", filepath.Base(path), err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("save %s: %w", filepath.Base(path), errors.Join(err, os.Remove(f.Name())))
		}
	}()
	if err := errors.Join(write(f), f.Chmod(readable)); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
