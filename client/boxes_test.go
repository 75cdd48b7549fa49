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
	whole := bytes.Join([][]byte{box("ftyp", 16), box("moov", 100), box("moof", 60), box("mdat", 500)}, nil)
	if !boxesFill(bytes.NewReader(whole), int64(len(whole))) {
		t.Error("a whole file is refused")
	}
	ends := map[int]bool{24: true, 132: true, 200: true, len(whole): true}
	for n := range len(whole) {
		if boxesFill(bytes.NewReader(whole[:n]), int64(n)) != ends[n] {
			t.Errorf("%d of %d bytes: %v", n, len(whole), !ends[n])
		}
	}
	large := append(binary.BigEndian.AppendUint64([]byte{0, 0, 0, 1, 'm', 'd', 'a', 't'}, 20), 1, 2, 3, 4)
	if !boxesFill(bytes.NewReader(large), 20) || boxesFill(bytes.NewReader(large), 19) {
		t.Error("a long length is read wrong")
	}
}
