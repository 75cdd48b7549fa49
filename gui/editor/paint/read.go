package paint

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/bmp"
	"golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"viviscope/client"
	"viviscope/gui/media/bounds"
	"viviscope/gui/media/narrow"
)

// Read is a picture that was read from a file.
type Read struct {
	Image   *image.RGBA // turned as its EXIF says, from 0,0 on, rows without padding
	Profile []byte      // ICC profile of its colours; nil: none, or one that is not for RGB
	Format  string      // "png", "jpeg", "webp", "bmp" or "gif"
	Alpha   bool        // some pixel is not opaque
}

// ErrFormat means that a file is no picture of a kind that is read here.
var ErrFormat = errors.New("not a PNG, JPEG, WebP, BMP or GIF")

// format is how one kind of file is read.
type format struct {
	name   string
	magic  string // "?" is any byte
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	extras func(io.Reader) extras
}

func formats() []format {
	return []format{
		{"png", "\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode, pngExtras},
		{"jpeg", "\xff\xd8\xff", jpeg.DecodeConfig, jpeg.Decode, jpegExtras},
		{"webp", "RIFF????WEBP", webp.DecodeConfig, webp.Decode, webpExtras},
		{"bmp", "BM", bmp.DecodeConfig, bmp.Decode, nil},
		{"gif", "GIF8?a", gif.DecodeConfig, gif.Decode, nil},
	}
}

// ReadPicture reads a PNG, JPEG, WebP, BMP or the first frame of a GIF, of 8 or 16 bits, with a palette, gray, CMYK or with
// alpha. The size in the header is looked at before memory is spent on the pixels: more than 64 megapixels are refused. r
// is at its beginning. Errors: [ErrFormat], [bounds.ErrTooLarge], [bounds.ErrDamaged].
func ReadPicture(r io.ReadSeeker) (Read, error) {
	return readPicture(r, bounds.Check)
}

func readPicture(r io.ReadSeeker, allowed func(width, height int) error) (read Read, err error) {
	// A decoder that panics on hostile bytes has met a damaged file.
	defer func() {
		if p := recover(); p != nil {
			read, err = Read{}, fmt.Errorf("%w: decoder gave up: %v", bounds.ErrDamaged, p)
		}
	}()
	f, err := formatOf(r)
	if err != nil {
		return Read{}, err
	}
	again := func() *bufio.Reader {
		if _, e := r.Seek(0, io.SeekStart); e != nil && err == nil {
			err = e
		}
		return bufio.NewReader(r)
	}
	config, err := f.config(again())
	if err != nil {
		return Read{}, fmt.Errorf("%w: %w", bounds.ErrDamaged, err)
	}
	if err := allowed(config.Width, config.Height); err != nil {
		return Read{}, err
	}
	if f.name == "webp" {
		if err := client.CheckWebPSize(again(), config.Width, config.Height); err != nil {
			return Read{}, fmt.Errorf("%w: %w", bounds.ErrDamaged, err)
		}
	}
	if f.name == "jpeg" {
		if err := bounds.CheckJPEG(again()); err != nil {
			return Read{}, err
		}
	}
	var x extras
	if f.extras != nil {
		x = f.extras(again())
	}
	im, err := f.decode(again())
	if err != nil {
		return Read{}, fmt.Errorf("%w: %w", bounds.ErrDamaged, err)
	}
	out := rgba(im, image.Pt(config.Width, config.Height))
	if f.name == "webp" {
		out = narrow.Widen(im, out)
	}
	return Read{Image: turned(out, x.orientation), Profile: forRGB(x.profile), Format: f.name, Alpha: !out.Opaque()}, nil
}

func formatOf(r io.ReadSeeker) (format, error) {
	head := make([]byte, 12)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return format{}, err
	}
	for _, f := range formats() {
		if n < len(f.magic) {
			continue
		}
		fits := true
		for i := range len(f.magic) {
			fits = fits && (f.magic[i] == '?' || f.magic[i] == head[i])
		}
		if fits {
			return f, nil
		}
	}
	return format{}, ErrFormat
}

// rgba is im as premultiplied pixels. The first frame of a GIF may be smaller than its canvas, and lie anywhere on it.
func rgba(im image.Image, size image.Point) *image.RGBA {
	if _, frame := im.(*image.Paletted); !frame {
		size = im.Bounds().Size()
	}
	canvas := image.Rectangle{Max: size}
	if same, ok := im.(*image.RGBA); ok && same.Rect == canvas && same.Stride == 4*size.X {
		return same
	}
	if n, ok := im.(*image.NRGBA); ok && n.Rect == canvas && n.Stride == 4*size.X {
		return multiplied(n)
	}
	out := image.NewRGBA(canvas)
	b := im.Bounds()
	if b.In(canvas) {
		draw.Draw(out, b, im, b.Min, draw.Src)
	} else {
		draw.Draw(out, canvas, im, b.Min, draw.Src)
	}
	return out
}

// multiplied makes n premultiplied, in its own memory. It rounds, and so it is the very inverse of unmultiplied: a picture
// with alpha may be written and read as often as one likes.
func multiplied(n *image.NRGBA) *image.RGBA {
	for i := 3; i < len(n.Pix); i += 4 {
		if a := uint32(n.Pix[i]); a != 255 {
			for c := i - 3; c < i; c++ {
				n.Pix[c] = uint8(mul(uint32(n.Pix[c]), a))
			}
		}
	}
	return bare(n)
}

// turned is im as an EXIF orientation wants it shown (TIFF 6.0, tag 274).
func turned(im *image.RGBA, orientation int) *image.RGBA {
	if orientation >= 1 && orientation < len(exifSteps) {
		for _, s := range exifSteps[orientation] {
			im = step(im, s, exact)
		}
	}
	return im
}

// Smaller is im with at most limit pixels on its longer side, in its ratio; im itself, where it has no more.
func Smaller(im *image.RGBA, limit int) *image.RGBA {
	size := im.Rect.Size()
	long := max(size.X, size.Y)
	if long <= limit {
		return im
	}
	by := func(n int) int { return max(1, int(math.Round(float64(n)*float64(limit)/float64(long)))) }
	return Scaled(im, image.Pt(by(size.X), by(size.Y)))
}
