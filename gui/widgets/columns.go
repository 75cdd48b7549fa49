package widgets

import "fyne.io/fyne/v2"

// Column is the room of one cell of a table row.
type Column struct {
	Width float32 // px; the least width where Grow is set
	Grow  bool    // takes its share of what is left over
}

// Columns lays objects side by side, each in its column, in the middle of the height. The head of a table and all its rows have the same
// columns, so that they line up.
type Columns struct {
	Gap     float32 // px between columns
	Margin  float32 // px left and right of the row
	Height  float32 // least height of a row, px
	Columns []Column
	// Of returns the columns in a width, px, in place of Columns where they follow the text; in a width of 0 the narrowest.
	Of func(width float32) []Column
}

func (c *Columns) in(width float32) []Column {
	if c.Of != nil {
		return c.Of(width)
	}
	return c.Columns
}

var _ fyne.Layout = (*Columns)(nil)

// MinSize is the sum of the columns and the highest object.
func (c *Columns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size, columns := fyne.NewSize(2*c.Margin, c.Height), c.in(0)
	for i, o := range objects {
		if i > 0 {
			size.Width += c.Gap
		}
		size.Width += columns[i].Width
		if o.Visible() {
			size.Height = max(size.Height, o.MinSize().Height)
		}
	}
	return size
}

// Layout places each object in its column.
func (c *Columns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	columns, spare, growing := c.in(size.Width), size.Width-2*c.Margin, 0
	for i := range objects {
		if i > 0 {
			spare -= c.Gap
		}
		spare -= columns[i].Width
		if columns[i].Grow {
			growing++
		}
	}
	share := float32(1) // of their widths, where they are wider together than the room
	if spare < 0 {
		share = max(1+spare/(size.Width-2*c.Margin-float32(len(objects)-1)*c.Gap-spare), 0)
	}
	x := c.Margin
	for i, o := range objects {
		w := columns[i].Width * share
		if columns[i].Grow && spare > 0 {
			w += spare / float32(growing)
		}
		h := min(o.MinSize().Height, size.Height)
		Place(o, x, (size.Height-h)/2, w, h)
		x += w + c.Gap
	}
}
