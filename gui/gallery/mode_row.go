package gallery

import (
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// modeRow is the banner above the wall while it shows the trash or duplicates, or while an item is being chosen.
type modeRow struct {
	*wall
	chooser *chooser
	changes *changes
	object  fyne.CanvasObject
	banner  *kit.Banner
	use     *kit.Button // chooses the selected picture
	action  *kit.Link
	do      func()
}

func newModeRow(chooser *chooser, changes *changes, open func()) *modeRow {
	m := &modeRow{wall: chooser.wall, chooser: chooser, changes: changes}
	m.action = kit.NewLink("", func() { m.do() })
	m.use = kit.NewButton(lang.L("Use this"), resources.IconCheck, kit.Primary, open).Small()
	m.banner = kit.NewBanner(nil, kit.ToneNeutral, "", m.use, m.action)
	m.object = kit.NewInset(8, 16, 0, 16, m.banner)
	m.object.Hide()
	return m
}

// height returns the height of the row, px; 0 while it is hidden.
func (m *modeRow) height() float32 {
	if !m.object.Visible() {
		return 0
	}
	return m.object.MinSize().Height
}

// set shows a sentence with an action; action "" is none.
func (m *modeRow) set(icon fyne.Resource, tone kit.Tone, lead, rest, action string, do func()) {
	m.banner.SetTone(icon, tone)
	m.banner.SetText(lead, rest)
	m.action.SetText(action)
	m.do = do
	kit.Show(m.action, action != "")
	kit.Show(m.use, m.choosing != nil)
	m.object.Show()
	m.banner.Refresh()
}

// show shows the banner that the question and the choice need, or hides it.
func (m *modeRow) show() {
	asked, set := m.asked, m.set
	switch {
	case m.choosing != nil:
		rest := lang.L("Press Enter or double-click to use it.")
		if m.choosing.Several {
			rest = lang.L("Select one or more, then press Enter.")
		}
		if n := m.model.linkless; n > 0 {
			rest = lang.N("%s picture is not shown: it has no valid link.",
				"%s pictures are not shown: they have no valid link.", n, lang.Number(n))
		}
		set(resources.IconPick, kit.ToneAccent, m.choosing.Words, "· "+rest, lang.L("Cancel")+"  Esc",
			m.chooser.cancelChoosing)
	case asked.inTrash():
		rest := lang.L("Items stay here until you empty the trash.")
		if days := m.model.keepDays; days > 0 {
			rest = lang.N("Items are deleted permanently after %s day in the trash.",
				"Items are deleted permanently after %s days in the trash.", days, lang.Number(days))
		}
		action := ""
		if m.model.trashed > 0 {
			action = lang.L("Empty trash…")
		}
		set(resources.IconTrash, kit.ToneNeutral, lang.L("Trash."), rest, action, m.changes.emptyTrash)
	case asked.duplicates:
		action := ""
		if len(m.model.rows) > 0 {
			action = lang.L("Select all but the oldest of each")
		}
		set(resources.IconLayers, kit.ToneNeutral, lang.L("Duplicates."), lang.L("Identical files, oldest first."),
			action, m.selectDuplicates)
	default:
		m.object.Hide()
	}
}
