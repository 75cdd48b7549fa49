package keymap

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"
)

const ctrlShift = ctrl | fyne.KeyModifierShift

func table() []Entry {
	return []Entry{
		{ID: "a", Group: "File", Word: "First", Default: Chord{fyne.KeyN, ctrl}},
		{ID: "b", Group: "File", Word: "Second", Default: Chord{fyne.KeyM, ctrl}},
		{ID: "c", Group: "View", Word: "Third"},
		{ID: "d", Group: "Edit", Word: "Copy", Default: Chord{fyne.KeyC, ctrl}, Fixed: "Every text takes it."},
		{ID: "e", Group: "Job", Word: "Fixed", Default: Chord{fyne.KeyReturn, ctrl}, Fixed: "The button says so."},
	}
}

// is reports whether keys are those that are written so.
func is(keys []Chord, words string) bool { return Words(keys, false) == words }

// unmistaken fails where a chord could mean two commands, or a fixed one lost its keys.
func unmistaken(t interface{ Fatalf(string, ...any) }, table []Entry, b Bindings) {
	has := Resolve(table, b)
	for i, e := range table {
		for _, c := range has[e.ID] {
			for _, o := range table[:i] {
				if e.Scope.Meets(o.Scope) && slices.Contains(has[o.ID], c) {
					t.Fatalf("%v stands for %s and %s in %v", c, o.ID, e.ID, b)
				}
			}
			if c != e.Default && !slices.Contains(e.Also, c) && e.Scope.Refusal(c) != Possible {
				t.Fatalf("%s has %v, which it cannot have", e.ID, c)
			}
		}
		if e.Fixed != "" && e.Changed(has[e.ID]) {
			t.Fatalf("%s lost its keys", e.ID)
		}
	}
}

func TestChordsAreWrittenForPeople(t *testing.T) {
	for _, tc := range []struct {
		c         Chord
		pc, apple string
	}{
		{Chord{}, "", ""},
		{Chord{fyne.KeyF1, 0}, "F1", "F1"},
		{Chord{fyne.KeyReturn, ctrl}, "Ctrl+Enter", "⌘Enter"},
		{Chord{fyne.KeyN, ctrlShift}, "Ctrl+Shift+N", "⇧⌘N"},
		{Chord{fyne.KeyE, ctrl | fyne.KeyModifierAlt}, "Ctrl+Alt+E", "⌥⌘E"},
		{Chord{fyne.KeyPageUp, fyne.KeyModifierAlt}, "Alt+Page Up", "⌥Page Up"},
		{Chord{fyne.KeyComma, 0}, "comma", "comma"},
		{Chord{fyne.KeyComma, ctrl}, "Ctrl+,", "⌘,"},
		{Chord{fyne.KeyPlus, ctrl}, "Ctrl++", "⌘+"},
	} {
		if got := tc.c.Words(false); got != tc.pc {
			t.Errorf("%v: %q, want %q", tc.c, got, tc.pc)
		}
		if got := tc.c.Words(true); got != tc.apple {
			t.Errorf("%v on a Mac: %q, want %q", tc.c, got, tc.apple)
		}
	}
}

func chords() *rapid.Generator[Chord] {
	keys := strings.Fields(known)
	return rapid.Custom(func(t *rapid.T) Chord {
		c := Chord{Key: fyne.KeyName(rapid.SampledFrom(keys).Draw(t, "key"))}
		for _, m := range modifiers {
			if rapid.Bool().Draw(t, m.stored) {
				c.Mod |= m.mod
			}
		}
		return c
	})
}

func TestWhatIsStoredIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := chords().Draw(t, "chord")
		if got, err := Parse(c.String()); err != nil || got != c {
			t.Fatalf("%v became %v, %v", c, got, err)
		}
	})
}

func TestWhatBelongsToTextsAndTheDesktopIsRefused(t *testing.T) {
	for _, tc := range []struct {
		stored string
		ok     bool
	}{
		{"Ctrl+C", false}, {"Ctrl+V", false}, {"Ctrl+X", false}, {"Ctrl+A", false}, {"Ctrl+Z", false}, {"Ctrl+Y", false}, {"Ctrl+Shift+Z", false},
		{"Ctrl+Insert", false}, {"Ctrl+Left", false}, {"Ctrl+Shift+Left", false}, {"Ctrl+Up", false}, {"Ctrl+BackSpace", false},
		{"K", false}, {"Shift+K", false}, {"Space", false}, {"Return", false}, {"Delete", false}, {"Shift+F1", false},
		{"Alt+F4", false}, {"Alt+Space", false}, {"Ctrl+Alt+Delete", false}, {"Ctrl+Alt+F2", false},
		{"F1", true}, {"F12", true}, {"Ctrl+K", true}, {"Ctrl+Shift+C", true}, {"Alt+Left", true}, {"Ctrl+Alt+E", true}, {"Ctrl+Return", true}, {"Ctrl+Shift+Up", true},
	} {
		c, err := Parse(tc.stored)
		if err != nil {
			t.Fatal(err)
		}
		if why := (Scope{}).Refusal(c); (why == Possible) != tc.ok || (why.Words(tc.stored) == "") != tc.ok {
			t.Errorf("%s: %d, want it possible: %v", tc.stored, why, tc.ok)
		}
	}
	for _, s := range []Scope{{}, {In: "viewer", Bare: true}} {
		for _, c := range []Chord{{}, {fyne.KeyTab, ctrl}, {fyne.KeyTab, 0}, {fyne.KeyEscape, ctrl}, {fyne.KeyEscape, 0}} {
			if s.Refusal(c) == Possible {
				t.Errorf("%v can be chosen in %v", c, s)
			}
		}
	}
}

