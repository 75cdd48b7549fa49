package kit

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/resources"
)

// Choice is one row of a ChoiceList or a Picker: a title, a description, and text at the right such as a price.
type Choice struct {
	Title, Words, Trailing string
	Off                    bool // cannot be chosen, and Words holds the reason
	Removable              bool // a cross at the right removes it
}

// Titles makes choices of one line.
func Titles(titles ...string) []Choice {
	out := make([]Choice, len(titles))
	for i, t := range titles {
		out[i].Title = t
	}
	return out
}

// choiceLook is how the rows of a ChoiceList are laid out.
type choiceLook int

const (
	// an icon shows whether the row is available, and the text beside the titles why not
	lookFitting choiceLook = iota
	lookPlain              // titles alone
	lookBelow              // the text is below the title, and the current row has a mark
	lookHints              // the text is beside the titles
)

// ChoiceList is a short list with one selected row. Up and Down go to the next row that is not off, Home and End to the
// ends. Enter and Space submit the selected one. In Fyne's List rows cannot be disabled, and it scrolls instead of
// being as high as its rows.
type ChoiceList struct {
	control
	OnChanged func(i int) // the user selected a row
	OnSubmit  func(i int) // the user submitted the selected row
	OnRemove  func(i int) // the user removed a row that is Removable

	choices  []Choice
	selected int
	over     int
	look     choiceLook
	marked   int // the row that counts now, of lookBelow

	ring  *canvas.Rectangle
	lines []choiceLine
	drawn *Drawing
}

// choiceLine holds the objects that draw a choice.
type choiceLine struct {
	background          *canvas.Rectangle
	icon, end           *Icon
	title, words, trail *Text
	box                 *fyne.Container
}

// newChoiceLine makes a line as in a picker's field: Words below the title, Trailing at the right.
func newChoiceLine() choiceLine {
	l := choiceLine{
		background: newRectangle(), icon: NewIcon(nil, iconText, resources.OK),
		end:   NewIcon(nil, iconText, resources.Accent),
		title: NewText("", resources.SizeBody, resources.Text1, false).Ellipsis(),
		words: NewText("", resources.SizeXS, resources.Text3, false).Ellipsis(),
		trail: NewText("", resources.SizeSM, resources.Text2, false).Trailing(),
	}
	l.box = NewRow(8, NewColumn(0, l.title, l.words), l.trail, l.end)
	return l
}

// set shows a choice. In a column the title is bold if there is text below it.
func (l choiceLine) set(c Choice) {
	l.title.SetText(c.Title)
	l.title.SetBold(c.Words != "")
	l.words.SetText(c.Words)
	l.trail.SetText(c.Trailing)
	Show(l.words, c.Words != "")
	Show(l.trail, c.Trailing != "")
	l.box.Refresh() // the content may have the same size and another position
}

const (
	choiceRow   = 30
	choicePad   = 8  // left and right of a row
	choiceCross = 28 // what a click on the cross may miss it by, px
)

// NewChoiceList makes a list; selected is the selected row, -1 for none.
func NewChoiceList(choices []Choice, selected int) *ChoiceList {
	l := &ChoiceList{choices: choices, selected: selected, over: -1}
	l.ExtendBaseWidget(l)
	return l
}

// Plain makes it a list of titles only, without marks of availability.
func (l *ChoiceList) Plain() *ChoiceList { l.look = lookPlain; l.Refresh(); return l }

// Selected returns the selected row, -1 for none.
func (l *ChoiceList) Selected() int {
	if l.selected >= len(l.choices) {
		return -1
	}
	return l.selected
}

// set replaces the rows, quietly.
func (l *ChoiceList) set(choices []Choice, selected int) {
	l.choices, l.selected, l.over = choices, selected, -1
	l.Refresh()
}

// takes reports whether a click takes a row at once, as in a menu.
func (l *ChoiceList) takes() bool { return l.look >= lookBelow }

// Disabled also reports true for a menu, which takes no focus: its owner keeps it.
func (l *ChoiceList) Disabled() bool { return l.takes() || l.control.Disabled() }

