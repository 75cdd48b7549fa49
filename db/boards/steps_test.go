package boards

import (
	"bytes"
	"testing"

	"viviscope/db"
)

// The size of the undo history is limited also if steps replace whole documents.
func TestStepsAreBoundedByBytes(t *testing.T) {
	var h history
	doc := func(letter byte) []byte { return append(bytes.Repeat([]byte{letter}, 4<<20), '}') }
	for i := range 20 {
		before, after := db.BoardRow{ID: 1, Doc: doc('a' + byte(i))}, db.BoardRow{ID: 1, Doc: doc('b' + byte(i))}
		before.Version, after.Version = i, i+1
		h.version = i
		h.record(before, after, "apply")
	}
	size := 0
	for _, s := range h.done {
		size += len(s.before) + len(s.after)
	}
	if len(h.done) == 0 || size > maxStepBytes+9<<20 {
		t.Errorf("%d steps of %d bytes", len(h.done), size)
	}
}
