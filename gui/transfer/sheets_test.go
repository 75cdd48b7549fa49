package transfer

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// desk is a window with the sheets over it. Work runs at once.
type desk struct {
	Deps
	win    fyne.Window
	said   []string
	shown  []int64
	shows  int // updates of what shows assets
	reveal string
	pick   string
}

func newDesk(t *testing.T, lib *db.Library) *desk {
	t.Helper()
	apptest.New(t, resources.Theme(resources.Dark))
	k := &desk{win: test.NewTempWindow(t, container.NewStack())}
	k.win.Resize(fyne.NewSize(1120, 720))
	k.Deps = Deps{Importer: lib, Library: lib, Posters: painter{}, Dir: lib.Dir(),
		Canvas: func() fyne.Canvas { return k.win.Canvas() }, Post: func(f func()) { f() }, Now: func() time.Time { return noon },
		Go:        func(f func(context.Context)) { f(t.Context()) },
		Say:       func(_ bool, lead, rest string) { k.said = append(k.said, lead+" "+rest) },
		OnChanged: func() { k.shows++ }, OnShow: func(ids []int64) { k.shown = ids },
		OnChooseFolder: func(picked func(string)) { picked(k.pick) },
		OnReveal:       func(path string) error { k.reveal = path; return nil },
		Export:         Setting{Library: lib, Folder: t.TempDir()},
	}
	return k
}

func (k *desk) words() string {
	return strings.Join(apptest.Words(k.win.Canvas().Overlays().Top()), "|")
}

func (k *desk) tap(t *testing.T, word string) {
	t.Helper()
	apptest.Press(t, k.win.Canvas().Overlays().Top(), word)
}

func (k *desk) toggles() (all []*widgets.Toggle) {
	for _, o := range apptest.Seen(k.win.Canvas().Overlays().Top()) {
		if b, ok := o.(*widgets.Toggle); ok {
			all = append(all, b)
		}
	}
	return all
}

func TestTheImportSheetGoesFromQuestionToReport(t *testing.T) {
	lib, dir := open(t), t.TempDir()
	write(t, pngOf(t, 1), dir, "a.png")
	write(t, []byte("x"), dir, "b.txt")
	k := newDesk(t, lib)
	ShowImport(k.Deps, []string{dir})
	if got := k.words(); !strings.Contains(got, dir) || !strings.Contains(got, "1 picture or clip by their names") {
		t.Error(got)
	}
	ShowImport(k.Deps, []string{dir}) // asked twice
	k.tap(t, "Import")
	if got := k.words(); !strings.Contains(got, "1 imported, 1 is no picture or clip.") || k.shows != 1 {
		t.Errorf("%s, %d", got, k.shows)
	}
	k.tap(t, "Show them")
	if len(k.shown) != 1 || k.win.Canvas().Overlays().Top() != nil {
		t.Errorf("%v", k.shown)
	}
	ShowImport(k.Deps, []string{dir, filepath.Join(dir, "gone")})
	k.tap(t, "Import")
	if got := k.words(); !strings.Contains(got, "All of it was here already") || !strings.Contains(got, "gone: it is gone") {
		t.Error(got)
	}
	k.tap(t, "Close")
	ShowImport(k.Deps, []string{dir})
	k.tap(t, "Cancel")
	if k.win.Canvas().Overlays().Top() != nil || k.shows != 2 {
		t.Error("not closed, or imported")
	}
}

// Closed while it works, an import goes on and says elsewhere what came of it.
func TestAClosedSheetWorksOn(t *testing.T) {
	lib, dir := open(t), t.TempDir()
	write(t, pngOf(t, 1), dir, "a.png")
	k := newDesk(t, lib)
	var later []func(context.Context)
	k.Go = func(f func(context.Context)) { later = append(later, f) }
	ShowImport(k.Deps, []string{dir})
	k.tap(t, "Import")
	sheet := k.win.Canvas().Overlays().Top().(*widgets.Sheet)
	sheet.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	for _, f := range later {
		f(t.Context())
	}
	if len(k.said) != 1 || k.said[0] != "Import: 1 imported." {
		t.Errorf("%v", k.said)
	}
}

func TestTheExportSheetRemembersWhatWasChosen(t *testing.T) {
	lib, assets := gallery(t)
	k := newDesk(t, lib)
	k.pick = t.TempDir()
	ShowExport(k.Deps, assets)
	if got := k.words(); !strings.Contains(got, "Export 3 files") || !strings.Contains(got, "free there") {
		t.Error(got)
	}
	on := k.toggles()
	if len(on) != 3 || !on[0].On() || on[1].On() || on[2].On() {
		t.Fatalf("%v", on)
	}
	test.Tap(on[1])
	test.Tap(on[2])
	k.tap(t, "Choose…")
	if on := k.toggles(); !on[1].On() || !on[2].On() {
		t.Error("what was chosen before is forgotten")
	}
	k.tap(t, "Export")
	if got := k.words(); !strings.Contains(got, "3 files") || !strings.Contains(got, "1 contact sheet") || !strings.Contains(got, k.pick) {
		t.Error(got)
	}
	k.tap(t, "Show in file manager")
	if filepath.Dir(k.reveal) != k.pick {
		t.Error(k.reveal)
	}
	k.tap(t, "Close")
	want := ExportChoice{Folder: k.pick, Sidecars: true, Inside: true, Sheets: true}
	if got := k.Export.LastExport(t.Context()); got != want {
		t.Errorf("%+v", got)
	}
	if err := os.RemoveAll(k.pick); err != nil {
		t.Fatal(err)
	}
	ShowExport(k.Deps, assets)
	k.tap(t, "Export")
	if got := k.words(); !strings.Contains(got, "not there any more") || !strings.Contains(got, "Sidecars") {
		t.Errorf("a failure leads back to the question: %s", got)
	}
}
