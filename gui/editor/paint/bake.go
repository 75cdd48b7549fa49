package paint

import (
	"context"
	"image"

	"viviscope/gui/editor/drawing"
)

// Bake paints a drawing as one flat picture. It holds the picture once, and besides what is placed, blurred or in squares
// upon it. It stops with the context's error between two tiles.
func Bake(ctx context.Context, d drawing.Drawing, p Pictures) (*image.RGBA, error) {
	ground, err := Ground(ctx, d, p)
	if err != nil {
		return nil, err
	}
	g := gridOf(ground.Rect.Size())
	st := &studio{ground: ground, album: newAlbum(p), made: func(int, []shape) (*layer, bool) { return nil, false }}
	scene, err := st.scene(ctx, d.Marks, nil)
	if err != nil {
		return nil, err
	}
	shapes := scene.shapes()
	// Everything that reads beyond its own tile was made of the ground above, so a tile may be painted in its place.
	err = inTiles(ctx, g.count(), func(t *tile, i int) {
		at := g.rect(i)
		if l := t.paintTile(ground, at, upon(shapes, at)); l != nil {
			flatten(ground, ground, l, at.Min, at)
		}
	})
	if err != nil {
		return nil, err
	}
	return ground, nil
}
