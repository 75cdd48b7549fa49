package program

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/client"
	"viviscope/client/guard"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// showSheet shows a title, what it is about ("": the title says it), a body, and below them a button that closes the sheet and others.
func showSheet(c fyne.Canvas, width float32, title, words string, body fyne.CanvasObject, buttons ...fyne.CanvasObject) *widgets.Sheet {
	var sheet *widgets.Sheet
	row := widgets.NewRow(8, widgets.NewButton(lang.L("Close"), nil, widgets.Primary, func() { sheet.Hide() }))
	for _, b := range append(buttons, widgets.NewSpring()) {
		row.Add(b)
	}
	says := widgets.NewText(words, resources.SizeSM, resources.Text2, false).Wrap(true)
	widgets.Show(says, words != "")
	sheet = widgets.ShowWideSheet(c, width, widgets.NewColumn(12, widgets.NewText(title, resources.SizeH2, resources.Text1, true), says, body,
		row), nil)
	sheet.Default = sheet.Hide
	return sheet
}

// The measures of the sheets, px.
const (
	findingsWidth  = 760
	findingsHeight = 500
	nameWidth      = 150

	textWidth  = 920
	textHeight = 420

	guideWidth  = 860
	guideHeight = 520
	guideList   = 210
	guideGap    = 16
	ringRoom    = 3 // around what has the keyboard, so that its ring is whole
)

// showText shows a long text of another's making as it is, from its end where that is of interest. Window's goroutine.
func showText(host action.Host, title, words, body string, end bool, actions ...action.Action) *widgets.Sheet {
	grid := widget.NewTextGridFromString(body)
	grid.Scroll = fyne.ScrollBoth
	buttons := []fyne.CanvasObject{widgets.NewButton(lang.L("Copy all"), resources.IconCopy, widgets.Plain, func() { host.Copy(body) })}
	for _, a := range actions {
		buttons = append(buttons, widgets.NewButton(a.Label, nil, widgets.Plain, a.Do))
	}
	sheet := showSheet(host.Canvas(), textWidth, title, words, widgets.NewFixed(0, textHeight, grid), buttons...)
	if end {
		grid.ScrollToBottom()
	}
	return sheet
}

// state is what a check found.
type state int

// The states.
const (
	neutral state = iota // a fact that is neither good nor bad
	fine
	lacking // something is missing that the program can do without
	wrong
)

// finding is what was found, and what to do about it; advice may be "".
type finding struct {
	state         state
	words, advice string
}

// check is one thing that is looked at, off the window's goroutine.
type check struct {
	group, name string
	look        func(ctx context.Context) finding
}

// fact is a check whose answer is known.
func fact(group, name, words string) check {
	return check{group, name, func(context.Context) finding { return finding{words: words} }}
}

// findings writes all that was found as a text to copy: without secrets, and with the account's own folder as ~. nil stands for a check
// that has not answered.
func findings(checks []check, found []*finding, home string) string {
	var b strings.Builder
	group := ""
	for i, c := range checks {
		if c.group != group {
			group = c.group
			fmt.Fprintf(&b, "%s\n", group)
		}
		f := found[i]
		if f == nil {
			f = &finding{words: lang.L("not known yet")}
		}
		mark := [...]string{"    ", "ok  ", "note", "BAD "}[f.state] // colour and icon are not in the text
		fmt.Fprintf(&b, "  %s %s: %s\n", mark, c.name, strings.ReplaceAll(f.words, "\n", " "))
		if f.advice != "" {
			fmt.Fprintf(&b, "       %s\n", f.advice)
		}
	}
	text := b.String()
	if len(home) > 1 {
		text = strings.ReplaceAll(text, home+string(os.PathSeparator), "~"+string(os.PathSeparator))
		text = strings.ReplaceAll(text, home+"\n", "~\n")
	}
	return client.Redact(text)
}

// diagnostics shows what was found, one line for each check, as the answers come. Window's goroutine.
type diagnostics struct {
	host   action.Host
	checks []check
	home   string // the account's own folder, which copies leave out

	found []*finding // of each check; nil: it has not answered
	lines *fyne.Container
	again *widgets.Button
	run   int // how often all was looked at: answers of an earlier time are dropped
}

// show opens the sheet and begins to look.
func (d *diagnostics) show(nav action.Nav) *widgets.Sheet {
	d.lines = widgets.NewColumn(6)
	d.again = widgets.NewButton(lang.L("Check again"), resources.IconRefresh, widgets.Plain, d.look)
	var sheet *widgets.Sheet
	sheet = showSheet(d.host.Canvas(), findingsWidth, lang.L("Diagnostics"),
		lang.L("The results of all checks on this computer. They contain no keys or links and never leave it."),
		widgets.NewFixed(0, findingsHeight, container.NewVScroll(widgets.NewInset(0, 12, 0, 0, d.lines))),
		widgets.NewButton(lang.L("Copy all"), resources.IconCopy, widgets.Plain, func() { d.host.Copy(d.text()) }), d.again,
		widgets.NewButton(lang.L("Show log"), nil, widgets.Plain, func() { sheet.Hide(); nav.ShowLog() }))
	d.look()
	return sheet
}

