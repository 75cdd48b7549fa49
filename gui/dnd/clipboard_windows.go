package dnd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"time"
	"unsafe"
)

var (
	openClipboard     = user32.NewProc("OpenClipboard")
	closeClipboard    = user32.NewProc("CloseClipboard")
	emptyClipboard    = user32.NewProc("EmptyClipboard")
	setClipboardData  = user32.NewProc("SetClipboardData")
	getClipboardData  = user32.NewProc("GetClipboardData")
	hasClipboardData  = user32.NewProc("IsClipboardFormatAvailable")
	preferredEffect   = "Preferred DropEffect" // tells file managers whether to copy or move
	errClipboardInUse = errors.New("another program holds the clipboard")
)

// FileClipboard copies files to the clipboard; Fyne's clipboard holds only text. Windows keeps the content after the
// program ends. Safe for concurrent use.
type FileClipboard struct{}

// NewFileClipboard returns the clipboard of this session.
func NewFileClipboard(*slog.Logger) *FileClipboard { return &FileClipboard{} }

// Copy puts files on the clipboard, their paths as text, and the content of also by flavour, such as image/png.
// Paths must be absolute. It may wait for another program: do not call it on the window goroutine.
func (*FileClipboard) Copy(paths []string, also map[string][]byte) error {
	formats := []clipboardFormat{
		{formatFiles, dropFiles(paths)},
		{preferredEffect, []byte{effectCopy, 0, 0, 0}},
		{formatText, appendWide(nil, strings.Join(paths, "\r\n"))},
	}
	if png := also["image/png"]; png != nil {
		formats = append(formats, clipboardFormat{"PNG", png})
		if bitmap := encodeBitmap(png); bitmap != nil {
			formats = append(formats, clipboardFormat{"CF_DIBV5", bitmap})
		}
	}
	if err := writeClipboard(formats); err != nil {
		return fmt.Errorf("copy %d files: %w", len(paths), err)
	}
	return nil
}

// Paste returns the best flavour of the clipboard. If pictures is true, picture bytes take precedence over the link of
// the same picture. keep saves a picture that has no file. It returns the zero Drop if no flavour is supported. Do not
// call it on the window goroutine.
func (*FileClipboard) Paste(_ context.Context, pictures bool, keep Keep) (Drop, error) {
	purpose := preferLinks
	if pictures {
		purpose = preferPicture
	}
	c, err := readClipboard(purpose)
	if err != nil {
		return Drop{}, fmt.Errorf("paste: %w", err)
	}
	return resolve(c, keep), nil
}

// Close does nothing: Windows keeps the content.
func (*FileClipboard) Close() {}

// clipboardFormat is one format of the clipboard content.
type clipboardFormat struct {
	name string
	data []byte
}

// withClipboard runs f with the clipboard open, locked to one OS thread. It retries while another program holds the
// clipboard.
func withClipboard(f func() error) error {
	const tries, pause = 20, 10 * time.Millisecond
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for n := 1; ; n++ {
		if ok, _, err := openClipboard.Call(0); ok != 0 {
			break
		} else if n == tries {
			return fmt.Errorf("%w: %w", errClipboardInUse, err)
		}
		time.Sleep(pause)
	}
	defer func() { _, _, _ = closeClipboard.Call() }()
	return f()
}

// writeClipboard replaces the content of the clipboard.
func writeClipboard(formats []clipboardFormat) error {
	return withClipboard(func() error {
		if ok, _, err := emptyClipboard.Call(); ok == 0 {
			return fmt.Errorf("empty the clipboard: %w", err)
		}
		for _, f := range formats {
			block, err := globalBlock(f.data)
			if err != nil {
				return err
			}
			if ok, _, err := setClipboardData.Call(uintptr(clipboardNumber(f.name)), block); ok == 0 {
				_, _, _ = globalFree.Call(block) // otherwise the system owns it
				return fmt.Errorf("put %s on the clipboard: %w", f.name, err)
			}
		}
		return nil
	})
}

// readClipboard returns the clipboard content in the preferred flavour for the purpose; empty if none can be read. Do
// not call it on the window goroutine: the other program may need time to produce the content.
func readClipboard(purpose preference) (c content, err error) {
	err = withClipboard(func() error {
		var offered []string
		for _, f := range flavourTable {
			if ok, _, _ := hasClipboardData.Call(uintptr(clipboardNumber(f.name))); ok != 0 {
				offered = append(offered, f.name)
			}
		}
		c = readBest(offered, purpose, false, func(name string, most int) []byte {
			block, _, _ := getClipboardData.Call(uintptr(clipboardNumber(name))) // the clipboard owns it
			if block == 0 {
				return nil
			}
			return globalBytes(block, uintptr(most))
		})
		return nil
	})
	return c, err
}

func clipboardNumber(name string) uint16 {
	if n, ok := formatNumbers()[name]; ok {
		return n
	}
	return registeredFormat(name)
}

// globalBlock copies bytes into a movable block of global memory.
func globalBlock(data []byte) (uintptr, error) {
	const movable = 0x2
	block, _, err := globalAlloc.Call(movable, uintptr(max(len(data), 1)))
	if block == 0 {
		return 0, fmt.Errorf("allocate %d bytes: %w", len(data), err)
	}
	at, _, err := globalLock.Call(block)
	if at == 0 {
		_, _, _ = globalFree.Call(block)
		return 0, fmt.Errorf("lock %d bytes: %w", len(data), err)
	}
	copy(unsafe.Slice((*byte)(pointerTo(at)), len(data)), data)
	_, _, _ = globalUnlock.Call(block)
	return block, nil
}
