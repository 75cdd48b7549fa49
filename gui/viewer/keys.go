package viewer

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
)

// Command is something that can be done by a key.
type Command struct {
	ID    string // the same in every language
	Group string // what it is done to: "In the viewer", "A picture", "A clip", "Comparing"
	Word  string // what it does
	Keys  string // the keys as they are written
	Held  bool   // it goes on while they are held
	Do    func() // nil: what has the keyboard does it by itself

	names []fyne.KeyName
	when  func() bool // nil: always
}

// Possible reports whether a command can be done to what is shown now, other than by its key.
func (c Command) Possible() bool { return c.Do != nil && (c.when == nil || c.when()) }

// jumpLong is how far the keys that jump go.
const jumpLong = 5 * time.Second

// volumeStep is how much louder a key makes it, of 100.
const volumeStep = 5

// keyWords writes keys that are named by words in the window's language; others are called as they are on the keyboard.
func keyWords(keys string) string {
	switch keys {
	case "Space or K":
		return lang.X("key", "Space or K")
	case "comma":
		return lang.X("key", "comma")
	case "full stop":
		return lang.X("key", "full stop")
	case "hold Space":
		return lang.X("key", "hold Space")
	}
	return keys
}

// Commands lists what can be done by keys, for the sheet of keys. What nobody answers to is left out.
func (s *Screen) Commands() []Command {
	return slices.Clone(s.commands)
}

