package compose

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"
)

func TestSlashWord(t *testing.T) {
	for name, c := range map[string]struct {
		text, after string // before and behind the cursor
		words       string
		from        int
		ok          bool
	}{
		"at the beginning":                {"/", "", "", 0, true},
		"with letters":                    {"/film", "", "film", 0, true},
		"after a blank":                   {"a boat, /fi", "", "fi", 8, true},
		"after a new line":                {"a boat\n/fi", "", "fi", 7, true},
		"before other words":              {"/fi", " and more", "fi", 0, true},
		"inside a word":                   {"and/or", "", "", 0, false},
		"a number":                        {"24/7", "", "", 0, false},
		"a path":                          {"/usr/bin", "", "", 0, false},
		"an address":                      {"https://x", "", "", 0, false},
		"a blank ended it":                {"/film look", "", "", 0, false},
		"no slash":                        {"film", "", "", 0, false},
		"nothing":                         {"", "", "", 0, false},
		"the cursor is inside the word":   {"/fi", "lm", "", 0, false},
		"after a full stop in Chinese":    {"一只猫。/灯", "", "灯", 4, true},
		"after a character":               {"一只猫/灯", "", "", 0, false},
		"the wide slash is another one":   {"／灯", "", "", 0, false},
		"after a comma of the latin sort": {"boat,/fi", "", "", 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			before := []rune(c.text)
			from, words, ok := slashWord(append(before, []rune(c.after)...), len(before))
			if ok != c.ok || ok && (from != c.from || words != c.words) {
				t.Errorf("%d, %q, %v", from, words, ok)
			}
		})
	}
}

func TestMatchPutsTheNameBeforeTheText(t *testing.T) {
	all := []Snippet{{"Film look", "grain"}, {"Old film", "dust"}, {"Dusk", "like a film"}, {"猫", "一只猫"}}
	for words, want := range map[string][]string{
		"": {"Film look", "Old film", "Dusk", "猫"}, "film": {"Film look", "Old film", "Dusk"}, "FILML": {"Film look"},
		"oldf": {"Old film"}, "du": {"Dusk", "Old film"}, "猫": {"猫"}, "x": nil,
	} {
		var got []string
		for _, sn := range match(all, words) {
			got = append(got, sn.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", words, got, want)
		}
	}
}

// shelved puts snippets on the memorySettings, as an earlier session left them.
func (d *fixture) shelved(list ...Snippet) {
	d.t.Helper()
	row, err := json.Marshal(list)
	if err != nil {
		d.t.Fatal(err)
	}
	if d.store.rows == nil {
		d.store.rows = map[string][]byte{}
	}
	d.store.rows[snippetsName] = row
}

func (d *fixture) onShelf() []Snippet {
	d.t.Helper()
	if err := d.s.Flush(context.Background()); err != nil {
		d.t.Fatal(err)
	}
	var list []Snippet
	if err := json.Unmarshal(d.store.rows[snippetsName], &list); err != nil {
		d.t.Fatal(err)
	}
	return list
}

func TestTheSlashMenu(t *testing.T) {
	type keys []fyne.KeyName
	for name, c := range map[string]struct {
		typed string
		keys  keys
		then  string
		want  string
		open  bool
	}{
		"a slash opens it and stays a slash":     {typed: "a /", want: "a /", open: true},
		"Enter takes what is chosen":             {typed: "a /fi", keys: keys{fyne.KeyReturn}, want: "a film grain, natural colours"},
		"Down goes on":                           {typed: "/f", keys: keys{fyne.KeyDown, fyne.KeyReturn}, want: "fog over water"},
		"Up from a slash alone goes to the last": {typed: "/", keys: keys{fyne.KeyUp, fyne.KeyReturn}, want: "fog over water"},
		"Enter after a slash alone is Enter":     {typed: "/", keys: keys{fyne.KeyReturn}, want: "/\n"},
		"Esc closes it and Enter is Enter again": {typed: "/fi", keys: keys{fyne.KeyEscape, fyne.KeyReturn}, want: "/fi\n"},
		"a blank closes it":                      {typed: "/fi ", want: "/fi "},
		"no name holds it":                       {typed: "/xyz", keys: keys{fyne.KeyReturn}, want: "/xyz\n"},
		"taking a letter away opens it again":    {typed: "/fix", keys: keys{fyne.KeyBackspace}, then: "l", want: "/fil", open: true},
		"going away with the cursor closes it":   {typed: "a /fi", keys: keys{fyne.KeyHome}, want: "a /fi"},
		"typing goes on behind what was taken":   {typed: "/fi", keys: keys{fyne.KeyReturn}, then: "!", want: "film grain, natural colours!"},
		"inside a word it never opens":           {typed: "and/fo", keys: keys{fyne.KeyReturn}, want: "and/fo\n"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newFixture(t)
			d.shelved(Snippet{"film", "film grain, natural colours"}, Snippet{"fog", "fog over water"})
			d.update()
			d.s.Focus()
			entry := d.s.fields.prompt.entry
			test.Type(entry, c.typed)
			for _, k := range c.keys {
				d.key(k)
			}
			test.Type(entry, c.then)
			if got := d.s.Form().Text.Prompt; got != c.want || entry.Text != c.want {
				t.Errorf("form %q, field %q, want %q", got, entry.Text, c.want)
			}
			if got := d.s.slash.menu.Shown(); got != c.open {
				t.Errorf("open: %v", got)
			}
		})
	}
}

