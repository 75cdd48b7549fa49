package client

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // registered for DecodeConfig
	_ "image/png"
	"io"

	"golang.org/x/image/riff"
	_ "golang.org/x/image/webp"
)

// Limits of a picture file. They are checked before decoding, because a file of 200 bytes can claim a size that needs
// gigabytes of memory. Pictures of the service have sides of at most 3840 pixels.
const (
	MaxPictureSide   = 8192       // pixels
	MaxPicturePixels = 40_000_000 // of the whole picture
)

// ImageInfo contains the format and size of a picture file. The size is after the rotation by EXIF.
type ImageInfo struct {
	Format        string // "png", "jpeg" or "webp"
	Width, Height int    // pixels
}

// Ext returns the file name extension with its dot.
func (i ImageInfo) Ext() string {
	if i.Format == "jpeg" {
		return ".jpg"
	}
	return "." + i.Format
}

// CheckImage checks a picture file without decoding it, and returns its format and size. The file must be a PNG, JPEG
// or WebP within the size limits, and its structure must be complete. Errors: ErrDamaged, and read errors.
func CheckImage(r io.ReaderAt, size int64) (ImageInfo, error) {
	file := &errorRecorder{r: r}
	info, err := checkImage(file, size)
	if file.err != nil {
		return ImageInfo{}, file.err
	}
	return info, err
}

// errorRecorder records a read error, because image decoders do not return it.
type errorRecorder struct {
	r   io.ReaderAt
	err error
}

