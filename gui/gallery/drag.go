package gallery

import (
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/lang"

	"fyne.io/fyne/v2"
)

// albumDrop starts drags of assets from the wall, and accepts assets that are dropped on the chip of albums. It
// implements [dnd.Target].
type albumDrop struct {
	*wall
	albums *albums
	chip   *keyChip // of albums
}

var _ dnd.Target = (*albumDrop)(nil)

// dragged starts to drag an asset, with the whole selection if it is selected. During a choice it does nothing.
func (t *albumDrop) dragged(index int, at fyne.Position) {
	switch {
	case t.choosing != nil || index >= len(t.model.rows):
	case t.rows.IsSelected(index):
		t.d.Exchange.Drag(at, t.chosen()...)
	default:
		t.d.Exchange.Drag(at, t.model.rows[index].ID)
	}
}

// Over implements [dnd.Target]: assets that are dragged inside the window can be added to an album.
func (t *albumDrop) Over(at fyne.Position, what dnd.Offer) (accepted bool, words string) {
	over := what.Kind == dnd.KindAssets && t.choosing == nil && kit.Covers(t.chip.Button, at)
	t.chip.SetTarget(over)
	switch {
	case !over:
		return false, ""
	case t.asked.inTrash():
		return false, lang.L("It is in the trash. Restore it to use it.")
	}
	return true, lang.L("Drop to add to an album")
}

func (t *albumDrop) Leave() { t.chip.SetTarget(false) }

func (t *albumDrop) Dropped(d dnd.Drop) {
	ids := make([]int64, len(d.Assets))
	for i, a := range d.Assets {
		ids[i] = a.ID
	}
	t.albums.Album(ids...)
}
