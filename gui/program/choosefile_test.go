package program

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/desktop"
	"viviscope/gui/widgets"
)

// chooser is a program that can ask for files, and no more.
func chooser(t *testing.T) (p *program, turns *apptest.Turns) {
	turns = apptest.NewTurns(t)
	p = &program{app: turns, window: test.NewTempWindow(t, container.NewStack()), life: t.Context()}
	p.window.Resize(fyne.NewSize(1120, 720))
	p.options.Log = slog.New(slog.DiscardHandler)
	p.enter(running)
	return p, turns
}

func until(t *testing.T, turns *apptest.Turns, what string, holds func() bool) {
	t.Helper()
	for !holds() {
		if t.Context().Err() != nil {
			t.Fatalf("waited in vain for %s", what)
		}
		turns.Turn()
	}
}

func TestOneQuestionForAFileIsOpenAtATime(t *testing.T) {
	portal := apptest.NewFilePortal(t)
	p, turns := chooser(t)
	var got []string
	nav{p}.ChooseFile(nil, func(path string) { got = append(got, "first "+path) })
	first := <-portal.Asked
	nav{p}.SaveFile("b.csv", func(path string) { got = append(got, "second "+path) })
	second := <-portal.Asked
	first.Answer(0, "file:///a")
	second.Answer(0, "file:///b.csv")
	until(t, turns, "what was chosen", func() bool { return len(got) > 0 })
	if !slices.Equal(got, []string{"second /b.csv"}) {
		t.Errorf("chosen: %q", got)
	}
}

// Where the desktop has no dialog, everything is chosen by keys.
func TestFilesAreChosenByKeysWithoutTheDesktop(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
	p, turns := chooser(t)
	dir := t.TempDir()
	for _, name := range []string{"clips", "Pictures", ".hidden"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.PNG", "b.txt", "Pictures/c.png"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var got string
	picked := func(paths []string) { got = strings.Join(paths, " ") }
	canvas := p.window.Canvas()
	var list *widgets.List
	ask := func(q desktop.FileQuestion, rows int) {
		t.Helper()
		got, p.chosenIn, q.Title = "", dir, "Choose"
		p.askFiles(q, picked)
		until(t, turns, "the sheet", func() bool { return canvas.Overlays().Top() != nil })
		list = apptest.Find[*widgets.List](canvas.Overlays().Top())[0]
		apptest.Named(t, canvas)
		until(t, turns, "what is in the folder", func() bool { return rowsOf(list) == rows })
	}
	press := func(names ...fyne.KeyName) {
		for _, name := range names {
			apptest.PressKey(canvas.Focused(), name)
		}
	}
	chosen := func(want string) {
		t.Helper()
		until(t, turns, want, func() bool { return canvas.Overlays().Top() == nil })
		if got != want {
			t.Errorf("chosen: %q, want %q", got, want)
		}
	}
	pictures := desktop.FileQuestion{Endings: []string{".png"}}
	ask(pictures, 4) // .., clips, Pictures, a.PNG
	test.Type(canvas.Focused(), "a")
	press(fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	chosen(filepath.Join(dir, "a.PNG"))

	ask(pictures, 4)
	test.Type(canvas.Focused(), "p")
	press(fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn) // into Pictures
	until(t, turns, "the other folder", func() bool { return rowsOf(list) == 2 })
	test.Type(canvas.Focused(), "c.png")
	press(fyne.KeyReturn)
	chosen(filepath.Join(dir, "Pictures", "c.png"))

	ask(pictures, 4)
	canvas.Focus(list)
	press(fyne.KeyDown, fyne.KeyDown, fyne.KeySpace) // into Pictures
	if canvas.Focused() != list {                    // a field would take the blank that the key types
		t.Error("the folder that Space opens takes the keyboard out of the list")
	}
	until(t, turns, "the other folder", func() bool { return rowsOf(list) == 2 })
	path := apptest.Find[*widgets.Entry](canvas.Overlays().Top())[0]
	path.SetText(" " + path.Text + "c.png ")
	canvas.Focus(path)
	press(fyne.KeyReturn)
	chosen(filepath.Join(dir, "Pictures", "c.png"))

	ask(pictures, 4)
	test.Type(canvas.Focused(), "none")
	press(fyne.KeyReturn)
	until(t, turns, "the reason", func() bool { return len(canvas.Overlays().List()) == 1 && says(canvas, "There is no such file.") })
	press(fyne.KeyEscape)
	chosen("")

	ask(desktop.FileQuestion{Folder: true}, 3)
	press(fyne.KeyReturn)
	chosen(dir)

	ask(desktop.FileQuestion{Save: "costs.csv"}, 3)
	press(fyne.KeyReturn)
	chosen(filepath.Join(dir, "costs.csv"))

	ask(desktop.FileQuestion{Save: "b.txt"}, 3)
	press(fyne.KeyReturn)
	until(t, turns, "the question", func() bool { return len(canvas.Overlays().List()) == 2 })
	press(fyne.KeyReturn) // the safe answer
	if len(canvas.Overlays().List()) != 1 || got != "" {
		t.Errorf("Enter replaces %q", got)
	}
	apptest.Find[*widgets.Entry](canvas.Overlays().Top())[0].SetText("choosefile_test.go")
	canvas.Focus(apptest.Find[*widgets.Entry](canvas.Overlays().Top())[0])
	press(fyne.KeyReturn) // where the program was started is no folder that a person sees
	until(t, turns, "the reason", func() bool { return len(canvas.Overlays().List()) == 1 && says(canvas, "There is no such folder.") })
	press(fyne.KeyEscape)
	chosen("")

	ask(desktop.FileQuestion{Many: true}, 5)
	canvas.Focus(list)
	press(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeySpace, fyne.KeyDown, fyne.KeySpace)
	canvas.Focus(apptest.Find[*widgets.Entry](canvas.Overlays().Top())[0])
	press(fyne.KeyReturn)
	chosen(filepath.Join(dir, "a.PNG") + " " + filepath.Join(dir, "b.txt"))

	create := func() {
		t.Helper()
		press(fyne.KeyReturn)
		until(t, turns, "the question", func() bool { return len(canvas.Overlays().List()) == 2 })
		press(fyne.KeyReturn)
	}
	ask(desktop.FileQuestion{Folder: true}, 3)
	test.Type(canvas.Focused(), "new/er")
	create()
	chosen(filepath.Join(dir, "new", "er"))

	ask(desktop.FileQuestion{Save: "costs.csv"}, 4)
	canvas.Focused().(*widgets.Entry).SetText(filepath.Join(dir, "2026", "costs.csv"))
	create()
	chosen(filepath.Join(dir, "2026", "costs.csv"))
	for _, made := range []string{"new/er", "2026"} {
		if !isFolder(filepath.Join(dir, made)) {
			t.Errorf("%s was not made", made)
		}
	}
}

func says(c fyne.Canvas, words string) bool {
	return slices.ContainsFunc(apptest.Find[*widgets.Text](c.Overlays().Top()), func(w *widgets.Text) bool { return w.Text() == words })
}

// rowsOf counts the rows of a list that is short enough to be in sight.
func rowsOf(l *widgets.List) int { return len(apptest.Find[*action.Row](l)) }
