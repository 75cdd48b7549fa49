package app

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// sheetWindow makes a window of a test with the program's look.
func sheetWindow(t *testing.T) fyne.Window {
	t.Helper()
	app := apptest.New(t, resources.Theme(resources.Dark))
	w := app.NewWindow("")
	w.Resize(fyne.NewSize(1120, 720))
	t.Cleanup(w.Close)
	return w
}

func TestALongTextIsShownAndCopied(t *testing.T) {
	w := sheetWindow(t)
	done, host := "", &actiontest.Host{On: w.Canvas()}
	sheet := showText(host, "Log", "where it is", strings.Repeat("line\n", 4000), true,
		action.Action{Label: "Discard", Do: func() {
			done += "discard"
		}})
	if size := sheet.MinSize(); size.Height > 720 {
		t.Errorf("%v does not fit into the least window", size)
	}
	tapWord(t, w, "Copy all")
	tapWord(t, w, "Discard")
	if len(host.Clipboard) != 20000 || done != "discard" {
		t.Errorf("copied %d bytes, done %q", len(host.Clipboard), done)
	}
}

// The sandbox takes local pictures as frames, so its sheet has no text about web addresses and uploads.
func TestLastFrameSheetOfTheSandboxMentionsNoUpload(t *testing.T) {
	p := startOn(t, "/old")
	for name, c := range map[string]struct {
		profile db.Profile
		uploads bool
	}{
		"sandbox": {db.Profile{Sandbox: true}, false},
		"hosting": {db.Profile{Hosting: []byte(`{"kind":"s3"}`)}, true},
	} {
		sheet := creating{p}.askLastFrame(db.Asset{}, c.profile)
		texts := strings.Join(apptest.Texts(p.window.Canvas().Overlays().Top()), "\n")
		for _, words := range []string{"by web address only", "Uploaded to the image host"} {
			if strings.Contains(texts, words) != c.uploads {
				t.Errorf("%s: %q, shown %v: %s", name, words, !c.uploads, texts)
			}
		}
		if !strings.Contains(texts, "Use as first frame") {
			t.Errorf("%s: no way to use it: %s", name, texts)
		}
		sheet.Hide()
	}
}

// tapWord taps the button of a word in what lies over the window.
func tapWord(t *testing.T, w fyne.Window, word string) {
	t.Helper()
	var found *kit.Button
	var look func(o fyne.CanvasObject)
	look = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *kit.Button:
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

func TestEveryTextOfTheSheetsIsTranslated(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	w := sheetWindow(t)
	host := &actiontest.Host{On: w.Canvas(), Worker: func(func(context.Context)) {}}
	showText(host, "Log", "where", "line", false)
	for _, text := range langtest.Untranslated(w.Canvas(), "Log where line") {
		t.Errorf("%q", text)
	}
}

func TestEachLanguageHasTheSameChapters(t *testing.T) {
	english, err := readGuide()
	if err != nil {
		t.Fatal(err)
	}
	if len(english) < 10 {
		t.Fatalf("the guide has %d chapters", len(english))
	}
	// Keys, code and lists are the same in each language, so that no chapter promises what another does not.
	shape := func(c chapter) []string {
		out := regexp.MustCompile("`[^`]+`").FindAllString(c.text, -1)
		slices.Sort(out) // languages order their words otherwise
		for line := range strings.Lines(c.text) {
			if strings.HasPrefix(line, "- ") || regexp.MustCompile(`^\d+\. `).MatchString(line) {
				out = append(out, line[:2])
			}
		}
		return out
	}
	for _, l := range lang.Languages() {
		t.Run(l.Tag, func(t *testing.T) {
			if err := lang.Use(l.Tag); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = lang.Use("en") })
			chapters, err := readGuide()
			if err != nil {
				t.Fatal(err)
			}
			if len(chapters) != len(english) {
				t.Fatalf("%d chapters, English has %d", len(chapters), len(english))
			}
			for i, c := range chapters {
				if c.title == "" || len(c.text) < 40 {
					t.Errorf("chapter %d is empty: %q", i, c.title)
				}
				if strings.Contains(c.title+c.text, "⌘") {
					t.Errorf("chapter %q has a sign that the letters of the window lack", c.title)
				}
				if l.Tag != "en" && c.text == english[i].text {
					t.Errorf("chapter %q is English", c.title)
				}
				if got, want := shape(c), shape(english[i]); !slices.Equal(got, want) {
					t.Errorf("chapter %q has the parts %q, in English %q", c.title, got, want)
				}
			}
		})
	}
}

func TestTheGuideLeavesOutWhatStandsBeforeTheFirstChapter(t *testing.T) {
	got := splitGuide("# Guide\n\nnot a chapter\n\n## One\n\nfirst\n\n### not a mark\n## Two\n")
	want := []chapter{{"One", "first\n\n### not a mark"}, {"Two", ""}}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAListWithoutBlanksBeginsBesideItsMark(t *testing.T) {
	langtest.Use(t, "ja")
	w, words := sheetWindow(t), strings.Repeat("あ", 100)
	height := func(text string) float32 {
		return chapterText(showChapters(w.Canvas(), []chapter{{"One", text}})).MinSize().Height
	}
	if list, two := height("- "+words), height("- a\n- b"); list > two {
		t.Errorf("two lines of a list are %v high, want %v", list, two)
	}
}

func TestTheListTurnsThePages(t *testing.T) {
	apptest.New(t, resources.Theme(resources.Dark))
	w := test.NewTempWindow(t, kit.NewGround(resources.BgWindow))
	w.Resize(fyne.NewSize(1120, 720))
	sheet := showChapters(w.Canvas(), []chapter{{"One", "the first"}, {"Two", "the **second**"}})
	list, ok := w.Canvas().Focused().(*kit.ChoiceList)
	if !ok {
		t.Fatalf("%T has the keyboard", w.Canvas().Focused())
	}
	if got := shownText(sheet); got != "the first" {
		t.Errorf("it opens with %q", got)
	}
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if got := shownText(sheet); got != "the second" {
		t.Errorf("the next chapter shows %q", got)
	}
	sheet.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if sheet.Shown() {
		t.Error("Esc does not close it")
	}
}

// shownText is what the chapter in sight says.
func shownText(o fyne.CanvasObject) string { return strings.TrimSpace(chapterText(o).String()) }

func chapterText(o fyne.CanvasObject) (text *widget.RichText) {
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if r, ok := o.(*widget.RichText); ok {
			text = r
			return
		}
		switch o := o.(type) {
		case *fyne.Container:
			for _, c := range o.Objects {
				walk(c)
			}
		case fyne.Widget:
			for _, c := range test.WidgetRenderer(o).Objects() {
				walk(c)
			}
		}
	}
	walk(o)
	return text
}
