package media

import (
	"context"
	"errors"
	"image"
	"io/fs"

	"viviscope/db"
)

// make makes one picture: from the disk where it is kept, else from the file. A flight that needs more than a worker and
// does not have it is sent back with the lane it needs.
func (t *Thumbs) make(f *flight) (*image.RGBA, lane, error) {
	if err := f.ctx.Err(); err != nil {
		return nil, laneFree, err
	}
	if f.key == stripOf(f.asset) {
		return t.makeStrip(f)
	}
	px := f.key.px
	size := diskSize(px)
	if im := t.stored(f.asset, size); im != nil {
		return shrink(im, px), laneFree, nil
	}
	if need := laneOf(f.asset); need != f.lane {
		return nil, need, nil
	}
	full, err := t.source(f.ctx, f.asset, max(size, px))
	if err != nil {
		return nil, laneFree, err
	}
	if size == 0 || f.asset.SHA256 == "" {
		return shrink(full, px), laneFree, nil
	}
	small := shrink(full, size)
	if err := t.disk.write(f.asset.SHA256, size, small); err != nil {
		t.log.Warn("thumbnail not kept", "err", err)
	}
	return shrink(small, px), laneFree, nil
}

// laneOf says what an asset needs to be decoded. A picture whose size is not known may be large.
func laneOf(asset db.Asset) lane {
	switch pixels := asset.Width * asset.Height; {
	case asset.Kind == db.Clip:
		return laneClip
	case pixels == 0 || pixels > largePixels:
		return laneLarge
	}
	return laneFree
}

// stored gives the kept thumbnail of at least this size, or nil.
func (t *Thumbs) stored(asset db.Asset, size int) image.Image {
	if size == 0 || asset.SHA256 == "" {
		return nil
	}
	for _, s := range []int{diskSmall, diskLarge} {
		if s < size {
			continue
		}
		im, err := t.disk.read(asset.SHA256, s)
		if err == nil {
			return im
		}
		if !errors.Is(err, fs.ErrNotExist) {
			t.log.Warn("thumbnail not read", "err", err)
		}
	}
	return nil
}

// source decodes the asset's own file, at px or larger.
func (t *Thumbs) source(ctx context.Context, asset db.Asset, px int) (image.Image, error) {
	path, err := t.files.AbsPath(asset.Path)
	if err != nil {
		return nil, err
	}
	if asset.Kind == db.Clip {
		im, err := t.posters.Poster(ctx, path, px)
		if err != nil {
			return nil, err
		}
		return im, nil
	}
	return readSmall(path, px)
}
