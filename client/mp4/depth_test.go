package mp4

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// 20,000 nested boxes must not cause deep recursion.
func TestCheckRefusesDeeplyNestedBoxes(t *testing.T) {
	for _, kind := range []string{"moov", "trak", "udta", "meta", "mdia"} {
		const levels = 20_000
		var file bytes.Buffer
		file.WriteString("\x00\x00\x00\x10ftypisom\x00\x00\x00\x00")
		for level := range levels {
			_ = binary.Write(&file, binary.BigEndian, uint32(8*(levels-level)))
			if level == 0 {
				file.WriteString("moov")
			} else {
				file.WriteString(kind)
			}
		}
		if _, err := Check(bytes.NewReader(file.Bytes()), int64(file.Len())); err == nil {
			t.Errorf("%s was read", kind)
		}
	}
}
