package client

import (
	"bufio"
	"encoding/binary"
	"io"
)

// MaxJPEGMemory bounds what decoding a progressive JPEG may take, bytes. One of 3840 by 3840 pixels in full colours takes
// 211 MiB.
const MaxJPEGMemory = 256 << 20

// JPEGMemory says what decoding a progressive JPEG (T.81 G) takes, bytes; 0 for other pictures, which a limit on their
// pixels bounds, and for what is broken before anything is decoded. Every coefficient of a progressive one stays until the
// end, and few bits stand for thousands of empty blocks: a file of 200 bytes that claims 64 megapixels costs a gigabyte. r
// stands at the start of the file, and is read as image/jpeg reads.
func JPEGMemory(r io.Reader) int {
	b := bufio.NewReader(r)
	if head, err := b.Peek(2); err != nil || head[0] != 0xff || head[1] != 0xd8 {
		return 0
	}
	_, _ = b.Discard(2) // which were peeked at
	for {
		mark, err := nextMark(b)
		if err != nil {
			return 0
		}
		if mark >= 0xd0 && mark <= 0xd7 { // restart, without a body
			continue
		}
		var length [2]byte
		if _, err := io.ReadFull(b, length[:]); err != nil {
			return 0
		}
		n := int(binary.BigEndian.Uint16(length[:])) - 2
		switch {
		case n < 0, mark == 0xc0, mark == 0xc1, mark == 0xd9, mark == 0xda: // plain, or an end before anything is decoded
			return 0
		case mark == 0xc2:
			frame := make([]byte, n)
			if _, err := io.ReadFull(b, frame); err != nil {
				return 0
			}
			return progressiveMemory(frame)
		}
		if _, err := b.Discard(n); err != nil {
			return 0
		}
	}
}

// nextMark reads up to the second byte of a marker, over what does not belong there.
func nextMark(b *bufio.Reader) (byte, error) {
	var last byte
	for {
		c, err := b.ReadByte()
		if err != nil {
			return 0, err
		}
		if last == 0xff && c != 0 && c != 0xff {
			return c, nil
		}
		last = c
	}
}

// progressiveMemory reckons from the frame header (T.81 B.2.2).
func progressiveMemory(b []byte) int {
	if len(b) < 6 || len(b) != 6+3*int(b[5]) || len(b) == 6 {
		return 0
	}
	height, width := int(binary.BigEndian.Uint16(b[1:])), int(binary.BigEndian.Uint16(b[3:]))
	across, down, blocks := 1, 1, 0 // of an MCU
	if n := int(b[5]); n == 1 {
		blocks = 1
	} else {
		across, down = int(b[7]>>4), int(b[7]&15)
		for i := range n {
			blocks += int(b[7+3*i]>>4) * int(b[7+3*i]&15)
		}
	}
	if across == 0 || down == 0 {
		return 0
	}
	blocks *= ((width + 8*across - 1) / (8 * across)) * ((height + 8*down - 1) / (8 * down))
	return blocks * 64 * 5 // four bytes for a coefficient, one for a pixel
}