func (l *ChoiceList) choose(i int) {
	if i < 0 || i >= len(l.choices) || l.choices[i].Off || i == l.selected || l.control.Disabled() {
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
	line := fyne.MeasureText("X", textPx(resources.SizeBody), fyne.TextStyle{}).Height
	if l.look != lookBelow {
		return max(choiceRow, line+8)
	}
	for _, c := range l.choices {
		if c.Words != "" {
			return max(42, line+fyne.MeasureText("X", textPx(resources.SizeXS), fyne.TextStyle{}).Height+8)
		}
	}
	return max(heightSmall, line+8)
}

func (l *ChoiceList) at(y float32) int {
	i := int(y / l.rowHeight())
	if y < 0 || i >= len(l.choices) {
		return -1
	}
	return i
}

// Tapped chooses the row under the pointer; in a menu it takes it.
func (l *ChoiceList) Tapped(e *fyne.PointEvent) {
	i := l.at(e.Position.Y)
	switch {
	case !l.takes():
		l.focusByPointer(l, l)
		l.choose(i)
	case i >= 0 && l.choices[i].Removable && e.Position.X > l.Size().Width-choiceCross:
		l.OnRemove(i)
	case i >= 0:
		l.OnSubmit(i)
	}
}

func (l *ChoiceList) MouseMoved(e *desktop.MouseEvent) {
	if i := l.at(e.Position.Y); i != l.over {
		l.over = i
		l.Refresh()
	}
}

func (l *ChoiceList) MouseOut() { l.over = -1; l.control.MouseOut() }

func (l *ChoiceList) TypedKey(e *fyne.KeyEvent) {
	l.showRing()
	if !l.key(e) {
		PassKey(l, e)
	}
}

// key moves and takes, and reports whether the key means something to the list.
func (l *ChoiceList) key(e *fyne.KeyEvent) bool {
	switch {
	case isTap(e):
		if i := l.Selected(); i >= 0 && l.OnSubmit != nil {
			l.OnSubmit(i)
		}
	case e.Name == fyne.KeyDown:
		l.choose(l.next(l.selected+1, 1))
	case e.Name == fyne.KeyEnd, e.Name == fyne.KeyUp && l.selected < 0:
		l.choose(l.next(len(l.choices)-1, -1))
	case e.Name == fyne.KeyUp:
		l.choose(l.next(l.selected-1, -1))
	case e.Name == fyne.KeyHome:
		l.choose(l.next(0, 1))
	default:
		return false
	}
	return true
}

// AccessibilityLabel returns the name and the selected row, or the first row if none is selected.
func (l *ChoiceList) AccessibilityLabel() string {
	i := max(l.Selected(), 0)
	if i >= len(l.choices) {
		return l.with("")
	}
	c := l.choices[i]
	return l.with(joinWords(c.Title, c.Words, c.Trailing))
}

func (l *ChoiceList) CreateRenderer() fyne.WidgetRenderer {
	l.ring = newRectangle()
	l.drawn = &Drawing{nil, l.least, l.arrange, l.paint}
	l.paint()
	return l.drawn
}

// newLine makes the objects of a row. Except with lookBelow, its parts are in columns that all rows share.
func (l *ChoiceList) newLine() choiceLine {
	line, parts := newChoiceLine(), []fyne.CanvasObject(nil)
	switch l.look {
	case lookBelow:
		return line
	case lookPlain:
		parts = []fyne.CanvasObject{line.title}
	case lookFitting:
		line.words = NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
		line.trail = NewText("", resources.SizeBody, resources.Text1, true).Trailing()
		parts = []fyne.CanvasObject{line.icon, line.title, line.words, line.trail}
	case lookHints:
		line.words = NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
		line.end = NewIcon(nil, iconTag, resources.Text3)
		parts = []fyne.CanvasObject{line.title, line.words, line.trail, line.end}
	}
	line.box = container.New(&Columns{Gap: 8, Of: l.columns}, parts...)
	return line
}

// columns are those of a row in a width, px.
func (l *ChoiceList) columns(width float32) []Column {
	titles, trail := l.widest(func(line choiceLine) *Text {
		return line.title
	}), l.widest(func(line choiceLine) *Text { return line.trail })
	switch l.look {
	case lookPlain:
		return []Column{{Width: titles}}
	case lookHints:
		end := float32(0)
		if slices.ContainsFunc(l.choices, func(c Choice) bool { return c.Removable }) {
			end = grown(iconTag)
		}
		if width > 0 {
			titles = min(titles, width/2)
		}
		return []Column{{Width: titles + 16}, {Width: 100, Grow: true}, {Width: trail}, {Width: end}}
	}
	return []Column{{Width: grown(iconText)}, {Width: titles + 16}, {Width: 100, Grow: true}, {Width: trail}}
}

// widest returns the width of the longest text in one column.
func (l *ChoiceList) widest(part func(choiceLine) *Text) (w float32) {
	for _, line := range l.lines {
		w = max(w, part(line).wordsWidth())
	}
	return w
}

func (l *ChoiceList) least() fyne.Size {
	width := float32(0)
	for _, line := range l.lines {
		if l.look == lookBelow {
			width = max(width, min(inOneLine(line.box), resources.Scaled(420)))
		} else {
			width = max(width, line.box.MinSize().Width)
		}
	}
	return fyne.NewSize(width+2*choicePad, l.rowHeight()*float32(len(l.lines)))
}

func (l *ChoiceList) arrange(s fyne.Size) {
	placeRing(l.ring, s)
	h := l.rowHeight()
	for i, line := range l.lines {
		Place(line.background, 0, float32(i)*h, s.Width, h)
		Place(line.box, choicePad, float32(i)*h, s.Width-2*choicePad, h)
	}
}

func (l *ChoiceList) paint() {
	for len(l.lines) < len(l.choices) {
		l.lines = append(l.lines, l.newLine())
	}
	l.lines = l.lines[:len(l.choices)]
	l.drawn.objects = []fyne.CanvasObject{l.ring}
	for i, c := range l.choices {
		line := l.lines[i]
		fill := themeColor("")
		switch {
		case i == l.selected && !c.Off:
			fill = themeColor(resources.BgSelected)
		case i == l.over && !c.Off:
			fill = themeColor(resources.BgHover)
		}
		setRectangle(line.background, fill, themeColor(""), 0, radiusControl)
		line.set(c)
		switch l.look {
		case lookFitting:
			line.paintFit(c)
		case lookPlain:
			line.title.SetBold(i == l.selected)
		case lookBelow:
			line.end.Set(nil, resources.Accent)
			if i == l.marked {
				line.end.Set(resources.IconCheck, resources.Accent)
			}
		case lookHints:
			line.title.SetBold(false)
			line.end.Set(nil, resources.Text3)
			if c.Removable {
				line.end.Set(resources.IconClose, resources.Text3)
			}
		}
		l.drawn.objects = append(l.drawn.objects, line.background, line.box)
	}
	setRing(l.ring, l.hasRing(), radiusControl)
	l.arrange(l.Size())
}

// paintFit shows whether a row can be had.
func (l choiceLine) paintFit(c Choice) {
	icon, tint, title, words := resources.IconCheckCircle, resources.OK, resources.Text1, resources.OK
	if c.Off {
		icon, tint, title, words = resources.IconErrorCircle, resources.Text3, resources.Text3, resources.Text3
	}
	l.icon.Set(icon, tint)
	l.title.SetColor(title)
	l.title.SetBold(!c.Off)
	l.words.SetColor(words)
	l.trail.SetColor(title)
	l.trail.SetBold(!c.Off)
}

// ChoiceMenu is a completion list for a text field. It is shown over the screen, in a layer that its owner adds. It
// never has the focus: the field keeps it, and passes its keys on.
type ChoiceMenu struct {
	Layer  *fyne.Container
	list   *ChoiceList
	scroll *Scroll
	frame  *fyne.Container
}

// NewChoiceMenu makes a menu that is closed. remove is called for rows that are Removable.
func NewChoiceMenu(take, remove func(i int)) *ChoiceMenu {
	m := &ChoiceMenu{list: NewChoiceList(nil, -1)}
	m.list.look, m.list.OnSubmit, m.list.OnRemove = lookHints, take, remove
	m.scroll = NewVScroll(m.list)
	m.frame = container.NewStack(newBox(resources.BgRaised, resources.LineStrong, radiusControl),
		NewInset(menuPad, menuPad, menuPad, menuPad, m.scroll))
	m.frame.Hide()
	m.Layer = container.NewWithoutLayout(m.frame)
	return m
}

const (
	menuPad  = 4
	menuRows = 8 // visible at once
)

// Show opens the menu below an anchor at the window position at, high px tall, or above it if there is more room. With
// a selected of -1 no row is selected.
func (m *ChoiceMenu) Show(choices []Choice, selected int, at fyne.Position, high, width float32) {
	m.list.set(choices, selected)
	rows := fyne.NewSize(width-2*menuPad, m.list.rowHeight()*float32(min(len(choices), menuRows)))
	origin := fyne.CurrentApp().Driver().AbsolutePositionForObject(m.Layer)
	pos, size := nextTo(at.Subtract(origin), fyne.NewSize(0, high), rows.AddWidthHeight(2*menuPad, 2*menuPad),
		m.Layer.Size())
	Place(m.frame, pos.X, pos.Y, size.Width, size.Height)
	m.scroll.ScrollToTop()
	m.frame.Show()
	m.reveal()
}

// Hide closes the menu.
func (m *ChoiceMenu) Hide() { Show(m.frame, false) }

// Shown reports whether the menu is open.
func (m *ChoiceMenu) Shown() bool { return m.frame.Visible() }

// Selected returns the selected row, -1 for none.
func (m *ChoiceMenu) Selected() int { return m.list.Selected() }

// Hovered reports whether the pointer is over the menu. The field needs it, because it loses the focus before a click
// arrives.
func (m *ChoiceMenu) Hovered() bool { return m.list.hovered }

// Key moves and takes by a key that was typed into the field, and reports whether it was one of the menu.
func (m *ChoiceMenu) Key(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown:
	case fyne.KeyReturn, fyne.KeyEnter:
		if m.Selected() < 0 {
			return false
		}
	default:
		return false
	}
	m.list.key(e)
	m.reveal()
	return true
}

