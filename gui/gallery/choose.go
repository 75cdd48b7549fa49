package gallery

import (
	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// chooser lets the user choose a picture or a clip for another screen. It belongs to the window's goroutine.
type chooser struct {
	*wall
	cache      *rowCache
	onChoosing func() // choosing began or ended
}

// Choose shows only pictures, or only clips. A button, Enter or a double click chooses the selected one; Esc cancels.
// Afterwards the gallery shows what it did before, with nothing selected.
func (c *chooser) Choose(wanted Choice) {
	choice := &choosing{Choice: wanted, linked: wanted.Frame && !c.d.Creator.HostsPictures(), before: c.asked}
	if c.choosing != nil {
		choice.before = c.choosing.before
	}
	c.choosing = choice
	kind := db.Picture
	if wanted.Clips {
		kind = db.Clip
	}
	q := search.Query{Terms: []search.Term{{Key: search.KeyKind, Text: string(kind)}}}
	if choice.linked {
		q = q.With(linkLives())
	}
	c.rows.SelectNone() // what was chosen before belongs to another question
	c.ask(question{text: q.String(), order: c.asked.order})
	c.onChoosing()
	c.Focus()
}

// cancelChoosing returns to the screen that asked for the picture.
func (c *chooser) cancelChoosing() {
	back := c.choosing.Back
	c.stopChoosing()
	back()
}

// stopChoosing ends the choice and restores the question before it.
func (c *chooser) stopChoosing() {
	if choice := c.choosing; choice != nil {
		c.choosing = nil
		c.ask(choice.before)
		c.onChoosing()
	}
}

// pick passes the chosen picture, or all selected ones, to the screen that asked. It shows the reason if one of them
// cannot be used: the user may have searched for others.
func (c *chooser) pick(id int64) {
	choice, ids := c.choosing, []int64{id}
	if selected := c.chosen(); choice.Several && len(selected) > 0 {
		ids = selected
	}
	c.cache.withAssets(ids, func(list []db.Asset) {
		if len(list) == 0 || c.choosing != choice {
			return
		}
		for _, a := range list {
			if choice.Clips {
				if a.Kind != db.Clip {
					return // another search also finds assets that cannot be used
				}
				continue
			}
			if use := wording.FrameUseOf(a, c.d.Now(), c.d.Creator.HostsPictures()); !use.Edit || choice.linked &&
				!use.Frame {
				c.d.Say(kit.ToneWarn, use.Note, "",
					action.Action{Label: lang.L("Set up image hosting…"), Do: c.d.Navigator.ShowHosting})
				return
			}
		}
		c.stopChoosing()
		choice.Picked(list)
	})
}
