package action

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"
)

const ctrlShift = ctrl | fyne.KeyModifierShift

// The states of the place "viewer" in placeTable.
const (
	ofClip = 1 << iota
	ofPicture
)

// placeTable has commands of the window, of a place with states, of one that lies in another, and of one that keeps its keys.
func placeTable() []Action {
	viewer := func(when uint8) Scope { return Scope{In: "viewer", Bare: true, When: when} }
	canvas := Scope{In: "create/canvas", Bare: true}
	return []Action{
		{ID: "pause", Label: "Pause", Keys: []Chord{{Key: fyne.KeyP, Mod: ctrl}}},
		{ID: "help", Label: "Help", Keys: []Chord{{Key: fyne.KeyF1}}},
		{ID: "play", Label: "Play", Scope: viewer(ofClip), Keys: []Chord{{Key: fyne.KeySpace}, {Key: fyne.KeyK}}},
		{ID: "frame", Label: "Edit this frame", Scope: viewer(ofClip), Keys: []Chord{{Key: fyne.KeyE}}},
		{ID: "edit", Label: "Edit", Scope: viewer(ofPicture), Keys: []Chord{{Key: fyne.KeyE}}},
		{ID: "drag", Label: "Drag", Scope: viewer(ofPicture), Keys: []Chord{{Key: fyne.KeySpace}}, Fixed: "It lasts.", Says: "hold Space"},
		{ID: "full", Label: "Full", Scope: viewer(0), Keys: []Chord{{Key: fyne.KeyF}}},
		{ID: "toCanvas", Label: "Go to the canvas", Scope: Scope{In: "create"}, Keys: []Chord{{Key: fyne.KeyC, Mod: fyne.KeyModifierAlt}}},
		{ID: "brush", Label: "Brush", Scope: canvas, Keys: []Chord{{Key: fyne.KeyB}}},
		{ID: "erase", Label: "Erase", Scope: canvas, Keys: []Chord{{Key: fyne.KeyE}}},
		{ID: "against", Label: "Against", Scope: canvas, Keys: []Chord{{Key: "|"}}},
		{ID: "row", Label: "Row", Scope: Scope{In: "createelse", Bare: true}, Keys: []Chord{{Key: fyne.KeyC, Mod: fyne.KeyModifierAlt}}},
	}
}

func chord(t *testing.T, s string) Chord {
	t.Helper()
	c, err := ParseChord(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
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
		case tc.by == "" && (err != nil || !is(Resolve(all, b)[tc.id], KeyWords([]Chord{chord(t, tc.keys)}, false))):
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
				t.Errorf("%s for %s: %s has %q, want %q (%v)", tc.keys, tc.id, id, KeyWords(has[id], false), want, err)
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
		if again := ReadBindings(encoded(t, b)); !maps.Equal(again, b) {
			t.Errorf("%v became %v", b, again)
		}
	}
}

func TestWhatWasStoredBeforeIsRead(t *testing.T) {
	all := placeTable()
	has := Resolve(all, ReadBindings(`{"pause":"Ctrl+J","toCanvas":"Alt+X","help":"","brush":"K","against":"|","row":"+"}`))
	for id, want := range map[string]string{"pause": "Ctrl+J", "toCanvas": "Alt+X", "help": "", "brush": "K", "against": "|", "row": "+", "erase": "E"} {
		if !is(has[id], want) {
			t.Errorf("%s has %v, want %s", id, has[id], want)
		}
	}
	// What a command cannot have is dropped: a letter of the window's, what is fixed.
	for _, stored := range []string{`{"pause":"J"}`, `{"toCanvas":"X"}`, `{"drag":"X"}`, `{"edit":"Space"}`, `{"gone":"X"}`} {
		b := ReadBindings(stored)
		unmistaken(t, all, b)
		if len(b) != 1 || !maps.EqualFunc(Resolve(all, b), Resolve(all, nil), func(a, b []Chord) bool { return is(a, KeyWords(b, false)) }) {
			t.Errorf("%s changes something: %v", stored, Resolve(all, b))
		}
	}
}

