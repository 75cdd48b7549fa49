package app

import (
	"errors"

	"viviscope/gui/desktop"
	"viviscope/gui/lang"
)

// noOpenerError is the error for a desktop without a program that opens files and folders. It implements
// [wording.Worded].
type noOpenerError struct {
	path string
	err  error
}

func (e *noOpenerError) Error() string { return e.err.Error() }

func (e *noOpenerError) Unwrap() error { return e.err }

func (e *noOpenerError) Words() string {
	return lang.L("No program on this computer opens files and folders. Install xdg-utils, or open it yourself: %s",
		e.path)
}

// openFile opens a file or a folder with the program that the system has for it.
func openFile(path string) error { return withOpener(path, desktop.OpenFile(path)) }

// revealFile shows a file in the system's file manager.
func revealFile(path string) error { return withOpener(path, desktop.Reveal(path)) }

// withOpener adds words for users to the error of a missing program.
func withOpener(path string, err error) error {
	if errors.Is(err, desktop.ErrNoOpener) {
		return &noOpenerError{path, err}
	}
	return err
}
