package compose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/lang"
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
	was      *widgets.Button // sends the picture on the canvas without what is drawn upon it
	wasRow   *fyne.Container
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
	own     [3]string // in place of line: words, what own edits cost, words; empty in the middle where nothing is known
	was     string    // the button that sends without what is drawn; "": nothing is drawn
	wasOn   bool
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

func newFootView(s *Screen) *footView {
	small := func(s string, c fyne.ThemeColorName) *widgets.Text {
		return widgets.NewText(s, resources.SizeSM, c, false)
	}
	v := &footView{
		line:     small("", resources.Text2).Wrap(true),
		table:    widgets.NewLink(lang.L("Price table"), s.d.OnPriceTable),
		enter:    widgets.NewLink(lang.L("Enter prices…"), s.d.OnEnterPrices),
		button:   widgets.NewButton("", nil, widgets.Primary, s.Generate).Large(),
		why:      small("", resources.Text2).Wrap(true),
		addKey:   widgets.NewLink(lang.L("Add key…"), s.d.OnAddKey),
		sandbox:  widgets.NewTag(widgets.ToneInverted, nil, lang.L("SANDBOX")),
		budget:   small("", resources.Text2).Wrap(true),
		shortcut: small(sendWord(), resources.Text3),
		above:    small(sendWord(), resources.Text3),
		menu:     s.moreMenu,
	}
	v.more = widgets.NewIconButton(resources.IconChevronDown(), lang.L("Hold for later, Copy request, Batch"), v.openMenu).Large()
	v.was = widgets.NewButton("", nil, widgets.Plain, s.SendAsItWas)
	v.wasRow = &fyne.Container{Layout: givesWay{8}, Objects: []fyne.CanvasObject{v.was, small(asItWasWord(), resources.Text3)}}
	v.wasRow.Hide()
	v.enter.Hide()
	v.box = widgets.NewColumn(8,
		widgets.NewRow(8, v.line, v.table, v.enter, v.above),
		container.NewBorder(nil, nil, nil, widgets.NewInset(0, 0, 0, 4, v.more), v.button),
		v.wasRow,
		widgets.NewRow(8, v.sandbox, v.why, v.budget, widgets.NewSpring(), v.addKey, v.shortcut),
	)
	return v
}

// show reports whether the foot is of another height by that.
func (v *footView) show(s footState) (grew bool) {
	high := v.box.MinSize().Height
	if s.own[1] != "" {
		v.line.SetSpans(widgets.Span{Text: s.own[0], Color: resources.Text2}, widgets.Span{Text: s.own[1], Color: resources.Text1},
			widgets.Span{Text: s.own[2], Color: resources.Text2})
	} else {
		v.line.SetText(s.line)
	}
	if s.was != "" && s.was != v.was.Text() {
		v.was.SetText(s.was)
		v.wasRow.Refresh() // the words beside it may have room now, or none
	}
	setOn(v.was, s.wasOn)
	setShown(v.wasRow, s.was != "")
	v.button.SetText(s.button)
	setOn(v.button, s.on)
	setOn(v.more, s.more)
	setShown(v.enter, s.unknown)
	setShown(v.table, !s.unknown)
	why, free := s.why, s.sandbox && s.why == ""
	if free {
		why = lang.L("Free. Runs on this computer. Nothing is charged.")
	}
	v.why.SetText(why)
	if s.wrong {
		v.why.SetColor(resources.Err)
	} else {
		v.why.SetColor(resources.Text2)
	}
	v.showBudget(s)
	setShown(v.why, why != "" || !v.budget.Visible())
	setShown(v.addKey, s.noKey)
	setShown(v.sandbox, free)
	setShown(v.above, s.sandbox)
	setShown(v.shortcut, !s.sandbox)
	return v.box.MinSize().Height != high
}

// showBudget shows what is left of the month; a reason for which nothing can be sent is more important.
func (v *footView) showBudget(s footState) {
	words, number := resources.Text2, resources.Text1
	if s.over {
		words, number = resources.Err, resources.Err
	}
	v.budget.SetSpans(widgets.Span{Text: s.budget[0], Color: words}, widgets.Span{Text: s.budget[1], Bold: true, Color: number},
		widgets.Span{Text: s.budget[2], Color: words})
	setShown(v.budget, s.budget[1] != "" && s.why == "" && !s.sandbox)
}

func setOn(o fyne.Disableable, on bool) {
	switch {
	case on && o.Disabled():
		o.Enable()
	case !on && !o.Disabled():
		o.Disable()
	}
}

// wasOn reports whether sending without what is drawn is possible now.
func (v *footView) wasOn() bool { return v.wasRow.Visible() && !v.was.Disabled() }

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

// asItWasWord is the shortcut of sending without what is drawn, in the words of the system.
func asItWasWord() string {
	if fyne.KeyModifierShortcutDefault == fyne.KeyModifierSuper {
		return "⇧ ⌘ Enter"
	}
	return "Ctrl+Shift+Enter"
}

// sendWord is the shortcut in the words of the system.
func sendWord() string {
	if fyne.KeyModifierShortcutDefault == fyne.KeyModifierSuper {
		return "⌘ Enter"
	}
	return "Ctrl+Enter"
}
