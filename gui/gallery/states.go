package gallery

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// showState stands an explanation in the place of the rows where there are none.
func (g *Gallery) showState() {
	var instead fyne.CanvasObject
	switch {
	case len(g.model.assets) > 0:
	case g.query.narrow():
		instead = widgets.NewEmpty(resources.IconSearch(), "Nothing found", g.query.words(),
			widgets.NewButton("Show everything", nil, widgets.Plain, g.clearQuery))
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

// showError says that the library could not be read. What was shown before stays behind it in the model, and comes back when reading works.
func (g *Gallery) showError(err error) {
	g.instead(widgets.NewEmpty(resources.IconWarning(), "The library could not be read", sentence(err),
		widgets.NewButton("Read again", resources.IconRefresh(), widgets.Plain, g.Refresh)))
}

// instead shows an object in the place of the rows; nil: the rows.
func (g *Gallery) instead(o fyne.CanvasObject) {
	rows := g.stack.Objects[0]
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
