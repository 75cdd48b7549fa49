package dnd

import (
	"errors"
	"net/url"
	"strings"
)

// ErrNoClipboard means that files cannot be put on the clipboard here.
var ErrNoClipboard = errors.New("no clipboard that takes files")

// copiedFiles is the flavour by which the file managers of GNOME, Xfce and others know that files are to be copied, not moved.
const copiedFiles = "x-special/gnome-copied-files"

// flavoursOf returns what a clipboard with some files holds, by the names of its flavours: the files, and for what takes
// text their paths, one in a line.
func flavoursOf(paths []string) map[string][]byte {
	links := make([]string, len(paths))
	for i, path := range paths {
		links[i] = (&url.URL{Scheme: "file", Path: path}).String()
	}
	text := []byte(strings.Join(paths, "\n"))
	return map[string][]byte{
		"text/uri-list":            []byte(strings.Join(links, "\r\n") + "\r\n"),
		copiedFiles:                []byte("copy\n" + strings.Join(links, "\n")),
		"UTF8_STRING":              text,
		"text/plain;charset=utf-8": text,
		"text/plain":               text,
	}
}
