// Package mp4 knows the MP4 container (ISO/IEC 14496-12 and -14): it checks files that come from
// outside without trusting a byte of them, says what a clip is, and writes progressive files.
//
// [Check] decides whether a downloaded clip is whole. It reads the box headers and the moov box only, never the media
// data, so its cost does not grow with the length of the clip. [Write] makes a file of H.264 frames and, if asked, AAC
// sound. Nothing in such a file depends on the time of day: the same frames give the same bytes. [SetTag] writes a text
// (a comment, a title) into a file that is there, and [Tag] reads it. [Join] makes one film of clips that [Compare]
// finds alike, and copies every frame as it is.
//
// Boxes are decoded and encoded by mp4ff; what stands here is what that module leaves to its user: the guards
// before decoding, the sample tables against each other, and the tables of a progressive file.
// All functions may be called from several goroutines at once.
package mp4

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// Limits for files that come from outside. A clip of 15 s needs about 20 KB of moov and 3 boxes at the top.
const (
	maxMoov     = 32 << 20
	maxTopBoxes = 10_000
	maxSamples  = 2_000_000
)

// boxHeader is one box at the top level: its type, where it starts, how long its header is and how long all of it is.
type boxHeader struct {
	typ                      string
	offset, headerSize, size int64
	toEOF                    bool // it says that it goes to the end of the file, wherever that is
}

func (s boxHeader) end() int64 { return s.offset + s.size }

// topLevelBoxes walks over the headers at the top level. Bytes behind the last box are left out if moov and media data
// stand before them and the file is not fragmented: players read what the sample tables name and nothing else.
func topLevelBoxes(r io.ReaderAt, size int64) ([]boxHeader, error) {
	if err := beginsLikeMP4(r, size); err != nil {
		return nil, err
	}
	var out []boxHeader
	seen := map[string]bool{}
	for at := int64(0); at < size; {
		if len(out) == maxTopBoxes {
			return nil, damaged("more than %d boxes", maxTopBoxes)
		}
		s, err := readHeader(r, at, size)
		if err != nil && seen["moov"] && seen["mdat"] && !seen["moof"] && isFileError(err) && !isVital(s.typ) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		out, seen[s.typ] = append(out, s), true
		at = s.end()
	}
	return out, nil
}

// isVital reports whether a clip cannot be played without the boxes of a type.
func isVital(typ string) bool { return typ == "moov" || typ == "mdat" || typ == "moof" }

// isFileError reports whether an error is about the content of a file, and not about reading it.
func isFileError(err error) bool {
	return errors.Is(err, ErrNotMP4) || errors.Is(err, ErrCut) || errors.Is(err, ErrDamaged)
}

// BeginsLikeMP4 reports whether a file with these first bytes, at least 12, is an MP4 or QuickTime file. Old QuickTime
// files have no ftyp box.
func BeginsLikeMP4(head []byte) bool {
	if len(head) < 12 {
		return false
	}
	switch size := binary.BigEndian.Uint32(head); string(head[4:8]) {
	case "ftyp", "styp":
		return size >= 8 && head[0] == 0 && bytes.IndexByte(head[8:12], 0) < 0
	case "moov", "mdat", "wide", "skip", "free", "pnot":
		return size == 1 || size >= 8
	}
	return false
}

// beginsLikeMP4 returns an error that names a web page or an error text that came instead of a clip.
func beginsLikeMP4(r io.ReaderAt, size int64) error {
	if size <= 0 {
		return fmt.Errorf("%w: it is empty", ErrNotMP4)
	}
	first := make([]byte, min(size, 64))
	if err := readAt(r, first, 0); err != nil {
		return err
	}
	if BeginsLikeMP4(first) || len(first) >= 8 && string(first[4:8]) == "ftyp" {
		return nil
	}
	text := bytes.ToLower(bytes.TrimLeft(first, " \t\r\n\ufeff"))
	switch {
	case bytes.HasPrefix(text, []byte("<")):
		return fmt.Errorf("%w: it looks like a web page", ErrNotMP4)
	case bytes.HasPrefix(text, []byte("{")), bytes.HasPrefix(text, []byte("[")):
		return fmt.Errorf("%w: it looks like a JSON answer", ErrNotMP4)
	}
	return ErrNotMP4
}

