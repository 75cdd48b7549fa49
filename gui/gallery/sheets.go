package gallery

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// sheetContent lays out a sheet: what it is about, what there is to say, what there is to fill in, and the buttons, the last of which is the
// answer of Enter.
func sheetContent(title, words string, body fyne.CanvasObject, buttons ...fyne.CanvasObject) fyne.CanvasObject {
	parts := []fyne.CanvasObject{widgets.NewText(title, resources.SizeH2, resources.Text1, true).Wrap(true)}
	if words != "" {
		parts = append(parts, widgets.NewText(words, resources.SizeSM, resources.Text2, false).Wrap(true))
	}
	if body != nil {
		parts = append(parts, body)
	}
	return widgets.NewColumn(12, append(parts, widgets.NewRow(8, append([]fyne.CanvasObject{widgets.NewSpring()}, buttons...)...))...)
}

// askName asks for a name.
func (g *Gallery) askName(title, words, name, button string, do func(name string)) {
	w := g.window()
	if w == nil {
		return
	}
	var sheet *widgets.Sheet
	entry := widgets.NewEntry()
	entry.SetPlaceHolder(lang.L("Name"))
	entry.SetText(name)
	submit := func() {
		if name := strings.TrimSpace(entry.Text); name != "" {
			sheet.Hide()
			do(name)
			return
		}
		entry.SetFailed(true)
	}
	entry.OnSubmitted = func(string) { submit() }
	entry.OnChanged = func(string) { entry.SetFailed(false) }
	ok := widgets.NewButton(button, nil, widgets.Primary, submit)
	sheet = widgets.ShowSheet(w, sheetContent(title, words, entry, widgets.NewButton(lang.L("Cancel"), nil, widgets.Plain, func() { sheet.Hide() }), ok), nil)
	sheet.Default = submit
	w.Focus(entry)
}
