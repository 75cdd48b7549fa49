package settings

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Library is what the place tells about the library, and does with it. *db.Library is one. All but Dir is called off the
// window's goroutine.
type Library interface {
	Dir() string
	Storage(ctx context.Context) (db.Storage, error)
	Usage(ctx context.Context) (db.Usage, error)
	ClearThumbs(ctx context.Context, idle bool) (db.Use, error)
	Sweep(ctx context.Context) (db.SweepReport, error)
	TrashDays(ctx context.Context) (int, error)
	SetTrashDays(ctx context.Context, days int) error
	EmptyTrash(ctx context.Context) (int, error)
}

// measureAgain is how old figures of the folder may get while the place is updated: they need a walk through all of it.
const measureAgain = 10 * time.Minute

// folderWidth is the width of the field with the library's folder, px.
const folderWidth = 320

// trashDays are the choices of how long the trash keeps what is in it; 0: until a person empties it.
var trashDays = []int{7, 30, 90, 365, 0}

// libraryWing is the section on the library: its folder, what it takes up, its trash, and whether it is in order.
type libraryWing struct {
	s *Screen

	folder  *widgets.Text
	storage *widgets.Text
	figures *fyne.Container
	measure *widgets.Button
	cleanUp *widgets.Button
	cleaned *widgets.Text
	trash   *widgets.Picker
	kept    *widgets.Text
	empty   *widgets.Button
	check   *widgets.Button
	checked *widgets.Text
	content fyne.CanvasObject

	usage     *db.Usage // nil: not measured yet
	stored    db.Storage
	measured  time.Time
	measuring bool
}

func newLibraryWing(s *Screen) *libraryWing {
	w := &libraryWing{s: s}
	w.folder = widgets.NewText("", resources.SizeSM, resources.Text1, false).Mono().Ellipsis()
	w.storage = note("")
	place := widgets.NewCard(widgets.NewRow(8, widgets.NewIcon(resources.IconFolder(), 16, resources.Text2), w.folder, widgets.NewSpring()))
	w.figures = widgets.NewColumn(4)
	w.measure = widgets.NewButton(lang.L("Measure again"), resources.IconRefresh(), widgets.Quiet, func() { w.measureNow() })
	w.cleanUp = widgets.NewButton(lang.L("Clean up…"), nil, widgets.Plain, w.askCleanUp)
	w.cleaned = note("").Wrap(true)
	titles := make([]string, len(trashDays))
	for i, days := range trashDays {
		titles[i] = trashWord(days)
	}
	w.trash = widgets.NewSimplePicker(titles, func(i int) { w.keepTrash(trashDays[i]) })
	w.kept = note("").Wrap(true)
	w.empty = widgets.NewButton(lang.L("Empty the trash…"), nil, widgets.Plain, w.askEmpty)
	w.check = widgets.NewButton(lang.L("Check the library"), nil, widgets.Plain, w.checkNow)
	w.checked = note(lang.L("whether every file is there and every file is known; changes nothing")).Wrap(true)
	w.content = widgets.NewColumn(12, heading(lang.L("Library")),
		field(lang.L("Library folder"), widgets.NewFlow(8, widgets.NewFixed(folderWidth, 0, place),
			widgets.NewButton(lang.L("Move…"), nil, widgets.Plain, s.deps.OnMove),
			widgets.NewIconButton(resources.IconFolderOpen(), lang.L("Show in file manager"), s.deps.OnFolder), widgets.NewFixed(0, firstLine, w.storage))),
		field(lang.L("On the disk"), widgets.NewInset(5, 0, 0, 0, widgets.NewColumn(8, w.figures, widgets.NewRow(8, w.cleanUp, w.measure, w.cleaned)))),
		field(lang.L("Trash keeps things"), widgets.NewRow(12, w.trash, w.empty, w.kept)),
		field(lang.L("In order?"), widgets.NewRow(12, w.check, w.checked)),
		field(lang.L("Database"), widgets.NewRow(12,
			widgets.NewButton(lang.L("Rebuild the database from the files…"), nil, widgets.Plain, s.deps.OnRebuild),
			note(lang.L("for when it and the folder do not agree; asks first")).Wrap(true))))
	return w
}

