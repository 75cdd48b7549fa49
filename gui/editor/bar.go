package editor

import (
	"math"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// bar stands at the right end of the options line: whether the marks are shown, the list of them, and the zoom.
type bar struct {
	marks *widgets.Button
	eye   *widgets.Button // marks without its word
	list  *widgets.Button
	out   *widgets.Button
	in    *widgets.Button
	zoom  *widgets.Text
	fit   *widgets.Button
	box   *fyne.Container
}

// barGap is between two objects of the bar, px.
const barGap = 2

func newBar(s *Screen) *bar {
	b := &bar{
		marks: widgets.NewButton(lang.L("Marks"), resources.IconEye(), widgets.Plain, s.ToggleMarks).Small(),
		eye:   widgets.NewIconButton(resources.IconEye(), "", s.ToggleMarks).Small(),
		list:  widgets.NewIconButton(resources.IconLayers(), "", s.ShowMarks).Small(),
		out:   widgets.NewIconButton(resources.IconMinus(), "", func() { s.stage.Step(false) }).Small().SetKind(widgets.Quiet),
		in:    widgets.NewIconButton(resources.IconPlus(), "", func() { s.stage.Step(true) }).Small().SetKind(widgets.Quiet),
		zoom:  widgets.NewText("100%", resources.SizeSM, resources.Text1, false).Centered().MinWidth(40),
		fit:   widgets.NewButton(lang.X("verb", "Fit"), nil, widgets.Quiet, func() { s.stage.Fit() }).Small(),
	}
	b.box = widgets.NewRow(barGap, b.marks, b.eye, b.list, b.out, b.zoom, b.in, b.fit)
	return b
}

// say has the buttons say what they do, and by which keys: words by the command.
func (b *bar) say(words map[string]string) {
	b.marks.SetWord(words[hideAllID])
	b.eye.SetWord(words[hideAllID])
	b.list.SetWord(words[listID])
	b.out.SetWord(words[zoomOutID])
	b.in.SetWord(words[zoomInID])
}

// form is what a bar shows, from left to right.
type form []fyne.CanvasObject

// forms are those of the bar, the widest first: a word goes before the buttons that do what keys and the wheel do as well.
func (b *bar) forms() []form {
	return []form{
		{b.marks, b.list, b.out, b.zoom, b.in, b.fit},
		{b.eye, b.list, b.out, b.zoom, b.in, b.fit},
		{b.eye, b.list, b.zoom, b.fit},
	}
}

// least is the form for a narrow line.
func (b *bar) least() form { return form{b.eye, b.list} }

// width is that of the bar in a form, px.
func (f form) width() float32 {
	width := -float32(barGap)
	for _, o := range f {
		width += o.MinSize().Width + barGap
	}
	return width
}

// show brings the bar into a form.
func (b *bar) show(f form) {
	for _, o := range b.box.Objects {
		setShown(o, slices.Contains(f, o))
	}
}

// narrowLine is the width under which the zoom gives way to an option as well, and leastLine that under which there is no room for
// it at all; px, of texts at 100 %.
const (
	narrowLine = 660
	leastLine  = 380
)

// The measures of the options line, px.
const (
	linePad    = 16
	lineGap    = 12
	titleLeast = 48
)

// lineLayout lays the title, the options and the bar beside each other; the options have what is left.
type lineLayout struct {
	bar     *bar
	options *options
}

// MinSize is that of a narrow line.
func (l lineLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[0].MinSize().Width+o[1].MinSize().Width, optionsHeight)
}

// Layout places the three.
func (l lineLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	title := o[0].MinSize().Width
	at := linePad + max(title, titleLeast) + lineGap
	f := l.form(s.Width, at)
	l.bar.show(f)
	end := s.Width - lineGap - f.width()
	for i, x := range [][2]float32{{linePad, title}, {at, max(end-lineGap-at, 0)}, {end, f.width()}} {
		h := o[i].MinSize().Height
		if i == 1 {
			h = s.Height
		}
		o[i].Move(fyne.NewPos(x[0], (s.Height-h)/2))
		o[i].Resize(fyne.NewSize(x[1], h))
	}
}

// form is the widest of the bar that takes no room from an option which a narrower one would leave it. The options begin at a place.
func (l lineLayout) form(width, at float32) form {
	if width < resources.Scaled(leastLine) {
		return l.bar.least()
	}
	forms := l.bar.forms()
	if width < resources.Scaled(narrowLine) {
		forms = append(forms, l.bar.least())
	}
	room := func(f form) float32 { return width - lineGap - f.width() - lineGap - at }
	narrowest := forms[len(forms)-1]
	dropped, needed := l.options.drops(room(narrowest)), l.options.row.MinSize().Width
	for _, f := range forms {
		if r := room(f); r >= needed && l.options.drops(r) == dropped {
			return f
		}
	}
	return narrowest
}

// showBar shows whether the marks are seen, and the zoom.
func (s *Screen) showBar() {
	b := s.bar
	open := s.page != nil
	for _, c := range []*widgets.Button{b.marks, b.eye, b.list, b.out, b.in, b.fit} {
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
	for _, c := range []*widgets.Button{b.marks, b.eye} {
		if c.On() != (open && !s.hidden) || !open {
			c.SetIcon(icon)
			c.SetOn(open && !s.hidden)
		}
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
