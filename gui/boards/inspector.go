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

// inspectorInset is the padding beside the content of the inspector, px.
const inspectorInset = 16

// cardInspector shows and changes the selected shot or keyframe, or the settings of the board.
type cardInspector struct {
	m  *boardModel
	to inspectorRoutes

	shown    inspected
	from     string // the card that was selected when the user asked for the settings; "": the user did not
	card     *cardPage
	settings *settingsPage
	locked   bool // the fields are disabled

	icon      *kit.Icon
	title, of *kit.Text
	steps     *fyne.Container
	more      *kit.Button
	closer    *kit.Button // in a narrow window
	scroll    *kit.Scroll
	line      *kit.Text // what the price consists of
	another   *kit.Button
	edits     *kit.Button // makes others from this keyframe
	why       *kit.Text   // why nothing can be sent
	foot      *fyne.Container
	content   *fyne.Container
}

// inspected identifies a page of the inspector.
type inspected struct{ board, card string } // card "": the settings

// inspectorRoutes are the calls from the inspector to the page.
type inspectorRoutes struct {
	show     func() // the inspector, in a narrow window
	close    func()
	cardMenu func() []action.Action
	send     func() // Ctrl+Enter in a field
}

func newInspector(m *boardModel, to inspectorRoutes) *cardInspector {
	n := &cardInspector{m: m, to: to, icon: kit.NewIcon(nil, 18, resources.Text1), of: smallText(),
		line: smallText().Wrap(true), why: smallText().Wrap(true)}
	pages := pageRoutes{send: to.send, refit: n.refit, refresh: n.show, settings: n.showSettings}
	n.card, n.settings = newCardPage(m, pages), newSettingsPage(m, pages)
	n.scroll = kit.NewVScroll(kit.NewInset(12, inspectorInset, 12, inspectorInset,
		kit.NewColumn(0, n.card.box, n.settings.box)))
	n.foot = n.newFoot()
	head := kit.NewInset(0, inspectorInset, 0, inspectorInset, kit.NewFixed(0, headerHeight, n.newHead()))
	n.content = container.NewStack(kit.NewGround(resources.BgPanel),
		kit.NewFilled(0, n.scroll, head, kit.NewRule(), n.scroll, n.foot),
		kit.NewFloat(n.scroll, n.card.fields.Notice, n.settings.picture.Notice, n.settings.clip.Notice,
			n.settings.finals.clip.Notice), n.card.fields.Names)
	return n
}

// newHead returns the row with the title and the buttons.
func (n *cardInspector) newHead() fyne.CanvasObject {
	button := kit.NewIconButton
	n.title = kit.NewText("", resources.SizeH2, resources.Text1, true).Ellipsis()
	n.more = button(resources.IconMore, lang.L("More"), func() {
		settings := action.Action{Label: lang.L("Board settings"), Line: true, Do: n.showSettings}
		openMenu(n.m, n.more, append(n.to.cardMenu(), settings)...)
	}).Small()
	n.steps = kit.NewRow(4, button(resources.IconChevronLeft, lang.L("Previous"), func() { n.step(-1) }).Small(),
		button(resources.IconChevronRight, lang.L("Next"), func() { n.step(1) }).Small(), n.more)
	n.closer = button(resources.IconClose, lang.L("Close"), n.to.close).Small()
	return kit.NewRow(6, n.icon, n.title, n.of, kit.NewSpring(), n.steps, n.closer)
}

// newFoot returns the price of one more take, and the buttons that order it.
func (n *cardInspector) newFoot() *fyne.Container {
	n.another = kit.NewButton("", nil, kit.Plain, func() {
		shown := n.another.Text()
		n.m.flush()
		n.m.orders.press(shown, n.m.offers.another(n.shown.card))
	}).Large().Settles()
	n.edits = kit.NewIconButton(resources.IconChevronDown, lang.L("Make others from this"), n.openEdits).Large()
	line := kit.NewBeside(8, 120, n.line, kit.NewLink(lang.L("Price table"), n.m.Navigator.ShowPrices))
	buttons := container.NewBorder(nil, nil, nil, n.edits, n.another)
	return kit.NewColumn(0, kit.NewRule(), kit.NewInset(10, inspectorInset, 12, inspectorInset,
		kit.NewColumn(8, line, n.why, buttons)))
}

// enable enables or disables all controls of a page.
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

// showSettings shows the settings of the board until another card is selected.
func (n *cardInspector) showSettings() {
	n.from = n.m.card
	n.show()
	n.enter()
}

