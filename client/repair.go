package client

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"viviscope/client/decode"
)

// RepairPicture returns a copy of a picture file without faults that viewers ignore but the standard library refuses:
// wrong checksums in a PNG, a missing end of a PNG or JPEG, and the later frames of an animated WebP. frames is the
// number of frames in the file. It returns nil if there is nothing to repair.
func RepairPicture(data []byte) (repaired []byte, frames int) {
	switch decode.TypeOf(data) {
	case decode.PNG:
		return repairPNG(data), 1
	case decode.JPEG:
		return append(bytes.Clone(data), 0xff, 0xd9), 1
	case decode.WebP:
		return firstWebPFrame(data)
	}
	return nil, 0
}

// repairPNG returns a PNG with new checksums (PNG specification 5.3), with an IEND chunk, and without ancillary chunks.
// The checksum of the pixel stream still detects damaged pixels.
func repairPNG(data []byte) []byte {
	out := bytes.Clone(data[:8])
	for at := 8; at+8 <= len(data); {
		size := int64(binary.BigEndian.Uint32(data[at:]))
		name := string(data[at+4 : at+8])
		end := min(int64(at)+8+size, int64(len(data))) // a truncated file: up to its end
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

// firstWebPFrame returns the first frame of an animated WebP as a file (WebP container specification, "Animation"), and
// the number of frames. It returns nil if the WebP is not animated. The frame may be smaller than the canvas.
func firstWebPFrame(data []byte) (still []byte, frames int) {
	for at := 12; at+8 <= len(data); {
		size := int64(binary.LittleEndian.Uint32(data[at+4:]))
		end := min(int64(at)+8+size, int64(len(data)))
		if string(data[at:at+4]) == "ANMF" {
			frames++
			if frames == 1 {
				still = stillWebP(data[at+8 : end])
			}
		}
		at = int(min(end+size&1, int64(len(data))))
	}
	return still, frames
}

// stillWebP returns a file with the content of an ANMF chunk.
func stillWebP(frame []byte) []byte {
	const head = 16 // offset, size, duration, flags
	if len(frame) < head+8 {
		return nil
	}
	chunks := frame[head:]
	body := []byte("WEBP")
	// A frame with alpha needs a VP8X header with the size minus one, in the same format as in the frame.
	if string(chunks[:4]) == "ALPH" {
		header := append([]byte{0x10, 0, 0, 0}, frame[6:12]...)
		body = append(append(body, "VP8X\x0a\x00\x00\x00"...), header...)
	}
	body = append(body, chunks...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}
