package dnd

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// unicodeText decodes what a browser hands over as text: UTF-16 in either order, with a mark in front or known by its zeros, as
// Mozilla writes text/x-moz-url and text/html; UTF-8 otherwise, which is returned as it is. What lies behind an odd last byte
// of UTF-16 is lost.
func unicodeText(data []byte) string {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		order, data = binary.LittleEndian, data[2:]
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		order, data = binary.BigEndian, data[2:]
	case bytes.HasPrefix(data, []byte{0xef, 0xbb, 0xbf}):
		return string(data[3:])
	// A link and a tag begin with a letter of ASCII, so one half of the first unit is zero.
	case len(data) > 2 && data[0] != 0 && data[1] == 0:
		order = binary.LittleEndian
	case len(data) > 2 && data[0] == 0 && data[1] != 0:
		order = binary.BigEndian
	default:
		return string(data)
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return string(utf16.Decode(units))
}
