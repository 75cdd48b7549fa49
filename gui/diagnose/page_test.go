package diagnose

import (
	"context"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// window makes a window of a test with the program's look.
func window(t *testing.T) fyne.Window {
	t.Helper()
	app := apptest.New(t, resources.Theme(resources.Dark))
	w := app.NewWindow("")
	w.Resize(fyne.NewSize(1120, 720))
	t.Cleanup(w.Close)
	return w
}

// Each answer is shown when it comes, also while another check waits, and answers of an earlier look are dropped.
func TestAnswersAreShownAsTheyCome(t *testing.T) {
	var posts []func()
	var works []func(context.Context)
	found := Finding{State: Fine, Words: "first"}
	copied := ""
	p := &Page{
		Canvas: window(t).Canvas(), Post: func(f func()) { posts = append(posts, f) }, Go: func(f func(context.Context)) { works = append(works, f) },
		Checks: []Check{Fact("Program", "Version", "Viviscope 1"), {"Keys", "Keychain", func(context.Context) Finding { return found }}},
		Copy:   func(text string) { copied = text }, OnLog: func() {},
	}
	sheet := p.Show()
	if p.rows[0].words.Text() != "looking…" || !p.again.Disabled() {
		t.Errorf("before: %q", p.rows[0].words.Text())
	}
	serial(p, works[0])
	late := posts
	posts = nil
	p.look() // again, before the answers of the first time arrive
	found = Finding{State: Wrong, Words: "second", Advice: "unlock it"}
	serial(p, works[1])
	for _, f := range append(late, posts...) {
		f()
	}
	if p.rows[1].words.Text() != "second" || !p.rows[1].advice.Visible() || p.rows[0].advice.Visible() || p.again.Disabled() {
		t.Errorf("after: %q, advice %v", p.rows[1].words.Text(), p.rows[1].advice.Visible())
	}
	p.Copy(p.text())
	if want := "Program\n       Version: Viviscope 1\nKeys\n  BAD  Keychain: second\n       unlock it\n"; copied != want {
		t.Errorf("copied %q, want %q", copied, want)
	}
	sheet.Hide()
}

// serial runs the work of a look; its posts may come in any order, which the page does not mind.
func serial(p *Page, work func(context.Context)) {
	queue := make(chan func(), 16)
	post := p.Post
	p.Post = func(f func()) { queue <- f }
	work(context.Background())
	p.Post = post
	close(queue)
	for f := range queue {
		post(f)
	}
}

func TestACopyHoldsNoSecret(t *testing.T) {
	checks := []Check{Fact("Network", "Service", ""), Fact("Folders", "Library", "")}
	text := report(checks, []*Finding{
		{State: Wrong, Words: "https://u:hush@api.example.com/v1?signature=abc refused Bearer sk-abcdef123456"},
		{Words: "/home/ann/Pictures/Viviscope"},
	}, "/home/ann")
	for _, secret := range []string{"hush", "signature", "sk-abcdef", "/home/ann"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q stands in\n%s", secret, text)
		}
	}
	if !strings.Contains(text, "https://api.example.com/…") || !strings.Contains(text, "~/Pictures/Viviscope") {
		t.Error(text)
	}
}

func TestALongTextIsShownAndCopied(t *testing.T) {
	w := window(t)
	copied, done := "", ""
	sheet := Text{Title: "Log", Words: "where it is", Body: strings.Repeat("line\n", 4000), End: true, Copy: func(s string) { copied = s },
		Actions: []action.Action{{Label: "Discard", Do: func() { done += "discard" }}}}.Show(w.Canvas())
	if size := sheet.MinSize(); size.Height > 720 {
		t.Errorf("%v does not fit into the least window", size)
	}
	tapWord(t, w, "Copy all")
	tapWord(t, w, "Discard")
	if len(copied) != 20000 || done != "discard" {
		t.Errorf("copied %d bytes, done %q", len(copied), done)
	}
}

// tapWord taps the button of a word in what lies over the window.
func tapWord(t *testing.T, w fyne.Window, word string) {
	t.Helper()
	var found *widgets.Button
	var look func(o fyne.CanvasObject)
	look = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *widgets.Button:
			if o.Text() == word {
				found = o
			}
		case *fyne.Container:
			for _, child := range o.Objects {
				look(child)
			}
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				look(child)
			}
		}
	}
	look(w.Canvas().Overlays().Top())
	if found == nil {
		t.Fatalf("no button %q", word)
	}
	test.Tap(found)
}
