package folder

import (
	"bytes"
	"image"
	_ "image/jpeg" // the formats that pictures come in
	_ "image/png"
	"io"

	_ "golang.org/x/image/webp"
)

// MP4 is the type of a clip; every other one that [Measure] knows is a picture's.
const MP4 = "video/mp4"

const maxSide = 1 << 16 // pixels

// maxHeader is how much of a picture is read to learn its size: what cameras put before it stays far below.
const maxHeader = 8 << 20

// Measure tells what a file is by its first bytes; its name says nothing. The size is a picture's, in pixels. Nothing is decoded: a picture
// of two hundred bytes can be gigabytes large. Errors: [ErrNoMedia].
func Measure(f io.ReadSeeker) (mime string, width, height int, err error) {
	var head [12]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return "", 0, 0, ErrNoMedia
	}
	// Every MP4 begins with its file type box (ISO/IEC 14496-12, 4.3): its length, "ftyp", a brand of four letters.
	if bytes.Equal(head[4:8], []byte("ftyp")) && head[0] == 0 && head[1] == 0 && bytes.IndexByte(head[8:], 0) < 0 {
		return MP4, 0, 0, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", 0, 0, err
	}
	c, format, err := image.DecodeConfig(io.LimitReader(f, maxHeader))
	known := format == "png" || format == "jpeg" || format == "webp" // a program may have registered more
	if err != nil || !known || c.Width <= 0 || c.Height <= 0 || c.Width > maxSide || c.Height > maxSide {
		return "", 0, 0, ErrNoMedia
	}
	return "image/" + format, c.Width, c.Height, nil
}
