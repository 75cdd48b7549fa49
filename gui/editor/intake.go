package editor

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"os"
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

// What a file from elsewhere may be.
var (
	errNoFile    = errors.New("not a file")
	errLargeFile = errors.New("the file is too large")
)

// readFile reads a picture of this computer, capped.
func readFile(path string) ([]byte, error) {
	if info, err := os.Stat(path); err != nil { // before it is opened: a pipe without a writer would wait for ever
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: %w", filepath.Base(path), errNoFile)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("read %s: %w", filepath.Base(path), errLargeFile)
	}
	return data, err
}

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
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("The file is gone. Choose it again where it is now.")
	case errors.Is(err, fs.ErrPermission):
		return lang.L("The file may not be read. Change who may read it, or choose another one.")
	case errors.Is(err, errNoFile):
		return lang.L("It is not a file. Choose a picture.")
	case errors.Is(err, errLargeFile):
		return lang.L("The file is over %s. Save it smaller and choose it again.", wording.Bytes(maxFile))
	case errors.Is(err, bounds.ErrTooLarge):
		return lang.L("It has more pixels than can be opened. Save it smaller and choose it again.")
	case errors.Is(err, paint.ErrFormat), errors.Is(err, bounds.ErrDamaged), errors.Is(err, client.ErrDamaged), errors.Is(err, db.ErrNoMedia):
		return lang.L("It is no picture, or a damaged one. PNG, JPEG, WebP, BMP and GIF can be opened.")
	case errors.Is(err, errTrashed):
		return lang.L("A picture of it is in the trash. Restore that first.")
	case errors.Is(err, db.ErrNotFound):
		return lang.L("The library has it no more.")
	case errors.Is(err, db.ErrDiskFull):
		return lang.L("The disk is full. Make room and open it again.")
	}
	return lang.L("It could not be read: %s.", err.Error())
}
