package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // formats that people send
	_ "image/jpeg" // formats that people send
	_ "image/png"  // formats that people send
	"time"

	_ "golang.org/x/image/webp" // formats that people send

	"viviscope/client"
)

// Limits on pictures from outside. A file of 200 bytes can claim a size that costs gigabytes to decode, so the claim is
// read first.
const (
	maxPictureBytes  = 32 << 20
	maxPictureSide   = 8192
	maxPicturePixels = 40_000_000
	maxPictures      = 16 // in one edit
)

var errNotPicture = errors.New("is not a PNG, JPEG, WebP or GIF picture")

// Picture is one picture that the service made.
type Picture struct {
	ID        string    `json:"id"`
	Model     string    `json:"model"`
	Prompt    string    `json:"prompt"`
	Format    string    `json:"format"` // png or jpeg
	Width     int       `json:"width"`  // pixels
	Height    int       `json:"height"` // pixels
	Bytes     int64     `json:"bytes"`
	ETag      string    `json:"etag"` // quoted
	Edited    bool      `json:"edited,omitempty"`
	CreatedAt time.Time `json:"created_at"`
}

// ExpiresAt is when the picture is deleted and its link dies.
func (p *Picture) ExpiresAt() time.Time { return p.CreatedAt.Add(PictureLife) }

func (p *Picture) file() string { return p.ID + "." + p.Format }
func (p *Picture) name() string { return pictureDir + "/" + p.file() }

// Pictures returns every picture whose link lives, in no order. The caller owns the slice.
func (s *Server) Pictures() []Picture {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settleLocked()
	var out []Picture
	for _, p := range s.state.pictures {
		out = append(out, *p)
	}
	return out
}

// decodePicture reads a picture from outside, measured before it is decoded. Errors read on after "the picture".
func decodePicture(b []byte) (image.Image, error) {
	c, format, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, errNotPicture
	}
	if c.Width < 1 || c.Height < 1 || c.Width > maxPictureSide || c.Height > maxPictureSide || c.Width*c.Height > maxPicturePixels {
		return nil, fmt.Errorf("is too large: %d x %d pixels", c.Width, c.Height)
	}
	if format == "webp" && client.CheckWebPSize(bytes.NewReader(b), c.Width, c.Height) != nil {
		return nil, errors.New("is damaged")
	}
	if n := client.JPEGMemory(bytes.NewReader(b)); n > client.MaxJPEGMemory {
		return nil, fmt.Errorf("is too large: %d MB to decode it", n>>20)
	}
	img, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, errors.New("is damaged")
	}
	return img, nil
}
