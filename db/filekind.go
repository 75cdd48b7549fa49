package db

import (
	"bytes"
	"image"
	_ "image/jpeg" // the formats that pictures come in
	_ "image/png"
	"io"

	_ "golang.org/x/image/webp"
)

// maxHeader is how much of a picture is read to learn its size: what cameras put before it stays far below.
const maxHeader = 8 << 20

// mediaKind tells a clip from a picture by the first bytes of a file; its name says nothing. Nothing is decoded: a
// picture of two hundred bytes can be gigabytes large.
func (l *Library) mediaKind(rel string) (AssetKind, Media, error) {
	f, err := l.root.Open(rel)
	if err != nil {
		return "", Media{}, err
	}
	defer f.Close()
	return sniff(f)
}

func sniff(f io.ReadSeeker) (AssetKind, Media, error) {
	var head [12]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return "", Media{}, ErrNoMedia
	}
	// Every MP4 begins with its file type box (ISO/IEC 14496-12, 4.3): its length, "ftyp", a brand of four letters.
	if bytes.Equal(head[4:8], []byte("ftyp")) && head[0] == 0 && head[1] == 0 && bytes.IndexByte(head[8:], 0) < 0 {
		return Clip, Media{MIME: "video/mp4"}, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", Media{}, err
	}
	c, format, err := image.DecodeConfig(io.LimitReader(f, maxHeader))
	known := format == "png" || format == "jpeg" || format == "webp" // a program may have registered more
	if err != nil || !known || c.Width <= 0 || c.Height <= 0 || c.Width > maxSide || c.Height > maxSide {
		return "", Media{}, ErrNoMedia
	}
	return Picture, Media{MIME: "image/" + format, Width: c.Width, Height: c.Height}, nil
}
