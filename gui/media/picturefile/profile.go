package picturefile

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/binary"
	"io"

	"golang.org/x/image/riff"

	"viviscope/gui/media/reduce"
)

// extras is what a file says about its pixels beside them. What is damaged in them is left out: the picture is there
// without them.
type extras struct {
	profile     []byte
	orientation int // 1 to 8; 0: not said
}

// Bounds of what is read: profiles of printers have 2 MB, an EXIF block at most 64 KB where it comes from a camera.
const (
	maxProfile = 8 << 20
	maxEXIF    = 1 << 20
)

// pngExtras reads the chunks iCCP and eXIf (PNG specification 11.3). The second may stand after the pixels.
func pngExtras(r io.Reader) (x extras) {
	if _, err := io.CopyN(io.Discard, r, 8); err != nil {
		return x
	}
	for {
		var head [8]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return x
		}
		n, kind := int64(binary.BigEndian.Uint32(head[:4])), string(head[4:])
		body := io.LimitReader(r, n)
		switch {
		case kind == "IEND":
			return x
		case kind == "iCCP" && n < maxProfile:
			x.profile = unpacked(body)
		case kind == "eXIf" && n < maxEXIF:
			if b, err := io.ReadAll(body); err == nil {
				x.orientation = reduce.Orientation(b)
			}
		}
		if _, err := io.Copy(io.Discard, body); err != nil {
			return x
		}
		if _, err := io.CopyN(io.Discard, r, 4); err != nil { // the checksum
			return x
		}
	}
}

// unpacked is the profile of an iCCP chunk: a name, a zero, the method 0, and the packed profile.
func unpacked(r io.Reader) []byte {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil
	}
	end := bytes.IndexByte(b, 0)
	if end < 0 || end+2 > len(b) || b[end+1] != 0 {
		return nil
	}
	z, err := zlib.NewReader(bytes.NewReader(b[end+2:]))
	if err != nil {
		return nil
	}
	profile, err := io.ReadAll(io.LimitReader(z, maxProfile+1))
	if err != nil || len(profile) > maxProfile {
		return nil
	}
	return profile
}

const (
	jpegEXIF    = "Exif\x00\x00"
	jpegProfile = "ICC_PROFILE\x00"
)

// jpegExtras reads the segments APP1 (EXIF) and APP2 (ICC.1:2022, annex B) before the first scan. A profile may be in up to
// 255 pieces, in any order.
func jpegExtras(r io.Reader) (x extras) {
	pieces := map[byte][]byte{}
	count, size := 0, 0
	if _, err := io.CopyN(io.Discard, r, 2); err != nil {
		return x
	}
	for {
		marker, body, err := Segment(r)
		if err != nil || marker == FirstScan || marker == EndOfPicture {
			break
		}
		switch {
		case marker == 0xe1 && bytes.HasPrefix(body, []byte(jpegEXIF)) && x.orientation == 0:
			x.orientation = reduce.Orientation(body[len(jpegEXIF):])
		case marker == 0xe2 && bytes.HasPrefix(body, []byte(jpegProfile)) && len(body) > len(jpegProfile)+2:
			body = body[len(jpegProfile):]
			pieces[body[0]] = body[2:]
			count, size = int(body[1]), size+len(body)
		}
	}
	if count == 0 || len(pieces) != count || size > maxProfile {
		return x
	}
	for i := 1; i <= count; i++ {
		x.profile = append(x.profile, pieces[byte(i)]...)
	}
	return x
}

// Markers of a JPEG that end what can be read segment by segment.
const (
	EndOfPicture = 0xd9
	FirstScan    = 0xda
)

// Segment reads the next segment of a JPEG that was read to behind its first two bytes: its marker and its body, which is nil where
// there is none, and for the first scan. What is no segment is an [io.ErrUnexpectedEOF].
func Segment(r io.Reader) (marker byte, body []byte, err error) {
	var b [2]byte
	if _, err := io.ReadFull(r, b[:]); err != nil || b[0] != 0xff {
		return 0, nil, cmp.Or(err, io.ErrUnexpectedEOF)
	}
	for b[1] == 0xff { // any number of fill bytes
		if _, err := io.ReadFull(r, b[1:]); err != nil {
			return 0, nil, err
		}
	}
	if marker = b[1]; marker == 0x01 || marker >= 0xd0 && marker <= FirstScan { // these have no body
		return marker, nil, nil
	}
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return 0, nil, err
	}
	n := int(binary.BigEndian.Uint16(b[:]))
	if n < 2 {
		return 0, nil, io.ErrUnexpectedEOF
	}
	body = make([]byte, n-2)
	_, err = io.ReadFull(r, body)
	return marker, body, err
}

// webpExtras reads the chunks ICCP and EXIF (RFC 9649 2.7.1).
func webpExtras(r io.Reader) (x extras) {
	_, chunks, err := riff.NewReader(r)
	for err == nil {
		var id riff.FourCC
		var n uint32
		var data io.Reader
		if id, n, data, err = chunks.Next(); err != nil {
			return x
		}
		switch {
		case id == riff.FourCC{'I', 'C', 'C', 'P'} && n <= maxProfile:
			if b, err := io.ReadAll(data); err == nil {
				x.profile = b
			}
		case id == riff.FourCC{'E', 'X', 'I', 'F'} && n <= maxEXIF:
			if b, err := io.ReadAll(data); err == nil {
				x.orientation = reduce.Orientation(bytes.TrimPrefix(b, []byte(jpegEXIF)))
			}
		}
	}
	return x
}

// forRGB gives a profile that describes pixels of red, green and blue, and nil for any other: gray and CMYK pictures have
// become RGB when they were decoded, and their own profile would be wrong for that (ICC.1:2022, 7.2.6).
func forRGB(profile []byte) []byte {
	if len(profile) < 128 || string(profile[16:20]) != "RGB " || string(profile[36:40]) != "acsp" {
		return nil
	}
	return profile
}