// show swaps in what was read.
func (w *libraryWing) show(a answer) {
	w.stored = a.storage
	w.folder.SetText(w.s.deps.Library.Dir())
	words := lang.N("%[1]s item, %[2]s", "%[1]s items, %[2]s", a.storage.Items, lang.Number(a.storage.Items), wording.Bytes(a.storage.Bytes))
	if a.storage.FreeKnown {
		words = lang.X("list", "%s, %s", words, lang.L("%s free", wording.Bytes(a.storage.Free)))
	}
	w.storage.SetText(words)
	at := -1
	for i, days := range trashDays {
		if days == a.trashDays {
			at = i
		}
	}
	w.trash.SetSelected(at)
	if at < 0 {
		w.trash.SetPlaceholder(trashWord(a.trashDays))
	}
	w.kept.SetText(lang.X("state", "empty"))
	if a.storage.TrashItems > 0 {
		w.kept.SetText(lang.N("in it: %[1]s item, %[2]s", "in it: %[1]s items, %[2]s", a.storage.TrashItems, lang.Number(a.storage.TrashItems), wording.Bytes(a.storage.TrashBytes)))
	}
	switchOn(w.empty, a.storage.TrashItems > 0)
	w.fill()
	w.content.Refresh() // the words beside the folder may stand below it now
}

// fill shows the figures by kind.
func (w *libraryWing) fill() {
	if w.usage == nil {
		w.figures.Objects = []fyne.CanvasObject{note(lang.L("Measuring …"))}
		w.cleanUp.Disable()
		return
	}
	var rows []fyne.CanvasObject
	all := figuresOf(*w.usage)
	for i, f := range all {
		sum := i == len(all)-1
		rows = append(rows, container.New(&widgets.Columns{Gap: 12, Columns: []widgets.Column{{Width: 200}, {Width: 96}, {Width: 80}, {Width: 140, Grow: true}}},
			widgets.NewText(f.what, resources.SizeBody, resources.Text1, sum).Wrap(true),
			widgets.NewText(f.files, resources.SizeBody, resources.Text2, false).Trailing(),
			widgets.NewText(wording.Bytes(f.bytes), resources.SizeBody, resources.Text1, sum).Trailing(),
			note(f.means).Wrap(true)))
	}
	w.figures.Objects = rows
	w.s.follower.Follow(w.figures)
	switchOn(w.cleanUp, w.usage.Thumbs.Files > 0)
}

// measureDue reports whether the figures are old; then they count as being measured.
func (w *libraryWing) measureDue(now time.Time) bool {
	if w.measuring || w.usage != nil && now.Sub(w.measured) < measureAgain {
		return false
	}
	w.measuring = true
	return true
}

// measureNow walks through the folder. Window's goroutine.
func (w *libraryWing) measureNow() {
	if w.measuring {
		return
	}
	w.measuring = true
	w.measure.Disable()
	w.s.deps.Go(w.measureIt)
}

// measureIt is measureNow off the window's goroutine.
func (w *libraryWing) measureIt(ctx context.Context) {
	u, err := w.s.deps.Library.Usage(ctx)
	now := w.s.deps.Now()
	w.s.deps.Post(func() {
		w.measuring = false
		w.measure.Enable()
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			w.figures.Objects = []fyne.CanvasObject{note(lang.L("It cannot be measured: %s", wording.Fault(err))).Wrap(true)}
		} else {
			w.usage, w.measured = &u, now
			w.fill()
		}
		w.s.content.Refresh() // what is below moves
	})
}

func (w *libraryWing) keepTrash(days int) {
	w.s.deps.Do(lang.L("Could not save how long the trash keeps things."), func(ctx context.Context) error {
		defer w.s.deps.Refresh()
		return w.s.deps.Library.SetTrashDays(ctx, days)
	})
}

// checkNow compares the folder with the database.
func (w *libraryWing) checkNow() {
	w.check.Disable()
	w.say(w.checked, lang.L("Looking through the folder …"), resources.Text2)
	w.s.deps.Go(func(ctx context.Context) {
		r, err := w.s.deps.Library.Sweep(ctx)
		w.s.deps.Post(func() {
			w.check.Enable()
			if err != nil {
				w.say(w.checked, lang.L("It could not be checked: %s", wording.Fault(err)), resources.Err)
				return
			}
			words, good := sweepWords(r)
			color := resources.Warn
			if good {
				color = resources.OK
			}
			w.say(w.checked, words, color)
		})
	})
}

func (w *libraryWing) say(t *widgets.Text, words string, color fyne.ThemeColorName) {
	t.SetText(words)
	t.SetColor(color)
	w.s.content.Refresh() // what is below moves
}
