package gallery

import (
	"errors"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/db"
	"viviscope/gui/keymap"
	"viviscope/gui/lang"
)

// shortcut takes undoing, redoing and copying, and what else has keys with Ctrl or Alt.
func (g *Gallery) shortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutUndo:
		g.Undo()
	case *fyne.ShortcutRedo:
		g.Redo()
	case *fyne.ShortcutCopy:
		g.CopyFiles(g.chosen()...)
	case *desktop.CustomShortcut:
		if g.choosing == nil {
			g.obey(keymap.Chord{Key: s.KeyName, Mod: s.Modifier})
		}
	}
}

// opened is Enter or a double click on an item: it is picked where one is being chosen, else shown in the viewer.
func (g *Gallery) opened(i int) {
	switch {
	case i >= len(g.model.rows):
	case g.choosing != nil:
		g.pick(g.model.rows[i].ID)
	default:
		g.o.Nav.View(g.model.rows[i].ID)
	}
}

// openCurrent is Enter on what the detail pane shows.
func (g *Gallery) openCurrent() {
	if id := g.currentID(); id != 0 {
		g.opened(g.model.wall.IndexOf(id))
	}
}

// play plays a clip in the detail pane, or ends that; a picture is opened.
func (g *Gallery) play(a db.Asset) {
	if a.Kind != db.Clip {
		g.openCurrent()
		return
	}
	g.detail.show(a)
	g.detail.play()
}

// copyMost is how many files are copied at once.
const copyMost = 1000

// CopyPaths implements [action.Organizer]: it copies where the files of assets lie, one in a line.
func (g *Gallery) CopyPaths(ids ...int64) {
	g.withPaths(ids, lang.L("The path could not be copied."), func(paths []string) error {
		g.post(func() { copyText(strings.Join(paths, "\n")) })
		return nil
	})
}

// CopyFiles implements [action.Organizer].
func (g *Gallery) CopyFiles(ids ...int64) {
	if g.o.CopyFiles == nil {
		g.CopyPaths(ids...)
		return
	}
	g.withPaths(ids, lang.L("The file could not be copied."), g.o.CopyFiles)
}

// withPaths finds the files of assets and hands their paths on, away from the window's goroutine. failed says that it went wrong.
func (g *Gallery) withPaths(ids []int64, failed string, do func(paths []string) error) {
	g.withAssets(ids[:min(len(ids), copyMost)], func(assets []db.Asset) {
		g.run(func() { // each is looked for on the disk
			var paths []string
			var wrong error
			for _, a := range assets {
				path, err := g.o.AbsPath(a.Path)
				paths, wrong = append(paths, path), errors.Join(wrong, err)
			}
			if wrong == nil {
				wrong = do(paths)
			}
			if wrong != nil {
				g.post(func() { g.failed(failed, wrong) })
			}
		})
	})
}

func copyText(s string) { fyne.CurrentApp().Clipboard().SetContent(s) }

// failed shows, in a sentence, and logs what could not be done.
func (g *Gallery) failed(what string, err error) {
	g.o.Log.Error("gallery", "err", err)
	g.notice.fail(what, err)
}
