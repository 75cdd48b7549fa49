package editor

import (
	"cmp"
	"math"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/viewer/imageview"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// The actions that are shown as buttons as well.
const (
	undoID      = "canvas/undo"
	redoID      = "canvas/redo"
	raiseID     = "canvas/raise"
	lowerID     = "canvas/lower"
	duplicateID = "canvas/duplicate"
	deleteID    = "canvas/delete"
	hideAllID   = "canvas/hideAll"
	listID      = "canvas/list"
	zoomInID    = "canvas/in"
	zoomOutID   = "canvas/out"
	compareID   = "canvas/compare"
	saveID      = "canvas/save"
	exportID    = "canvas/export"
	toCanvasID  = "canvas/Alt+C"
)

// arrowIDs are the actions that go further with Shift.
var arrowIDs = []string{
	"canvas/left", "canvas/right", "canvas/up", "canvas/down", "canvas/wider", "canvas/narrower", "canvas/taller", "canvas/shorter",
}

func toolID(k tool.Kind) string { return "canvas/tool/" + string(k) }

// unless is why something cannot be done, where it cannot.
func unless(can bool, why string) string {
	if can {
		return ""
	}
	return why
}

// actionList gathers actions of one group whose keys count on the canvas, while it has the keyboard.
type actionList struct {
	group string
	list  []action.Action
}

func (l *actionList) add(id, label string, keys []action.Chord, disabled string, do func()) *action.Action {
	l.list = append(l.list, action.Action{ID: id, Group: l.group, Label: label, Keys: keys, Own: true, Disabled: disabled, Do: do,
		Scope: action.Scope{In: "create/canvas"}})
	return &l.list[len(l.list)-1]
}

// Actions returns everything that can be done on the canvas, which takes their keys itself.
func (s *Screen) Actions() []action.Action {
	const ctrl, shift, alt = fyne.KeyModifierShortcutDefault, fyne.KeyModifierShift, fyne.KeyModifierAlt
	alone, with := action.BareKeys, action.KeysWith
	open := s.page != nil
	nothing := unless(open, lang.L("The canvas is empty. Open a picture first."))
	noneChosen := cmp.Or(nothing, unless(len(s.toolbox.Selection()) > 0,
		lang.L("Select a mark first: click it with Move, or use the list of marks.")))
	noResult := lang.L("This picture has no edits yet. Describe the change and send it.")
	ofMarks := lang.L("Canvas: marks")

	l := &actionList{group: lang.L("Canvas: tools")}
	for _, e := range s.toolTable {
		a := l.add(toolID(e.kind), e.word, alone(fyne.KeyName(e.key)), nothing, func() { s.setTool(e.kind) })
		a.On = open && e.kind == s.settings.Tool
	}
	l.add("canvas/thinner", lang.L("Thinner or smaller"), alone(fyne.KeyComma), nothing, func() { s.widen(1 / 1.25) })
	l.add("canvas/thicker", lang.L("Thicker or larger"), alone(fyne.KeyPeriod), nothing, func() { s.widen(1.25) })

	l.group = ofMarks
	canUndo, canRedo := open && s.page.history.CanUndo(), open && s.page.history.CanRedo()
	undo := l.add(undoID, lang.L("Undo"), with(ctrl, fyne.KeyZ), unless(canUndo, lang.L("There is nothing to undo.")), s.Undo)
	undo.Icon = resources.IconUndo
	redo := l.add(redoID, lang.L("Redo"), with(ctrl|shift, fyne.KeyZ), unless(canRedo, lang.L("There is nothing to redo.")), s.Redo)
	redo.Icon = resources.IconRedo
	l.add("canvas/draw", lang.L("Start drawing in the middle, then finish"), alone(fyne.KeyReturn), nothing, func() { s.markKey(tool.Enter) })
	l.add("canvas/all", lang.L("Select all marks"), with(ctrl, fyne.KeyA), nothing, func() { s.markKey(tool.All) })
	words := l.add("canvas/words", lang.L("Edit text…"), nil, noneChosen, s.editWords)
	words.Hidden = open && !s.oneTextChosen()
	l.add(duplicateID, lang.L("Duplicate"), with(ctrl, fyne.KeyD), noneChosen, s.toolbox.Duplicate).Icon = resources.IconCopy
	l.add(deleteID, lang.L("Delete"), alone(fyne.KeyDelete, fyne.KeyBackspace), noneChosen, s.toolbox.Delete).Icon = resources.IconTrash
	raise, lower := func() { s.toolbox.Raise(false) }, func() { s.toolbox.Lower(false) }
	l.add(raiseID, lang.L("Bring forward"), alone(fyne.KeyPageUp), noneChosen, raise).Icon = resources.IconArrowUp
	l.add(lowerID, lang.L("Send backward"), alone(fyne.KeyPageDown), noneChosen, lower).Icon = resources.IconArrowDown
	l.add("canvas/front", lang.L("Bring to the front"), alone(fyne.KeyHome), noneChosen, func() { s.toolbox.Raise(true) })
	l.add("canvas/back", lang.L("Send to the back"), alone(fyne.KeyEnd), noneChosen, func() { s.toolbox.Lower(true) })
	l.add(listID, lang.L("List of marks…"), alone(fyne.KeyK), cmp.Or(nothing, unless(len(s.drawing().Marks) > 0,
		lang.L("There are no marks yet. Choose a tool and draw on the picture."))), s.showMarks).Icon = resources.IconLayers
	l.add("canvas/hide", lang.L("Hide or show the selected mark"), alone(fyne.KeyJ), noneChosen, s.hideChosen)
	all := l.add(hideAllID, lang.L("Hide the marks"), alone(fyne.KeyQ), nothing, s.toggleMarks)
	all.Icon, all.On = resources.IconEye, open && !s.hidden
	if s.hidden {
		all.Label, all.Icon = lang.L("Show the marks"), resources.IconEyeOff
	}

	l.group = lang.L("Canvas: picture")
	l.add("canvas/open", lang.L("Open a picture…"), with(ctrl, fyne.KeyO), "", s.ChooseFile)
	l.add("canvas/openGallery", lang.L("Open from the gallery…"), with(ctrl, fyne.KeyG), "", s.chooseAsset)
	l.add("canvas/paste", lang.L("Paste a file or an address"), with(ctrl, fyne.KeyV), "", s.paste)
	l.add("canvas/blank", lang.L("Empty sheet…"), with(ctrl|alt, fyne.KeyN), "", s.askSheet)
	l.add("canvas/unfinished", lang.L("Unfinished drawings"), nil, unless(len(s.strip.drawn) > 0,
		lang.L("There are no unfinished drawings.")), s.focusUnfinished)
	save := l.add(saveID, lang.L("Save a copy with marks"), with(ctrl, fyne.KeyS), cmp.Or(nothing,
		unless(!s.drawing().Untouched(), lang.L("There are no marks to save. The picture is already in the library."))), s.saveCopy)
	save.Icon = resources.IconDownload
	l.add(exportID, lang.L("Export…"), with(ctrl|alt, fyne.KeyE), nothing, s.askExport).Icon = resources.IconExport
	l.add("canvas/prompt", lang.L("Describe the change"), alone(fyne.KeyP), "", s.d.Composer.Focus)
	l.add("canvas/asItWas", lang.L("Send without marks"), with(ctrl|alt, fyne.KeyReturn), nothing, s.d.Composer.SendWithoutMarks)

	l.group = lang.L("Canvas: view")
	toCanvas := l.add(toCanvasID, lang.L("Go to the canvas"), with(alt, fyne.KeyC), nothing, func() { s.focusCanvas(false) })
	toCanvas.Scope, toCanvas.Own = action.Scope{In: "create"}, false // also while the form beside the canvas has the keyboard
	// = is + without Shift
	l.add(zoomInID, lang.L("Zoom in"), alone(fyne.KeyPlus, fyne.KeyEqual), nothing, func() { s.view.Step(true) }).Icon = resources.IconPlus
	l.add(zoomOutID, lang.L("Zoom out"), alone(fyne.KeyMinus), nothing, func() { s.view.Step(false) }).Icon = resources.IconMinus
	l.add("canvas/fit", lang.L("Fit"), alone(fyne.Key0), nothing, s.view.Fit)
	l.add("canvas/actual", "100 %", alone(fyne.Key1), nothing, s.view.Actual)
	pan := l.add("canvas/pan", lang.L("Move the view with any tool"), alone(fyne.KeySpace), "", nil)
	pan.Held, pan.Says = true, lang.X("key", "hold Space")

	l.group = lang.L("Canvas: versions")
	noFurther := lang.L("There is no further version.")
	l.add("canvas/before", lang.L("Previous version"), alone(fyne.KeyLeftBracket), cmp.Or(nothing, unless(s.beside(-1) >= 0, noFurther)),
		func() { s.openBeside(-1) })
	l.add("canvas/after", lang.L("Next version"), alone(fyne.KeyRightBracket), cmp.Or(nothing, unless(s.beside(1) >= 0, noFurther)),
		func() { s.openBeside(1) })
	original := l.add("canvas/original", lang.L("Hold to see the original"), alone(fyne.KeyBackslash), nothing, s.peekBriefly)
	original.Held = true
	v, made := s.current()
	result, hasResult := s.family.newest(v.asset.Ref)
	before, after, hasPair := s.pair()
	l.add("canvas/result", lang.L("Edit the result"), with(ctrl, fyne.KeyRight), cmp.Or(nothing, unless(hasResult, noResult)),
		func() { s.OpenAsset(result.asset) })
	l.add("canvas/restore", lang.L("Restore marks"), with(ctrl|alt, fyne.KeyR), cmp.Or(nothing, unless(made && v.job.ID != 0,
		lang.L("This picture was not made by an edit here, so there are no marks to restore."))), func() { s.Restore(v.job) })
	compare := l.add(compareID, lang.L("Compare"), alone("|"), cmp.Or(nothing, unless(hasPair || !s.drawing().Untouched(), noResult)), func() {
		switch {
		case !s.main.Visible():
			s.Uncover()
		case hasPair:
			s.d.Viewer.Compare(before.ID, after.ID)
		default:
			s.peekBriefly()
		}
	})
	compare.Icon, compare.On = resources.IconCompare, !s.main.Visible()
	l.add("canvas/use", lang.L("Make a clip from it"), with(ctrl|alt, fyne.KeyL), cmp.Or(nothing, s.notAFrame()),
		func() { s.d.Creator.UseAsFrame(s.page.asset, 0) })

	l.group = ofMarks
	s.addArrows(l, nothing)
	return l.list
}

// addArrows adds what the arrow keys do. Shift makes their steps ten times as long.
func (s *Screen) addArrows(l *actionList, disabled string) {
	for i, a := range []struct {
		label string
		key   fyne.KeyName
		do    func()
	}{
		{lang.L("Move marks or the view left, with Shift ten times as far"), fyne.KeyLeft, func() { s.arrow(tool.Left) }},
		{lang.L("Move marks or the view right, with Shift ten times as far"), fyne.KeyRight, func() { s.arrow(tool.Right) }},
		{lang.L("Move marks or the view up, with Shift ten times as far"), fyne.KeyUp, func() { s.arrow(tool.Up) }},
		{lang.L("Move marks or the view down, with Shift ten times as far"), fyne.KeyDown, func() { s.arrow(tool.Down) }},
		{lang.L("Wider, with Shift ten times as far"), fyne.KeyRight, func() { s.size(1, 0) }},
		{lang.L("Narrower, with Shift ten times as far"), fyne.KeyLeft, func() { s.size(-1, 0) }},
		{lang.L("Taller, with Shift ten times as far"), fyne.KeyDown, func() { s.size(0, 1) }},
		{lang.L("Shorter, with Shift ten times as far"), fyne.KeyUp, func() { s.size(0, -1) }},
	} {
		keys := action.BareKeys(a.key)
		if i >= 4 {
			keys = action.KeysWith(fyne.KeyModifierAlt, a.key)
		}
		l.add(arrowIDs[i], a.label, keys, disabled, a.do)
	}
}

// notAFrame is why no clip can be made from the picture on the canvas: a clip takes an address.
func (s *Screen) notAFrame() string {
	if s.page == nil || s.page.asset.ID == 0 {
		return lang.L("Frames need a web address, and a sheet has none. Send it first: the result has one for 24 h.")
	}
	use := wording.FrameUseOf(s.page.asset, s.d.Now(), s.d.Creator.HostsPictures())
	return unless(use.Frame, use.Note)
}

// perform does an action, or says why it cannot be done.
func (s *Screen) perform(a action.Action) {
	if a.Can() {
		a.Do()
		return
	}
	s.sayBriefly(a.Disabled)
}

func (s *Screen) run(id string) { s.perform(action.ByID(s.Actions(), id)) }

// ShowActions has the buttons show what can be done now, and by which keys. Window's goroutine.
func (s *Screen) ShowActions() {
	list := s.Actions()
	for i, a := range list {
		if row, ok := s.toolRows[a.ID]; ok {
			row.show(a)
		}
		if keys := action.KeyWords(a.Keys, action.OnMac); a.ID == compareID && keys != "" { // its button says the key
			list[i].Label += "  " + keys
		}
	}
	s.buttons.Show(list)
}

// below is where a menu of a button is shown.
func below(b *kit.Button) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(b).AddXY(0, b.Size().Height+4)
}

