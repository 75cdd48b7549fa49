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

// key identifies a picture of one content at one size.
type key struct {
	content string // SHA-256 of the asset, or a substitute
	px      int    // upper bound of the longer side
}

// memory is an LRU cache of pictures with a limit in bytes. It evicts all sizes of a content together. The caller must
// hold a lock.
type memory struct {
	limit, bytes int64
	clock        int
	byContent    map[string]*cachedSizes
}

// cachedSizes holds all cached sizes of one content.
type cachedSizes struct {
	used  int // value of memory.clock at its last use
	bytes int64
	sizes map[int]*image.RGBA // by px
}

func newMemory(bound int64) *memory {
	return &memory{limit: bound, byContent: map[string]*cachedSizes{}}
}

// touch returns the cached sizes of a content and marks them as used, or nil.
func (m *memory) touch(content string) *cachedSizes {
	c := m.byContent[content]
	if c != nil {
		m.clock++
		c.used = m.clock
	}
	return c
}

func (m *memory) get(k key) *image.RGBA {
	if c := m.touch(k.content); c != nil {
		return c.sizes[k.px]
	}
	return nil
}

// nearest returns the cached picture of the content with the size closest to px, or nil.
func (m *memory) nearest(content string, px int) (nearest *image.RGBA) {
	c, least := m.touch(content), math.MaxInt
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

// put caches im, unless it is larger than the limit.
func (m *memory) put(k key, im *image.RGBA) {
	size := int64(len(im.Pix))
	if size > m.limit {
		return
	}
	c := m.touch(k.content)
	if c == nil {
		m.clock++
		c = &cachedSizes{used: m.clock, sizes: map[int]*image.RGBA{}}
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

// setLimit changes the limit, in bytes.
func (m *memory) setLimit(bound int64) {
	m.limit = bound
	m.trim()
}

// trim evicts the least recently used contents. It scans all entries per eviction: a few hundred, which takes
// microseconds.
func (m *memory) trim() {
	for m.bytes > m.limit {
		oldest, used := "", m.clock+1
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

// The cache holds cachedScreens times the pixels of the window, so that recently scrolled pictures are still cached.
// Pictures are up to a fifth larger than shown. Cells do not overlap.
const (
	cachedScreens = 3
	minCacheBytes = 8 << 20
	maxCacheBytes = 96 << 20
)

// cacheLimit returns the cache limit, in bytes, for a window of this many device pixels.
func cacheLimit(pixels int) int64 {
	return min(max(int64(pixels)*4*cachedScreens, minCacheBytes), maxCacheBytes)
}

// jpegQuality makes a thumbnail of 512 pixels about 15 KB large.
const jpegQuality = 80

// Sizes of thumbnails on disk, in pixels of the longer side. Each shown size is scaled from the next larger one.
const (
	diskSmall = 512
	diskLarge = 1024
)

// diskSize returns the size on disk from which px is scaled, or 0 if px is larger than all.
func diskSize(px int) int {
	switch {
	case px <= diskSmall:
		return diskSmall
	case px <= diskLarge:
		return diskLarge
	}
	return 0
}

// disk stores pictures as files. Their names have no extension: the content is JPEG, or PNG for transparent pictures.
type disk struct{ files Files }

// thumbName and stripName return the file names of a thumbnail and of a strip. shown comes from contentName.
func thumbName(shown string, size int) string { return shown + "-" + strconv.Itoa(size) }
func stripName(shown string) string           { return shown + "-strip" + strconv.Itoa(StripTiles) }

// contentName returns the prefix of the file names of an asset's thumbnails: its content hash, or "" if that is
// unknown. Rotated and mirrored clips have a suffix, because older versions stored unrotated thumbnails under the plain
// hash. It reads the header of a clip.
func (t *Thumbs) contentName(a db.Asset) string {
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

// read loads a stored picture, or returns fs.ErrNotExist. It deletes a file that cannot be decoded, for example after a
// power cut, and reports it as missing.
func (d disk) read(name string) (image.Image, error) {
	path, err := d.files.ThumbPath(name)
	if err != nil {
		return nil, err
	}
	im, err := readStored(path)
	if errors.Is(err, ErrDamaged) {
		return nil, errors.Join(fs.ErrNotExist, os.Remove(path))
	}
	return im, err
}

// readStored decodes a stored picture in the colour model of its file. Scaling converts it later.
func readStored(path string) (image.Image, error) {
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

// write stores a picture atomically, readable only by its owner.
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
	// No sync: a thumbnail lost in a power cut is made again.
	return guard.RetryInUse(func() error { return os.Rename(f.Name(), path) })
}

func encode(w *bufio.Writer, im *image.RGBA) error {
	if im.Opaque() {
		return jpeg.Encode(w, im, &jpeg.Options{Quality: jpegQuality})
	}
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	return e.Encode(w, im)
}
