package gallery

import (
	"errors"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/db"
	"viviscope/gui/compose/form"
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
		g.copyFiles()
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
	case g.o.OnView != nil:
		g.o.OnView(g.model.rows[i].ID)
	default:
		g.withAssets([]int64{g.model.rows[i].ID}, func(a []db.Asset) {
			if len(a) == 1 {
				g.openOutside(a[0])
			}
		})
	}
}

// openCurrent is Enter on what the detail pane shows.
func (g *Gallery) openCurrent() {
	if id := g.currentID(); id != 0 {
		g.opened(g.model.wall.IndexOf(id))
	}
}

// withCurrent does something with the asset that keys are about, where there is one.
func (g *Gallery) withCurrent(do func(db.Asset)) {
	if id := g.currentID(); id != 0 {
		g.withAssets([]int64{id}, func(a []db.Asset) {
			if len(a) == 1 {
				do(a[0])
			}
		})
	}
}

// play plays a clip in the detail pane, or ends that; a picture is opened.
func (g *Gallery) play() {
	g.withCurrent(func(a db.Asset) {
		if a.Kind == db.Clip && g.o.OnPlay != nil {
			g.detail.show(a)
			g.detail.play()
			return
		}
		g.openCurrent()
	})
}

func (g *Gallery) openOutside(a db.Asset) {
	if g.o.OnOpen != nil {
		g.o.OnOpen(a)
	}
}

func (g *Gallery) reveal(a db.Asset) {
	if g.o.OnReveal != nil {
		g.o.OnReveal(a)
	}
}

// comparable reports whether two pictures, or two clips, are selected and can be shown beside each other.
func (g *Gallery) comparable() bool {
	if g.rows.SelectedCount() != 2 {
		return false
	}
	s := g.sum()
	return s.pictures == 2 && g.o.OnCompare != nil || s.clips == 2 && g.o.OnComparing != nil
}

// compare shows the two that are selected beside each other.
func (g *Gallery) compare() {
	if !g.comparable() {
		return
	}
	g.withAssets(g.chosen(), func(a []db.Asset) {
		switch {
		case len(a) != 2:
		case a[0].Kind == db.Clip:
			g.o.OnComparing(a[0], a[1])
		default:
			g.o.OnCompare(a[0], a[1])
		}
	})
}

func (g *Gallery) export() {
	if ids := g.chosen(); len(ids) > 0 && g.o.OnExport != nil {
		g.o.OnExport(ids)
	}
}

// reuse reads the job of an asset and hands it to the composer.
func (g *Gallery) reuse(a db.Asset) {
	if g.o.OnReuse != nil {
		g.withJob(a, g.o.OnReuse)
	}
}

// reuseHow is reuse with a say in how much of the job is taken.
func (g *Gallery) reuseHow(a db.Asset, how form.How) {
	g.withJob(a, func(job db.Job) { g.o.OnReuseHow(job, how) })
}

// withJob reads the job of an asset and hands it on.
func (g *Gallery) withJob(a db.Asset, take func(db.Job)) {
	if a.JobID == 0 {
		return
	}
	g.run(func() {
		job, err := g.o.Library.Job(g.ctx, a.JobID)
		g.post(func() {
			if err != nil {
				g.failed(lang.L("Its settings could not be read."), err)
				return
			}
			take(job)
		})
	})
}

// copyMost is how many files are copied at once.
const copyMost = 1000

// copyPaths copies where the files of what is selected lie, one in a line.
func (g *Gallery) copyPaths() {
	g.withPaths(lang.L("The path could not be copied."), func(paths []string) error {
		g.post(func() { copyText(strings.Join(paths, "\n")) })
		return nil
	})
}

// copyFiles puts the files of what is selected on the clipboard, where that can be done; else their paths.
func (g *Gallery) copyFiles() {
	if g.o.OnCopyFiles == nil {
		g.copyPaths()
		return
	}
	g.withPaths(lang.L("The file could not be copied."), g.o.OnCopyFiles)
}

// withPaths finds the files of what is selected and hands their paths on, away from the window's goroutine. failed says that
// it went wrong.
func (g *Gallery) withPaths(failed string, do func(paths []string) error) {
	ids := g.chosen()
	if len(ids) == 0 || g.o.AbsPath == nil {
		return
	}
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
