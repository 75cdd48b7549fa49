package reduce

import (
	"bytes"
	"encoding/binary"
)

// orientationTag is the tag of TIFF 6.0 that says how a picture is to be turned.
const orientationTag = 0x0112

// orientation reads how a photograph is to be turned from the body of its APP1 segment (EXIF 2.3, 4.5.4). found is false where that is not
// EXIF, or does not say.
func orientation(b []byte) (turn int, found bool) {
	b, ok := bytes.CutPrefix(b, []byte("Exif\x00\x00"))
	if !ok || len(b) < 8 {
		return 0, false
	}
	var order binary.ByteOrder = binary.BigEndian
	if b[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int(order.Uint32(b[4:]))
	if at < 8 || at+2 > len(b) {
		return 0, false
	}
	n := int(order.Uint16(b[at:]))
	for i := range n {
		entry := at + 2 + 12*i
		if entry+12 > len(b) {
			return 0, false
		}
		if order.Uint16(b[entry:]) != orientationTag {
			continue
		}
		turn = int(order.Uint16(b[entry+8:]))
		return turn, turn >= 1 && turn <= 8
	}
	return 0, false
}
