package boards

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// rest is how long nothing is typed before what was typed goes into the board.
const rest = 700 * time.Millisecond

// inspector shows the shot or the keyframe that is selected, or what all of them have in common, and changes it. What is typed stays in its
// draft at once, and goes into the board when typing rests, when the keyboard leaves it, and before anything else is done.
type inspector struct {
	b        *board
	card     string // whose page is in front; "": that of the settings
	from     string // the card that was selected when a person asked for the settings; "": nobody did
	shot     *shotPage
	keyframe *keyframePage
	settings *settingsPage
	page     inspected   // in front; nil: no board is
	stop     func() bool // ends the wait for a rest; nil: nothing is typed

	icon       *widgets.Icon
	title, of  *widgets.Text
	steps      *fyne.Container
	more, away *widgets.Button
	head       *fyne.Container
	scroll     *container.Scroll
	line       *widgets.Text // what the price is made of
	another    *widgets.Button
	edits      *widgets.Button // makes others from this keyframe
	why        *widgets.Text   // nothing can be sent
	foot       *fyne.Container
	content    *fyne.Container
}

// inspected is a page of the inspector.
type inspected interface {
	object() fyne.CanvasObject
	first() fyne.Focusable        // where the keyboard goes
	show(card string, other bool) // other: than was shown before
	commit()                      // puts what is typed into the board
}

// inspectorInset is the room beside what is in the inspector, px.
const inspectorInset = 16

func newInspector(b *board) *inspector {
	n := &inspector{b: b, icon: widgets.NewIcon(nil, 18, resources.Text1)}
	n.title = widgets.NewText("", resources.SizeH2, resources.Text1, true).Ellipsis()
	n.of = widgets.NewText("", resources.SizeSM, resources.Text2, false)
	button := widgets.NewIconButton
	n.more = button(resources.IconMore, lang.L("More"), n.openMore).Small()
	n.steps = widgets.NewRow(4, button(resources.IconChevronLeft, lang.L("Previous"), func() { n.step(-1) }).Small(),
		button(resources.IconChevronRight, lang.L("Next"), func() { n.step(1) }).Small(), n.more)
	n.away = button(resources.IconClose, lang.L("Close"), func() { b.toggleInspector(); b.Canvas().Focus(b.strip) }).Small()
	n.head = widgets.NewRow(6, n.icon, n.title, n.of, widgets.NewSpring(), n.steps, n.away)
	n.shot, n.keyframe, n.settings = newShotPage(n), newKeyframePage(n), newSettingsPage(n)
	pages := widgets.NewColumn(0, n.shot.box, n.keyframe.box, n.settings.box)
	n.scroll = container.NewVScroll(widgets.NewInset(12, inspectorInset, 12, inspectorInset, pages))
	n.line = widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
	n.why = widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
	n.another = widgets.NewButton("", nil, widgets.Plain, func() {
		shown := n.another.Text()
		n.flush() // the price is that of what is typed
		b.foot.press(shown, b.foot.another(n.card))
	}).Large()
	n.edits = button(resources.IconChevronDown, lang.L("Make others from this"), n.openEdits).Large()
	n.foot = widgets.NewColumn(0, widgets.NewRule(), widgets.NewInset(10, inspectorInset, 12, inspectorInset, widgets.NewColumn(8,
		widgets.NewBeside(8, 120, n.line, widgets.NewLink(lang.L("Price table"), b.Nav.ShowPrices)), n.why,
		container.NewBorder(nil, nil, nil, n.edits, n.another))))
	head := widgets.NewColumn(0, widgets.NewInset(0, inspectorInset, 0, inspectorInset, widgets.NewFixed(0, headerHeight, n.head)), widgets.NewRule())
	n.content = container.NewStack(widgets.NewGround(resources.BgPanel), widgets.NewFilled(0, n.scroll, head, n.scroll, n.foot))
	return n
}

func (n *inspector) object() fyne.CanvasObject { return n.content }

// typing notes that a person typed something, which goes into the board once that rests.
func (n *inspector) typing() {
	if n.stop != nil {
		n.stop()
	}
	n.stop = n.b.After(rest, func() { n.b.Post(n.flush) })
	n.show()
}

// flush puts what is typed into the board.
func (n *inspector) flush() {
	if n.stop != nil {
		n.stop()
		n.stop = nil
		n.page.commit()
	}
}