// show shows the document.
func (n *cardInspector) show() {
	m := n.m
	c, ok := m.selected()
	if n.from != m.card {
		n.from = ""
	}
	card, icon, title, of := m.card, resources.IconPicture, lang.L("Keyframe %d", c.Number), len(m.view.Frames)
	switch {
	case n.from != "" || !ok:
		card, icon, title = "", resources.IconSettings, lang.L("Board settings")
	case c.Shot >= 0:
		icon, title, of = resources.IconFilm, lang.L("Shot %d", c.Number), len(m.view.Shots)
	}
	now := inspected{m.view.Ref, card}
	other := now != n.shown
	if other {
		n.m.saveTyped()
		n.shown = now
		n.icon.Set(icon, resources.Text1)
		n.scroll.ScrollToTop()
	}
	locked := m.view.Ref != "" && m.commits != nil && m.locked() != ""
	if locked != n.locked {
		n.locked = locked
		enable(n.card.box, !locked)
		enable(n.card.takes.box, true)
		enable(n.settings.box, !locked)
	}
	n.title.SetText(title)
	n.of.SetText(lang.L("of %d", of))
	kit.Show(n.of, card != "")
	kit.Show(n.steps, card != "")
	kit.Show(n.card.box, card != "")
	if card != "" {
		n.card.show(card, other)
	}
	kit.Show(n.settings.box, card == "" && m.view.Ref != "")
	if n.settings.box.Visible() {
		n.settings.show(other)
	}
	n.showFoot()
	n.refit()
}

// refit lays the page out again.
func (n *cardInspector) refit() {
	kit.Refit(n.content)
	kit.Follow(n.scroll, n.scroll.Content)
}

// showFoot shows the price of one more take. It is hidden for a keyframe without a prompt or with a picture from
// elsewhere, because nothing can be made for it.
func (n *cardInspector) showFoot() {
	m, card, o := n.m, n.shown.card, n.card.offer
	isShot := m.view.ShotByID(card) >= 0
	on := card != "" && m.locked() == "" && len(o.Items) > 0 && (isShot || m.view.Want(card).Prompt != "")
	kit.Show(n.foot, on)
	if !on {
		return
	}
	last, tariff, open := o.Items[len(o.Items)-1], tariffOf(o.Quote), m.orders.locked() == ""
	n.line.SetText(tariff.Line(last.Order, tariff.Quote(last.Order)))
	n.another.SetText(m.offers.label(o))
	kit.ShowText(n.why, m.orders.shownReason())
	kit.Enable(n.another, open)
	kit.Show(n.edits, !isShot && len(m.offers.edits(card).Items) > 0)
	kit.Enable(n.edits, open)
}

// openEdits opens the menu that makes other keyframes from this one.
func (n *cardInspector) openEdits() {
	n.m.flush()
	frame := n.shown.card
	o := n.m.offers.edits(frame)
	openMenu(n.m, n.edits, action.Action{Label: n.m.offers.label(o), Do: func() { n.makeEdits(frame, o) }})
}

// makeEdits changes the keyframes of an offer to edits of this one, and orders them.
func (n *cardInspector) makeEdits(frame string, o offer) {
	label := n.m.offers.label(o)
	isOther := func(card string) bool { return n.m.view.Want(card).From.Frame != frame }
	if slices.ContainsFunc(o.Cards, isOther) {
		step := lang.L("make others from %s", n.m.cardName(frame))
		n.m.edit(step, func(x *boards.Board) { planning.MakeEditsOf(x, frame, o.Cards) })
	}
	n.m.orders.press(label, o)
}

// step selects the next card of the same kind, or the previous one.
func (n *cardInspector) step(by int) {
	now, _ := n.m.selected()
	same := n.m.ids(now.Shot >= 0)
	if i := slices.Index(same, n.m.card) + by; i >= 0 && i < len(same) {
		n.m.choose(same[i])
	}
}

// enter moves the keyboard focus to the first field.
func (n *cardInspector) enter() {
	n.to.show()
	n.m.Canvas().Focus(n.first())
}

func (n *cardInspector) first() fyne.Focusable {
	if n.shown.card == "" {
		return n.settings.style
	}
	return n.card.first()
}

func (n *cardInspector) inspectorActions() []action.Action {
	list := []action.Action{
		{ID: "board.inspect", Label: lang.L("Details"), Keys: action.BareKeys(fyne.KeyReturn), Do: n.enter},
		{ID: "board.settings", Label: lang.L("Board settings"), Do: n.showSettings},
	}
	for i := range 9 {
		number, card := lang.Number(i+1), n.shown.card
		take := action.Action{ID: "board.take." + number, Label: lang.L("Choose take %s", number),
			Keys: action.BareKeys(fyne.KeyName(number)), Do: func() { n.m.chooseTake(card, i) }}
		if i >= len(n.m.view.Takes(card)) {
			take.Disabled = lang.L("There is no such take.")
		}
		list = append(list, take)
	}
	return list
}
