package costs

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// signPx is the side of a sign.
const signPx = 10

// sign is a small square in the colour of a series.
type sign struct {
	widget.BaseWidget
	color fyne.ThemeColorName
	plate *canvas.Rectangle
}

func newSign() *sign {
	s := &sign{plate: canvas.NewRectangle(color.Transparent)}
	s.plate.CornerRadius = 2
	s.plate.SetMinSize(fyne.NewSquareSize(signPx))
	s.ExtendBaseWidget(s)
	return s
}

func (s *sign) set(name fyne.ThemeColorName) {
	s.color = name
	s.Refresh()
}

// Refresh takes the colour of the theme.
func (s *sign) Refresh() {
	if c := theme.Color(s.color); s.color != "" && s.plate.FillColor != c {
		s.plate.FillColor = c
		s.plate.Refresh()
	}
}

// CreateRenderer draws the sign.
func (s *sign) CreateRenderer() fyne.WidgetRenderer {
	s.Refresh()
	return widget.NewSimpleRenderer(s.plate)
}
