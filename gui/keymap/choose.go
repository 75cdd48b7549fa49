package keymap

import (
	"fmt"

	"viviscope/gui/lang"
)

// RefusedError is a chord that cannot be chosen.
type RefusedError struct {
	Keys string // "Ctrl+C"
	Why  Reason
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("choose keys %s: refused (%d)", e.Keys, e.Why)
}

// Words says to a person why, in a sentence.
func (e *RefusedError) Words() string { return e.Why.Words(e.Keys) }

// TakenError is a chord that another command has.
type TakenError struct {
	Keys  string
	By    Entry // the command that has it
	Fixed bool  // and cannot give it away
}

func (e *TakenError) Error() string {
	return fmt.Sprintf("choose keys %s: taken by %s", e.Keys, e.By.ID)
}

// Words says to a person whose they are, in a sentence.
func (e *TakenError) Words() string {
	if e.Fixed {
		return lang.L("%[1]s is “%[2]s” (%[3]s), which keeps its keys.", e.Keys, e.By.Word, e.By.Group)
	}
	return lang.L("%[1]s is “%[2]s” (%[3]s).", e.Keys, e.By.Word, e.By.Group)
}

// Choose gives a command a chord. Where another command has it, that one gets the keys that the first had before if exchange is
// true; without it the answer is a *TakenError. What cannot be chosen is a *RefusedError. The bindings that come back are new;
// after an error they are those that were given.
func Choose(table []Entry, b Bindings, id string, c Chord, exchange, mac bool) (Bindings, error) {
	has := Resolve(table, b)
	var e Entry
	for _, x := range table {
		if x.ID == id {
			e = x
		}
	}
	switch {
	case e.ID == "" || e.Fixed != "":
		return b, &RefusedError{Keys: c.Words(mac), Why: NotThisCommand}
	case has[id] == c:
		return b, nil
	case !c.None() && c != e.Default && Refusal(c) != Possible:
		return b, &RefusedError{Keys: c.Words(mac), Why: Refusal(c)}
	}
	other, taken := Taken(table, has, c)
	if !taken {
		return b.With(e, c), nil
	}
	if !exchange || other.Fixed != "" {
		return b, &TakenError{Keys: c.Words(mac), By: other, Fixed: other.Fixed != ""}
	}
	return b.With(other, has[id]).With(e, c), nil
}

// Reset gives a command its own keys back. A command that has them now gets its own back as well, and so on, so that the end is
// always without a collision.
func Reset(table []Entry, b Bindings, id string) Bindings {
	out := Bindings{}
	for k, c := range b {
		if k != id {
			out[k] = c
		}
	}
	for {
		has, again := Resolve(table, out), false
		for _, e := range table {
			if c, chosen := out[e.ID]; chosen && has[e.ID] != c {
				delete(out, e.ID)
				again = true
			}
		}
		if !again {
			return out
		}
	}
}
