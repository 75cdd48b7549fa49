package editor

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// sidesOrLines lays two texts of the small size at the two sides of a line, and below each other where the line is too short for
// both, so that none of their words is lost.
type sidesOrLines struct{ gap float32 }

// wordsWidth is the width of an unbroken text.
func wordsWidth(o fyne.CanvasObject) float32 {
	return fyne.MeasureText(o.(*widgets.Text).Text(), theme.Size(resources.SizeSM), fyne.TextStyle{}).Width + 1
}

func (l sidesOrLines) beside(o []fyne.CanvasObject, width float32) bool {
	return wordsWidth(o[0])+l.gap+wordsWidth(o[1]) <= width
}

// MinSize is that of short lines.
func (l sidesOrLines) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(120, o[0].MinSize().Height)
}

// HeightFor implements [widgets.TallLayout].
func (l sidesOrLines) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	if l.beside(o, width) || width <= 0 {
		return max(widgets.HeightFor(o[0], wordsWidth(o[0])), widgets.HeightFor(o[1], wordsWidth(o[1])))
	}
	return widgets.HeightFor(o[0], width) + widgets.HeightFor(o[1], width)
}

// Layout places the two.
func (l sidesOrLines) Layout(o []fyne.CanvasObject, s fyne.Size) {
	at, size := [2]fyne.Position{}, [2]fyne.Size{}
	if l.beside(o, s.Width) {
		first, second := wordsWidth(o[0]), wordsWidth(o[1])
		size = [2]fyne.Size{{Width: first, Height: s.Height}, {Width: second, Height: s.Height}}
		at[1].X = s.Width - second
	} else {
		high := widgets.HeightFor(o[0], s.Width)
		size = [2]fyne.Size{{Width: s.Width, Height: high}, {Width: s.Width, Height: max(s.Height-high, 0)}}
		at[1].Y = high
	}
	for i, c := range o {
		c.Move(at[i])
		c.Resize(size[i])
	}
}
