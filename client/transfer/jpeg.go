package transfer

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"viviscope/client/picturefile"
)

const (
	xmpName = "http://ns.adobe.com/xap/1.0/\x00"
	// maxSegment is the maximum size of a segment without its marker and its length (ISO/IEC 10918-1 B.1.1.4).
	maxSegment = 65535 - 2
	// maxPieces is the maximum number of comments for one record.
	maxPieces = maxRecord/maxSegment + 2
	// maxSegments limits the segments that are read before the pixels; a large colour profile has 255.
	maxSegments = 4096
	markAPP0    = 0xe0
	markAPP1    = 0xe1
	markCOM     = 0xfe
)

// segment is a part of a JPEG before its pixels: its marker and its content; nil if it has none.
type segment struct {
	marker byte
	body   []byte
}

// eachSegment calls f for each segment of a JPEG up to the marker before its pixels, or its end.
func eachSegment(r io.Reader, f func(segment) error) error {
	if _, err := io.CopyN(io.Discard, r, 2); err != nil {
		return err
	}
	for range maxSegments {
		marker, body, err := picturefile.ReadSegment(r)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return damaged("no segment where one must be")
		}
		if err == nil {
			err = f(segment{marker, body})
		}
		if err != nil || marker == picturefile.FirstScan || marker == picturefile.EndOfPicture {
			return err
		}
	}
	return damaged("too many segments")
}

// writeJPEG inserts the texts after the segments that identify the file type (JFIF, EXIF), and copies all other
// segments.
func writeJPEG(w io.Writer, r io.ReaderAt, size int64, t fileTexts) error {
	texts, err := commentSegments(t.record)
	if err != nil {
		return err
	}
	xmp := xmpPacket(t)
	err = eachSegment(io.NewSectionReader(r, 0, size), func(s segment) error {
		// "JP", an instance number, the position of the segment, the length of the box, then its type.
		if s.marker == markAPP11 && len(s.body) >= 16 && string(s.body[:2]) == "JP" &&
			string(s.body[12:16]) == "jumb" ||
			isXMP(s) && bytes.Contains(s.body, []byte(provenance)) {
			return errSigned
		}
		if isXMP(s) && !isOwnPacket(s) {
			xmp = nil // keep the packet of another program; a second one would make both invalid
		}
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, "\xff\xd8"); err != nil {
		return err
	}
	texts = append(xmp, texts...)
	in := io.NewSectionReader(r, 0, size)
	err = eachSegment(in, func(s segment) error {
		if _, _, _, ours := parseComment(s); ours || isXMP(s) && isOwnPacket(s) {
			return nil
		}
		out := segmentBytes(s)
		if s.marker != markAPP0 && (s.marker != markAPP1 || isXMP(s)) {
			out, texts = append(texts, out...), nil
		}
		_, err := w.Write(out)
		return err
	})
	if err != nil {
		return err
	}
	pixels, err := in.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	return copySpan(w, r, pixels, size)
}

func isXMP(s segment) bool { return s.marker == markAPP1 && bytes.HasPrefix(s.body, []byte(xmpName)) }

// toolkit marks a packet of this program (ISO 16684-1 7.3.3).
const toolkit = `x:xmptk="viviscope"`

func isOwnPacket(s segment) bool {
	return bytes.Contains(s.body[:min(len(s.body), 256)], []byte(toolkit))
}

// xmpPacket returns the prompt as an XMP segment; nil if it is too long for one.
func xmpPacket(t fileTexts) []byte {
	if t.description == "" {
		return nil
	}
	var description strings.Builder
	_ = xml.EscapeText(&description, []byte(t.description)) // never fails
	body := xmpName + "<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>" +
		`<x:xmpmeta xmlns:x="adobe:ns:meta/" ` + toolkit +
		`><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
		`<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ` +
		`xmp:CreatorTool="` + software + `"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">` +
		description.String() +
		`</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`
	if len(body) > maxSegment {
		return nil
	}
	return segmentBytes(segment{markAPP1, []byte(body)})
}

func segmentBytes(s segment) []byte {
	out := []byte{0xff, s.marker}
	if s.body != nil {
		out = binary.BigEndian.AppendUint16(out, uint16(len(s.body)+2))
	}
	return append(out, s.body...)
}

// commentSegments returns a record as COM segments, each with its number: "viviscope 1/2 …".
func commentSegments(record []byte) (all []byte, err error) {
	const room = maxSegment - len(keyword) - len(" 99/99 ")
	count := (len(record) + room - 1) / room
	if count > maxPieces {
		return nil, fmt.Errorf("%w: a record of %d bytes", errNoRoom, len(record))
	}
	for i := range count {
		body := fmt.Appendf(nil, "%s %d/%d %s", keyword, i+1, count, record[i*room:min(len(record), (i+1)*room)])
		all = append(all, segmentBytes(segment{markCOM, body})...)
	}
	return all, nil
}

// parseComment parses one comment segment. place is 1-based.
func parseComment(s segment) (place, count int, text []byte, ok bool) {
	rest, ok := bytes.CutPrefix(s.body, []byte(keyword+" "))
	head, text, parted := bytes.Cut(rest, []byte(" "))
	if s.marker != markCOM || !ok || !parted || len(head) > 16 {
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
	err := eachSegment(io.NewSectionReader(r, 0, size), func(s segment) error {
		place, count, text, ok := parseComment(s)
		if !ok {
			return nil
		}
		if len(pieces) != count {
			pieces = make([][]byte, count)
		}
		pieces[place-1] = text
		return nil
	})
	for _, p := range pieces {
		if len(p) == 0 {
			return nil, err // another program removed a comment
		}
	}
	return bytes.Join(pieces, nil), err
}
