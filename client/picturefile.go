package client

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"image"
	_ "image/jpeg" // registered for DecodeConfig
	_ "image/png"
	"io"

	_ "golang.org/x/image/webp"
)

// Limits on a foreign picture. The service makes sides of at most 3840; a file of 200 bytes can claim a size that costs
// gigabytes to decode, so the claim is looked at before anything else is.
const (
	MaxPictureSide   = 8192       // pixels
	MaxPicturePixels = 40_000_000 // of the whole
)

// ImageInfo is what the header of a picture file says.
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

// CheckImage says what a picture file is without decoding it, and whether it is whole: its header is that of a PNG, JPEG
// or WebP of a sane size, and its end is where the format says that it ends. Errors: ErrDamaged, or that of the reader, which
// says nothing about the picture.
func CheckImage(r io.ReaderAt, size int64) (ImageInfo, error) {
	file := &watchedReader{r: r}
	info, err := checkImage(file, size)
	if file.err != nil {
		return ImageInfo{}, file.err
	}
	return info, err
}

// watchedReader notes that a file could not be read: decoders take that for its end.
type watchedReader struct {
	r   io.ReaderAt
	err error
}

func (w *watchedReader) ReadAt(p []byte, off int64) (int, error) {
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
		return ImageInfo{}, fmt.Errorf("%w: %d by %d pixels", ErrDamaged, info.Width, info.Height)
	}
	if format == "webp" {
		if err := CheckWebPSize(io.NewSectionReader(r, 0, size), info.Width, info.Height); err != nil {
			return ImageInfo{}, err
		}
	}
	ends, known := map[string]func(io.ReaderAt, int64) bool{"png": pngEnds, "jpeg": jpegEnds, "webp": webpEnds}[format]
	if !known { // the program may have registered other formats
		return ImageInfo{}, fmt.Errorf("%w: not a PNG, JPEG or WebP", ErrDamaged)
	}
	if !ends(r, size) {
		return ImageInfo{}, fmt.Errorf("%w: the %s breaks off", ErrDamaged, format)
	}
	return info, nil
}

// pngEnds walks the chunks to IEND (PNG specification 5.3).
func pngEnds(r io.ReaderAt, size int64) bool {
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

// jpegEnds walks the segments to the end marker, through the coded data (ITU T.81 B.1.1). The marker alone proves
// nothing: a thumbnail inside the file has one too.
func jpegEnds(r io.ReaderAt, size int64) bool {
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
		case c == 0x00 && coded, c >= 0xd0 && c <= 0xd7, c == 0x01: // a stuffed byte, a restart, a lone marker
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

// webpEnds compares the length in the RIFF header.
func webpEnds(r io.ReaderAt, size int64) bool {
	var n [4]byte
	if _, err := r.ReadAt(n[:], 4); err != nil {
		return false
	}
	return int64(binary.LittleEndian.Uint32(n[:]))+8 <= size
}
