package settings

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// folderWidth is the width of the field with the library's folder, px.
const folderWidth = 320

// librarySection is the page of the library: its folder, its sizes, its trash and its consistency.
type librarySection struct {
	host   *host
	stored db.Storage // as it was read

	folder  *kit.Text
	synced  *kit.Text // a warning
	storage *kit.Text
	figures *fyne.Container
	measure *kit.Button
	cleanUp *kit.Button
	cleaned *kit.Text
	trash   *options[int] // days; 0: until the user empties it
	kept    *kit.Text
	empty   *kit.Button
	check   *command
	checked *kit.Text
	content fyne.CanvasObject

	usage *folder.Usage // nil: not measured yet
	fresh bool          // measured since the page was opened
}

func newLibrarySection(h *host, buttons *action.Buttons) *librarySection {
	w := &librarySection{host: h, storage: note(""), figures: kit.NewColumn(4), cleaned: note("").Wrap(true),
		kept: note("").Wrap(true)}
	w.folder = kit.NewText("", resources.SizeSM, resources.Text1, false).Mono().Ellipsis()
	w.synced = kit.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true)
	place := kit.NewCard(kit.NewRow(8, kit.NewIcon(resources.IconFolder, 16, resources.Text2), w.folder))
	w.measure = kit.NewButton(lang.L("Measure again"), resources.IconRefresh, kit.Quiet, w.measureNow)
	w.cleanUp = kit.NewButton(lang.L("Clean up…"), nil, kit.Plain, w.askCleanUp)
	w.trash = newOptions(trashWord, w.keepTrash, 7, 30, 90, 365, 0)
	w.empty = kit.NewButton(lang.L("Empty trash…"), nil, kit.Plain, w.askEmpty)
	w.check = newCommand(h, lang.L("Check the library"), lang.L("Checking the folder …"), w.checkNow)
	w.checked = note(lang.L("Checks that no file is missing or unknown. Changes nothing.")).Wrap(true)
	w.content = kit.NewColumn(12, heading(lang.L("Library")),
		field(lang.L("Library folder"), kit.NewColumn(4, kit.NewFlow(8, kit.NewFixed(folderWidth, 0, place),
			buttons.Label("library.use", kit.Plain), buttons.Icon("library.folder", kit.Quiet),
			kit.NewFixed(0, firstLine, w.storage)), w.synced)),
		field(lang.L("Disk usage"), kit.NewInset(5, 0, 0, 0,
			kit.NewColumn(8, w.figures, kit.NewRow(8, w.cleanUp, w.measure, w.cleaned)))),
		field(lang.L("Empty trash after"), w.trash.picker, w.empty, w.kept),
		field(lang.L("Consistency"), w.check.button, w.checked),
		explained(lang.L("Database"), buttons.Label("library.rebuild", kit.Plain),
			lang.L("Use this if the database and the folder disagree. You will be asked first.")))
	return w
}

// show shows the stored settings.
func (w *librarySection) show(stored db.Storage, trashDays int) {
	w.stored = stored
	w.folder.SetText(w.host.Library.Dir())
	kit.ShowText(w.synced, wording.SyncWarning(w.host.Library.Dir()))
	words := lang.N("%[1]s item, %[2]s", "%[1]s items, %[2]s", stored.Items, lang.Number(stored.Items),
		wording.Bytes(stored.Bytes))
	if stored.FreeKnown {
		words = lang.X("list", "%s, %s", words, lang.L("%s free", wording.Bytes(stored.Free)))
	}
	w.storage.SetText(words)
	w.trash.show(trashDays)
	w.kept.SetText(lang.X("state", "empty"))
	if n := stored.TrashItems; n > 0 {
		w.kept.SetText(lang.N("in it: %[1]s item, %[2]s", "in it: %[1]s items, %[2]s", n, lang.Number(n),
			wording.Bytes(stored.TrashBytes)))
	}
	kit.Enable(w.empty, stored.TrashItems > 0)
	w.fill()
	w.content.Refresh() // the words beside the folder may stand below it now
}

// opened measures the folder once after the page was opened.
func (w *librarySection) opened() {
	if !w.fresh {
		w.measureNow()
	}
}

// left ends the visit of the page: the next one measures again.
func (w *librarySection) left() { w.fresh = false }

