package editor

import (
	"cmp"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/lang"
	"viviscope/gui/viewer/imageview"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// commands are the actions on the canvas, with their keys and menus.
type commands struct {
	d        *Deps
	doc      *document
	tools    *tools
	view     *imageview.View
	overlay  *overlay
	label    *labelField
	options  *options
	bar      *bar
	opener   *opener
	versions *versions
	strip    *strip
	exporter *exporter
	foot     *foot
	cover    *cover
	input    *canvasInput

	onMoved func() // the visible part may have changed
}

var _ canvasKeys = (*commands)(nil)

// unless returns why something is impossible; "" if it is possible.
func unless(can bool, why string) string {
	if can {
		return ""
	}
	return why
}

// actionList collects actions of one group. Their keys work while the canvas has the focus.
type actionList struct {
	group string
	list  []action.Action
}

func (l *actionList) add(id, label string, keys []action.Chord, disabled string, do func()) *action.Action {
	l.list = append(l.list, action.Action{
		ID: id, Group: l.group, Label: label, Keys: keys, Own: true, Disabled: disabled, Do: do,
		Scope: action.Scope{In: "create/canvas"},
	})
	return &l.list[len(l.list)-1]
}

// alsoInForm makes the keys of an action work while the form beside the canvas has the focus, too.
func (l *actionList) alsoInForm(id string) {
	for i := range l.list {
		if l.list[i].ID == id {
			l.list[i].Scope, l.list[i].Own = action.Scope{In: "create"}, false
		}
	}
}

// The modifiers of keys.
const (
	ctrl  = fyne.KeyModifierShortcutDefault
	shift = fyne.KeyModifierShift
	alt   = fyne.KeyModifierAlt
)

// Actions returns all actions on the canvas.
func (c *commands) Actions() []action.Action {
	closed := unless(c.doc.isOpen(), lang.L("The canvas is empty. Open a picture first."))
	l := &actionList{}
	l.group = lang.L("Canvas: tools")
	c.addTools(l, closed)
	l.group = lang.L("Canvas: marks")
	c.addMarks(l, closed)
	l.group = lang.L("Canvas: picture")
	c.addPicture(l, closed)
	l.group = lang.L("Canvas: view")
	c.addView(l, closed)
	l.group = lang.L("Canvas: versions")
	c.addVersions(l, closed)
	l.group = lang.L("Canvas: marks")
	c.addArrows(l, closed)
	return l.list
}

func (c *commands) addTools(l *actionList, closed string) {
	for _, e := range c.tools.table {
		a := l.add(toolID(e.kind), e.word, action.BareKeys(fyne.KeyName(e.key)), closed, func() {
			c.tools.take(e.kind)
		})
		a.On = c.doc.isOpen() && e.kind == c.tools.settings.Tool
	}
	thinner, thicker := func() { c.tools.widen(1 / 1.25) }, func() { c.tools.widen(1.25) }
	l.add("canvas/thinner", lang.L("Thinner or smaller"), action.BareKeys(fyne.KeyComma), closed, thinner)
	l.add("canvas/thicker", lang.L("Thicker or larger"), action.BareKeys(fyne.KeyPeriod), closed, thicker)
}

func (c *commands) addMarks(l *actionList, closed string) {
	alone, with := action.BareKeys, action.KeysWith
	box := c.tools.toolbox
	noneSelected := cmp.Or(closed, unless(len(box.Selection()) > 0,
		lang.L("Select a mark first: click it with Move, or use the list of marks.")))
	noMarks := cmp.Or(closed, unless(len(c.doc.drawing().Marks) > 0,
		lang.L("There are no marks yet. Choose a tool and draw on the picture.")))
	canUndo := c.doc.isOpen() && c.doc.page.history.CanUndo()
	canRedo := c.doc.isOpen() && c.doc.page.history.CanRedo()

	noUndo := unless(canUndo, lang.L("There is nothing to undo."))
	noRedo := unless(canRedo, lang.L("There is nothing to redo."))
	l.add(undoID, lang.L("Undo"), with(ctrl, fyne.KeyZ), noUndo, c.tools.undo).Icon = resources.IconUndo
	l.add(redoID, lang.L("Redo"), with(ctrl|shift, fyne.KeyZ), noRedo, c.tools.redo).Icon = resources.IconRedo
	l.add("canvas/draw", lang.L("Start drawing in the middle, then finish"), alone(fyne.KeyReturn), closed,
		c.drawOrFinish)
	l.add("canvas/all", lang.L("Select all marks"), with(ctrl, fyne.KeyA), closed, func() { c.tools.press(tool.All) })
	text := l.add("canvas/words", lang.L("Edit text…"), nil, noneSelected, c.label.editSelected)
	text.Hidden = c.doc.isOpen() && !c.tools.oneTextSelected()
	l.add(duplicateID, lang.L("Duplicate"), with(ctrl, fyne.KeyD), noneSelected,
		box.Duplicate).Icon = resources.IconCopy
	remove := l.add(deleteID, lang.L("Delete"), alone(fyne.KeyDelete, fyne.KeyBackspace), noneSelected, box.Delete)
	remove.Icon = resources.IconTrash
	raise, lower := func() { box.Raise(false) }, func() { box.Lower(false) }
	l.add(raiseID, lang.L("Bring forward"), alone(fyne.KeyPageUp), noneSelected, raise).Icon = resources.IconArrowUp
	l.add(lowerID, lang.L("Send backward"), alone(fyne.KeyPageDown), noneSelected, lower).Icon = resources.IconArrowDown
	l.add("canvas/front", lang.L("Bring to the front"), alone(fyne.KeyHome), noneSelected, func() { box.Raise(true) })
	l.add("canvas/back", lang.L("Send to the back"), alone(fyne.KeyEnd), noneSelected, func() { box.Lower(true) })
	l.add(listID, lang.L("List of marks…"), alone(fyne.KeyK), noMarks, c.openList).Icon = resources.IconLayers
	l.add("canvas/hide", lang.L("Hide or show the selected mark"), alone(fyne.KeyJ), noneSelected, c.tools.hideSelected)
	all := l.add(hideAllID, lang.L("Hide the marks"), alone(fyne.KeyQ), closed, c.toggleMarks)
	all.Icon, all.On = resources.IconEye, c.doc.isOpen() && !c.doc.hidden
	if c.doc.hidden {
		all.Label, all.Icon = lang.L("Show the marks"), resources.IconEyeOff
	}
}

func (c *commands) addPicture(l *actionList, closed string) {
	with := action.KeysWith
	noDrawings := unless(len(c.strip.drawn) > 0, lang.L("There are no unfinished drawings."))
	unchanged := cmp.Or(closed, unless(!c.doc.drawing().Untouched(),
		lang.L("There are no marks to save. The picture is already in the library.")))
	l.add("canvas/open", lang.L("Open a picture…"), with(ctrl, fyne.KeyO), "", c.opener.chooseFile)
	l.add("canvas/openGallery", lang.L("Open from the gallery…"), with(ctrl, fyne.KeyG), "", c.opener.chooseAsset)
	l.add("canvas/paste", lang.L("Paste a file or an address"), with(ctrl, fyne.KeyV), "", c.opener.paste)
	l.add("canvas/blank", lang.L("Blank canvas…"), with(ctrl|alt, fyne.KeyN), "", c.opener.chooseSheet)
	for _, id := range []string{"canvas/open", "canvas/openGallery", "canvas/blank"} {
		l.alsoInForm(id)
	}
	l.add("canvas/unfinished", lang.L("Unfinished drawings"), nil, noDrawings, c.strip.focusUnfinished)
	save := l.add(saveID, lang.L("Save a copy with marks"), with(ctrl, fyne.KeyS), unchanged, c.exporter.saveCopy)
	save.Icon = resources.IconDownload
	l.add(exportID, lang.L("Export…"), with(ctrl|alt, fyne.KeyE), closed, c.exporter.ask).Icon = resources.IconExport
	l.add("canvas/prompt", lang.L("Describe the change"), action.BareKeys(fyne.KeyP), "", c.d.Composer.Focus)
	l.add("canvas/asItWas", lang.L("Send without marks"), with(ctrl|alt, fyne.KeyReturn), closed,
		c.d.Composer.SendWithoutMarks)
}

func (c *commands) addView(l *actionList, closed string) {
	alone := action.BareKeys
	l.add(toCanvasID, lang.L("Go to the canvas"), action.KeysWith(alt, fyne.KeyC), "", func() { c.input.focus(false) })
	l.alsoInForm(toCanvasID)
	// = is + without Shift
	larger, smaller := func() { c.view.Step(true) }, func() { c.view.Step(false) }
	l.add(zoomInID, lang.L("Zoom in"), alone(fyne.KeyPlus, fyne.KeyEqual), closed, larger).Icon = resources.IconPlus
	l.add(zoomOutID, lang.L("Zoom out"), alone(fyne.KeyMinus), closed, smaller).Icon = resources.IconMinus
	l.add("canvas/fit", lang.L("Fit"), alone(fyne.Key0), closed, c.view.Fit)
	l.add("canvas/actual", "1:1", alone(fyne.Key1), closed, c.view.Actual)
	pan := l.add("canvas/pan", lang.L("Move the view with any tool"), alone(fyne.KeySpace), "", nil)
	pan.Held, pan.KeyHint = true, lang.X("key", "hold Space")
}

func (c *commands) addVersions(l *actionList, closed string) {
	alone, with := action.BareKeys, action.KeysWith
	v := c.versions
	noResult := lang.L("This picture has no edits yet. Describe the change and send it.")
	noFurther := lang.L("There is no further version.")
	notMade := lang.L("This picture was not made by an edit here, so there are no marks to restore.")
	current, made := v.current()
	result, hasResult := v.family.newest(current.asset.Ref)
	_, _, hasPair := v.pair()
	canCompare := hasPair || !c.doc.drawing().Untouched()

	l.add("canvas/before", lang.L("Previous version"), alone(fyne.KeyLeftBracket),
		cmp.Or(closed, unless(v.beside(-1) >= 0, noFurther)), func() { v.openBeside(-1) })
	l.add("canvas/after", lang.L("Next version"), alone(fyne.KeyRightBracket),
		cmp.Or(closed, unless(v.beside(1) >= 0, noFurther)), func() { v.openBeside(1) })
	l.add("canvas/original", lang.L("Hold to see the original"), alone(fyne.KeyBackslash), closed,
		c.peekBriefly).Held = true
	l.add("canvas/result", lang.L("Edit the result"), with(ctrl, fyne.KeyRight),
		cmp.Or(closed, unless(hasResult, noResult)), func() { c.opener.openAsset(result.asset) })
	l.add("canvas/restore", lang.L("Restore marks"), with(ctrl|alt, fyne.KeyR),
		cmp.Or(closed, unless(made && current.job.ID != 0, notMade)), func() { v.restoreMarks(current.job) })
	compare := l.add(compareID, lang.L("Compare"), alone("|"), cmp.Or(closed, unless(canCompare, noResult)), c.compare)
	compare.Icon, compare.On = resources.IconCompare, c.cover.isOn()
	l.add("canvas/use", lang.L("Make a clip from it"), with(ctrl|alt, fyne.KeyL), cmp.Or(closed, c.notAFrame()),
		func() { c.d.Creator.UseAsFrame(c.doc.page.asset, 0) })
}

// addArrows adds the actions of the arrow keys. Shift makes their steps ten times as long.
func (c *commands) addArrows(l *actionList, closed string) {
	for i, a := range []struct {
		label string
		key   fyne.KeyName
		do    func()
	}{
		{lang.L("Move marks, frame or view left, with Shift ten times as far"), fyne.KeyLeft, func() {
			c.moveBy(tool.Left)
		}},
		{lang.L("Move marks, frame or view right, with Shift ten times as far"), fyne.KeyRight, func() {
			c.moveBy(tool.Right)
		}},
		{lang.L("Move marks, frame or view up, with Shift ten times as far"), fyne.KeyUp, func() { c.moveBy(tool.Up) }},
		{lang.L("Move marks, frame or view down, with Shift ten times as far"), fyne.KeyDown, func() {
			c.moveBy(tool.Down)
		}},
		{lang.L("Wider, with Shift ten times as far"), fyne.KeyRight, func() { c.tools.enlarge(1, 0) }},
		{lang.L("Narrower, with Shift ten times as far"), fyne.KeyLeft, func() { c.tools.enlarge(-1, 0) }},
		{lang.L("Taller, with Shift ten times as far"), fyne.KeyDown, func() { c.tools.enlarge(0, 1) }},
		{lang.L("Shorter, with Shift ten times as far"), fyne.KeyUp, func() { c.tools.enlarge(0, -1) }},
	} {
		keys := action.BareKeys(a.key)
		if i >= 4 {
			keys = action.KeysWith(alt, a.key)
		}
		l.add(arrowIDs[i], a.label, keys, closed, a.do)
	}
}

// notAFrame returns why no clip can be made from the picture on the canvas: a clip needs an address.
func (c *commands) notAFrame() string {
	if !c.doc.isOpen() || c.doc.page.asset.ID == 0 {
		return lang.L("Frames need a web address, and a blank canvas has none. Send it first: the result has one for 24 h.")
	}
	use := wording.FrameUseOf(c.doc.page.asset, c.d.Now(), c.d.Creator.HostsPictures())
	return unless(use.Frame, use.Note)
}

// compare compares the picture with its parent or its result, or ends the comparison. Without either it shows the
// original.
func (c *commands) compare() {
	before, after, hasPair := c.versions.pair()
	switch {
	case c.cover.isOn():
		c.cover.lift()
	case hasPair:
		c.d.Viewer.Compare(before.ID, after.ID)
	default:
		c.peekBriefly()
	}
}

// perform does an action, or shows why it is impossible.
func (c *commands) perform(a action.Action) {
	if a.Can() {
		a.Do()
		return
	}
	c.foot.flash(a.Disabled)
}

// performID does the action of an ID.
func (c *commands) performID(id string) { c.perform(action.ByID(c.Actions(), id)) }

// pick returns actions by their IDs. "" puts a line above the next.
func (c *commands) pick(ids ...string) (picked []action.Action) {
	list, line := c.Actions(), false
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

// nearPointer is the distance in px at which the second button hits a mark.
const nearPointer = 5

// openPointerMenu opens the menu of the mark below the pointer, or of the canvas if there is none.
func (c *commands) openPointerMenu(p imageview.Pointer) {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(c.view).Add(p.At)
	m, ok := c.doc.drawing().Pick(drawing.Point{X: p.X, Y: p.Y}, nearPointer/max(c.view.Scale(), 0.01))
	if !ok || c.doc.hidden {
		openMenu(c.d, c.canvasMenu(), at)
		return
	}
	c.tools.take(tool.Move)
	c.tools.toolbox.Select(m.ID)
	openMenu(c.d, c.pick("canvas/words", duplicateID, raiseID, lowerID, "", deleteID), at)
}

func (c *commands) canvasMenu() []action.Action {
	return c.pick(undoID, redoID, "", "canvas/fit", "canvas/actual", hideAllID, "", "canvas/paste")
}

// moreMenu returns the actions that have no button in the strip.
func (c *commands) moreMenu() []action.Action {
	list := c.pick("canvas/result", "canvas/use", "canvas/restore")
	list = append(list, action.Action{Label: lang.L("Send with marks"), Line: true, Do: c.d.Composer.Generate})
	return append(list, c.pick("canvas/asItWas", "", "canvas/openGallery", "canvas/open", "canvas/paste",
		"canvas/blank", "",
		"canvas/unfinished")...)
}

// openList opens the list of marks.
func (c *commands) openList() {
	openLayers(c.options, below(c.bar.list), func(id int64) {
		c.tools.selectMark(id)
		c.onMoved()
	}, c.onMoved)
}

// toggleMarks hides the marks on the screen, or shows them again. They are sent either way.
func (c *commands) toggleMarks() {
	c.doc.setHidden(!c.doc.hidden)
	c.onMoved()
}

// holdPan lets the first button pan the view: while Space is held, and always with the tool Pan.
func (c *commands) holdPan(space bool) { c.view.HoldPan(space || c.tools.settings.Tool == tool.Pan) }

// drawOrFinish is Enter: it finishes the work of the tool, or draws a mark in the middle of the view.
func (c *commands) drawOrFinish() {
	if c.tools.press(tool.Enter) {
		return
	}
	x0, y0, x1, y1 := c.view.Shown()
	c.tools.toolbox.Draw(drawing.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1})
}

// panStep is how far an arrow key pans the view, px.
const panStep = 64

// moveBy moves the selected marks or the frame of the tool with an arrow key. Without either it pans the view.
func (c *commands) moveBy(k tool.Name) {
	if c.tools.press(k) {
		return
	}
	by := map[tool.Name]fyne.Delta{
		tool.Left: {DX: panStep}, tool.Right: {DX: -panStep}, tool.Up: {DY: panStep}, tool.Down: {DY: -panStep},
	}
	c.view.PanBy(by[k].DX, by[k].DY)
}

// peek shows only the original, or everything again.
func (c *commands) peek(on bool) {
	if !c.doc.isOpen() || c.doc.peeking == on {
		return
	}
	c.doc.setPeeking(on)
	c.overlay.update()
	if on {
		c.foot.put(lang.L("Original (while \\ is held)"), "")
	} else {
		c.foot.update()
	}
}

// peekDuration is how long the original is shown without a held key.
const peekDuration = 2 * time.Second

func (c *commands) peekBriefly() {
	c.peek(true)
	c.d.After(peekDuration, func() { c.d.Post(func() { c.peek(false) }) })
}

// holdKey starts or ends the action of a held key.
func (c *commands) holdKey(k fyne.KeyName, down bool) {
	switch k {
	case fyne.KeySpace:
		c.holdPan(down)
	case fyne.KeyBackslash:
		c.peek(down)
	}
}

func (c *commands) dropWork() bool {
	dropped := c.tools.toolbox.Cancel()
	if dropped {
		c.onMoved()
	}
	return dropped
}

func (c *commands) stepHistory(redo bool) {
	if redo {
		c.tools.redo()
	} else {
		c.tools.undo()
	}
}

func (c *commands) pasteInto() { c.opener.paste() }

func (c *commands) contentText() string {
	if !c.doc.isOpen() {
		return ""
	}
	title := c.options.title.Text()
	if asset := wording.AssetTitle(c.doc.page.asset); asset != "" {
		return wording.Commas(asset, title)
	}
	return title
}

func (c *commands) canFocus() bool { return !c.cover.isOn() }

// pointed passes the pointer to the current tool. The second button opens a menu instead.
func (c *commands) pointed(p imageview.Pointer) {
	if p.Event == imageview.Down {
		c.input.focus(true)
	}
	if !c.doc.isOpen() || c.doc.peeking {
		return
	}
	if p.Button == desktop.MouseButtonSecondary {
		if p.Event == imageview.Down {
			c.openPointerMenu(p)
		}
		return
	}
	t := tool.Pointer{At: drawing.Point{X: p.X, Y: p.Y}, Zoom: c.view.Scale(), Hold: holdOf(p.Modifier)}
	box := c.tools.toolbox
	switch p.Event {
	case imageview.Down:
		box.Down(t)
	case imageview.Drag:
		box.Drag(t)
	case imageview.Up:
		box.Up(t)
	case imageview.Hover:
		box.Hover(t)
	case imageview.Double:
		t.Double = true
		box.Down(t)
		box.Up(t)
	}
}
