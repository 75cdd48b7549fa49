package editor

import (
	"bytes"
	"errors"
	"image"
	"path/filepath"
	"strings"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/editor/paint"
	"viviscope/gui/lang"
	"viviscope/gui/media/bounds"
	"viviscope/gui/wording"
)

// maxFile bounds a picture from elsewhere, bytes.
const maxFile = 64 << 20

// incoming is a picture that is about to become an asset.
type incoming struct {
	name string
	data []byte // as the library takes it: PNG, JPEG or WebP
	read paint.Read
	size image.Point

	parent string // ref of the asset that it was taken from; "" for none
}

// prepare looks at a picture from elsewhere. What the service does not take, BMP and GIF, becomes a PNG with the same pixels.
func prepare(name string, data []byte) (incoming, error) {
	read, err := paint.ReadPicture(bytes.NewReader(data))
	if err != nil {
		return incoming{}, err
	}
	in := incoming{name: name, data: data, read: read, size: read.Image.Rect.Size()}
	switch read.Format {
	case "png", "jpeg", "webp":
		return in, nil
	}
	var b bytes.Buffer
	if err := paint.EncodePNG(&b, read.Image, read.Profile); err != nil {
		return incoming{}, err
	}
	in.name, in.data = strings.TrimSuffix(name, filepath.Ext(name))+".png", b.Bytes()
	return in, nil
}

// troubleWords says why a picture cannot be opened, and what to do.
func troubleWords(err error) string {
	if words, ok := wording.PictureTrouble(err); ok {
		return words
	}
	switch {
	case errors.Is(err, paint.ErrFormat), errors.Is(err, bounds.ErrDamaged), errors.Is(err, client.ErrDamaged), errors.Is(err, db.ErrNoMedia):
		return lang.L("It is no picture, or a damaged one. PNG, JPEG, WebP, BMP and GIF can be opened.")
	case errors.Is(err, errTrashed):
		return lang.L("A picture of it is in the trash. Restore that first.")
	}
	if words, ok := wording.KnownFault(err); ok {
		return words
	}
	return lang.L("It could not be read: %s.", err.Error())
}
