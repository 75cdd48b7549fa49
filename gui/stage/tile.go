package stage

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// tile is one part of the picture at one level.
type tile struct {
	place   place
	bounds  image.Rectangle // what it covers, in picture pixels
	object  *canvas.Image   // shows front; nil for the coarse picture, which is never shown itself
	front   *image.RGBA     // nil: nothing to show yet
	level   int             // of front: that of place, or of the tile that stands in
	drawn   bool            // front are the tile's own pixels, not a stand-in
	opaque  bool
	damage  image.Rectangle // what of front is out of date, in picture pixels
	drawing bool            // in the batch that is being drawn
}

// wanting tells whether a tile is worth drawing.
func (t *tile) wanting() bool { return !t.drawn || !t.damage.Empty() }

// changed takes note that a part of the picture looks different now.
func (t *tile) changed(r image.Rectangle) {
	if r = r.Intersect(t.bounds); !r.Empty() && (t.drawn || t.drawing) {
		t.damage = t.damage.Union(r)
	}
}

// show puts pixels of a level on the screen. Fyne makes a texture of them when it paints the next time.
func (t *tile) show(m *image.RGBA, level int) {
	t.front, t.level = m, level
	if t.object != nil {
		t.object.Image = m
		t.object.Refresh()
		t.object.Show()
	}
}

// vanish takes the pixels off the screen and frees their texture; it gives them back.
func (t *tile) vanish() *image.RGBA {
	m := t.front
	t.front, t.drawn = nil, false
	t.object.Image = nil
	t.object.Refresh()
	t.object.Hide()
	return m
}

// covered is what front shows, in picture pixels: more than bounds where the picture ends inside of a cell.
func (t *tile) covered() image.Rectangle {
	if t.front == nil {
		return image.Rectangle{}
	}
	size := t.front.Rect.Size()
	return image.Rectangle{Max: image.Pt(size.X<<t.level, size.Y<<t.level)}.Add(t.bounds.Min)
}

// put gives the tile's object its room, in units of the canvas.
func (t *tile) put(pos fyne.Position, size fyne.Size, mode canvas.ImageScale) {
	if t.object.ScaleMode != mode {
		t.object.ScaleMode = mode
		t.object.Refresh()
	}
	t.object.Move(pos)
	t.object.Resize(size)
}
