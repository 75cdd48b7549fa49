//go:build !(linux || freebsd || netbsd || openbsd || dragonfly || windows)

package dnd

import (
	"context"
	"errors"
	"log/slog"
)

// FileClipboard is not implemented on this system.
type FileClipboard struct{}

// NewFileClipboard returns nil: files cannot be copied to the clipboard on this system.
func NewFileClipboard(*slog.Logger) *FileClipboard { return nil }

// Copy returns [errors.ErrUnsupported].
func (*FileClipboard) Copy([]string, map[string][]byte) error { return errors.ErrUnsupported }

// Paste returns [errors.ErrUnsupported]: the toolkit reads only text.
func (*FileClipboard) Paste(context.Context, bool, Keep) (Drop, error) {
	return Drop{}, errors.ErrUnsupported
}

func (*FileClipboard) Close() {}

// FilesOut is not implemented on this system.
type FilesOut struct{}

// NewFilesOut returns a FilesOut whose drags stay in the window.
func NewFilesOut(*slog.Logger) *FilesOut { return &FilesOut{} }

func (*FilesOut) Begin(uintptr, []string, func(outside bool)) {}

func (*FilesOut) Moved() {}

// End reports that the drop belongs to this window.
func (*FilesOut) End(_ bool, inside func(bool)) { inside(true) }

func (*FilesOut) Close() {}

// openProxy does nothing: only the toolkit's handler exists here.
func openProxy(uintptr, *receiver) (stop func()) { return func() {} }
