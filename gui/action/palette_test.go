package action

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"viviscope/gui/apptest"
	"viviscope/resources"
)

func actions() []Action {
	return []Action{
		{ID: "new", Group: "File", Label: "New request", Keys: KeysWith(ctrl, "N")},
		{ID: "generate", Group: "Job", Label: "Generate", Keys: KeysWith(ctrl, "Return")},
		{ID: "prompt", Group: "Job", Label: "Go to the prompt", Keys: KeysWith(ctrl, "L")},
		{ID: "pause", Group: "Job", Label: "Pause sending", Keys: KeysWith(ctrl, "P"), On: true},
		{ID: "earlier", Group: "Edit", Label: "Earlier prompts…", Keys: KeysWith(ctrl, "E")},
		{ID: "copy", Group: "Edit", Label: "Copy", Disabled: "No text field has the focus."},
		{ID: "request", Group: "Job", Label: "Copy request"},
		{ID: "seed", Group: "Job", Label: "New seed"},
		{ID: "search", Group: "画廊", Label: "搜索图片"},
	}
}

func ids(items []Action, at []int) (out []string) {
	for _, i := range at {
		out = append(out, items[i].ID)
	}
	return out
}

func TestWordsAndFirstLettersAreFound(t *testing.T) {
	for _, tc := range []struct{ query, want string }{
		{"", "new generate prompt pause earlier request seed search copy"},
		{"generate", "generate"},
		{"PROMPT", "earlier prompt"},
		{"gtp", "prompt"},
		{"gp", "prompt"},
		{"nr", "new generate"},
		{"new", "new seed"},
		{"req new", "new"},
		{"job seed", "seed pause"},
		{"sending", "pause"},
		{"sed", "seed pause"},
		{"copy", "request copy"},
		{"图片", "search"},
		{"zzz", ""},
		{"  ", "new generate prompt pause earlier request seed search copy"},
	} {
		if got := strings.Join(ids(actions(), Rank(actions(), nil, tc.query)), " "); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.query, got, tc.want)
		}
	}
}

func TestWhatWasUsedLastComesFirst(t *testing.T) {
	recent := []string{"seed", "gone", "pause"}
	if got := ids(actions(), Rank(actions(), recent, "")); !slices.Equal(got[:3], []string{"seed", "pause", "new"}) {
		t.Errorf("%v", got)
	}
	if got := ids(actions(), Rank(actions(), recent, "new")); !slices.Equal(got, []string{"seed", "new"}) {
		t.Errorf("two that fit equally: %v", got)
	}
	if got := ids(actions(), Rank(actions(), recent, "new request")); got[0] != "new" {
		t.Errorf("the better fit is not first: %v", got)
	}
}

// Whatever is typed, each item comes once at most, and a name is found by itself before all that fit it worse.
func TestANameFindsItself(t *testing.T) {
	all := actions()
	rapid.Check(t, func(t *rapid.T) {
		query := rapid.String().Draw(t, "query")
		got := Rank(all, nil, query)
		seen := map[int]bool{}
		for _, i := range got {
			if seen[i] {
				t.Fatalf("%q: %d comes twice", query, i)
			}
			seen[i] = true
		}
		i := rapid.IntRange(0, len(all)-1).Draw(t, "item")
		if all[i].Disabled != "" {
			return
		}
		if got := Rank(all, nil, all[i].Label); len(got) == 0 || got[0] != i {
			t.Fatalf("%q finds %v first", all[i].Label, got)
		}
	})
}

// open shows the palette in a window, with every command noting that it was done.
func open(t testing.TB, items []Action, recent []string) (p *Palette, c fyne.Canvas, done *[]string) {
	t.Helper()
	apptest.New(t, resources.Theme(resources.Dark))
	w := test.NewTempWindow(t, nil)
	w.Resize(fyne.NewSize(1120, 720))
	done = &[]string{}
	for i := range items {
		id := items[i].ID
		items[i].Do = func() { *done = append(*done, id) }
	}
	c = w.Canvas()
	return ShowPalette(c, items, recent, func(id string) { *done = append(*done, "chosen "+id) }), c, done
}

func typed(c fyne.Canvas, words string) {
	for _, r := range words {
		c.Focused().TypedRune(r)
	}
}

func press(c fyne.Canvas, names ...fyne.KeyName) {
	for _, n := range names {
		c.Focused().TypedKey(&fyne.KeyEvent{Name: n})
	}
}

