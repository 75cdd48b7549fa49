package diagnose

import (
	"context"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// Page shows what was found, one line for each check, as the answers come.
type Page struct {
	Canvas fyne.Canvas
	Checks []Check
	Home   string                            // the account's own folder, which copies leave out
	Post   func(func())                      // runs a function on the window's goroutine, later
	Go     func(f func(ctx context.Context)) // runs something off the window's goroutine
	Copy   func(text string)
	OnLog  func()

	found []*Finding // of each check; nil: it has not answered. Window's goroutine
	rows  []*row
	again *widgets.Button
	sheet *widgets.Sheet
	run   int // how often all was looked at: answers of an earlier time are dropped
}

type row struct {
	icon          *widgets.Icon
	words, advice *widgets.Text
	lines         *fyne.Container
}

// The measures of the page, px.
const (
	pageWidth  = 760
	pageHeight = 500
	nameWidth  = 150
)

// Show opens the page in a sheet and begins to look. Window's goroutine.
func (p *Page) Show() *widgets.Sheet {
	lines := widgets.NewColumn(6)
	group := ""
	for _, c := range p.Checks {
		if c.Group != group {
			group = c.Group
			lines.Add(widgets.NewInset(8, 0, 0, 0, widgets.NewText(group, resources.SizeBody, resources.Text1, true)))
		}
		r := newRow()
		p.rows = append(p.rows, r)
		lines.Add(container.New(&widgets.Columns{Gap: 8, Columns: []widgets.Column{{Width: 16}, {Width: nameWidth}, {Width: 300, Grow: true}}},
			r.icon, widgets.NewText(c.Name, resources.SizeBody, resources.Text2, false).Wrap(true), r.lines))
	}
	p.again = widgets.NewButton(lang.L("Look again"), resources.IconRefresh(), widgets.Plain, p.look)
	scroll := container.NewVScroll(widgets.NewInset(0, 12, 0, 0, lines))
	p.sheet = widgets.ShowWideSheet(p.Canvas, pageWidth, widgets.NewColumn(12,
		widgets.NewText(lang.L("Diagnostics"), resources.SizeH2, resources.Text1, true),
		widgets.NewText(lang.L("What the program found on this computer. A copy holds no key and no link, and is sent nowhere."), resources.SizeSM, resources.Text2, false).Wrap(true),
		widgets.NewFixed(0, pageHeight, scroll),
		widgets.NewRow(8, widgets.NewButton(lang.L("Close"), nil, widgets.Primary, func() { p.sheet.Hide() }),
			widgets.NewButton(lang.L("Copy all"), resources.IconCopy(), widgets.Plain, func() { p.Copy(p.text()) }),
			p.again, widgets.NewButton(lang.L("Show log"), nil, widgets.Plain, func() { p.sheet.Hide(); p.OnLog() }), widgets.NewSpring())), nil)
	p.sheet.Default = p.sheet.Hide
	p.look()
	return p.sheet
}

func newRow() *row {
	r := &row{icon: widgets.NewIcon(resources.IconMinus(), 16, resources.Text3)}
	r.words = widgets.NewText("", resources.SizeBody, resources.Text1, false).Wrap(true)
	r.advice = widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
	r.lines = widgets.NewColumn(2, r.words, r.advice)
	return r
}

// text is what is copied.
func (p *Page) text() string { return report(p.Checks, p.found, p.Home) }

// look begins all checks, each on a goroutine of its own: a keychain that waits for a person must not hold up the others.
func (p *Page) look() {
	p.run++
	p.found = make([]*Finding, len(p.Checks))
	for i := range p.rows {
		p.rows[i].show(nil)
	}
	p.again.Disable()
	run := p.run
	p.Go(func(ctx context.Context) {
		var work sync.WaitGroup
		for i, c := range p.Checks {
			work.Go(func() {
				f := c.Look(ctx)
				p.Post(func() { p.answer(run, i, f) })
			})
		}
		work.Wait()
		p.Post(func() {
			if run == p.run {
				p.again.Enable()
			}
		})
	})
}

func (p *Page) answer(run, i int, f Finding) {
	if run != p.run {
		return
	}
	p.found[i] = &f
	p.rows[i].show(&f)
}

// show writes a finding into the row; nil: it is being looked at.
func (r *row) show(f *Finding) {
	if f == nil {
		f = &Finding{Words: lang.L("looking…")}
	}
	icon, color := resources.IconMinus(), resources.Text3
	switch f.State {
	case Fine:
		icon, color = resources.IconCheckCircle(), resources.OK
	case Lacking:
		icon, color = resources.IconWarning(), resources.Warn
	case Wrong:
		icon, color = resources.IconErrorCircle(), resources.Err
	}
	r.icon.Set(icon, color)
	r.words.SetText(f.Words)
	r.advice.SetText(f.Advice)
	if f.Advice == "" {
		r.advice.Hide()
	} else {
		r.advice.Show()
	}
	r.lines.Refresh()
}
