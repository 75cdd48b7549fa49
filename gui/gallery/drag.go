package gallery

import (
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/lang"

	"fyne.io/fyne/v2"
)

// albumDrop starts drags of assets from the wall, and accepts assets that are dropped on an album or on the chip of
// albums. It implements [dnd.Target].
type albumDrop struct {
	*wall
	pane   *albumPane
	sheets *albumSheets
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
	t.Leave()
	if what.Kind != dnd.KindAssets || t.choosing != nil {
		return false, ""
	}
	cell, album, overAlbum := t.pane.rowAt(at)
	overChip := kit.Covers(t.chip.Button, at)
	switch {
	case !overAlbum && !overChip:
		return false, ""
	case t.asked.inTrash():
		return false, lang.L("It is in the trash. Restore it to use it.")
	case overChip:
		t.chip.SetTarget(true)
		return true, lang.L("Drop to add to an album")
	case album.Saved():
		return false, lang.L("A saved search finds its items itself.")
	}
	t.pane.markTarget(cell)
	return true, lang.L("Drop to add to “%s”", album.Name)
}

func (t *albumDrop) Leave() {
	t.chip.SetTarget(false)
	t.pane.markTarget(nil)
}

// Dropped adds the assets to the album under the pointer, or asks for albums if they were dropped on the chip.
func (t *albumDrop) Dropped(d dnd.Drop) {
	_, album, overAlbum := t.pane.rowAt(d.At)
	t.Leave()
	ids := make([]int64, len(d.Assets))
	for i, a := range d.Assets {
		ids[i] = a.ID
	}
	if overAlbum {
		t.pane.addToAlbum(album, ids)
		return
	}
	t.sheets.Album(ids...)
}