func (s *Screen) showMenu(list []action.Action, at fyne.Position) {
	kit.ShowMenu(s.d.Canvas(), action.Menu(list, s.d.Post), at)
}

// pick returns actions of the canvas by their IDs. Where one is "", a line stands above the next.
func (s *Screen) pick(ids ...string) (picked []action.Action) {
	list, line := s.Actions(), false
	for _, id := range ids {
		if id == "" {
			line = true
			continue
		}
		a := action.ByID(list, id)
		a.Line, line = line, false
		picked = append(picked, a)
	}
	return picked
}

// nearPointer is how far from a mark the second button still means it, px.
const nearPointer = 5

// pointerMenu is what can be done with the mark below the pointer, or where there is none with the canvas.
func (s *Screen) pointerMenu(p imageview.Pointer) {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.view).Add(p.At)
	m, ok := s.drawing().Pick(drawing.Point{X: p.X, Y: p.Y}, nearPointer/max(s.view.Scale(), 0.01))
	if !ok || s.hidden {
		s.showMenu(s.canvasActions(), at)
		return
	}
	s.setTool(tool.Move)
	s.toolbox.Select(m.ID)
	s.showMenu(s.pick("canvas/words", duplicateID, raiseID, lowerID, "", deleteID), at)
}

func (s *Screen) canvasActions() []action.Action {
	return s.pick(undoID, redoID, "", "canvas/fit", "canvas/actual", hideAllID, "", "canvas/paste")
}

