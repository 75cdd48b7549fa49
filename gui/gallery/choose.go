package gallery

import (
	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// chooser lets the user choose a picture or a clip for another place. It belongs to the window's goroutine.
type chooser struct {
	*wall
	cache      *rowCache
	onChoosing func() // choosing began or ended
}

// Choose shows only pictures, or only clips. A button, Enter or a double click takes the selected one; Esc goes back. The gallery is then
// as it was before.
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
	c.ask(question{text: q.String(), order: c.asked.order})
	c.onChoosing()
	c.Focus()
}

// cancelChoosing returns to the place that wanted the picture.
func (c *chooser) cancelChoosing() {
	back := c.choosing.Back
	c.stopChoosing()
	back()
}

// stopChoosing shows the gallery as it was before the choice.
func (c *chooser) stopChoosing() {
	if choice := c.choosing; choice != nil {
		c.choosing = nil
		c.ask(choice.before)
		c.onChoosing()
	}
}

// pick hands over the chosen picture, or all that are selected. It shows a reason if one cannot be used, which another search may also find.
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
					return // another search shows such as well
				}
				continue
			}
			if use := wording.FrameUseOf(a, c.d.Now(), c.d.Creator.HostsPictures()); !use.Edit || choice.linked && !use.Frame {
				c.d.Say(kit.ToneWarn, use.Note, "", action.Action{Label: lang.L("Set up image hosting…"), Do: c.d.Navigator.ShowHosting})
				return
			}
		}
		c.stopChoosing()
		choice.Picked(list)
	})
}
