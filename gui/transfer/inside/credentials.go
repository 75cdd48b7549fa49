package inside

import (
	"bytes"
	"encoding/binary"
	"io"
)

// Content credentials (C2PA) sign a whole file: whoever writes a byte into it makes a valid signature read as tampered with. They
// stand in a caBX chunk of a PNG, in JUMBF boxes in APP11 segments of a JPEG, in a box of an MP4 that has this UUID, and in a
// chunk of a WebP (C2PA specification, "Embedding manifests into assets"); or XMP names the place in the network where they are.
const (
	markAPP11   = 0xeb
	signedChunk = "caBX"
	signedUUID  = "\xd8\xfe\xc3\xd6\x1b\x0e\x48\x3c\x92\x97\x58\x28\x87\x7e\xc4\x81"
	signedRIFF  = "C2PA"
	xmpUUID     = "\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac"
	xmpKeyword  = "XML:com.adobe.xmp\x00"
	provenance  = "dcterms:provenance"
	// maxXMP bounds the XMP that is read, bytes; what has more is taken for signed.
	maxXMP = 4 << 20
	// maxBoxes is how many boxes of a clip, or chunks of a WebP, are looked at. A fragmented clip of an hour has a few thousand.
	maxBoxes = 1 << 16
)

func signedPNG(r io.ReaderAt, size int64) (signed bool, err error) {
	err = eachChunk(r, size, func(c chunk) (bool, error) {
		if signed = c.name == signedChunk; signed || c.name != "iTXt" || c.size < int64(len(xmpKeyword)) {
			return !signed, nil
		}
		name := make([]byte, len(xmpKeyword))
		if err := full(r, name, c.body()); err != nil || string(name) != xmpKeyword {
			return true, err
		}
		signed, err = namesProvenance(r, c.body(), c.size)
		return !signed, err
	})
	return signed, err
}

// namesProvenance reports whether a packet of XMP says where content credentials are.
func namesProvenance(r io.ReaderAt, at, size int64) (bool, error) {
	if size > maxXMP {
		return true, nil
	}
	xmp := make([]byte, size)
	err := full(r, xmp, at)
	return bytes.Contains(xmp, []byte(provenance)), err
}

func signedJPEG(r io.ReaderAt, _ int64) (signed bool, err error) {
	_, err = eachSegment(r, func(s segment) error {
		// "JP", an instance, the place of the segment, the length of the box: then its type.
		signed = signed || s.marker == markAPP11 && len(s.body) >= 16 && string(s.body[:2]) == "JP" && string(s.body[12:16]) == "jumb" ||
			isXMP(s) && bytes.Contains(s.body, []byte(provenance))
		return nil
	})
	return signed, err
}

// signedMP4 walks the outermost boxes (ISO/IEC 14496-12 4.2).
func signedMP4(r io.ReaderAt, size int64) (bool, error) {
	at := int64(0)
	for range maxBoxes {
		if size-at < 8 {
			return false, nil // what is left is no box
		}
		var head [32]byte
		n, err := r.ReadAt(head[:min(32, size-at)], at)
		if n < 8 {
			return false, err
		}
		length, body := int64(binary.BigEndian.Uint32(head[:4])), 8
		switch length {
		case 0: // to the end of the file
			length = size - at
		case 1: // 64 bits follow
			length, body = int64(binary.BigEndian.Uint64(head[8:16])), 16
		}
		if length < int64(body) || length > size-at {
			return false, damaged("a box is larger than the file")
		}
		if n >= body+16 && length >= int64(body)+16 && string(head[4:8]) == "uuid" {
			switch string(head[body : body+16]) {
			case signedUUID:
				return true, nil
			case xmpUUID:
				if named, err := namesProvenance(r, at+int64(body)+16, length-int64(body)-16); named || err != nil {
					return named, err
				}
			}
		}
		at += length
	}
	return false, damaged("too many boxes")
}

// signedWebP walks the chunks of a RIFF file.
func signedWebP(r io.ReaderAt, size int64) (bool, error) {
	at := int64(12)
	for range maxBoxes {
		var head [8]byte
		if size-at < 8 {
			return false, nil
		}
		if err := full(r, head[:], at); err != nil {
			return false, err
		}
		if string(head[:4]) == signedRIFF {
			return true, nil
		}
		length := int64(binary.LittleEndian.Uint32(head[4:]))
		at += 8 + length + length%2
	}
	return false, damaged("too many chunks")
}