func (w *errorRecorder) ReadAt(p []byte, off int64) (int, error) {
	n, err := w.r.ReadAt(p, off)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

func checkImage(r io.ReaderAt, size int64) (ImageInfo, error) {
	conf, format, err := image.DecodeConfig(io.NewSectionReader(r, 0, size))
	if err != nil {
		return ImageInfo{}, fmt.Errorf("%w: not a PNG, JPEG or WebP", ErrDamaged)
	}
	info := ImageInfo{Format: format, Width: conf.Width, Height: conf.Height}
	if info.Width < 1 || info.Height < 1 || info.Width > MaxPictureSide || info.Height > MaxPictureSide ||
		info.Width*info.Height > MaxPicturePixels {
		return ImageInfo{}, &pixelsError{info.Width, info.Height}
	}
	if format == "webp" {
		if err := CheckWebPSize(io.NewSectionReader(r, 0, size), info.Width, info.Height); err != nil {
			return ImageInfo{}, err
		}
	}
	ends, known := map[string]func(io.ReaderAt, int64) bool{
		"png": isWholePNG, "jpeg": isWholeJPEG, "webp": isWholeWebP}[format]
	if !known { // the program may have registered other formats
		return ImageInfo{}, fmt.Errorf("%w: not a PNG, JPEG or WebP", ErrDamaged)
	}
	if !ends(r, size) {
		return ImageInfo{}, fmt.Errorf("%w: the %s breaks off", ErrDamaged, format)
	}
	info.Width, info.Height = Upright(io.NewSectionReader(r, 0, size), info.Width, info.Height)
	return info, nil
}

// pixelsError reports that a picture exceeds the size limits. It wraps [ErrDamaged].
type pixelsError struct{ width, height int }

func (e *pixelsError) Error() string {
	return fmt.Sprintf("%v: %d by %d pixels", ErrDamaged, e.width, e.height)
}
func (e *pixelsError) Unwrap() error { return ErrDamaged }

// Upright returns the size of a picture after rotation by EXIF. width and height are those in its header. r must be at
// the start of the file.
func Upright(r io.Reader, width, height int) (int, int) {
	if Orientation(r) > 4 {
		return height, width
	}
	return width, height
}

// maxEXIF is the maximum size of an EXIF block, in bytes. Those of cameras have at most 64 KB.
const maxEXIF = 1 << 20

// Orientation returns the EXIF orientation of a PNG, JPEG or WebP: 1 to 8 (TIFF 6.0, tag 274), or 0 if it has none or
// is damaged. r must be at the start of the file.
func Orientation(r io.Reader) int {
	b := bufio.NewReader(r)
	head, _ := b.Peek(12)
	switch {
	case len(head) < 12:
		return 0
	case string(head[:2]) == "\xff\xd8":
		return jpegOrientation(b)
	case string(head[1:4]) == "PNG":
		return pngOrientation(b)
	}
	_, chunks, err := riff.NewReader(b) // of a WebP (RFC 9649 2.7.1)
	for err == nil {
		var id riff.FourCC
		var n uint32
		var data io.Reader
		if id, n, data, err = chunks.Next(); err == nil && id == (riff.FourCC{'E', 'X', 'I', 'F'}) && n <= maxEXIF {
			return orientation(data)
		}
	}
	return 0
}

// jpegOrientation searches the segments before the first scan for an APP1 with EXIF (EXIF 2.3, 4.5.4).
func jpegOrientation(b *bufio.Reader) int {
	_, _ = b.Discard(2) // which were peeked at
	for {
		mark, err := nextMarker(b)
		if mark == 0xd9 || mark == 0xda {
			return 0
		}
		var n [2]byte
		if _, short := io.ReadFull(b, n[:]); err != nil || short != nil {
			return 0
		}
		body := io.LimitReader(b, int64(binary.BigEndian.Uint16(n[:]))-2)
		if mark == 0xe1 {
			if turn := orientation(body); turn > 0 {
				return turn
			}
		}
		_, _ = io.Copy(io.Discard, body) // the loop above detects the end
	}
}

// pngOrientation searches for the chunk eXIf (PNG specification 11.3), which may follow the pixels.
func pngOrientation(b *bufio.Reader) int {
	var head [8]byte
	_, err := b.Discard(8)
	for err == nil {
		if _, err = io.ReadFull(b, head[:]); err != nil || string(head[4:]) == "IEND" {
			return 0
		}
		n := int64(binary.BigEndian.Uint32(head[:4]))
		if string(head[4:]) == "eXIf" && n < maxEXIF {
			return orientation(io.LimitReader(b, n))
		}
		_, err = io.CopyN(io.Discard, b, n+4) // with the checksum
	}
	return 0
}

// orientation returns the orientation in an EXIF block: a TIFF, in some files with the prefix "Exif".
func orientation(r io.Reader) int {
	b, _ := io.ReadAll(r) // truncated data is handled below
	b = bytes.TrimPrefix(b, []byte("Exif\x00\x00"))
	if len(b) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	switch string(b[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
	default:
		return 0
	}
	at := uint64(order.Uint32(b[4:]))
	if at < 8 || at+2 > uint64(len(b)) {
		return 0
	}
	for i := range uint64(order.Uint16(b[at:])) {
		entry := at + 2 + 12*i
		if entry+12 > uint64(len(b)) {
			return 0
		}
		const tag, short, long = 0x0112, 3, 4
		if order.Uint16(b[entry:]) != tag {
			continue
		}
		turn := uint32(0)
		switch order.Uint16(b[entry+2:]) {
		case short:
			turn = uint32(order.Uint16(b[entry+8:]))
		case long: // some programs write it so
			turn = order.Uint32(b[entry+8:])
		}
		if turn <= 8 {
			return int(turn)
		}
		return 0
	}
	return 0
}

// isWholePNG reports whether a PNG has complete chunks up to IEND (PNG specification 5.3).
func isWholePNG(r io.ReaderAt, size int64) bool {
	var head [8]byte
	for at := int64(8); at+12 <= size; {
		if _, err := r.ReadAt(head[:], at); err != nil {
			return false
		}
		if string(head[4:]) == "IEND" {
			return true
		}
		at += 12 + int64(binary.BigEndian.Uint32(head[:4]))
	}
	return false
}

// isWholeJPEG reports whether a JPEG has complete segments up to its end marker (ITU T.81 B.1.1). It parses the
// segments, because a thumbnail inside the file also has an end marker.
func isWholeJPEG(r io.ReaderAt, size int64) bool {
	b := bufio.NewReader(io.NewSectionReader(r, 2, max(size-2, 0)))
	coded := false
	for {
		c, err := b.ReadByte()
		switch {
		case err != nil:
			return false
		case c != 0xff:
			if !coded {
				return false
			}
			continue
		}
		for c == 0xff { // any number of fill bytes
			if c, err = b.ReadByte(); err != nil {
				return false
			}
		}
		switch {
		case c == 0xd9:
			return true
		case c == 0x00 && coded, c >= 0xd0 && c <= 0xd7, c == 0x01: // a stuffed byte, a restart marker, or TEM
			continue
		}
		var n [2]byte
		if _, err := io.ReadFull(b, n[:]); err != nil {
			return false
		}
		if _, err := b.Discard(int(binary.BigEndian.Uint16(n[:])) - 2); err != nil {
			return false
		}
		coded = c == 0xda
	}
}

// isWholeWebP reports whether a WebP has the length in its RIFF header.
func isWholeWebP(r io.ReaderAt, size int64) bool {
	var n [4]byte
	if _, err := r.ReadAt(n[:], 4); err != nil {
		return false
	}
	return int64(binary.LittleEndian.Uint32(n[:]))+8 <= size
}

// MaxJPEGMemory is the maximum memory for decoding a progressive JPEG, in bytes. A picture of 3840 by 3840 pixels
// without chroma subsampling needs 211 MiB.
const MaxJPEGMemory = 256 << 20

// JPEGMemory returns the memory for decoding a progressive JPEG (T.81 G), in bytes. A decoder keeps all coefficients of
// a progressive JPEG in memory, so a file of 200 bytes that claims 64 megapixels needs a gigabyte. JPEGMemory returns 0
// for other pictures, where the limit of pixels is sufficient, and for files that fail before decoding. r must be at
// the start of the file.
func JPEGMemory(r io.Reader) int {
	b := bufio.NewReader(r)
	if head, err := b.Peek(2); err != nil || head[0] != 0xff || head[1] != 0xd8 {
		return 0
	}
	_, _ = b.Discard(2) // which were peeked at
	for {
		mark, err := nextMarker(b)
		if err != nil {
			return 0
		}
		if mark >= 0xd0 && mark <= 0xd7 { // restart markers have no body
			continue
		}
		var length [2]byte
		if _, err := io.ReadFull(b, length[:]); err != nil {
			return 0
		}
		n := int(binary.BigEndian.Uint16(length[:])) - 2
		switch {
		case n < 0, mark == 0xc0, mark == 0xc1, mark == 0xd9, mark == 0xda:
			// baseline or sequential, or invalid before the frame header
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

// nextMarker skips bytes up to the next marker, and returns the second byte of the marker.
func nextMarker(b *bufio.Reader) (byte, error) {
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

// progressiveMemory computes the memory from the frame header (T.81 B.2.2).
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

// ErrNoFrame reports that a WebP has no still frame: it is animated, or damaged.
var ErrNoFrame = errors.New("no frame in the webp")

// CheckWebPSize checks that the frame of a WebP has the size width by height. image.DecodeConfig reads the size in the
// extended header (VP8X), but decoding allocates memory for the size in the frame. A file of 60 bytes could therefore
// claim one pixel and need a gigabyte. libwebp also refuses a still picture with different sizes. r must be at the
// start of the file. Errors: ErrDamaged.
func CheckWebPSize(r io.Reader, width, height int) error {
	_, chunks, err := riff.NewReader(r)
	for err == nil {
		var id riff.FourCC
		var data io.Reader
		if id, _, data, err = chunks.Next(); err != nil {
			break
		}
		var w, h int
		switch id {
		case riff.FourCC{'V', 'P', '8', ' '}: // a frame tag, a start code, two sides of 14 bits (RFC 6386 9.1)
			var b [10]byte
			if _, err = io.ReadFull(data, b[:]); err != nil {
				break
			}
			w, h = int(binary.LittleEndian.Uint16(b[6:])&0x3fff), int(binary.LittleEndian.Uint16(b[8:])&0x3fff)
		case riff.FourCC{'V', 'P', '8', 'L'}: // a signature, two sides of 14 bits less one (RFC 9649 3.4)
			var b [5]byte
			if _, err = io.ReadFull(data, b[:]); err != nil {
				break
			}
			bits := binary.LittleEndian.Uint32(b[1:])
			w, h = int(bits&0x3fff)+1, int(bits>>14&0x3fff)+1
		default:
			continue
		}
		if err == nil && (w != width || h != height) {
			return fmt.Errorf("%w: %d by %d pixels in a frame of %d by %d", ErrDamaged, w, h, width, height)
		}
		if err == nil {
			return nil
		}
	}
	return fmt.Errorf("%w: %w", ErrDamaged, ErrNoFrame)
}
