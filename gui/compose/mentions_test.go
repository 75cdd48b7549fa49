package compose

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/cast"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
)

// newCastFixture opens the composer with an edit and a cast of three.
func newCastFixture(t *testing.T) *fixture {
	d := newFixture(t)
	d.troupe.entries = []cast.Entry{
		{Name: "Mara", Kind: cast.Person, Words: "a woman", Pictures: []string{"m1", "m22"}},
		{Name: "Samara", Kind: cast.Place, Pictures: []string{"s333"}},
		{Name: "dusk", Kind: cast.Look, Words: "warm light"}}
	d.s.SetKind(db.EditImage)
	d.update()
	d.s.Focus()
	return d
}

// types types into the field with the focus.
func (d *fixture) types(text string) {
	for _, r := range text {
		d.w.Canvas().Focused().TypedRune(r)
	}
}

// offered returns the rows of the menu of names; nil: it is closed.
func (d *fixture) offered() (rows []string) {
	m := d.s.fields.prompt.mentions.menu
	if !m.Shown() {
		return nil
	}
	for _, text := range apptest.Texts(m.Layer) {
		if strings.HasPrefix(text, "@") || strings.HasPrefix(text, "Add") {
			rows = append(rows, text)
		}
	}
	return rows
}

func TestNamesAreCompleted(t *testing.T) {
	for _, c := range []struct {
		typed string
		rows  []string
		keys  []fyne.KeyName
		text  string
	}{
		{"@", []string{"@Mara", "@Samara", "@dusk"}, []fyne.KeyName{fyne.KeyReturn}, "@Mara "},
		{"by @ma", []string{"@Mara", "@Samara", "Add “ma”…"}, []fyne.KeyName{fyne.KeyTab}, "by @Mara "},
		{"@ma", []string{"@Mara", "@Samara", "Add “ma”…"}, []fyne.KeyName{fyne.KeyDown, fyne.KeyReturn}, "@Samara "},
		{"@du", []string{"@dusk", "Add “du”…"}, []fyne.KeyName{fyne.KeyEscape}, "@du"},
		{"@dusk", nil, nil, "@dusk"},
		{"a@b.com", nil, nil, "a@b.com"},
		{"@no", []string{"Add “no”…"}, nil, "@no"},
		{"@Mara waits", nil, nil, "@Mara waits"},
	} {
		d := newCastFixture(t)
		d.types(c.typed)
		if got := d.offered(); !slices.Equal(got, c.rows) {
			t.Errorf("%q offers %q", c.typed, got)
		}
		for _, key := range c.keys {
			if tab := d.s.fields.prompt.entry.AcceptsTab(); key == fyne.KeyTab && !tab {
				t.Errorf("%q: Tab moves the focus", c.typed)
			}
			d.key(key)
		}
		if got := d.s.Form().Edit.Prompt; got != c.text {
			t.Errorf("%q became %q", c.typed, got)
		}
		if len(c.keys) > 0 && d.offered() != nil {
			t.Errorf("%q: the menu is still open", c.typed)
		}
		if d.w.Canvas().Focused() != fyne.Focusable(d.s.fields.prompt.entry) || d.s.fields.prompt.entry.AcceptsTab() {
			t.Errorf("%q: the focus is lost, or Tab is", c.typed)
		}
	}
}

// Taking a name is undone by one key, and what follows the cursor stays.
func TestNamesAreCompletedWithinAText(t *testing.T) {
	d := newCastFixture(t)
	e := d.s.fields.prompt.entry
	d.types(" waits")
	e.CursorColumn = 0
	d.types("@mar")
	d.key(fyne.KeyReturn)
	if got := d.s.Form().Edit.Prompt; got != "@Mara waits" {
		t.Errorf("%q", got)
	}
}

