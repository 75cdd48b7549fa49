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

// DeviceFile is the file of the settings of this computer, which hold for all libraries. The toolkit's preferences are
// not used: their file is truncated and written in place, so a crash could lose all of it, and a second process could
// read half of it.
func DeviceFile() string { return filepath.Join(xdg.ConfigHome, "viviscope", "program.json") }

// keyDir is the folder of keys that are stored in files. It is with the settings of the account, never in a library,
// which is copied and shared.
func keyDir() string { return filepath.Join(xdg.ConfigHome, "viviscope", "keys") }

// sentDir is the folder of what libraries of this account have sent. It is with the state of the account, never in a
// library, which may be replaced by an older copy.
func sentDir() string { return filepath.Join(xdg.StateHome, "viviscope", "sent") }

// FolderFile is the file that holds the library's folder, and nothing else.
func FolderFile() string { return filepath.Join(xdg.ConfigHome, "viviscope", "library-folder") }

// ReadFolder returns the folder that a file holds, "" where it holds none.
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

// WriteFolder writes a folder to a file.
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

// RememberFolder writes the folder of a library that was opened to [FolderFile], if that names none yet. A library that
// is moved later is missed then.
func RememberFolder(dir string, log *slog.Logger) {
	known, err := ReadFolder(FolderFile())
	if err == nil && known == "" {
		err = WriteFolder(FolderFile(), dir)
	}
	if err != nil {
		log.Warn("remember the library’s folder", "err", err)
	}
}

// WriteFileAtomic writes a file that only this account can read. When it returns, the whole file is on the disk.
func WriteFileAtomic(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return folder.WritePrivate(file, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// LibraryFolder returns the folder of the library: the one that a command line names, else the last one that was
// chosen, else the default one. missing: a library was used in that folder, and the folder is gone. It completes a move
// that a crash of an earlier version interrupted before the new folder was recorded. appID is the ID of the
// application, which earlier versions stored the folder under.
func LibraryFolder(named, appID string, log *slog.Logger) (dir string, missing bool) {
	used := ""
	if named == "" {
		chosen, err := ReadFolder(FolderFile())
		if err != nil {
			log.Error("the library’s folder is not known", "err", err)
		}
		used = cmp.Or(chosen, folderFromPreferences(appID))
	}
	if dir = cmp.Or(named, used); dir == "" {
		dir = defaultLibraryFolder()
	}
	moved := db.Whereabouts(dir)
	if moved != dir {
		log.Info("the library was moved", "from", dir, "to", moved)
		if err := WriteFolder(FolderFile(), moved); err != nil {
			log.Error("record the move", "err", err) // the next start finds it in the same way
		}
	}
	if used != "" {
		// The folder of a disk that is not mounted stays as an empty one. One that was chosen for a new library is not
		// empty.
		entries, err := os.ReadDir(moved)
		missing = errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0
	}
	return moved, missing
}

// folderFromPreferences returns the library's folder that earlier versions stored in the toolkit's preferences, ""
// where there is none.
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
