// Package upload converts an order to jobs: it reads the pictures of the order from the disk and from the library.
//
// [Orders] returns the jobs of an [order.Order]. [Library] reads the files of pictures, [Read] also rotates them
// upright, and [Measure] returns their size. The package sends nothing.
//
// All functions block on the disk, so they must not run on the window's goroutine.
//
//	orders     the jobs of an order
//	cast       the cast of a library
//	sheet      several pictures on one numbered sheet
//	picture    reading, checking and rotating pictures
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

// Reader reads the files of pictures, on this computer and in a library. The size of a file is limited. [Library]
// implements it.
type Reader interface {
	ReadPicture(ctx context.Context, u order.Upload) ([]byte, error)
}

// MaxBytes is the maximum size of a local picture, in bytes. The same limit applies to a picture behind a link.
const MaxBytes = linkcheck.MaxBytes

// Library reads pictures of a library and of this computer. It implements [Reader].
type Library struct{ *db.Library }

// AssetByRef returns an asset of the library. For an asset in the trash it returns db.ErrNotFound.
func (l Library) AssetByRef(ctx context.Context, ref string) (db.Asset, error) {
	a, err := l.Library.AssetByRef(ctx, ref)
	if err == nil && !a.TrashedAt.IsZero() {
		return db.Asset{}, fmt.Errorf("read asset %.8s: it is in the trash: %w", ref, db.ErrNotFound)
	}
	return a, err
}

// ReadPicture implements [Reader]. Errors: those of [folder.ReadFile], and client.ErrDamaged for a file that is not a
// complete PNG, JPEG or WebP of an accepted size.
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
	f, err := l.OpenFile(rel) // refuses paths outside of the library
	if err != nil {
		return nil, err
	}
	defer f.Close() // opened for reading only
	return checked(folder.ReadOpenFile(f, MaxBytes))
}

// Read returns the file of a picture in the form to send; see [Upright]. Errors: those of from and of [Upright].
func Read(ctx context.Context, from Reader, u order.Upload) ([]byte, error) {
	data, err := from.ReadPicture(ctx, u)
	if err != nil {
		return nil, err
	}
	return Upright(data)
}

// checked returns data if it is a picture that [Measure] accepts.
func checked(data []byte, err error) ([]byte, error) {
	if err == nil {
		_, err = Measure(data)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// Measure returns the width and height of a picture file, in pixels. If the strict parser refuses the file, it decodes
// it. Error: client.ErrDamaged.
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

// Upright returns a picture file in the form to send. It encodes a file again if its EXIF rotates it, because a service
// may ignore EXIF, and if the strict parser refuses it. It returns any other file unchanged.
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
