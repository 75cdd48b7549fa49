// Package upload reads the pictures of an order, from this computer and from a library, and makes the jobs of the
// order. It reads files and blocks: its functions must not run on a window's goroutine.
//
// orders.go makes the jobs of an order; picture.go reads their pictures and rotates them upright.
package upload

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
	"viviscope/client/picturefile"
	"viviscope/db"
	"viviscope/db/folder"
)

// Reader reads pictures of this computer and of a library: whole files of a limited size. [Library] is one.
type Reader interface {
	ReadPicture(ctx context.Context, u order.Upload) ([]byte, error)
}

// MaxBytes is the maximum size of a local picture, in bytes. It equals that of a picture behind a link.
const MaxBytes = linkcheck.MaxBytes

// Library reads pictures of a library and of this computer. It implements [Reader].
type Library struct{ *db.Library }

// AssetByRef returns an asset of the library. An asset in the trash is not found, because it must not be used again.
func (l Library) AssetByRef(ctx context.Context, ref string) (db.Asset, error) {
	a, err := l.Library.AssetByRef(ctx, ref)
	if err == nil && !a.TrashedAt.IsZero() {
		return db.Asset{}, fmt.Errorf("read asset %.8s: it is in the trash: %w", ref, db.ErrNotFound)
	}
	return a, err
}

// ReadPicture implements [Reader]. Errors: those of [folder.ReadFile], and client.ErrDamaged for a file that is not a
// whole PNG, JPEG or WebP of an accepted size.
func (l Library) ReadPicture(ctx context.Context, u order.Upload) ([]byte, error) {
	rel := u.File
	if u.Asset != "" {
		a, err := l.AssetByRef(ctx, u.Asset)
		if err != nil {
			return nil, err
		}
		rel = a.Path
	} else if filepath.IsAbs(rel) {
		return checked(folder.ReadFile(rel, MaxBytes))
	}
	f, err := l.OpenFile(rel) // never outside of the library
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	return checked(folder.ReadOpenFile(f, MaxBytes))
}

// Read returns the file of a picture as it is sent, see [Upright]. Errors: those of from and of [Upright].
func Read(ctx context.Context, from Reader, u order.Upload) ([]byte, error) {
	data, err := from.ReadPicture(ctx, u)
	if err != nil {
		return nil, err
	}
	return Upright(data)
}

func checked(data []byte, err error) ([]byte, error) {
	if err == nil {
		_, err = Measure(data)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// Measure returns the width and height of a picture file, in pixels. It decodes a file that a strict reader refuses.
// Error: client.ErrDamaged.
func Measure(data []byte) (image.Point, error) {
	info, err := client.CheckImage(bytes.NewReader(data), int64(len(data)))
	if err == nil || !errors.Is(err, client.ErrDamaged) {
		return image.Pt(info.Width, info.Height), err
	}
	p, readErr := picturefile.Read(bytes.NewReader(data))
	switch {
	case readErr == nil && p.Faults != "":
		return image.Point{}, &client.FileError{Condition: client.PartlyShown, Why: p.Faults}
	case readErr != nil, !p.NonStandard: // such as one with too many pixels
		return image.Point{}, err
	}
	return p.Image.Rect.Size(), nil
}

// Upright returns a picture file as it is sent. A file that is rotated only by its EXIF is encoded again, because a
// service may ignore EXIF. So is a file that a strict reader refuses.
func Upright(data []byte) ([]byte, error) {
	if _, err := client.CheckImage(bytes.NewReader(data), int64(len(data))); err == nil &&
		client.Orientation(bytes.NewReader(data)) < 2 && !picturefile.IsNonStandard(data) {
		return data, nil
	}
	p, err := picturefile.Read(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	if p.Faults != "" {
		return nil, &client.FileError{Condition: client.PartlyShown, Why: p.Faults}
	}
	as := picturefile.ConvertOptions{Format: "png", Quality: 95, Profile: p.Profile}
	if p.Format == "jpeg" {
		as.Format = p.Format
	}
	var b bytes.Buffer
	err = picturefile.Convert(&b, p.Image, as)
	return b.Bytes(), err
}
