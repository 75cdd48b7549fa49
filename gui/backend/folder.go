package backend

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/adrg/xdg"

	"viviscope/db"
	"viviscope/db/folder"
)

// DeviceFile keeps what is set for this computer, whatever library is open. Nothing is kept in the toolkit's preferences: that file
// is emptied and written anew in its place, so a crash could lose all of it, and a second start could read half of it.
func DeviceFile() string { return filepath.Join(xdg.ConfigHome, "viviscope", "program.json") }

// keyFolder is where keys are kept in files, for those who choose so: with the settings of this account, never in a library, which
// is copied and shared.
func keyFolder() string { return filepath.Join(xdg.ConfigHome, "viviscope", "keys") }

// FolderFile remembers the library's folder, in a file of its own: it is the only word on where a library was moved to.
func FolderFile() string { return filepath.Join(xdg.ConfigHome, "viviscope", "library-folder") }

// ReadFolder returns the folder that a file remembers; "" where it remembers none.
func ReadFolder(file string) (string, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read where the library is: %w", err)
	}
	dir := strings.TrimRight(string(data), "\r\n")
	if !filepath.IsAbs(dir) || strings.ContainsRune(dir, 0) {
		return "", nil
	}
	return dir, nil
}

// WriteFolder remembers a folder: on the disk, whole, when it returns.
func WriteFolder(file, dir string) error {
	dir, err := filepath.Abs(dir)
	if err == nil {
		err = WriteFileAtomic(file, []byte(dir+"\n"))
	}
	if err != nil {
		return fmt.Errorf("remember where the library is: %w", err)
	}
	return nil
}

// WriteFileAtomic puts a file of this account in place: on the disk, whole, when it returns.
func WriteFileAtomic(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return folder.WritePrivate(file, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// LibraryFolder is where the library is: the folder that a command line names, where it names one, else where the library was put last,
// else in the pictures folder. A move that a crash cut off behind its last step but one is completed. appID is the toolkit's.
func LibraryFolder(named, appID string, log *slog.Logger) string {
	dir := named
	if dir == "" {
		kept, err := ReadFolder(FolderFile())
		if err != nil {
			log.Error("the library’s folder is not known", "err", err)
		}
		if dir = kept; dir == "" {
			dir = oldFolder(appID)
		}
		if dir == "" {
			dir = defaultLibrary()
		}
	}
	at := db.Whereabouts(dir)
	if at != dir {
		log.Info("the library was moved", "from", dir, "to", at)
		if err := WriteFolder(FolderFile(), at); err != nil {
			log.Error("remember the move", "err", err) // it is found again in the same way
		}
	}
	return at
}

// oldFolder is where earlier versions kept the library's folder: in the toolkit's preferences; "" where they did not.
func oldFolder(appID string) string {
	root := xdg.ConfigHome
	if runtime.GOOS == "darwin" {
		root = filepath.Join(xdg.Home, "Library", "Preferences")
	}
	var old struct {
		Folder string `json:"library.folder"`
	}
	data, err := os.ReadFile(filepath.Join(root, "fyne", appID, "preferences.json"))
	if err != nil || json.Unmarshal(data, &old) != nil {
		return ""
	}
	return old.Folder
}

func defaultLibrary() string {
	pictures := xdg.UserDirs.Pictures
	if pictures == "" {
		pictures = filepath.Join(xdg.Home, "Pictures")
	}
	return filepath.Join(pictures, "Viviscope")
}
