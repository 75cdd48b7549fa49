package widgets

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Command is what a CommandRow shows.
type Command struct {
	Word  string // what it does
	Group string // where it belongs
	Mark  string // a word that sets it apart, "on"; "": none
	Aside string // a sentence before the keys, such as why it is off
	Keys  string // "Ctrl+N"; "": none
	Off   bool   // cannot be done
}

// CommandRow is one line of a list of commands: its name and group, and at the right its keys.
type CommandRow struct {
	widget.BaseWidget
	OnTapped func()

	current     bool
	ground      *Ground
	word, group *Text
	aside       *Text
	mark, keys  *Tag
	content     fyne.CanvasObject
}

// commandRowLeast is the height of a CommandRow with text at 100 %, px.
const commandRowLeast = 32

// CommandRowHeight is the height of a CommandRow, which has room for a line of text of the size that is chosen.
func CommandRowHeight() float32 {
	line := fyne.MeasureText("X", textPx(resources.SizeBody), fyne.TextStyle{}).Height
	return max(commandRowLeast, float32(math.Ceil(float64(line)))+12) // a part of a pixel would leave a hairline between rows
}

// NewCommandRow makes an empty row.
func NewCommandRow() *CommandRow {
	r := &CommandRow{ground: NewGround(resources.BgRaised)}
	r.word = NewText("", resources.SizeBody, resources.Text1, false)
	r.group = NewText("", resources.SizeSM, resources.Text2, false)
	r.aside = NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	r.keys = NewTag(ToneNeutral, nil, "")
	r.mark = NewTag(ToneAccent, resources.IconCheck(), "")
	r.content = container.NewStack(r.ground, NewInset(0, 10, 0, 10, NewRow(10, r.word, r.group, r.mark, NewSpring(), r.aside, r.keys)))
	r.ExtendBaseWidget(r)
	return r
}

// Set fills the row. The current one is bold and on the selected ground.
func (r *CommandRow) Set(c Command, current bool) {
	r.current = current
	r.word.SetText(c.Word)
	r.word.SetBold(current)
	color := resources.Text1
	if c.Off {
		color = resources.Text2
	}
	r.word.SetColor(color)
	r.group.SetText(c.Group)
	r.aside.SetText(c.Aside)
	r.keys.Set(ToneNeutral, nil, c.Keys)
	r.mark.Set(ToneAccent, resources.IconCheck(), c.Mark)
	show(r.aside, c.Aside != "")
	show(r.keys, c.Keys != "")
	show(r.mark, c.Mark != "")
	r.paint(false)
	r.content.Refresh()
}

// Aside returns the sentence before the keys.
func (r *CommandRow) Aside() string { return r.aside.Text() }

// Mark returns the word that sets the row apart.
func (r *CommandRow) Mark() string { return r.mark.Word() }

// AccessibilityLabel returns what the command does.
func (r *CommandRow) AccessibilityLabel() string { return r.word.Text() }

func (r *CommandRow) paint(hovered bool) {
	switch {
	case r.current:
		r.ground.SetColor(resources.BgSelected)
	case hovered:
		r.ground.SetColor(resources.BgHover)
	default:
		r.ground.SetColor(resources.BgRaised)
	}
}

// Tapped calls OnTapped.
func (r *CommandRow) Tapped(*fyne.PointEvent) {
	if r.OnTapped != nil {
		r.OnTapped()
	}
}

// MouseIn shows the row under the pointer.
func (r *CommandRow) MouseIn(*desktop.MouseEvent) { r.paint(true) }

// MouseMoved does nothing.
func (r *CommandRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut ends that.
func (r *CommandRow) MouseOut() { r.paint(false) }

// Cursor is a hand: a click does something.
func (r *CommandRow) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer draws the row.
func (r *CommandRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.content) }
