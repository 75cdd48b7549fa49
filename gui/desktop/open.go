package desktop

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
)

// ErrNoOpener means that the desktop has no program that opens files and folders.
var ErrNoOpener = errors.New("no program opens files")

// OpenFile opens a file or folder in its default program. path is absolute. It does not wait for the program.
func OpenFile(path string) error {
	if !filepath.IsAbs(path) { // a name that begins with a dash would be parsed as an option
		return fmt.Errorf("open %q: the path is not absolute", path)
	}
	if err := openFile(path); err != nil {
		return fmt.Errorf("open %s: %w", path, err)
	}
	return nil
}

// Reveal shows a file in the file manager and selects it if the system supports that. path is absolute.
func Reveal(path string) error {
	if !filepath.IsAbs(path) {
		return fmt.Errorf("show %q: the path is not absolute", path)
	}
	if err := reveal(path); err != nil {
		return fmt.Errorf("show %s: %w", path, err)
	}
	return nil
}

// showItems returns the D-Bus call that shows a file in the file manager (freedesktop.org, File Manager D-Bus
// Interface).
func showItems(path string) script {
	return script{path: "dbus-send",
		args: []string{"--session", "--print-reply", "--dest=org.freedesktop.FileManager1", "--type=method_call",
			"/org/freedesktop/FileManager1", "org.freedesktop.FileManager1.ShowItems", "array:string:" + fileURL(path),
			"string:"}}
}

// fileURL returns a path as a URL. Commas are escaped too, because dbus-send splits its arrays at them.
func fileURL(path string) string {
	return strings.ReplaceAll((&url.URL{Scheme: "file", Path: path}).String(), ",", "%2C")
}
