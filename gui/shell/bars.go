package shell

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// statusBar is the line at the foot of the window: connection, tasks watched, downloads, library. It never
// says an error alone; errors stand where they belong.
type statusBar struct {
	content *fyne.Container
	running *fyne.Container // what is shown but at the first start
	welcome *fyne.Container
}

// newStatusBar makes the line. openWork is called by a click on the work that goes on.
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
	workArea := kit.NewInset(-5, 0, -4, 0, work) // its target is as high as the bar: the bar must not grow when work begins
	b.running = kit.NewRow(16, kit.NewRow(6, dot, name, words), unsaved, full, watch, waiting, down, workArea, kit.NewSpring(), library)
	b.welcome = kit.NewRow(16, kit.NewText(lang.L("First start"), resources.SizeSM, resources.Text2, false), kit.NewSpring(),
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

// first shows what the bar says at the first start.
func (b *statusBar) first(on bool) {
	kit.Show(b.running, !on)
	kit.Show(b.welcome, on)
	b.content.Refresh()
}

// notices is the strip over the places that says what went wrong, or what was done. It holds one notice. One that says what was done is
// seen in the place where it was said only.
type notices struct {
	content *fyne.Container
	icon    *kit.Icon
	text    *kit.Text
	buttons [2]*kit.Button // the second is the lesser one
	shut    *kit.Button
	under   *pointed                        // what all of it lies on
	moved   func()                          // the strip came or went, or changed its height
	later   func(d time.Duration, f func()) // runs a function on the window's goroutine
	said    int                             // counts the notices
	open    bool                            // there is a notice that nobody closed
	of      func(Place) bool                // whether it is for a place
}

// noticeShown is how long a notice stays that says what a person just did: long enough to take it back.
const noticeShown = 10 * time.Second

// pointed notes whether the pointer is over it.
type pointed struct {
	widget.BaseWidget
	over bool
}

func (p *pointed) MouseIn(*desktop.MouseEvent)    { p.over = true }
func (p *pointed) MouseMoved(*desktop.MouseEvent) {}
func (p *pointed) MouseOut()                      { p.over = false }
func (p *pointed) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(kit.NewGround(resources.BgRaised))
}

func newNotices(moved func(), later func(d time.Duration, f func())) *notices {
	n := &notices{
		moved: moved, later: later, under: &pointed{},
		icon: kit.NewIcon(nil, 16, resources.Text2),
		text: kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
	}
	for i, kind := range []kit.ButtonKind{kit.Plain, kit.Quiet} {
		n.buttons[i] = kit.NewButton("", nil, kind, nil).Small()
	}
	n.under.ExtendBaseWidget(n.under)
	n.shut = kit.NewIconButton(resources.IconClose, lang.L("Close"), n.hide).Small().SetKind(kit.Quiet)
	row := kit.NewInset(8, 16, 8, 16, kit.NewRow(8, n.icon, n.text, n.buttons[0], n.buttons[1], n.shut))
	n.content = container.NewStack(n.under, row)
	n.content.Hide()
	return n
}

func (n *notices) hide() {
	n.open = false
	n.content.Hide()
	n.moved()
}

// leave hides the notice after a while, unless the pointer or the keyboard is in it by then.
func (n *notices) leave() {
	said := n.said
	n.later(noticeShown, func() {
		switch {
		case said != n.said || !n.open:
		case n.under.over || n.shut.Hot() || n.buttons[0].Hot() || n.buttons[1].Hot():
			n.leave()
		default:
			n.hide()
		}
	})
}

// show shows the notice where it is for the place in front.
func (n *notices) show(front Place) {
	if seen := n.open && n.of(front); seen != n.content.Visible() {
		kit.Show(n.content, seen)
		n.moved()
	}
}

// say shows a notice in a place, in place of the one that is shown, with a button for each of up to two actions, which closes it. A neutral
// one says what a person just did, and goes by itself.
func (n *notices) say(in Place, tone kit.Tone, lead, rest string, actions ...action.Action) {
	n.open, n.of = true, func(p Place) bool { return p == in || tone == kit.ToneErr || tone == kit.ToneWarn }
	icon := resources.IconInfo
	switch tone {
	case kit.ToneErr:
		icon = resources.IconErrorCircle
	case kit.ToneWarn:
		icon = resources.IconWarning
	case kit.ToneOK:
		icon = resources.IconCheckCircle
	}
	n.icon.Set(icon, tone.Color())
	if rest != "" {
		rest = " " + rest
	}
	n.text.SetSpans(kit.Span{Text: lead, Bold: true, Color: resources.Text1}, kit.Span{Text: rest})
	for i, b := range n.buttons {
		b.Hide()
		if i < len(actions) {
			b.SetText(actions[i].Label)
			b.OnTapped = func() { n.hide(); actions[i].Do() }
			b.Show()
		}
	}
	n.content.Show()
	n.moved()
	n.said++
	if tone == kit.ToneNeutral {
		n.leave()
	}
}