// moreActions are what else can be done with the picture on the canvas.
func (s *Screen) moreActions() []action.Action {
	list := s.pick("canvas/result", "canvas/use", "canvas/restore")
	list = append(list, action.Action{Label: lang.L("Send with marks"), Line: true, Do: s.d.Composer.Generate})
	return append(list, s.pick("canvas/asItWas", "", "canvas/openGallery", "canvas/open", "canvas/paste", "canvas/blank", "", "canvas/unfinished")...)
}

// toggleMarks hides the marks on the screen, or shows them again. They are sent either way.
func (s *Screen) toggleMarks() {
	s.hidden = !s.hidden
	s.painter.request(paintRequest{set: true, draw: s.visible(s.drawing())})
	s.render()
}

// holdPan lets the first button move the view: while Space is held, and always with the tool for it.
func (s *Screen) holdPan(space bool) { s.view.HoldPan(space || s.settings.Tool == tool.Pan) }

// markKey hands a key to the current tool and the marks that are chosen.
func (s *Screen) markKey(k tool.Name) bool {
	if s.toolbox.Key(tool.Key{Name: k, Hold: holdOf(kit.HeldModifiers())}) {
		return true
	}
	if k != tool.Enter {
		return false
	}
	x0, y0, x1, y1 := s.view.Shown()
	return s.toolbox.Draw(drawing.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1})
}