// readHeader reads the header of the box at an offset. With an error about the box, the result has its type.
func readHeader(r io.ReaderAt, at, size int64) (boxHeader, error) {
	if size-at < 8 {
		return boxHeader{}, damaged("%d stray bytes at the end", size-at)
	}
	var b [16]byte
	if err := readAt(r, b[:8], at); err != nil {
		return boxHeader{}, err
	}
	s := boxHeader{typ: string(b[4:8]), offset: at, headerSize: 8, size: int64(binary.BigEndian.Uint32(b[:4]))}
	if s.typ == "\x00\x00\x00\x00" {
		// Size 0 would mean "to the end of the file", and zeros would pass as a box without a name: a file that was
		// made longer before its bytes came.
		return boxHeader{}, damaged("zero bytes where a box should begin at %d", at)
	}
	switch s.size {
	case 0: // to the end of the file
		s.size, s.toEOF = size-at, true
	case 1: // 64 bits of size behind the type
		if size-at < 16 {
			return s, fmt.Errorf("%w in the header of box %q at %d", ErrCut, s.typ, at)
		}
		if err := readAt(r, b[8:], at+8); err != nil {
			return boxHeader{}, err
		}
		u := binary.BigEndian.Uint64(b[8:])
		if u > math.MaxInt64 {
			return s, damaged("box %q at %d has an absurd size", s.typ, at)
		}
		s.size, s.headerSize = int64(u), 16
	}
	if s.size < s.headerSize {
		return s, damaged("box %q at %d is smaller than its header", s.typ, at)
	}
	if s.size > size-at {
		return s, fmt.Errorf("%w: box %q at %d wants %d bytes, %d are there", ErrCut, s.typ, at, s.size, size-at)
	}
	return s, nil
}

// readAt fills b. A file that ends before its stated size is cut off.
func readAt(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	switch {
	case n == len(b):
		return nil
	case err == nil || errors.Is(err, io.EOF):
		return fmt.Errorf("%w: %d bytes are missing at %d", ErrCut, len(b)-n, at+int64(n))
	}
	return fmt.Errorf("read at %d: %w", at, err)
}

// What can be wrong with a file. Every error of [Check] that is about the file wraps one of these;
// an error of the reader itself is passed on as it is.
var (
	// ErrNotMP4: the file does not begin like an MP4 file; an error page, for example, or nothing at all.
	ErrNotMP4 = errors.New("not an MP4 file")
	// ErrCut: the file ends before its boxes do. A download that broke looks like this.
	ErrCut = errors.New("the file is cut off")
	// ErrDamaged: the boxes contradict each other or themselves.
	ErrDamaged = errors.New("the MP4 file is damaged")
	// ErrFragmented: a fragmented file (moof boxes), which [Check] takes, and [Tag] and [SetTag] do not.
	ErrFragmented = errors.New("fragmented MP4 files are not supported")
	// ErrNoPicture: the file has sound only, which [Check] takes, and [Open] does not.
	ErrNoPicture = errors.New("the file has sound and no video")
)

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

const (
	maxDepth = 8
	maxBoxes = 20_000 // checkBounds moov
)

// guard bounds the boxes inside moov: their nesting, their number, and the count fields of the sample tables, for which
// mp4ff would otherwise allocate or loop whatever the file asks for.
type guard struct{ boxes int }

func (g *guard) check(b []byte, depth int) error {
	if depth > maxDepth {
		return damaged("moov is nested too deeply")
	}
	boxes, err := splitBoxes(b)
	if err != nil {
		return err
	}
	if g.boxes += len(boxes); g.boxes > maxBoxes {
		return damaged("moov has more than %d boxes", maxBoxes)
	}
	for _, box := range boxes {
		if isContainer(box.typ()) {
			if err := g.check(box[8:], depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func isContainer(typ string) bool {
	switch typ {
	case "trak", "mdia", "minf", "stbl", "edts":
		return true
	}
	return false
}

// trimPadding returns a box of moov without what stands behind the entries of its table. Some writers pad tables. A
// table that counts more entries than its box has is damaged.
func trimPadding(box rawBox) (rawBox, error) {
	body := box[8:]
	perEntry, countAt := 0, 4
	switch box.typ() {
	case "stts", "ctts", "co64":
		perEntry = 8
	case "stsc":
		perEntry = 12
	case "stco", "stss":
		perEntry = 4
	case "elst":
		perEntry = 12
		if len(body) > 0 && body[0] == 1 { // version 1 has 64-bit times
			perEntry = 20
		}
	case "stsz":
		if len(body) < 12 || binary.BigEndian.Uint32(body[8:]) > maxSamples {
			return nil, damaged("more than %d samples", maxSamples)
		}
		perEntry, countAt = 4, 8
		if binary.BigEndian.Uint32(body[4:]) != 0 { // all samples of one size: no table follows
			perEntry = 0
		}
	default:
		return box, nil
	}
	if len(body) < countAt+4 {
		return nil, damaged("%s is too short", box.typ())
	}
	size := int64(binary.BigEndian.Uint32(body[countAt:]))*int64(perEntry) + int64(countAt) + 4
	switch {
	case size > int64(len(body)):
		return nil, damaged("the count of %s does not fit its box", box.typ())
	case size < int64(len(body)):
		return newBox(box.typ(), body[:size]), nil
	}
	return box, nil
}
