package compose

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"path/filepath"

	"viviscope/client"
	"viviscope/client/linkcheck"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/media/picturefile"
)

// Pictures reads pictures of this computer and of the library, capped and checked. *db.Library is behind it.
type Pictures interface {
	ReadPicture(ctx context.Context, u order.Upload) ([]byte, error)
}

// MaxPictureFile bounds a local picture, bytes: what a look at a link takes too.
const MaxPictureFile = linkcheck.MaxBytes

// LibraryPictures implements [Pictures]: those of a library, and of this computer.
type LibraryPictures struct{ *db.Library }

// AssetByRef finds a picture of the library. One in the trash is not to be used again.
func (l LibraryPictures) AssetByRef(ctx context.Context, ref string) (db.Asset, error) {
	a, err := l.Library.AssetByRef(ctx, ref)
	if err == nil && !a.TrashedAt.IsZero() {
		return db.Asset{}, fmt.Errorf("read asset %.8s: it is in the trash: %w", ref, db.ErrNotFound)
	}
	return a, err
}

// ReadPicture reads a picture of this computer, or of the library, for a request. It blocks on the disk. Errors: those of
// [folder.ReadFile], and client.ErrDamaged where it is no whole PNG, JPEG or WebP of a sane size.
func (l LibraryPictures) ReadPicture(ctx context.Context, u order.Upload) ([]byte, error) {
	rel := u.File
	if u.Asset != "" {
		a, err := l.AssetByRef(ctx, u.Asset)
		if err != nil {
			return nil, err
		}
		rel = a.Path
	} else if filepath.IsAbs(rel) {
		return measured(folder.ReadFile(rel, MaxPictureFile))
	}
	f, err := l.OpenFile(rel) // inside of the library, and nothing outside of it
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	return measured(folder.ReadOpenFile(f, MaxPictureFile))
}

// Upright reads a picture as it is sent. Errors: those of from.
func Upright(ctx context.Context, from Pictures, u order.Upload) ([]byte, error) {
	data, err := from.ReadPicture(ctx, u)
	if err != nil {
		return nil, err
	}
	return upright(data)
}

func measured(data []byte, err error) ([]byte, error) {
	if err == nil {
		_, err = measure(data)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// measure returns the pixels of a picture file. What a strict reader refuses is decoded for that. Errors: client.ErrDamaged.
func measure(data []byte) (image.Point, error) {
	info, err := client.CheckImage(bytes.NewReader(data), int64(len(data)))
	if err == nil || !errors.Is(err, client.ErrDamaged) {
		return image.Pt(info.Width, info.Height), err
	}
	p, readErr := picturefile.Read(bytes.NewReader(data))
	switch {
	case readErr == nil && p.Faults != "":
		return image.Point{}, &client.FileError{Condition: client.InPart, Why: p.Faults}
	case readErr != nil, !p.Rare: // such as one with too many pixels
		return image.Point{}, err
	}
	return p.Image.Rect.Size(), nil
}

// upright is a picture as it is sent: a file that is turned by its EXIF only is made anew, for a service may not look there. So is one that
// a strict reader refuses.
func upright(data []byte) ([]byte, error) {
	if _, err := client.CheckImage(bytes.NewReader(data), int64(len(data))); err == nil &&
		client.Orientation(bytes.NewReader(data)) < 2 && !picturefile.IsRare(data) {
		return data, nil
	}
	p, err := picturefile.Read(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	if p.Faults != "" {
		return nil, &client.FileError{Condition: client.InPart, Why: p.Faults}
	}
	as := picturefile.Copy{Format: "png", Quality: 95, Profile: p.Profile}
	if p.Format == "jpeg" {
		as.Format = p.Format
	}
	var b bytes.Buffer
	err = picturefile.Convert(&b, p.Image, as)
	return b.Bytes(), err
}
