package casting

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// Sizes of the panel, px.
const (
	panelSide  = 16
	panelLine  = 33 // of the header
	panelFoot  = 22
	panelRound = 2 // above and below the cards
)

// Panel shows the cast as cards with a header. Folded, or while the cast is empty, it is one line high.
type Panel struct {
	cast    *Cast
	grid    *grid
	title   *kit.Text
	note    *kit.Text
	add     *kit.Button
	list    *kit.Button
	foot    *kit.Text
	content *fyne.Container

	folded bool
	bare   bool                     // in the list: without a header
	usedIn func(name string) string // nil: the foot is not shown

	version int
	resized func() // its height changed
}

// newPanel makes a panel. edit opens the editor of an entry; "" adds one.
func newPanel(c *Cast, edit func(name string)) *Panel {
	small := func() *kit.Text { return kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis() }
	p := &Panel{cast: c, grid: newGrid(c, edit), note: small(), foot: small(), version: -1, resized: func() {},
		title: kit.NewText(lang.L("Cast"), resources.SizeBody, resources.Text1, true)}
	p.add = kit.NewButton(lang.L("Add…"), resources.IconPlus, kit.Plain, func() { edit("") }).Small()
	p.list = kit.NewButton(lang.L("Cast…"), nil, kit.Plain, c.ShowList).Small()
	p.grid.changed = p.showFoot
	kit.Enable(p.add, !c.ReadOnly)
	head := kit.NewRow(10, p.title, p.note, kit.NewSpring(), p.list, p.add)
	p.content = container.New(panelLayout{p}, kit.NewGround(resources.BgWindow), kit.NewRule(), head, p.grid, p.foot)
	return p
}

// NewPanel makes the panel of a board. usedIn returns in which cards an entry is mentioned; resized is called when the
// height that it needs changed.
func (c *Cast) NewPanel(usedIn func(name string) string, resized func()) *Panel {
	p := newPanel(c, func(name string) { c.Edit(name) })
	p.usedIn = usedIn
	p.Show()
	p.resized = resized
	c.OnChange(p.Show)
	return p
}

// Content returns the panel.
func (p *Panel) Content() fyne.CanvasObject { return p.content }

// Focusable returns the control of the panel that gets the keyboard focus.
func (p *Panel) Focusable() fyne.Focusable {
	switch {
	case p.grid.Visible():
		return p.grid
	case p.list.Visible():
		return p.list
	}
	return p.add
}

// Fold shows the panel as one line, or with its cards.
func (p *Panel) Fold(on bool) {
	if p.folded != on {
		p.folded = on
		p.Show()
		p.content.Refresh()
	}
}

// Folded reports whether the panel is one line.
func (p *Panel) Folded() bool { return p.folded || len(p.cast.entries) == 0 }

// HeightFor returns the height of the panel with all its cards in a width, px. With folded it returns that of the line.
func (p *Panel) HeightFor(width float32, folded bool) float32 {
	if folded || len(p.cast.entries) == 0 {
		return resources.Scaled(panelLine)
	}
	return resources.Scaled(panelLine) + p.grid.heightFor(width-2*panelSide) + 2*panelRound + p.footHeight()
}

// LeastHeight returns the height of the open panel with one row of cards, px.
func (p *Panel) LeastHeight() float32 {
	return resources.Scaled(panelLine) + resources.Scaled(cellHeight) + 2*ringGap + 2*panelRound + p.footHeight()
}

func (p *Panel) footHeight() float32 {
	if p.usedIn == nil {
		return 0
	}
	return resources.Scaled(panelFoot)
}

// Show shows the cast as it is now.
func (p *Panel) Show() {
	was := p.version
	p.version = p.cast.version
	some := len(p.cast.entries) > 0
	open := some && !p.folded
	kit.Show(p.grid, open)
	kit.Show(p.foot, open && p.usedIn != nil)
	kit.Show(p.list, some && p.folded)
	kit.Show(p.add, (!p.folded || !some) && !p.bare)
	p.moveFocus()
	kit.Show(p.title, !p.bare)
	p.showNote(some)
	p.showFoot()
	if open {
		p.grid.show()
	}
	if was != p.version {
		p.resized()
		p.content.Refresh()
	}
}

