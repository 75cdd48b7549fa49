package viewer

import (
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/viewer/compare"
	"viviscope/resources"
)

// commands are the actions on the shown asset, with their keys.
type commands struct {
	d          *Deps
	now        *subject
	memory     *preferences
	pic        *picturePanel
	clip       *clipPanel
	comparison *comparison

	commandCallbacks
}

// commandCallbacks are what commands do to the viewer as a whole.
type commandCallbacks struct {
	onMove       func(step int)                             // shows the asset that is step positions further
	onOutermost  func(last bool)                            // shows the first or the last asset
	onDetails    func()                                     // shows or hides the pane
	onCompare    func(on bool)                              // starts or ends a comparison
	onFullScreen func()                                     // covers the whole screen, or ends that
	onLeave      func()                                     // leaves the mode that was entered last
	onStar       func(on bool)                              // the asset was starred or not
	onTrash      func(ids []int64, move func(ids ...int64)) // assets are about to be moved to the trash by move
	// prices are not visible: a key that spends shows the pane instead
	spendsHidden func() bool
}

const (
	jumpLong   = 5 * time.Second // of the keys that jump
	volumeStep = 5               // of the keys for the volume, of 100
	zoomStep   = 1.25            // of the keys that zoom a comparison
)

// state returns the state of the viewer as a scope of actions.
func (c *commands) state() uint8 {
	switch {
	case c.comparison.on && c.comparison.clips:
		return action.OfClips
	case c.comparison.on:
		return action.OfPair
	case c.now.asset.Kind == db.Clip:
		return action.OfClip
	case c.now.asset.Kind == db.Picture:
		return action.OfPicture
	}
	return action.OfNothing
}

// perform does the action of a key, and reports whether it has one. An action that a held key does once ignores its
// repeats. Keys are identified by their names: Fyne names a
// key after the letter that it types, on any keyboard.
func (c *commands) perform(e *fyne.KeyEvent, repeats bool) bool {
	a, ok := action.Find(c.list(), action.PressedChord(e))
	switch {
	case !ok:
		return false
	case a.Once && repeats:
	case a.Do == nil && !a.Held: // the divider of two pictures
		c.comparison.pair.Key(e)
	default:
		a.Press(e.Name, c.d.Post)
	}
	return true
}

// list returns the actions that are possible now.
func (c *commands) list() []action.Action {
	list, state := c.all(), c.state()
	for i := range list {
		when := list[i].Scope.When
		list[i].Hidden = list[i].Hidden || when != 0 && when&state == 0
		if list[i].Spends && c.spendsHidden() {
			list[i].Do = c.onDetails
		}
	}
	return list
}

// all returns the actions on the asset, in a comparison or not.
func (c *commands) all() []action.Action {
	a := c.now.asset
	if c.now.known.gone {
		a = db.Asset{}
	}
	selected := action.One(a)
	selected.Price, selected.Money = c.now.known.Price, c.now.known.Money
	to := action.Targets{Viewer: c.d.Viewer, Creator: c.d.Creator, Exchange: c.d.Exchange,
		Organizer: organizer{c.d.Organizer, c}}
	return append(action.ForAssets(action.InViewer, to, selected, c.d.Now()), c.table()...)
}

