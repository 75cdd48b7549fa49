package compose

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// picturesOf tells pictures from other files.
func picturesOf(files []string) (pictures, others []string) {
	for _, f := range files {
		if isPicture(f) {
			pictures = append(pictures, f)
		} else {
			others = append(others, f)
		}
	}
	return pictures, others
}

// isPicture goes by the name: what is in the file is looked at once it is in a slot.
func isPicture(file string) bool {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp":
		return true
	}
	return false
}

func isList(file string) bool {
	ext := strings.ToLower(filepath.Ext(file))
	return ext == ".csv" || ext == ".jsonl"
}

// readable reports whether a file is something that the composer reads: a prompt or a list.
func readable(file string) bool {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".txt", ".text", ".md", ".prompt":
		return true
	}
	return isList(file)
}

// readDropped reads a file away from the window's goroutine.
func (s *Screen) readDropped(path string, most int64, use func([]byte)) {
	s.d.Go(func() {
		data, err := readCapped(path, most)
		s.d.Post(func() {
			switch {
			case errors.Is(err, ErrTooLarge):
				s.say(lang.L("%s is over %s.", baseName(path), wording.Bytes(most)))
			case err != nil:
				s.d.Log.Warn("cannot read what was dropped", slog.Any("err", err))
				s.say(lang.L("%s cannot be read.", baseName(path)))
			default:
				use(data)
			}
		})
	})
}

func readCapped(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	if info, err := f.Stat(); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: not a file", filepath.Base(path))
	}
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, ErrTooLarge
	}
	return data, err
}
