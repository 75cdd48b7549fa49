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

func TestSnippetsAreSavedRenamedAndDeleted(t *testing.T) {
	d := newFixture(t)
	d.update()
	d.s.Focus()
	test.Type(d.s.fields.prompt.entry, "film grain")
	save := func(name string) {
		saveSnippet(d.s.Host, d.s.snippets, d.s.fields.Fields)
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
	test.Type(d.s.fields.prompt.entry, ", ")
	showSnippets(d.s.Host, d.s.snippets, d.s.fields.Fields)
	test.Type(d.w.Canvas().Focused(), "lo")
	d.key(fyne.KeyReturn)
	if got := d.s.Form().Text.Prompt; got != "film grain, film grain" {
		t.Errorf("prompt %q", got)
	}
	save("Look ") // the same name: in its place
	save("another")
	showSnippets(d.s.Host, d.s.snippets, d.s.fields.Fields)
	d.key(fyne.KeyDown)
	if diff := cmp.Diff([]Snippet{{"another", "film grain, film grain"}, {"Look", "film grain, film grain"}},
		d.onShelf()); diff != "" {
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
