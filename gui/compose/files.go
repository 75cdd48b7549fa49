package compose

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"

	"viviscope/client/order"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// fileKind is the kind of a file by its name. Its content is checked when it is used.
type fileKind int

const (
	otherFile    fileKind = iota
	pictureFile           // that the service takes
	canvasFile            // a picture that the canvas reads: what it sends is always one that the service takes
	listFile              // of a batch
	promptFile            // a text
	settingsFile          // a clip or a sidecar: the settings it carries are its only use here
)

// pictureEndings are the endings of the pictures that the service takes.
func pictureEndings() []string { return []string{".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp"} }

func kindOf(file string) fileKind {
	ext := strings.ToLower(filepath.Ext(file))
	if slices.Contains(pictureEndings(), ext) {
		return pictureFile
	}
	switch ext {
	case ".bmp", ".gif":
		return canvasFile
	case ".csv", ".tsv", ".jsonl", ".ndjson":
		return listFile
	case ".txt", ".text", ".md", ".prompt":
		return promptFile
	case ".mp4", ".m4v", ".json":
		return settingsFile
	}
	return otherFile
}

// filesOf returns the files of some kinds.
func filesOf(files []string, kinds ...fileKind) []string {
	return slices.DeleteFunc(slices.Clone(files), func(f string) bool { return !slices.Contains(kinds, kindOf(f)) })
}

// readFile reads a file of at most a number of bytes, off the window's goroutine, and calls use with it. If that fails
// it shows why.
func readFile(host action.Host, say func(words string), path string, most int64, use func([]byte)) {
	host.Go(func(context.Context) {
		data, err := folder.ReadFile(path, most)
		host.Post(func() {
			var large *folder.TooLargeError
			switch {
			case errors.As(err, &large):
				say(lang.L("%s is larger than %s.", order.BaseName(path), wording.Bytes(most)))
			case err != nil:
				host.Log().Warn("cannot read a file", slog.Any("err", err))
				say(lang.L("%s cannot be read.", order.BaseName(path)))
			default:
				use(data)
			}
		})
	})
}
