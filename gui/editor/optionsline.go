package editor

import (
	"math"
	"strconv"

	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// The measures of the options line, px.
const (
	optionsHeight = 48
	linePad       = 16
	lineGap       = 12
	titleLeast    = 48
	wideLine      = 660 // from here on the marks have a word and the zoom its steps; of texts at 100 %
	narrowLine    = 380 // up to here the zoom gives way to the options as well
)

// fitLayout lays the options that belong to the tool from left to right as long as they have room. Those that have none are hidden,
// and the last object, which leads to them, is shown instead.
type fitLayout struct{ o *options }

// MinSize is that of the tallest; a row this narrow shows only what leads to the rest.
func (fitLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	size := o[len(o)-1].MinSize()
	for _, c := range o {
		size.Height = max(size.Height, c.MinSize().Height)
	}
	return size
}

func (l fitLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	more, total := o[len(o)-1], float32(-lineGap)
	for i, wanted := range l.o.wanted {
		if wanted {
			total += o[i].MinSize().Width + lineGap
		}
	}
	room := s.Width
	if total > room {
		room -= lineGap + more.MinSize().Width
	}
	l.o.dropped = nil
	x := float32(0)
	for i, c := range o {
		fits := x+c.MinSize().Width <= room && len(l.o.dropped) == 0 // the order of the options stays what it is
		switch {
		case c == more:
			fits = len(l.o.dropped) > 0
		case !l.o.wanted[i]:
			fits = false
		case !fits:
			l.o.dropped = append(l.o.dropped, i)
		}
		if kit.Show(c, fits); fits {
			m := c.MinSize()
			kit.Place(c, x, (s.Height-m.Height)/2, m.Width, m.Height)
			x += m.Width + lineGap
		}
	}
}

// bar is at the right end of the options line: whether the marks are shown, the list of them, and the zoom.
type bar struct {
	marks        *kit.Button
	eye          *kit.Button // marks without its word
	list         *kit.Button
	out, in, fit *kit.Button
	zoom         *kit.Text
	box          *fyne.Container
}

func newBar(s *Screen) *bar {
	icon := func(id string, kind kit.ButtonKind) *kit.Button { return s.buttons.Icon(id, kind).Small() }
	b := &bar{
		marks: kit.NewButton(lang.L("Marks"), resources.IconEye, kit.Plain, func() { s.run(hideAllID) }).Small(),
		eye:   icon(hideAllID, kit.Plain), list: icon(listID, kit.Plain),
		out: icon(zoomOutID, kit.Quiet), in: icon(zoomInID, kit.Quiet),
		zoom: kit.NewText("100%", resources.SizeSM, resources.Text1, false).Centered().MinWidth(40),
		fit:  kit.NewButton(lang.X("verb", "Fit"), nil, kit.Quiet, s.view.Fit).Small(),
	}
	b.box = kit.NewRow(2, b.marks, b.eye, b.list, b.out, b.zoom, b.in, b.fit)
	return b
}

// lineLayout lays the title, the options and the bar beside each other; the options have what is left.
type lineLayout struct{ *bar }

func (l lineLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[0].MinSize().Width+o[1].MinSize().Width, optionsHeight)
}

func (l lineLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	wide := s.Width >= resources.Scaled(wideLine)
	kit.Show(l.eye, !wide)
	for _, b := range []*kit.Button{l.marks, l.out, l.in} {
		kit.Show(b, wide)
	}
	kit.Show(l.zoom, s.Width >= resources.Scaled(narrowLine))
	kit.Show(l.fit, l.zoom.Visible())
	title, bar := o[0].MinSize(), o[2].MinSize()
	at, end := linePad+max(title.Width, titleLeast)+lineGap, s.Width-lineGap-bar.Width
	kit.Place(o[0], linePad, (s.Height-title.Height)/2, title.Width, title.Height)
	kit.Place(o[1], at, 0, max(end-lineGap-at, 0), s.Height)
	kit.Place(o[2], end, (s.Height-bar.Height)/2, bar.Width, bar.Height)
}

// showBar shows whether the marks are seen, and the zoom.
func (s *Screen) showBar() {
	b, open := s.bar, s.page != nil
	kit.Enable(b.marks, open)
	kit.Enable(b.fit, open)
	icon, words := resources.IconEye, ""
	if s.hidden {
		icon = resources.IconEyeOff
	}
	if b.marks.On() != (open && !s.hidden) || !open {
		b.marks.SetIcon(icon)
		b.marks.SetOn(open && !s.hidden)
	}
	if open {
		words = zoomWords(s.view.Scale())
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