func (d *diagnostics) text() string { return findings(d.checks, d.found, d.home) }

// look begins all checks, each on a goroutine of its own: a keychain that waits for a person must not hold up the others.
func (d *diagnostics) look() {
	d.run++
	d.found = make([]*finding, len(d.checks))
	d.showFound()
	d.again.Disable()
	run := d.run
	d.host.Go(func(ctx context.Context) {
		var work sync.WaitGroup
		for i, c := range d.checks {
			work.Go(guard.Func("diagnostics", func() {
				f := c.look(ctx)
				d.host.Post(func() { d.answer(run, i, f) })
			}))
		}
		work.Wait()
		d.host.Post(func() {
			if run == d.run {
				d.again.Enable()
			}
		})
	})
}

func (d *diagnostics) answer(run, i int, f finding) {
	if run == d.run {
		d.found[i] = &f
		d.showFound()
	}
}

// showFound shows what is known now.
func (d *diagnostics) showFound() {
	d.lines.Objects = nil
	for i, c := range d.checks {
		if i == 0 || c.group != d.checks[i-1].group {
			d.lines.Add(widgets.NewInset(8, 0, 0, 0, widgets.NewText(c.group, resources.SizeBody, resources.Text1, true)))
		}
		f := d.found[i]
		if f == nil {
			f = &finding{words: lang.L("checking…")}
		}
		icon, color := resources.IconMinus, resources.Text3
		switch f.state {
		case fine:
			icon, color = resources.IconCheckCircle, resources.OK
		case lacking:
			icon, color = resources.IconWarning, resources.Warn
		case wrong:
			icon, color = resources.IconErrorCircle, resources.Err
		}
		words := widgets.NewColumn(2, widgets.NewText(f.words, resources.SizeBody, resources.Text1, false).Wrap(true))
		if f.advice != "" {
			words.Add(widgets.NewText(f.advice, resources.SizeSM, resources.Text2, false).Wrap(true))
		}
		d.lines.Add(container.New(&widgets.Columns{Gap: 8, Columns: []widgets.Column{{Width: 16}, {Width: nameWidth}, {Width: 300, Grow: true}}},
			widgets.NewIcon(icon, 16, color), widgets.NewText(c.name, resources.SizeBody, resources.Text2, false).Wrap(true), words))
	}
	d.lines.Refresh()
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
		p.shell.Say(widgets.ToneErr, lang.L("The guide cannot be read."), err.Error())
		return
	}
	showChapters(canvas, chapters)
}

// showChapters opens the guide at its first chapter. Up and Down go through the chapters, the keys that turn pages through the one that is
// read. Window's goroutine.
func showChapters(c fyne.Canvas, chapters []chapter) *widgets.Sheet {
	title, text := widgets.NewText("", resources.SizeH1, resources.Text1, true), widget.NewRichText()
	text.Wrapping = fyne.TextWrapWord
	if tag := lang.Current(); tag == "ja" || tag == "zh-CN" { // they write no blanks: a sentence would begin on the line below its number
		text.Wrapping = fyne.TextWrapBreak
	}
	scroll := container.NewVScroll(widgets.NewInset(0, guideGap, 0, 0, text))
	choices := make([]widgets.Choice, len(chapters))
	for i, ch := range chapters {
		choices[i].Title = ch.title
	}
	list := widgets.NewChoiceList(choices, 0).Plain()
	turn := func(i int) {
		title.SetText(chapters[i].title)
		text.ParseMarkdown(chapters[i].text)
		scroll.ScrollToTop()
	}
	list.OnChanged = turn
	titles := widgets.NewFixed(resources.Scaled(guideList), guideHeight, container.NewVScroll(widgets.NewInset(ringRoom, ringRoom, ringRoom, ringRoom, list)))
	body := container.NewBorder(nil, nil, titles, nil,
		widgets.NewInset(0, 0, 0, guideGap, container.NewBorder(widgets.NewInset(0, 0, 8, 4, title), nil, nil, nil, scroll)))
	sheet := showSheet(c, guideWidth, lang.L("User guide"), "", widgets.NewFixed(0, guideHeight, body))
	sheet.OnKey = func(e *fyne.KeyEvent) { widgets.ScrollBy(scroll, e.Name) }
	turn(0)
	c.Focus(list)
	return sheet
}
