package compose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// footView is the part of the composer that never scrolls: what it costs, the button that spends it, and why the
// button is off when it is.
type footView struct {
	line     *widgets.Text
	table    *widgets.Link
	enter    *widgets.Link // in place of table, where there is no price
	button   *widgets.Button
	more     *widgets.Button
	why      *widgets.Text
	addKey   *widgets.Link
	sandbox  *widgets.Tag
	budget   *widgets.Text // what is left of the month's budget, where no reason stands
	shortcut *widgets.Text // beside the reason
	above    *widgets.Text // the same beside the price, in the sandbox: below it there is no room beside its line
	box      *fyne.Container

	menu func() *fyne.Menu // of the arrow, as it is now
}

// footState is what the foot shows.
type footState struct {
	line    string
	unknown bool // no price is known for this
	button  string
	on      bool   // the button may be pressed
	more    bool   // so may the arrow: what is held needs no key
	why     string // why the button is off, or what went wrong
	wrong   bool   // why tells of a mistake
	noKey   bool
	sandbox bool

	budget [3]string // words, the number that stands out, words; empty where no budget is watched
	over   bool      // it is more than what is left
}

// footCalls are what the foot leads to; nil: its control is absent.
type footCalls struct {
	generate, table, enter, key func()

	menu func() *fyne.Menu
}

func newFootView(on footCalls) *footView {
	small := func(s string, c fyne.ThemeColorName) *widgets.Text {
		return widgets.NewText(s, resources.SizeSM, c, false)
	}
	v := &footView{
		line:     small("", resources.Text2).Wrap(true),
		table:    widgets.NewLink("Price table", on.table),
		enter:    widgets.NewLink("Enter prices…", on.enter),
		button:   widgets.NewButton("Generate", nil, widgets.Primary, on.generate).Large(),
		why:      small("", resources.Text2).Wrap(true),
		addKey:   widgets.NewLink("Add key…", on.key),
		sandbox:  widgets.NewTag(widgets.ToneInverted, nil, "SANDBOX"),
		budget:   small("", resources.Text2).Wrap(true),
		shortcut: small(sendWord(), resources.Text3),
		above:    small(sendWord(), resources.Text3),
		menu:     on.menu,
	}
	v.more = widgets.NewIconButton(resources.IconChevronDown(), "Hold for later, Copy request, Batch", v.openMenu).Large()
	setShown(v.table, on.table != nil)
	v.enter.Hide()
	v.box = widgets.NewColumn(8,
		widgets.NewRow(8, v.line, v.table, v.enter, v.above),
		container.NewBorder(nil, nil, nil, widgets.NewInset(0, 0, 0, 4, v.more), v.button),
		widgets.NewRow(8, v.sandbox, v.why, v.budget, widgets.NewSpring(), v.addKey, v.shortcut),
	)
	return v
}

func (v *footView) show(s footState) {
	v.line.SetText(s.line)
	v.button.SetText(s.button)
	setOn(v.button, s.on)
	setOn(v.more, s.more)
	enter := s.unknown && v.enter.OnTapped != nil
	setShown(v.enter, enter)
	setShown(v.table, v.table.OnTapped != nil && !enter)
	why, free := s.why, s.sandbox && s.why == ""
	if free {
		why = "Free. Runs on this computer. Nothing is charged."
	}
	v.why.SetText(why)
	if s.wrong {
		v.why.SetColor(resources.Err)
	} else {
		v.why.SetColor(resources.Text2)
	}
	v.showBudget(s)
	setShown(v.why, why != "" || !v.budget.Visible())
	setShown(v.addKey, s.noKey && v.addKey.OnTapped != nil)
	setShown(v.sandbox, free)
	setShown(v.above, s.sandbox)
	setShown(v.shortcut, !s.sandbox)
}

// showBudget shows what is left of the month; a reason for which nothing can be sent is more important.
func (v *footView) showBudget(s footState) {
	words, number := resources.Text2, resources.Text1
	if s.over {
		words, number = resources.Err, resources.Err
	}
	v.budget.SetSpans(widgets.Span{Text: s.budget[0], Color: words}, widgets.Span{Text: s.budget[1], Bold: true, Color: number},
		widgets.Span{Text: s.budget[2], Color: words})
	setShown(v.budget, s.budget[0] != "" && s.why == "" && !s.sandbox)
}

func setOn(b *widgets.Button, on bool) {
	switch {
	case on && b.Disabled():
		b.Enable()
	case !on && !b.Disabled():
		b.Disable()
	}
}

// openMenu opens the menu of the arrow above it: below there is only the end of the window.
func (v *footView) openMenu() {
	driver := fyne.CurrentApp().Driver()
	c := driver.CanvasForObject(v.more)
	if c == nil {
		return
	}
	menu := v.menu()
	size := widget.NewMenu(menu).MinSize()
	at := driver.AbsolutePositionForObject(v.more)
	widgets.ShowMenu(c, menu, fyne.NewPos(at.X+v.more.Size().Width-size.Width, at.Y-size.Height-6))
}

// sendWord is the shortcut in the words of the system.
func sendWord() string {
	if fyne.KeyModifierShortcutDefault == fyne.KeyModifierSuper {
		return "⌘ Enter"
	}
	return "Ctrl+Enter"
}
