package boards

import (
	"viviscope/db/boards"
	"viviscope/gui/lang"
)

// cardEditor changes the card of the inspector.
type cardEditor struct {
	m  *boardModel
	id string
}

// edit changes the card. Only the function for its kind is called.
func (e *cardEditor) edit(shot func(*boards.Shot), frame func(*boards.Frame)) {
	e.m.edit(e.step(), ofCard(e.id, shot, frame))
}

// typed changes the card as the user types.
func (e *cardEditor) typed(shot func(*boards.Shot), frame func(*boards.Frame)) {
	e.m.typed(e.step(), ofCard(e.id, shot, frame))
}

// step names a change of the card for undo.
func (e *cardEditor) step() string { return lang.L("change %s", e.m.cardName(e.id)) }

// shot returns the card as a shot. It must be one.
func (e *cardEditor) shot() boards.Shot { return e.m.view.Shots[e.m.view.ShotByID(e.id)] }

// pageRoutes are the calls from the pages of the inspector to the inspector.
type pageRoutes struct {
	send     func() // Ctrl+Enter in a field
	refit    func() // lays the page out again
	refresh  func() // shows the page again
	settings func() // shows the settings of the board
}
