//go:build windows || darwin

package desktop

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"

	"github.com/ncruces/zenity"
)

// AskFiles shows the system's file dialog over a window of this process and returns the chosen paths, or none if the
// user cancelled. window is 0 if its handle is unknown. The dialog closes when ctx ends. Errors: ErrNoFileDialog,
// ctx.Err().
func AskFiles(ctx context.Context, window uintptr, q FileQuestion) (paths []string, err error) {
	end := "" // a trailing separator marks a folder; otherwise its name would be suggested
	if q.Save == "" {
		end = string(filepath.Separator)
	}
	options := []zenity.Option{zenity.Context(ctx), zenity.Title(q.Title),
		zenity.Filename(filepath.Join(q.In, q.Save) + end)}
	if window != 0 && runtime.GOOS == "windows" {
		options = append(options, zenity.Attach(window))
	}
	if len(q.Endings) > 0 {
		filter := zenity.FileFilter{CaseFold: true}
		for _, ending := range q.Endings {
			filter.Patterns = append(filter.Patterns, "*"+ending)
		}
		options = append(options, filter)
	}
	path := ""
	switch {
	case q.Save != "":
		path, err = zenity.SelectFileSave(append(options, zenity.ConfirmOverwrite())...)
	case q.Folder:
		path, err = zenity.SelectFile(append(options, zenity.Directory())...)
	case q.Many:
		paths, err = zenity.SelectFileMultiple(options...)
	default:
		path, err = zenity.SelectFile(options...)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, zenity.ErrCanceled):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrNoFileDialog, err)
	case path != "":
		paths = []string{path}
	}
	return paths, nil
}
