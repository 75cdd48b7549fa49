package app

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// showSheet shows a title, what it is about ("": the title says it), a body, and below them a button that closes the sheet and others.
func showSheet(c fyne.Canvas, width float32, title, words string, body fyne.CanvasObject, buttons ...fyne.CanvasObject) *kit.Sheet {
	var sheet *kit.Sheet
	row := kit.NewRow(8, kit.NewButton(lang.L("Close"), nil, kit.Primary, func() { sheet.Hide() }))
	for _, b := range append(buttons, kit.NewSpring()) {
		row.Add(b)
	}
	says := kit.NewText(words, resources.SizeSM, resources.Text2, false).Wrap(true)
	kit.Show(says, words != "")
	sheet = kit.ShowWideSheet(c, width, kit.NewColumn(12, kit.NewText(title, resources.SizeH2, resources.Text1, true), says, body,
		row), nil)
	sheet.Default = sheet.Hide
	return sheet
}

// The measures of the sheets, px.
const (
	textWidth  = 920
	textHeight = 420

	guideWidth  = 860
	guideHeight = 520
	guideList   = 210
	guideGap    = 16
	ringRoom    = 3 // around what has the keyboard, so that its ring is whole
)

// showText shows a long text of another's making as it is, from its end where that is of interest. Window's goroutine.
func showText(host action.Host, title, words, body string, end bool, actions ...action.Action) *kit.Sheet {
	grid := widget.NewTextGridFromString(body)
	grid.Scroll = fyne.ScrollBoth
	buttons := []fyne.CanvasObject{kit.NewButton(lang.L("Copy all"), resources.IconCopy, kit.Plain, func() { host.Copy(body) })}
	for _, a := range actions {
		buttons = append(buttons, kit.NewButton(a.Label, nil, kit.Plain, a.Do))
	}
	sheet := showSheet(host.Canvas(), textWidth, title, words, kit.NewFixed(0, textHeight, grid), buttons...)
	if end {
		grid.ScrollToBottom()
	}
	return sheet
}

// chapter is one part of the user guide; text is Markdown without the heading.
type chapter struct{ title, text string }

// readGuide returns the chapters of the guide in the language in use, in their order; in English where that language has none.
func readGuide() ([]chapter, error) {
	text, err := resources.Guides.ReadFile("guide/" + lang.Current() + ".md")
	if err != nil {
		text, err = resources.Guides.ReadFile("guide/en.md")
	}
	if err != nil {
		return nil, fmt.Errorf("read guide %s: %w", lang.Current(), err)
	}
	return splitGuide(string(text)), nil
}

// splitGuide cuts a guide at its chapters. What stands before the first is the title of the whole and is left out.
func splitGuide(text string) (chapters []chapter) {
	for line := range strings.Lines(text) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			chapters = append(chapters, chapter{title: strings.TrimSpace(title)})
			continue
		}
		if n := len(chapters); n > 0 {
			chapters[n-1].text += line
		}
	}
	for i := range chapters {
		chapters[i].text = strings.TrimSpace(chapters[i].text)
	}
	return chapters
}

// showGuide shows the user guide. It is part of the program, and short: reading it takes no time. Window's goroutine.
func (p *program) showGuide() {
	canvas := p.window.Canvas()
	if canvas.Overlays().Top() != nil {
		return
	}
	chapters, err := readGuide()
	if err != nil {
		p.shell.Say(kit.ToneErr, lang.L("The guide cannot be read."), wording.Fault(err))
		return
	}
	showChapters(canvas, chapters)
}

// showChapters opens the guide at its first chapter. Up and Down go through the chapters, the keys that turn pages through the one that is
// read. Window's goroutine.
func showChapters(c fyne.Canvas, chapters []chapter) *kit.Sheet {
	title, text := kit.NewText("", resources.SizeH1, resources.Text1, true), widget.NewRichText()
	text.Wrapping = fyne.TextWrapWord
	if tag := lang.Current(); tag == "ja" || tag == "zh-CN" { // they write no blanks: a sentence would begin on the line below its number
		text.Wrapping = fyne.TextWrapBreak
	}
	scroll := container.NewVScroll(kit.NewInset(0, guideGap, 0, 0, text))
	choices := make([]kit.Choice, len(chapters))
	for i, ch := range chapters {
		choices[i].Title = ch.title
	}
	list := kit.NewChoiceList(choices, 0).Plain()
	turn := func(i int) {
		title.SetText(chapters[i].title)
		text.ParseMarkdown(chapters[i].text)
		scroll.ScrollToTop()
	}
	list.OnChanged = turn
	titles := kit.NewFixed(resources.Scaled(guideList), guideHeight, container.NewVScroll(kit.NewInset(ringRoom, ringRoom, ringRoom, ringRoom, list)))
	body := container.NewBorder(nil, nil, titles, nil,
		kit.NewInset(0, 0, 0, guideGap, container.NewBorder(kit.NewInset(0, 0, 8, 4, title), nil, nil, nil, scroll)))
	sheet := showSheet(c, guideWidth, lang.L("User guide"), "", kit.NewFixed(0, guideHeight, body))
	sheet.OnKey = func(e *fyne.KeyEvent) { kit.ScrollBy(scroll, e.Name) }
	turn(0)
	c.Focus(list)
	return sheet
}
