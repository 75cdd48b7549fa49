package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/resources"
)

// Choice is one row of a ChoiceList: what it is, what there is to say of it, and words at the right such as a price.
type Choice struct {
	Title, Words, Trailing string
	Off                    bool // cannot be chosen, and Words says why
}

// ChoiceList is a short list of which one row is chosen: Up and Down go to the next row that is not off, Home and End to
// the ends, Enter and Space take the chosen one.
type ChoiceList struct {
	control
	OnChanged func(i int) // a person chose a row
	OnSubmit  func(i int) // a person takes the chosen row

	choices  []Choice
	selected int
	over     int
	plain    bool

	ring  *canvas.Rectangle
	lines []choiceLine
	drawn *Drawing
}

const (
	choiceRow = 30
	choicePad = 8
)

// NewChoiceList makes a list; selected is the row that is chosen, -1 for none.
func NewChoiceList(choices []Choice, selected int) *ChoiceList {
	l := &ChoiceList{choices: choices, selected: selected, over: -1}
	l.ExtendBaseWidget(l)
	return l
}

// Plain makes it a list of titles alone, where no row says whether it can be had.
func (l *ChoiceList) Plain() *ChoiceList { l.plain = true; l.Refresh(); return l }

// Selected returns the chosen row, -1 for none.
func (l *ChoiceList) Selected() int {
	if l.selected >= len(l.choices) {
		return -1
	}
	return l.selected
}

func (l *ChoiceList) choose(i int) {
	if i < 0 || i >= len(l.choices) || l.choices[i].Off || i == l.selected || l.Disabled() {
		return
	}
	l.selected = i
	l.Refresh()
	if l.OnChanged != nil {
		l.OnChanged(i)
	}
}

// next returns the first row from i on in a direction that is not off, or the chosen one.
func (l *ChoiceList) next(i, step int) int {
	for ; i >= 0 && i < len(l.choices); i += step {
		if !l.choices[i].Off {
			return i
		}
	}
	return l.selected
}

func (l *ChoiceList) rowHeight() float32 {
	return max(choiceRow, fyne.MeasureText("X", textPx(resources.SizeBody), fyne.TextStyle{}).Height+8)
}

func (l *ChoiceList) at(y float32) int {
	i := int(y / l.rowHeight())
	if y < 0 || i >= len(l.choices) {
		return -1
	}
	return i
}

// Tapped chooses the row under the pointer.
func (l *ChoiceList) Tapped(e *fyne.PointEvent) {
	l.focusByPointer(l, l)
	l.choose(l.at(e.Position.Y))
}

// MouseMoved shows the row under the pointer.
func (l *ChoiceList) MouseMoved(e *desktop.MouseEvent) {
	if i := l.at(e.Position.Y); i != l.over {
		l.over = i
		l.Refresh()
	}
}

// MouseOut forgets it.
func (l *ChoiceList) MouseOut() { l.over = -1; l.control.MouseOut() }

// TypedKey moves and takes.
func (l *ChoiceList) TypedKey(e *fyne.KeyEvent) {
	l.keyed()
	switch {
	case isTap(e):
		if i := l.Selected(); i >= 0 && l.OnSubmit != nil {
			l.OnSubmit(i)
		}
	case e.Name == fyne.KeyDown:
		l.choose(l.next(l.selected+1, 1))
	case e.Name == fyne.KeyUp:
		l.choose(l.next(l.selected-1, -1))
	case e.Name == fyne.KeyHome:
		l.choose(l.next(0, 1))
	case e.Name == fyne.KeyEnd:
		l.choose(l.next(len(l.choices)-1, -1))
	default:
		unhandled(l, e)
	}
}

// AccessibilityLabel returns the chosen row.
func (l *ChoiceList) AccessibilityLabel() string {
	if i := l.Selected(); i >= 0 {
		c := l.choices[i]
		return c.Title + ", " + c.Words + ", " + c.Trailing
	}
	return ""
}

// CreateRenderer draws the list.
func (l *ChoiceList) CreateRenderer() fyne.WidgetRenderer {
	l.ring = newPlate()
	l.drawn = &Drawing{nil, l.least, l.arrange, l.paint}
	l.paint()
	return l.drawn
}

type choiceLine struct {
	plate               *canvas.Rectangle
	icon                *Icon
	title, words, trail *Text
}

// titles returns the width of the first column.
func (l *ChoiceList) titles() float32 {
	w := float32(0)
	for _, c := range l.lines {
		w = max(w, c.title.MinSize().Width)
	}
	return w
}

func (l *ChoiceList) least() fyne.Size {
	trail := float32(0)
	for _, c := range l.lines {
		trail = max(trail, c.trail.MinSize().Width)
	}
	if l.plain {
		return fyne.NewSize(l.titles()+2*choicePad, l.rowHeight()*float32(len(l.lines)))
	}
	return fyne.NewSize(l.titles()+trail+120, l.rowHeight()*float32(len(l.lines)))
}

func (l *ChoiceList) arrange(s fyne.Size) {
	placeRing(l.ring, s)
	h := l.rowHeight()
	titles := l.titles()
	for i, c := range l.lines {
		y := float32(i) * h
		Place(c.plate, 0, y, s.Width, h)
		Place(c.icon, choicePad, y, grown(iconText), h)
		x := float32(choicePad)
		if !l.plain {
			x += grown(iconText) + 8
		}
		Place(c.title, x, y, titles, h)
		x += titles + 24
		trail := c.trail.MinSize().Width
		Place(c.trail, s.Width-choicePad-trail, y, trail, h)
		Place(c.words, x, y, max(s.Width-choicePad-trail-12-x, 0), h)
	}
}

func (l *ChoiceList) paint() {
	for len(l.lines) < len(l.choices) {
		l.lines = append(l.lines, choiceLine{
			plate: newPlate(), icon: NewIcon(nil, iconText, resources.OK),
			title: NewText("", resources.SizeBody, resources.Text1, false),
			words: NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
			trail: NewText("", resources.SizeBody, resources.Text1, true),
		})
	}
	l.lines = l.lines[:len(l.choices)]
	l.drawn.objects = []fyne.CanvasObject{l.ring}
	for i, c := range l.choices {
		line := l.lines[i]
		icon, tint, title, words := resources.IconCheckCircle(), resources.OK, resources.Text1, resources.OK
		if c.Off {
			icon, tint, title, words = resources.IconErrorCircle(), resources.Text3, resources.Text3, resources.Text3
		}
		fill := ink("")
		switch {
		case i == l.selected && !c.Off:
			fill = ink(resources.BgSelected)
		case i == l.over && !c.Off:
			fill = ink(resources.BgHover)
		}
		setPlate(line.plate, fill, ink(""), 0, radiusControl)
		line.icon.Set(icon, tint)
		line.title.SetText(c.Title)
		line.title.SetColor(title)
		line.title.SetBold(!c.Off && (!l.plain || i == l.selected))
		line.words.SetText(c.Words)
		line.words.SetColor(words)
		line.trail.SetText(c.Trailing)
		line.trail.SetColor(title)
		line.trail.SetBold(!c.Off)
		l.drawn.objects = append(l.drawn.objects, line.plate, line.title)
		if !l.plain {
			l.drawn.objects = append(l.drawn.objects, line.icon, line.words, line.trail)
		}
	}
	setRing(l.ring, l.ringed(), radiusControl)
	l.arrange(l.Size())
}
