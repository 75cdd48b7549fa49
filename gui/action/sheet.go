package action

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// The sizes of the key help, in px.
const (
	keySheetWide   = 640
	keySheetGap    = 12
	keySheetGutter = 24 // between the columns
	keySheetBar    = 14 // room for the scroll bar
	keySheetAround = 32 + keySheetBar
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
	best := len(groups)
	for i := 1; i < len(groups); i++ {
		if max(lines(groups[:i]), lines(groups[i:])) < max(lines(groups[:best]), lines(groups[best:])) {
			best = i
		}
	}
	return groups[:best], groups[best:]
}

// ShowKeySheet opens the key help: a search field, and the keys of actions in two columns, which scroll if the window
// is too low.
func ShowKeySheet(c fyne.Canvas, list []Action) *kit.Sheet {
	var sheet *kit.Sheet
	rows := func(list []Action) fyne.CanvasObject {
		columns := keyColumns(list)
		return kit.NewFixed(0, kit.HeightFor(columns, resources.Scaled(keySheetWide)-keySheetAround), columns)
	}
	columns := kit.NewColumn(0, rows(list))
	scroll := kit.NewVScroll(kit.NewInset(0, keySheetBar, 0, 0, columns))
	search := kit.NewSearchEntry(lang.L("Search names and keys"))
	search.OnChanged = func(query string) {
		columns.Objects = []fyne.CanvasObject{rows(findKeys(list, query))}
		scroll.ScrollToTop()
		scroll.Refresh()
	}
	search.OnSubmitted = func(string) { sheet.Hide() }
	search.OnKey = func(e *fyne.KeyEvent) bool {
		return scrollsKeys(e.Name, search.Text) && kit.ScrollBy(scroll, e.Name)
	}
	foot := kit.NewColumn(keySheetGap,
		kit.NewText(lang.L("Tab moves on, Space and Enter press, arrow keys move inside a control, Esc closes."),
			resources.SizeSM, resources.Text3, false).Wrap(true),
		kit.NewAnswers(kit.NewButton(lang.L("Close"), nil, kit.Plain, func() { sheet.Hide() }), nil))
	sheet = kit.ShowWideSheet(c, keySheetWide, kit.NewFilled(keySheetGap, scroll,
		kit.NewRow(keySheetGap, kit.NewText(lang.L("Keyboard shortcuts"), resources.SizeH2, resources.Text1, true),
			search),
		scroll, foot), nil)
	sheet.Default = sheet.Hide
	sheet.OnKey = func(e *fyne.KeyEvent) { kit.ScrollBy(scroll, e.Name) }
	c.Focus(search)
	return sheet
}

// scrollsKeys reports whether a key in the search field scrolls the key help. Keys that move in a text do so only while
// it is empty.
func scrollsKeys(key fyne.KeyName, text string) bool {
	switch key {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
		return true
	case fyne.KeyHome, fyne.KeyEnd:
		return text == ""
	}
	return false
}

// findKeys returns the actions that match every word of a query by their name, group or keys.
func findKeys(list []Action, query string) (found []Action) {
	parts := strings.Fields(strings.ToLower(query))
	for _, a := range list {
		name, group, keys := strings.ToLower(a.Label), strings.ToLower(a.Group), strings.ToLower(a.KeyWords())
		misses := func(part string) bool {
			return fit(name, group, part) <= fitsSparse && !strings.Contains(keys, part)
		}
		if !slices.ContainsFunc(parts, misses) {
			found = append(found, a)
		}
	}
	return found
}

// keyColumns lists the keys of actions in two columns.
func keyColumns(list []Action) fyne.CanvasObject {
	groups := keyGroups(list)
	if len(groups) == 0 {
		return kit.NewText(lang.L("No action or key matches."), resources.SizeBody, resources.Text2, false).Wrap(true)
	}
	left, right := splitGroups(groups)
	return kit.NewEven(keySheetGutter, keyColumn(left), keyColumn(right))
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
