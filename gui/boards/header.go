package boards

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	planning "viviscope/client/boards"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// header is the row over a board: the way back, its name, counts, its clock, and what is done with all of it.
type header struct {
	b        *board
	name     *kit.Text
	counts   *kit.Text
	ring     *ring
	clock    *kit.Text
	undo     *kit.Button
	redo     *kit.Button
	details  *kit.Button // asks for the inspector in a narrow window
	more     *kit.Button
	problem  *kit.Banner
	row      *fyne.Container
	column   *fyne.Container
	narrow   bool // the window is
	short    bool // there is no room for all words of the clock
	edition  int  // of the board that is shown, of its figures, and when
	figures  int
	shownAt  time.Time
	nextShow func() bool // calls off that the clock is shown anew
}

func newHeader(b *board) *header {
	h := &header{b: b, ring: newRing(), nextShow: func() bool { return true }}
	back := kit.NewButton(lang.X("place", "Boards"), resources.IconArrowLeft, kit.Quiet, b.screen.showList)
	h.name = kit.NewText("", resources.SizeH1, resources.Text1, true).Ellipsis()
	h.counts = kit.NewText("", resources.SizeSM, resources.Text2, false)
	h.clock = kit.NewText("", resources.SizeSM, resources.Text2, false)
	h.undo = kit.NewIconButton(resources.IconUndo, lang.L("Undo"), b.undo)
	h.redo = kit.NewIconButton(resources.IconRedo, lang.L("Redo"), b.redo)
	h.details = kit.NewButton(lang.L("Details"), resources.IconInfo, kit.Plain, b.toggleInspector)
	h.more = kit.NewIconButton(resources.IconMore, lang.L("More"), func() { openMenu(b, h.more, h.menu()...) })
	h.problem = kit.NewBanner(resources.IconErrorCircle, kit.ToneErr, "", kit.NewButton(lang.L("Reload"), nil, kit.Plain, func() {
		b.problem = nil
		b.Window.Refresh()
	}).Small())
	h.problem.Hide()
	h.row = kit.NewRow(8, back, h.name, h.counts, kit.NewSpring(), h.ring, h.clock, h.undo, h.redo, h.details, h.more)
	h.column = kit.NewColumn(0, kit.NewInset(0, 16, 0, 8, kit.NewFixed(0, headerHeight, h.row)), kit.NewRule(), h.problem)
	return h
}

// fit shows what there is room for in a width, px.
func (h *header) fit(width float32, narrow, pane bool) {
	kit.Show(h.details, narrow)
	h.details.SetOn(pane)
	h.narrow, h.short = narrow, narrow
	h.words()
	spare := []fyne.CanvasObject{h.counts, h.redo, h.clock} // that first which is missed least
	for _, o := range spare {
		kit.Show(o, true)
	}
	fits := func() bool { return h.row.MinSize().Width+min(h.name.NaturalWidth(), leastName) <= width-24 }
	if !fits() {
		h.short = true
		h.words()
	}
	for _, o := range spare {
		kit.Show(o, fits())
	}
}

// leastName is how much of a name is read in any case, px.
const leastName = 140

// clockPace is how often the clocks are shown anew while nothing else changes.
const clockPace = 30 * time.Second

// show shows the board as it is now, and soon again while a clock of it goes.
func (h *header) show() {
	b := h.b
	if kit.Show(h.problem, b.problem != nil); b.problem != nil {
		h.problem.SetText(b.faultNotice())
	}
	if h.column.Size().Height > 0 && h.column.MinSize().Height != h.column.Size().Height {
		b.frame.Refresh()
	}
	now := b.Now().Truncate(clockPace)
	if h.edition == b.edition && h.figures == b.foot.edition && h.shownAt.Equal(now) {
		return
	}
	h.edition, h.figures, h.shownAt = b.edition, b.foot.edition, now
	h.nextShow()
	for _, a := range b.view.Assets {
		if a.LinkDies.After(b.Now()) && b.screen.page == pageBoard {
			h.nextShow = b.After(clockPace, func() { b.Post(b.show) })
			break
		}
	}
	h.words()
	h.undo.SetWord(withKeys(lang.L("Undo"), stepText(b.view.Undo), "Z"))
	h.redo.SetWord(withKeys(lang.L("Redo"), stepText(b.view.Redo), "Y"))
	kit.Enable(h.undo, b.view.Undo != "" && b.locked() == "")
	kit.Enable(h.redo, b.view.Redo != "" && b.locked() == "")
	h.column.Refresh()
}

