package keymap

import (
	"encoding/json"
	"maps"
)

// Entry is one command with the keys that it has by itself.
type Entry struct {
	ID, Group, Word string
	Default         Chord
	Fixed           string // why its keys cannot be changed, in a sentence; "": they can
}

// Row is one command with the keys that it has now.
type Row struct {
	Entry
	Chord   Chord
	Keys    string // the keys in words, for people; "" for none
	Changed bool   // a person chose them
}

// Bindings are the keys that a person chose, by the ID of the command; no key is a choice too. A change makes a new value.
type Bindings map[string]Chord

// mostStored bounds what is read of stored bindings, in bytes: all commands with the longest keys are a tenth of it.
const mostStored = 1 << 16

// Read reads what Encode wrote. What is no chord, or one that cannot be chosen, is left out.
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
		if err != nil || !c.None() && Refusal(c) != Possible {
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

// With returns the bindings after a command got a chord. Its own one is no choice and is forgotten.
func (b Bindings) With(e Entry, c Chord) Bindings {
	out := maps.Clone(b)
	if out == nil {
		out = Bindings{}
	}
	if c == e.Default {
		delete(out, e.ID)
	} else {
		out[e.ID] = c
	}
	return out
}

// Resolve says which chord each command has. Every chord stands for one command at most: choices that collide with
// another command are dropped, which happens when a command got keys in a later version or the stored ones were tampered with.
func Resolve(table []Entry, b Bindings) map[string]Chord {
	dropped := map[string]bool{}
	for {
		out := make(map[string]Chord, len(table))
		owner := map[Chord]string{}
		chosen := func(e Entry) bool {
			_, ok := b[e.ID]
			return ok && e.Fixed == "" && !dropped[e.ID]
		}
		for _, e := range table {
			if !chosen(e) {
				out[e.ID] = e.Default
				owner[e.Default] = e.ID
			}
		}
		again := false
		for _, e := range table {
			if !chosen(e) {
				continue
			}
			c := b[e.ID]
			if _, taken := owner[c]; taken && !c.None() {
				dropped[e.ID], again = true, true
				continue
			}
			out[e.ID] = c
			owner[c] = e.ID
		}
		if !again {
			return out
		}
	}
}

// Taken finds the command that has a chord.
func Taken(table []Entry, has map[string]Chord, c Chord) (Entry, bool) {
	for _, e := range table {
		if !c.None() && has[e.ID] == c {
			return e, true
		}
	}
	return Entry{}, false
}