// fill shows the sizes by kind.
func (w *librarySection) fill() {
	kit.Enable(w.cleanUp, w.usage != nil && w.usage.Thumbs.Files > 0)
	if w.usage == nil {
		w.figures.Objects = []fyne.CanvasObject{note(lang.L("Measuring …"))}
		return
	}
	var rows []fyne.CanvasObject
	columns := &kit.Columns{Gap: 12,
		Columns: []kit.Column{{Width: 200}, {Width: 96}, {Width: 80}, {Width: 140, Grow: true}}}
	all := figuresOf(*w.usage)
	for i, f := range all {
		sum := i == len(all)-1
		rows = append(rows, container.New(columns,
			kit.NewText(f.what, resources.SizeBody, resources.Text1, sum).Wrap(true),
			labelText(lang.N("%s file", "%s files", f.use.Files, lang.Number(f.use.Files))).Wrap(false).Trailing(),
			kit.NewText(wording.Bytes(f.use.Bytes), resources.SizeBody, resources.Text1, sum).Trailing(),
			note(f.means).Wrap(true)))
	}
	w.figures.Objects = rows
}

// measureNow measures the folder, unless that runs already. The figures of the last time stay meanwhile.
func (w *librarySection) measureNow() {
	if w.measure.Disabled() {
		return
	}
	w.fresh = true
	w.measure.Disable()
	w.host.Go(func(ctx context.Context) {
		u, err := w.host.Library.Usage(ctx)
		w.host.Post(func() {
			w.measure.Enable()
			switch {
			case ctx.Err() != nil:
				return
			case err != nil:
				w.fresh = false // the next update tries again
				w.figures.Objects = []fyne.CanvasObject{note(lang.L("It cannot be measured: %s",
					wording.Fault(err))).Wrap(true)}
			default:
				w.usage = &u
				w.fill()
			}
			w.host.relayout()
		})
	})
}

func (w *librarySection) keepTrash(days int) {
	w.host.Do(lang.L("The setting for the trash could not be saved."), func(ctx context.Context) error {
		defer w.host.RefreshAll()
		return w.host.Library.SetTrashDays(ctx, days)
	})
}

// checkNow compares the folder with the database.
func (w *librarySection) checkNow() {
	var r db.SweepReport
	w.check.start(func(ctx context.Context) (err error) {
		r, err = w.host.Library.Sweep(ctx)
		return err
	}, func(err error) {
		words, good := sweepWords(r)
		switch {
		case err != nil:
			w.report(w.checked, lang.L("It could not be checked: %s", wording.Fault(err)), resources.Err)
		case good:
			w.report(w.checked, words, resources.OK)
		default:
			w.report(w.checked, words, resources.Warn)
		}
	})
}

func (w *librarySection) report(t *kit.Text, words string, color fyne.ThemeColorName) {
	setText(t, words, color)
	w.host.relayout()
}

// askCleanUp asks which thumbnails to delete.
func (w *librarySection) askCleanUp() {
	n := w.usage.Thumbs.Files
	w.host.ask(lang.L("Clean up thumbnails"),
		lang.N("There is %[1]s thumbnail, %[2]s.", "There are %[1]s thumbnails, %[2]s.",
			n, lang.Number(n), wording.Bytes(w.usage.Thumbs.Bytes))+" "+
			lang.L("Nothing else is deleted: clips, pictures and everything paid for stay.")+"\n\n"+
			lang.L("Thumbnails of deleted files are unused. The others are recreated when needed."),
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("All"), Kind: kit.Plain, Do: func() { w.clearThumbs(false) }},
		kit.Answer{Word: lang.L("Only unused ones"), Kind: kit.Primary, Do: func() { w.clearThumbs(true) }})
}

func (w *librarySection) clearThumbs(idle bool) {
	w.report(w.cleaned, lang.L("Cleaning up …"), resources.Text2)
	var freed folder.PartUsage
	w.host.run(func(ctx context.Context) (err error) {
		freed, err = w.host.Library.ClearThumbs(ctx, idle)
		return err
	}, func(err error) {
		switch n := freed.Files; {
		case err != nil:
			w.report(w.cleaned, lang.L("Not all could be cleaned up: %s", wording.Fault(err)), resources.Err)
		case n == 0:
			w.report(w.cleaned, lang.L("There was nothing to clean up."), resources.OK)
		default:
			w.report(w.cleaned, lang.N("%[1]s thumbnail deleted, %[2]s freed", "%[1]s thumbnails deleted, %[2]s freed",
				n, lang.Number(n), wording.Bytes(freed.Bytes)), resources.OK)
		}
		w.measureNow()
	})
}

