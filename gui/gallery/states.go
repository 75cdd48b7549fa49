package gallery

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// showState stands an explanation in the place of the rows where there are none.
func (g *Gallery) showState() {
	var instead fyne.CanvasObject
	asked := g.model.asked
	switch {
	case len(g.model.rows) > 0:
	case asked.duplicates:
		instead = kit.NewEmpty(resources.IconLayers, lang.L("No duplicates"), lang.L("There are no identical files in the library."),
			kit.NewButton(lang.L("Show everything"), nil, kit.Plain, g.leaveDuplicates))
	case asked.inTrash() && g.model.trashed == 0:
		instead = kit.NewEmpty(resources.IconTrash, lang.L("The trash is empty"),
			lang.L("Deleted items come here first and can be restored."),
			kit.NewButton(lang.L("Back to everything"), nil, kit.Plain, g.clearQuery))
	case asked.narrow():
		instead = g.nothingFound()
	default:
		instead = kit.NewEmpty(resources.IconGallery, lang.L("Nothing here yet"),
			lang.L("Every clip and picture is kept here with its settings, even after the service deletes its copy."),
			kit.NewButton(lang.L("Create"), resources.IconCreate, kit.Primary, g.d.Creator.Create))
	}
	g.instead(instead)
	if instead != nil || !g.wanted {
		return
	}
	g.wanted = false
	if c := g.d.Canvas(); c.Focused() == nil && c.Overlays().Top() == nil {
		g.Focus()
	}
}

// nothingFound names what could be taken away so that something is found: each part of the query is a chip that goes when it is clicked.
func (g *Gallery) nothingFound() fyne.CanvasObject {
	q := g.model.asked.query()
	var chips []fyne.CanvasObject
	for _, t := range q.Terms {
		word := termWords(t, g.d.Now())
		if t.Key == "" {
			word = lang.L("“%s”", strings.Trim(t.String(), `"`))
		}
		chips = append(chips, newTermChip(word, aboutKey(t.Key).icon, func() { g.find(g.query().Without(t)) }))
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
			kit.NewButton(lang.L("Show everything"), nil, kit.Plain, g.clearQuery), kit.NewSpring())))
}

// fewChips is how many surely go into one line.
const fewChips = 3

func (g *Gallery) clearQuery() { g.find(search.Query{}) }

// showError says that the library could not be read. What was shown before stays behind it in the model, and comes back when reading works.
func (g *Gallery) showError(err error) {
	g.moving = false
	g.instead(kit.NewEmpty(resources.IconWarning, lang.L("The library could not be read"), wording.Fault(err),
		kit.NewButton(lang.L("Reload"), resources.IconRefresh, kit.Plain, g.Refresh)))
}

// instead shows an object in the place of the rows; nil: the rows.
func (g *Gallery) instead(o fyne.CanvasObject) {
	rows := g.stack.Objects[0]
	if o == nil && rows.Visible() && len(g.stack.Objects) == 1 {
		return
	}
	kit.Show(rows, o == nil)
	g.stack.Objects = g.stack.Objects[:1]
	if o != nil {
		g.stack.Objects = append(g.stack.Objects, o)
	}
	g.stack.Refresh()
}

// selectionBar stands under the rows while several items are selected: what they are, and what can be done with all of them.
type selectionBar struct {
	g       *Gallery
	object  fyne.CanvasObject
	count   *kit.Text
	what    *kit.Text
	buttons action.Buttons
	row     *fyne.Container
}

func newSelectionBar(g *Gallery) *selectionBar {
	b := &selectionBar{
		g:     g,
		count: kit.NewText("", resources.SizeBody, resources.Text1, true),
		what:  kit.NewText("", resources.SizeSM, resources.Text2, false),
	}
	left := kit.NewFlow(6, kit.NewInset(4, 6, 0, 0, kit.NewRow(6, b.count, b.what)))
	for _, id := range []string{"gallery/star", "gallery/tags", "gallery/album", "gallery/compare", "gallery/join", "gallery/board", "gallery/export", "gallery/restore"} {
		left.Add(b.buttons.Full(id, kit.Plain).Small())
	}
	b.row = kit.NewBeside(6, 0, left, kit.NewRow(6,
		b.buttons.Full("gallery/trash", kit.Danger).Small(), b.buttons.Full("gallery/forever", kit.Danger).Small(),
		kit.NewButton(lang.X("selection", "Clear")+"  Esc", nil, kit.Quiet, g.rows.SelectNone).Small()))
	b.object = container.NewStack(kit.NewGround(resources.BgSelected), kit.NewInset(8, 16, 8, 16, b.row))
	b.object.Hide()
	return b
}

// show says what is selected.
func (b *selectionBar) show() {
	g := b.g
	n := g.rows.SelectedCount()
	kit.Show(b.object, n > 1)
	if n <= 1 {
		return
	}
	b.count.SetText(lang.N("%s selected", "%s selected", n, lang.Number(n)))
	b.what.SetText(g.sum().words())
	b.buttons.Show(g.forSelection(db.Asset{}, g.selection()))
	b.row.Refresh() // the words have other widths now
	g.repaint()
}

// sum is what some items are together.
type sum struct {
	clips, pictures, starred int
	bytes                    int64
}

