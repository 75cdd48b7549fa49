package guide

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/apptest"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

func TestEachLanguageHasTheSameChapters(t *testing.T) {
	english, err := Read()
	if err != nil {
		t.Fatal(err)
	}
	if len(english) < 10 {
		t.Fatalf("the guide has %d chapters", len(english))
	}
	// Keys, code and lists are the same in each language, so that no chapter promises what another does not.
	shape := func(c Chapter) []string {
		out := regexp.MustCompile("`[^`]+`").FindAllString(c.Text, -1)
		slices.Sort(out) // languages order their words otherwise
		for line := range strings.Lines(c.Text) {
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
			chapters, err := Read()
			if err != nil {
				t.Fatal(err)
			}
			if len(chapters) != len(english) {
				t.Fatalf("%d chapters, English has %d", len(chapters), len(english))
			}
			for i, c := range chapters {
				if c.Title == "" || len(c.Text) < 40 {
					t.Errorf("chapter %d is empty: %q", i, c.Title)
				}
				if strings.Contains(c.Title+c.Text, "⌘") {
					t.Errorf("chapter %q has a sign that the letters of the window lack", c.Title)
				}
				if l.Tag != "en" && c.Text == english[i].Text {
					t.Errorf("chapter %q is English", c.Title)
				}
				if got, want := shape(c), shape(english[i]); !slices.Equal(got, want) {
					t.Errorf("chapter %q has the parts %q, in English %q", c.Title, got, want)
				}
			}
		})
	}
}

func TestSplitLeavesOutWhatStandsBeforeTheFirstChapter(t *testing.T) {
	got := split("# Guide\n\nnot a chapter\n\n## One\n\nfirst\n\n### not a mark\n## Two\n")
	want := []Chapter{{"One", "first\n\n### not a mark"}, {"Two", ""}}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheListTurnsThePages(t *testing.T) {
	apptest.New(t, resources.Theme(resources.Dark))
	w := test.NewTempWindow(t, widgets.NewGround(resources.BgWindow))
	w.Resize(fyne.NewSize(1120, 720))
	sheet := Show(w.Canvas(), []Chapter{{"One", "the first"}, {"Two", "the **second**"}})
	list, ok := w.Canvas().Focused().(*widgets.ChoiceList)
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
func shownText(o fyne.CanvasObject) string {
	said := ""
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if r, ok := o.(*widget.RichText); ok {
			said = r.String()
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
	return strings.TrimSpace(said)
}
