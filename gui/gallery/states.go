package gallery

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// showState stands an explanation in the place of the rows where there are none.
func (g *Gallery) showState() {
	var instead fyne.CanvasObject
	asked := g.model.asked
	switch {
	case len(g.model.rows) > 0:
	case asked.twins:
		instead = widgets.NewEmpty(resources.IconLayers(), "No duplicates", "No file is in the library twice.",
			widgets.NewButton("Show everything", nil, widgets.Plain, g.leaveTwins))
	case asked.inTrash() && g.model.trashed == 0:
		instead = widgets.NewEmpty(resources.IconTrash(), "The trash is empty", "What you throw away comes here first, and can be brought back.",
			widgets.NewButton("Back to everything", nil, widgets.Plain, g.clearQuery))
	case asked.narrow():
		instead = g.nothingFound()
	default:
		var action fyne.CanvasObject
		if g.o.OnCreate != nil {
			action = widgets.NewButton("Create something", resources.IconCreate(), widgets.Primary, g.o.OnCreate)
		}
		instead = widgets.NewEmpty(resources.IconGallery(), "Nothing here yet",
			"Every clip and picture that you make is kept here, with what made it. It stays when the service deletes its own copy.", action)
	}
	g.instead(instead)
}

// nothingFound names what could be taken away so that something is found: each part of the query is a chip that goes when it is clicked.
func (g *Gallery) nothingFound() fyne.CanvasObject {
	q := g.model.asked.query()
	var chips []fyne.CanvasObject
	for _, t := range q.Terms {
		word := termWords(t, g.o.Now())
		if t.Key == "" {
			word = "“" + strings.Trim(t.String(), `"`) + "”"
		}
		chips = append(chips, g.chips.ownChip(word, termIcon(t.Key), func() { g.find(g.question().query().Without(t)) }))
	}
	offer := widgets.NewFlow(6, chips...)
	if len(chips) <= fewChips {
		offer = widgets.NewRow(6, append(append([]fyne.CanvasObject{widgets.NewSpring()}, chips...), widgets.NewSpring())...)
	}
	words := "Nothing in the library is all of this at once. Take one away:"
	if len(q.Terms) == 1 {
		words = "Nothing in the library is this:"
	}
	return widgets.NewEmpty(resources.IconSearch(), "Nothing found", words,
		widgets.NewColumn(12, widgets.NewFixed(360, 0, offer), widgets.NewRow(0, widgets.NewSpring(),
			widgets.NewButton("Show everything", nil, widgets.Plain, g.clearQuery), widgets.NewSpring())))
}

// fewChips is how many surely go into one line.
const fewChips = 3

func (g *Gallery) clearQuery() { g.find(db.Query{}) }

// showError says that the library could not be read. What was shown before stays behind it in the model, and comes back when reading works.
func (g *Gallery) showError(err error) {
	g.instead(widgets.NewEmpty(resources.IconWarning(), "The library could not be read", sentence(err),
		widgets.NewButton("Read again", resources.IconRefresh(), widgets.Plain, g.Refresh)))
}

// instead shows an object in the place of the rows; nil: the rows.
func (g *Gallery) instead(o fyne.CanvasObject) {
	rows := g.stack.Objects[0]
	if o == nil && rows.Visible() && len(g.stack.Objects) == 1 {
		return
	}
	show(rows, o == nil)
	g.stack.Objects = g.stack.Objects[:1]
	if o != nil {
		g.stack.Objects = append(g.stack.Objects, o)
	}
	g.stack.Refresh()
}

// sentence makes an error's words a sentence.
func sentence(err error) string {
	s := err.Error()
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
