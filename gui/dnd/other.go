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

// followWindow does nothing: the toolkit's own way is the only one here.
func followWindow(fyne.Window, *receiver) (stop func()) { return func() {} }