// panStep is how far an arrow key moves the view where it has nothing else to move, px.
const panStep = 64

// arrow moves the marks that are chosen or what else the current tool moves, and where there is nothing the view.
func (s *Screen) arrow(k tool.Name) {
	if s.markKey(k) {
		return
	}
	by := map[tool.Name]fyne.Delta{tool.Left: {DX: panStep}, tool.Right: {DX: -panStep}, tool.Up: {DY: panStep}, tool.Down: {DY: -panStep}}[k]
	s.view.PanBy(by.DX, by.DY)
}

// size makes the marks that are chosen larger or smaller.
func (s *Screen) size(dx, dy float64) {
	by := 1.0
	if kit.HeldModifiers()&fyne.KeyModifierShift != 0 {
		by = 10
	}
	s.toolbox.Size(by*dx, by*dy)
}

// widen makes what the tool paints thinner or thicker, by at least a pixel.
func (s *Screen) widen(by float64) {
	s.restyle("width", func(st *drawing.Style) {
		w := math.Round(st.Width * by)
		if w == st.Width {
			w += math.Copysign(1, by-1)
		}
		st.Width = min(max(w, 1), 400)
	})
}

// setTool makes a tool the current one.
func (s *Screen) setTool(k tool.Kind) {
	s.endTyping()
	if k == tool.Pick && s.settings.Tool != tool.Pick {
		s.before = s.settings.Tool
	}
	s.settings.Tool = k
	s.toolbox.Take(k)
	s.holdPan(false)
	s.storeSession()
	s.render()
	s.d.Post(func() { s.takeBack(true) })
	if k == tool.Picture && s.page != nil {
		s.choosePart()
	}
}
