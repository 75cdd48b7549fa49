package picturefile

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/draw"
)

// EncodePNG writes im as a PNG with its colour profile; nil: none. An opaque picture gets three channels.
//
// It uses the fastest compression. A photograph of 3840 x 2160 takes half a second. The next level takes five times as
// long and saves a fifth.
func EncodePNG(w io.Writer, im *image.RGBA, profile []byte) error {
	out := bufio.NewWriter(w)
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	var chunk []byte
	if len(profile) > 0 {
		var err error
		if chunk, err = profileChunk(profile); err != nil {
			return fmt.Errorf("encode png: %w", err)
		}
	}
	// the signature and the header chunk, which the profile must follow (PNG specification 5.6)
	const beginning = 8 + 25
	var pixels image.Image = im
	if !im.Opaque() {
		pixels = unpremultiply(im)
	}
	if err := e.Encode(&insertWriter{w: out, at: beginning, insert: chunk}, pixels); err != nil {
		return fmt.Errorf("encode png: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("encode png: %w", err)
	}
	return nil
}

// EncodeJPEG writes im as a JPEG with its colour profile; nil: none. quality is 1 to 100. Transparent pixels are
// blended with white.
func EncodeJPEG(w io.Writer, im *image.RGBA, profile []byte, quality int) error {
	if !im.Opaque() {
		flat := image.NewRGBA(im.Rect)
		draw.Draw(flat, flat.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
		draw.Draw(flat, flat.Rect, im, im.Rect.Min, draw.Over)
		im = flat
	}
	out := bufio.NewWriter(w)
	const beginning = 2 // the start marker
	err := jpeg.Encode(&insertWriter{w: out, at: beginning, insert: profileSegments(profile)}, im,
		&jpeg.Options{Quality: quality})
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("encode jpeg: %w", err)
	}
	return nil
}

// ConvertOptions configures [Convert].
type ConvertOptions struct {
	Format  string      // "png" or "jpeg"
	Size    image.Point // the zero value: the picture's own
	Quality int         // of a JPEG, 1 to 100
	Profile []byte      // of its colours; nil: none
}

// Convert scales im if requested, and writes it in the requested format.
func Convert(w io.Writer, im *image.RGBA, c ConvertOptions) error {
	if c.Size != (image.Point{}) {
		if err := Check(c.Size.X, c.Size.Y); err != nil {
			return fmt.Errorf("copy picture: %w", err)
		}
		im = Scale(im, c.Size)
	}
	switch c.Format {
	case "png":
		return EncodePNG(w, im, c.Profile)
	case "jpeg":
		return EncodeJPEG(w, im, c.Profile, c.Quality)
	}
	return fmt.Errorf("copy picture: no format %q", c.Format)
}

// unpremultiply returns a copy of im with non-premultiplied pixels, as PNG stores them.
func unpremultiply(im *image.RGBA) *image.NRGBA {
	out := &image.NRGBA{Pix: append([]uint8(nil), im.Pix...), Stride: im.Stride, Rect: im.Rect}
	for i := 3; i < len(out.Pix); i += 4 {
		a := uint32(out.Pix[i])
		if a == 0 || a == 255 {
			continue
		}
		for c := i - 3; c < i; c++ {
			out.Pix[c] = uint8(min((uint32(out.Pix[c])*255+a/2)/a, 255))
		}
	}
	return out
}

// insertWriter is a writer that inserts bytes at an offset of the stream.
type insertWriter struct {
	w      io.Writer
	at     int // bytes until the insertion
	insert []byte
}

func (s *insertWriter) Write(p []byte) (n int, err error) {
	if s.at > 0 {
		n, err = s.w.Write(p[:min(s.at, len(p))])
		s.at -= n
		if err != nil || s.at > 0 {
			return n, err
		}
	}
	if s.insert != nil {
		if _, err := s.w.Write(s.insert); err != nil {
			return n, err
		}
		s.insert = nil
	}
	m, err := s.w.Write(p[n:])
	return n + m, err
}

// profileChunk returns a profile as an iCCP chunk (PNG specification 11.3.2.3).
func profileChunk(profile []byte) ([]byte, error) {
	var body bytes.Buffer
	body.WriteString("iCCPICC profile\x00\x00")
	z := zlib.NewWriter(&body)
	if _, err := z.Write(profile); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	chunk := binary.BigEndian.AppendUint32(nil, uint32(body.Len()-4))
	chunk = append(chunk, body.Bytes()...)
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(body.Bytes())), nil
}

// profileSegments returns a profile as APP2 segments (ICC.1:2022, annex B), or nil if it needs more than 255.
func profileSegments(profile []byte) (all []byte) {
	const most = 65535 - 2 - len(jpegICC) - 2
	count := (len(profile) + most - 1) / most
	if count > 255 {
		return nil
	}
	for i := range count {
		piece := profile[i*most : min(len(profile), (i+1)*most)]
		all = append(all, 0xff, 0xe2)
		all = binary.BigEndian.AppendUint16(all, uint16(2+len(jpegICC)+2+len(piece)))
		all = append(all, jpegICC...)
		all = append(all, byte(i+1), byte(count))
		all = append(all, piece...)
	}
	return all
}
