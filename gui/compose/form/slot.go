package form

import (
	"path"
	"regexp"
	"strings"
	"time"
)

// Slot holds a picture that a request refers to. The zero value is empty. A link that lives is used before a file, except
// where a file can be sent along.
type Slot struct {
	URL    string `json:"url,omitempty"`    // as it came, never encoded again: a signature stands over its very bytes
	File   string `json:"file,omitempty"`   // absolute path, or path of an asset relative to the library
	Asset  string `json:"asset,omitempty"`  // ref of the library's asset; "" for a picture from elsewhere
	Dies   int64  `json:"dies,omitempty"`   // when URL stops working, Unix milliseconds; 0: not known
	Width  int    `json:"width,omitempty"`  // pixels; 0 until somebody has looked
	Height int    `json:"height,omitempty"` // pixels
}

// Empty reports whether the slot holds no picture.
func (s Slot) Empty() bool { return s.link() == "" && !s.Local() }

// Local reports whether the picture is on this computer.
func (s Slot) Local() bool { return s.File != "" || (s.Asset != "" && s.link() == "") }

// Dead reports whether the slot has a link that no longer works.
func (s Slot) Dead(now time.Time) bool {
	return s.link() != "" && s.Dies != 0 && !now.Before(time.UnixMilli(s.Dies))
}

// Left returns how long the link still works; false where that is not known or there is none.
func (s Slot) Left(now time.Time) (time.Duration, bool) {
	if s.link() == "" || s.Dies == 0 {
		return 0, false
	}
	return time.UnixMilli(s.Dies).Sub(now), true
}

// link returns the address without the blanks that a paste brings along.
func (s Slot) link() string { return strings.TrimSpace(s.URL) }

// keptCopy is the name of a picture that the library keeps with the job that it was sent with: the hash of its bytes.
var keptCopy = regexp.MustCompile(`^[0-9a-f]{64}\.[a-z]+$`)

// KeptCopy reports whether a file is a copy that the library keeps with a job, whose name means nothing to people.
func KeptCopy(file string) bool { return keptCopy.MatchString(baseName(file)) }

// baseName is the last part of a path of any system.
func baseName(file string) string { return path.Base(strings.ReplaceAll(file, `\`, "/")) }

// name returns the file name of a local picture; "" for a copy that was kept with a job.
func (s Slot) name() string {
	if s.File == "" || KeptCopy(s.File) {
		return ""
	}
	return baseName(s.File)
}

func (s Slot) upload(place int) Upload { return Upload{Slot: place, File: s.File, Asset: s.Asset} }
