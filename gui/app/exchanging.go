package app

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"viviscope/client/boards"
	"viviscope/client/decode"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/dnd"
	"viviscope/gui/editor"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/transfer"
)

// exchanging exports, copies, pastes and drags assets. It implements [action.Exchange].
type exchanging struct{ *program }

func (p exchanging) Export(assets ...int64) {
	p.withAssets(lang.L("The files to export could not be read."), assets,
		func(list []db.Asset) { transfer.ShowExport(p.transferDeps(), list) })
}

func (p exchanging) Join(clips ...int64) {
	p.withAssets(lang.L("The clips could not be read."), clips, func(list []db.Asset) {
		transfer.ShowJoin(p.transferDeps(), list)
	})
}

// filming opens the sheet of the film of a board. It implements [action.Filming].
type filming struct{ *program }

func (p filming) ShowFilm(film boards.Film, board action.FilmBoard, exports bool) {
	transfer.ShowFilm(p.transferDeps(), transfer.Plan{Film: film, Board: board}, exports)
}

// copyMost is how many files are copied at once.
const copyMost = 1000

func (p exchanging) CopiesFiles() bool { return p.places.copyFiles != nil }

func (p exchanging) CopyFiles(assets ...int64) {
	if p.places.copyFiles == nil {
		p.CopyPaths(assets...)
		return
	}
	p.withPaths(assets, lang.L("The file could not be copied."), p.places.copyFiles)
}

// pictureFlavours returns the bytes of one copied picture as image/png, and also as image/jpeg if its file is one; nil
// for anything else. A picture that cannot be read is copied as a file only.
func pictureFlavours(paths []string) map[string][]byte {
	if len(paths) != 1 || !slices.Contains(editor.PictureEndings(), strings.ToLower(filepath.Ext(paths[0]))) {
		return nil
	}
	data, err := folder.ReadFile(paths[0], maxCanvasFile)
	if err != nil {
		return nil
	}
	kind := decode.TypeOf(data[:min(len(data), decode.SniffLen)])
	if kind == decode.PNG {
		return map[string][]byte{decode.PNG: data}
	}
	flavours := map[string][]byte{}
	if kind == decode.JPEG {
		flavours[decode.JPEG] = data
	}
	if converted, err := asPNG(data); err == nil {
		flavours[decode.PNG] = converted
	}
	return flavours
}

func (p exchanging) Paste(pictures bool, taken func(d dnd.Drop)) {
	text := func() { taken(dnd.FromText(p.shell.Pasted())) }
	if p.places.paste == nil {
		text()
		return
	}
	p.shell.Go(func(ctx context.Context) {
		d, err := p.places.paste(ctx, pictures, p.keepPicture)
		p.shell.Post(func() {
			switch {
			case d.Failed != nil:
				p.shell.Failed(lang.L("The picture was not taken."), d.Failed)
			case err != nil:
				p.options.Log.Warn("paste", "err", err)
				text()
			// a Wayland clipboard responds to X11 programs only while they have the focus
			case len(d.Files)+len(d.Links) == 0 && d.Text == "":
				text()
			default:
				if named := dnd.FromText(d.Text); len(d.Files)+len(d.Links) == 0 && len(named.Files) > 0 {
					d = named
				}
				taken(d)
			}
		})
	})
}

func (p exchanging) ImportFiles() { p.importFile() }

func (p exchanging) ImportFolder() { p.importFolder() }

func (p exchanging) ImportPasted() {
	p.Paste(true, func(d dnd.Drop) {
		if len(d.Files) > 0 {
			p.importPaths(d.Files)
			return
		}
		p.shell.Say(kit.ToneWarn, lang.L("Nothing to import."),
			lang.L("Copy files or a picture, then paste them here."))
	})
}

func (p exchanging) CopyPaths(assets ...int64) {
	p.withPaths(assets, lang.L("The path could not be copied."), func(paths []string) error {
		p.shell.Post(func() { p.app.Clipboard().SetContent(strings.Join(paths, "\n")) })
		return nil
	})
}

// withPaths calls do with the paths of the assets' files, off the window's goroutine. failed is the message shown if
// that fails.
func (p exchanging) withPaths(ids []int64, failed string, do func(paths []string) error) {
	p.shell.Do(failed, func(ctx context.Context) error {
		_, paths, err := p.files(ctx, ids)
		if err != nil {
			return err
		}
		return do(paths)
	})
}

// files reads the first copyMost of the assets, and the paths of their files. Off the window's goroutine.
func (p *program) files(ctx context.Context, ids []int64) (assets []db.Asset, paths []string, err error) {
	assets, err = p.Library.AssetsByID(ctx, ids[:min(len(ids), copyMost)])
	for _, a := range assets {
		path, wrong := p.Library.AbsPath(a.Path)
		paths, err = append(paths, path), errors.Join(err, wrong)
	}
	return assets, paths, err
}
