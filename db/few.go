package db

import (
	"bytes"
	"encoding/json"
)

// maxFew is how many members of a foreign list are read.
const maxFew = 64

// few is a list of which at most [maxFew] members are read from JSON, the rest is dropped: a sidecar of its largest
// size can hold ten million empty members, and each would cost a hundred bytes of memory.
type few[T any] []T

// UnmarshalJSON reads the beginning of an array.
func (f *few[T]) UnmarshalJSON(raw []byte) error {
	if bytes.Equal(raw, []byte("null")) {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return json.Unmarshal(raw, (*[]T)(f)) // for its words: this is no array
	}
	*f = nil
	for d.More() && len(*f) < maxFew {
		var v T
		if err := d.Decode(&v); err != nil {
			return err
		}
		*f = append(*f, v)
	}
	return nil
}
