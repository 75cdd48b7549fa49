package boards

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/resources"
)

// rest is how long nothing is typed before what was typed goes into the library.
const rest = 700 * time.Millisecond

// mostUnsaved is how long a user who never pauses types before that goes into the library: a kill loses no more.
const mostUnsaved = 2 * time.Second

// retryAfter is how long it takes until what could not be written is tried again.
const retryAfter = 10 * time.Second

// inspector shows the shot or the keyframe that is selected, or what all of them have in common, and changes it. What is typed is in the
// board at once; the library has it when typing rests, and before anything else is done.
type inspector struct {
	b        *board
	shown    [2]string // the ref of the board and the card whose page is in front; "": that of the settings
	from     string    // the card that was selected when a person asked for the settings; "": nobody did
	card     *cardPage
	settings *settingsPage
	stop     func() bool // ends the wait for a rest; nil: nothing is typed
	began    time.Time   // when what is typed and not written began
	fresh    []func()    // types again what the library may not have
	locked   bool        // the board cannot be changed, for good

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

// smallText is a text that stands beside or below a control.
func smallText() *kit.Text { return kit.NewText("", resources.SizeSM, resources.Text2, false) }

func newInspector(b *board) *inspector {
	n := &inspector{b: b, icon: kit.NewIcon(nil, 18, resources.Text1), of: smallText(), line: smallText().Wrap(true), why: smallText().Wrap(true)}
	n.title = kit.NewText("", resources.SizeH2, resources.Text1, true).Ellipsis()
	button := kit.NewIconButton
	n.more = button(resources.IconMore, lang.L("More"), func() {
		b.openMenu(n.more, append(b.strip.actions(), action.Action{Label: lang.L("Board settings"), Line: true, Do: n.showSettings})...)
	}).Small()
	n.steps = kit.NewRow(4, button(resources.IconChevronLeft, lang.L("Previous"), func() { n.step(-1) }).Small(),
		button(resources.IconChevronRight, lang.L("Next"), func() { n.step(1) }).Small(), n.more)
	n.away = button(resources.IconClose, lang.L("Close"), func() { b.toggleInspector(); b.Canvas().Focus(b.strip) }).Small()
	head := kit.NewRow(6, n.icon, n.title, n.of, kit.NewSpring(), n.steps, n.away)
	n.card, n.settings = newCardPage(n), newSettingsPage(n)
	n.scroll = container.NewVScroll(kit.NewInset(12, inspectorInset, 12, inspectorInset, kit.NewColumn(0, n.card.box, n.settings.box)))
	n.another = kit.NewButton("", nil, kit.Plain, func() {
		shown := n.another.Text()
		n.flush()
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

// typed changes the board as a person types.
func (n *inspector) typed(what string, fn func(*boards.Board)) {
	b := n.b
	if !b.change(what, fn, func() { n.typed(what, fn) }) {
		return
	}
	n.fresh = append(n.fresh, func() { n.typed(what, fn) })
	begins := n.stop == nil
	if begins {
		n.began = b.Now()
	}
	if n.wait(max(min(rest, n.began.Add(mostUnsaved).Sub(b.Now())), 0)); begins {
		b.strip.plane.Update() // the card is being described
	}
	n.show()
}

// wait has what is in the board be written after a while.
func (n *inspector) wait(d time.Duration) {
	if n.stop == nil {
		n.b.unsaved++
	} else {
		n.stop()
	}
	n.stop = n.b.After(d, func() { n.b.Post(n.flush) })
}

// flush puts what is typed into the library, and shows it everywhere.
func (n *inspector) flush() {
	if n.keep() {
		n.b.show()
	}
}

// keep puts what is typed into the library, if anything is.
func (n *inspector) keep() bool {
	if n.stop == nil {
		return false
	}
	n.forget()
	n.b.unsaved--
	n.b.save(n.b.view.Undo)
	return true
}

// forget has what is typed not be written.
func (n *inspector) forget() {
	if n.stop != nil {
		n.stop()
		n.stop = nil
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
		n.keep()
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
	on := card != "" && n.b.locked() == "" && len(c.items) > 0 && (n.b.view.ShotByID(card) >= 0 || n.b.view.Want(card).Prompt != "")
	if kit.Show(n.foot, on); on {
		why, off := f.why(), f.off() != ""
		last, t := c.items[len(c.items)-1], c.tariff()
		n.line.SetText(t.Line(last.order, t.Quote(last.order)))
		n.another.SetText(f.label(c))
		kit.ShowText(n.why, why)
		kit.Enable(n.another, !off)
		kit.Show(n.edits, n.b.view.ShotByID(card) < 0 && len(f.edits(card).items) > 0)
		kit.Enable(n.edits, !off)
	}
}

// openEdits offers to make the keyframes that are to be edits of this one, and that can be.
func (n *inspector) openEdits() {
	n.flush()
	frame := n.shown[1]
	c := n.b.foot.edits(frame)
	n.b.openMenu(n.edits, action.Action{Label: n.b.foot.label(c), Do: func() { n.makeEdits(frame, c) }})
}

// makeEdits makes the keyframes of a click edits of this one, and orders them.
func (n *inspector) makeEdits(frame string, c *click) {
	label := n.b.foot.label(c)
	if slices.ContainsFunc(c.cards, func(card string) bool { return n.b.view.Want(card).From.Frame != frame }) {
		n.b.edit(lang.L("make others from %s", n.b.cardName(frame)), editsOf(frame, c.cards))
	}
	n.b.foot.press(label, c)
}

// openMenu opens a menu below a control.
func (s *Screen) openMenu(below fyne.CanvasObject, list ...action.Action) {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(below).AddXY(0, below.Size().Height+2)
	kit.ShowMenu(s.Canvas(), action.Menu(list, s.Post), at)
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
	seen := map[string]bool{}
	for _, c := range b.view.Strip() {
		if (c.Shot >= 0) == shots && !seen[c.ID] {
			seen[c.ID] = true
			all = append(all, c.ID)
		}
	}
	return all
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

// chooseTake chooses a take of a card, by its place.
func (b *board) chooseTake(card string, i int) {
	list := b.view.Takes(card)
	if i >= len(list) || list[i].Asset.ID == 0 {
		return
	}
	ref := list[i].Asset.Ref
	b.edit(lang.L("choose take %[1]d of %[2]s", i+1, b.cardName(card)), ofCard(card, func(s *boards.Shot) { s.Chosen = ref }, func(f *boards.Frame) { f.Chosen = ref }))
}

// ofCard changes a shot or a keyframe, if it is still on the board.
func ofCard(id string, shot func(*boards.Shot), frame func(*boards.Frame)) func(*boards.Board) {
	return func(x *boards.Board) {
		if i := x.ShotByID(id); i >= 0 {
			shot(&x.Shots[i])
		} else if i := x.FrameByID(id); i >= 0 {
			frame(&x.Frames[i])
		}
	}
}

// assetPicture is a picture that shows an asset.
type assetPicture struct {
	*kit.Picture
	load *media.Preview
	s    *Screen
}

func newAssetPicture(s *Screen, size fyne.Size) *assetPicture {
	p := &assetPicture{Picture: kit.NewPicture(size), s: s}
	p.load = media.NewPreview(s.Pictures, func() { p.SetImage(p.load.Image) })
	return p
}

// show shows an asset; zero: the mat.
func (p *assetPicture) show(a db.Asset) {
	p.load.Load(a, int(p.MinSize().Width*p.s.Canvas().Scale()+0.5))
	if p.Image() != p.load.Image {
		p.SetImage(p.load.Image)
	}
}