// rowOf returns what shows a row of the palette.
func rowOf(t *testing.T, p *Palette, i int) *Row {
	t.Helper()
	for _, o := range test.LaidOutObjects(p.sheet) {
		if r, ok := o.(*Row); ok && r.AccessibilityLabel() == p.items[p.found[i]].Label {
			return r
		}
	}
	t.Fatalf("row %d is out of sight", i)
	return nil
}

func TestEnterDoesWhatIsChosen(t *testing.T) {
	p, c, done := open(t, actions(), nil)
	typed(c, "new")
	press(c, fyne.KeyDown, fyne.KeyReturn)
	if p.Shown() || !slices.Equal(*done, []string{"chosen seed", "seed"}) {
		t.Errorf("open: %v, done: %v", p.Shown(), *done)
	}
}

func TestArrowsStayAtTheEnds(t *testing.T) {
	p, c, _ := open(t, actions(), nil)
	press(c, fyne.KeyUp)
	if p.list.At() != 0 {
		t.Errorf("above the first: %d", p.list.At())
	}
	press(c, fyne.KeyPageDown, fyne.KeyPageDown, fyne.KeyDown)
	if p.list.At() != len(p.found)-1 {
		t.Errorf("below the last: %d", p.list.At())
	}
}

func TestEscClosesAndDoesNothing(t *testing.T) {
	p, c, done := open(t, actions(), nil)
	press(c, fyne.KeyEscape)
	if p.Shown() || len(*done) != 0 {
		t.Errorf("open: %v, done: %v", p.Shown(), *done)
	}
}

func TestWhatIsOffSaysWhyAndIsNotDone(t *testing.T) {
	p, c, done := open(t, actions(), nil)
	typed(c, "copy")
	press(c, fyne.KeyDown)
	cell := rowOf(t, p, p.list.At())
	if cell.aside.Text() != "No text field has the focus." {
		t.Errorf("it says %q", cell.aside.Text())
	}
	press(c, fyne.KeyReturn)
	if !p.Shown() || len(*done) != 0 {
		t.Errorf("open: %v, done: %v", p.Shown(), *done)
	}
}

func TestNothingFoundIsSaid(t *testing.T) {
	p, c, done := open(t, actions(), nil)
	typed(c, "qqq")
	if !p.empty.Visible() || p.empty.Text() == "" {
		t.Error("an empty list without a word")
	}
	press(c, fyne.KeyReturn, fyne.KeyDown)
	if !p.Shown() || len(*done) != 0 {
		t.Errorf("open: %v, done: %v", p.Shown(), *done)
	}
	p.search.SetText("")
	if p.empty.Visible() || len(p.found) != len(actions()) {
		t.Error("the list does not come back")
	}
}

// Tab moves nothing in the sheet when nothing was found.
func TestTabLeavesThePaletteInPlace(t *testing.T) {
	p, c, _ := open(t, actions(), nil)
	typed(c, "zzz")
	driver := fyne.CurrentApp().Driver()
	at := driver.AbsolutePositionForObject(p.search)
	for range 3 {
		c.FocusNext()
		if now := driver.AbsolutePositionForObject(p.search); now != at {
			t.Fatalf("Tab moves the content from %v to %v", at, now)
		}
	}
}

func TestAClickDoesIt(t *testing.T) {
	p, c, done := open(t, actions(), []string{"pause"})
	cell := rowOf(t, p, 0)
	if cell.mark.Word() != "on" {
		t.Error("a choice that is on does not say so")
	}
	test.TapCanvas(c, fyne.CurrentApp().Driver().AbsolutePositionForObject(cell).AddXY(20, 10))
	if p.Shown() || !slices.Equal(*done, []string{"chosen pause", "pause"}) {
		t.Errorf("open: %v, done: %v", p.Shown(), *done)
	}
}

func many() []Action {
	items := make([]Action, 200)
	for i := range items {
		items[i] = Action{ID: fmt.Sprint(i), Group: "Gallery", Label: fmt.Sprintf("Command number %d", i),
			Keys: KeysWith(ctrl|fyne.KeyModifierShift, "N")}
	}
	return items
}

// BenchmarkOpen must stay under 8 ms: it runs on the window's goroutine.
func BenchmarkOpen(b *testing.B) {
	p, c, _ := open(b, many(), nil)
	p.sheet.Hide()
	for b.Loop() {
		ShowPalette(c, p.items, nil, nil).sheet.Hide()
	}
}

// BenchmarkType is one letter in the field.
func BenchmarkType(b *testing.B) {
	p, _, _ := open(b, many(), nil)
	for b.Loop() {
		p.find("number 1")
	}
}
