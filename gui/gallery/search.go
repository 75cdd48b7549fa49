package gallery

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

func (g *Gallery) newHeader() fyne.CanvasObject {
	g.search = widgets.NewSearchEntry("Search prompts")
	g.search.OnChanged = func(text string) { g.ask(func(q *query) { q.text = strings.TrimSpace(text) }) }
	g.search.OnEscape = func() {
		if g.search.Text == "" {
			g.Focus()
			return
		}
		g.search.SetText("")
	}
	g.search.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name != fyne.KeyDown && e.Name != fyne.KeyReturn && e.Name != fyne.KeyEnter {
			return false
		}
		g.Focus()
		return true
	}
	g.count = widgets.NewText("", resources.SizeSM, resources.Text3, false)
	g.zoom = widget.NewSlider(widgets.TileHeightMin, widgets.TileHeightMax)
	g.zoom.Step = 2
	g.zoom.Value = widgets.TileHeight
	g.zoom.OnChanged = func(v float64) { g.rows.SetTargetHeight(float32(v)) }
	g.toggle = widgets.NewIconButton(resources.IconInfo(), "Details", nil)
	g.header = widgets.NewScreenHeader("Gallery", []fyne.CanvasObject{g.search}, []fyne.CanvasObject{
		g.count,
		widgets.NewIcon(resources.IconPicture(), 14, resources.Text3),
		widgets.NewFixed(96, 0, widgets.NewStyledSlider(g.zoom)),
		g.toggle,
	})
	return g.header
}

func (g *Gallery) newFilters() fyne.CanvasObject {
	g.kind = widgets.NewChip("", nil)
	g.kind.OnTapped = func() {
		if g.query.kind != "" {
			g.kind.OnClear()
			return
		}
		g.menuAt(g.kind, fyne.NewMenu("",
			fyne.NewMenuItem("Clips", func() { g.ask(func(q *query) { q.kind = db.Clip }) }),
			fyne.NewMenuItem("Pictures", func() { g.ask(func(q *query) { q.kind = db.Picture }) }),
		))
	}
	g.kind.OnClear = func() { g.ask(func(q *query) { q.kind = "" }) }
	g.star = widgets.NewChip("Starred", func() { g.ask(func(q *query) { q.starred = !q.starred }) })
	g.star.SetIcon(resources.IconStar())
	g.star.OnClear = func() { g.ask(func(q *query) { q.starred = false }) }
	g.chips = widgets.NewRow(8, g.kind, g.star, widgets.NewSpring())
	g.showFilters()
	return widgets.NewInset(6, 16, 6, 16, g.chips)
}

// ask changes the query and reads with it. The read of the query before is called off: only the last key counts.
func (g *Gallery) ask(change func(*query)) {
	was := g.query
	change(&g.query)
	if g.query == was {
		return
	}
	g.showFilters()
	g.Refresh()
}

func (g *Gallery) showFilters() {
	word := "Kind: any"
	switch g.query.kind {
	case db.Clip:
		word = "Clips"
	case db.Picture:
		word = "Pictures"
	}
	g.kind.SetText(word)
	g.kind.SetOn(g.query.kind != "")
	g.star.SetOn(g.query.starred)
	g.chips.Refresh() // the words have other widths now
}

// countWords says how many there are: "3,284 items", or "412 of 3,284".
func countWords(shown, total int, narrow bool) string {
	if !narrow {
		return wording.Count(total, "item", "items")
	}
	return strings.TrimSuffix(wording.Count(shown, "", ""), " ") + " of " + strings.TrimSuffix(wording.Count(total, "", ""), " ")
}

// words says what was looked for.
func (q query) words() string {
	what := "item"
	switch q.kind {
	case db.Clip:
		what = "clip"
	case db.Picture:
		what = "picture"
	}
	if q.starred {
		what = "starred " + what
	}
	if q.text == "" {
		return fmt.Sprintf("There is no %s.", what)
	}
	return fmt.Sprintf("No %s has a prompt with “%s”.", what, q.text)
}

func (g *Gallery) clearQuery() {
	g.search.SetText("") // asks by itself, when there was a text
	g.ask(func(q *query) { *q = query{} })
}
