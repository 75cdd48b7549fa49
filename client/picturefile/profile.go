package picturefile

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/binary"
	"io"

	"golang.org/x/image/riff"
)

// maxProfile limits the size of a colour profile, in bytes. Profiles of printers have 2 MB. A damaged profile is
// ignored, because the picture can be shown without it.
const maxProfile = 8 << 20

// pngProfile returns the profile in the iCCP chunk before the pixels (PNG specification 11.3), or nil.
func pngProfile(r io.Reader) []byte {
	if _, err := io.CopyN(io.Discard, r, 8); err != nil {
		return nil
	}
	for {
		var head [8]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return nil
		}
		n, kind := int64(binary.BigEndian.Uint32(head[:4])), string(head[4:])
		body := io.LimitReader(r, n)
		switch {
		case kind == "IDAT":
			return nil
		case kind == "iCCP" && n < maxProfile:
			return unpackProfile(body)
		}
		if _, err := io.CopyN(io.Discard, r, n+4); err != nil { // with the checksum
			return nil
		}
	}
}

// unpackProfile decompresses the profile of an iCCP chunk. The chunk holds a name, a zero byte, the method 0, and the
// compressed profile.
func unpackProfile(r io.Reader) []byte {
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

const jpegICC = "ICC_PROFILE\x00"

// jpegProfile returns the profile in the APP2 segments before the first scan (ICC.1:2022, annex B), or nil. It may be
// split into up to 255 pieces, in any order.
func jpegProfile(r io.Reader) (profile []byte) {
	pieces := map[byte][]byte{}
	count, size := 0, 0
	if _, err := io.CopyN(io.Discard, r, 2); err != nil {
		return nil
	}
	for {
		marker, body, err := ReadSegment(r)
		if err != nil || marker == FirstScan || marker == EndOfPicture {
			break
		}
		if marker == 0xe2 && bytes.HasPrefix(body, []byte(jpegICC)) && len(body) > len(jpegICC)+2 {
			body = body[len(jpegICC):]
			pieces[body[0]] = body[2:]
			count, size = int(body[1]), size+len(body)
		}
	}
	if count == 0 || len(pieces) != count || size > maxProfile {
		return nil
	}
	for i := 1; i <= count; i++ {
		profile = append(profile, pieces[byte(i)]...)
	}
	return profile
}

// Markers of a JPEG after which [ReadSegment] must not be called.
const (
	EndOfPicture = 0xd9
	FirstScan    = 0xda
)

// ReadSegment reads the next segment of a JPEG and returns its marker and its body. r must be after the first two bytes
// of the file. body is nil for a marker without a body, and for the first scan. The error is [io.ErrUnexpectedEOF] if
// no valid segment follows.
func ReadSegment(r io.Reader) (marker byte, body []byte, err error) {
	var b [2]byte
	if _, err := io.ReadFull(r, b[:]); err != nil || b[0] != 0xff {
		return 0, nil, cmp.Or(err, io.ErrUnexpectedEOF)
	}
	for b[1] == 0xff { // any number of fill bytes
		if _, err := io.ReadFull(r, b[1:]); err != nil {
			return 0, nil, err
		}
	}
	marker = b[1]
	if marker == 0x01 || marker >= 0xd0 && marker <= FirstScan { // these have no body
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

// webpProfile returns the profile in the ICCP chunk (RFC 9649 2.7.1), or nil.
func webpProfile(r io.Reader) []byte {
	_, chunks, err := riff.NewReader(r)
	for err == nil {
		var id riff.FourCC
		var n uint32
		var data io.Reader
		if id, n, data, err = chunks.Next(); err != nil {
			return nil
		}
		if id == (riff.FourCC{'I', 'C', 'C', 'P'}) && n <= maxProfile {
			if b, err := io.ReadAll(data); err == nil {
				return b
			}
		}
	}
	return nil
}

// rgbProfile returns the profile if it is for RGB, or else nil. Decoding converts gray and CMYK pictures to RGB, so
// their profiles no longer apply (ICC.1:2022, 7.2.6).
func rgbProfile(profile []byte) []byte {
	if len(profile) < 128 || string(profile[16:20]) != "RGB " || string(profile[36:40]) != "acsp" {
		return nil
	}
	return profile
}
