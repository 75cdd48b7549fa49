package transfer

import (
	"context"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// sheetWidth is the width of these sheets, px: file names are long.
const sheetWidth = 520

// pane is a sheet that goes through stages: a question, the work, and what came of it. Closed while it works, it works on
// and tells the outcome elsewhere.
type pane struct {
	d      Deps
	column *fyne.Container
	sheet  *widgets.Sheet
	stop   context.CancelFunc // ends the work; nil: there is none
}

func newPane(d Deps) *pane { return &pane{d: d, column: widgets.NewColumn(12)} }

// show fills the sheet, and opens it at the first time. The safe answer is what Enter gives.
func (p *pane) show(safe *widgets.Button, rows ...fyne.CanvasObject) {
	p.column.Objects = rows
	if p.sheet == nil {
		p.sheet = widgets.ShowWideSheet(p.d.Canvas(), sheetWidth, p.column, nil)
	}
	p.sheet.Default = nil
	if safe != nil {
		p.sheet.Default = safe.OnTapped
		p.d.Canvas().Focus(safe)
	}
	p.refresh()
}

// refresh gives the sheet the height of what is in it.
func (p *pane) refresh() {
	p.column.Refresh()
	p.sheet.Refresh()
}

func (p *pane) hide() { p.sheet.Hide() }

// work runs f off the window's goroutine, with a context that stop ends.
func (p *pane) work(f func(ctx context.Context)) {
	ready := make(chan struct{})
	p.d.Go(func(ctx context.Context) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		p.d.Post(func() { p.stop = stop; close(ready) })
		select {
		case <-ready:
		case <-ctx.Done(): // the window has gone
		}
		f(ctx)
	})
}

// finish shows the outcome in the sheet, or elsewhere where that was closed.
func (p *pane) finish(good bool, lead, rest string, show func()) {
	p.stop = nil
	if !p.sheet.Shown() {
		p.d.Say(good, lead, rest)
		return
	}
	show()
}

// throttled returns a function that posts at most one call every 100 ms, by the clock.
func (p *pane) throttled() func(f func()) {
	const pause = 100 * time.Millisecond
	var (
		mu   sync.Mutex
		last time.Time
	)
	return func(f func()) {
		mu.Lock()
		defer mu.Unlock()
		if now := p.d.Now(); now.Sub(last) >= pause {
			last = now
			p.d.Post(f)
		}
	}
}

func title(s string) *widgets.Text {
	return widgets.NewText(s, resources.SizeH1, resources.Text1, true)
}

func words(s string) *widgets.Text {
	return widgets.NewText(s, resources.SizeBody, resources.Text1, false).Wrap(true)
}

func note(s string) *widgets.Text {
	return widgets.NewText(s, resources.SizeSM, resources.Text2, false).Wrap(true)
}

// choice is a switch with what it means.
func choice(on *widgets.Toggle, what, means string) fyne.CanvasObject {
	return widgets.NewRow(12, on, widgets.NewColumn(2, words(what), note(means)))
}

// problemList names what went wrong, the first few one by one.
func problemList(problems []Problem, more int) fyne.CanvasObject {
	const most = 6
	rows := widgets.NewColumn(4)
	for _, p := range problems[:min(most, len(problems))] {
		rows.Add(widgets.NewText(p.Words(), resources.SizeSM, resources.Text2, false).Ellipsis())
	}
	if left := max(more, len(problems)) - most; left > 0 {
		rows.Add(note(moreWords(left)))
	}
	return widgets.NewCard(rows)
}
