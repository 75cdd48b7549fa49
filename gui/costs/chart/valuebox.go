package chart

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"viviscope/resources"
)

// valueBox tells the values of one bar beside it.
type valueBox struct {
	plate *canvas.Rectangle
	title *canvas.Text
	lines pool[*valueLine]
	shown bool
}

// valueLine is one value: a sign in its colour, what it is, how much.
type valueLine struct {
	sign         *canvas.Rectangle
	name, amount *canvas.Text
}

func newValueBox() *valueBox {
	text := func() *canvas.Text { return canvas.NewText("", color.Transparent) }
	return &valueBox{plate: canvas.NewRectangle(color.Transparent), title: text(),
		lines: pool[*valueLine]{make: func() *valueLine {
			return &valueLine{sign: canvas.NewRectangle(color.Transparent), name: text(), amount: text()}
		}}}
}

const (
	boxPad   = 8
	boxSign  = 10
	boxGap   = 16 // between a name and its amount
	boxApart = 6  // from the bar
)

// show tells of a bar; -1 hides the box.
func (v *valueBox) show(f Figures, look Look, bucket int, p Plan, money func(int64) string) {
	v.lines.reuse()
	if v.shown = bucket >= 0 && bucket < len(p.Slots); !v.shown {
		return
	}
	style := func(t *canvas.Text, words string, name fyne.ThemeColorName, bold bool) fyne.Size {
		t.Text, t.TextSize, t.Color, t.TextStyle.Bold = words, theme.Size(resources.SizeXS), theme.Color(name), bold
		t.Resize(t.MinSize())
		return t.MinSize()
	}
	size := style(v.title, f.Buckets[bucket].Name, resources.Text1, true)
	row := size.Height + 3
	names, amounts := float32(0), float32(0)
	all := valuesOf(f, look, bucket, money)
	for _, value := range all {
		l := v.lines.take()
		names = max(names, style(l.name, value.name, resources.Text2, false).Width)
		amounts = max(amounts, style(l.amount, value.amount, resources.Text1, value.color == "").Width)
		l.sign.FillColor, l.sign.CornerRadius = color.Transparent, 2
		if value.color != "" {
			l.sign.FillColor = theme.Color(value.color)
		}
	}
	width := max(size.Width, boxSign+6+names+boxGap+amounts) + 2*boxPad
	height := row*float32(len(all)+1) + 2*boxPad - 3

	slot := p.Slots[bucket]
	x := slot.X + slot.W + boxApart
	if x+width > p.Plot.X+p.Plot.W {
		x = max(slot.X-boxApart-width, 0)
	}
	y := p.Plot.Y
	v.plate.FillColor, v.plate.StrokeColor, v.plate.StrokeWidth, v.plate.CornerRadius = theme.Color(resources.BgRaised), theme.Color(resources.LineStrong), 1, 6
	v.plate.Move(fyne.NewPos(x, y))
	v.plate.Resize(fyne.NewSize(width, height))
	v.title.Move(fyne.NewPos(x+boxPad, y+boxPad))
	for i, l := range v.lines.taken() {
		at := y + boxPad + row*float32(i+1)
		l.sign.Move(fyne.NewPos(x+boxPad, at+(size.Height-boxSign)/2))
		l.sign.Resize(fyne.NewSize(boxSign, boxSign))
		l.name.Move(fyne.NewPos(x+boxPad+boxSign+6, at))
		l.amount.Move(fyne.NewPos(x+width-boxPad-l.amount.Size().Width, at))
	}
}

func (v *valueBox) objects() []fyne.CanvasObject {
	if !v.shown {
		return nil
	}
	all := []fyne.CanvasObject{v.plate, v.title}
	for _, l := range v.lines.taken() {
		all = append(all, l.sign, l.name, l.amount)
	}
	return all
}
