package compose

import (
	"context"
	"encoding/json"
	"errors"
)

// PictureSource is the edit canvas as the composer sees it: the composer knows by SetPicture what lies on it, and asks for
// the picture itself at the click.
type PictureSource struct {
	// Bake makes one flat picture of what is on the canvas now, with its marks or without them. Called off the window's
	// goroutine. Its error is shown to people as it is.
	Bake func(ctx context.Context, marks bool) (Baked, error)
}

// Baked is one flat picture of the canvas.
type Baked struct {
	PNG           []byte
	Width, Height int             // pixels of PNG
	Asset         string          // ref of the library's picture below; "": an empty sheet
	Drawing       json.RawMessage // what was done to it, to be restored later; nil: nothing
	Parts         []string        // refs of the library's pictures that were placed upon it
}

// errCanvasMoved says why there is no picture of the canvas at a click.
var errCanvasMoved = errors.New("something else is on the canvas than at the click")
