package compose

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/gui/apptest"
)

func TestAWalkKeepsWhatIsTypedOnTheWay(t *testing.T) {
	const up, down = 1, -1
	type move struct {
		typed string // in the field when the key is pressed; "" for what the last step put there
		by    int
		want  string // in the field afterwards
	}
	for name, c := range map[string]struct {
		typed   string
		earlier []string
		moves   []move
		over    bool
	}{
		"up and down again": {"draft", []string{"b", "a"},
			[]move{{"", up, "b"}, {"", up, "a"}, {"", up, "a"}, {"", down, "b"}, {"", down, "draft"},
				{"", down, "draft"}}, true},
		"what is typed already is no step": {"b", []string{"b", "a"}, []move{{"", up, "a"}, {"", down, "b"}}, true},
		"an earlier one twice is one step": {"", []string{"b", "a", "b"},
			[]move{{"", up, "b"}, {"", up, "a"}, {"", up, "a"}}, false},
		"an edited one stays edited": {"draft", []string{"b", "a"},
			[]move{{"", up, "b"}, {"b!", up, "a"}, {"", down, "b!"}, {"", down, "draft"}, {"", up, "b!"}}, false},
		"typed on at the bottom": {"draft", []string{"b"},
			[]move{{"", up, "b"}, {"", down, "draft"}, {"draft more", up, "b"}, {"", down, "draft more"}}, true},
		"nothing was sent yet": {"draft", nil, []move{{"", up, "draft"}, {"", down, "draft"}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newPromptCursor(c.typed, c.earlier)
			field := c.typed
			for i, m := range c.moves {
				if m.typed != "" {
					field = m.typed
				}
				if text, ok := w.step(field, m.by); ok {
					field = text
				}
				if field != m.want {
					t.Fatalf("after key %d: %q, want %q", i+1, field, m.want)
				}
			}
			if w.over() != c.over {
				t.Errorf("over: %v", w.over())
			}
		})
	}
}

// shortcut presses a key with Ctrl in whatever has the focus.
func (d *fixture) shortcut(key fyne.KeyName) {
	d.w.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: key,
		Modifier: fyne.KeyModifierShortcutDefault})
	d.finish()
}

func (d *fixture) key(key fyne.KeyName) { apptest.PressKey(d.w.Canvas().Focused(), key) }

func TestCtrlUpWalksThroughEarlierPrompts(t *testing.T) {
	d := newFixture(t)
	d.earlier = []string{"a {boat}", "old {a|b} words"}
	d.update()
	d.s.Focus()
	entry := d.s.fields.prompt.entry
	test.Type(entry, "half a thou")
	steps := []struct {
		key  fyne.KeyName
		want string
	}{
		{fyne.KeyDown, "half a thou"}, {fyne.KeyUp, "a {boat}"}, {fyne.KeyUp, `old \{a|b\} words`},
		{fyne.KeyDown, "a {boat}"}, {fyne.KeyDown, "half a thou"},
	}
	for i, step := range steps {
		d.shortcut(step.key)
		if got := d.s.Form().Text.Prompt; got != step.want || entry.Text != step.want {
			t.Fatalf("after step %d: form %q, field %q, want %q", i+1, got, entry.Text, step.want)
		}
	}
	test.Type(entry, "ght")
	if got := d.s.Form().Text.Prompt; got != "half a thought" {
		t.Errorf("going on typing: %q", got)
	}
	d.shortcut(fyne.KeyUp)
	entry.TypedShortcut(&fyne.ShortcutUndo{})
	if got := d.s.Form().Text.Prompt; got != "half a thought" {
		t.Errorf("Ctrl+Z after a step: %q", got)
	}
}

func TestEarlierPromptsThatCannotBeReadChangeNothing(t *testing.T) {
	d := newFixture(t)
	d.earlierErr = errors.New("disk full")
	d.update()
	d.s.Focus()
	test.Type(d.s.fields.prompt.entry, "draft")
	d.shortcut(fyne.KeyUp)
	if got := d.s.Form().Text.Prompt; got != "draft" {
		t.Errorf("prompt: %q", got)
	}
	d.earlierErr, d.earlier = nil, []string{"a"}
	d.shortcut(fyne.KeyUp)
	if got := d.s.Form().Text.Prompt; got != "a" {
		t.Errorf("prompt: %q", got)
	}
}

