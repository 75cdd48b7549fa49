package action

import (
	"testing"

	"fyne.io/fyne/v2"
)

// An action that can spend has no key without Ctrl, even if its list has one.
func TestWhatSpendsHasNoPlainKey(t *testing.T) {
	m, f6, alt := Chord{Key: fyne.KeyM}, Chord{Key: fyne.KeyF6}, Chord{Key: fyne.KeyM, Mod: fyne.KeyModifierAlt}
	sends := Chord{Key: fyne.KeyReturn, Mod: ctrl}
	list := []Action{{ID: "more", Scope: Scope{In: "gallery"}, Spends: true, Keys: []Chord{m, f6, alt, sends},
		Do: func() {}}}
	for _, c := range []Chord{m, f6, alt} {
		if _, means := Find(list, c); means {
			t.Errorf("%s does it", c.Words(false))
		}
	}
	if _, means := Find(list, sends); !means {
		t.Error("Ctrl+Enter does not do it")
	}
}

// A hidden action leaves its keys to another one.
func TestAHiddenActionHasNoKeys(t *testing.T) {
	e := BareKeys(fyne.KeyE)
	list := []Action{{ID: "edit", Keys: e, Hidden: true}, {ID: "editFrame", Keys: e}}
	if a, ok := Find(list, e[0]); !ok || a.ID != "editFrame" {
		t.Errorf("E means %q", a.ID)
	}
	if a, ok := Find(list, Chord{Key: fyne.KeyF}); ok {
		t.Errorf("F means %q", a.ID)
	}
}
