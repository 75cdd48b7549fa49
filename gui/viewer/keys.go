package viewer

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
)

// Command is something that can be done by a key.
type Command struct {
	Group string // "In the viewer", "A picture", "A clip", "Comparing"
	Word  string // what it does
	Keys  string // the keys as they are written
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
	group, when := "", func() bool { return true }
	add := func(there bool, word, keys string, do func(), names ...fyne.KeyName) {
		if there {
			list = append(list, Command{Group: group, Word: word, Keys: keys, names: names, when: when, Do: do})
		}
	}
	d, v, c := &s.d, s.versus, s.clip

	group, when = "Comparing", func() bool { return v.on && v.clips }
	add(d.NewClips != nil, "Play, pause both clips", "Space or K", v.toggle, fyne.KeySpace, fyne.KeyK)
	add(d.NewClips != nil, "One frame back", "comma", func() { v.frames(-1) }, fyne.KeyComma)
	add(d.NewClips != nil, "One frame on", "full stop", func() { v.frames(1) }, fyne.KeyPeriod)
	add(d.NewClips != nil, "5 s back", "J", func() { v.seek(-jumpLong) }, fyne.KeyJ)
	add(d.NewClips != nil, "5 s on", "L", func() { v.seek(jumpLong) }, fyne.KeyL)
	when = func() bool { return v.on }
	add(true, "Swap A and B", "X", v.pair.Swap, fyne.KeyX)
	add(true, "Side by side, difference", "S, D", nil)
	add(true, "A only, B only", "1, 2", nil)
	add(true, "Move the divider, ten times as far", "Left, Right, Shift", nil)
	add(true, "The other in its place", "hold Space", nil)

	group, when = "A clip", func() bool { return !v.on && s.asset.Kind == db.Clip }
	add(true, "Play, pause", "Space or K", c.toggle, fyne.KeySpace, fyne.KeyK)
	add(true, "5 s back", "J", func() { c.jump(-jumpLong) }, fyne.KeyJ)
	add(true, "5 s on", "L", func() { c.jump(jumpLong) }, fyne.KeyL)
	add(true, "One frame back", "comma", func() { c.frames(-1) }, fyne.KeyComma)
	add(true, "One frame on", "full stop", func() { c.frames(1) }, fyne.KeyPeriod)
	add(true, "First frame", "[", func() { c.toEnd(false) }, fyne.KeyLeftBracket)
	add(true, "Last frame", "]", func() { c.toEnd(true) }, fyne.KeyRightBracket)
	add(true, "Loop from here", "I", func() { c.markLoop(false) }, fyne.KeyI)
	add(true, "Loop to here", "O", func() { c.markLoop(true) }, fyne.KeyO)
	add(true, "Loop on, off", "R", c.toggleLoop, fyne.KeyR)
	add(true, "Sound off, on", "M", c.toggleMute, fyne.KeyM)
	add(true, "Louder", "Up", func() { c.setVolume(s.memory.Volume + volumeStep) }, fyne.KeyUp)
	add(true, "Quieter", "Down", func() { c.setVolume(s.memory.Volume - volumeStep) }, fyne.KeyDown)
	add(true, "Faster", "+", func() { c.stepSpeed(1) }, fyne.KeyPlus, fyne.KeyEqual)
	add(true, "Slower", "−", func() { c.stepSpeed(-1) }, fyne.KeyMinus)
	add(d.OnSaveFrame != nil, "Save this frame", "P", c.saveFrame, fyne.KeyP)
	add(d.OnEditFrame != nil, "Edit this frame", "E", c.editFrame, fyne.KeyE)
	add(d.OnLastFrame != nil, "Use its last frame…", "N", s.lastFrame, fyne.KeyN)

	group, when = "A picture", func() bool { return !v.on && s.asset.Kind == db.Picture }
	stage := s.pic.stage
	add(true, "Larger", "+", func() { stage.Step(true) }, fyne.KeyPlus, fyne.KeyEqual)
	add(true, "Smaller", "−", func() { stage.Step(false) }, fyne.KeyMinus)
	add(true, "Whole", "0", stage.Fit, fyne.Key0)
	add(true, "Its own size", "1", stage.Actual, fyne.Key1)
	add(d.OnEdit != nil, "Edit", "E", s.edit, fyne.KeyE)
	add(d.OnFrame != nil, "Use as first frame", "I", func() { s.useAsFrame(0) }, fyne.KeyI)
	add(d.OnFrame != nil, "Use as last frame", "O", func() { s.useAsFrame(1) }, fyne.KeyO)
	add(true, "Drag it", "hold Space", func() {}, fyne.KeySpace)

	group, when = "In the viewer", func() bool { return !v.on }
	add(true, "Previous", "Left", func() { s.step(-1) }, fyne.KeyLeft)
	add(true, "Next", "Right", func() { s.step(1) }, fyne.KeyRight)
	add(true, "First", "Home", func() { s.end(false) }, fyne.KeyHome)
	add(true, "Last", "End", func() { s.end(true) }, fyne.KeyEnd)
	add(true, "Details", "D", s.toggleDetails, fyne.KeyD)
	add(d.OnStar != nil, "Star", "S", s.star, fyne.KeyS)
	add(d.OnTag != nil, "Tags", "T", s.tag, fyne.KeyT)
	add(d.OnAlbum != nil, "Add to an album", "A", s.album, fyne.KeyA)
	add(d.OnReuse != nil, "Reuse settings", "U", s.reuse, fyne.KeyU)
	add(d.OnTrash != nil, "Move to Trash", "Delete", s.trash, fyne.KeyDelete, fyne.KeyBackspace)
	when = nil
	add(true, "Compare", "C", func() { s.setCompare(!v.on) }, fyne.KeyC)
	add(true, "What it was made from, and back", "\\", v.toggleOriginal, fyne.KeyBackslash)
	add(d.OnFullScreen != nil, "Full screen", "F", func() { s.setFull(!s.full) }, fyne.KeyF)
	add(true, "Back", "Esc", s.Back, fyne.KeyEscape)
	return list
}
