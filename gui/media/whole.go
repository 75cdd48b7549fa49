package media

import (
	"fmt"
	"image"

	"viviscope/db"
	"viviscope/gui/media/bounds"
)

// Whole decodes the picture of an asset at its own size, and waits until that is done. Nothing is kept: a screen that
// shows whole pictures bounds them itself. Not for clips, and not on the window's goroutine.
//
// Errors: [ErrDamaged], [ErrTooLarge] and those of opening the file.
func (t *Thumbs) Whole(asset db.Asset) (*image.RGBA, error) {
	path, err := t.files.AbsPath(asset.Path)
	if err != nil {
		return nil, err
	}
	im, err := readPicture(path)
	if err != nil {
		return nil, fmt.Errorf("show %s: %w", asset.Path, err)
	}
	return shrink(im, bounds.MaxSide), nil
}
