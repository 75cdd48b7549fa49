package editor

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/keymap"
	"viviscope/gui/lang"
)

// groupsOfCommands are the headings of the commands.
type groupsOfCommands struct{ tools, marks, picture, view, versions string }

func commandGroups() groupsOfCommands {
	return groupsOfCommands{
		tools: lang.L("On the canvas: tools"), marks: lang.L("On the canvas: marks"), picture: lang.L("On the canvas: picture"),
		view: lang.L("On the canvas: view"), versions: lang.L("On the canvas: versions"),
	}
}

// toCanvasID is kept as it is: keys that were chosen are stored under it.
const toCanvasID = "canvas/Alt+C"

// The commands whose keys the canvas says beside its buttons.
const (
	raiseID     = "canvas/raise"
	lowerID     = "canvas/lower"
	duplicateID = "canvas/duplicate"
	deleteID    = "canvas/delete"
	hideAllID   = "canvas/hideAll"
	listID      = "canvas/list"
	zoomInID    = "canvas/in"
	zoomOutID   = "canvas/out"
)

// toolID is the command that puts a tool into the hand.
func toolID(id tool.Kind) string { return "canvas/tool/" + string(id) }

// canvasKeys is where the keys of most actions count: on the canvas, while it has the keyboard.
var canvasKeys = keymap.Scope{In: "create/canvas", Bare: true}

// Actions returns everything that can be done on the canvas. Its pad takes their keys itself.
func (s *Screen) Actions() []action.Action {
	const ctrl, shift, alt = fyne.KeyModifierShortcutDefault, fyne.KeyModifierShift, fyne.KeyModifierAlt
	group := ""
	var list []action.Action
	add := func(id, word string, keys []keymap.Chord, do func()) *action.Action {
		list = append(list, action.Action{ID: id, Group: group, Label: word, Keys: keys, Scope: canvasKeys, Own: true, Do: do})
		return &list[len(list)-1]
	}
	alone, with := keymap.Bare, keymap.With
	marked := func(do func()) func() { // only where marks are chosen
		return func() {
			if len(s.toolbox.Selection()) > 0 {
				do()
			}
		}
	}
	key := func(k tool.Name) func() { return func() { s.markKey(k) } }
	on, texts, lasts := commandGroups(), lang.L("Every text takes them."), lang.L("It lasts while the key is held.")

	group = on.tools
	for _, e := range toolTable() {
		add(toolID(e.id), e.word, alone(fyne.KeyName(e.key)), func() { s.setTool(e.id) })
	}
	add("canvas/thinner", lang.L("Thinner or smaller"), alone(fyne.KeyComma), func() { s.widen(1 / 1.25) })
	add("canvas/thicker", lang.L("Thicker or larger"), alone(fyne.KeyPeriod), func() { s.widen(1.25) })

	group = on.marks
	add("canvas/undo", lang.L("Undo"), with(ctrl, fyne.KeyZ), s.Undo).Fixed = texts
	add("canvas/redo", lang.L("Redo"), with(ctrl|shift, fyne.KeyZ), s.Redo).Fixed = texts
	add("canvas/draw", lang.L("Draw in the middle, then let go of it"), alone(fyne.KeyReturn), key(tool.Enter))
	add("canvas/all", lang.L("Choose all"), with(ctrl, fyne.KeyA), key(tool.All)).Fixed = texts
	add(duplicateID, lang.L("Duplicate"), with(ctrl, fyne.KeyD), key(tool.Duplicate))
	add(deleteID, lang.L("Delete"), alone(fyne.KeyDelete, fyne.KeyBackspace), key(tool.Delete))
	add(raiseID, lang.L("Bring forward"), alone(fyne.KeyPageUp), key(tool.Raise))
	add(lowerID, lang.L("Send backward"), alone(fyne.KeyPageDown), key(tool.Lower))
	add("canvas/front", lang.L("Bring to the front"), alone(fyne.KeyHome), marked(func() { s.toolbox.Raise(true) }))
	add("canvas/back", lang.L("Send to the back"), alone(fyne.KeyEnd), marked(func() { s.toolbox.Lower(true) }))
	add(listID, lang.L("List of marks…"), alone(fyne.KeyK), s.ShowMarks)
	add("canvas/hide", lang.L("Hide or show the chosen mark"), alone(fyne.KeyJ), s.HideChosen)
	add(hideAllID, lang.L("Hide or show the marks"), alone(fyne.KeyQ), s.ToggleMarks)

	group = on.picture
	add("canvas/open", lang.L("Open a picture…"), with(ctrl, fyne.KeyO), s.ChooseFile)
	add("canvas/openGallery", lang.L("Open from the gallery…"), with(ctrl, fyne.KeyG), s.ChooseGallery)
	add("canvas/paste", lang.L("Paste a file or an address"), with(ctrl, fyne.KeyV), s.Paste).Fixed = texts
	add("canvas/blank", lang.L("Empty sheet…"), with(ctrl|alt, fyne.KeyN), s.OpenBlank)
	add("canvas/save", lang.L("Save marked copy"), with(ctrl, fyne.KeyS), s.SaveCopy)
	add("canvas/export", lang.L("Export…"), with(ctrl|alt, fyne.KeyE), s.Export)
	if s.d.OnPrompt != nil {
		add("canvas/prompt", lang.L("Say what should change"), alone(fyne.KeyP), s.d.OnPrompt)
	}
	if s.d.OnSend != nil {
		add("canvas/asItWas", lang.L("Send as it was"), with(ctrl|alt, fyne.KeyReturn), func() { s.d.OnSend(true) })
	}

	group = on.view
	toCanvas := add(toCanvasID, lang.L("To the canvas"), with(alt, fyne.KeyC), s.FocusCanvas)
	toCanvas.Scope, toCanvas.Own = keymap.Scope{In: "create"}, false                                    // also while the form beside the canvas has the keyboard
	add(zoomInID, lang.L("Zoom in"), alone(fyne.KeyPlus, fyne.KeyEqual), func() { s.stage.Step(true) }) // = is + without Shift
	add(zoomOutID, lang.L("Zoom out"), alone(fyne.KeyMinus), func() { s.stage.Step(false) })
	add("canvas/fit", lang.L("Whole picture"), alone(fyne.Key0), s.stage.Fit)
	add("canvas/actual", "100 %", alone(fyne.Key1), s.stage.Actual)
	pan := add("canvas/pan", lang.L("Move the view with any tool"), alone(fyne.KeySpace), nil)
	pan.Held, pan.Fixed, pan.Says = true, lasts, lang.X("key", "hold Space")

	group = on.versions
	add("canvas/before", lang.L("Version before"), alone(fyne.KeyLeftBracket), func() { s.walk(-1) })
	add("canvas/after", lang.L("Version after"), alone(fyne.KeyRightBracket), func() { s.walk(1) })
	peek := add("canvas/original", lang.L("See the original while held"), alone(fyne.KeyBackslash), s.peekBriefly)
	peek.Held, peek.Fixed = true, lasts
	add("canvas/result", lang.L("Edit the result"), with(ctrl, fyne.KeyRight), s.EditResult)
	add("canvas/restore", lang.L("Restore the marks of this version"), with(ctrl|alt, fyne.KeyR), s.RestoreMarks)
	if s.d.OnCompare != nil {
		add("canvas/compare", lang.L("Compare with the original…"), alone("|"), s.Compare)
	}
	if s.d.OnUse != nil {
		add("canvas/use", lang.L("Make a clip from it"), with(ctrl|alt, fyne.KeyL), s.Use)
	}
	return append(list, s.arrowActions()...)
}

