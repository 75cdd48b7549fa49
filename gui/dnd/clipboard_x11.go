//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"fmt"
	"log/slog"
	"os"
	"sync"

	"github.com/jezek/xgb"
)

// FileClipboard puts files on the clipboard: the toolkit's own holds text only. It has a connection of its own to the X
// server, and holds what was copied until something else is, or the program ends. Safe for concurrent use.
type FileClipboard struct {
	display string
	log     *slog.Logger

	mu    sync.Mutex
	owner *clipOwner // nil: nothing was copied yet, or the connection broke
}

// NewFileClipboard returns the clipboard of the display of this session; nil where there is none.
func NewFileClipboard(log *slog.Logger) *FileClipboard {
	display := os.Getenv("DISPLAY")
	if display == "" {
		return nil
	}
	return &FileClipboard{display: display, log: log}
}

// Copy puts files on the clipboard, and their paths for what takes text. The paths must be absolute. It talks to the X
// server: call it away from the window's goroutine.
func (c *FileClipboard) Copy(paths []string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.owner == nil || c.owner.ended() {
		conn, err := xgb.NewConnDisplay(c.display)
		if err != nil {
			return fmt.Errorf("copy %d files: %w: %w", len(paths), ErrNoClipboard, err)
		}
		if c.owner, err = newClipOwner(conn, c.log); err != nil {
			conn.Close()
			return fmt.Errorf("copy %d files: %w", len(paths), err)
		}
	}
	if err := c.owner.take(flavoursOf(paths)); err != nil {
		return fmt.Errorf("copy %d files: %w", len(paths), err)
	}
	return nil
}

// Close lets go of the clipboard.
func (c *FileClipboard) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.owner != nil {
		c.owner.close()
		c.owner = nil
	}
}
