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

// The measures of the options line, px.
const (
	optionsHeight = 48
	linePad       = 16
	lineGap       = 12
	titleLeast    = 48
	barGap        = 2 // between two objects of the bar
)

// narrowLine is the width under which the zoom gives way to an option as well, and leastLine that under which there is no room for
// it at all; px, of texts at 100 %.
const (
	narrowLine = 660
	leastLine  = 380
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

// spread gives the settings that have room in a width, and those that belong to the tool and have none.
func (o *options) spread(width float32) (shown, dropped []int) {
	objects := o.row.Objects
	widthOf := func(i int) float32 { return objects[i].MinSize().Width + lineGap }
	total := float32(0)
	for i, wanted := range o.wanted {
		if wanted {
			total += widthOf(i)
		}
	}
	room := width + lineGap
	if total > room {
		room -= widthOf(int(allSettings))
	}
	const apply = int(applySetting) // has its room before all others
	ahead := float32(0)             // that is not for those before it
	if w := widthOf(apply); o.wanted[apply] && w <= room {
		ahead = w
	}
	x := float32(0)
	for i, wanted := range o.wanted {
		if !wanted {
			continue
		}
		reserved := i == apply && ahead > 0
		if reserved {
			ahead = 0
		}
		if len(dropped) > 0 && !reserved || x+widthOf(i) > room-ahead { // the order of the options stays what it is
			dropped = append(dropped, i)
			continue
		}
		shown = append(shown, i)
		x += widthOf(i)
	}
	return shown, dropped
}

func (l fitLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	shown, dropped := l.o.spread(s.Width)
	l.o.dropped = dropped
	if len(dropped) > 0 {
		shown = append(shown, int(allSettings))
	}
	x := float32(0)
	for i, c := range o {
		widgets.Show(c, slices.Contains(shown, i))
		if c.Visible() {
			m := c.MinSize()
			widgets.Place(c, x, (s.Height-m.Height)/2, m.Width, m.Height)
			x += m.Width + lineGap
		}
	}
}

// bar is at the right end of the options line: whether the marks are shown, the list of them, and the zoom.
type bar struct {
	marks        *widgets.Button
	eye          *widgets.Button // marks without its word
	list         *widgets.Button
	out, in, fit *widgets.Button
	zoom         *widgets.Text
	box          *fyne.Container
}

func newBar(s *Screen) *bar {
	icon := func(id string, kind widgets.ButtonKind) *widgets.Button { return s.buttons.Icon(id, kind).Small() }
	b := &bar{
		marks: widgets.NewButton(lang.L("Marks"), resources.IconEye(), widgets.Plain, func() { s.run(hideAllID) }).Small(),
		eye:   icon(hideAllID, widgets.Plain), list: icon(listID, widgets.Plain),
		out: icon(zoomOutID, widgets.Quiet), in: icon(zoomInID, widgets.Quiet),
		zoom: widgets.NewText("100%", resources.SizeSM, resources.Text1, false).Centered().MinWidth(40),
		fit:  widgets.NewButton(lang.X("verb", "Fit"), nil, widgets.Quiet, s.view.Fit).Small(),
	}
	b.box = widgets.NewRow(barGap, b.marks, b.eye, b.list, b.out, b.zoom, b.in, b.fit)
	return b
}

// barForm is what a bar shows, from left to right.
type barForm []fyne.CanvasObject

// forms are those of the bar on a line of a width, the widest first: a word goes before the buttons that do what keys and the wheel do as
// well.
func (b *bar) forms(width float32) []barForm {
	all := []barForm{
		{b.marks, b.list, b.out, b.zoom, b.in, b.fit},
		{b.eye, b.list, b.out, b.zoom, b.in, b.fit},
		{b.eye, b.list, b.zoom, b.fit},
		{b.eye, b.list},
	}
	switch {
	case width < resources.Scaled(leastLine):
		return all[3:]
	case width < resources.Scaled(narrowLine):
		return all
	}
	return all[:3]
}

func (f barForm) width() float32 {
	width := -float32(barGap)
	for _, o := range f {
		width += o.MinSize().Width + barGap
	}
	return width
}

// lineLayout lays the title, the options and the bar beside each other; the options have what is left.
type lineLayout struct {
	bar     *bar
	options *options
}

// MinSize is that of a narrow line.
func (l lineLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[0].MinSize().Width+o[1].MinSize().Width, optionsHeight)
}

func (l lineLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	title := o[0].MinSize()
	at := linePad + max(title.Width, titleLeast) + lineGap
	f := l.form(s.Width, at)
	for _, part := range l.bar.box.Objects {
		widgets.Show(part, slices.Contains(f, part))
	}
	width, height := f.width(), o[2].MinSize().Height
	end := s.Width - lineGap - width
	widgets.Place(o[0], linePad, (s.Height-title.Height)/2, title.Width, title.Height)
	widgets.Place(o[1], at, 0, max(end-lineGap-at, 0), s.Height)
	widgets.Place(o[2], end, (s.Height-height)/2, width, height)
}

// form is the widest of the bar that takes no room from an option which a narrower one would leave it. The options begin at a place.
func (l lineLayout) form(width, at float32) barForm {
	forms := l.bar.forms(width)
	room := func(f barForm) float32 { return width - lineGap - f.width() - lineGap - at }
	narrowest := forms[len(forms)-1]
	_, least := l.options.spread(room(narrowest))
	for _, f := range forms {
		if _, dropped := l.options.spread(room(f)); len(dropped) == len(least) && room(f) >= l.options.row.MinSize().Width {
			return f
		}
	}
	return narrowest
}

// showBar shows whether the marks are seen, and the zoom.
func (s *Screen) showBar() {
	b, open := s.bar, s.page != nil
	widgets.Enable(b.marks, open)
	widgets.Enable(b.fit, open)
	icon, words := resources.IconEye(), ""
	if s.hidden {
		icon = resources.IconEyeOff()
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