// sum adds up what is selected.
func (g *Gallery) sum() (s sum) {
	for _, i := range g.rows.Selected() {
		r := g.model.rows[i]
		s.bytes += r.Bytes
		if r.Flags&search.FlagClip != 0 {
			s.clips++
		} else {
			s.pictures++
		}
		if r.Flags&search.FlagStarred != 0 {
			s.starred++
		}
	}
	return s
}

// words says it: "1 clip, 2 pictures · 24.1 MB".
func (s sum) words() string {
	clips := lang.N("%s clip", "%s clips", s.clips, lang.Number(s.clips))
	pictures := lang.N("%s picture", "%s pictures", s.pictures, lang.Number(s.pictures))
	words := clips
	switch {
	case s.clips == 0:
		words = pictures
	case s.pictures > 0:
		words = lang.X("list", "%s, %s", clips, pictures)
	}
	return words + " · " + wording.Bytes(s.bytes)
}

// modeRow is a sentence above the wall that says what is out of the ordinary of it, with what can be done about it.
type modeRow struct {
	g      *Gallery
	object fyne.CanvasObject
	banner *kit.Banner
	use    *kit.Button // takes the picture that is chosen
	action *kit.Link
	do     func()
}

func newModeRow(g *Gallery) *modeRow {
	m := &modeRow{g: g}
	m.action = kit.NewLink("", func() { m.do() })
	m.use = kit.NewButton(lang.L("Use this"), resources.IconCheck, kit.Primary, g.openCurrent).Small()
	m.banner = kit.NewBanner(nil, kit.ToneNeutral, "", m.use, m.action)
	m.object = kit.NewInset(8, 16, 0, 16, m.banner)
	m.object.Hide()
	return m
}

// set says something; action is what can be done about it, "": nothing.
func (m *modeRow) set(icon fyne.Resource, tone kit.Tone, lead, rest, action string, do func()) {
	m.banner.SetTone(icon, tone)
	m.banner.SetText(lead, rest)
	m.action.SetText(action)
	m.do = do
	kit.Show(m.action, action != "")
	kit.Show(m.use, m.g.choosing != nil)
	m.object.Show()
	m.banner.Refresh()
	m.g.repaint()
}

// said says what was done; undo: it can be taken back.
func (g *Gallery) said(words string, undo bool) {
	var links []action.Action
	if undo {
		links = []action.Action{{Label: lang.L("Undo") + "  " + action.KeyWords(action.KeysWith(fyne.KeyModifierShortcutDefault, fyne.KeyZ), action.OnMac), Do: g.Undo}}
	}
	g.d.Say(kit.ToneNeutral, words, "", links...)
}

// failed says, in a sentence, what could not be done, and logs it.
func (g *Gallery) failed(what string, err error) {
	g.d.Log().Error("gallery", "err", err)
	g.d.Say(kit.ToneErr, what, wording.Fault(err))
}

// showMode says what is out of the ordinary of the wall: the trash, duplicates, or a picture is being chosen.
func (g *Gallery) showMode() {
	asked, set := g.asked, g.mode.set
	switch {
	case g.choosing != nil:
		rest := lang.L("Press Enter or double-click to use it.")
		if g.choosing.Several {
			rest = lang.L("Select one or more, then press Enter.")
		}
		if n := g.model.linkless; n > 0 {
			rest = lang.N("%s picture is not shown: it has no valid link.",
				"%s pictures are not shown: they have no valid link.", n, lang.Number(n))
		}
		set(resources.IconPick, kit.ToneAccent, g.choosing.Words, "· "+rest, lang.L("Cancel")+"  Esc", g.cancelChoosing)
	case asked.inTrash():
		rest := lang.L("Items stay here until you empty the trash.")
		if days := g.model.keepDays; days > 0 {
			rest = lang.N("Items are deleted permanently after %s day in the trash.",
				"Items are deleted permanently after %s days in the trash.", days, lang.Number(days))
		}
		action := ""
		if g.model.trashed > 0 {
			action = lang.L("Empty trash…")
		}
		set(resources.IconTrash, kit.ToneNeutral, lang.L("Trash."), rest, action, g.emptyTrash)
	case asked.duplicates:
		action := ""
		if len(g.model.rows) > 0 {
			action = lang.L("Select all but the oldest of each")
		}
		set(resources.IconLayers, kit.ToneNeutral, lang.L("Duplicates."), lang.L("Identical files, oldest first."),
			action, g.selectDuplicates)
	default:
		g.mode.object.Hide()
	}
}

// selectDuplicates selects of each file that is there more than once all but the oldest.
func (g *Gallery) selectDuplicates() {
	var indexes []int
	i := 0
	for _, n := range g.model.duplicates {
		for k := i + 1; k < i+n; k++ {
			indexes = append(indexes, k)
		}
		i += n
	}
	g.rows.SelectThese(indexes)
	g.Focus()
}

// showDuplicates asks for the files that are there more than once.
func (g *Gallery) showDuplicates() { g.ask(question{order: g.asked.order, duplicates: true}) }

func (g *Gallery) leaveDuplicates() {
	q := g.asked
	q.duplicates = false
	g.ask(q)
}
