package app

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
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/apptest"
	"viviscope/gui/desktop"
	"viviscope/gui/kit"
)

// chooser is a program that can ask for files, and no more.
func chooser(t *testing.T) (p *program, turns *apptest.QueueApp) {
	turns = apptest.NewQueueApp(t)
	p = &program{app: turns, window: test.NewTempWindow(t, container.NewStack()), life: t.Context()}
	p.window.Resize(fyne.NewSize(1120, 720))
	p.options.Log = slog.New(slog.DiscardHandler)
	p.enter(running)
	return p, turns
}

func until(t *testing.T, turns *apptest.QueueApp, what string, holds func() bool) {
	t.Helper()
	for !holds() {
		if t.Context().Err() != nil {
			t.Fatalf("waited in vain for %s", what)
		}
		turns.RunNext()
	}
}

func TestOneQuestionForAFileIsOpenAtATime(t *testing.T) {
	portal := apptest.NewFilePortal(t)
	p, turns := chooser(t)
	var got []string
	choosing{p}.ChooseFile(nil, func(path string) { got = append(got, "first "+path) })
	first := <-portal.Requests
	choosing{p}.SaveFile("b.csv", func(path string) { got = append(got, "second "+path) })
	second := <-portal.Requests
	first.Answer(0, "file:///a")
	second.Answer(0, "file:///b.csv")
	until(t, turns, "what was chosen", func() bool { return len(got) > 0 })
	if !slices.Equal(got, []string{"second /b.csv"}) {
		t.Errorf("chosen: %q", got)
	}
}

// Where the desktop has no dialog, the toolkit's own is shown.
func TestFilesAreChosenWithoutTheDesktop(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
	p, turns := chooser(t)
	dir := t.TempDir()
	for _, name := range []string{"a.PNG", "b.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var got string
	canvas := p.window.Canvas()
	ask := func(q desktop.FileQuestion) {
		t.Helper()
		got, p.chosenIn, q.Title = "", dir, "Which one?"
		p.askFiles(q, func(paths []string) { got = strings.Join(paths, " ") })
		until(t, turns, "the dialog", func() bool { return dialogOver(canvas) })
		if words := labels(canvas); !slices.Contains(words, "Which one?") {
			t.Errorf("the dialog has %q", words)
		}
	}
	press := func(word string) {
		t.Helper()
		for _, b := range apptest.Find[*widget.Button](canvas.Overlays().Top()) {
			if b.Text == word {
				test.Tap(b)
				return
			}
		}
		t.Fatalf("no button %q in %q", word, labels(canvas))
	}
	chosen := func(want string) {
		t.Helper()
		until(t, turns, want, func() bool { return canvas.Overlays().Top() == nil && (got != "" || want == "") })
		if got != want {
			t.Errorf("chosen: %q, want %q", got, want)
		}
	}
	files := func() *widget.List { // the other one has places such as Home
		lists := apptest.Find[*widget.List](canvas.Overlays().Top())
		return lists[len(lists)-1]
	}

	ask(desktop.FileQuestion{Endings: []string{".png"}})
	if n := files().Length(); n != 2 { // and the folder above
		t.Errorf("%d files are offered", n)
	}
	files().Select(1)
	press("Choose")
	chosen(filepath.Join(dir, "a.PNG"))

	ask(desktop.FileQuestion{Many: true})
	if n := files().Length(); n != 3 {
		t.Errorf("%d files are offered", n)
	}
	press("Cancel")
	chosen("")

	field := widget.NewEntry()
	p.window.SetContent(field)
	canvas.Focus(field)
	ask(desktop.FileQuestion{Folder: true})
	press("Choose")
	if canvas.Focused() != nil {
		t.Error("the Space that presses a button is typed into the field behind")
	}
	chosen(dir)
	if canvas.Focused() != field {
		t.Errorf("%T has the keyboard, and not the field that had it before", canvas.Focused())
	}

	for name, word := range map[string]string{"costs.csv": "", "b.txt": "Replace"} {
		ask(desktop.FileQuestion{Save: name})
		press("Choose")
		until(t, turns, "the name", func() bool { _, sheet := canvas.Overlays().Top().(*kit.Sheet); return sheet })
		apptest.PressKey(canvas.Focused(), fyne.KeyReturn)
		if word != "" {
			until(t, turns, "the question", func() bool {
				return apptest.Buttons(canvas.Overlays().Top())[word] != nil
			})
			apptest.PressKey(canvas.Focused(), fyne.KeyReturn) // the safe answer
			chosen("")
			continue
		}
		chosen(filepath.Join(dir, name))
	}
	if data, err := os.ReadFile(filepath.Join(dir, "b.txt")); err != nil || string(data) != "b.txt" {
		t.Errorf("the file that was there: %q, %v", data, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "costs.csv")); err == nil {
		t.Error("choosing a name has made the file")
	}

	ask(desktop.FileQuestion{Folder: true})
	first := canvas.Overlays().Top()
	p.askFiles(desktop.FileQuestion{Folder: true, Title: "Another one?"}, func([]string) {})
	until(t, turns, "the next question", func() bool { return dialogOver(canvas) && canvas.Overlays().Top() != first })
	if len(canvas.Overlays().List()) != 1 {
		t.Errorf("%d dialogs are open", len(canvas.Overlays().List()))
	}
}

// dialogOver reports whether a dialog of the toolkit lies over the window.
func dialogOver(c fyne.Canvas) bool {
	top := c.Overlays().Top()
	_, sheet := top.(*kit.Sheet)
	return top != nil && !sheet
}

// labels are the words of the toolkit's labels in what lies over the window.
func labels(c fyne.Canvas) (words []string) {
	for _, l := range apptest.Find[*widget.Label](c.Overlays().Top()) {
		words = append(words, l.Text)
	}
	return words
}
