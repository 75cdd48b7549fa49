package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/backend"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Why a folder cannot become that of the library.
var (
	errInLibrary = wording.MarkedError(lang.Mark("That folder is inside the library. Choose one outside it."))
	errOtherUse  = wording.MarkedError(lang.Mark("That folder contains other files. Choose a library or an empty folder."))
)

// folder returns the folder of the library, and whether a library that was used there is missing with it. The folder is
// the one that the command line names, else the one that was chosen last, else the one in the pictures folder.
func (p *program) folder() (dir string, missing bool) {
	dir, missing = backend.LibraryFolder(p.options.LibraryDir, p.options.About.ID, p.options.Log)
	if p.options.LibraryDir != "" {
		p.options.LibraryDir = dir // for the rest of this run
	}
	return dir, missing
}

// errRequestsOpen: one was sent between the question and the answer.
var errRequestsOpen = wording.MarkedError(lang.Mark("A request is being sent. Wait for its answer first."))

// choice is a folder for a library.
type choice struct {
	dir     string
	library bool // it is one already; else it is empty or absent
}

// chosenFolder returns the folder for a library that a user means by a chosen one: the folder itself, or one of this
// name in it where the chosen one holds other things.
func chosenFolder(chosen, name string) (choice, error) {
	for _, dir := range []string{chosen, filepath.Join(chosen, name)} {
		if isLibrary(dir) {
			return choice{dir, true}, nil
		}
		entries, err := os.ReadDir(dir)
		switch {
		case err == nil && len(entries) == 0, dir != chosen && errors.Is(err, fs.ErrNotExist):
			return choice{dir: dir}, nil
		case err != nil:
			return choice{}, fmt.Errorf("read folder: %w", err)
		}
	}
	return choice{}, fmt.Errorf("use folder %s: %w", chosen, errOtherUse)
}

// isLibrary reports whether a folder is a library, also without its database. A folder "files" alone may be of anybody.
func isLibrary(dir string) bool {
	if info, err := os.Stat(filepath.Join(dir, folder.Database)); err == nil && info.Mode().IsRegular() {
		return true
	}
	return db.IsLibrary(dir) && isFolder(filepath.Join(dir, folder.Incoming)) &&
		isFolder(filepath.Join(dir, folder.Backups))
}

// askFolder asks for another folder, and whether the library there shall be opened from the next start on. Window's
// goroutine.
func (p *program) askFolder() {
	now := p.Library.Dir()
	choosing{p}.ChooseFolder(func(to string) {
		whenRead(p.shell, lang.L("The folder could not be read."), func(context.Context) (choice, error) {
			if rel, err := filepath.Rel(now, to); err == nil && rel != "." && filepath.IsLocal(rel) {
				return choice{}, errInLibrary
			}
			return chosenFolder(to, filepath.Base(now))
		}, p.showFolderQuestion)
	})
}

func (p *program) showFolderQuestion(to choice) {
	if filepath.Clean(to.dir) == p.Library.Dir() {
		p.shell.Say(kit.ToneNeutral, lang.L("This library is already open."), "")
		return
	}
	path := kit.NewText(to.dir, resources.SizeSM, resources.Text1, false).Mono().Wrap(true)
	p.ask(lang.L("Open this folder at the next start?"),
		paragraphs(folderWords(to.library, p.options.LibraryDir != "")), path,
		kit.Answer{Word: lang.L("Keep this library"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("Use the folder"), Kind: kit.Primary, Do: func() { p.openNextTime(to.dir) }})
}

// folderWords explains what another folder means; named: the command line names the library.
func folderWords(library, named bool) []string {
	words := []string{lang.L("There is no library in it yet: a new one is created.")}
	if library {
		words = []string{lang.L("It contains a library.")}
	}
	words = append(words, lang.L("The open library stays where it is. To move it, quit, move its folder with your file manager, start again "+
		"and choose the folder."))
	if named {
		words = append(words, lang.L("Viviscope was started with -library. Use the new folder there from now on."))
	}
	return words
}

// toQueue is the dialog button for the case that jobs prevent the change.
func (p *program) toQueue() kit.Answer {
	return kit.Answer{Word: lang.L("Show the Queue"), Kind: kit.Primary, Do: func() { p.shell.Show(shell.Queue) }}
}

// waitForAnswers returns why nothing may be closed while requests wait for their answer.
func waitForAnswers(sending int) string {
	return lang.N("%s request is waiting for its answer. It cannot be resumed and may be charged, so wait for it first.",
		"%s requests are waiting for their answers. They cannot be resumed and may be charged, so wait for them first.",
		sending, lang.Number(sending))
}

// openNextTime has the next start open the library in a folder, which is made if it is absent. Window's goroutine.
func (p *program) openNextTime(dir string) {
	whenRead(p.shell, lang.L("That library could not be selected."), func(context.Context) (string, error) {
		if err := folder.MakePrivate(dir); err != nil {
			return "", err
		}
		made := folder.At(dir) // not empty, as the folder of a disk that is not connected is
		if err := errors.Join(made.Make(), made.Close()); err != nil {
			return "", err
		}
		return dir, backend.WriteFolder(backend.FolderFile(), dir)
	}, func(dir string) {
		if p.options.LibraryDir != "" {
			p.options.LibraryDir = dir // for a restart
		}
		p.shell.Say(kit.ToneAccent, lang.L("The library changes at the next start."),
			lang.L("It is in %s. The open library stays where it is.", dir),
			action.Action{Label: lang.L("Restart now"), Do: p.restart})
	})
}

// sayOldFolder reports once that a move which was interrupted in an earlier version has left the old folder.
func (p *program) sayOldFolder() {
	moved := p.device.get().Moved
	if moved.To != p.Library.Dir() {
		return
	}
	if err := p.device.change(func(v *deviceValues) { v.Moved = movedFolder{} }); err != nil {
		p.options.Log.Warn("forget the old folder", "err", err)
	}
	if isFolder(moved.From) {
		p.shell.Say(kit.ToneAccent, lang.L("The old library folder is still there."),
			lang.L("The move to %[1]s was interrupted after everything was copied. You can delete %[2]s.", moved.To,
				moved.From),
			action.Action{Label: lang.L("Show in folder"), Do: func() { choosing{p}.RevealFile(moved.From) }})
	}
}

func (p *program) showFolder() {
	p.shell.Do(lang.L("The library folder could not be shown."), func(context.Context) error {
		return openFile(p.Library.Dir())
	})
}