// withKeys names an action that is undone or done again, with its keys: "Undo: move shot 3  Ctrl+Z".
func withKeys(word, what string, key fyne.KeyName) string {
	if what != "" {
		word = lang.X("term and its meaning", "%[1]s: %[2]s", word, what)
	}
	return word + "  " + action.KeysWith(fyne.KeyModifierShortcutDefault, key)[0].Words(action.OnMac)
}

// words writes name, counts and clock.
func (h *header) words() {
	b := h.b
	h.name.SetText(b.view.Name)
	var whole time.Duration
	if parts := b.foot.parts[planning.RoughCut]; len(parts) > 0 {
		whole = parts[len(parts)-1].To
	}
	frames, shots := len(b.view.Frames), len(b.view.Shots)
	counts := []string{lang.N("%d keyframe", "%d keyframes", frames, frames), lang.N("%d shot", "%d shots", shots, shots), wording.Elapsed(whole)}
	if h.narrow {
		counts = counts[1:]
	}
	if b.view.Ref == "" { // it is still loading
		counts = nil
	}
	h.counts.SetText(strings.Join(counts, " · "))
	frame, dies := b.foot.frame, b.foot.dies
	kit.Show(h.ring, frame != "")
	if frame == "" {
		h.clock.SetText("")
		return
	}
	left, part, tone := reachable(dies, b.Now())
	at := lang.Clock(dies.In(b.Now().Location()))
	words := lang.L("Pictures reachable until %[1]s · %[2]s", at, left)
	switch {
	case tone == kit.ToneErr && left == "":
		words = lang.L("%s is no longer reachable", b.cardName(frame))
	case tone == kit.ToneErr:
		words = lang.L("%[1]s reachable until %[2]s · %[3]s", b.cardName(frame), at, left)
	case h.short:
		words = lang.L("until %[1]s · %[2]s", at, left)
	}
	h.ring.set(part, tone)
	h.clock.SetText(words)
	h.clock.SetColor(tone.Color())
}

// actions are what is done with all of the board.
func (h *header) actions() []action.Action {
	b := h.b
	return []action.Action{
		{ID: "board.list", Label: lang.L("Back to the boards"), Icon: resources.IconArrowLeft, Keys: action.KeysWith(fyne.KeyModifierAlt, fyne.KeyUp), Do: b.screen.showList},
		{ID: "board.rename", Label: lang.L("Rename…"), Icon: resources.IconPencil, Keys: action.BareKeys(fyne.KeyF2), Disabled: b.locked(), Do: b.rename},
		{ID: "board.trash", Label: lang.L("Move the board to the trash"), Icon: resources.IconTrash, Line: true, Disabled: b.locked(), Do: func() {
			ref, name := b.view.Ref, b.view.Name
			b.screen.showList()
			b.screen.list.toTrash(ref, name)
		}},
	}
}

// menu is what is done with all of the board, by every part of it; what belongs to the selected card has its own menu.
func (h *header) menu() []action.Action {
	var ofCard []string
	for _, a := range append(h.b.cardKeys.all(), append(h.b.player.playerActions(), h.b.cardKeys.compareFrame())...) {
		ofCard = append(ofCard, a.ID)
	}
	return slices.DeleteFunc(h.b.actions(), func(a action.Action) bool {
		return slices.Contains(ofCard, a.ID) || strings.HasPrefix(a.ID, "board.take") || a.ID == "board.inspect"
	})
}

func (b *board) rename() {
	askName(b, b.view.Name, func(name string) {
		b.edit(lang.L("rename to “%s”", name), func(x *boards.Board) { x.Name = name })
	})
}
