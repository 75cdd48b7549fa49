package media

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"viviscope/gui/media/bounds"
)

// jpegQuality keeps a thumbnail of 512 pixels at about 15 KB.
const jpegQuality = 80

// The sizes that are kept on disk, in pixels of the longer side. Any size shown is made from the next larger one.
const (
	diskSmall = 512
	diskLarge = 1024
)

// diskSize gives the kept size from which px is made; 0 when px is larger than any.
func diskSize(px int) int {
	switch {
	case px <= diskSmall:
		return diskSmall
	case px <= diskLarge:
		return diskLarge
	}
	return 0
}

// disk keeps thumbnails as files, by the hash of the asset's content and the size.
type disk struct {
	files Files
}

// key names a thumbnail. It has no ending: the content is JPEG, or PNG where the picture is transparent.
func (disk) key(sha256 string, size int) string {
	return sha256 + "-" + strconv.Itoa(size)
}

// read gives a kept thumbnail; fs.ErrNotExist when there is none. One that cannot be decoded, as after a power cut, is
// deleted and counts as not there.
func (d disk) read(sha256 string, size int) (image.Image, error) {
	return d.readAs(d.key(sha256, size))
}

func (d disk) readAs(key string) (image.Image, error) {
	path, err := d.files.ThumbPath(key)
	if err != nil {
		return nil, err
	}
	im, err := readPicture(path)
	if errors.Is(err, ErrDamaged) {
		return nil, errors.Join(fs.ErrNotExist, os.Remove(path))
	}
	return im, err
}

// write keeps a thumbnail.
func (d disk) write(sha256 string, size int, im *image.RGBA) error {
	return d.writeAs(d.key(sha256, size), im)
}

// stripKey names the strip of a clip.
func stripKey(sha256 string) string { return sha256 + "-strip" + strconv.Itoa(StripTiles) }

// readStrip is read for the strip of a clip.
func (d disk) readStrip(sha256 string) (*image.RGBA, error) {
	im, err := d.readAs(stripKey(sha256))
	if err != nil {
		return nil, err
	}
	return shrink(im, bounds.MaxSide), nil
}

// writeStrip keeps the strip of a clip.
func (d disk) writeStrip(sha256 string, im *image.RGBA) error {
	return d.writeAs(stripKey(sha256), im)
}

// writeAs keeps a picture, whole or not at all. The file is for its owner only, like the library's own.
func (d disk) writeAs(key string, im *image.RGBA) (err error) {
	path, err := d.files.ThumbPath(key)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	w := bufio.NewWriter(f)
	err = errors.Join(encode(w, im), w.Flush(), f.Close())
	if err != nil {
		return fmt.Errorf("write thumbnail: %w", err)
	}
	// No sync: a file lost or torn in a power cut is made again.
	return os.Rename(f.Name(), path)
}

func encode(w *bufio.Writer, im *image.RGBA) error {
	if im.Opaque() {
		return jpeg.Encode(w, im, &jpeg.Options{Quality: jpegQuality})
	}
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	return e.Encode(w, im)
}
