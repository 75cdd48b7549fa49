package keymap

import (
	"errors"
	"maps"
	"testing"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"
)

// The states of the place "viewer" in placeTable.
const (
	ofClip = 1 << iota
	ofPicture
)

// placeTable has commands of the window, of a place with states, of one that lies in another, and of one that keeps its keys.
func placeTable() []Entry {
	viewer := func(when uint8) Scope { return Scope{In: "viewer", Bare: true, When: when} }
	canvas := Scope{In: "create/canvas", Bare: true}
	return []Entry{
		{ID: "pause", Word: "Pause", Default: Chord{fyne.KeyP, ctrl}},
		{ID: "help", Word: "Help", Default: Chord{fyne.KeyF1, 0}},
		{ID: "play", Word: "Play", Scope: viewer(ofClip), Default: Chord{fyne.KeySpace, 0}, Also: []Chord{{fyne.KeyK, 0}}},
		{ID: "frame", Word: "Edit this frame", Scope: viewer(ofClip), Default: Chord{fyne.KeyE, 0}},
		{ID: "edit", Word: "Edit", Scope: viewer(ofPicture), Default: Chord{fyne.KeyE, 0}},
		{ID: "drag", Word: "Drag", Scope: viewer(ofPicture), Default: Chord{fyne.KeySpace, 0}, Fixed: "It lasts.", Says: "hold Space"},
		{ID: "full", Word: "Full", Scope: viewer(0), Default: Chord{fyne.KeyF, 0}},
		{ID: "toCanvas", Word: "To the canvas", Scope: Scope{In: "create"}, Default: Chord{fyne.KeyC, fyne.KeyModifierAlt}},
		{ID: "brush", Word: "Brush", Scope: canvas, Default: Chord{fyne.KeyB, 0}},
		{ID: "erase", Word: "Erase", Scope: canvas, Default: Chord{fyne.KeyE, 0}},
		{ID: "against", Word: "Against", Scope: canvas, Default: Chord{"|", 0}},
		{ID: "row", Word: "Row", Scope: Scope{In: "createelse", Bare: true}, Default: Chord{fyne.KeyC, fyne.KeyModifierAlt}},
	}
}