func TestHostileStoredValuesAreIgnored(t *testing.T) {
	for _, stored := range []string{
		"", "null", "[]", "{", `"x"`, `{"a":1}`, `{"a":{}}`, `{"a":"Ctrl+"}`, `{"a":"Ctrl+Ctrl+N"}`, `{"a":"ctrl+n"}`, `{"a":"Ctrl+C"}`, `{"a":"Shift+N"}`, `{"a":"Ctrl+|"}`,
		`{"a":"Ctrl+Tab"}`, `{"a":"Ctrl+Return C"}`, `{"a":"\u0000"}`, `{"a":"` + strings.Repeat("Shift+", 9999) + `N"}`, strings.Repeat("{", 1<<17),
	} {
		if b := Read(stored); len(b) != 0 {
			t.Errorf("%.40q: %v", stored, b)
		}
	}
	if b := Read(`{"a":"Ctrl+C","b":"F5","c":""}`); len(b) != 2 || b["b"] != (Chord{fyne.KeyF5, 0}) || !b["c"].None() {
		t.Errorf("the good ones beside a bad one: %v", b)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{`{"a":"Ctrl+Shift+N"}`, `{"a":""}`, `{`, `{"a":"Ctrl++"}`, `{"a":"+"}`, `{"a":"|"}`, `{"a":"B"}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, stored string) {
		b := Read(stored)
		for id, c := range b {
			if !c.None() && (Scope{Bare: true}).Refusal(c) != Possible {
				t.Errorf("%q has %v", id, c)
			}
		}
		if again := Read(b.Encode()); len(again) != len(b) {
			t.Errorf("%v became %v", b, again)
		}
	})
}

func TestAChordOfAnotherIsRefusedOrExchanged(t *testing.T) {
	all := table()
	b, err := Choose(all, nil, "a", Chord{fyne.KeyM, ctrl}, false, false)
	var taken *TakenError
	if !errors.As(err, &taken) || taken.By.ID != "b" || taken.Fixed || len(b) != 0 {
		t.Fatalf("%v, %v", b, err)
	}
	if b, err = Choose(all, b, "a", Chord{fyne.KeyM, ctrl}, true, false); err != nil {
		t.Fatal(err)
	}
	has := Resolve(all, b)
	if !is(has["a"], "Ctrl+M") || !is(has["b"], "Ctrl+N") {
		t.Errorf("not exchanged: %v", has)
	}
	if _, err = Choose(all, b, "a", Chord{fyne.KeyReturn, ctrl}, true, false); !errors.As(err, &taken) || !taken.Fixed {
		t.Errorf("a fixed one was taken: %v", err)
	}
	var refused *RefusedError
	if _, err = Choose(all, b, "a", Chord{fyne.KeyA, ctrl}, true, false); !errors.As(err, &refused) {
		t.Errorf("a reserved one was taken: %v", err)
	}
	if _, err = Choose(all, b, "d", Chord{fyne.KeyF5, 0}, true, false); !errors.As(err, &refused) {
		t.Errorf("a fixed command got other keys: %v", err)
	}
	if _, err = Choose(all, b, "gone", Chord{fyne.KeyF5, 0}, true, false); !errors.As(err, &refused) {
		t.Errorf("a command that is not there got keys: %v", err)
	}
	if b = Reset(all, b, "a"); len(b) != 0 {
		t.Errorf("after one of an exchanged pair is as it was, both are: %v", b)
	}
}

func TestOwnKeysAreNoChoice(t *testing.T) {
	all := table()
	b, err := Choose(all, nil, "a", Chord{}, false, false)
	if c, chosen := b["a"]; err != nil || !chosen || !c.None() {
		t.Fatalf("no keys: %v, %v", b, err)
	}
	if b, err = Choose(all, b, "a", all[0].Default, false, false); err != nil || len(b) != 0 {
		t.Errorf("its own keys are kept as a choice: %v, %v", b, err)
	}
}

// Whatever was stored and whatever is done, each chord stands for one command, and fixed commands keep theirs.
func TestEachChordStandsForOneCommand(t *testing.T) {
	all := table()
	ids := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "gone"})
	few := rapid.SampledFrom([]Chord{{}, {fyne.KeyN, ctrl}, {fyne.KeyM, ctrl}, {fyne.KeyC, ctrl}, {fyne.KeyReturn, ctrl}, {fyne.KeyF5, 0}, {fyne.KeyJ, ctrlShift}})
	rapid.Check(t, func(t *rapid.T) {
		b := Bindings(rapid.MapOf(ids, few).Draw(t, "stored"))
		for range rapid.IntRange(0, 6).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "reset") {
				b = Reset(all, b, ids.Draw(t, "which"))
			} else {
				b, _ = Choose(all, b, ids.Draw(t, "which"), few.Draw(t, "keys"), rapid.Bool().Draw(t, "exchange"), false)
			}
		}
		unmistaken(t, all, b)
	})
}
