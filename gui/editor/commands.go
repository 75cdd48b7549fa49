package editor

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/lang"
)

// Command is one thing that can be done on the canvas, for menus and the sheet of keys. Key, Modifier and Rune are what does
// it while the canvas has the keyboard; a window's menu words them and need not register them.
type Command struct {
	Group    string // heading of the commands that belong together: "On the canvas: tools"
	Word     string
	Rune     rune // upper case where it is a letter; 0: Key and Modifier say which key
	Key      fyne.KeyName
	Modifier fyne.KeyModifier
	Anywhere bool // its keys work while the form beside the canvas has the keyboard, too
	Do       func()
}

// groupsOfCommands are the headings of the commands.
type groupsOfCommands struct{ tools, marks, picture, view, versions string }

func commandGroups() groupsOfCommands {
	return groupsOfCommands{
		tools: lang.L("On the canvas: tools"), marks: lang.L("On the canvas: marks"), picture: lang.L("On the canvas: picture"),
		view: lang.L("On the canvas: view"), versions: lang.L("On the canvas: versions"),
	}
}

// Commands returns everything that can be done on the canvas. Window's goroutine, as are all its Do.
func (s *Screen) Commands() []Command {
	on := commandGroups()
	var list []Command
	for _, e := range toolTable() {
		list = append(list, Command{Group: on.tools, Word: e.word, Rune: e.key, Do: func() { s.setTool(e.id) }})
	}
	ctrl, shift := fyne.KeyModifierShortcutDefault, fyne.KeyModifierShift
	key := func(k tool.Name) func() { return func() { s.markKey(k) } }
	list = append(list,
		Command{Group: on.tools, Word: lang.L("Thinner or smaller"), Rune: ',', Do: func() { s.widen(1 / 1.25) }},
		Command{Group: on.tools, Word: lang.L("Thicker or larger"), Rune: '.', Do: func() { s.widen(1.25) }},
		Command{Group: on.marks, Word: lang.L("Undo"), Key: fyne.KeyZ, Modifier: ctrl, Do: s.Undo},
		Command{Group: on.marks, Word: lang.L("Redo"), Key: fyne.KeyZ, Modifier: ctrl | shift, Do: s.Redo},
		Command{Group: on.marks, Word: lang.L("Draw in the middle, then let go of it"), Key: fyne.KeyReturn, Do: key(tool.Enter)},
		Command{Group: on.marks, Word: lang.L("Choose all"), Key: fyne.KeyA, Modifier: ctrl, Do: key(tool.All)},
		Command{Group: on.marks, Word: lang.L("Duplicate"), Key: fyne.KeyD, Modifier: ctrl, Do: key(tool.Duplicate)},
		Command{Group: on.marks, Word: lang.L("Delete"), Key: fyne.KeyDelete, Do: key(tool.Delete)},
		Command{Group: on.marks, Word: lang.L("Bring forward"), Key: fyne.KeyPageUp, Do: key(tool.Raise)},
		Command{Group: on.marks, Word: lang.L("Send backward"), Key: fyne.KeyPageDown, Do: key(tool.Lower)},
		Command{Group: on.marks, Word: lang.L("Bring to the front"), Key: fyne.KeyHome, Do: func() { s.kit.Raise(true) }},
		Command{Group: on.marks, Word: lang.L("Send to the back"), Key: fyne.KeyEnd, Do: func() { s.kit.Lower(true) }},
		Command{Group: on.marks, Word: lang.L("List of marks…"), Rune: 'K', Do: s.ShowMarks},
		Command{Group: on.marks, Word: lang.L("Hide or show the chosen mark"), Rune: 'J', Do: s.HideChosen},
		Command{Group: on.marks, Word: lang.L("Hide or show the marks"), Rune: 'Q', Do: s.ToggleMarks},
		Command{Group: on.picture, Word: lang.L("Open a picture…"), Key: fyne.KeyO, Modifier: ctrl, Do: s.ChooseFile},
		Command{Group: on.picture, Word: lang.L("Open from the gallery…"), Key: fyne.KeyG, Modifier: ctrl, Do: s.ChooseGallery},
		Command{Group: on.picture, Word: lang.L("Paste a file or an address"), Key: fyne.KeyV, Modifier: ctrl, Do: s.Paste},
		Command{Group: on.picture, Word: lang.L("Empty sheet…"), Key: fyne.KeyN, Modifier: ctrl | fyne.KeyModifierAlt, Do: s.OpenBlank},
		Command{Group: on.picture, Word: lang.L("Save marked copy"), Key: fyne.KeyS, Modifier: ctrl, Do: s.SaveCopy},
		Command{Group: on.picture, Word: lang.L("Export…"), Key: fyne.KeyE, Modifier: ctrl | fyne.KeyModifierAlt, Do: s.Export},
		Command{Group: on.view, Word: lang.L("To the canvas"), Key: fyne.KeyC, Modifier: fyne.KeyModifierAlt, Anywhere: true, Do: s.FocusCanvas},
		Command{Group: on.view, Word: lang.L("Zoom in"), Rune: '+', Do: func() { s.stage.Step(true) }},
		Command{Group: on.view, Word: lang.L("Zoom out"), Rune: '-', Do: func() { s.stage.Step(false) }},
		Command{Group: on.view, Word: lang.L("Whole picture"), Rune: '0', Do: s.stage.Fit},
		Command{Group: on.view, Word: "100 %", Rune: '1', Do: s.stage.Actual},
		Command{Group: on.versions, Word: lang.L("Version before"), Rune: '[', Do: func() { s.walk(-1) }},
		Command{Group: on.versions, Word: lang.L("Version after"), Rune: ']', Do: func() { s.walk(1) }},
		Command{Group: on.versions, Word: lang.L("See the original while held"), Rune: '\\', Do: s.peekBriefly},
		Command{Group: on.versions, Word: lang.L("Edit the result"), Key: fyne.KeyRight, Modifier: ctrl, Do: s.EditResult},
		Command{Group: on.versions, Word: lang.L("Restore the marks of this version"), Key: fyne.KeyR, Modifier: ctrl | fyne.KeyModifierAlt, Do: s.RestoreMarks},
	)
	list = append(list, s.arrowCommands()...)
	if s.d.OnCompare != nil {
		list = append(list, Command{Group: on.versions, Word: lang.L("Compare with the original…"), Rune: '|', Do: s.Compare})
	}
	if s.d.OnUse != nil {
		list = append(list, Command{Group: on.versions, Word: lang.L("Make a clip from it"), Key: fyne.KeyL, Modifier: ctrl | fyne.KeyModifierAlt, Do: s.Use})
	}
	if s.d.OnPrompt != nil {
		list = append(list, Command{Group: on.picture, Word: lang.L("Say what should change"), Rune: 'P', Do: s.d.OnPrompt})
	}
	if s.d.OnSend != nil {
		list = append(list, Command{Group: on.picture, Word: lang.L("Send as it was"), Key: fyne.KeyReturn, Modifier: ctrl | fyne.KeyModifierAlt, Do: func() { s.d.OnSend(true) }})
	}
	return list
}

