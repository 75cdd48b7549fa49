package backend

import (
	"cmp"
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

// DeviceFile returns the settings file of this computer, which applies to all libraries. Fyne's preferences are not
// used: their file is truncated and rewritten in place, so a crash could lose it, and another process could read half
// of it.
func DeviceFile() string { return filepath.Join(xdg.ConfigHome, "viviscope", "program.json") }

// keyDir returns the folder of keys stored in files. It is in the account's settings, not in a library, because
// libraries are copied and shared.
func keyDir() string { return filepath.Join(xdg.ConfigHome, "viviscope", "keys") }

// sentDir returns the folder of the records of sent requests. It is in the account's state, not in a library, which may
// be replaced by an older copy.
func sentDir() string { return filepath.Join(xdg.StateHome, "viviscope", "sent") }

// FolderFile returns the file that contains only the path of the library's folder.
func FolderFile() string { return filepath.Join(xdg.ConfigHome, "viviscope", "library-folder") }

// ReadFolder returns the folder stored in a file, or "".
func ReadFolder(file string) (string, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read folder of the library: %w", err)
	}
	dir := strings.TrimRight(string(data), "\r\n")
	if !filepath.IsAbs(dir) || strings.ContainsRune(dir, 0) {
		return "", nil
	}
	return dir, nil
}

// WriteFolder stores a folder in a file.
func WriteFolder(file, dir string) error {
	dir, err := filepath.Abs(dir)
	if err == nil {
		err = WriteFileAtomic(file, []byte(dir+"\n"))
	}
	if err != nil {
		return fmt.Errorf("write folder of the library: %w", err)
	}
	return nil
}

// RememberFolder writes the folder of an opened library to [FolderFile], unless that has one. If the library is moved
// later, it is reported as missing.
func RememberFolder(dir string, log *slog.Logger) {
	known, err := ReadFolder(FolderFile())
	if err == nil && known == "" {
		err = WriteFolder(FolderFile(), dir)
	}
	if err != nil {
		log.Warn("remember the library’s folder", "err", err)
	}
}

// WriteFileAtomic writes a file with mode 0600. The file is synced when it returns.
func WriteFileAtomic(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return folder.WritePrivate(file, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// LibraryFolder returns the folder of the library: the one from the command line, else the last chosen one, else the
// default. missing reports that the folder of a used library does not exist. It completes a move that a crash of an
// older version interrupted before the new folder was recorded. appID is the ID of the application, under which older
// versions stored the folder.
func LibraryFolder(named, appID string, log *slog.Logger) (dir string, missing bool) {
	used := ""
	if named == "" {
		chosen, err := ReadFolder(FolderFile())
		if err != nil {
			log.Error("the library’s folder is not known", "err", err)
		}
		used = cmp.Or(chosen, folderFromPreferences(appID))
	}
	dir = cmp.Or(named, used)
	if dir == "" {
		dir = defaultLibraryFolder()
	}
	moved := db.ResolvePath(dir)
	if moved != dir {
		log.Info("the library was moved", "from", dir, "to", moved)
		if err := WriteFolder(FolderFile(), moved); err != nil {
			log.Error("record the move", "err", err) // the next start completes it the same way
		}
	}
	if used != "" {
		// An unmounted disk leaves an empty mount point. The folder chosen for a new library is not empty.
		entries, err := os.ReadDir(moved)
		missing = errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0
	}
	return moved, missing
}

// folderFromPreferences returns the library's folder that older versions stored in Fyne's preferences, or "".
func folderFromPreferences(appID string) string {
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

func defaultLibraryFolder() string {
	return filepath.Join(cmp.Or(xdg.UserDirs.Pictures, filepath.Join(xdg.Home, "Pictures")), "Viviscope")
}
