package gallery

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/facts"
)

// kinSide is the side of the pictures of relatives, px: four stand beside one another in the pane.
const kinSide = 70

// newFamily makes the relatives of what the pane shows.
func newFamily(g *Gallery) *facts.Family {
	return facts.NewFamily(facts.FamilyOptions{Size: fyne.NewSquareSize(kinSide), Scale: g.scale, Pictures: g.o.Thumbs, Open: g.goTo})
}

// goTo goes to an asset; where it is not among what is asked for now, everything is asked for.
func (g *Gallery) goTo(a db.Asset) {
	if g.Show(a.ID) {
		g.Focus()
		return
	}
	g.pending = a.ID
	g.find(db.Query{})
	g.leaveTwins()
	g.Focus()
}
