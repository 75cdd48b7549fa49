//go:build !(linux || freebsd || netbsd || openbsd || dragonfly || windows)

package dnd

import (
	"context"
	"errors"
	"log/slog"
)

// FileClipboard puts files on the clipboard, which is done nowhere but on X11.
type FileClipboard struct{}

// NewFileClipboard returns nil: files cannot be put on the clipboard here.
func NewFileClipboard(*slog.Logger) *FileClipboard { return nil }

// Copy is [errors.ErrUnsupported].
func (*FileClipboard) Copy([]string, map[string][]byte) error { return errors.ErrUnsupported }

// Paste is [errors.ErrUnsupported]: the toolkit reads text alone.
func (*FileClipboard) Paste(context.Context, bool, Keep) (Drop, error) {
	return Drop{}, errors.ErrUnsupported
}

func (*FileClipboard) Close() {}

// FilesOut drags files out of the window, which is done nowhere but on X11.
type FilesOut struct{}

// NewFilesOut returns one that never leaves the window.
func NewFilesOut(*slog.Logger) *FilesOut { return &FilesOut{} }

func (*FilesOut) Begin(uintptr, []string, func(outside bool)) {}

func (*FilesOut) Moved() {}

// End says that the drop is the window's own.
func (*FilesOut) End(_ bool, inside func(bool)) { inside(true) }

func (*FilesOut) Close() {}

// openProxy does nothing: the toolkit's own way is the only one here.
func openProxy(uintptr, *receiver) (stop func()) { return func() {} }