// arrowActions are what the arrow keys do. Shift makes their steps ten times as long.
func (s *Screen) arrowActions() []action.Action {
	group := commandGroups().marks
	arrow := func(id, word string, mod fyne.KeyModifier, name fyne.KeyName, do func()) action.Action {
		return action.Action{ID: id, Group: group, Label: word, Keys: keymap.With(mod, name), Scope: canvasKeys, Own: true, Do: do}
	}
	const alt = fyne.KeyModifierAlt
	return []action.Action{
		arrow("canvas/left", lang.L("Move marks or the view left, with Shift ten times as far"), 0, fyne.KeyLeft, func() { s.arrow(tool.Left) }),
		arrow("canvas/right", lang.L("Move marks or the view right, with Shift ten times as far"), 0, fyne.KeyRight, func() { s.arrow(tool.Right) }),
		arrow("canvas/up", lang.L("Move marks or the view up, with Shift ten times as far"), 0, fyne.KeyUp, func() { s.arrow(tool.Up) }),
		arrow("canvas/down", lang.L("Move marks or the view down, with Shift ten times as far"), 0, fyne.KeyDown, func() { s.arrow(tool.Down) }),
		arrow("canvas/wider", lang.L("Wider, with Shift ten times as far"), alt, fyne.KeyRight, func() { s.size(1, 0) }),
		arrow("canvas/narrower", lang.L("Narrower, with Shift ten times as far"), alt, fyne.KeyLeft, func() { s.size(-1, 0) }),
		arrow("canvas/taller", lang.L("Taller, with Shift ten times as far"), alt, fyne.KeyDown, func() { s.size(0, 1) }),
		arrow("canvas/shorter", lang.L("Shorter, with Shift ten times as far"), alt, fyne.KeyUp, func() { s.size(0, -1) }),
	}
}

// ShowKeys writes the keys that the commands have now where the canvas says them. Window's goroutine.
func (s *Screen) ShowKeys() {
	keys, words := map[string]string{}, map[string]string{}
	for _, a := range s.d.Keys.Now(s.Actions()) {
		keys[a.ID] = keymap.Words(a.Keys, keymap.OnMac)
		words[a.ID] = withKey(a.Label, keys[a.ID])
	}
	for id, row := range s.tools.rows {
		row.showKey(keys[toolID(id)])
	}
	s.options.showKeys(keys)
	s.bar.say(words)
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
	if s.toolbox.Key(tool.Key{Name: k, Hold: s.pad.hold()}) {
		return true
	}
	if k != tool.Enter {
		return false
	}
	x0, y0, x1, y1 := s.stage.Shown()
	return s.toolbox.Draw(drawing.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1})
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
	s.toolbox.Size(by*dx, by*dy)
}

// setTool puts a tool into the hand.
func (s *Screen) setTool(id tool.Kind) {
	s.endTyping()
	if id == tool.Pick && s.hand.Tool != tool.Pick {
		s.before = s.hand.Tool
	}
	s.hand.Tool = id
	s.toolbox.Take(id)
	s.holdPan(false)
	s.keepDesk()
	s.render()
	s.d.Post(func() { s.takeBack(true) })
	if id == tool.Picture && s.page != nil {
		s.ChoosePart()
	}
}
