package desktop

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
)

// ErrNoOpener is the error for a desktop without a program that opens files and folders.
var ErrNoOpener = errors.New("no program opens files")

// OpenFile opens a file or a folder with the program that the system has for it. path is absolute. It does not wait for
// that program.
func OpenFile(path string) error {
	if !filepath.IsAbs(path) { // a name that begins with a dash would be an option
		return fmt.Errorf("open %q: the path is not absolute", path)
	}
	if err := openFile(path); err != nil {
		return fmt.Errorf("open %s: %w", path, err)
	}
	return nil
}

// Reveal shows a file in the system's file manager, selected where the system can do that. path is absolute.
func Reveal(path string) error {
	if !filepath.IsAbs(path) {
		return fmt.Errorf("show %q: the path is not absolute", path)
	}
	if err := reveal(path); err != nil {
		return fmt.Errorf("show %s: %w", path, err)
	}
	return nil
}

// showItems returns the call of a file manager of the free desktops that shows a file (freedesktop.org, File Manager
// D-Bus Interface).
func showItems(path string) script {
	return script{path: "dbus-send",
		args: []string{"--session", "--print-reply", "--dest=org.freedesktop.FileManager1", "--type=method_call",
			"/org/freedesktop/FileManager1", "org.freedesktop.FileManager1.ShowItems", "array:string:" + fileURL(path),
			"string:"}}
}

// fileURL returns a path as a URL. dbus-send splits its arrays at commas, so these are escaped too.
func fileURL(path string) string {
	return strings.ReplaceAll((&url.URL{Scheme: "file", Path: path}).String(), ",", "%2C")
}
