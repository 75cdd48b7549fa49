package folder

import (
	"image"
	_ "image/jpeg" // decoders for image.DecodeConfig
	_ "image/png"
	"io"

	_ "golang.org/x/image/webp"

	"viviscope/client/decode"
)

// MP4 is the MIME type of clips.
const MP4 = decode.MP4

const maxSide = 1 << 16 // pixels

// maxHeader is how many bytes are searched for the header of a picture. Metadata of cameras before it is much shorter.
const maxHeader = 8 << 20

// Measure returns the MIME type of a file, detected by its first bytes, and the size of a picture in pixels. The file
// name does not matter. It decodes only headers, because a picture of 200 bytes can decode to gigabytes. [ErrNoMedia]
// with a non-empty type means that the picture's header cannot be read.
func Measure(f io.ReadSeeker) (mime string, width, height int, err error) {
	head := make([]byte, decode.SniffLen)
	n, _ := io.ReadFull(f, head) // a short file is identified by the bytes that it has
	mime = decode.TypeOf(head[:n])
	if mime == "" {
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
