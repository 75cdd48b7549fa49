package app

import (
	"context"

	files "viviscope/client/transfer"
	"viviscope/db"
	"viviscope/db/folder"
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

// importPicture imports a picture from a file of this computer. Off the window's goroutine.
func (p *program) importPicture(ctx context.Context, path string) (db.Asset, error) {
	r := files.Import(ctx, p.Library, []string{path}, files.ImportOptions{Settings: true})
	switch {
	case r.Stopped != nil:
		return db.Asset{}, r.Stopped
	case len(r.Problems) > 0:
		return db.Asset{}, r.Problems[0].Err
	case len(r.Assets) == 0:
		return db.Asset{}, folder.ErrNoMedia
	}
	list, err := p.Library.AssetsByID(ctx, r.Assets[:1])
	if err == nil && (len(list) == 0 || list[0].Kind != db.Picture) {
		err = folder.ErrNoMedia
	}
	if err != nil {
		return db.Asset{}, err
	}
	return list[0], nil
}

// importPaths asks whether files and folders are to be imported. Window's goroutine.
func (p *program) importPaths(paths []string) { transfer.ShowImport(p.transferDeps(), paths) }
