package app

import (
	files "viviscope/client/transfer"
	"viviscope/gui/desktop"
	"viviscope/gui/lang"
	"viviscope/gui/transfer"
)

// transferDeps returns the dependencies of the import and export dialogs.
func (p *program) transferDeps() transfer.Deps {
	return transfer.Deps{Host: p.shell, Viewer: viewing{p}, Chooser: choosing{p}, Navigator: navigating{p},
		Library: p.Library, Posters: p.thumbs, Folder: startFolder(),
		Organizer: p.places.gallery, Player: p.places.film}
}

// importFile asks the user for pictures and clips to import. Window's goroutine.
func (p *program) importFile() {
	p.askFiles(desktop.FileQuestion{Title: lang.L("Choose files"), Endings: files.Extensions, Many: true},
		p.importPaths)
}

// importFolder asks the user for a folder to import. Window's goroutine.
func (p *program) importFolder() {
	choosing{p}.ChooseFolder(func(path string) { p.importPaths([]string{path}) })
}

// importPaths asks whether files and folders are to be imported. Window's goroutine.
func (p *program) importPaths(paths []string) { transfer.ShowImport(p.transferDeps(), paths) }
