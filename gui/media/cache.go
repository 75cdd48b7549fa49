package media

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"viviscope/client/guard"
	"viviscope/client/mp4"
	"viviscope/client/picturefile"
	"viviscope/db"
)

// key says which picture at which size.
type key struct {
	content string // the asset's hash, or what stands for it
	px      int    // upper bound of the longer side
}

// memory keeps pictures up to a bound of bytes and gives up the contents that were not used for longest. Its user locks
// it.
type memory struct {
	bound, bytes int64
	uses         int
	byContent    map[string]*kept
}

// kept is all sizes of one content.
type kept struct {
	used  int // the number of its last use
	bytes int64
	sizes map[int]*image.RGBA // by px
}

func newMemory(bound int64) *memory { return &memory{bound: bound, byContent: map[string]*kept{}} }

// of returns what is kept of a content and marks it as used; nil: nothing is.
func (m *memory) of(content string) *kept {
	c := m.byContent[content]
	if c != nil {
		m.uses++
		c.used = m.uses
	}
	return c
}

func (m *memory) get(k key) *image.RGBA {
	if c := m.of(k.content); c != nil {
		return c.sizes[k.px]
	}
	return nil
}

// nearest gives what is kept of the content in the size that is least far from px; nil when nothing is.
func (m *memory) nearest(content string, px int) (nearest *image.RGBA) {
	c, least := m.of(content), math.MaxInt
	if c == nil {
		return nil
	}
	for size, im := range c.sizes {
		if far := max(size-px, px-size); far < least {
			nearest, least = im, far
		}
	}
	return nearest
}

// put keeps im. A picture larger than the whole bound is not kept.
func (m *memory) put(k key, im *image.RGBA) {
	size := int64(len(im.Pix))
	if size > m.bound {
		return
	}
	c := m.of(k.content)
	if c == nil {
		m.uses++
		c = &kept{used: m.uses, sizes: map[int]*image.RGBA{}}
		m.byContent[k.content] = c
	}
	if old := c.sizes[k.px]; old != nil {
		size -= int64(len(old.Pix))
	}
	c.sizes[k.px] = im
	c.bytes += size
	m.bytes += size
	m.trim()
}

// setBound changes the bound, in bytes.
func (m *memory) setBound(bound int64) {
	m.bound = bound
	m.trim()
}

// trim looks at all contents for each that it drops: some hundred, which takes microseconds.
func (m *memory) trim() {
	for m.bytes > m.bound {
		oldest, used := "", m.uses+1
		for content, c := range m.byContent {
			if c.used < used {
				oldest, used = content, c.used
			}
		}
		m.drop(oldest)
	}
}

func (m *memory) drop(content string) {
	if c := m.byContent[content]; c != nil {
		m.bytes -= c.bytes
		delete(m.byContent, content)
	}
}

// What the window shows at once fits screens times into the bound that follows from its size: what was just scrolled by
// is still there. The pictures are up to a fifth larger than they are shown, and cells overlap nothing but the mat
// between them.
const (
	screens   = 3
	leastKept = 8 << 20
	mostKept  = 96 << 20
)

// boundFor gives the bound, in bytes, for a window of so many device pixels.
func boundFor(pixels int) int64 { return min(max(int64(pixels)*4*screens, leastKept), mostKept) }

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

// disk keeps pictures as files, by names without an ending: the content is JPEG, or PNG where the picture is
// transparent.
type disk struct{ files Files }

// thumbName names a thumbnail by the name of what it shows and the size, stripName the strip of a clip.
func thumbName(shown string, size int) string { return shown + "-" + strconv.Itoa(size) }
func stripName(shown string) string           { return shown + "-strip" + strconv.Itoa(StripTiles) }

// shownName returns the beginning of the names of the kept pictures of an asset: the hash of its content, "" where that
// is not known. Those of a clip that is shown turned or mirrored have names of their own: versions that did not turn
// clips kept others under the plain one. It reads the header of a clip.
func (t *Thumbs) shownName(a db.Asset) string {
	if a.SHA256 == "" || a.Kind != db.Clip {
		return a.SHA256
	}
	if path, err := t.Files.AbsPath(a.Path); err == nil {
		if o := mp4.OrientationOf(path); o != mp4.Upright {
			return fmt.Sprintf("%s-o%d", a.SHA256, o)
		}
	}
	return a.SHA256
}

// read gives a kept picture; fs.ErrNotExist when there is none. One that cannot be decoded, as after a power cut, is
// deleted and counts as not there.
func (d disk) read(name string) (image.Image, error) {
	path, err := d.files.ThumbPath(name)
	if err != nil {
		return nil, err
	}
	im, err := readKept(path)
	if errors.Is(err, ErrDamaged) {
		return nil, errors.Join(fs.ErrNotExist, os.Remove(path))
	}
	return im, err
}

// readKept decodes a kept picture with the colours of its file: they are converted once, when it is scaled.
func readKept(path string) (image.Image, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err == nil {
		err = picturefile.Check(config.Width, config.Height)
	}
	var im image.Image
	if err == nil {
		im, _, err = image.Decode(bytes.NewReader(data))
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return im, nil
}

// write keeps a picture, whole or not at all. The file is for its owner only, like the library's own.
func (d disk) write(name string, im *image.RGBA) (err error) {
	path, err := d.files.ThumbPath(name)
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
	if err = errors.Join(encode(w, im), w.Flush(), f.Close()); err != nil {
		return fmt.Errorf("write thumbnail: %w", err)
	}
	// No sync: a file lost or torn in a power cut is made again.
	return guard.RetryInUse(func() error { return os.Rename(f.Name(), path) })
}

func encode(w *bufio.Writer, im *image.RGBA) error {
	if im.Opaque() {
		return jpeg.Encode(w, im, &jpeg.Options{Quality: jpegQuality})
	}
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	return e.Encode(w, im)
}
