package gallery

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// selectionBar stands under the rows while several items are selected: what they are, and what can be done with all of them.
type selectionBar struct {
	g       *Gallery
	object  fyne.CanvasObject
	count   *widgets.Text
	what    *widgets.Text
	buttons action.Buttons
	row     *fyne.Container
}

func newSelectionBar(g *Gallery) *selectionBar {
	b := &selectionBar{
		g:     g,
		count: widgets.NewText("", resources.SizeBody, resources.Text1, true),
		what:  widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
	}
	left := []fyne.CanvasObject{b.count, b.what}
	for _, id := range []string{"gallery/star", "gallery/tags", "gallery/album", "gallery/compare", "gallery/export", "gallery/restore"} {
		left = append(left, b.buttons.Full(id, widgets.Plain).Small())
	}
	b.row = widgets.NewBar(6, left, []fyne.CanvasObject{
		b.buttons.Full("gallery/trash", widgets.Danger).Small(), b.buttons.Full("gallery/forever", widgets.Danger).Small(),
		widgets.NewButton(lang.X("selection", "Clear")+"  Esc", nil, widgets.Quiet, g.rows.SelectNone).Small(),
	})
	b.object = container.NewStack(widgets.NewGround(resources.BgSelected), widgets.NewInset(8, 16, 8, 16, b.row))
	b.object.Hide()
	return b
}

// show says what is selected.
func (b *selectionBar) show() {
	g := b.g
	n := g.rows.SelectedCount()
	widgets.Show(b.object, n > 1)
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
		if r.Flags&db.GridClip != 0 {
			s.clips++
		} else {
			s.pictures++
		}
		if r.Flags&db.GridStarred != 0 {
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

// bannerRow is a sentence beside the wall, with what can be done about it; hidden while there is nothing to say.
type bannerRow struct {
	g      *Gallery
	object fyne.CanvasObject
	banner *widgets.Banner
	action *widgets.Link
	do     func()
}

// newBannerRow makes a row, so many px below what is above it and above what is below; more stands at its end.
func newBannerRow(g *Gallery, bottom float32, more ...fyne.CanvasObject) *bannerRow {
	b := &bannerRow{g: g}
	b.action = widgets.NewLink("", func() { b.do() })
	b.banner = widgets.NewBanner(nil, widgets.ToneNeutral, "", append([]fyne.CanvasObject{b.action}, more...)...)
	b.object = widgets.NewInset(8, 16, bottom, 16, b.banner)
	b.object.Hide()
	return b
}

// set says something; action is what can be done about it, "": nothing.
func (b *bannerRow) set(icon fyne.Resource, tone widgets.Tone, lead, rest, action string, do func()) {
	b.banner.SetTone(icon, tone)
	b.banner.SetText(lead, rest)
	b.action.SetText(action)
	b.do = do
	widgets.Show(b.action, action != "")
	b.object.Show()
	b.banner.Refresh()
	b.g.repaint()
}

// newNotice makes the row that says what was done, with a way back, or what could not be done.
func newNotice(g *Gallery) *bannerRow {
	hide := widgets.NewIconButton(resources.IconClose(), lang.L("Hide"), func() { g.notice.object.Hide() }).Small()
	return newBannerRow(g, 8, hide)
}

// said says what was done; undo: it can be taken back.
func (g *Gallery) said(icon fyne.Resource, words string, undo bool) {
	action := ""
	if undo {
		action = lang.L("Undo") + "  Ctrl+Z"
	}
	g.notice.set(icon, widgets.ToneNeutral, words, "", action, g.Undo)
}

// showMode says what is out of the ordinary of the wall: the trash, duplicates, or a picture is being chosen.
func (g *Gallery) showMode() {
	asked, set := g.question(), g.mode.set
	switch {
	case g.choosing != nil:
		set(resources.IconPick(), widgets.ToneAccent, g.choosing.word, lang.L("Enter or a double click takes the one that is selected."), lang.L("Cancel")+"  Esc", g.stopChoosing)
	case asked.inTrash():
		rest := lang.L("What is here stays until you empty it.")
		if days := g.model.keepDays; days > 0 {
			rest = lang.N("What is here is deleted for good %s day after it was thrown away.",
				"What is here is deleted for good %s days after it was thrown away.", days, lang.Number(days))
		}
		action := ""
		if g.model.trashed > 0 {
			action = lang.L("Empty the trash…")
		}
		set(resources.IconTrash(), widgets.ToneNeutral, lang.L("Trash."), rest, action, g.emptyTrash)
	case asked.twins:
		action := ""
		if len(g.model.rows) > 0 {
			action = lang.L("Select all but the oldest of each")
		}
		set(resources.IconLayers(), widgets.ToneNeutral, lang.L("Duplicates."), lang.L("Files with the same bytes, the oldest first."), action, g.selectTwins)
	default:
		g.mode.object.Hide()
	}
}

// selectTwins selects of each file that is there more than once all but the oldest.
func (g *Gallery) selectTwins() {
	var indexes []int
	i := 0
	for _, n := range g.model.twins {
		for k := i + 1; k < i+n; k++ {
			indexes = append(indexes, k)
		}
		i += n
	}
	g.rows.SelectThese(indexes)
	g.Focus()
}
