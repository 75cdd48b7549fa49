package action

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"
)

// ReadBindings reads stored bindings.
func ReadBindings(stored string) (b Bindings) {
	_ = b.UnmarshalJSON([]byte(stored)) // it leaves out what it cannot read
	return b
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
		if got, err := ParseChord(c.String()); err != nil || got != c {
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
		c, err := ParseChord(tc.stored)
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
		"", "null", "[]", "{", `"x"`, `{"a":1}`, `{"a":{}}`, `{"a":"Ctrl+"}`, `{"a":"Ctrl+Ctrl+N"}`, `{"a":"Ctrl+C"}`, `{"a":"Shift+N"}`, `{"a":"Ctrl+|"}`,
		`{"a":"Ctrl+Tab"}`, `{"a":"Ctrl+Return C"}`, `{"a":"\u0000"}`, `{"a":"` + strings.Repeat("Shift+", 9999) + `N"}`, strings.Repeat("{", 1<<17),
	} {
		if b := ReadBindings(stored); len(b) != 0 {
			t.Errorf("%.40q: %v", stored, b)
		}
	}
	if b := ReadBindings(`{"a":"Ctrl+C","b":"F5","c":""}`); len(b) != 2 || b["b"] != (Chord{fyne.KeyF5, 0}) || !b["c"].None() {
		t.Errorf("the good ones beside a bad one: %v", b)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{`{"a":"Ctrl+Shift+N"}`, `{"a":""}`, `{`, `{"a":"Ctrl++"}`, `{"a":"+"}`, `{"a":"|"}`, `{"a":"B"}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, stored string) {
		b := ReadBindings(stored)
		for id, c := range b {
			if !c.None() && (Scope{Bare: true}).Refusal(c) != Possible {
				t.Errorf("%q has %v", id, c)
			}
		}
		if again := ReadBindings(encoded(t, b)); len(again) != len(b) {
			t.Errorf("%v became %v", b, again)
		}
	})
}

func TestScopesMeetWhereBothCouldBeMeant(t *testing.T) {
	window, create, canvas := Scope{}, Scope{In: "create"}, Scope{In: "create/canvas", Bare: true}
	clip, picture, any := Scope{In: "viewer", When: 1}, Scope{In: "viewer", When: 2}, Scope{In: "viewer"}
	for _, tc := range []struct {
		a, b Scope
		want bool
	}{
		{window, window, true}, {window, canvas, true}, {window, clip, true},
		{create, canvas, true}, {canvas, canvas, true}, {create, Scope{In: "createelse"}, false},
		{canvas, any, false}, {clip, picture, false}, {clip, any, true}, {clip, clip, true}, {Scope{In: "viewer", When: 1 | 2}, picture, true},
	} {
		if tc.a.Meets(tc.b) != tc.want || tc.b.Meets(tc.a) != tc.want {
			t.Errorf("%v and %v: %v, %v, want %v", tc.a, tc.b, tc.a.Meets(tc.b), tc.b.Meets(tc.a), tc.want)
		}
	}
}

func TestWhatIsTypedNowhereCanBeAKeyInAPlace(t *testing.T) {
	window, place := Scope{}, Scope{In: "viewer", Bare: true}
	for _, tc := range []struct {
		keys               string
		inWindow, inPlaces Reason
	}{
		{"K", IsTyped, Possible}, {"7", IsTyped, Possible}, {"[", IsTyped, Possible}, {"Left", IsTyped, Possible}, {"Space", IsTyped, Possible},
		{"+", IsTyped, Possible}, {"F6", Possible, Possible}, {"|", LeadsThrough, Possible},
		{"Shift+K", IsTyped, ShiftAlone}, {"Shift+Left", IsTyped, ShiftAlone}, {"Shift+F6", IsTyped, ShiftAlone},
		{"Ctrl+V", OfEveryText, OfEveryText}, {"Ctrl+Left", MovesInText, MovesInText}, {"Alt+F4", OfTheDesktop, OfTheDesktop},
		{"Ctrl+J", Possible, Possible}, {"Alt+Left", Possible, Possible},
	} {
		c := chord(t, tc.keys)
		if got := window.Refusal(c); got != tc.inWindow {
			t.Errorf("%s in the window: %d, want %d", tc.keys, got, tc.inWindow)
		}
		if got := place.Refusal(c); got != tc.inPlaces {
			t.Errorf("%s in a place: %d, want %d", tc.keys, got, tc.inPlaces)
		}
	}
}

func encoded(t testing.TB, b Bindings) string {
	t.Helper()
	out, err := b.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// Keys are read in any case and written in one form.
func TestChordsAreReadInAnyCase(t *testing.T) {
	for words, want := range map[string]string{
		"Ctrl+j": "Ctrl+J", "ctrl+J": "Ctrl+J", "CTRL+ALT+n": "Ctrl+Alt+N", "ctrl+return": "Ctrl+Return", "m": "M", "f7": "F7", "backspace": "BackSpace", "ctrl++": "Ctrl++", "|": "|",
	} {
		c, err := ParseChord(words)
		if err != nil || c.String() != want {
			t.Errorf("ParseChord(%q) = %v, %v", words, c, err)
		}
	}
}

// Sentences name the key as it is on this system.
func TestSentencesNameTheKeyOfTheSystem(t *testing.T) {
	want := "Ctrl"
	if OnMac {
		want = "⌘"
	}
	chord := Chord{Mod: fyne.KeyModifierShortcutDefault, Key: fyne.KeyReturn}
	if got := CommandKey(); got != want || !strings.HasPrefix(KeyList([]Chord{chord}), want) {
		t.Errorf("the key is %q, the chord %q", got, KeyList([]Chord{chord}))
	}
}