func chord(t *testing.T, s string) Chord {
	t.Helper()
	c, err := Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestScopesMeetWhereBothCouldBeMeant(t *testing.T) {
	window, create, canvas := Scope{}, Scope{In: "create"}, Scope{In: "create/canvas", Bare: true}
	clip, picture, any := Scope{In: "viewer", When: ofClip}, Scope{In: "viewer", When: ofPicture}, Scope{In: "viewer"}
	for _, tc := range []struct {
		a, b Scope
		want bool
	}{
		{window, window, true}, {window, canvas, true}, {window, clip, true},
		{create, canvas, true}, {canvas, canvas, true}, {create, Scope{In: "createelse"}, false},
		{canvas, any, false}, {clip, picture, false}, {clip, any, true}, {clip, clip, true}, {Scope{In: "viewer", When: ofClip | ofPicture}, picture, true},
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

func TestKeysAreTakenWhereTheyCouldBeMistaken(t *testing.T) {
	all := placeTable()
	for _, tc := range []struct {
		id, keys, by string // by: whose they are; "": they are free
	}{
		{"brush", "K", ""}, // it plays clips, elsewhere
		{"brush", "F", ""}, // full screen, elsewhere
		{"brush", "E", "erase"},
		{"brush", "F1", "help"},
		{"brush", "Ctrl+P", "pause"},
		{"brush", "Alt+C", "toCanvas"}, // which counts on the canvas, too
		{"brush", "|", "against"},
		{"full", "E", "frame"},
		{"play", "F", "full"},
		{"frame", "Space", "play"},
		{"edit", "Space", "drag"},
		{"edit", "K", ""}, // that is for clips
		{"pause", "Alt+C", "toCanvas"},
		{"row", "B", ""},
	} {
		b, err := Choose(all, nil, tc.id, chord(t, tc.keys), false, false)
		var taken *TakenError
		errors.As(err, &taken)
		switch {
		case tc.by == "" && (err != nil || !is(Resolve(all, b)[tc.id], Words([]Chord{chord(t, tc.keys)}, false))):
			t.Errorf("%s for %s: %v", tc.keys, tc.id, err)
		case tc.by != "" && (taken == nil || taken.By.ID != tc.by):
			t.Errorf("%s for %s: %v, want it taken by %s", tc.keys, tc.id, err, tc.by)
		}
		unmistaken(t, all, b)
	}
}

func TestKeysOfPlacesAreExchanged(t *testing.T) {
	all := placeTable()
	for _, tc := range []struct {
		id, keys string
		want     map[string]string // nil: it cannot be
	}{
		{"brush", "E", map[string]string{"brush": "E", "erase": "B"}},
		{"frame", "Space", map[string]string{"frame": "Space", "play": "E", "edit": "E"}},
		{"full", "E", map[string]string{"full": "E", "frame": "F", "edit": "F"}}, // both give it away
		{"against", "B", map[string]string{"against": "B", "brush": "|"}},
		{"brush", "F1", nil}, {"brush", "Alt+C", nil}, {"edit", "Space", nil}, {"play", "F", nil},
	} {
		b, err := Choose(all, nil, tc.id, chord(t, tc.keys), true, false)
		var taken *TakenError
		if tc.want == nil {
			if !errors.As(err, &taken) || !taken.Fixed || len(b) != 0 || taken.Words() == "" {
				t.Errorf("%s for %s: %v, %v", tc.keys, tc.id, b, err)
			}
			continue
		}
		has := Resolve(all, b)
		for id, want := range tc.want {
			if err != nil || !is(has[id], want) {
				t.Errorf("%s for %s: %s has %q, want %q (%v)", tc.keys, tc.id, id, Words(has[id], false), want, err)
			}
		}
		unmistaken(t, all, b)
		if _, err := Choose(all, nil, tc.id, chord(t, tc.keys), false, false); !errors.As(err, &taken) || taken.Fixed {
			t.Errorf("%s for %s: it is not said that they can be exchanged: %v", tc.keys, tc.id, err)
		}
	}
}

func TestAChosenKeyReplacesAllThatACommandHad(t *testing.T) {
	all := placeTable()
	if own := Resolve(all, nil)["play"]; !is(own, "Space or K") {
		t.Fatalf("by itself %v", own)
	}
	for _, keys := range []string{"Y", "K", "Space"} {
		b, err := Choose(all, nil, "play", chord(t, keys), false, false)
		if err != nil || !is(Resolve(all, b)["play"], keys) {
			t.Errorf("%s: %v, %v", keys, Resolve(all, b)["play"], err)
		}
		if keys == "Y" { // its own are free now
			if b, err = Choose(all, b, "frame", chord(t, "K"), false, false); err != nil {
				t.Error(err)
			}
			if b = Reset(all, b, "play"); len(b) != 0 {
				t.Errorf("with its own keys back, who took one has its own too: %v", b)
			}
		}
		if again := Read(b.Encode()); !maps.Equal(again, b) {
			t.Errorf("%v became %v", b, again)
		}
	}
}

func TestWhatWasStoredBeforeIsRead(t *testing.T) {
	all := placeTable()
	has := Resolve(all, Read(`{"pause":"Ctrl+J","toCanvas":"Alt+X","help":"","brush":"K","against":"|","row":"+"}`))
	for id, want := range map[string]string{"pause": "Ctrl+J", "toCanvas": "Alt+X", "help": "", "brush": "K", "against": "|", "row": "+", "erase": "E"} {
		if !is(has[id], want) {
			t.Errorf("%s has %v, want %s", id, has[id], want)
		}
	}
	// What a command cannot have is dropped: a letter of the window's, one of the place's own that another kept, what is fixed.
	for _, stored := range []string{`{"pause":"J"}`, `{"toCanvas":"X"}`, `{"brush":"E"}`, `{"drag":"X"}`, `{"full":"E"}`, `{"gone":"X"}`, `{"brush":"F1"}`} {
		b := Read(stored)
		unmistaken(t, all, b)
		if len(b) != 1 || !maps.EqualFunc(Resolve(all, b), Resolve(all, nil), func(a, b []Chord) bool { return is(a, Words(b, false)) }) {
			t.Errorf("%s changes something: %v", stored, Resolve(all, b))
		}
	}
}

// Whatever was stored and whatever is done, no key means two commands that are possible at once.
func TestNoKeyMeansTwoPossibleCommands(t *testing.T) {
	all := placeTable()
	unmistaken(t, all, nil)
	var names []string
	for _, e := range all {
		names = append(names, e.ID)
	}
	ids := rapid.SampledFrom(append(names, "gone"))
	few := rapid.SampledFrom([]Chord{
		{}, {fyne.KeySpace, 0}, {fyne.KeyK, 0}, {fyne.KeyE, 0}, {fyne.KeyF, 0}, {fyne.KeyB, 0}, {fyne.KeyF1, 0}, {fyne.KeyF6, 0}, {"|", 0},
		{fyne.KeyP, ctrl}, {fyne.KeyC, fyne.KeyModifierAlt}, {fyne.KeyJ, ctrlShift}, {fyne.KeyE, fyne.KeyModifierShift}, {fyne.KeyV, ctrl},
	})
	rapid.Check(t, func(t *rapid.T) {
		b := Bindings(rapid.MapOf(ids, few).Draw(t, "stored"))
		unmistaken(t, all, b)
		for range rapid.IntRange(0, 8).Draw(t, "steps") {
			id, c := ids.Draw(t, "which"), few.Draw(t, "keys")
			if rapid.Bool().Draw(t, "reset") {
				b = Reset(all, b, id)
			} else {
				next, err := Choose(all, b, id, c, rapid.Bool().Draw(t, "exchange"), false)
				if has := Resolve(all, next)[id]; err == nil && !is(has, c.Words(false)) && !(c == (Chord{fyne.KeySpace, 0}) && len(has) > 0) {
					t.Fatalf("%s was given %v and has %v in %v", id, c, has, next)
				}
				b = next
			}
			unmistaken(t, all, b)
		}
	})
}