// left is told by a text that the keyboard leaves.
func (n *inspector) left(got bool) {
	if !got {
		n.flush()
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
	v, b := n.b.view, n.b
	c, ok := b.selected()
	if n.from != b.card {
		n.from = ""
	}
	page, card, icon, title, count := inspected(n.settings), "", resources.IconSettings, lang.L("Board settings"), 0
	switch {
	case n.from != "" || !ok:
	case c.Shot >= 0:
		page, card, icon, count = n.shot, b.card, resources.IconFilm, len(v.Shots)
		title = lang.L("Shot %d", c.Number)
	default:
		page, card, icon, count = n.keyframe, b.card, resources.IconPicture, len(v.Frames)
		title = lang.L("Keyframe %d", c.Number)
	}
	other := page != n.page || card != n.card
	if other {
		n.flush() // of the page before
		n.page, n.card = page, card
		n.icon.Set(icon, resources.Text1)
		n.scroll.ScrollToTop()
	}
	n.title.SetText(title)
	n.of.SetText(lang.L("of %d", count))
	widgets.Show(n.of, card != "")
	widgets.Show(n.steps, card != "")
	for _, p := range []inspected{n.shot, n.keyframe, n.settings} {
		widgets.Show(p.object(), p == page && v.Ref != "")
	}
	if v.Ref != "" {
		page.show(card, other)
	}
	n.showFoot()
	n.head.Refresh()
	n.refit()
}

// refit lays the page out again after something of it came, went or grew.
func (n *inspector) refit() {
	for range 2 { // a text that was put in tells its height once it is laid out
		n.scroll.Refresh()
	}
	widgets.Follow(n.scroll, n.scroll.Content)
}

// showFoot shows what one more take costs.
func (n *inspector) showFoot() {
	f := n.b.foot
	var o offer
	if n.card != "" && n.b.locked() == "" {
		o = f.another(n.card)
	}
	on := o.click != nil && len(o.items) > 0 // a picture of the gallery is not made
	if widgets.Show(n.foot, on); on {
		why := f.off()
		last, t := o.items[len(o.items)-1], o.tariff()
		n.line.SetText(t.Line(last.order, t.Quote(last.order)))
		n.another.SetText(f.label(o))
		n.why.SetText(why)
		widgets.Show(n.why, why != "")
		widgets.Enable(n.another, why == "")
		widgets.Show(n.edits, len(f.edits(n.card).items) > 0)
		widgets.Enable(n.edits, why == "")
	}
	n.content.Refresh()
}

// openEdits offers to make the keyframes that are to be edits of this one.
func (n *inspector) openEdits() {
	n.flush()
	o := n.b.foot.edits(n.card)
	label := n.b.foot.label(o)
	n.openMenu(n.edits, action.Action{Label: label, Do: func() { n.b.foot.press(label, o) }})
}

// openMore opens the menu of what can be done with the card.
func (n *inspector) openMore() {
	n.flush()
	n.openMenu(n.more, append(n.b.strip.actions(), action.Action{Label: lang.L("Board settings"), Line: true, Do: n.showSettings})...)
}

// openMenu opens a menu below a control.
func (n *inspector) openMenu(below fyne.CanvasObject, list ...action.Action) {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(below).AddXY(0, below.Size().Height)
	widgets.ShowMenu(n.b.Canvas(), action.Menu(list, n.b.Post), at)
}

// step selects the next card of the same kind, or the one before.
func (n *inspector) step(by int) {
	now, _ := n.b.selected()
	same := n.b.ids(now.Shot >= 0)
	if i := slices.Index(same, n.b.card) + by; i >= 0 && i < len(same) {
		n.b.choose(same[i])
	}
}

// ids are those of the shots, or of the keyframes, in the order of the strip, each once.
func (b *board) ids(shots bool) (all []string) {
	for _, c := range b.view.Strip() {
		if id := b.id(c); (c.Shot >= 0) == shots && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

// enter brings the keyboard to the first field.
func (n *inspector) enter() {
	n.b.showInspector()
	n.b.Canvas().Focus(n.page.first())
}

func (n *inspector) actions() []action.Action {
	list := []action.Action{
		{ID: "board.inspect", Label: lang.L("Details"), Keys: action.BareKeys(fyne.KeyReturn), Do: n.enter},
		{ID: "board.settings", Label: lang.L("Board settings"), Do: n.showSettings},
	}
	for i := range 9 {
		number := lang.Number(i + 1)
		take := action.Action{ID: "board.take." + number, Label: lang.L("Choose take %s", number), Keys: action.BareKeys(fyne.KeyName(number)),
			Do: func() { n.b.chooseTake(n.card, i) }}
		if i >= len(n.b.view.Takes(n.card)) {
			take.Disabled = lang.L("There is no such take.")
		}
		list = append(list, take)
	}
	return list
}

// chooseTake chooses a take of a card, by its place.
func (b *board) chooseTake(card string, i int) {
	list := b.view.Takes(card)
	if i >= len(list) || list[i].Asset.ID == 0 {
		return
	}
	b.inspector.flush()
	b.edit(lang.L("choose take %[1]d of %[2]s", i+1, b.cardName(card)), func(x *boards.Board) {
		if j := x.ShotByID(card); j >= 0 {
			x.Shots[j].Chosen = list[i].Asset.Ref
		} else if j := x.FrameByID(card); j >= 0 {
			x.Frames[j].Chosen = list[i].Asset.Ref
		}
	})
}
