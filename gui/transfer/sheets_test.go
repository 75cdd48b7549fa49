package transfer

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"viviscope/client/transfer"
	"viviscope/client/transfer/transfertest"
	"viviscope/db"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/resources"
)

// desk is a window with the sheets over it. Work runs at once.
type desk struct {
	Deps
	host *actiontest.Host
	nav  *actiontest.Nav
	win  fyne.Window
}

func newDesk(t *testing.T, lib *db.Library) *desk {
	t.Helper()
	apptest.New(t, resources.Theme(resources.Dark))
	k := &desk{win: test.NewTempWindow(t, container.NewStack()), nav: &actiontest.Nav{}}
	k.win.Resize(fyne.NewSize(1120, 720))
	k.host = &actiontest.Host{On: k.win.Canvas(), Clock: func() time.Time { return transfertest.Noon }}
	k.Deps = Deps{Host: k.host, Viewer: k.nav, Chooser: k.nav, Navigator: k.nav, Library: lib, Posters: noFaces{},
		Folder: t.TempDir()}
	return k
}

func (k *desk) lastExport(t *testing.T) (last transfer.ExportOptions) {
	if _, err := k.Library.Setting(t.Context(), settingExport, &last); err != nil {
		t.Error(err)
	}
	return last
}

func (k *desk) words() string {
	return strings.Join(apptest.Texts(k.win.Canvas().Overlays().Top()), "|")
}

func (k *desk) tap(t *testing.T, word string) {
	t.Helper()
	apptest.Press(t, k.win.Canvas().Overlays().Top(), word)
}

func (k *desk) toggles() (all []*kit.Toggle) {
	for _, o := range apptest.Visible(k.win.Canvas().Overlays().Top()) {
		if b, ok := o.(*kit.Toggle); ok {
			all = append(all, b)
		}
	}
	return all
}

func TestTheImportSheetGoesFromQuestionToReport(t *testing.T) {
	lib, dir := transfertest.Open(t), t.TempDir()
	transfertest.Write(t, transfertest.PNG(t, 1), dir, "a.png")
	transfertest.Write(t, []byte("x"), dir, "b.txt")
	k := newDesk(t, lib)
	ShowImport(k.Deps, []string{dir})
	if got := k.words(); !strings.Contains(got, dir) ||
		!strings.Contains(got, "1 picture or clip found, 214 B, 1 other file") {
		t.Error(got)
	}
	ShowImport(k.Deps, []string{dir}) // asked twice
	k.tap(t, "Import")
	if got := k.words(); !strings.Contains(got, "1 imported, 1 skipped: not a supported picture or clip.") ||
		!strings.Contains(got, "b.txt: not a supported") || k.host.Refreshed != 1 {
		t.Errorf("%s, %d", got, k.host.Refreshed)
	}
	k.tap(t, "Show imported")
	if !slices.Equal(k.nav.Told, []string{"show1"}) || k.win.Canvas().Overlays().Top() != nil {
		t.Errorf("%q", k.nav.Told)
	}
	ShowImport(k.Deps, []string{dir, filepath.Join(dir, "gone")})
	k.tap(t, "Import")
	if got := k.words(); !strings.Contains(got, "All files were already in the library") ||
		!strings.Contains(got, "gone: it no longer exists") {
		t.Error(got)
	}
	k.tap(t, "Close")
	ShowImport(k.Deps, []string{dir})
	k.tap(t, "Cancel")
	if k.win.Canvas().Overlays().Top() != nil || k.host.Refreshed != 2 {
		t.Error("not closed, or imported")
	}
	ShowImport(k.Deps, []string{filepath.Join(dir, "b.txt")})
	buttons := apptest.Buttons(k.win.Canvas().Overlays().Top())
	if !buttons["Import"].Disabled() || k.win.Canvas().Focused() != buttons["Cancel"].(fyne.Focusable) {
		t.Error("where nothing is found, Import can be pressed, or Cancel has not the keyboard")
	}
}

// An import continues after its sheet is closed, and its outcome is shown as a notice.
func TestAClosedSheetWorksOn(t *testing.T) {
	lib, dir := transfertest.Open(t), t.TempDir()
	transfertest.Write(t, transfertest.PNG(t, 1), dir, "a.png")
	k := newDesk(t, lib)
	var later []func(context.Context)
	k.host.Worker = func(f func(context.Context)) { later = append(later, f) }
	ShowImport(k.Deps, []string{dir})
	k.tap(t, "Import")
	sheet := k.win.Canvas().Overlays().Top().(*kit.Sheet)
	sheet.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	for _, f := range later {
		f(t.Context())
	}
	if len(k.host.Said) != 1 || k.host.Said[0] != "Import: 1 imported." {
		t.Errorf("%q", k.host.Said)
	}
}

func TestTheExportSheetRemembersWhatWasChosen(t *testing.T) {
	lib, assets := transfertest.Gallery(t)
	k := newDesk(t, lib)
	folder := t.TempDir()
	k.nav.PickPath = folder
	ShowExport(k.Deps, assets)
	if got := k.words(); !strings.Contains(got, "Export 3 files") || !strings.Contains(got, "free there") {
		t.Error(got)
	}
	on := k.toggles()
	if len(on) != 2 || !on[0].On() || on[1].On() {
		t.Fatalf("%v", on)
	}
	test.Tap(on[1])
	k.tap(t, "Choose…")
	if on := k.toggles(); !on[1].On() {
		t.Error("what was chosen before is forgotten")
	}
	k.tap(t, "Export")
	if got := k.words(); !strings.Contains(got, "3 files") || !strings.Contains(got, folder) {
		t.Error(got)
	}
	k.tap(t, "Show in folder")
	if last := k.nav.Told[len(k.nav.Told)-1]; !strings.HasPrefix(last, "reveal "+folder+"/") {
		t.Error(last)
	}
	k.tap(t, "Close")
	want := transfer.ExportOptions{Folder: folder, Sidecars: true, Inside: true}
	if got := k.lastExport(t); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	ShowExport(k.Deps, assets)
	k.tap(t, "Export")
	if got := k.words(); !strings.Contains(got, "no longer exists") || !strings.Contains(got, "Sidecars") {
		t.Errorf("a failure leads back to the question: %s", got)
	}
}
