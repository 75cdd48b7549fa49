// Package picturefile reads whole pictures from files and writes them. It says which pictures are decoded at all, for
// everyone who decodes one.
package picturefile

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math"

	"github.com/boxes-ltd/imaging"
	"golang.org/x/image/bmp"
	"golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"viviscope/client"
)

var (
	// ErrDamaged means that the file is there but cannot be decoded.
	ErrDamaged = errors.New("file is damaged")

	// ErrTooLarge means that the picture has more than 64 megapixels or a side of more than 16384 pixels, or takes more
	// memory to decode than its kind may. It was not decoded.
	ErrTooLarge = errors.New("picture is too large to show")
)

// The largest picture that is decoded. 64 megapixels are 256 MB while decoding; the service makes at most 14.7 (3840 x
// 3840).
const (
	MaxPixels = 64 << 20
	MaxSide   = 16384
)

// Check refuses what is too large to decode, by the size in its header. Errors: [ErrDamaged], [ErrTooLarge].
func Check(width, height int) error {
	if width <= 0 || height <= 0 {
		return fmt.Errorf("%w: %d x %d pixels", ErrDamaged, width, height)
	}
	if width > MaxSide || height > MaxSide || width*height > MaxPixels {
		return fmt.Errorf("%w: %d x %d pixels", ErrTooLarge, width, height)
	}
	return nil
}

// CheckJPEG refuses a JPEG that takes too much memory to decode for the size in its header, which [Check] is for: a
// progressive one takes five times as much as another. r stands at the start of the file. Errors: [ErrTooLarge].
func CheckJPEG(r io.Reader) error {
	if n := client.JPEGMemory(r); n > client.MaxJPEGMemory {
		return fmt.Errorf("%w: a progressive JPEG that takes %d MB", ErrTooLarge, n>>20)
	}
	return nil
}

// Picture is a picture that was read from a file.
type Picture struct {
	Image       *image.RGBA // turned as its EXIF says, from 0,0 on, rows without padding
	Profile     []byte      // ICC profile of its colours; nil: none, or one that is not for RGB
	Format      string      // "png", "jpeg", "webp", "bmp" or "gif"
	Alpha       bool        // some pixel is not opaque
	NonStandard bool        // the readers of the standard library refuse its file, so that a service may refuse it too
	Faults      string      // why not all of the picture is right; "": all is
}

// ErrFormat means that a file is no picture of a kind that is read here.
var ErrFormat = errors.New("not a PNG, JPEG, WebP, BMP or GIF")

// format is how one kind of file is read.
type format struct {
	name    string
	magic   string // "?" is any byte
	config  func(io.Reader) (image.Config, error)
	decode  func(io.Reader) (image.Image, error)
	profile func(io.Reader) []byte
}

