// Package mp4 checks, writes and joins files in the MP4 container (ISO/IEC 14496-12 and -14). It treats every file as
// untrusted input.
//
// Start with [Check], [Open] and [Join]. [Check] verifies and describes a downloaded clip. It reads the box headers and
// the moov box, but not the media data, so its cost does not grow with the length of the clip. [Open] reads a [Clip] to
// join; [Compare] finds the [Format] of a film and the clips that must be encoded for it; [Join] copies the frames of
// matching clips into one film. [Write] makes a file from H.264 frames and optional AAC sound. The same input gives the
// same bytes. [SetTag] and [Tag] write and read a text, such as a comment.
//
// Package mp4ff decodes and encodes the boxes. This package adds the limits before decoding, the checks of the sample
// tables against each other, and the tables of a progressive file. It neither decodes nor encodes pictures or sound.
// All functions are safe for concurrent use.
package mp4

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// Limits for files from outside. A clip of 15 s needs about 20 KB of moov and 3 top-level boxes.
const (
	maxMoov     = 32 << 20
	maxTopBoxes = 10_000
	maxSamples  = 2_000_000
)

// boxHeader is the position of a top-level box. offset is from the start of the file; size includes the header.
type boxHeader struct {
	typ                      string
	offset, headerSize, size int64
	// size 0 in the file: the box extends to the end of the file of the file, wherever that is
	toEOF bool
}

func (s boxHeader) end() int64 { return s.offset + s.size }

// topLevelBoxes returns the headers of the top-level boxes. It ignores invalid bytes after moov and mdat, because
// players read only the samples that the tables list. In a fragmented file they are an error.
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

// isFileError reports whether an error is about the content of a file and not about reading it.
func isFileError(err error) bool {
	return errors.Is(err, ErrNotMP4) || errors.Is(err, ErrCut) || errors.Is(err, ErrDamaged)
}

// BeginsLikeMP4 reports whether a file with these first bytes, at least 12, is an MP4 or QuickTime file. Old QuickTime
// files begin without an ftyp box.
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

// beginsLikeMP4 returns nil for an MP4 file, or an error that names the likely content, such as a web page.
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

// readHeader reads the header of the box at an offset. If the box is invalid, the result still contains its type.
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
		// Size 0 would mean "to the end of the file", so zeros would pass as a box without a name. They occur in a file
		// whose space was allocated before its data arrived.
		return boxHeader{}, damaged("zero bytes where a box should begin at %d", at)
	}
	switch s.size {
	case 0: // to the end of the file
		s.size, s.toEOF = size-at, true
	case 1: // a 64-bit size follows the type
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

// readAt fills b. It returns [ErrCut] if the file ends before its stated size.
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

// Errors about a file. Every error of [Check] about the file wraps one of these. Errors of the reader are returned
// unchanged.
var (
	// ErrNotMP4 reports a file that does not begin like an MP4 file, such as an error page or an empty file.
	ErrNotMP4 = errors.New("not an MP4 file")
	// ErrCut reports a file that ends before its boxes do, such as an interrupted download.
	ErrCut = errors.New("the file is cut off")
	// ErrDamaged reports boxes that contradict themselves or each other.
	ErrDamaged = errors.New("the MP4 file is damaged")
	// ErrFragmented reports a fragmented file (moof boxes). [Check] accepts it; [Tag] and [SetTag] do not.
	ErrFragmented = errors.New("fragmented MP4 files are not supported")
	// ErrNoPicture reports a file with sound only. [Check] accepts it; [Open] does not.
	ErrNoPicture = errors.New("the file has sound and no video")
)

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

const (
	maxDepth = 8
	maxBoxes = 20_000 // checkBounds moov
)

// guard limits the nesting and the number of boxes inside moov. trimPadding limits the entries of their tables. Without
// limits, mp4ff would allocate and loop as much as the file requests.
type guard struct{ boxes int }

func (g *guard) check(b []byte, depth int) error {
	if depth > maxDepth {
		return damaged("moov is nested too deeply")
	}
	boxes, err := splitBoxes(b)
	if err != nil {
		return err
	}
	g.boxes += len(boxes)
	if g.boxes > maxBoxes {
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

// trimPadding returns a box of moov without the padding that some writers append to its table. It returns [ErrDamaged]
// if the table has fewer entries than its count.
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
