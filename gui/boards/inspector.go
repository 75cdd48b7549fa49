package boards

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	planning "viviscope/client/boards"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// inspector shows the shot or the keyframe that is selected, or what all of them have in common, and changes it. What is typed is in the
// board at once; the library has it when typing rests, and before anything else is done.
type inspector struct {
	b        *board
	shown    [2]string // the ref of the board and the card whose page is in front; "": that of the settings
	from     string    // the card that was selected when a person asked for the settings; "": nobody did
	card     *cardPage
	settings *settingsPage
	locked   bool // the board cannot be changed, for good

	icon       *kit.Icon
	title, of  *kit.Text
	steps      *fyne.Container
	more, away *kit.Button
	scroll     *container.Scroll
	line       *kit.Text // what the price is made of
	another    *kit.Button
	edits      *kit.Button // makes others from this keyframe
	why        *kit.Text   // nothing can be sent
	foot       *fyne.Container
	content    *fyne.Container
}

// inspectorInset is the room beside what is in the inspector, px.
const inspectorInset = 16

func newInspector(b *board) *inspector {
	n := &inspector{b: b, icon: kit.NewIcon(nil, 18, resources.Text1), of: smallText(), line: smallText().Wrap(true), why: smallText().Wrap(true)}
	n.title = kit.NewText("", resources.SizeH2, resources.Text1, true).Ellipsis()
	button := kit.NewIconButton
	n.more = button(resources.IconMore, lang.L("More"), func() {
		openMenu(b, n.more, append(b.cardKeys.all(), action.Action{Label: lang.L("Board settings"), Line: true, Do: n.showSettings})...)
	}).Small()
	n.steps = kit.NewRow(4, button(resources.IconChevronLeft, lang.L("Previous"), func() { n.step(-1) }).Small(),
		button(resources.IconChevronRight, lang.L("Next"), func() { n.step(1) }).Small(), n.more)
	n.away = button(resources.IconClose, lang.L("Close"), func() { b.toggleInspector(); b.Canvas().Focus(b.strip) }).Small()
	head := kit.NewRow(6, n.icon, n.title, n.of, kit.NewSpring(), n.steps, n.away)
	n.card, n.settings = newCardPage(n), newSettingsPage(n)
	n.scroll = container.NewVScroll(kit.NewInset(12, inspectorInset, 12, inspectorInset, kit.NewColumn(0, n.card.box, n.settings.box)))
	n.another = kit.NewButton("", nil, kit.Plain, func() {
		shown := n.another.Text()
		n.b.flush()
		b.foot.press(shown, b.foot.another(n.shown[1]))
	}).Large()
	n.edits = button(resources.IconChevronDown, lang.L("Make others from this"), n.openEdits).Large()
	n.foot = kit.NewColumn(0, kit.NewRule(), kit.NewInset(10, inspectorInset, 12, inspectorInset, kit.NewColumn(8,
		kit.NewBeside(8, 120, n.line, kit.NewLink(lang.L("Price table"), b.Navigator.ShowPrices)), n.why,
		container.NewBorder(nil, nil, nil, n.edits, n.another))))
	n.content = container.NewStack(kit.NewGround(resources.BgPanel), kit.NewFilled(0, n.scroll, kit.NewInset(0, inspectorInset, 0, inspectorInset,
		kit.NewFixed(0, headerHeight, head)), kit.NewRule(), n.scroll, n.foot))
	return n
}

// enable lets a person change what is in a page, or not.
func enable(o fyne.CanvasObject, on bool) {
	if d, ok := o.(fyne.Disableable); ok {
		kit.Enable(d, on)
	}
	if c, ok := o.(*fyne.Container); ok {
		for _, o := range c.Objects {
			enable(o, on)
		}
	}
}

// showSettings shows what the shots and keyframes have in common, until another card is selected.
func (n *inspector) showSettings() {
	n.from = n.b.card
	n.show()
	n.enter()
}