// askEmpty asks whether to delete the items of the trash permanently.
func (w *librarySection) askEmpty() {
	n := w.stored.TrashItems
	w.host.ask(lang.N("Delete %s item permanently?", "Delete %s items permanently?", n, lang.Number(n)),
		lang.L("This frees %s and cannot be undone. Costs stay in the ledger.", wording.Bytes(w.stored.TrashBytes)),
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.N("Delete %s item permanently", "Delete %s items permanently", n, lang.Number(n)),
			Kind: kit.Danger,
			Do:   w.emptyTrash})
}

func (w *librarySection) emptyTrash() {
	w.host.Do(lang.L("The trash could not be emptied."), func(ctx context.Context) error {
		_, err := w.host.Library.EmptyTrash(ctx)
		w.host.Post(w.measureNow)
		w.host.RefreshAll()
		return err
	})
}

// figure is the size of one kind of files.
type figure struct {
	what  string
	use   folder.PartUsage
	means string
}

// figuresOf returns the sizes by kind; the last one is their total.
func figuresOf(u folder.Usage) []figure {
	all := []figure{
		{lang.L("Clips and pictures"), u.Files, ""},
		{lang.L("Trash"), u.Trash, ""},
		{lang.L("Thumbnails"), u.Thumbs, lang.L("can be recreated")},
		{lang.L("Downloading"), u.Incoming, lang.L("leftovers are removed at startup")},
		{lang.L("Pictures that jobs sent"), u.Inputs, lang.L("so that jobs can be sent again")},
		{lang.L("Backups of the database"), u.Backups, lang.L("the newest ones are kept")},
		{lang.L("Database"), u.Database, ""},
		{lang.L("Sidecars"), u.Sidecars, lang.L("settings of each file")},
	}
	var total folder.PartUsage
	for _, f := range all {
		total.Files += f.use.Files
		total.Bytes += f.use.Bytes
	}
	all = slices.DeleteFunc(all, func(f figure) bool { return f.use.Files == 0 })
	return append(all, figure{lang.L("Total"), total, ""})
}

// trashWord returns how long the trash keeps items.
func trashWord(days int) string {
	switch days {
	case 0:
		return lang.L("never")
	case 365:
		return lang.L("a year")
	}
	return lang.N("%d day", "%d days", days, days)
}

// sweepWords returns the result of a check of the library, and what to do about it. good: there is nothing to do.
func sweepWords(r db.SweepReport) (words string, good bool) {
	var parts []string
	if n := len(r.Repaired); n > 0 {
		parts = append(parts, lang.N("%s file left half-moved by a crash was restored.",
			"%s files left half-moved by a crash were restored.", n, lang.Number(n)))
	}
	if n := len(r.Missing); n > 0 {
		parts = append(parts, lang.N("%s file is missing from the folder. Put it back, or delete the item.",
			"%s files are missing from the folder. Put them back, or delete the items.", n, lang.Number(n)))
	}
	if n := len(r.Files); n > 0 {
		const most = 3
		names := slices.Clone(r.Files[:min(n, most)])
		if more := n - most; more > 0 {
			names = append(names, lang.N("%s more", "%s more", more, lang.Number(more)))
		}
		parts = append(parts, lang.N("%[1]s file in the folder is not in the library: %[2]s. Rebuild to add it.",
			"%[1]s files in the folder are not in the library: %[2]s. Rebuild to add them.", n, lang.Number(n),
			wording.List(names)))
	}
	half := slices.DeleteFunc(slices.Clone(r.Leftovers), func(p string) bool {
		return strings.HasPrefix(p, folder.Incoming+"/") && !strings.Contains(p, ".part")
	})
	if n := len(r.Leftovers) - len(half); n > 0 {
		parts = append(parts, lang.N("%s download is kept in the folder incoming, as it was delivered (.refused: damaged).",
			"%s downloads are kept in the folder incoming, as they were delivered (.refused: damaged).", n,
			lang.Number(n)))
	}
	if n := len(half); n > 0 {
		parts = append(parts, lang.N("%s leftover of interrupted work is removed at the next start.",
			"%s leftovers of interrupted work are removed at the next start.", n, lang.Number(n)))
	}
	good = len(r.Missing)+len(r.Files) == 0
	if good {
		parts = append([]string{lang.L("No problems found: no file is missing or unknown.")}, parts...)
	}
	return strings.Join(parts, " "), good
}
