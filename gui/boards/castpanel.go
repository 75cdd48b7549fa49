package boards

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db/cast"
	"viviscope/gui/casting"
	"viviscope/gui/dnd"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// castPanel is the cast below the strip. It shows which cards mention the selected entry.
type castPanel struct {
	*casting.Panel
	m       *boardModel
	uses    map[string][]string // IDs of the cards that mention an entry, by its name in lower case
	edition int                 // of the document that uses belongs to
	version int                 // of the cast that uses belongs to
}

func newCastPanel(m *boardModel, resized func()) *castPanel {
	p := &castPanel{m: m, edition: -1}
	p.Panel = m.Cast.NewPanel(p.usedIn, resized)
	return p
}

// show shows the uses on the board as it is now.
func (p *castPanel) show() {
	if p.edition != p.m.edition || p.version != p.m.Cast.Version() {
		p.ShowUses()
	}
}

// usedIn returns in which cards an entry is mentioned.
func (p *castPanel) usedIn(name string) string {
	p.count()
	shared := lang.L("the library’s cast is shared by all boards")
	cards := p.uses[strings.ToLower(name)]
	if p.m.view.Ref == "" { // the board is still loading
		return shared
	}
	if len(cards) == 0 {
		return wording.Dotted(lang.L("@%s is not used on this board", name), shared)
	}
	var names []string
	for _, card := range cards {
		names = append(names, p.m.cardName(card))
	}
	return wording.Dotted(lang.L("@%[1]s is used in %[2]s", name, wording.List(names)), shared)
}

// count finds the mentions on the board.
func (p *castPanel) count() {
	if p.uses != nil && p.edition == p.m.edition && p.version == p.m.Cast.Version() {
		return
	}
	p.edition, p.version, p.uses = p.m.edition, p.m.Cast.Version(), map[string][]string{}
	entries := p.m.Cast.Entries()
	add := func(card, prompt string) {
		if !strings.Contains(prompt, "@") {
			return
		}
		for _, m := range cast.Mentions(prompt, entries) {
			if m.Entry < 0 {
				continue
			}
			key := strings.ToLower(entries[m.Entry].Name)
			if !slices.Contains(p.uses[key], card) {
				p.uses[key] = append(p.uses[key], card)
			}
		}
	}
	for _, id := range p.m.ids(false) {
		add(id, p.m.view.Frames[p.m.view.FrameByID(id)].Prompt)
	}
	for _, s := range p.m.view.Shots {
		add(s.ID, s.Prompt)
	}
}

// CastDrops adds pictures to the cast that are dragged onto the cards of the open board. It implements [dnd.Target].
type CastDrops struct{ s *Screen }

var _ dnd.Target = CastDrops{}

// Drops returns the drop target of the screen.
func (s *Screen) Drops() CastDrops { return CastDrops{s} }

// Over implements [dnd.Target].
func (d CastDrops) Over(at fyne.Position, what dnd.Offer) (accepted bool, words string) {
	if d.s.page != pageBoard {
		return false, ""
	}
	return d.s.board.cast.Over(at, what)
}

// Leave implements [dnd.Target].
func (d CastDrops) Leave() { d.s.board.cast.Leave() }

// Dropped implements [dnd.Target].
func (d CastDrops) Dropped(drop dnd.Drop) { d.Take(drop) }

// Take adds what was dropped to the entry at that position. It reports whether there is one.
func (d CastDrops) Take(drop dnd.Drop) bool {
	return d.s.page == pageBoard && d.s.board.cast.Dropped(drop)
}
