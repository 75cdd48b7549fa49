package gallery

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// showState stands an explanation in the place of the rows where there are none.
func (g *Gallery) showState() {
	var instead fyne.CanvasObject
	asked := g.model.asked
	switch {
	case len(g.model.rows) > 0:
	case asked.twins:
		instead = widgets.NewEmpty(resources.IconLayers(), lang.L("No duplicates"), lang.L("No file is in the library twice."),
			widgets.NewButton(lang.L("Show everything"), nil, widgets.Plain, g.leaveTwins))
	case asked.inTrash() && g.model.trashed == 0:
		instead = widgets.NewEmpty(resources.IconTrash(), lang.L("The trash is empty"), lang.L("What you throw away comes here first, and can be brought back."),
			widgets.NewButton(lang.L("Back to everything"), nil, widgets.Plain, g.clearQuery))
	case asked.narrow():
		instead = g.nothingFound()
	default:
		instead = widgets.NewEmpty(resources.IconGallery(), lang.L("Nothing here yet"),
			lang.L("Every clip and picture that you make is kept here, with what made it. It stays when the service deletes its own copy."),
			widgets.NewButton(lang.L("Create something"), resources.IconCreate(), widgets.Primary, g.d.Nav.Create))
	}
	g.instead(instead)
	if instead != nil || !g.wanted {
		return
	}
	g.wanted = false
	if c := fyne.CurrentApp().Driver().CanvasForObject(g.rows); c != nil && c.Focused() == nil && c.Overlays().Top() == nil {
		c.Focus(g.rows)
	}
}

// nothingFound names what could be taken away so that something is found: each part of the query is a chip that goes when it is clicked.
func (g *Gallery) nothingFound() fyne.CanvasObject {
	q := g.model.asked.query()
	var chips []fyne.CanvasObject
	for _, t := range q.Terms {
		word := termWords(t, g.d.Now())
		if t.Key == "" {
			word = lang.L("“%s”", strings.Trim(t.String(), `"`))
		}
		chips = append(chips, g.chips.ownChip(word, aboutKey(t.Key).icon, func() { g.find(g.question().query().Without(t)) }))
	}
	offer := widgets.NewFlow(6, chips...)
	if len(chips) <= fewChips {
		offer = widgets.NewRow(6, append(append([]fyne.CanvasObject{widgets.NewSpring()}, chips...), widgets.NewSpring())...)
	}
	words := lang.L("Nothing in the library is all of this at once. Take one away:")
	if len(q.Terms) == 1 {
		words = lang.L("Nothing in the library is this:")
	}
	return widgets.NewEmpty(resources.IconSearch(), lang.L("Nothing found"), words,
		widgets.NewColumn(12, widgets.NewFixed(360, 0, offer), widgets.NewRow(0, widgets.NewSpring(),
			widgets.NewButton(lang.L("Show everything"), nil, widgets.Plain, g.clearQuery), widgets.NewSpring())))
}

// fewChips is how many surely go into one line.
const fewChips = 3

func (g *Gallery) clearQuery() { g.find(db.Query{}) }

// showError says that the library could not be read. What was shown before stays behind it in the model, and comes back when reading works.
func (g *Gallery) showError(err error) {
	g.moving = false
	g.instead(widgets.NewEmpty(resources.IconWarning(), lang.L("The library could not be read"), reason(err),
		widgets.NewButton(lang.L("Read again"), resources.IconRefresh(), widgets.Plain, g.Refresh)))
}

// instead shows an object in the place of the rows; nil: the rows.
func (g *Gallery) instead(o fyne.CanvasObject) {
	rows := g.stack.Objects[0]
	if o == nil && rows.Visible() && len(g.stack.Objects) == 1 {
		return
	}
	widgets.Show(rows, o == nil)
	g.stack.Objects = g.stack.Objects[:1]
	if o != nil {
		g.stack.Objects = append(g.stack.Objects, o)
	}
	g.stack.Refresh()
}

// reason says why something could not be done. What has no words of its own is told as the computer tells it, as a sentence.
func reason(err error) string {
	if words, ok := wording.KnownFault(err); ok {
		return words
	}
	s := err.Error()
	first, size := utf8.DecodeRuneInString(s)
	return wording.Sentence(string(unicode.ToUpper(first)) + s[size:])
}