// Key does what a key means, and reports whether it means anything: for the window, while no control has the focus.
func (s *Screen) Key(e *fyne.KeyEvent) bool {
	if !s.open {
		return false
	}
	for _, c := range s.commands {
		if slices.Contains(c.names, e.Name) && (c.when == nil || c.when()) {
			s.obey(e.Name, c.Do)
			return true
		}
	}
	return s.versus.on && s.versus.pair.Key(e)
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

// table makes the commands. The first one that has a key and is possible takes it.
func (s *Screen) table() []Command {
	var list []Command
	group, id, when := "", "", func() bool { return true }
	add := func(there bool, word, keys string, do func(), names ...fyne.KeyName) {
		if there {
			list = append(list, Command{ID: "viewer/" + id + "/" + keys, Group: group, Word: word, Keys: keyWords(keys), Held: strings.HasPrefix(keys, "hold "), names: names, when: when, Do: do})
		}
	}
	d, v, c := &s.d, s.versus, s.clip

	group, id, when = lang.L("Comparing"), "Comparing", func() bool { return v.on && v.clips }
	add(d.NewClips != nil, lang.L("Play, pause both clips"), "Space or K", v.toggle, fyne.KeySpace, fyne.KeyK)
	add(d.NewClips != nil, lang.L("One frame back"), "comma", func() { v.frames(-1) }, fyne.KeyComma)
	add(d.NewClips != nil, lang.L("One frame on"), "full stop", func() { v.frames(1) }, fyne.KeyPeriod)
	add(d.NewClips != nil, lang.L("5 s back"), "J", func() { v.seek(-jumpLong) }, fyne.KeyJ)
	add(d.NewClips != nil, lang.L("5 s on"), "L", func() { v.seek(jumpLong) }, fyne.KeyL)
	when = func() bool { return v.on }
	add(true, lang.L("Swap A and B"), "X", v.pair.Swap, fyne.KeyX)
	add(true, lang.L("Side by side, difference"), "S, D", nil)
	add(true, lang.L("A only, B only"), "1, 2", nil)
	add(true, lang.L("Move the divider, ten times as far"), "Left, Right, Shift", nil)
	add(true, lang.L("The other in its place"), "hold Space", nil)

	group, id, when = lang.L("A clip"), "A clip", func() bool { return !v.on && s.asset.Kind == db.Clip }
	add(true, lang.L("Play, pause"), "Space or K", c.toggle, fyne.KeySpace, fyne.KeyK)
	add(true, lang.L("5 s back"), "J", func() { c.jump(-jumpLong) }, fyne.KeyJ)
	add(true, lang.L("5 s on"), "L", func() { c.jump(jumpLong) }, fyne.KeyL)
	add(true, lang.L("One frame back"), "comma", func() { c.frames(-1) }, fyne.KeyComma)
	add(true, lang.L("One frame on"), "full stop", func() { c.frames(1) }, fyne.KeyPeriod)
	add(true, lang.L("First frame"), "[", func() { c.toEnd(false) }, fyne.KeyLeftBracket)
	add(true, lang.L("Last frame"), "]", func() { c.toEnd(true) }, fyne.KeyRightBracket)
	add(true, lang.L("Loop from here"), "I", func() { c.markLoop(false) }, fyne.KeyI)
	add(true, lang.L("Loop to here"), "O", func() { c.markLoop(true) }, fyne.KeyO)
	add(true, lang.L("Loop on, off"), "R", c.toggleLoop, fyne.KeyR)
	add(true, lang.L("Sound off, on"), "M", c.toggleMute, fyne.KeyM)
	add(true, lang.L("Louder"), "Up", func() { c.setVolume(s.memory.Volume + volumeStep) }, fyne.KeyUp)
	add(true, lang.L("Quieter"), "Down", func() { c.setVolume(s.memory.Volume - volumeStep) }, fyne.KeyDown)
	add(true, lang.L("Faster"), "+", func() { c.stepSpeed(1) }, fyne.KeyPlus, fyne.KeyEqual)
	add(true, lang.L("Slower"), "−", func() { c.stepSpeed(-1) }, fyne.KeyMinus)
	add(d.OnSaveFrame != nil, lang.L("Save this frame"), "P", c.saveFrame, fyne.KeyP)
	add(d.OnEditFrame != nil, lang.L("Edit this frame"), "E", c.editFrame, fyne.KeyE)
	add(d.OnLastFrame != nil, lang.L("Use its last frame…"), "N", s.lastFrame, fyne.KeyN)

	group, id, when = lang.L("A picture"), "A picture", func() bool { return !v.on && s.asset.Kind == db.Picture }
	stage := s.pic.stage
	add(true, lang.L("Larger"), "+", func() { stage.Step(true) }, fyne.KeyPlus, fyne.KeyEqual)
	add(true, lang.L("Smaller"), "−", func() { stage.Step(false) }, fyne.KeyMinus)
	add(true, lang.X("size", "Whole"), "0", stage.Fit, fyne.Key0)
	add(true, lang.L("Its own size"), "1", stage.Actual, fyne.Key1)
	add(d.OnEdit != nil, lang.X("verb", "Edit"), "E", s.edit, fyne.KeyE)
	add(d.OnFrame != nil, lang.L("Use as first frame"), "I", func() { s.useAsFrame(0) }, fyne.KeyI)
	add(d.OnFrame != nil, lang.L("Use as last frame"), "O", func() { s.useAsFrame(1) }, fyne.KeyO)
	add(true, lang.L("Drag it"), "hold Space", func() {}, fyne.KeySpace)

	group, id, when = lang.L("In the viewer"), "In the viewer", func() bool { return !v.on }
	add(true, lang.L("Previous"), "Left", func() { s.step(-1) }, fyne.KeyLeft)
	add(true, lang.L("Next"), "Right", func() { s.step(1) }, fyne.KeyRight)
	add(true, lang.X("of all", "First"), "Home", func() { s.end(false) }, fyne.KeyHome)
	add(true, lang.X("of all", "Last"), "End", func() { s.end(true) }, fyne.KeyEnd)
	add(true, lang.L("Details"), "D", s.toggleDetails, fyne.KeyD)
	add(d.OnStar != nil, lang.X("verb", "Star"), "S", s.star, fyne.KeyS)
	add(d.OnTag != nil, lang.L("Tags"), "T", s.tag, fyne.KeyT)
	add(d.OnAlbum != nil, lang.L("Add to an album"), "A", s.album, fyne.KeyA)
	add(d.OnReuse != nil, lang.L("Reuse settings"), "U", s.reuse, fyne.KeyU)
	add(d.OnExport != nil, lang.X("verb", "Export"), "X", s.export, fyne.KeyX)
	add(d.OnTrash != nil, lang.L("Move to Trash"), "Delete", s.trash, fyne.KeyDelete, fyne.KeyBackspace)
	when = nil
	add(true, lang.X("verb", "Compare"), "C", func() { s.setCompare(!v.on) }, fyne.KeyC)
	add(true, lang.L("What it was made from, and back"), "\\", v.toggleOriginal, fyne.KeyBackslash)
	add(d.OnFullScreen != nil, lang.L("Full screen"), "F", func() { s.setFull(!s.full) }, fyne.KeyF)
	add(true, lang.X("to where one came from", "Back"), "Esc", s.Back, fyne.KeyEscape)
	return list
}
