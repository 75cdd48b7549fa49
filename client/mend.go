package client

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"viviscope/client/decode"
)

// Mended returns a copy of a picture file without what every viewer overlooks and the readers of the standard library refuse: wrong
// checksums in a PNG, a missing end of a PNG or JPEG, the further frames of an animated WebP. frames is how many the file has. nil: nothing
// of the kind can be mended.
func Mended(data []byte) (mended []byte, frames int) {
	switch decode.TypeOf(data) {
	case decode.PNG:
		return mendedPNG(data), 1
	case decode.JPEG:
		return append(bytes.Clone(data), 0xff, 0xd9), 1
	case decode.WebP:
		return firstOfWebP(data)
	}
	return nil, 0
}

// mendedPNG writes the checksums of a PNG anew (PNG specification 5.3), leaves out what describes it, and ends it. Whether the pixels are
// right is shown by the checksum of their stream.
func mendedPNG(data []byte) []byte {
	out := bytes.Clone(data[:8])
	for at := 8; at+8 <= len(data); {
		size := int64(binary.BigEndian.Uint32(data[at:]))
		name := string(data[at+4 : at+8])
		end := min(int64(at)+8+size, int64(len(data))) // of a file that is cut, what there is
		switch name {
		case "IHDR", "PLTE", "tRNS", "IDAT":
			out = binary.BigEndian.AppendUint32(out, uint32(end-int64(at)-8))
			out = binary.BigEndian.AppendUint32(append(out, data[at+4:end]...), crc32.ChecksumIEEE(data[at+4:end]))
		case "IEND":
			at = len(data)
			continue
		}
		at = int(min(end+4, int64(len(data))))
	}
	return append(out, "\x00\x00\x00\x00IEND\xae\x42\x60\x82"...)
}

// firstOfWebP returns the first frame of an animated WebP as a file of its own (WebP container specification, "Animation"), and how many
// there are; nil: it is not animated. A frame that is smaller than the canvas is shown alone.
func firstOfWebP(data []byte) (still []byte, frames int) {
	for at := 12; at+8 <= len(data); {
		size := int64(binary.LittleEndian.Uint32(data[at+4:]))
		end := min(int64(at)+8+size, int64(len(data)))
		if string(data[at:at+4]) == "ANMF" {
			if frames++; frames == 1 {
				still = stillWebP(data[at+8 : end])
			}
		}
		at = int(min(end+size&1, int64(len(data))))
	}
	return still, frames
}

// stillWebP makes a file of the content of an ANMF chunk.
func stillWebP(frame []byte) []byte {
	const head = 16 // place, size, duration, flags
	if len(frame) < head+8 {
		return nil
	}
	chunks := frame[head:]
	body := []byte("WEBP")
	if string(chunks[:4]) == "ALPH" { // needs an extended header with the size less one, which the frame has in the same form
		header := append([]byte{0x10, 0, 0, 0}, frame[6:12]...)
		body = append(append(body, "VP8X\x0a\x00\x00\x00"...), header...)
	}
	body = append(body, chunks...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}
