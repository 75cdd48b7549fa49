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
	button   *widgets.Button
	more     *widgets.Button
	why      *widgets.Text
	addKey   *widgets.Link
	sandbox  *widgets.Tag
	shortcut *widgets.Text // beside the reason
	above    *widgets.Text // the same beside the price, in the sandbox: below it there is no room beside its line
	box      *fyne.Container
}

// footState is what the foot shows.
type footState struct {
	line    string
	button  string
	on      bool   // the button may be pressed
	more    bool   // so may the arrow: what is held needs no key
	why     string // why the button is off, or what went wrong
	wrong   bool   // why tells of a mistake
	noKey   bool
	sandbox bool
}

func newFootView(onGenerate, onHold, onCopy, onTable, onKey func()) *footView {
	small := func(s string, c fyne.ThemeColorName) *widgets.Text {
		return widgets.NewText(s, resources.SizeSM, c, false)
	}
	v := &footView{
		line:     small("", resources.Text2).Wrap(true),
		table:    widgets.NewLink("Price table", onTable),
		button:   widgets.NewButton("Generate", nil, widgets.Primary, onGenerate).Large(),
		why:      small("", resources.Text2).Wrap(true),
		addKey:   widgets.NewLink("Add key…", onKey),
		sandbox:  widgets.NewTag(widgets.ToneInverted, nil, "SANDBOX"),
		shortcut: small(sendWord(), resources.Text3),
		above:    small(sendWord(), resources.Text3),
	}
	v.more = widgets.NewIconButton(resources.IconChevronDown(), "Hold for later, Copy request", func() {
		v.openMenu(onHold, onCopy)
	}).Large()
	setShown(v.table, onTable != nil)
	v.box = widgets.NewColumn(8,
		widgets.NewRow(8, v.line, v.table, v.above),
		container.NewBorder(nil, nil, nil, widgets.NewInset(0, 0, 0, 4, v.more), v.button),
		widgets.NewRow(8, v.sandbox, v.why, widgets.NewSpring(), v.addKey, v.shortcut),
	)
	return v
}

func (v *footView) show(s footState) {
	v.line.SetText(s.line)
	v.button.SetText(s.button)
	setOn(v.button, s.on)
	setOn(v.more, s.more)
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
	setShown(v.addKey, s.noKey && v.addKey.OnTapped != nil)
	setShown(v.sandbox, free)
	setShown(v.above, s.sandbox)
	setShown(v.shortcut, !s.sandbox)
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
func (v *footView) openMenu(onHold, onCopy func()) {
	driver := fyne.CurrentApp().Driver()
	c := driver.CanvasForObject(v.more)
	if c == nil {
		return
	}
	menu := fyne.NewMenu("", fyne.NewMenuItem("Hold for later", onHold), fyne.NewMenuItem("Copy request", onCopy))
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