func (m *ChoiceMenu) reveal() { revealRow(m.scroll, m.list) }

// revealRow scrolls the chosen row into sight.
func revealRow(scroll *Scroll, l *ChoiceList) {
	if l.Selected() < 0 {
		return
	}
	h, off := l.rowHeight(), scroll.Offset
	off.Y = min(off.Y, float32(l.selected)*h)
	off.Y = max(off.Y, float32(l.selected+1)*h-scroll.Size().Height)
	if off != scroll.Offset {
		scroll.ScrollToOffset(off)
	}
}

// nextTo returns position and size of a popup: below its anchor, or above it if there is more room in the window.
func nextTo(at fyne.Position, own, size, window fyne.Size) (fyne.Position, fyne.Size) {
	const gap, edge = 4, 8
	below, above := window.Height-at.Y-own.Height-gap-edge, at.Y-gap-edge
	x := max(min(at.X, window.Width-size.Width-edge), 0)
	if size.Height > below && above > below {
		size.Height = min(size.Height, above)
		return fyne.NewPos(x, at.Y-gap-size.Height), size
	}
	size.Height = min(size.Height, below)
	return fyne.NewPos(x, at.Y+own.Height+gap), size
}

// openList opens the list of a picker.
func (p *Picker) openList(c fyne.Canvas) {
	list := NewChoiceList(p.options, p.selected)
	list.look, list.marked = lookBelow, p.selected
	scroll := NewVScroll(list)
	panel := &Popover{canvas: c, content: scroll, fill: resources.BgRaised, radius: radiusControl, pad: menuPad}
	panel.box = func(window fyne.Size) (fyne.Position, fyne.Size) {
		inner := list.MinSize().AddWidthHeight(2*menuPad, 2*menuPad)
		inner.Width = min(max(p.Size().Width, inner.Width), window.Width-16)
		return nextTo(fyne.CurrentApp().Driver().AbsolutePositionForObject(p), p.Size(), inner, window)
	}
	list.OnSubmit = func(i int) {
		panel.Hide()
		p.choose(i)
	}
	panel.onKey = func(e *fyne.KeyEvent) {
		list.key(e)
		revealRow(scroll, list)
	}
	panel.open()
	revealRow(scroll, list)
}
