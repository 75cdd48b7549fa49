package widgets

import (
	"fyne.io/fyne/v2"

	"viviscope/resources"
)

// segmentInset is the room between the frame and an option.
const segmentInset = 3

// rows returns in how many rows the options stand in an inner width.
func (s *Segmented) rows(inner float32) int {
	if !s.tight || len(s.options) < 4 || inner <= 0 {
		return 1
	}
	_, pad := s.textSize()
	var sum float32
	for _, o := range s.options {
		sum += s.labelWidth(o) - 2*pad + 4
	}
	if sum <= inner {
		return 1
	}
	return 2
}

// widths shares the inner width among the options of each row.
func (s *Segmented) widths(inner float32) []float32 {
	rows := s.rows(inner)
	if rows == 1 {
		return s.share(s.options, inner)
	}
	half := (len(s.options) + 1) / 2
	return append(s.share(s.options[:half], inner), s.share(s.options[half:], inner)...)
}

// share gives options of one row their widths.
func (s *Segmented) share(options []string, inner float32) []float32 {
	out := make([]float32, len(options))
	if len(out) == 0 {
		return out
	}
	if !s.tight {
		for i := range out {
			out[i] = inner / float32(len(out))
		}
		return out
	}
	var sum float32
	for i, o := range options {
		out[i] = s.labelWidth(o)
		sum += out[i]
	}
	// In too little room the options move together, up to a narrow gap.
	_, pad := s.textSize()
	spare := max((inner-sum)/float32(len(out)), 4-2*pad)
	part := min(inner/max(sum+spare*float32(len(out)), 1), 1) // beyond that all are cut alike
	for i := range out {
		out[i] = (out[i] + spare) * part
	}
	return out
}

func (s *Segmented) labelWidth(o string) float32 {
	size, pad := s.textSize()
	return fyne.MeasureText(o, textPx(size), bold(true)).Width + 2*pad
}

// textSize returns the size of the labels and the room beside them.
func (s *Segmented) textSize() (fyne.ThemeSizeName, float32) {
	if s.tight {
		return resources.SizeSM, 6
	}
	return resources.SizeBody, 10
}

// cells returns where the options stand in a size.
func (s *Segmented) cells(size fyne.Size) []cell {
	inner := size.Width - 2*segmentInset
	rows := s.rows(inner)
	perRow := (len(s.options) + rows - 1) / rows
	h := (size.Height - 2*segmentInset) / float32(rows)
	out := make([]cell, len(s.options))
	x, y := float32(segmentInset), float32(segmentInset)
	for i, w := range s.widths(inner) {
		if i > 0 && i%perRow == 0 {
			x, y = segmentInset, y+h
		}
		out[i] = cell{x, y, w, h}
		x += w
	}
	return out
}

// cell is the room of an option, px.
type cell struct{ x, y, w, h float32 }

// at returns the option at a place, -1: none.
func (s *Segmented) at(p fyne.Position) int {
	lower := s.rows(s.Size().Width-2*segmentInset) > 1 && p.Y >= s.Size().Height/2
	for i, c := range s.cells(s.Size()) {
		if p.X >= c.x && p.X < c.x+c.w && lower == (c.y > segmentInset) {
			return i
		}
	}
	return -1
}

// HeightFor returns the height in a width, px.
func (s *Segmented) HeightFor(width float32) float32 {
	line := max(heightControl, fyne.MeasureText("X", textPx(resources.SizeBody), fyne.TextStyle{}).Height+10)
	return line + float32(s.rows(width-2*segmentInset)-1)*(line-2*segmentInset)
}
