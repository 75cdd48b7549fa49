package keymap

import (
	"encoding/json"
	"maps"
	"slices"
)

// Bindings are the keys that a person chose, by the ID of the command; no key is a choice too. A change makes a new value.
type Bindings map[string]Chord

// mostStored bounds what is read of stored bindings, in bytes: all commands with the longest keys are a tenth of it.
const mostStored = 1 << 16

// Read reads what Encode wrote. What is no chord, or one that no command can have, is left out. Whether the command that it is
// stored for can have it is for Resolve to say, which knows where that one counts.
func Read(stored string) Bindings {
	b := Bindings{}
	var raw map[string]any
	if len(stored) > mostStored || json.Unmarshal([]byte(stored), &raw) != nil {
		return b
	}
	for id, v := range raw {
		word, ok := v.(string)
		if !ok {
			continue
		}
		c, err := Parse(word)
		if err != nil || !c.None() && (Scope{Bare: true}).Refusal(c) != Possible {
			continue
		}
		b[id] = c
	}
	return b
}

// Encode writes the bindings; the same bindings give the same words.
func (b Bindings) Encode() string {
	raw := make(map[string]string, len(b))
	for id, c := range b {
		raw[id] = c.String()
	}
	out, err := json.Marshal(raw)
	if err != nil {
		panic("keymap: words cannot be written: " + err.Error()) // a map of strings always can
	}
	return string(out)
}

// With returns the bindings after a command got a chord instead of all that it had. Its own keys are no choice and are forgotten.
func (b Bindings) With(e Entry, c Chord) Bindings {
	out := maps.Clone(b)
	if out == nil {
		out = Bindings{}
	}
	if c == e.Default && len(e.Also) == 0 {
		delete(out, e.ID)
	} else {
		out[e.ID] = c
	}
	return out
}

// Resolve says which keys each command has. Where two commands could be meant, a chord stands for one of them at most: choices
// that a command cannot have, or that collide with another one, are dropped, which happens when a command got keys in a later
// version or the stored ones were tampered with.
func Resolve(table []Entry, b Bindings) map[string][]Chord {
	dropped := map[string]bool{}
	for {
		before := len(dropped)
		out := assign(table, b, dropped)
		if len(dropped) == before {
			return out
		}
	}
}

// assign gives each command its keys, first those that nobody changed. It adds to dropped the choices that collide with what was
// given away by then; the commands of these have their own keys back, so that all is to be assigned anew.
func assign(table []Entry, b Bindings, dropped map[string]bool) map[string][]Chord {
	out := make(map[string][]Chord, len(table))
	owners := map[Chord][]Scope{}
	give := func(e Entry, keys []Chord) {
		out[e.ID] = keys
		for _, c := range keys {
			owners[c] = append(owners[c], e.Scope)
		}
	}
	chosen := func(e Entry) bool {
		c, ok := b[e.ID]
		return ok && e.Fixed == "" && !dropped[e.ID] && (c.None() || e.takes(c))
	}
	for _, e := range table {
		if !chosen(e) {
			give(e, e.Own())
		}
	}
	for _, e := range table {
		if !chosen(e) {
			continue
		}
		c := b[e.ID]
		switch {
		case c.None():
			give(e, nil)
		case slices.ContainsFunc(owners[c], e.Scope.Meets):
			dropped[e.ID] = true
		default:
			give(e, []Chord{c})
		}
	}
	return out
}

// Taken finds the commands that have a chord where a command of a scope could be meant by it, but for the one with an ID.
func Taken(table []Entry, has map[string][]Chord, c Chord, in Scope, but string) (list []Entry) {
	for _, e := range table {
		if e.ID != but && !c.None() && slices.Contains(has[e.ID], c) && e.Scope.Meets(in) {
			list = append(list, e)
		}
	}
	return list
}
