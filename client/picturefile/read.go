// Package picturefile decodes whole pictures from files and encodes them. It defines which pictures the program
// decodes: [Check] limits their size, and [Read] their formats. Start with [Read], [EncodePNG] and [EncodeJPEG].
// [DecodeReduced] decodes thumbnails with package reduce, and [Verify] checks a file without keeping its pixels. The
// package does not cache pictures, and all functions are safe for concurrent use.
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
	// ErrDamaged reports a file that cannot be decoded.
	ErrDamaged = errors.New("file is damaged")

	// ErrTooLarge reports a picture that was not decoded because it is too large: more than 64 megapixels, a side above
	// 16384 pixels, or too much memory for its format.
	ErrTooLarge = errors.New("picture is too large to show")
)

// Limits of a picture. 64 megapixels take 256 MB while decoding; the service makes at most 14.7 (3840 x 3840).
const (
	MaxPixels = 64 << 20
	MaxSide   = 16384
)

// Check returns an error if a picture is too large to decode, given the size in its header. Errors: [ErrDamaged],
// [ErrTooLarge].
func Check(width, height int) error {
	if width <= 0 || height <= 0 {
		return fmt.Errorf("%w: %d x %d pixels", ErrDamaged, width, height)
	}
	if width > MaxSide || height > MaxSide || width*height > MaxPixels {
		return fmt.Errorf("%w: %d x %d pixels", ErrTooLarge, width, height)
	}
	return nil
}

// CheckJPEG returns [ErrTooLarge] if decoding a JPEG would take too much memory. [Check] does not suffice, because a
// progressive JPEG takes five times as much memory as others. r must be at the start of the file.
func CheckJPEG(r io.Reader) error {
	if n := client.JPEGMemory(r); n > client.MaxJPEGMemory {
		return fmt.Errorf("%w: a progressive JPEG that takes %d MB", ErrTooLarge, n>>20)
	}
	return nil
}

// Picture is a picture that was read from a file.
type Picture struct {
	Image       *image.RGBA // rotated according to its EXIF orientation; starts at 0,0; rows without padding
	Profile     []byte      // ICC profile; nil: none, or not for RGB
	Format      string      // "png", "jpeg", "webp", "bmp" or "gif"
	Alpha       bool        // has pixels that are not opaque
	NonStandard bool        // the standard library cannot decode it, so a service may refuse it too
	Faults      string      // why parts of the picture are damaged; "": it is complete
}

// ErrFormat reports a file in a format that is not supported.
var ErrFormat = errors.New("not a PNG, JPEG, WebP, BMP or GIF")

// format is a file format with its decoders.
type format struct {
	name    string
	magic   string // first bytes; "?" matches any byte
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

// Read decodes a PNG, JPEG, WebP, BMP, or the first frame of a GIF, in any of their pixel formats. If the standard
// library cannot decode it, Read tries the second decoder ([client.DecodeFallback]), if installed. It checks the size
// in the header before it allocates pixels. r must be at its start. Errors: [ErrFormat], [ErrTooLarge], [ErrDamaged].
func Read(r io.ReadSeeker) (Picture, error) {
	return read(r, Check)
}

func read(r io.ReadSeeker, checkSize func(width, height int) error) (p Picture, err error) {
	// A panic of a decoder means that the file is damaged.
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

// readNonStandard decodes a picture with the second decoder ([client.DecodeFallback]), after the decoder of its format
// failed with why.
func readNonStandard(r io.ReadSeeker, f format, allowed func(width, height int) error, why error) (Picture, error) {
	look, err := client.DecodeFallback(context.Background(), r)
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

// IsNonStandard reports whether only the second decoder can decode a picture file, so a service may refuse it. It
// decodes the whole picture.
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

// toRGBA converts im to premultiplied pixels. size is the canvas of a GIF: its first frame may be smaller and have an
// offset.
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

// Premultiply premultiplies n in place and returns the result, which shares its memory. It rounds so that unpremultiply
// is the exact inverse: repeated saving does not change a picture.
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

// ApplyOrientation returns im rotated and mirrored by an EXIF orientation of 1 to 8 (TIFF 6.0, tag 274). The result may
// share the memory of im.
func ApplyOrientation(im *image.RGBA, orientation int) *image.RGBA {
	// The library supports only pixels that are not premultiplied. It moves whole pixels, so this makes no difference.
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
	case 6: // written by phones in portrait mode
		n = imaging.Rotate270(n)
	case 7:
		n = imaging.Transverse(n)
	case 8:
		n = imaging.Rotate90(n)
	}
	return &image.RGBA{Pix: n.Pix, Stride: n.Stride, Rect: n.Rect}
}

// FitSize returns the largest size with the aspect ratio of size that fits into a square of limit pixels. It never
// enlarges.
func FitSize(size image.Point, limit int) image.Point {
	long := max(size.X, size.Y)
	if long <= limit || long == 0 {
		return size
	}
	by := func(n int) int { return max(1, int(math.Round(float64(n)*float64(limit)/float64(long)))) }
	return image.Pt(by(size.X), by(size.Y))
}

// ScaleDown returns im scaled to at most limit pixels on its longer side. It returns im itself if it is small enough.
func ScaleDown(im *image.RGBA, limit int) *image.RGBA {
	return Scale(im, FitSize(im.Rect.Size(), limit))
}

// Scale returns im scaled to size with a Catmull-Rom filter. It returns im itself if it has that size.
func Scale(im *image.RGBA, size image.Point) *image.RGBA {
	if im.Rect.Size() == size {
		return im
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.CatmullRom.Scale(out, out.Rect, im, im.Rect, draw.Src, nil)
	return out
}

// expandRange corrects the colours of a decoded lossy WebP in out, and returns out. im is the image of the decoder, out
// its conversion. A lossy WebP uses the limited range of ITU-R BT.601 (RFC 6386 9.2): luma 16 to 235, chroma 16 to 240.
// The decoder returns an image type that assumes the full range, so black would become dark gray.
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
			// ITU-R BT.601 in 16.16 fixed point.
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

// premultipliedByte converts a colour value in 16.16 fixed point to a byte, premultiplied by the opacity a.
func premultipliedByte(v int32, a uint32) uint8 {
	byte16 := uint32(min(max((v+1<<15)>>16, 0), 255))
	return uint8((byte16*a + 127) / 255)
}
