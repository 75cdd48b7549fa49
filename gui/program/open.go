package program

import (
	"errors"
	"net/url"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/skratchdot/open-golang/open"
)

// openFile hands a file to the system's player or viewer.
func openFile(path string) error { return open.Start(path) }

// reveal shows a file in the system's file manager, selected where the system can do that.
func reveal(path string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.Command("open", "-R", path).Start()
	case "windows":
		// Explorer answers 1 even when all is well.
		err := exec.Command("explorer", "/select,", path).Run()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil
		}
		return err
	}
	// The file managers of the free desktops share this call (freedesktop.org, File Manager D-Bus Interface).
	show := exec.Command("dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.FileManager1", "--type=method_call",
		"/org/freedesktop/FileManager1", "org.freedesktop.FileManager1.ShowItems", "array:string:"+fileURL(path), "string:")
	if show.Run() == nil {
		return nil
	}
	return open.Start(filepath.Dir(path))
}

// fileURL writes a path as a URL; dbus-send parts its arrays at commas, so those are escaped too.
func fileURL(path string) string {
	return strings.ReplaceAll((&url.URL{Scheme: "file", Path: path}).String(), ",", "%2C")
}

// hostOf is the host of a base URL: the name that a profile gets until a person gives it a better one.
func hostOf(base string) string {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		return "My service"
	}
	return u.Host
}
