package keymap

import (
	"encoding/json"
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
