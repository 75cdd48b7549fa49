package client

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// TestFragmentedClip: what the strict check does not know is landed when its boxes fill it, and not when it is cut.
func TestFragmentedClip(t *testing.T) {
	box := func(name string, payload int) []byte {
		b := binary.BigEndian.AppendUint32(nil, uint32(8+payload))
		return append(append(b, name...), make([]byte, payload)...)
	}
	passes := func(b []byte) bool { return checkClip(bytes.NewReader(b), int64(len(b))) == nil }
	begins := append(box("ftyp", 16), box("moof", 60)...)
	whole := append(begins[:len(begins):len(begins)], box("mdat", 500)...)
	for n := range len(whole) + 1 {
		if ends := n == len(begins) || n == len(whole); passes(whole[:n]) != ends {
			t.Errorf("%d of %d bytes: %v", n, len(whole), !ends)
		}
	}
	large := append(binary.BigEndian.AppendUint64(append(begins[:len(begins):len(begins)], 0, 0, 0, 1, 'm', 'd', 'a', 't'), 20), 1, 2, 3, 4)
	if !passes(large) || passes(large[:len(large)-1]) {
		t.Error("a long length is read wrong")
	}
	if open := append(begins[:len(begins):len(begins)], 0, 0, 0, 0, 'm', 'd', 'a', 't', 1, 2); passes(open) {
		t.Error("a box to the end of the file may have been cut")
	}
}