// show shows the board as it is now. It is called after each change and compares before it sets.
func (n *inspector) show() {
	b := n.b
	c, ok := b.selected()
	if n.from != b.card {
		n.from = ""
	}
	card, icon, title, of := b.card, resources.IconPicture, lang.L("Keyframe %d", c.Number), len(b.view.Frames)
	switch {
	case n.from != "" || !ok:
		card, icon, title = "", resources.IconSettings, lang.L("Board settings")
	case c.Shot >= 0:
		icon, title, of = resources.IconFilm, lang.L("Shot %d", c.Number), len(b.view.Shots)
	}
	now := [2]string{b.view.Ref, card}
	other := now != n.shown
	if other {
		n.b.saveTyped()
		n.shown = now
		n.icon.Set(icon, resources.Text1)
		n.scroll.ScrollToTop()
	}
	if locked := b.view.Ref != "" && b.commits != nil && b.locked() != ""; locked != n.locked {
		n.locked = locked
		enable(n.card.box, !locked)
		enable(n.card.takes.box, true)
		enable(n.settings.box, !locked)
	}
	n.title.SetText(title)
	n.of.SetText(lang.L("of %d", of))
	kit.Show(n.of, card != "")
	kit.Show(n.steps, card != "")
	if kit.Show(n.card.box, card != ""); card != "" {
		n.card.show(card, other)
	}
	if kit.Show(n.settings.box, card == "" && b.view.Ref != ""); n.settings.box.Visible() {
		n.settings.show(other)
	}
	n.showFoot()
	n.refit()
}

// refit lays the page out again after something of it came, went or grew.
func (n *inspector) refit() {
	kit.Refit(n.content)
	kit.Follow(n.scroll, n.scroll.Content)
}

// showFoot shows what one more take costs.
func (n *inspector) showFoot() {
	f, card, c := n.b.foot, n.shown[1], n.card.click
	// What comes from elsewhere is not made, and what has no words not yet.
	on := card != "" && n.b.locked() == "" && len(c.Items) > 0 && (n.b.view.ShotByID(card) >= 0 || n.b.view.Want(card).Prompt != "")
	if kit.Show(n.foot, on); on {
		why, off := f.why(), f.off() != ""
		last, t := c.Items[len(c.Items)-1], tariffOf(c.Quote)
		n.line.SetText(t.Line(last.Order, t.Quote(last.Order)))
		n.another.SetText(f.label(c))
		kit.ShowText(n.why, why)
		kit.Enable(n.another, !off)
		kit.Show(n.edits, n.b.view.ShotByID(card) < 0 && len(f.edits(card).Items) > 0)
		kit.Enable(n.edits, !off)
	}
}

// openEdits offers to make the keyframes that are to be edits of this one, and that can be.
func (n *inspector) openEdits() {
	n.b.flush()
	frame := n.shown[1]
	c := n.b.foot.edits(frame)
	openMenu(n.b, n.edits, action.Action{Label: n.b.foot.label(c), Do: func() { n.makeEdits(frame, c) }})
}

// makeEdits makes the keyframes of a click edits of this one, and orders them.
func (n *inspector) makeEdits(frame string, c offer) {
	label := n.b.foot.label(c)
	if slices.ContainsFunc(c.Cards, func(card string) bool { return n.b.view.Want(card).From.Frame != frame }) {
		n.b.edit(lang.L("make others from %s", n.b.cardName(frame)), func(x *boards.Board) { planning.MakeEditsOf(x, frame, c.Cards) })
	}
	n.b.foot.press(label, c)
}

// step selects the next card of the same kind, or the one before.
func (n *inspector) step(by int) {
	now, _ := n.b.selected()
	same := n.b.ids(now.Shot >= 0)
	if i := slices.Index(same, n.b.card) + by; i >= 0 && i < len(same) {
		n.b.choose(same[i])
	}
}

// enter brings the keyboard to the first field.
func (n *inspector) enter() {
	n.b.showInspector()
	n.b.Canvas().Focus(n.first())
}

func (n *inspector) first() fyne.Focusable {
	if n.shown[1] == "" {
		return n.settings.style
	}
	return n.card.first()
}

func (n *inspector) actions() []action.Action {
	list := []action.Action{
		{ID: "board.inspect", Label: lang.L("Details"), Keys: action.BareKeys(fyne.KeyReturn), Do: n.enter},
		{ID: "board.settings", Label: lang.L("Board settings"), Do: n.showSettings},
	}
	for i := range 9 {
		number, card := lang.Number(i+1), n.shown[1]
		take := action.Action{ID: "board.take." + number, Label: lang.L("Choose take %s", number), Keys: action.BareKeys(fyne.KeyName(number)),
			Do: func() { n.b.chooseTake(card, i) }}
		if i >= len(n.b.view.Takes(card)) {
			take.Disabled = lang.L("There is no such take.")
		}
		list = append(list, take)
	}
	return list
}
