package action

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// Row is one line of a list of actions: its name and group, and at the right its keys.
type Row struct {
	widget.BaseWidget
	OnTapped func()

	current     bool
	ground      *widgets.Ground
	word, group *widgets.Text
	aside       *widgets.Text
	mark, keys  *widgets.Tag
	content     fyne.CanvasObject
}

// rowLeast is the height of a Row with text at 100 %, px.
const rowLeast = 32

// RowHeight is the height of a Row, which has room for a line of text of the size that is chosen.
func RowHeight() float32 {
	line := fyne.MeasureText("X", theme.Size(resources.SizeBody), fyne.TextStyle{}).Height
	return max(rowLeast, float32(math.Ceil(float64(line)))+12) // a part of a pixel would leave a hairline between rows
}

// NewRow makes an empty row.
func NewRow() *Row {
	r := &Row{ground: widgets.NewGround(resources.BgRaised)}
	r.word = widgets.NewText("", resources.SizeBody, resources.Text1, false)
	r.group = widgets.NewText("", resources.SizeSM, resources.Text2, false)
	r.aside = widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	r.keys = widgets.NewTag(widgets.ToneNeutral, nil, "")
	r.mark = widgets.NewTag(widgets.ToneAccent, resources.IconCheck(), "")
	r.content = container.NewStack(r.ground, widgets.NewInset(0, 10, 0, 10, widgets.NewRow(10, r.word, r.group, r.mark, widgets.NewSpring(), r.aside, r.keys)))
	r.ExtendBaseWidget(r)
	return r
}

// Set fills the row: mark is a word that sets it apart, "on", aside a sentence before the keys that says why it cannot be chosen; each
// may be "". The current row is bold and on the selected ground.
func (r *Row) Set(a Action, mark, aside, keys string, current bool) {
	r.current = current
	r.word.SetText(a.Label)
	r.word.SetBold(current)
	color := resources.Text1
	if aside != "" {
		color = resources.Text2
	}
	r.word.SetColor(color)
	r.group.SetText(a.Group)
	r.aside.SetText(aside)
	r.keys.Set(widgets.ToneNeutral, nil, keys)
	r.mark.Set(widgets.ToneAccent, resources.IconCheck(), mark)
	r.aside.Hidden, r.keys.Hidden, r.mark.Hidden = aside == "", keys == "", mark == ""
	r.paint(false)
	r.content.Refresh()
}

// Aside returns the sentence before the keys.
func (r *Row) Aside() string { return r.aside.Text() }

// Mark returns the word that sets the row apart.
func (r *Row) Mark() string { return r.mark.Word() }

// AccessibilityLabel returns what the command does.
func (r *Row) AccessibilityLabel() string { return r.word.Text() }

func (r *Row) paint(hovered bool) {
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
func (r *Row) Tapped(*fyne.PointEvent) {
	if r.OnTapped != nil {
		r.OnTapped()
	}
}

// MouseIn shows the row under the pointer.
func (r *Row) MouseIn(*desktop.MouseEvent) { r.paint(true) }

// MouseMoved does nothing.
func (r *Row) MouseMoved(*desktop.MouseEvent) {}

// MouseOut ends that.
func (r *Row) MouseOut() { r.paint(false) }

// Cursor is a hand: a click does something.
func (r *Row) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer draws the row.
func (r *Row) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.content) }
