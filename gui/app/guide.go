package app

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// chapter is one part of the user guide; text is Markdown without the heading.
type chapter struct{ title, text string }

// readGuide returns the chapters of the guide in the current language, or in English if that language has none.
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

// splitGuide splits a guide into its chapters. It leaves out the text before the first, which is the title of the
// whole.
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

// showChapters opens the guide at its first chapter. Up and Down go through the chapters, the keys that turn pages
// through the one that is read. Window's goroutine.
func showChapters(c fyne.Canvas, chapters []chapter) *kit.Sheet {
	title, text := kit.NewText("", resources.SizeH1, resources.Text1, true), widget.NewRichText()
	text.Wrapping = fyne.TextWrapWord
	// they write no blanks: a sentence would begin on the line below its number
	if tag := lang.Current(); tag == "ja" || tag == "zh-CN" {
		text.Wrapping = fyne.TextWrapBreak
	}
	scroll := kit.NewVScroll(kit.NewInset(0, guideGap, 0, 0, text))
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
	titles := kit.NewFixed(resources.Scaled(guideList), guideHeight,
		kit.NewVScroll(kit.NewInset(ringRoom, ringRoom, ringRoom, ringRoom, list)))
	body := container.NewBorder(nil, nil, titles, nil,
		kit.NewInset(0, 0, 0, guideGap, container.NewBorder(kit.NewInset(0, 0, 8, 4, title), nil, nil, nil, scroll)))
	sheet := showSheet(c, guideWidth, lang.L("User guide"), "", kit.NewFixed(0, guideHeight, body))
	sheet.OnKey = func(e *fyne.KeyEvent) { kit.ScrollBy(scroll, e.Name) }
	turn(0)
	c.Focus(list)
	return sheet
}
