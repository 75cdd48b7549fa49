package gallery

import (
	"strings"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// emptyStates shows an explanation in place of the rows while there are none. It belongs to the window's goroutine.
type emptyStates struct {
	*wall
	stack  *fyne.Container // the rows, or the explanation in their place
	wanted bool            // the rows get the focus once there are any
}

// show shows an explanation if there are no rows, and the rows otherwise.
func (e *emptyStates) show() {
	var instead fyne.CanvasObject
	asked := e.model.asked
	switch {
	case len(e.model.rows) > 0:
	case asked.duplicates:
		instead = kit.NewEmpty(resources.IconLayers, lang.L("No duplicates"),
			lang.L("There are no identical files in the library."),
			kit.NewButton(lang.L("Show everything"), nil, kit.Plain, e.leaveDuplicates))
	case asked.inTrash() && e.model.trashed == 0:
		instead = kit.NewEmpty(resources.IconTrash, lang.L("The trash is empty"),
			lang.L("Deleted items come here first and can be restored."),
			kit.NewButton(lang.L("Back to everything"), nil, kit.Plain, e.clearQuery))
	case asked.narrow():
		instead = e.nothingFound()
	default:
		instead = kit.NewEmpty(resources.IconGallery, lang.L("Nothing here yet"),
			lang.L("Every clip and picture is kept here with its settings, even after the service deletes its copy."),
			kit.NewRow(8, kit.NewSpring(),
				kit.NewButton(lang.L("Create"), resources.IconCreate, kit.Primary, e.d.Creator.Create),
				newImportButton(e.wall), kit.NewSpring()))
	}
	e.instead(instead)
	if instead != nil || !e.wanted {
		return
	}
	e.wanted = false
	if c := e.d.Canvas(); c.Focused() == nil && c.Overlays().Top() == nil {
		e.Focus()
	}
}

// nothingFound returns the explanation for a query without results. Each term is a chip that removes it.
func (e *emptyStates) nothingFound() fyne.CanvasObject {
	q := e.model.asked.query()
	var chips []fyne.CanvasObject
	for _, t := range q.Terms {
		chip := newChipOf(e.wall, e.model.asked, t)
		if t.Key == "" {
			chip.SetText(lang.L("“%s”", strings.Trim(t.String(), `"`)))
		}
		chips = append(chips, chip)
	}
	offer := kit.NewFlow(6, chips...)
	if len(chips) <= fewChips {
		offer = kit.NewRow(6, append(append([]fyne.CanvasObject{kit.NewSpring()}, chips...), kit.NewSpring())...)
	}
	words := lang.L("Nothing matches all of these. Remove:")
	if len(q.Terms) == 1 {
		words = lang.L("Nothing matches:")
	}
	return kit.NewEmpty(resources.IconSearch, lang.L("Nothing found"), words,
		kit.NewColumn(12, kit.NewFixed(360, 0, offer), kit.NewRow(0, kit.NewSpring(),
			kit.NewButton(lang.L("Show everything"), nil, kit.Plain, e.clearQuery), kit.NewSpring())))
}

// fewChips is how many chips always fit into one line.
const fewChips = 3

// showError shows that the library could not be read. The rows stay in the model and are shown again once reading
// works.
func (e *emptyStates) showError(err error) {
	e.moving = false
	e.instead(kit.NewEmpty(resources.IconWarning, lang.L("The library could not be read"), wording.Fault(err),
		kit.NewButton(lang.L("Reload"), resources.IconRefresh, kit.Plain, e.refresh)))
}

// instead shows an object in place of the rows. nil shows the rows.
func (e *emptyStates) instead(o fyne.CanvasObject) {
	rows := e.stack.Objects[0]
	if o == nil && rows.Visible() && len(e.stack.Objects) == 1 {
		return
	}
	kit.Show(rows, o == nil)
	e.stack.Objects = e.stack.Objects[:1]
	if o != nil {
		e.stack.Objects = append(e.stack.Objects, o)
	}
	e.stack.Refresh()
}