// table returns the actions of the viewer. No two that are possible in one state share a key.
func (c *commands) table() []action.Action {
	t := &actionTable{}
	c.addComparison(t)
	c.addClip(t)
	c.addPicture(t)
	c.addGeneral(t)
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

// hold adds an action that lasts while Space is held.
func (t *actionTable) hold(id, label string) {
	a := t.add(id, label, nil, fyne.KeySpace)
	a.Held, a.KeyHint = true, lang.X("key", "hold Space")
}

func (c *commands) addComparison(t *actionTable) {
	v := c.comparison
	t.group, t.when = lang.L("comparison"), action.OfClips
	t.add("viewer/both/play", lang.L("Play, pause both clips"), v.toggle, fyne.KeySpace, fyne.KeyK)
	t.add("viewer/both/frameBack", lang.L("One frame back"), func() { v.stepBoth(-1) }, fyne.KeyComma)
	t.add("viewer/both/frameOn", lang.L("One frame forward"), func() { v.stepBoth(1) }, fyne.KeyPeriod)
	t.add("viewer/both/back", lang.L("5 s back"), func() { v.seekBy(-jumpLong) }, fyne.KeyJ)
	t.add("viewer/both/on", lang.L("5 s forward"), func() { v.seekBy(jumpLong) }, fyne.KeyL)
	join := t.add("viewer/both/join", lang.L("Join…"), func() { c.d.Exchange.Join(v.other.ID, c.now.asset.ID) })
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
	divider := t.add("viewer/divider", lang.L("Move the divider, ten times as far"), nil,
		fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown)
	divider.KeyHint = action.KeyList(action.BareKeys(fyne.KeyLeft, fyne.KeyRight)) + ", Shift"
	t.when = action.OfPair
	t.hold("viewer/other", lang.L("Show the other one"))
}

func (c *commands) addClip(t *actionTable) {
	p := c.clip
	t.group, t.when = lang.L("clips"), action.OfClip
	t.add("viewer/play", lang.L("Play, pause"), p.toggle, fyne.KeySpace, fyne.KeyK)
	t.add("viewer/back", lang.L("5 s back"), func() { p.jump(-jumpLong) }, fyne.KeyJ)
	t.add("viewer/on", lang.L("5 s forward"), func() { p.jump(jumpLong) }, fyne.KeyL)
	t.add("viewer/frameBack", lang.L("One frame back"), func() { p.stepFrames(-1) }, fyne.KeyComma)
	t.add("viewer/frameOn", lang.L("One frame forward"), func() { p.stepFrames(1) }, fyne.KeyPeriod)
	t.add("viewer/firstFrame", lang.L("First frame"), func() { p.toEnd(false) }, fyne.KeyLeftBracket)
	t.add("viewer/lastFrame", lang.L("Last frame"), func() { p.toEnd(true) }, fyne.KeyRightBracket)
	t.add("viewer/loopFrom", lang.L("Loop from here"), func() { p.markLoop(false) }, fyne.KeyI)
	t.add("viewer/loopTo", lang.L("Loop to here"), func() { p.markLoop(true) }, fyne.KeyO)
	t.add("viewer/loop", lang.L("Loop on, off"), p.toggleLoop, fyne.KeyR)
	t.add("viewer/sound", lang.L("Sound off, on"), p.toggleMute, fyne.KeyM)
	t.add("viewer/words", lang.L("Show or hide subtitles"), p.toggleWords, fyne.KeyV)
	t.add("viewer/louder", lang.L("Louder"), func() { p.setVolume(c.memory.Volume + volumeStep) }, fyne.KeyUp)
	t.add("viewer/quieter", lang.L("Quieter"), func() { p.setVolume(c.memory.Volume - volumeStep) }, fyne.KeyDown)
	t.add("viewer/faster", lang.L("Faster"), func() { p.stepSpeed(1) }, fyne.KeyPlus, fyne.KeyEqual)
	t.add("viewer/slower", lang.L("Slower"), func() { p.stepSpeed(-1) }, fyne.KeyMinus)
	t.add("viewer/saveFrame", lang.L("Save this frame"), p.saveFrame, fyne.KeyP)
	edit := t.add("viewer/editFrame", lang.L("Edit this frame"), p.editFrame, fyne.KeyE)
	edit.Hidden = c.now.asset.Kind != db.Clip || !c.now.asset.TrashedAt.IsZero()
}

func (c *commands) addPicture(t *actionTable) {
	view := c.pic.view
	t.group, t.when = lang.L("pictures"), action.OfPicture
	t.add("viewer/larger", lang.L("Larger"), func() { view.Step(true) }, fyne.KeyPlus, fyne.KeyEqual)
	t.add("viewer/smaller", lang.L("Smaller"), func() { view.Step(false) }, fyne.KeyMinus)
	t.add("viewer/whole", lang.X("size", "Fit"), view.Fit, fyne.Key0)
	t.add("viewer/actual", lang.L("Actual size"), view.Actual, fyne.Key1)
	t.hold("viewer/drag", lang.L("Pan"))
}

func (c *commands) addGeneral(t *actionTable) {
	v := c.comparison
	t.group, t.when = lang.L("general"), action.OfOne
	t.add("viewer/previous", lang.L("Previous"), func() { c.onMove(-1) }, fyne.KeyLeft)
	t.add("viewer/next", lang.L("Next"), func() { c.onMove(1) }, fyne.KeyRight)
	t.add("viewer/first", lang.X("of all", "First"), func() { c.onOutermost(false) }, fyne.KeyHome)
	t.add("viewer/last", lang.X("of all", "Last"), func() { c.onOutermost(true) }, fyne.KeyEnd)
	t.add("viewer/details", lang.L("Details"), c.onDetails, fyne.KeyD)
	t.when = 0
	t.add("viewer/compare", lang.X("verb", "Compare"), func() { c.onCompare(!v.on) }, fyne.KeyC)
	t.add("viewer/original", lang.L("Switch between result and source"), v.toggleOriginal, fyne.KeyBackslash)
	t.add("viewer/full", lang.L("Full screen"), c.onFullScreen, fyne.KeyF).Hidden = c.now.alone
	t.add("viewer/leave", lang.X("to where one came from", "Back"), c.onLeave, fyne.KeyEscape)
}

// hold handles a press or release of a key that acts while it is held.
func (c *commands) hold(e *fyne.KeyEvent, down bool) {
	space := e.Name == fyne.KeySpace
	switch {
	case !down:
		c.comparison.pair.KeyUp(e)
		if space {
			c.pic.view.HoldPan(false)
		}
	case c.comparison.on:
		c.comparison.pair.KeyDown(e)
	case space && c.now.asset.Kind == db.Picture:
		c.pic.view.HoldPan(true)
	}
}

// endHold ends the action of a held key.
func (c *commands) endHold() {
	c.comparison.pair.FocusLost()
	c.pic.view.HoldPan(false)
}

// organizer updates the shown asset at once, before the library is read again.
type organizer struct {
	action.Organizer
	c *commands
}

func (o organizer) Star(on bool, assets ...int64) {
	o.c.now.asset.Starred = on
	o.Organizer.Star(on, assets...)
	o.c.onStar(on)
}

func (o organizer) Trash(assets ...int64) { o.c.onTrash(assets, o.Organizer.Trash) }
