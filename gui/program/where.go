package program

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/adrg/xdg"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// folderFile remembers the library's folder, in a file of its own: it is the only word on where a library was moved to.
func folderFile() string { return filepath.Join(xdg.ConfigHome, "viviscope", "library-folder") }

// readFolder returns the folder that a file remembers; "" where it remembers none.
func readFolder(file string) (string, error) {
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

// writeFolder remembers a folder: on the disk, whole, when it returns.
func writeFolder(file, dir string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("remember where the library is: %w", err)
		}
	}()
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	return writeWhole(file, []byte(dir+"\n"))
}

// writeWhole puts a file of this account in place: on the disk, whole, when it returns.
func writeWhole(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if runtime.GOOS == "windows" { // a folder cannot be synced there
		return nil
	}
	d, err := os.Open(filepath.Dir(file))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// folder is where the library is: where the command line says, else where it was put last, else in the pictures folder. A
// move that a crash cut off behind its last step but one is completed.
func (p *program) folder() string {
	dir := p.options.LibraryDir
	if dir == "" {
		kept, err := readFolder(folderFile())
		if err != nil {
			p.options.Log.Error("the library’s folder is not known", "err", err)
		}
		if dir = kept; dir == "" {
			dir = p.app.Preferences().StringWithFallback(preferenceFolder, defaultLibrary())
		}
	}
	at := db.Whereabouts(dir)
	if at != dir {
		p.options.Log.Info("the library was moved", "from", dir, "to", at)
		if err := p.useFolder(at); err != nil {
			p.options.Log.Error("remember the move", "err", err) // it is found again in the same way
		}
	}
	return at
}

// useFolder makes a folder the library's from now on.
func (p *program) useFolder(dir string) error {
	if err := writeFolder(folderFile(), dir); err != nil {
		return err
	}
	if p.options.LibraryDir != "" {
		p.options.LibraryDir = dir // for the rest of this run
	}
	return nil
}

// finishMove deletes what a killed program left of the folder that the library was moved from, and says where it left it alone.
func (p *program) finishMove(ctx context.Context) {
	err := db.FinishMove(ctx, p.lib.Dir())
	if err == nil || ctx.Err() != nil {
		return
	}
	p.options.Log.Warn("clear the folder that the library was moved from", "err", err)
	if changed := (&db.ChangedSinceError{}); errors.As(err, &changed) {
		p.shell.Post(func() {
			p.shell.Say(widgets.ToneWarn, lang.L("The folder that the library was moved from is still there."),
				lang.L("%s was changed after the move, so nothing in it was deleted. To see what is in it, open it as the library.", changed.Folder))
		})
	}
}