func (d *fixture) prompts(words string, limit int) (all []db.Prompt, err error) {
	d.searched = append(d.searched, words)
	for _, text := range d.earlier[:min(limit, len(d.earlier))] {
		all = append(all, db.Prompt{Text: text, Template: d.templates[text]})
	}
	return all, d.earlierErr
}

func TestTheHistoryReplacesThePromptAndOffersUndo(t *testing.T) {
	d := newFixture(t)
	d.earlier = []string{"a red boat", "a blue boat"}
	d.update()
	d.s.Focus()
	test.Type(d.s.fields.prompt.entry, "typed")
	d.s.history.show(d.s.fields.Fields)
	d.finish()
	d.key(fyne.KeyEscape)
	if got := d.s.Form().Text.Prompt; got != "typed" || d.w.Canvas().Overlays().Top() != nil {
		t.Errorf("after Esc: prompt %q, sheet %v", got, d.w.Canvas().Overlays().Top())
	}
	d.s.history.show(d.s.fields.Fields)
	d.finish()
	if d.w.Canvas().Overlays().Top() == nil {
		t.Fatal("no sheet")
	}
	test.Type(d.w.Canvas().Focused(), "boat")
	d.finish()
	if got := d.searched[len(d.searched)-1]; got != "boat" {
		t.Errorf("searched for %q", got)
	}
	d.key(fyne.KeyDown)
	d.key(fyne.KeyReturn)
	if got := d.s.Form().Text.Prompt; got != "a blue boat" || d.w.Canvas().Overlays().Top() != nil {
		t.Fatalf("prompt %q, sheet %v", got, d.w.Canvas().Overlays().Top())
	}
	if got, want := d.w.Canvas().Focused(), fyne.Focusable(d.s.fields.prompt.entry); got != want {
		t.Errorf("the focus is on %T", got)
	}
	d.s.notices.undo()
	if got := d.s.Form().Text.Prompt; got != "typed" {
		t.Errorf("after Undo: %q", got)
	}
}

// The window's commands without Ctrl, the list of shortcuts among them, are reached also while a person types.
func TestFunctionKeysPassThePrompt(t *testing.T) {
	d := newFixture(t)
	d.update()
	d.s.Focus()
	var got []fyne.KeyName
	d.w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { got = append(got, e.Name) })
	for _, k := range []fyne.KeyName{fyne.KeyF1, fyne.KeyEscape, fyne.KeyLeft, fyne.KeyF} {
		d.key(k)
	}
	if len(got) != 2 || got[0] != fyne.KeyF1 || got[1] != fyne.KeyEscape {
		t.Errorf("handed on: %v", got)
	}
}

// Variations are sent with the prompt that they were written as, and come back as that; a text that has braces of its
// own and everything else comes back as it was sent.
func TestVariationsAreOneEntryOfTheHistory(t *testing.T) {
	d := newFixture(t)
	d.update()
	d.prompt("a {red|blue} boat at {dawn|noon}")
	d.s.Generate()
	d.drain()
	d.prompt("lemons")
	d.s.Generate()
	d.drain()
	d.earlier = []string{"a {big|small} boat", "a blue boat at noon", "lemons"}
	d.s.Focus()
	d.prompt("")
	for _, want := range []string{`a \{big|small\} boat`, "a {red|blue} boat at {dawn|noon}", "lemons", "lemons"} {
		d.shortcut(fyne.KeyUp)
		if got := d.s.Form().Text.Prompt; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	d.s.history.show(d.s.fields.Fields)
	d.finish()
	words, _ := d.sheet()
	for _, text := range words {
		if strings.Contains(text, "boat at dawn") {
			t.Errorf("%q", words)
		}
	}
}

// An older version listed prompts that an earlier prompt had replaced. They are no longer shown, and stay in the
// library.
func TestPromptsKeptByAnOlderVersionAreLeftAlone(t *testing.T) {
	const name, row = "compose.aside", `["half a thought"]`
	d := newFixture(t)
	d.earlier = []string{"sent before"}
	d.store.rows = map[string][]byte{name: []byte(row)}
	d.update()
	d.s.Focus()
	test.Type(d.s.fields.prompt.entry, "typed")
	for _, want := range []string{"sent before", "sent before"} {
		d.shortcut(fyne.KeyUp)
		if got := d.s.Form().Text.Prompt; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if err := d.s.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := string(d.store.rows[name]); got != row {
		t.Errorf("the setting is %s", got)
	}
}
