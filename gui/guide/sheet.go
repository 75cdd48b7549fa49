package guide

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// The measures of the sheet, px.
const (
	sheetWidth  = 860
	sheetHeight = 520
	listWidth   = 210
	gap         = 16
	ringRoom    = 3 // around what has the keyboard, so that its ring is whole
)

// page is the chapter that is being read.
type page struct {
	chapters []Chapter
	title    *widgets.Text
	text     *widget.RichText
	scroll   *container.Scroll
}

// Show opens the guide in a sheet, at its first chapter. Up and Down go through the chapters, the keys that turn pages through the
// one that is read. Window's goroutine.
func Show(c fyne.Canvas, chapters []Chapter) *widgets.Sheet {
	p := &page{chapters: chapters, title: widgets.NewText("", resources.SizeH1, resources.Text1, true), text: widget.NewRichText()}
	p.text.Wrapping = fyne.TextWrapWord
	p.scroll = container.NewVScroll(widgets.NewInset(0, gap, 0, 0, p.text))
	choices := make([]widgets.Choice, len(chapters))
	for i, ch := range chapters {
		choices[i].Title = ch.Title
	}
	list := widgets.NewChoiceList(choices, 0).Plain()
	list.OnChanged = p.turn
	var sheet *widgets.Sheet
	shut := widgets.NewButton(lang.L("Close"), nil, widgets.Primary, func() { sheet.Hide() })
	body := container.NewBorder(nil, nil, widgets.NewFixed(listWidth, sheetHeight, container.NewVScroll(widgets.NewInset(ringRoom, ringRoom, ringRoom, ringRoom, list))), nil,
		widgets.NewInset(0, 0, 0, gap, container.NewBorder(widgets.NewInset(0, 0, 8, 4, p.title), nil, nil, nil, p.scroll)))
	sheet = widgets.ShowWideSheet(c, sheetWidth, widgets.NewColumn(12,
		widgets.NewText(lang.L("User guide"), resources.SizeH2, resources.Text1, true),
		widgets.NewFixed(0, sheetHeight, body),
		widgets.NewRow(8, widgets.NewSpring(), shut)), nil)
	sheet.Default = sheet.Hide
	sheet.OnKey = func(e *fyne.KeyEvent) { widgets.ScrollBy(p.scroll, e.Name) }
	p.turn(0)
	c.Focus(list)
	return sheet
}

// turn shows another chapter from its beginning.
func (p *page) turn(i int) {
	if i < 0 || i >= len(p.chapters) {
		return
	}
	p.title.SetText(p.chapters[i].Title)
	p.text.ParseMarkdown(p.chapters[i].Text)
	p.scroll.ScrollToTop()
}
