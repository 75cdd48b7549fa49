package editor

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"slices"
	"sync"

	"viviscope/client/picturefile"
)

// pictureMemory bounds the decoded pictures in bytes: two of the largest with room to spare. The picture that was
// used last is always kept.
const pictureMemory = 160 << 20

// pictureCache decodes the pictures of drawings and keeps the most recently used ones. It is safe for concurrent use,
// on other goroutines than the window's.
type pictureCache struct {
	library Library
	files   Files

	mu   sync.Mutex
	kept []cached // the last used at the end
}

type cached struct {
	ref  string
	read picturefile.Picture
}

func (c *pictureCache) Picture(ref string) (*image.RGBA, error) {
	r, err := c.open(context.Background(), ref)
	return r.Image, err
}

// open returns a decoded picture with the colour profile of its file.
func (c *pictureCache) open(ctx context.Context, ref string) (picturefile.Picture, error) {
	if r, ok := c.find(ref); ok {
		return r, nil
	}
	asset, err := c.library.AssetByRef(ctx, ref)
	if err != nil {
		return picturefile.Picture{}, err
	}
	if !asset.TrashedAt.IsZero() {
		return picturefile.Picture{}, fmt.Errorf("open picture %.8s: %w", ref, errTrashed)
	}
	data, err := c.files.Read(ctx, asset)
	if err != nil {
		return picturefile.Picture{}, fmt.Errorf("read picture %.8s: %w", ref, err)
	}
	r, err := picturefile.Read(bytes.NewReader(data))
	if err != nil {
		return picturefile.Picture{}, fmt.Errorf("read picture %.8s: %w", ref, err)
	}
	c.keep(cached{ref, r})
	return r, nil
}

func (c *pictureCache) find(ref string) (picturefile.Picture, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.kept, func(k cached) bool { return k.ref == ref })
	if i < 0 {
		return picturefile.Picture{}, false
	}
	found := c.kept[i]
	c.kept = append(slices.Delete(c.kept, i, i+1), found)
	return found.read, true
}

// keep adds a picture and drops the least recently used ones beyond the bound.
func (c *pictureCache) keep(k cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept = append(c.kept, k)
	held := 0
	for i, k := range slices.Backward(c.kept) {
		held += len(k.read.Image.Pix)
		if held > pictureMemory && i < len(c.kept)-1 {
			c.kept = slices.Clone(c.kept[i+1:])
			return
		}
	}
}
