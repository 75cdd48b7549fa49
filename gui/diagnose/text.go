package diagnose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// The measures of a sheet with a long text, px.
const (
	textWidth  = 920
	textHeight = 420
)

// Text is a long text of another's making, shown as it is.
type Text struct {
	Title, Words string // Words say what it is and where it goes
	Body         string
	End          bool // the end is of interest, not the beginning
	Copy         func(text string)
	Actions      []action.Action // buttons below the text
}

// Show shows a text in a sheet. Window's goroutine.
func (t Text) Show(c fyne.Canvas) *widgets.Sheet {
	var sheet *widgets.Sheet
	grid := widget.NewTextGridFromString(t.Body)
	grid.Scroll = fyne.ScrollBoth
	row := widgets.NewRow(8, widgets.NewButton(lang.L("Close"), nil, widgets.Primary, func() { sheet.Hide() }),
		widgets.NewButton(lang.L("Copy all"), resources.IconCopy(), widgets.Plain, func() { t.Copy(t.Body) }))
	for _, a := range t.Actions {
		row.Add(widgets.NewButton(a.Label, nil, widgets.Plain, a.Do))
	}
	row.Add(widgets.NewSpring())
	sheet = widgets.ShowWideSheet(c, textWidth, widgets.NewColumn(12,
		widgets.NewText(t.Title, resources.SizeH2, resources.Text1, true),
		widgets.NewText(t.Words, resources.SizeSM, resources.Text2, false).Wrap(true),
		widgets.NewFixed(0, textHeight, grid), row), nil)
	sheet.Default = sheet.Hide
	if t.End {
		grid.ScrollToBottom()
	}
	return sheet
}
