package viewer

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/compare"
	"viviscope/gui/keymap"
	"viviscope/gui/lang"
)

// Command is something that can be done by a key.
type Command struct {
	keymap.Command

	Group string // what it is done to: "In the viewer", "A picture", "A clip", "Comparing"
	Word  string // what it does
	When  uint8  // the states in which it is possible, a bit for each; 0: all
	Held  bool   // it goes on while its key is held
	Do    func() // nil: what has the keyboard does it by itself

	now func() uint8
}

// The states of the viewer. Commands that are never possible in the same one may share their keys.
const (
	ofNothing = 1 << iota // what is shown is not read yet
	ofClip
	ofPicture
	ofClips // two are compared
	ofPair  // others are
	ofOne   = ofNothing | ofClip | ofPicture
	ofTwo   = ofClips | ofPair
)

// state is the one that the viewer is in.
func (s *Screen) state() uint8 {
	switch {
	case s.versus.on && s.versus.clips:
		return ofClips
	case s.versus.on:
		return ofPair
	case s.asset.Kind == db.Clip:
		return ofClip
	case s.asset.Kind == db.Picture:
		return ofPicture
	}
	return ofNothing
}

// Possible reports whether a command can be done to what is shown now, other than by its key.
func (c Command) Possible() bool { return c.Do != nil && c.fits() }

func (c Command) fits() bool { return c.When == 0 || c.When&c.now() != 0 }

// jumpLong is how far the keys that jump go.
const jumpLong = 5 * time.Second

// volumeStep is how much louder a key makes it, of 100.
const volumeStep = 5

// swapID is the command whose key a button says.
const swapID = "viewer/swap"

// Commands lists what can be done by keys, for the sheet of keys. What nobody answers to is left out.
func (s *Screen) Commands() []Command {
	return slices.Clone(s.commands)
}

// Key does what a key means, and reports whether it means anything: for the window, while no control has the focus. Keys are told by
// their names and no characters: Fyne names a key after the letter that it types, whichever keyboard that is.
func (s *Screen) Key(e *fyne.KeyEvent) bool {
	if !s.open {
		return false
	}
	pressed := keymap.Pressed(e)
	for _, c := range s.commands {
		if !c.fits() || !c.Has(pressed, s.d.Keys) {
			continue
		}
		switch {
		case c.Do != nil:
			s.obey(e.Name, c.Do)
		case !c.Held: // the divider of two pictures
			return s.versus.pair.Key(e)
		}
		return true
	}
	return false
}

// ShowKeys writes the keys that the commands have now where the viewer says them. Window's goroutine.
func (s *Screen) ShowKeys() {
	for _, c := range s.commands {
		if c.ID == swapID {
			s.versus.swap.SetText(c.Beside(lang.X("verb", "Swap"), s.d.Keys))
		}
	}
	s.versus.foot.Refresh()
}

// obey does what a key means. A letter is typed after its key was pressed: what it leads to waits until then, or the letter
// would stand in the field that has the keyboard by then.
func (s *Screen) obey(key fyne.KeyName, do func()) {
	if len(key) == 1 {
		s.d.Post(do)
		return
	}
	do()
}

// table makes the commands. No two that are possible in one state have a key in common.
func (s *Screen) table() []Command {
	t := &commandTable{now: s.state}
	s.comparing(t)
	s.ofClip(t)
	s.ofPicture(t)
	s.ofAll(t)
	return t.list
}

// commandTable is filled group by group.
type commandTable struct {
	list  []Command
	now   func() uint8
	group string
	when  uint8
}

// add adds a command that somebody answers to.
func (t *commandTable) add(there bool, id, word string, do func(), names ...fyne.KeyName) {
	if there {
		t.list = append(t.list, Command{Command: keymap.Command{ID: id, Keys: keymap.Bare(names...)}, Group: t.group, Word: word, When: t.when, Do: do, now: t.now})
	}
}

// fix adds a command whose keys stay as they are, and says why; says words them where they are not just one of several.
func (t *commandTable) fix(id, word, why, says string, do func(), names ...fyne.KeyName) *Command {
	t.add(true, id, word, do, names...)
	c := &t.list[len(t.list)-1]
	c.Fixed, c.Says = why, says
	return c
}

// hold adds what lasts while Space is held.
func (t *commandTable) hold(id, word string) {
	t.fix(id, word, lang.L("It lasts while the key is held."), lang.X("key", "hold Space"), nil, fyne.KeySpace).Held = true
}