// A later version may give a command a key that a person chose for another: it stays what the person chose, and comes to the command when
// that choice goes.
func TestANewKeyHidesNoChoice(t *testing.T) {
	all := placeTable()
	for _, tc := range []struct{ stored, id, keys, other, left string }{
		{`{"brush":"E"}`, "brush", "E", "erase", ""}, {`{"full":"E"}`, "full", "E", "edit", ""}, {`{"brush":"F1"}`, "brush", "F1", "help", ""},
		{`{"full":"K"}`, "full", "K", "play", "Space"},
	} {
		b := ReadBindings(tc.stored)
		if has := Resolve(all, b); !is(has[tc.id], tc.keys) || !is(has[tc.other], tc.left) {
			t.Errorf("%s: %v, and %s has %v", tc.stored, has[tc.id], tc.other, has[tc.other])
		}
		unmistaken(t, all, b)
		if b = Reset(all, b, tc.other); len(b) != 0 {
			t.Errorf("%s: %s does not get its own back: %v", tc.stored, tc.other, b)
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
		{}, {Key: fyne.KeySpace}, {Key: fyne.KeyK}, {Key: fyne.KeyE}, {Key: fyne.KeyF}, {Key: fyne.KeyB}, {Key: fyne.KeyF1}, {Key: fyne.KeyF6}, {Key: "|"},
		{Key: fyne.KeyP, Mod: ctrl}, {Key: fyne.KeyC, Mod: fyne.KeyModifierAlt}, {Key: fyne.KeyJ, Mod: ctrlShift}, {Key: fyne.KeyE, Mod: fyne.KeyModifierShift}, {Key: fyne.KeyV, Mod: ctrl},
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
				if has := Resolve(all, next)[id]; err == nil && !is(has, c.Words(false)) && !(c == (Chord{Key: fyne.KeySpace}) && len(has) > 0) {
					t.Fatalf("%s was given %v and has %v in %v", id, c, has, next)
				}
				b = next
			}
			unmistaken(t, all, b)
		}
	})
}

func table() []Action {
	return []Action{
		{ID: "a", Group: "File", Label: "First", Keys: []Chord{{Key: fyne.KeyN, Mod: ctrl}}},
		{ID: "b", Group: "File", Label: "Second", Keys: []Chord{{Key: fyne.KeyM, Mod: ctrl}}},
		{ID: "c", Group: "View", Label: "Third"},
		{ID: "d", Group: "Edit", Label: "Copy", Keys: []Chord{{Key: fyne.KeyC, Mod: ctrl}}, Fixed: "Every text takes it."},
		{ID: "e", Group: "Job", Label: "Fixed", Keys: []Chord{{Key: fyne.KeyReturn, Mod: ctrl}}, Fixed: "The button says so."},
	}
}

// is reports whether keys are those that are written so.
func is(keys []Chord, words string) bool { return KeyWords(keys, false) == words }

// unmistaken fails where a chord could mean two commands, or a fixed one lost its keys.
func unmistaken(t interface{ Fatalf(string, ...any) }, table []Action, b Bindings) {
	has := Resolve(table, b)
	for i, e := range table {
		for _, c := range has[e.ID] {
			for _, o := range table[:i] {
				if e.Scope.Meets(o.Scope) && slices.Contains(has[o.ID], c) {
					t.Fatalf("%v stands for %s and %s in %v", c, o.ID, e.ID, b)
				}
			}
			if !slices.Contains(e.Keys, c) && e.Scope.Refusal(c) != Possible {
				t.Fatalf("%s has %v, which it cannot have", e.ID, c)
			}
		}
		if e.Fixed != "" && !slices.Equal(has[e.ID], e.Keys) {
			t.Fatalf("%s lost its keys", e.ID)
		}
	}
}

