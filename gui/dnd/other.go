//go:build !(linux || freebsd || netbsd || openbsd || dragonfly)

package dnd

import (
	"log/slog"

	"fyne.io/fyne/v2"
)

// FileClipboard puts files on the clipboard, which is done nowhere but on X11.
type FileClipboard struct{}

// NewFileClipboard returns nil: files cannot be put on the clipboard here.
func NewFileClipboard(*slog.Logger) *FileClipboard { return nil }

// Copy is [ErrNoClipboard].
func (*FileClipboard) Copy([]string) error { return ErrNoClipboard }

// Close does nothing.
func (*FileClipboard) Close() {}

// FilesOut drags files out of the window, which is done nowhere but on X11.
type FilesOut struct{}

// NewFilesOut returns one that never leaves the window.
func NewFilesOut(*slog.Logger) *FilesOut { return &FilesOut{} }

// Begin does nothing.
func (*FilesOut) Begin(fyne.Window, []string, func(outside bool)) {}

// Moved does nothing.
func (*FilesOut) Moved() {}

// End says that the drop is the window's own.
func (*FilesOut) End(_ bool, inside func(bool)) { inside(true) }

// Close does nothing.
func (*FilesOut) Close() {}

// followWindow does nothing: the toolkit's own way is the only one here.
func followWindow(fyne.Window, *receiver) (stop func()) { return func() {} }