// comparing are the commands of two that are compared.
func (s *Screen) comparing(t *commandTable) {
	v := s.versus
	t.group, t.when = lang.L("Comparing"), ofClips
	clips := s.d.NewClips != nil
	t.add(clips, "viewer/both/play", lang.L("Play, pause both clips"), v.toggle, fyne.KeySpace, fyne.KeyK)
	t.add(clips, "viewer/both/frameBack", lang.L("One frame back"), func() { v.frames(-1) }, fyne.KeyComma)
	t.add(clips, "viewer/both/frameOn", lang.L("One frame on"), func() { v.frames(1) }, fyne.KeyPeriod)
	t.add(clips, "viewer/both/back", lang.L("5 s back"), func() { v.seek(-jumpLong) }, fyne.KeyJ)
	t.add(clips, "viewer/both/on", lang.L("5 s on"), func() { v.seek(jumpLong) }, fyne.KeyL)
	t.when = ofTwo
	t.add(true, swapID, lang.L("Swap A and B"), v.pair.Swap, fyne.KeyX)
	modes := compare.ModeWords()
	for _, m := range []struct {
		id   string
		mode compare.Mode
		key  fyne.KeyName
	}{
		{"viewer/side", compare.Side, fyne.KeyS}, {"viewer/difference", compare.Difference, fyne.KeyD},
		{"viewer/onlyA", compare.OnlyA, fyne.Key1}, {"viewer/onlyB", compare.OnlyB, fyne.Key2},
	} {
		t.add(true, m.id, modes[m.mode], func() { v.pair.Turn(m.mode) }, m.key)
	}
	t.add(true, "viewer/both/larger", lang.L("Larger"), func() { v.pair.ZoomBy(zoomStep) }, fyne.KeyPlus, fyne.KeyEqual)
	t.add(true, "viewer/both/smaller", lang.L("Smaller"), func() { v.pair.ZoomBy(1 / zoomStep) }, fyne.KeyMinus)
	t.add(true, "viewer/both/whole", lang.X("size", "Whole"), v.pair.Fit, fyne.Key0)
	t.fix("viewer/divider", lang.L("Move the divider, ten times as far"), lang.L("What has the keyboard there takes them itself."),
		keymap.List(keymap.Bare(fyne.KeyLeft, fyne.KeyRight))+", Shift", nil, fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown)
	t.when = ofPair
	t.hold("viewer/other", lang.L("The other in its place"))
}

// zoomStep is how much larger a key makes two that are compared.
const zoomStep = 1.25

// ofClip are the commands of a clip.
func (s *Screen) ofClip(t *commandTable) {
	d, c := &s.d, s.clip
	t.group, t.when = lang.L("A clip"), ofClip
	t.add(true, "viewer/play", lang.L("Play, pause"), c.toggle, fyne.KeySpace, fyne.KeyK)
	t.add(true, "viewer/back", lang.L("5 s back"), func() { c.jump(-jumpLong) }, fyne.KeyJ)
	t.add(true, "viewer/on", lang.L("5 s on"), func() { c.jump(jumpLong) }, fyne.KeyL)
	t.add(true, "viewer/frameBack", lang.L("One frame back"), func() { c.frames(-1) }, fyne.KeyComma)
	t.add(true, "viewer/frameOn", lang.L("One frame on"), func() { c.frames(1) }, fyne.KeyPeriod)
	t.add(true, "viewer/firstFrame", lang.L("First frame"), func() { c.toEnd(false) }, fyne.KeyLeftBracket)
	t.add(true, "viewer/lastFrame", lang.L("Last frame"), func() { c.toEnd(true) }, fyne.KeyRightBracket)
	t.add(true, "viewer/loopFrom", lang.L("Loop from here"), func() { c.markLoop(false) }, fyne.KeyI)
	t.add(true, "viewer/loopTo", lang.L("Loop to here"), func() { c.markLoop(true) }, fyne.KeyO)
	t.add(true, "viewer/loop", lang.L("Loop on, off"), c.toggleLoop, fyne.KeyR)
	t.add(true, "viewer/sound", lang.L("Sound off, on"), c.toggleMute, fyne.KeyM)
	t.add(true, "viewer/louder", lang.L("Louder"), func() { c.setVolume(s.memory.Volume + volumeStep) }, fyne.KeyUp)
	t.add(true, "viewer/quieter", lang.L("Quieter"), func() { c.setVolume(s.memory.Volume - volumeStep) }, fyne.KeyDown)
	t.add(true, "viewer/faster", lang.L("Faster"), func() { c.stepSpeed(1) }, fyne.KeyPlus, fyne.KeyEqual)
	t.add(true, "viewer/slower", lang.L("Slower"), func() { c.stepSpeed(-1) }, fyne.KeyMinus)
	t.add(d.OnSaveFrame != nil, "viewer/saveFrame", lang.L("Save this frame"), c.saveFrame, fyne.KeyP)
	t.add(d.OnEditFrame != nil, "viewer/editFrame", lang.L("Edit this frame"), c.editFrame, fyne.KeyE)
	t.add(d.OnLastFrame != nil, "viewer/useLastFrame", lang.L("Use its last frame…"), s.lastFrame, fyne.KeyN)
}

