package costs

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/costs/chart"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// legend says which colour is which, and how much. What has no room is left out: hover and table say it too.
type legend struct {
	items  []*legendItem
	object *fyne.Container
}

type legendItem struct {
	sign         *sign
	name, amount *widgets.Text
	object       *fyne.Container
}

func newLegend() *legend {
	return &legend{object: &fyne.Container{Layout: legendLayout{}}}
}

// set shows the series of a chart.
func (l *legend) set(series []chart.Series, m wording.MoneyFormat) {
	for len(l.items) < len(series) {
		i := &legendItem{sign: newSign(), name: widgets.NewText("", resources.SizeSM, resources.Text2, false),
			amount: widgets.NewText("", resources.SizeSM, resources.Text1, true)}
		i.object = widgets.NewRow(6, i.sign, i.name, i.amount)
		l.items = append(l.items, i)
		l.object.Add(i.object)
	}
	for i, item := range l.items {
		if i < len(series) {
			item.sign.set(series[i].Color)
			item.name.SetText(series[i].Name)
			item.amount.SetText(m.Of(series[i].Micros))
			lay(item.object)
		} else {
			item.name.SetText("")
		}
	}
	lay(l.object)
}

// legendGap is the room between two items, px.
const legendGap = 16

// legendLayout shows as many items as have room, in their order. An item without words is not in use.
type legendLayout struct{}

func (legendLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	h := float32(0)
	for _, x := range o {
		h = max(h, x.MinSize().Height)
	}
	return fyne.NewSize(0, h)
}

func (legendLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	x := float32(0)
	for _, item := range o {
		m := item.MinSize()
		used := item.(*fyne.Container).Objects[1].(*widgets.Text).Text() != ""
		on := used && x+m.Width <= s.Width
		widgets.Show(item, on)
		if used {
			item.Move(fyne.NewPos(x, (s.Height-m.Height)/2))
			item.Resize(m)
			lay(item.(*fyne.Container))
			x += m.Width + legendGap
		}
	}
}

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
