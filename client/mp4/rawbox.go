package mp4

import (
	"bytes"
	"encoding/binary"
)

// rawBox is a box with its header of 8 bytes.
type rawBox []byte

func (b rawBox) typ() string { return string(b[4:8]) }

// splitBoxes returns the boxes in b, which share its memory. It drops four zero bytes at the end, as QuickTime ends
// udta. With an error it also returns the boxes before the invalid one.
func splitBoxes(b []byte) ([]rawBox, error) {
	var out []rawBox
	for len(b) >= 8 {
		n := int64(binary.BigEndian.Uint32(b))
		if n < 8 || n > int64(len(b)) {
			return nil, damaged("a box does not fit into its parent")
		}
		out = append(out, b[:n])
		b = b[n:]
	}
	if len(b) > 0 && !bytes.Equal(b, make([]byte, 4)) {
		return nil, damaged("stray bytes behind a box")
	}
	return out, nil
}

func firstBox(boxes []rawBox, typ string) rawBox {
	for _, b := range boxes {
		if b.typ() == typ {
			return b
		}
	}
	return nil
}

func newBox(typ string, parts ...[]byte) rawBox {
	out := append(make([]byte, 4), typ...)
	for _, p := range parts {
		out = append(out, p...)
	}
	binary.BigEndian.PutUint32(out, uint32(len(out)))
	return out
}

// withChild returns a copy of parent in which change replaces the first child of a type, or appends one. The children
// begin at offset head. change receives nil if there is no such child.
func withChild(parent rawBox, head int, typ string, change func(old rawBox) (rawBox, error)) (rawBox, error) {
	children, err := splitBoxes(parent[head:])
	if err != nil {
		return nil, err
	}
	changed, err := change(firstBox(children, typ))
	if err != nil {
		return nil, err
	}
	parts := [][]byte{parent[8:head]}
	for _, c := range children {
		if changed != nil && c.typ() == typ {
			parts, changed = append(parts, changed), nil
			continue
		}
		parts = append(parts, c)
	}
	return newBox(parent.typ(), append(parts, changed)...), nil
}
