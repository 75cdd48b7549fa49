// Package paint renders a drawing to pixels, without a window.
//
// The ground is the source picture after all steps. The marks are painted on a copy of it, from bottom to top. An
// eraser restores the ground. A blur, a pixelation or an emphasis transforms the picture below it.
//
// Everything is painted in tiles of [tileSide] pixels on one fixed grid. The content of a tile depends only on the
// ground and on the marks that touch the tile, in their order. So a [Surface], which repaints only the tiles whose
// marks changed, and [Bake], which paints all tiles, produce the same bytes by construction.
//
// Pixels are premultiplied with alpha, 8 bits a channel, rows without padding. Colours of marks are values in the
// picture's own colour space, so they look slightly different with a profile other than sRGB. Nothing is converted,
// so that the picture's own pixels stay unchanged.
//
// The layers, from top to bottom; a file uses only layers below its own:
//
//	paint, surface                           a whole drawing as one picture; a drawing while it is edited
//	scene                                    the marks of a drawing as shapes
//	label, figure, emphasis, stroke, patch, placed   one shape for each sort of mark
//	letters, outline, pen, blur, ground              text layout, contours, the round pen, filters, source and steps
//	tile, pixels                             painting tiles in parallel, arithmetic of pixels
package paint

import (
	"context"
	"image"

	"viviscope/gui/editor/drawing"
)

// Bake paints a drawing as one flat picture. Besides that picture it holds the placed, blurred and pixelated pixels in
// memory. When ctx ends it stops after the current tile and returns the context's error.
func Bake(ctx context.Context, d drawing.Drawing, p Pictures) (*image.RGBA, error) {
	ground, err := Ground(ctx, d, p)
	if err != nil {
		return nil, err
	}
	ground = cut(ground, ground.Rect)
	made, err := makeScene(ctx, ground, newPlacedPictures(p), d.Marks, nil)
	if err != nil {
		return nil, err
	}
	// Every shape that reads outside its own tile was computed above, so tiles can overwrite the ground in place.
	copyBack := func(t *tile) { t.copyTo(ground, t.rect) }
	err = paintTiles(ctx, ground, tilesIn(ground.Rect, ground.Rect), made.shapes(), copyBack)
	if err != nil {
		return nil, err
	}
	return ground, nil
}
