package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/resources"
)

// Picker is a field that opens a list to choose from. Up and Down change the value while it is closed; Space, Enter or
// a click open it. Fyne's Select has one line for an option: no description, no price, and no reason why an option is
// not available.
type Picker struct {
	control
	OnChanged func(i int)

	options  []Choice
	selected int
	hint     string
	icon     fyne.Resource
	card     bool
	tight    bool

	ring, background *canvas.Rectangle
	line             choiceLine
	glyph            *canvas.Image
	chevron          *canvas.Image
}

// NewPicker makes a picker with the first option selected. onChanged is called only for the user's choice.
func NewPicker(options []Choice, onChanged func(i int)) *Picker {
	p := &Picker{OnChanged: onChanged, options: options}
	p.ExtendBaseWidget(p)
	return p
}

// NewSimplePicker makes a picker of one-line options.
func NewSimplePicker(titles []string, onChanged func(i int)) *Picker {
	return NewPicker(Titles(titles...), onChanged)
}

// SetOptions replaces the options. The selected index stays if it is still valid.
func (p *Picker) SetOptions(options []Choice) {
	p.options = options
	if p.selected >= len(options) {
		p.selected = 0
	}
	p.Refresh()
}

func (p *Picker) Options() []Choice { return p.options }

// SetPlaceholder is shown while nothing is selected.
func (p *Picker) SetPlaceholder(words string) { p.hint = words; p.Refresh() }

// Card gives the field the look of a card with an icon. In a room that is too narrow for text only the icon is shown.
// Its second line continues in a third if the field is too narrow for it.
func (p *Picker) Card(icon fyne.Resource) *Picker { p.icon, p.card = icon, true; p.Refresh(); return p }

// Tight lets the field be as narrow as its widest option.
func (p *Picker) Tight() *Picker { p.tight = true; p.Refresh(); return p }

// SetIcon changes the icon.
func (p *Picker) SetIcon(icon fyne.Resource) { p.icon = icon; p.Refresh() }

// SetSelected selects without calling OnChanged; an index outside selects nothing.
func (p *Picker) SetSelected(i int) {
	if p.selected != i {
		p.selected = i
		p.Refresh()
	}
}

// Selected returns the index of the selected option.
func (p *Picker) Selected() int { return p.selected }

func (p *Picker) current() Choice {
	if p.selected < 0 || p.selected >= len(p.options) {
		return Choice{Title: p.hint}
	}
	return p.options[p.selected]
}

func (p *Picker) choose(i int) {
	if i < 0 || i >= len(p.options) || i == p.selected || p.Disabled() {
		return
	}
	p.selected = i
	p.Refresh()
	if p.OnChanged != nil {
		p.OnChanged(i)
	}
}

// Open shows the list.
func (p *Picker) Open() {
	c := fyne.CurrentApp().Driver().CanvasForObject(p)
	if c == nil || p.Disabled() || len(p.options) == 0 {
		return
	}
	c.Focus(p)
	p.openList(c)
}

func (p *Picker) Tapped(*fyne.PointEvent) {
	p.focusByPointer(p, p)
	p.Open()
}

// TypedKey opens, or steps through the options.
func (p *Picker) TypedKey(e *fyne.KeyEvent) {
	p.showRing()
	switch {
	case isTap(e):
		p.Open()
	case e.Name == fyne.KeyDown || e.Name == fyne.KeyRight:
		p.choose(p.selected + 1)
	case e.Name == fyne.KeyUp || e.Name == fyne.KeyLeft:
		p.choose(p.selected - 1)
	case e.Name == fyne.KeyHome:
		p.choose(0)
	case e.Name == fyne.KeyEnd:
		p.choose(len(p.options) - 1)
	default:
		PassKey(p, e)
	}
}

func (p *Picker) AccessibilityLabel() string { return p.with(p.current().Title) }

func (p *Picker) CreateRenderer() fyne.WidgetRenderer {
	p.ring, p.background, p.line, p.chevron = newRectangle(), newRectangle(), newChoiceLine(), newGlyph()
	p.glyph = newGlyph()
	p.line.end.Hide()
	if p.card {
		p.line.words.Wrap(true).MaxLines(2)
	}
	return Draw(p.least, p.arrange, p.paint, p.ring, p.background, p.line.box, p.chevron, p.glyph)
}

func (p *Picker) least() fyne.Size {
	if p.card {
		return fyne.NewSize(40, max(48, p.line.box.MinSize().Height+8))
	}
	// As wide as the widest option that is short enough; long ones are cut.
	w := float32(72)
	if p.tight {
		w = 0
	}
	two := false
	for _, o := range p.options {
		ow := fyne.MeasureText(o.Title, textPx(resources.SizeBody), fyne.TextStyle{}).Width
		w = max(w, min(ow, resources.Scaled(240)))
		two = two || o.Words != ""
	}
	h := float32(heightControl)
	if two {
		h = 48
	}
	return fyne.NewSize(w+2*pickerPad+grown(iconText)+8, max(h, p.line.box.MinSize().Height+8))
}

const pickerPad = 10

func (p *Picker) arrange(s fyne.Size) {
	Place(p.background, 0, 0, s.Width, s.Height)
	placeRing(p.ring, s)
	words := !p.card || s.Width >= resources.Scaled(pickerNarrow)
	x, icon, chevron := float32(pickerPad), grown(iconControl), grown(iconText)
	if p.icon != nil {
		if !words {
			x = (s.Width - icon) / 2
		}
		Place(p.glyph, x, (s.Height-icon)/2, icon, icon)
		x += icon + 8
	}
	Show(p.chevron, words)
	Show(p.line.box, words)
	Place(p.chevron, s.Width-pickerPad-chevron, (s.Height-chevron)/2, chevron, chevron)
	Place(p.line.box, x, 0, s.Width-x-pickerPad-chevron-8, s.Height)
}

// pickerNarrow is the width under which a card shows its icon only, px.
const pickerNarrow = 96

func (p *Picker) paint() {
	fill, stroke, word := themeColor(resources.BgInput), themeColor(resources.Line), resources.Text1
	switch {
	case p.Disabled():
		fill, word = themeColor(""), resources.Text3
	case p.hovered || p.pressed:
		stroke = themeColor(resources.LineStrong)
	}
	if p.card && !p.Disabled() {
		fill = themeColor(resources.BgRaised)
	}
	if p.selected < 0 || p.selected >= len(p.options) {
		word = resources.Text3
	}
	setRectangle(p.background, fill, stroke, 1, radiusControl)
	setRing(p.ring, p.hasRing(), radiusControl)
	p.line.set(p.current())
	p.line.title.SetColor(word)
	setGlyph(p.chevron, resources.IconChevronDown, resources.Text2)
	setGlyph(p.glyph, p.icon, word)
	p.arrange(p.Size())
}
