package stage

import (
	"image"

	"fyne.io/fyne/v2"
)

// leaving is what was in sight of a picture before it got another size. It is stretched over the new one for the few frames
// until that has something to show, so that a crop or a turn does not flash.
type leaving struct {
	tiles   []*tile
	picture image.Point // the size that the picture had
}

// objects are what is on the screen of it.
func (l *leaving) objects() []fyne.CanvasObject {
	if l == nil {
		return nil
	}
	objects := make([]fyne.CanvasObject, len(l.tiles))
	for i, t := range l.tiles {
		objects[i] = t.object
	}
	return objects
}

// leave takes what is in sight out of the tiles: what is left of an older picture, where this one has nothing to show yet.
func (ts *tiles) leave() *leaving {
	l := &leaving{picture: ts.grid.size}
	for p, t := range ts.all {
		if t.front != nil && (image.Point{X: p.col, Y: p.row}).In(ts.sight) {
			l.tiles = append(l.tiles, t)
			delete(ts.all, p)
		}
	}
	if len(l.tiles) == 0 {
		l, ts.leaving = ts.leaving, nil
	}
	return l
}

// part lets go of what is leaving: the new picture has something to show.
func (ts *tiles) part() {
	if ts.leaving == nil {
		return
	}
	ts.box.Objects = ts.box.Objects[len(ts.leaving.tiles):]
	ts.drop(ts.leaving)
	ts.leaving = nil
	ts.box.Refresh()
}

func (ts *tiles) drop(l *leaving) {
	if l == nil {
		return
	}
	for _, t := range l.tiles {
		ts.release(t)
	}
}

// scaled is a part of a picture in one of another size.
func scaled(r image.Rectangle, from, to image.Point) image.Rectangle {
	return image.Rect(r.Min.X*to.X/from.X, r.Min.Y*to.Y/from.Y, r.Max.X*to.X/from.X, r.Max.Y*to.Y/from.Y)
}