func TestAChordOfAnotherIsRefusedOrExchanged(t *testing.T) {
	all := table()
	b, err := Choose(all, nil, "a", Chord{Key: fyne.KeyM, Mod: ctrl}, false, false)
	var taken *TakenError
	if !errors.As(err, &taken) || taken.By.ID != "b" || taken.Fixed || len(b) != 0 {
		t.Fatalf("%v, %v", b, err)
	}
	if b, err = Choose(all, b, "a", Chord{Key: fyne.KeyM, Mod: ctrl}, true, false); err != nil {
		t.Fatal(err)
	}
	has := Resolve(all, b)
	if !is(has["a"], "Ctrl+M") || !is(has["b"], "Ctrl+N") {
		t.Errorf("not exchanged: %v", has)
	}
	if _, err = Choose(all, b, "a", Chord{Key: fyne.KeyReturn, Mod: ctrl}, true, false); !errors.As(err, &taken) || !taken.Fixed {
		t.Errorf("a fixed one was taken: %v", err)
	}
	var refused *RefusedError
	if _, err = Choose(all, b, "a", Chord{Key: fyne.KeyA, Mod: ctrl}, true, false); !errors.As(err, &refused) {
		t.Errorf("a reserved one was taken: %v", err)
	}
	if _, err = Choose(all, b, "d", Chord{Key: fyne.KeyF5}, true, false); !errors.As(err, &refused) {
		t.Errorf("a fixed command got other keys: %v", err)
	}
	if _, err = Choose(all, b, "gone", Chord{Key: fyne.KeyF5}, true, false); !errors.As(err, &refused) {
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
	if b, err = Choose(all, b, "a", all[0].Keys[0], false, false); err != nil || len(b) != 0 {
		t.Errorf("its own keys are kept as a choice: %v, %v", b, err)
	}
}

// Whatever was stored and whatever is done, each chord stands for one command, and fixed commands keep theirs.
func TestEachChordStandsForOneCommand(t *testing.T) {
	all := table()
	ids := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "gone"})
	few := rapid.SampledFrom([]Chord{{}, {Key: fyne.KeyN, Mod: ctrl}, {Key: fyne.KeyM, Mod: ctrl}, {Key: fyne.KeyC, Mod: ctrl}, {Key: fyne.KeyReturn, Mod: ctrl}, {Key: fyne.KeyF5}, {Key: fyne.KeyJ, Mod: ctrlShift}})
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

// What can spend has no key without Ctrl: not by default, not by choice, and not by a choice that an earlier version
// stored.
func TestWhatSpendsHasNoPlainKey(t *testing.T) {
	m, alt := Chord{Key: fyne.KeyM}, Chord{Key: fyne.KeyM, Mod: fyne.KeyModifierAlt}
	sends := Chord{Key: fyne.KeyReturn, Mod: ctrl}
	a := Action{ID: "more", Scope: Scope{In: "gallery", Bare: true}, Spends: true, Keys: []Chord{m, sends}, Do: func() {}}
	for _, stored := range []Bindings{nil, {"more": m}, {"more": alt}, {"more": {Key: fyne.KeyF6}}} {
		if got := Resolve([]Action{a}, stored)["more"]; !slices.Equal(got, []Chord{sends}) {
			t.Errorf("stored %v: %v", stored, got)
		}
	}
	for _, c := range []Chord{m, alt, {Key: fyne.KeyF6}} {
		var refused *RefusedError
		if _, err := Choose([]Action{a}, nil, "more", c, false, false); !errors.As(err, &refused) || refused.Words() == "" {
			t.Errorf("%v can be chosen: %v", c, err)
		}
		if _, means := KeysOf(func(string) []Chord { return []Chord{c} }).Find([]Action{a}, c); means {
			t.Errorf("%v does it", c)
		}
	}
	if _, means := KeysOf(nil).Find([]Action{a}, m); means {
		t.Error("a key that it comes with does it")
	}
	if _, means := KeysOf(nil).Find([]Action{a}, sends); !means {
		t.Error("Ctrl+Enter does not do it")
	}
}
