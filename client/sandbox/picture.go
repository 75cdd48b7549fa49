package sandbox

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"time"

	"viviscope/client"
)

// Picture is one rendered picture.
type Picture struct {
	ID        string        `json:"id"`
	Model     string        `json:"model"`
	Prompt    string        `json:"prompt"`
	Format    string        `json:"format"` // png or jpeg
	Width     int           `json:"width"`  // pixels
	Height    int           `json:"height"` // pixels
	Bytes     int64         `json:"bytes"`
	ETag      string        `json:"etag"` // quoted
	Edited    bool          `json:"edited,omitempty"`
	Take      int64         `json:"take,omitempty"` // number of earlier pictures with the same promptKey
	CreatedAt time.Time     `json:"created_at"`
	Life      time.Duration `json:"life,omitempty"` // lifetime lifetime of the file and its link; 0: PictureLifetime
}

// ExpiresAt returns when the picture is deleted and its link expires.
func (p *Picture) ExpiresAt() time.Time { return p.CreatedAt.Add(cmp.Or(p.Life, PictureLifetime)) }

func (p *Picture) promptKey() promptKey { return promptKey{p.Model, p.Prompt, p.Edited} }

// promptKey identifies requests without a seed that are takes of each other.
type promptKey struct {
	model, prompt string
	edited        bool
}

func (p *Picture) file() string { return p.ID + "." + p.Format }

func (p *Picture) name() string { return pictureDir + "/" + p.file() }

// Limits of untrusted pictures. A file of 200 bytes can state a size that takes gigabytes to decode, so the header is
// checked first.
const (
	maxPictureBytes  = 32 << 20
	maxPictureSide   = 8192
	maxPicturePixels = 40_000_000
	maxPictures      = 16 // in one edit
)

var errNotPicture = errors.New("is not a PNG, JPEG, WebP or GIF picture")

// decodePicture decodes an untrusted picture after checking its size. Error texts continue "the picture …".
func decodePicture(b []byte) (image.Image, error) {
	c, format, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, errNotPicture
	}
	if c.Width < 1 || c.Height < 1 || c.Width > maxPictureSide || c.Height > maxPictureSide ||
		c.Width*c.Height > maxPicturePixels {
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

// encode writes a picture in one of the formats of interface 2.4.
func encode(w io.Writer, img image.Image, format string) error {
	if format == "jpeg" {
		return jpeg.Encode(w, img, &jpeg.Options{Quality: 92}) // nothing can be seen of it
	}
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, img)
}
