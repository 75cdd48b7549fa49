package gallery

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/keymap"
)

// choosing is that somebody wants one picture: what for, who gets it, and what was asked for before.
type choosing struct {
	word   string
	picked func(db.Asset)
	before question
}

// Choose shows the pictures only, with word over them ("Choose a picture for the first frame"). Enter or a double click takes the one that is
// selected, Esc leaves; the gallery is then as it was before. picked is called once at most.
func (g *Gallery) Choose(picked func(db.Asset), word string) {
	if g.choosing == nil {
		g.choosing = &choosing{before: g.question()}
	}
	g.choosing.word, g.choosing.picked = word, picked
	g.ask(question{text: db.Term{Key: db.KeyKind, Text: string(db.Picture)}.String(), order: g.question().order})
	g.banner.show()
	g.Focus()
}

// choosingKey takes the keys while a picture is chosen: Esc leaves, and none of those that change things does anything. The key that
// plays is left to the wall.
func (g *Gallery) choosingKey(e *fyne.KeyEvent) bool {
	if e.Name == fyne.KeyEscape {
		g.stopChoosing()
		return true
	}
	current, _ := g.asset(g.currentID())
	a, means := g.meant(current, keymap.Pressed(e))
	return means && a.ID != playID
}

// stopChoosing shows the gallery as it was before.
func (g *Gallery) stopChoosing() {
	if c := g.choosing; c != nil {
		g.choosing = nil
		g.ask(c.before)
		g.banner.show()
	}
}

// pick hands over the picture that was chosen. A clip is none.
func (g *Gallery) pick(id int64) {
	c := g.choosing
	g.withAssets([]int64{id}, func(a []db.Asset) {
		if len(a) == 1 && a[0].Kind == db.Picture && g.choosing == c {
			g.stopChoosing()
			c.picked(a[0])
		}
	})
}
