package action

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// The sizes of the key help, in px.
const (
	keySheetWide = 640
	keySheetGap  = 12
)

// keyGroup is a section of the key help: the actions of one heading that have keys.
type keyGroup struct {
	title string
	rows  []Action
}

// keyGroups groups actions by their headings, in the order of their first actions. It leaves out actions without keys.
func keyGroups(list []Action) (groups []keyGroup) {
	at := map[string]int{}
	for _, a := range list {
		if a.KeyWords() == "" {
			continue
		}
		i, there := at[a.Group]
		if !there {
			i = len(groups)
			at[a.Group] = i
			groups = append(groups, keyGroup{title: a.Group})
		}
		groups[i].rows = append(groups[i].rows, a)
	}
	return groups
}

// splitGroups shares the groups between two columns of nearly one height, in their order.
func splitGroups(groups []keyGroup) (left, right []keyGroup) {
	lines := func(part []keyGroup) (n int) {
		for _, g := range part {
			n += len(g.rows) + 2 // the title with the room above it
		}
		return n
	}
	best := 0
	for i := range groups {
		if max(lines(groups[:i]), lines(groups[i:])) < max(lines(groups[:best]), lines(groups[best:])) {
			best = i
		}
	}
	return groups[:best], groups[best:]
}

// ShowKeySheet opens the key help: the keys of actions in two columns, which scroll if the window is too low.
func ShowKeySheet(c fyne.Canvas, list []Action) *kit.Sheet {
	left, right := splitGroups(keyGroups(list))
	scroll := container.NewVScroll(kit.NewInset(0, 14, 0, 0, // clear of the bar
		kit.NewEven(24, keyColumn(left), keyColumn(right))))
	var sheet *kit.Sheet
	foot := kit.NewColumn(keySheetGap,
		kit.NewText(lang.L("Tab moves on, Space and Enter press, arrow keys move inside a control, Esc closes."),
			resources.SizeSM, resources.Text3, false).Wrap(true),
		kit.NewRow(8, kit.NewSpring(), kit.NewButton(lang.L("Close"), nil, kit.Plain, func() { sheet.Hide() })))
	sheet = kit.ShowWideSheet(c, keySheetWide, kit.NewFilled(keySheetGap, scroll,
		kit.NewText(lang.L("Keyboard shortcuts"), resources.SizeH2, resources.Text1, true), scroll, foot), nil)
	sheet.Default = sheet.Hide
	sheet.OnKey = func(e *fyne.KeyEvent) { kit.ScrollBy(scroll, e.Name) }
	return sheet
}

// keyColumn lists groups below each other.
func keyColumn(groups []keyGroup) fyne.CanvasObject {
	column := kit.NewColumn(4)
	for _, g := range groups {
		column.Add(kit.NewInset(4, 0, 0, 0, kit.NewText(g.title, resources.SizeBody, resources.Text1, true)))
		for _, r := range g.rows {
			column.Add(kit.NewRow(8,
				kit.NewText(r.Label, resources.SizeSM, resources.Text2, false).Wrap(true), kit.NewSpring(),
				kit.NewTag(kit.ToneNeutral, nil, r.KeyWords())))
		}
	}
	return column
}