func formats() []format {
	return []format{
		{"png", "\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode, pngProfile},
		{"jpeg", "\xff\xd8\xff", jpeg.DecodeConfig, jpeg.Decode, jpegProfile},
		{"webp", "RIFF????WEBP", webp.DecodeConfig, webp.Decode, webpProfile},
		{"bmp", "BM", bmp.DecodeConfig, bmp.Decode, nil},
		{"gif", "GIF8?a", gif.DecodeConfig, gif.Decode, nil},
	}
}

// Read reads a PNG, JPEG, WebP, BMP or the first frame of a GIF, of 8 or 16 bits, with a palette, gray, CMYK or with
// alpha. What its reader refuses is read by the second decoder, where this computer has one. The size in the header is
// looked at before memory is spent on the pixels: more than 64 megapixels are refused. r is at its beginning. Errors:
// [ErrFormat], [ErrTooLarge], [ErrDamaged].
func Read(r io.ReadSeeker) (Picture, error) {
	return read(r, Check)
}

func read(r io.ReadSeeker, checkSize func(width, height int) error) (p Picture, err error) {
	// A decoder that panics on hostile bytes has met a damaged file.
	defer func() {
		if why := recover(); why != nil {
			p, err = Picture{}, fmt.Errorf("%w: decoder gave up: %v", ErrDamaged, why)
		}
	}()
	f, err := detectFormat(r)
	if err != nil {
		return Picture{}, err
	}
	rewound := func() *bufio.Reader {
		if _, e := r.Seek(0, io.SeekStart); e != nil && err == nil {
			err = e
		}
		return bufio.NewReader(r)
	}
	config, err := f.config(rewound())
	if err != nil {
		return readNonStandard(r, f, checkSize, err)
	}
	if err := checkSize(config.Width, config.Height); err != nil {
		return Picture{}, err
	}
	if f.name == "webp" {
		err := client.CheckWebPSize(rewound(), config.Width, config.Height)
		if errors.Is(err, client.ErrNoFrame) { // it may be animated
			return readNonStandard(r, f, checkSize, err)
		}
		if err != nil {
			return Picture{}, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	if f.name == "jpeg" {
		if err := CheckJPEG(rewound()); err != nil {
			return Picture{}, err
		}
	}
	var profile []byte
	if f.profile != nil {
		profile = f.profile(rewound())
	}
	im, err := f.decode(rewound())
	if err != nil {
		return readNonStandard(r, f, checkSize, err)
	}
	out := toRGBA(im, image.Pt(config.Width, config.Height))
	if f.name == "webp" {
		out = expandRange(im, out)
	}
	return Picture{Image: ApplyOrientation(out, client.Orientation(rewound())), Profile: rgbProfile(profile),
		Format: f.name,
		Alpha:  !out.Opaque()}, nil
}

// readNonStandard reads a picture that the reader of its format refuses, with why: by the second decoder
// ([client.Second]).
func readNonStandard(r io.ReadSeeker, f format, allowed func(width, height int) error, why error) (Picture, error) {
	look, err := client.Second(context.Background(), r)
	if err != nil {
		return Picture{}, fmt.Errorf("%w: %w: %w", ErrDamaged, why, err)
	}
	im := look.Image
	size := im.Bounds().Size()
	if err := allowed(size.X, size.Y); err != nil {
		return Picture{}, err
	}
	out := toRGBA(im, size)
	if f.name == "webp" {
		out = expandRange(im, out)
	}
	turn := 0
	if _, err := r.Seek(0, io.SeekStart); err == nil {
		turn = client.Orientation(r)
	}
	return Picture{Image: ApplyOrientation(out, turn), Format: f.name, Alpha: !out.Opaque(), NonStandard: true,
		Faults: look.Faults}, nil
}

// IsNonStandard reports whether the readers of the standard library refuse a picture file, so that a service may refuse
// it too. It decodes the picture.
func IsNonStandard(data []byte) bool {
	p, err := Read(bytes.NewReader(data))
	return err == nil && p.NonStandard
}

func detectFormat(r io.ReadSeeker) (format, error) {
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

// toRGBA is im as premultiplied pixels. The first frame of a GIF may be smaller than its canvas, and lie anywhere on
// it.
func toRGBA(im image.Image, size image.Point) *image.RGBA {
	if _, frame := im.(*image.Paletted); !frame {
		size = im.Bounds().Size()
	}
	canvas := image.Rectangle{Max: size}
	if same, ok := im.(*image.RGBA); ok && same.Rect == canvas && same.Stride == 4*size.X {
		return same
	}
	if n, ok := im.(*image.NRGBA); ok && n.Rect == canvas && n.Stride == 4*size.X {
		return Premultiply(n)
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

// Premultiply makes n prePremultiplied, in its own memory. It rounds, and so it is the very inverse of unmultiplied:
// a picture with alpha may be written and read as often as one likes.
func Premultiply(n *image.NRGBA) *image.RGBA {
	for i := 3; i < len(n.Pix); i += 4 {
		if a := uint32(n.Pix[i]); a != 255 {
			for c := i - 3; c < i; c++ {
				n.Pix[c] = uint8((uint32(n.Pix[c])*a + 127) / 255)
			}
		}
	}
	return &image.RGBA{Pix: n.Pix, Stride: n.Stride, Rect: n.Rect}
}

// ApplyOrientation is im as an EXIF orientation of 1 to 8 wants it shown (TIFF 6.0, tag 274).
func ApplyOrientation(im *image.RGBA, orientation int) *image.RGBA {
	// The library knows only pictures that are not premultiplied. It moves whole pixels about, so it does not matter
	// what they mean.
	n := &image.NRGBA{Pix: im.Pix, Stride: im.Stride, Rect: im.Rect}
	switch orientation {
	case 2:
		n = imaging.FlipH(n)
	case 3:
		n = imaging.Rotate180(n)
	case 4:
		n = imaging.FlipV(n)
	case 5:
		n = imaging.Transpose(n)
	case 6: // what a telephone held upright writes
		n = imaging.Rotate270(n)
	case 7:
		n = imaging.Transverse(n)
	case 8:
		n = imaging.Rotate90(n)
	}
	return &image.RGBA{Pix: n.Pix, Stride: n.Stride, Rect: n.Rect}
}

// FitSize gives the size that fills a square of limit pixels, whole, in the ratio of size. Nothing is ever enlarged.
func FitSize(size image.Point, limit int) image.Point {
	long := max(size.X, size.Y)
	if long <= limit || long == 0 {
		return size
	}
	by := func(n int) int { return max(1, int(math.Round(float64(n)*float64(limit)/float64(long)))) }
	return image.Pt(by(size.X), by(size.Y))
}

// ScaleDown is im with at most limit pixels on its longer side, in its ratio; im itself, where it has no more.
func ScaleDown(im *image.RGBA, limit int) *image.RGBA {
	return Scale(im, FitSize(im.Rect.Size(), limit))
}

// Scale is im in another size, with a filter that averages what becomes smaller and stays sharp in what becomes
// larger. An image that has the size already is given back itself.
func Scale(im *image.RGBA, size image.Point) *image.RGBA {
	if im.Rect.Size() == size {
		return im
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.CatmullRom.Scale(out, out.Rect, im, im.Rect, draw.Src, nil)
	return out
}

// expandRange gives the pixels of a WebP, of which out is what the decoder's image says: out itself, in which the
// colours of a lossy one are put right. A lossy WebP holds its colours as ITU-R BT.601 does (RFC 6386 9.2), brightness
// from 16 to 235 and colour from 16 to 240. Its decoder hands them out as the kind of image that a JPEG has, whose
// values reach from 0 to 255: shown like that, black is dark gray and red is pale.
func expandRange(im image.Image, out *image.RGBA) *image.RGBA {
	var y *image.YCbCr
	switch v := im.(type) {
	case *image.YCbCr:
		y = v
	case *image.NYCbCrA:
		y = &v.YCbCr
	default:
		return out
	}
	for row := range out.Rect.Dy() {
		pix := out.Pix[row*out.Stride:]
		for x := range out.Rect.Dx() {
			luma, chroma := y.YOffset(y.Rect.Min.X+x, y.Rect.Min.Y+row), y.COffset(y.Rect.Min.X+x, y.Rect.Min.Y+row)
			// ITU-R BT.601, in 16 bits after the point.
			l := 76309 * (int32(y.Y[luma]) - 16)
			b, r := int32(y.Cb[chroma])-128, int32(y.Cr[chroma])-128
			p := pix[4*x : 4*x+4 : 4*x+4]
			a := uint32(p[3])
			p[0] = premultipliedByte(l+104597*r, a)
			p[1] = premultipliedByte(l-25675*b-53279*r, a)
			p[2] = premultipliedByte(l+132201*b, a)
		}
	}
	return out
}

// premultipliedByte gives a colour with 16 bits after its point as a byte, under an opacity.
func premultipliedByte(v int32, a uint32) uint8 {
	byte16 := uint32(min(max((v+1<<15)>>16, 0), 255))
	return uint8((byte16*a + 127) / 255)
}
