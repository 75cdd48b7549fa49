package viewer

import (
	"image/color"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/viewer/compare"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// state is the one that the viewer is in.
func (s *Screen) state() uint8 {
	switch {
	case s.comparison.on && s.comparison.clips:
		return action.OfClips
	case s.comparison.on:
		return action.OfPair
	case s.asset.Kind == db.Clip:
		return action.OfClip
	case s.asset.Kind == db.Picture:
		return action.OfPicture
	}
	return action.OfNothing
}

// jumpLong is how far the keys that jump go.
const jumpLong = 5 * time.Second

// volumeStep is how much louder a key makes it, of 100.
const volumeStep = 5

// swapKey swaps the two sides of a comparison. Its button shows it.
const swapKey = fyne.KeyX

// Key does what a key means, and reports whether it means anything: for the window, while no control has the focus. Keys are told by
// their names and no characters: Fyne names a key after the letter that it types, whichever keyboard that is.
func (s *Screen) Key(e *fyne.KeyEvent) bool {
	if !s.open {
		return false
	}
	a, ok := action.Find(s.Actions(), action.PressedChord(e))
	switch {
	case !ok:
		return false
	case a.Do == nil && !a.Held: // the divider of two pictures
		s.comparison.pair.Key(e)
	default:
		a.Press(e.Name, s.d.Post)
	}
	return true
}

// table lists what can be done besides what can be done with assets everywhere. No two that are possible in one state have a key in common.
func (s *Screen) table() []action.Action {
	t := &actionTable{}
	s.comparing(t)
	s.ofClip(t)
	s.ofPicture(t)
	s.ofAll(t)
	return t.list
}

// actionTable is filled group by group.
type actionTable struct {
	list  []action.Action
	group string
	when  uint8
}

func (t *actionTable) add(id, label string, do func(), names ...fyne.KeyName) *action.Action {
	t.list = append(t.list, action.Action{
		ID: id, Group: lang.L("Viewer: %s", t.group), Label: label, Keys: action.BareKeys(names...),
		Scope: action.Scope{In: "viewer", When: t.when}, Do: do,
	})
	return &t.list[len(t.list)-1]
}

// hold adds what lasts while Space is held.
func (t *actionTable) hold(id, label string) {
	a := t.add(id, label, nil, fyne.KeySpace)
	a.Held, a.Says = true, lang.X("key", "hold Space")
}

// comparing are the actions of two that are compared.
func (s *Screen) comparing(t *actionTable) {
	v := s.comparison
	t.group, t.when = lang.L("comparison"), action.OfClips
	t.add("viewer/both/play", lang.L("Play, pause both clips"), v.toggle, fyne.KeySpace, fyne.KeyK)
	t.add("viewer/both/frameBack", lang.L("One frame back"), func() { v.frames(-1) }, fyne.KeyComma)
	t.add("viewer/both/frameOn", lang.L("One frame forward"), func() { v.frames(1) }, fyne.KeyPeriod)
	t.add("viewer/both/back", lang.L("5 s back"), func() { v.seek(-jumpLong) }, fyne.KeyJ)
	t.add("viewer/both/on", lang.L("5 s forward"), func() { v.seek(jumpLong) }, fyne.KeyL)
	join := t.add("viewer/both/join", lang.L("Join…"), func() { s.d.Exchange.Join(v.other.ID, s.asset.ID) })
	join.Icon, join.Keys = resources.IconFilm, action.KeysWith(fyne.KeyModifierShortcutDefault, fyne.KeyJ)
	t.when = action.OfTwo
	t.add("viewer/swap", lang.L("Swap A and B"), v.pair.Swap, swapKey)
	modes := compare.ModeWords()
	for _, m := range []struct {
		id   string
		mode compare.Mode
		key  fyne.KeyName
	}{
		{"viewer/side", compare.Side, fyne.KeyS}, {"viewer/difference", compare.Difference, fyne.KeyD},
		{"viewer/onlyA", compare.OnlyA, fyne.Key1}, {"viewer/onlyB", compare.OnlyB, fyne.Key2},
	} {
		a := t.add(m.id, modes[m.mode], func() { v.pair.Turn(m.mode) }, m.key)
		if m.mode == compare.Difference { // clips have none
			a.Scope.When = action.OfPair
		}
	}
	t.add("viewer/both/larger", lang.L("Larger"), func() { v.pair.ZoomBy(zoomStep) }, fyne.KeyPlus, fyne.KeyEqual)
	t.add("viewer/both/smaller", lang.L("Smaller"), func() { v.pair.ZoomBy(1 / zoomStep) }, fyne.KeyMinus)
	t.add("viewer/both/whole", lang.X("size", "Fit"), v.pair.Fit, fyne.Key0)
	divider := t.add("viewer/divider", lang.L("Move the divider, ten times as far"), nil, fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown)
	divider.Says = action.KeyList(action.BareKeys(fyne.KeyLeft, fyne.KeyRight)) + ", Shift"
	t.when = action.OfPair
	t.hold("viewer/other", lang.L("Show the other one"))
}

// zoomStep is how much larger a key makes two that are compared.
const zoomStep = 1.25

// ofClip are the actions of a clip.
func (s *Screen) ofClip(t *actionTable) {
	c := s.clip
	t.group, t.when = lang.L("clips"), action.OfClip
	t.add("viewer/play", lang.L("Play, pause"), c.toggle, fyne.KeySpace, fyne.KeyK)
	t.add("viewer/back", lang.L("5 s back"), func() { c.jump(-jumpLong) }, fyne.KeyJ)
	t.add("viewer/on", lang.L("5 s forward"), func() { c.jump(jumpLong) }, fyne.KeyL)
	t.add("viewer/frameBack", lang.L("One frame back"), func() { c.frames(-1) }, fyne.KeyComma)
	t.add("viewer/frameOn", lang.L("One frame forward"), func() { c.frames(1) }, fyne.KeyPeriod)
	t.add("viewer/firstFrame", lang.L("First frame"), func() { c.toEnd(false) }, fyne.KeyLeftBracket)
	t.add("viewer/lastFrame", lang.L("Last frame"), func() { c.toEnd(true) }, fyne.KeyRightBracket)
	t.add("viewer/loopFrom", lang.L("Loop from here"), func() { c.markLoop(false) }, fyne.KeyI)
	t.add("viewer/loopTo", lang.L("Loop to here"), func() { c.markLoop(true) }, fyne.KeyO)
	t.add("viewer/loop", lang.L("Loop on, off"), c.toggleLoop, fyne.KeyR)
	t.add("viewer/sound", lang.L("Sound off, on"), c.toggleMute, fyne.KeyM)
	t.add("viewer/words", lang.L("Show or hide subtitles"), c.toggleWords, fyne.KeyV)
	t.add("viewer/louder", lang.L("Louder"), func() { c.setVolume(s.memory.Volume + volumeStep) }, fyne.KeyUp)
	t.add("viewer/quieter", lang.L("Quieter"), func() { c.setVolume(s.memory.Volume - volumeStep) }, fyne.KeyDown)
	t.add("viewer/faster", lang.L("Faster"), func() { c.stepSpeed(1) }, fyne.KeyPlus, fyne.KeyEqual)
	t.add("viewer/slower", lang.L("Slower"), func() { c.stepSpeed(-1) }, fyne.KeyMinus)
	t.add("viewer/saveFrame", lang.L("Save this frame"), c.saveFrame, fyne.KeyP)
	edit := t.add("viewer/editFrame", lang.L("Edit this frame"), c.editFrame, fyne.KeyE)
	edit.Hidden = s.asset.Kind != db.Clip || !s.asset.TrashedAt.IsZero()
}

// ofPicture are the actions of a picture.
func (s *Screen) ofPicture(t *actionTable) {
	view := s.pic.view
	t.group, t.when = lang.L("pictures"), action.OfPicture
	t.add("viewer/larger", lang.L("Larger"), func() { view.Step(true) }, fyne.KeyPlus, fyne.KeyEqual)
	t.add("viewer/smaller", lang.L("Smaller"), func() { view.Step(false) }, fyne.KeyMinus)
	t.add("viewer/whole", lang.X("size", "Fit"), view.Fit, fyne.Key0)
	t.add("viewer/actual", lang.L("Actual size"), view.Actual, fyne.Key1)
	t.hold("viewer/drag", lang.L("Pan"))
}

// ofAll are the actions of whatever is shown.
func (s *Screen) ofAll(t *actionTable) {
	v := s.comparison
	t.group, t.when = lang.L("general"), action.OfOne
	t.add("viewer/previous", lang.L("Previous"), func() { s.step(-1) }, fyne.KeyLeft)
	t.add("viewer/next", lang.L("Next"), func() { s.step(1) }, fyne.KeyRight)
	t.add("viewer/first", lang.X("of all", "First"), func() { s.end(false) }, fyne.KeyHome)
	t.add("viewer/last", lang.X("of all", "Last"), func() { s.end(true) }, fyne.KeyEnd)
	t.add("viewer/details", lang.L("Details"), s.toggleDetails, fyne.KeyD)
	t.when = 0
	t.add("viewer/compare", lang.X("verb", "Compare"), func() { s.setCompare(!v.on) }, fyne.KeyC)
	t.add("viewer/original", lang.L("Switch between result and source"), v.toggleOriginal, fyne.KeyBackslash)
	t.add("viewer/full", lang.L("Full screen"), func() { s.setFull(!s.full) }, fyne.KeyF).Hidden = s.alone
	t.add("viewer/leave", lang.X("to where one came from", "Back"), s.Back, fyne.KeyEscape)
}

// organizer changes what is shown at once, before the library is read again.
type organizer struct {
	action.Organizer
	s *Screen
}

func (o organizer) Star(on bool, assets ...int64) {
	o.s.asset.Starred = on
	o.Organizer.Star(on, assets...)
	o.s.head.show()
}

// Trash goes on to the next, or to the one before; where there is neither, back.
func (o organizer) Trash(assets ...int64) {
	s := o.s
	next, ok := s.neighbour(1)
	if !ok {
		next, ok = s.neighbour(-1)
	}
	if l, listed := s.seq.(*list); listed {
		l.assets = slices.DeleteFunc(l.assets, func(a db.Asset) bool { return slices.Contains(assets, a.ID) })
	}
	if ok {
		s.show(next, s.clip.plays())
		s.Focus()
	}
	o.Organizer.Trash(assets...)
	if !ok {
		s.setFull(false)
		s.Back()
	}
}

// forAsset lists what can be done with what is shown, whether it is compared or not.
func (s *Screen) forAsset() []action.Action {
	a := s.asset
	if s.known.gone {
		a = db.Asset{}
	}
	selected := action.One(a)
	selected.Price, selected.Money = s.known.Price, s.known.Money
	to := action.Targets{Viewer: s.d.Viewer, Creator: s.d.Creator, Exchange: s.d.Exchange, Organizer: organizer{s.d.Organizer, s}}
	list := action.ForAssets(action.InViewer, to, selected, s.d.Now())
	return append(list, s.table()...)
}

// Actions lists what can be done now.
func (s *Screen) Actions() []action.Action {
	list, state := s.forAsset(), s.state()
	for i := range list {
		when := list[i].Scope.When
		list[i].Hidden = list[i].Hidden || when != 0 && when&state == 0
		if list[i].Spends && !s.side.Seen() { // a key that spends does so beside its price
			list[i].Do = s.toggleDetails
		}
	}
	return list
}

// board has the keyboard while no button has it. It takes no room, draws nothing and takes no click.
type board struct {
	widget.BaseWidget
	kit.TextRole
	s *Screen
}

func newBoard(s *Screen) *board {
	b := &board{s: s}
	b.ExtendBaseWidget(b)
	return b
}

func (b *board) AccessibilityLabel() string { return wording.AssetTitle(b.s.asset) }

// FocusGained does nothing: what is shown is as large as it can be, and a ring around it would tell nothing.
func (b *board) FocusGained() {}

// FocusLost ends what a key that is held does: it will come up elsewhere.
func (b *board) FocusLost() {
	b.s.comparison.pair.FocusLost()
	b.s.pic.view.HoldPan(false)
}

func (b *board) TypedRune(rune) {}

// TypedKey does what a key means, and hands the others to the window.
func (b *board) TypedKey(e *fyne.KeyEvent) {
	if b.s.Key(e) {
		return
	}
	if c := b.s.d.Canvas(); c.OnTypedKey() != nil {
		c.OnTypedKey()(e)
	}
}

func (b *board) KeyDown(e *fyne.KeyEvent) {
	switch {
	case b.s.comparison.on:
		b.s.comparison.pair.KeyDown(e)
	case e.Name == fyne.KeySpace && b.s.asset.Kind == db.Picture:
		b.s.pic.view.HoldPan(true)
	}
}

func (b *board) KeyUp(e *fyne.KeyEvent) {
	b.s.comparison.pair.KeyUp(e)
	if e.Name == fyne.KeySpace {
		b.s.pic.view.HoldPan(false)
	}
}

func (b *board) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(color.Transparent))
}
