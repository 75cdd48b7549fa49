package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// statusBar is the line at the bottom of the window: connection, watched tasks, downloads, library. It never is the
// only place that reports an error; errors are shown where they belong.
type statusBar struct {
	content *fyne.Container
	running *fyne.Container // shown except at the first start
	welcome *fyne.Container
}

// statusHigh is the least height of the bar, px.
const statusHigh = 28

// first switches to the text of the first start.
func (b *statusBar) first(on bool) {
	kit.Show(b.running, !on)
	kit.Show(b.welcome, on)
	b.content.Refresh()
}

// newStatusBar makes the bar. A click on the running work calls openWork.
func newStatusBar(l *Live, openWork func()) *statusBar {
	text := func() *kit.Text { return kit.NewText("", resources.SizeSM, resources.Text2, false) }
	dot := kit.NewIcon(resources.IconDot, 14, resources.Text3)
	name, words := kit.NewText("", resources.SizeSM, resources.Text1, false), text()
	watched, waiting, downloads := text(), text(), text()
	library := text().Trailing()
	down := kit.NewRow(6, kit.NewIcon(resources.IconDownload, 14, resources.Text2), downloads)
	goes := kit.NewIcon(nil, 14, resources.Text2)
	watch := kit.NewRow(6, goes, watched)

	b := &statusBar{}
	full := kit.NewText("", resources.SizeSM, resources.Warn, false)
	unsaved := kit.NewText("", resources.SizeSM, resources.Err, false)
	work := kit.NewLink("", openWork)
	// its target is as high as the bar: the bar must not grow when work begins
	workArea := kit.NewInset(-5, 0, -4, 0, work)
	b.running = kit.NewRow(16, kit.NewRow(6, dot, name, words), unsaved, full, watch, waiting, down, workArea,
		kit.NewSpring(), library)
	b.welcome = kit.NewRow(16, kit.NewText(lang.L("First start"), resources.SizeSM, resources.Text2, false),
		kit.NewSpring(),
		kit.NewText(lang.L("No account, no network needed"), resources.SizeSM, resources.Text2, false))
	b.welcome.Hide()
	b.content = container.NewStack(kit.NewGround(resources.BgPanel), kit.NewColumn(0, kit.NewRule()),
		kit.NewFixed(200, statusHigh, kit.NewInset(5, 12, 4, 12, container.NewStack(b.running, b.welcome))))

	listen(l.Connection, func(c Connection) {
		dot.Set(resources.IconDot, c.tone().Color())
		kit.ShowText(name, c.Name)
		words.SetText(c.Words)
		b.running.Refresh()
	})
	listen(l.Paused, func(paused bool) {
		goes.Set(resources.IconProgress, resources.Text2)
		if paused {
			goes.Set(resources.IconPause, resources.Text2)
		}
	})
	lay := func() {
		kit.Show(watch, watched.Text() != "")
		kit.Show(waiting, waiting.Text() != "")
		kit.Show(down, downloads.Text() != "")
		kit.Show(full, full.Text() != "")
		kit.Show(unsaved, unsaved.Text() != "")
		kit.Show(workArea, work.Text() != "")
		b.running.Refresh()
	}
	watched.Bind(l.Watched, lay)
	waiting.Bind(l.Waiting, lay)
	downloads.Bind(l.Downloads, lay)
	full.Bind(l.DiskFull, lay)
	unsaved.Bind(l.Unsaved, lay)
	listen(l.Work, func(words string) {
		work.SetText(words)
		lay()
	})
	library.Bind(l.Library, lay)
	lay()
	return b
}