// ofPicture are the commands of a picture.
func (s *Screen) ofPicture(t *commandTable) {
	d, stage := &s.d, s.pic.stage
	t.group, t.when = lang.L("A picture"), ofPicture
	t.add(true, "viewer/larger", lang.L("Larger"), func() { stage.Step(true) }, fyne.KeyPlus, fyne.KeyEqual)
	t.add(true, "viewer/smaller", lang.L("Smaller"), func() { stage.Step(false) }, fyne.KeyMinus)
	t.add(true, "viewer/whole", lang.X("size", "Whole"), stage.Fit, fyne.Key0)
	t.add(true, "viewer/actual", lang.L("Its own size"), stage.Actual, fyne.Key1)
	t.add(d.OnEdit != nil, "viewer/edit", lang.X("verb", "Edit"), s.edit, fyne.KeyE)
	t.add(d.OnFrame != nil, "viewer/useFirst", lang.L("Use as first frame"), func() { s.useAsFrame(0) }, fyne.KeyI)
	t.add(d.OnFrame != nil, "viewer/useLast", lang.L("Use as last frame"), func() { s.useAsFrame(1) }, fyne.KeyO)
	t.hold("viewer/drag", lang.L("Drag it"))
}

// ofAll are the commands of whatever is shown.
func (s *Screen) ofAll(t *commandTable) {
	d, v := &s.d, s.versus
	t.group, t.when = lang.L("In the viewer"), ofOne
	t.add(true, "viewer/previous", lang.L("Previous"), func() { s.step(-1) }, fyne.KeyLeft)
	t.add(true, "viewer/next", lang.L("Next"), func() { s.step(1) }, fyne.KeyRight)
	t.add(true, "viewer/first", lang.X("of all", "First"), func() { s.end(false) }, fyne.KeyHome)
	t.add(true, "viewer/last", lang.X("of all", "Last"), func() { s.end(true) }, fyne.KeyEnd)
	t.add(true, "viewer/details", lang.L("Details"), s.toggleDetails, fyne.KeyD)
	t.add(d.OnStar != nil, "viewer/star", lang.X("verb", "Star"), s.star, fyne.KeyS)
	t.add(d.OnTag != nil, "viewer/tags", lang.L("Tags"), s.tag, fyne.KeyT)
	t.add(d.OnAlbum != nil, "viewer/album", lang.L("Add to an album"), s.album, fyne.KeyA)
	t.add(d.OnReuse != nil, "viewer/reuse", lang.L("Reuse settings"), s.reuse, fyne.KeyU)
	t.add(d.OnExport != nil, "viewer/export", lang.X("verb", "Export"), s.export, fyne.KeyX)
	t.add(d.OnTrash != nil, "viewer/trash", lang.L("Move to Trash"), s.trash, fyne.KeyDelete, fyne.KeyBackspace)
	t.when = 0
	t.add(true, "viewer/compare", lang.X("verb", "Compare"), func() { s.setCompare(!v.on) }, fyne.KeyC)
	t.add(true, "viewer/original", lang.L("What it was made from, and back"), v.toggleOriginal, fyne.KeyBackslash)
	t.add(d.OnFullScreen != nil, "viewer/full", lang.L("Full screen"), func() { s.setFull(!s.full) }, fyne.KeyF)
	t.fix("viewer/leave", lang.X("to where one came from", "Back"), lang.L("It leads out of everything."), "", s.Back, fyne.KeyEscape)
}
