package widgets

import "fyne.io/fyne/v2"

// Column is the room of one cell of a table row.
type Column struct {
	Width float32 // px; the least width where Grow is set
	Grow  bool    // takes its share of what is left over
}

// Columns lays objects side by side, each in its column, in the middle of the height. The head of a
// table and all its rows share one, so that they line up.
type Columns struct {
	Gap     float32 // px between columns
	Margin  float32 // px left and right of the row
	Height  float32 // least height of a row, px
	Columns []Column
}

var _ fyne.Layout = (*Columns)(nil)

// MinSize is the sum of the columns and the highest object.
func (c *Columns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(2*c.Margin, c.Height)
	for i, o := range objects {
		if i > 0 {
			size.Width += c.Gap
		}
		size.Width += c.Columns[i].Width
		if o.Visible() {
			size.Height = max(size.Height, o.MinSize().Height)
		}
	}
	return size
}

// Layout places each object in its column.
func (c *Columns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	spare, growing := size.Width-2*c.Margin, 0
	for i := range objects {
		if i > 0 {
			spare -= c.Gap
		}
		spare -= c.Columns[i].Width
		if c.Columns[i].Grow {
			growing++
		}
	}
	spare = max(spare, 0)
	x := c.Margin
	for i, o := range objects {
		w := c.Columns[i].Width
		if c.Columns[i].Grow {
			w += spare / float32(growing)
		}
		h := min(o.MinSize().Height, size.Height)
		o.Move(fyne.NewPos(x, (size.Height-h)/2))
		o.Resize(fyne.NewSize(w, h))
		x += w + c.Gap
	}
}