func TestANameIsAddedFromThePrompt(t *testing.T) {
	d := newCastFixture(t)
	d.types("@tom")
	d.key(fyne.KeyDown)
	d.key(fyne.KeyReturn)
	fields := apptest.Find[*kit.Entry](d.w.Canvas().Overlays().Top())
	if len(fields) != 2 || fields[0].Text != "tom" {
		t.Fatalf("the editor has %d fields", len(fields))
	}
	fields[0].SetText("Tom")
	fields[1].SetText("a man")
	apptest.Press(t, d.w.Canvas().Overlays().Top(), "Save")
	d.finish()
	if got := d.s.Form().Edit.Prompt; got != "@Tom " {
		t.Errorf("%q", got)
	}
}

func TestUnknownNamesAreNamed(t *testing.T) {
	d := newCastFixture(t)
	note := d.s.fields.prompt.unknown
	d.types("@tom")
	if note.box.Visible() {
		t.Error("the name is still being typed")
	}
	d.types(" and @Mara ")
	if note.text.Text() != "@tom is not in the cast." || !note.box.Visible() {
		t.Errorf("%q", note.text.Text())
	}
	d.troupe.entries = nil
	d.update()
	if note.box.Visible() {
		t.Error("without a cast @ means nothing")
	}
}

func TestWhatIsSentIsShown(t *testing.T) {
	d := newCastFixture(t)
	sent := func() string { return strings.Join(apptest.Texts(d.s.fields.sent.Box()), " | ") }
	if sent() != "" {
		t.Errorf("without a mention: %q", sent())
	}
	d.s.Edit(func(f *order.Form) {
		f.Edit.Pictures[0] = order.Slot{URL: "https://img.example.com/base", Dies: d.now.UnixMilli() + 7_200_000}
	})
	d.prompt("@Mara smiles, @dusk")
	for _, want := range []string{"an edit of 3 pictures", "“Mara (pictures 2 and 3): a woman. dusk: warm light. Mara smiles, dusk”", "all links live 2 h"} {
		if !strings.Contains(sent(), want) {
			t.Errorf("no %q in %q", want, sent())
		}
	}
	var numbers []string
	for _, tag := range apptest.Find[*kit.Tag](d.s.fields.sent.Box()) {
		numbers = append(numbers, tag.Word())
	}
	if !slices.Equal(numbers, []string{"1", "2", "3"}) {
		t.Errorf("the pictures have the numbers %q", numbers)
	}
	edit := d.s.order.Requests[0].(client.EditRequest)
	if len(edit.ImageURLs) != 3 || !strings.Contains(sent(), edit.Prompt) {
		t.Errorf("sent: %q %q", edit.Prompt, edit.ImageURLs)
	}
	d.s.Edit(func(f *order.Form) { f.Edit.Pictures[0] = order.Slot{File: "/base.png", Width: 8, Height: 8} })
	if !strings.Contains(sent(), "3 pictures on one sheet") || len(d.s.order.Sheet) != 3 {
		t.Errorf("a sheet: %q", sent())
	}
	d.s.SetKind(db.TextToVideo)
	d.prompt("@Mara walks")
	if got := sent(); !strings.Contains(got, "“Mara: a woman. Mara walks”") || strings.Contains(got, "(picture") {
		t.Errorf("a clip: %q", got)
	}
	d.troupe.lost = true
	d.s.SetKind(db.EditImage)
	d.update()
	if got := d.s.fields.prompt.complaint.text.Text(); !strings.HasPrefix(got, "@Mara: a picture is in the trash") {
		t.Errorf("the complaint is %q", got)
	}
}

func TestNoControlIsCoveredBesideNames(t *testing.T) {
	d := newCastFixture(t)
	d.prompt("@Mara and @Samara")
	for _, size := range []fyne.Size{fyne.NewSize(usualWidth, 800), fyne.NewSize(leastWidth, 600)} {
		d.w.Resize(size)
		if covered := apptest.CoveredControls(d.w.Canvas()); len(covered) > 0 {
			t.Errorf("%v: %q", size, covered)
		}
	}
	test.Tap(apptest.Find[*kit.Link](d.s.fields.sent.Box())[0])
	if covered := apptest.CoveredControls(d.w.Canvas()); len(covered) > 0 {
		t.Errorf("the dialog: %q", covered)
	}
}
