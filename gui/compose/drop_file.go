package compose

import (
	"errors"
	"log/slog"
	"path/filepath"
	"strings"

	"viviscope/gui/lang"
	"viviscope/gui/wholefile"
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
	s.Go(func() {
		data, err := wholefile.Read(path, most)
		s.Post(func() {
			var large *wholefile.TooLargeError
			switch {
			case errors.As(err, &large):
				s.notices.say(lang.L("%s is over %s.", baseName(path), wording.Bytes(most)))
			case err != nil:
				s.Log.Warn("cannot read what was dropped", slog.Any("err", err))
				s.notices.say(lang.L("%s cannot be read.", baseName(path)))
			default:
				use(data)
			}
		})
	})
}
