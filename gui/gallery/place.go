package gallery

import "viviscope/gui/kit"

// place is where the user was in the gallery. It is stored when another place of the window is shown and at the end,
// and restored at the next start.
type place struct {
	Asset int64      `json:"asset,omitempty"` // the selected one; 0: none
	Top   kit.Anchor `json:"top"`
}

// settingPlace is the name of the stored place.
const settingPlace = "gallery.place"

// placeKeeper stores and restores the place. It belongs to the window's goroutine.
type placeKeeper struct {
	*wall
	stored place
	before *place // of the last run, until it is restored; nil: there is none
}

// store stores the place if it has changed.
func (k *placeKeeper) store() {
	if !k.complete || k.choosing != nil {
		return
	}
	now := place{k.currentID(), k.rows.Anchor()}
	if now != k.stored {
		k.stored = now
		k.keep(settingPlace, now)
	}
}

// restore selects the asset of the last run and scrolls to its place, unless the user has selected or searched
// something since the start.
func (k *placeKeeper) restore() {
	last := k.before
	k.before = nil
	if last == nil || k.asked.narrow() || k.rows.SelectedCount() > 0 || k.rows.Offset() > 0 {
		return
	}
	if i := k.model.wall.IndexOf(last.Asset); i >= 0 {
		k.rows.Select(i)
	}
	k.rows.ScrollToAnchor(last.Top)
}
