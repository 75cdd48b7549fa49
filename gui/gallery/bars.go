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
	b.buttons.Show(g.forSelection(db.Asset{}))
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

// notice says what was done, with a way back, or what could not be done.
type notice struct {
	g      *Gallery
	object fyne.CanvasObject
	banner *widgets.Banner
	undo   *widgets.Link
}

func newNotice(g *Gallery) *notice {
	n := &notice{g: g, undo: widgets.NewLink(lang.L("Undo")+"  Ctrl+Z", g.Undo)}
	hide := widgets.NewIconButton(resources.IconClose(), lang.L("Hide"), n.hide).Small()
	n.banner = widgets.NewBanner(resources.IconInfo(), widgets.ToneNeutral, "", n.undo, hide)
	n.object = widgets.NewInset(8, 16, 8, 16, n.banner)
	n.object.Hide()
	return n
}

// say says what was done; undo: it can be taken back.
func (n *notice) say(icon fyne.Resource, words string, undo bool) {
	widgets.Show(n.undo, undo)
	n.banner.SetTone(icon, widgets.ToneNeutral)
	n.banner.SetText(words, "")
	n.object.Show()
	n.banner.Refresh()
	n.g.repaint()
}

// fail says in a sentence what could not be done, and why.
func (n *notice) fail(what string, err error) {
	n.undo.Hide()
	n.banner.SetTone(resources.IconWarning(), widgets.ToneErr)
	n.banner.SetText(what, reason(err))
	n.object.Show()
	n.banner.Refresh()
	n.g.repaint()
}

func (n *notice) hide() { n.object.Hide() }

// modeBanner stands over the wall while it shows something out of the ordinary: the trash, duplicates, or a picture is being chosen.
type modeBanner struct {
	g      *Gallery
	object fyne.CanvasObject
	banner *widgets.Banner
	action *widgets.Link
	do     func()
}

func newModeBanner(g *Gallery) *modeBanner {
	b := &modeBanner{g: g}
	b.action = widgets.NewLink("", func() { b.do() })
	b.banner = widgets.NewBanner(nil, widgets.ToneNeutral, "", b.action)
	b.object = widgets.NewInset(8, 16, 0, 16, b.banner)
	b.object.Hide()
	return b
}

// show says what is out of the ordinary.
func (b *modeBanner) show() {
	g := b.g
	asked := g.question()
	set := func(icon fyne.Resource, tone widgets.Tone, lead, rest, action string, do func()) {
		b.banner.SetTone(icon, tone)
		b.banner.SetText(lead, rest)
		b.action.SetText(action)
		b.do = do
		widgets.Show(b.action, action != "")
		b.object.Show()
		b.banner.Refresh()
		g.repaint()
	}
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
		b.object.Hide()
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