func TestAClickInTheSlashMenuTakesTheRow(t *testing.T) {
	d := newFixture(t)
	d.shelved(Snippet{"film", "film grain"}, Snippet{"fog", "fog over water"})
	d.update()
	d.s.Focus()
	test.Type(d.s.fields.prompt.entry, "boats, /")
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(d.s.slash.menu.Layer.Objects[0])
	under := at.AddXY(40, 4+30*1.5)
	test.MoveMouse(d.w.Canvas(), under)
	test.TapCanvas(d.w.Canvas(), under)
	if got := d.s.Form().Text.Prompt; got != "boats, fog over water" || d.w.Canvas().Focused() != fyne.Focusable(d.s.fields.prompt.entry) {
		t.Errorf("prompt %q, focus %T", got, d.w.Canvas().Focused())
	}
}

func TestSnippetsAreSavedRenamedAndDeleted(t *testing.T) {
	d := newFixture(t)
	d.update()
	d.s.Focus()
	test.Type(d.s.fields.prompt.entry, "film grain")
	save := func(name string) {
		d.s.saveSnippet(d.s.fields.Fields)
		test.Type(d.w.Canvas().Focused(), name)
		d.key(fyne.KeyReturn)
		d.finish()
	}
	save("look")
	if diff := cmp.Diff([]Snippet{{"look", "film grain"}}, d.onShelf()); diff != "" {
		t.Fatal(diff)
	}
	if err := d.s.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	d.open()
	d.update()
	d.s.Focus()
	test.Type(d.s.fields.prompt.entry, ", /lo")
	d.key(fyne.KeyReturn)
	if got := d.s.Form().Text.Prompt; got != "film grain, film grain" {
		t.Errorf("prompt %q", got)
	}
	save("Look ") // the same name: in its place
	save("another")
	d.s.showSnippets(d.s.fields.Fields)
	d.key(fyne.KeyDown)
	if diff := cmp.Diff([]Snippet{{"another", "film grain, film grain"}, {"Look", "film grain, film grain"}}, d.onShelf()); diff != "" {
		t.Error(diff)
	}
	d.key(fyne.KeyEscape)

	of := d.s.snippets
	of.rename(of.find("look"), "a first one")
	of.remove(of.find("another"))
	d.finish()
	if diff := cmp.Diff([]Snippet{{"a first one", "film grain, film grain"}}, d.onShelf()); diff != "" {
		t.Error(diff)
	}
}

// Snippets that could not be read are still there, and must not be written over by the first one that is saved.
func TestUnreadableSnippetsAreNotWrittenOver(t *testing.T) {
	d := newFixture(t)
	d.shelved(Snippet{"film", "film grain"})
	d.store.err = errors.New("locked")
	d.update()
	d.store.err = nil
	d.s.snippets.put(Snippet{"fog", "fog"})
	d.finish()
	if diff := cmp.Diff([]Snippet{{"film", "film grain"}}, d.onShelf()); diff != "" {
		t.Error(diff)
	}
}