// arrowCommands are what the arrow keys do.
func (s *Screen) arrowCommands() []Command {
	on := commandGroups()
	alt := fyne.KeyModifierAlt
	return []Command{
		{Group: on.marks, Word: lang.L("Move marks or the view left, with Shift ten times as far"), Key: fyne.KeyLeft, Do: func() { s.arrow(tool.Left) }},
		{Group: on.marks, Word: lang.L("Move marks or the view right, with Shift ten times as far"), Key: fyne.KeyRight, Do: func() { s.arrow(tool.Right) }},
		{Group: on.marks, Word: lang.L("Move marks or the view up, with Shift ten times as far"), Key: fyne.KeyUp, Do: func() { s.arrow(tool.Up) }},
		{Group: on.marks, Word: lang.L("Move marks or the view down, with Shift ten times as far"), Key: fyne.KeyDown, Do: func() { s.arrow(tool.Down) }},
		{Group: on.marks, Word: lang.L("Wider, with Shift ten times as far"), Key: fyne.KeyRight, Modifier: alt, Do: func() { s.size(1, 0) }},
		{Group: on.marks, Word: lang.L("Narrower, with Shift ten times as far"), Key: fyne.KeyLeft, Modifier: alt, Do: func() { s.size(-1, 0) }},
		{Group: on.marks, Word: lang.L("Taller, with Shift ten times as far"), Key: fyne.KeyDown, Modifier: alt, Do: func() { s.size(0, 1) }},
		{Group: on.marks, Word: lang.L("Shorter, with Shift ten times as far"), Key: fyne.KeyUp, Modifier: alt, Do: func() { s.size(0, -1) }},
	}
}

// ToggleMarks hides the marks on the screen, or shows them again. They are sent either way.
func (s *Screen) ToggleMarks() {
	if s.page == nil {
		return
	}
	s.hidden = !s.hidden
	s.painter.write(letter{set: true, draw: s.visible(s.drawing())})
	s.render()
}

// holdPan lets the first button move the view: while Space is held, and always with the tool for it.
func (s *Screen) holdPan(space bool) { s.stage.HoldPan(space || s.hand.Tool == tool.Pan) }

// markKey hands a key to the tool in the hand and the marks that are chosen.
func (s *Screen) markKey(k tool.Name) bool {
	if s.page == nil {
		return false
	}
	if s.kit.Key(tool.Key{Name: k, Hold: s.pad.hold()}) {
		return true
	}
	if k != tool.Enter {
		return false
	}
	x0, y0, x1, y1 := s.stage.Shown()
	return s.kit.Draw(drawing.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1})
}

// panStep is how far an arrow key moves the view where it has nothing else to move, px.
const panStep = 64

// arrow moves the marks that are chosen or what else the tool in the hand moves, and where there is nothing the view.
func (s *Screen) arrow(k tool.Name) {
	if s.page == nil || s.markKey(k) {
		return
	}
	by := map[tool.Name]fyne.Delta{tool.Left: {DX: panStep}, tool.Right: {DX: -panStep}, tool.Up: {DY: panStep}, tool.Down: {DY: -panStep}}[k]
	s.stage.PanBy(by.DX, by.DY)
}

// size makes the marks that are chosen larger or smaller.
func (s *Screen) size(dx, dy float64) {
	if s.page == nil {
		return
	}
	by := 1.0
	if s.pad.hold().Has(tool.Shift) {
		by = 10
	}
	s.kit.Size(by*dx, by*dy)
}

// setTool puts a tool into the hand.
func (s *Screen) setTool(id tool.Kind) {
	s.endTyping()
	if id == tool.Pick && s.hand.Tool != tool.Pick {
		s.before = s.hand.Tool
	}
	s.hand.Tool = id
	s.kit.Take(id)
	s.holdPan(false)
	s.keepDesk()
	s.render()
	s.d.Post(func() { s.takeBack(true) })
	if id == tool.Picture && s.page != nil {
		s.ChoosePart()
	}
}