// moveFocus moves the keyboard focus from a control that was hidden to the one in its place.
func (p *Panel) moveFocus() {
	for _, o := range []interface {
		fyne.Focusable
		fyne.CanvasObject
	}{p.grid, p.list, p.add} {
		if !o.Visible() && p.cast.Canvas().Focused() == fyne.Focusable(o) && p.Focusable() != fyne.Focusable(o) {
			p.cast.Canvas().Focus(p.Focusable())
		}
	}
}

// showNote shows the sentence beside the title, or the names of a folded panel.
func (p *Panel) showNote(some bool) {
	switch {
	case !some:
		p.note.SetText(emptyWords())
	case p.folded:
		var names []string
		for _, e := range p.cast.entries {
			names = append(names, "@"+e.Name)
		}
		p.note.SetText(strings.Join(names, "  "))
	default:
		p.note.SetText(lang.L("Type @ in a prompt to use one. Its pictures go along, numbered."))
	}
}

// ShowUses shows again in which cards the selected entry is mentioned.
func (p *Panel) ShowUses() { p.showFoot() }

func (p *Panel) showFoot() {
	e, ok := p.grid.selected()
	if !ok || p.usedIn == nil || p.folded {
		return
	}
	p.foot.SetText(p.usedIn(e.Name))
}

// Over is called while something is dragged over the window. It marks the card under the pointer, and returns whether
// the entry takes it, and what a drop does or why it is refused.
func (p *Panel) Over(at fyne.Position, what dnd.Offer) (accepted bool, words string) {
	i := -1
	if p.grid.Visible() {
		i = p.grid.entryAt(at)
	}
	words = p.refusal(i, what.Assets, what.Files)
	accepted = i >= 0 && words == "" && len(what.Assets)+len(what.Files) > 0
	if !accepted {
		p.Leave()
		return false, words
	}
	p.grid.setTarget(i)
	return true, lang.L("Add to @%s", p.cast.entries[i].Name)
}

// refusal returns why an entry does not take pictures; "": it does, or there is no entry.
func (p *Panel) refusal(i int, assets []db.Asset, files []string) string {
	unfit := func(a db.Asset) bool { return a.Kind != db.Picture || !a.TrashedAt.IsZero() }
	switch {
	case i < 0:
		return ""
	case p.cast.ReadOnly:
		return lang.L("The library is read-only.")
	case slices.ContainsFunc(assets, unfit):
		return lang.L("Only pictures can be added to the cast.")
	case len(p.cast.entries[i].Pictures)+len(assets)+len(files) > maxPictures:
		return tooMany()
	}
	return ""
}

// Leave ends a drag over the panel.
func (p *Panel) Leave() { p.grid.setTarget(-1) }

// Dropped adds what was dropped on a card to its entry. It reports whether a card is there that takes it.
func (p *Panel) Dropped(d dnd.Drop) bool {
	p.Leave()
	if !p.grid.Visible() || !d.Placed || len(d.Assets)+len(d.Files) == 0 {
		return false
	}
	i := p.grid.entryAt(d.At)
	if i < 0 || p.refusal(i, d.Assets, d.Files) != "" {
		return false
	}
	p.grid.choose(i)
	p.cast.addDropped(p.cast.entries[i].Name, d)
	return true
}

// panelLayout lays out ground, rule, header, cards and foot.
type panelLayout struct{ p *Panel }

func (l panelLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(resources.Scaled(cellWidth)+2*panelSide, resources.Scaled(panelLine))
}

func (l panelLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	ground, rule, head, cards, foot := o[0], o[1], o[2], o[3], o[4]
	side := float32(panelSide)
	if l.p.bare {
		side = 0
	}
	high, below := resources.Scaled(panelLine), float32(0)
	if foot.Visible() {
		below = l.p.footHeight()
	}
	kit.Place(ground, 0, 0, s.Width, s.Height)
	kit.Place(rule, 0, 0, s.Width, 1)
	kit.Show(rule, !l.p.bare)
	kit.Show(ground, !l.p.bare)
	line := head.MinSize().Height
	kit.Place(head, side, (high-line)/2, s.Width-2*side, line)
	kit.Place(cards, side-ringGap, high+panelRound-ringGap, s.Width-2*side+2*ringGap,
		max(s.Height-high-below-2*panelRound+2*ringGap, 0))
	kit.Place(foot, side, s.Height-below+(below-foot.MinSize().Height)/2, s.Width-2*side,
		foot.MinSize().Height)
}
