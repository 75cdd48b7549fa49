package inside

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	xmpName = "http://ns.adobe.com/xap/1.0/\x00"
	// maxSegment is what a segment holds behind its marker and its length (ISO/IEC 10918-1 B.1.1.4).
	maxSegment = 65535 - 2
	// maxPieces is how many comments a record is cut into at most.
	maxPieces = MaxRecord/maxSegment + 2
	// maxSegments is how many segments before the pixels are looked at; a large colour profile has 255.
	maxSegments = 4096
	markAPP1    = 0xe1
	markCOM     = 0xfe
)

// segment is a part of a JPEG before its pixels: its marker, and what follows the marker's length.
type segment struct {
	at, end int64 // in the file, with marker and length
	marker  byte
	body    []byte
}

// eachSegment calls f for each segment before the pixels and returns where these begin.
func eachSegment(r io.ReaderAt, f func(segment) error) (pixels int64, err error) {
	at := int64(2)
	for range maxSegments {
		var head [4]byte
		if err := full(r, head[:2], at); err != nil {
			return 0, err
		}
		marker := head[1]
		switch {
		case head[0] != 0xff:
			return 0, damaged("no marker where one must be")
		case marker == 0xff: // a fill byte
			at++
			continue
		case marker == 0xda || marker == 0xd9: // the first scan, or the end
			return at, nil
		case marker == 0x01 || marker >= 0xd0 && marker <= 0xd8:
			if err := f(segment{at, at + 2, marker, nil}); err != nil {
				return 0, err
			}
			at += 2
			continue
		}
		if err := full(r, head[2:], at+2); err != nil {
			return 0, err
		}
		n := int64(binary.BigEndian.Uint16(head[2:]))
		if n < 2 {
			return 0, damaged("a segment without a length")
		}
		s := segment{at, at + 2 + n, marker, make([]byte, n-2)}
		if err := full(r, s.body, at+4); err != nil {
			return 0, err
		}
		if err := f(s); err != nil {
			return 0, err
		}
		at = s.end
	}
	return 0, damaged("too many segments")
}

// writeJPEG puts the texts behind the segments that say what kind of file it is (JFIF, EXIF), and keeps all others.
func writeJPEG(w io.Writer, r io.ReaderAt, size int64, t Texts) error {
	texts, err := comments(t.Record)
	if err != nil {
		return err
	}
	xmp := packet(t)
	// A packet of another program is kept as it is: two of them would be none.
	if _, err := eachSegment(r, func(s segment) error {
		if isXMP(s) && !ourPacket(s) {
			xmp = nil
		}
		return nil
	}); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "\xff\xd8"); err != nil {
		return err
	}
	texts = append(xmp, texts...)
	pixels, err := eachSegment(r, func(s segment) error {
		_, _, _, ours := piece(s)
		if ours || isXMP(s) && ourPacket(s) {
			return nil
		}
		if first := s.marker == 0xe0 || s.marker == markAPP1 && !isXMP(s); !first && texts != nil {
			if _, err := w.Write(texts); err != nil {
				return err
			}
			texts = nil
		}
		return span(w, r, s.at, s.end)
	})
	if err != nil {
		return err
	}
	if _, err := w.Write(texts); err != nil {
		return err
	}
	return span(w, r, pixels, size)
}

func isXMP(s segment) bool {
	return s.marker == markAPP1 && bytes.HasPrefix(s.body, []byte(xmpName))
}

// toolkit marks a packet that was written here (ISO 16684-1 7.3.3).
const toolkit = `x:xmptk="viviscope"`

func ourPacket(s segment) bool {
	return bytes.Contains(s.body[:min(len(s.body), 256)], []byte(toolkit))
}

// packet is the prompt as an XMP segment; nil where it is too long for one.
func packet(t Texts) []byte {
	escaped := func(s string) string {
		var b strings.Builder
		_ = xml.EscapeText(&b, []byte(s)) // a builder takes everything
		return b.String()
	}
	if t.Description == "" {
		return nil
	}
	body := xmpName + "<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>" +
		`<x:xmpmeta xmlns:x="adobe:ns:meta/" ` + toolkit + `><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
		`<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ` +
		`xmp:CreatorTool="` + escaped(t.Software) + `"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">` + escaped(t.Description) +
		`</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`
	if len(body) > maxSegment {
		return nil
	}
	return segmentBytes(markAPP1, []byte(body))
}

func segmentBytes(marker byte, body []byte) []byte {
	out := binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2))
	return append(out, body...)
}

// comments is a record as COM segments, each with its place: "viviscope 1/2 …".
func comments(record []byte) (all []byte, err error) {
	const room = maxSegment - len(keyword) - len(" 99/99 ")
	count := (len(record) + room - 1) / room
	if count > maxPieces {
		return nil, fmt.Errorf("%w: a record of %d bytes", ErrNoRoom, len(record))
	}
	for i := range count {
		head := fmt.Sprintf("%s %d/%d ", keyword, i+1, count)
		all = append(all, segmentBytes(markCOM, append([]byte(head), record[i*room:min(len(record), (i+1)*room)]...))...)
	}
	return all, nil
}

// piece reads one of those comments. place counts from 1.
func piece(s segment) (place, count int, text []byte, ok bool) {
	if s.marker != markCOM {
		return 0, 0, nil, false
	}
	rest, ok := bytes.CutPrefix(s.body, []byte(keyword+" "))
	if !ok {
		return 0, 0, nil, false
	}
	head, text, ok := bytes.Cut(rest[:len(rest):len(rest)], []byte(" "))
	if !ok || len(head) > 16 {
		return 0, 0, nil, false
	}
	a, b, _ := strings.Cut(string(head), "/")
	place, err := strconv.Atoi(a)
	if err == nil {
		count, err = strconv.Atoi(b)
	}
	return place, count, text, err == nil && place >= 1 && place <= count && count <= maxPieces
}

func readJPEG(r io.ReaderAt, size int64) ([]byte, error) {
	var pieces [][]byte
	_, err := eachSegment(r, func(s segment) error {
		place, count, text, ok := piece(s)
		if !ok {
			return nil
		}
		if len(pieces) != count {
			pieces = make([][]byte, count)
		}
		pieces[place-1] = text
		return nil
	})
	if err != nil {
		return nil, err
	}
	var record []byte
	for _, p := range pieces {
		if len(p) == 0 {
			return nil, nil // some program has left one out
		}
		record = append(record, p...)
	}
	if !utf8.Valid(record) {
		return nil, nil
	}
	return record, nil
}
