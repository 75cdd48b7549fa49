package editor

import (
	"math"
	"strconv"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// bar stands at the right end of the options line: whether the marks are shown, the list of them, and the zoom.
type bar struct {
	marks *widgets.Button
	list  *widgets.Button
	out   *widgets.Button
	in    *widgets.Button
	zoom  *widgets.Text
	fit   *widgets.Button
	box   *fyne.Container
}

func newBar(s *Screen) *bar {
	b := &bar{
		marks: widgets.NewButton(lang.L("Marks"), resources.IconEye(), widgets.Plain, s.ToggleMarks).Small(),
		list:  widgets.NewIconButton(resources.IconLayers(), lang.L("List of marks (K)"), s.ShowMarks).Small(),
		out:   widgets.NewIconButton(resources.IconMinus(), lang.L("Zoom out (−)"), func() { s.stage.Step(false) }).Small().SetKind(widgets.Quiet),
		in:    widgets.NewIconButton(resources.IconPlus(), lang.L("Zoom in (+)"), func() { s.stage.Step(true) }).Small().SetKind(widgets.Quiet),
		zoom:  widgets.NewText("100%", resources.SizeSM, resources.Text1, false).Centered().MinWidth(40),
		fit:   widgets.NewButton(lang.X("verb", "Fit"), nil, widgets.Quiet, func() { s.stage.Fit() }).Small(),
	}
	b.box = widgets.NewRow(2, b.marks, b.list, b.out, b.zoom, b.in, b.fit)
	return b
}

// tighten leaves out what keys and the wheel do as well, where the line is narrow.
func (b *bar) tighten(width float32) {
	narrow := width < resources.Scaled(narrowLine)
	word := lang.L("Marks")
	if narrow {
		word = ""
	}
	b.marks.SetText(word)
	b.marks.SetWord(lang.L("Hide or show the marks (Q)"))
	setShown(b.in, !narrow)
	setShown(b.out, !narrow)
	least := width < resources.Scaled(leastLine)
	setShown(b.zoom, !least)
	setShown(b.fit, !least)
}

// narrowLine is the width under which the options line is narrow, and leastLine under which it has room for little more than
// what the tool is called; px, of texts at 100 %.
const (
	narrowLine = 660
	leastLine  = 380
)

// lineLayout lays the title, the options and the bar beside each other; the options have what is left.
type lineLayout struct{ tighten func(width float32) }

// MinSize is that of a narrow line.
func (l lineLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[0].MinSize().Width+o[1].MinSize().Width, optionsHeight)
}

// Layout places the three.
func (l lineLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.tighten(s.Width)
	const pad, gap = 16, 12
	title, bar := o[0].MinSize().Width, o[2].MinSize().Width
	at := pad + max(title, 48) + gap
	end := s.Width - gap - bar
	for i, x := range [][2]float32{{pad, title}, {at, max(end-gap-at, 0)}, {end, bar}} {
		h := o[i].MinSize().Height
		if i == 1 {
			h = s.Height
		}
		o[i].Move(fyne.NewPos(x[0], (s.Height-h)/2))
		o[i].Resize(fyne.NewSize(x[1], h))
	}
}

// showBar shows whether the marks are seen, and the zoom.
func (s *Screen) showBar() {
	b := s.bar
	open := s.page != nil
	for _, c := range []*widgets.Button{b.marks, b.list, b.out, b.in, b.fit} {
		if open {
			c.Enable()
		} else {
			c.Disable()
		}
	}
	icon := resources.IconEye()
	if s.hidden {
		icon = resources.IconEyeOff()
	}
	if b.marks.On() != (open && !s.hidden) || !open {
		b.marks.SetIcon(icon)
		b.marks.SetOn(open && !s.hidden)
	}
	words := ""
	if open {
		words = zoomWords(s.stage.Scale())
	}
	b.zoom.SetText(words)
}

// zoomWords words a zoom: "61%", "6.3%".
func zoomWords(scale float64) string {
	percent := scale * 100
	if percent < 10 {
		return strconv.FormatFloat(math.Round(percent*10)/10, 'f', -1, 64) + "%"
	}
	return strconv.Itoa(int(math.Round(percent))) + "%"
}
