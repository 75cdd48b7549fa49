package mp4

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// TagComment is the key of the comment in iTunes metadata.
const TagComment = "\xa9cmt"

// maxTag is the longest text, in bytes.
const maxTag = 64 << 10

// ErrTag reports a text or key of invalid form, or a file with QuickTime metadata, which cannot hold the text.
var ErrTag = errors.New("the text cannot be written into this file")

// SetTag copies the clip of the given size from r to w, with a text under a key of four bytes. It stores the text like
// iTunes and ffmpeg (moov/udta/meta/ilst), and replaces an earlier text under the key. It changes nothing else except
// the size of moov and the chunk offsets after it. Errors: those of [Check], [ErrFragmented], [ErrTag], and those of w.
func SetTag(w io.Writer, r io.ReaderAt, size int64, key, text string) error {
	f, err := parse(r, size)
	if err != nil {
		return err
	}
	if len(key) != 4 || len(text) > maxTag {
		return fmt.Errorf("%w: key %q, %d bytes", ErrTag, key, len(text))
	}
	moov, err := withText(f.raw, key, text)
	if err != nil {
		return err
	}
	if err := shiftOffsets(moov[8:], f.moovSpan.offset, int64(len(moov))-f.moovSpan.size); err != nil {
		return err
	}
	behind := f.moovSpan.end()
	_, err = io.Copy(w, io.NewSectionReader(r, 0, f.moovSpan.offset))
	if err == nil {
		_, err = w.Write(moov)
	}
	if err == nil {
		_, err = io.Copy(w, io.NewSectionReader(r, behind, size-behind))
	}
	if err != nil {
		return fmt.Errorf("write tag: %w", err)
	}
	return nil
}

// Tag reads the text under a key, as [SetTag] writes it; "" if there is none.
func Tag(r io.ReaderAt, size int64, key string) (string, error) {
	f, err := parse(r, size)
	if err != nil {
		return "", err
	}
	b, head := f.raw, 8
	for _, typ := range []string{"udta", "meta", "ilst", key, "data"} {
		if head > len(b) {
			return "", nil
		}
		boxes, err := splitBoxes(b[head:])
		if err != nil {
			return "", err
		}
		b = firstBox(boxes, typ)
		if b == nil {
			return "", nil
		}
		head = 8
		if typ == "meta" {
			head = 12 // version and flags
		}
	}
	if len(b) < 16 {
		return "", damaged("a text box is too short")
	}
	return string(bytes.TrimRight(b[16:], "\x00")), nil
}

// UUIDBoxes returns the contents of the top-level boxes with this UUID (ISO/IEC 14496-12 4.2), which other programs
// write. Errors: those of [Check].
func UUIDBoxes(r io.ReaderAt, size int64, uuid string) (found []io.Reader, err error) {
	boxes, err := topLevelBoxes(r, size)
	for _, b := range boxes {
		id := make([]byte, 16)
		body := b.offset + b.headerSize + int64(len(id))
		if b.typ != "uuid" || body > b.end() {
			continue
		}
		if err := readAt(r, id, body-int64(len(id))); err != nil {
			return nil, err
		}
		if string(id) == uuid {
			found = append(found, io.NewSectionReader(r, body, b.end()-body))
		}
	}
	return found, err
}

// withText returns a copy of moov with a text in it. It adds the enclosing boxes if they are missing.
func withText(moov rawBox, key, text string) (rawBox, error) {
	item := newBox(key, newBox("data", []byte{0, 0, 0, 1, 0, 0, 0, 0}, []byte(text))) // type 1: UTF-8
	return withChild(moov, 8, "udta", func(udta rawBox) (rawBox, error) {
		if udta == nil {
			udta = newBox("udta")
		}
		return withChild(udta, 8, "meta", func(meta rawBox) (rawBox, error) {
			switch {
			case meta == nil:
				handler := []byte{0, 0, 0, 0, 0, 0, 0, 0, 'm', 'd', 'i', 'r', 'a', 'p', 'p', 'l', 0, 0, 0, 0, 0, 0, 0,
					0, 0}
				meta = newBox("meta", make([]byte, 4), newBox("hdlr", handler))
			case len(meta) < 12 || binary.BigEndian.Uint32(meta[8:]) != 0:
				return nil, fmt.Errorf("%w: it has a QuickTime meta box", ErrTag)
			}
			return withChild(meta, 12, "ilst", func(list rawBox) (rawBox, error) {
				if list == nil {
					list = newBox("ilst")
				}
				return withChild(list, 8, key, func(rawBox) (rawBox, error) { return item, nil })
			})
		})
	})
}

// shiftOffsets adds by to the chunk offsets after an offset of the file.
func shiftOffsets(b []byte, behind, by int64) error {
	boxes, err := splitBoxes(b)
	if err != nil {
		return err
	}
	for _, c := range boxes {
		switch c.typ() {
		case "trak", "mdia", "minf", "stbl":
			if err := shiftOffsets(c[8:], behind, by); err != nil {
				return err
			}
		case "stco":
			for o := 16; o+4 <= len(c); o += 4 {
				v := int64(binary.BigEndian.Uint32(c[o:]))
				if v <= behind {
					continue
				}
				if v+by > math.MaxUint32 {
					return fmt.Errorf("%w: an offset would pass 4 GiB", ErrTag)
				}
				binary.BigEndian.PutUint32(c[o:], uint32(v+by))
			}
		case "co64":
			for o := 16; o+8 <= len(c); o += 8 {
				if v := int64(binary.BigEndian.Uint64(c[o:])); v > behind {
					binary.BigEndian.PutUint64(c[o:], uint64(v+by))
				}
			}
		}
	}
	return nil
}
