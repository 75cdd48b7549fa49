package folder

import (
	"image"
	_ "image/jpeg" // the formats that pictures come in
	_ "image/png"
	"io"

	_ "golang.org/x/image/webp"

	"viviscope/client/decode"
)

// MP4 is the type of a clip that the service delivers.
const MP4 = decode.MP4

const maxSide = 1 << 16 // pixels

// maxHeader is how much of a picture is read to learn its size: what cameras put before it stays far below.
const maxHeader = 8 << 20

// Measure returns the type of a file by its first bytes; its name does not count. The size is that of a picture, in
// pixels. Nothing is decoded: a picture of two hundred bytes can be gigabytes large. [ErrNoMedia] with a non-empty type
// means that the header of a picture cannot be read.
func Measure(f io.ReadSeeker) (mime string, width, height int, err error) {
	head := make([]byte, decode.HeadBytes)
	n, _ := io.ReadFull(f, head) // a short file is identified by the bytes that it has
	if mime = decode.TypeOf(head[:n]); mime == "" {
		return "", 0, 0, ErrNoMedia
	}
	if decode.IsClip(mime) {
		return mime, 0, 0, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", 0, 0, err
	}
	c, _, err := image.DecodeConfig(io.LimitReader(f, maxHeader))
	if err != nil || c.Width <= 0 || c.Height <= 0 || c.Width > maxSide || c.Height > maxSide {
		return mime, 0, 0, ErrNoMedia
	}
	return mime, c.Width, c.Height, nil
}
