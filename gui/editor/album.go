package editor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"sync"

	"viviscope/db"
	"viviscope/gui/editor/paint"
)

// albumMemory is how many bytes of decoded pictures are kept for the canvas: two of the largest with room to spare. The
// picture that was used last always stays.
const albumMemory = 160 << 20

// errTrashed says that a picture of a drawing lies in the trash.
var errTrashed = errors.New("the picture is in the trash")

// album decodes the pictures that drawings refer to and keeps those that were used last. It is safe for several goroutines;
// none of them is the window's.
type album struct {
	library Library
	read    func(ctx context.Context, a db.Asset) ([]byte, error)

	mu    sync.Mutex
	order []string // refs, the last used one at the end
	kept  map[string]paint.Read
}

func newAlbum(l Library, read func(context.Context, db.Asset) ([]byte, error)) *album {
	return &album{library: l, read: read, kept: map[string]paint.Read{}}
}

// Picture implements [paint.Pictures].
func (a *album) Picture(ref string) (*image.RGBA, error) {
	r, err := a.open(context.Background(), ref)
	return r.Image, err
}

// open returns a picture with what its file says about its colours.
func (a *album) open(ctx context.Context, ref string) (paint.Read, error) {
	if r, ok := a.at(ref); ok {
		return r, nil
	}
	asset, err := a.library.AssetByRef(ctx, ref)
	if err != nil {
		return paint.Read{}, err
	}
	if !asset.TrashedAt.IsZero() {
		return paint.Read{}, fmt.Errorf("open picture %.8s: %w", ref, errTrashed)
	}
	data, err := a.read(ctx, asset)
	if err != nil {
		return paint.Read{}, fmt.Errorf("read picture %.8s: %w", ref, err)
	}
	r, err := paint.ReadPicture(bytes.NewReader(data))
	if err != nil {
		return paint.Read{}, fmt.Errorf("read picture %.8s: %w", ref, err)
	}
	a.keep(ref, r)
	return r, nil
}

func (a *album) at(ref string) (paint.Read, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	r, ok := a.kept[ref]
	if ok {
		a.touch(ref)
	}
	return r, ok
}

func (a *album) touch(ref string) {
	for i, r := range a.order {
		if r == ref {
			a.order = append(a.order[:i], a.order[i+1:]...)
			break
		}
	}
	a.order = append(a.order, ref)
}

// keep holds a picture and lets go of those that were used the longest ago, until the bound is kept.
func (a *album) keep(ref string, r paint.Read) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.kept[ref] = r
	a.touch(ref)
	held := 0
	for i := len(a.order) - 1; i >= 0; i-- {
		held += len(a.kept[a.order[i]].Image.Pix)
		if held > albumMemory && i < len(a.order)-1 {
			for _, old := range a.order[:i+1] {
				delete(a.kept, old)
			}
			a.order = append([]string(nil), a.order[i+1:]...)
			return
		}
	}
}
