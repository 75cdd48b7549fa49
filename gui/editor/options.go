package editor

import (
	"image/color"

	"fyne.io/fyne/v2"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// group is a place of the options line.
type group int

// The groups, in their order on the line.
const (
	groupHint group = iota
	groupWords
	groupColour
	groupWidth
	groupMode
	groupFrame
	groupRound
	groupFill
	groupOpacity
	groupHardness
	groupNumber
	groupPlace
	groupOrder
	groupRatio
	groupTurns
	groupAngle
	groupApply
	groupSides
	groupEdges
	groupBack
	groups
)

// optionCalls is what the options line asks for.
type optionCalls struct {
	style     func(key string, change func(*drawing.Style)) // of the marks that are chosen, else of the tool
	colour    func(color.NRGBA)
	other     func()            // any colour
	back      func(color.NRGBA) // of what Extend adds
	otherBack func()            // any colour for that
	pixelate  func(bool)        // instead of blurring
	outline   func(bool)        // instead of darkening the rest
	round     func(bool)        // an ellipse instead of a rectangle
	number    func(int)         // the next one
	words     func()            // of the text that is chosen
	place     func()            // choose a picture to place
	ratio     func(int)         // of the frame, by its place in ratios()
	sides     func()            // the fields of a size were changed
	edges     func()            // those of the sides to extend
	turn      func(int)         // quarters, clockwise
	flip      func(bool)        // upright: top to bottom
	angle     func(float64)     // straighten
	apply     func()
	cancel    func()
	raise     func()
	lower     func()
	again     func()
	remove    func()
	done      func()              // Enter in a field: the keyboard goes back to the canvas
	let       func()              // the pointer let go of a slider: so it does as well
	open      func(fyne.Position) // the groups that have no room
}

// options is the line above the stage with what the tool in hand is set to.
type options struct {
	title    *widgets.Text
	hint     *widgets.Text
	swatches *swatches
	back     *swatches // what Extend adds
	width    *measure
	opacity  *measure
	hardness *measure
	angle    *measure
	filled   *widgets.Button
	round    *widgets.Button
	mode     *widgets.Segmented
	frame    *widgets.Segmented
	number   *widgets.Stepper
	ratio    *widgets.Picker
	sides    *sides
	edges    *edges
	apply    *widgets.Button

	wanted [groups]bool
	objs   [groups]fyne.CanvasObject
	more   *widgets.Button
	fit    *fitRow
	row    *fyne.Container
	keyed  map[string]keyedButton // what says its key, by the command
}

// keyedButton is a button that says which key does the same.
type keyedButton struct {
	button *widgets.Button
	says   string
}

// showKeys says by which keys, in words by their commands, the same is done.
func (o *options) showKeys(keys map[string]string) {
	for id, b := range o.keyed {
		b.button.SetWord(withKey(b.says, keys[id]))
	}
}

func newOptions(on optionCalls) *options {
	o := &options{
		title: widgets.NewText("", resources.SizeBody, resources.Text1, true),
		hint:  widgets.NewText("", resources.SizeSM, resources.Text3, false),
		keyed: map[string]keyedButton{},
	}
	small := func(word string, icon fyne.Resource, do func()) *widgets.Button {
		return widgets.NewButton(word, icon, widgets.Plain, do).Small()
	}
	icon := func(icon fyne.Resource, word string, do func()) *widgets.Button {
		return widgets.NewIconButton(icon, word, do).Small()
	}
	keyed := func(id string, res fyne.Resource, word string, do func()) *widgets.Button {
		o.keyed[id] = keyedButton{icon(res, word, do), word}
		return o.keyed[id].button
	}
	named := func(word string, objects ...fyne.CanvasObject) fyne.CanvasObject {
		return widgets.NewRow(8, append([]fyne.CanvasObject{widgets.NewText(word, resources.SizeSM, resources.Text2, false)}, objects...)...)
	}
	o.swatches, o.back = newSwatches(on.colour, on.other), newSwatches(on.back, on.otherBack)
	o.width = newMeasure(lang.L("Width"), "px", 1, 200, doubled, func(v float64, _ bool) {
		on.style("width", func(s *drawing.Style) { s.Width = v })
	})
	o.opacity = newMeasure(lang.L("Opacity"), "%", 5, 100, even, func(v float64, _ bool) {
		on.style("opacity", func(s *drawing.Style) { s.Opacity = v / 100 })
	})
	o.hardness = newMeasure(lang.L("Hardness"), "%", 0, 100, even, func(v float64, _ bool) {
		on.style("hardness", func(s *drawing.Style) { s.Hardness = v / 100 })
	})
	o.angle = newMeasure(lang.L("Straighten"), "°", -45, 45, fine, func(v float64, done bool) { on.angle(v) })
	for _, m := range []*measure{o.width, o.opacity, o.hardness, o.angle} {
		m.field.OnSubmitted = func(string) {
			m.typed()
			on.done()
		}
		m.slider.let = on.let
	}
	o.filled = small(lang.X("state", "Filled"), nil, func() { on.style("filled", func(s *drawing.Style) { s.Filled = !o.filled.On() }) })
	o.round = small(lang.X("noun", "Ellipse"), resources.IconEllipse(), func() { on.round(!o.round.On()) })
	o.mode = widgets.NewSegmented([]string{lang.X("verb", "Blur"), lang.X("verb", "Pixelate")}, func(i int) { on.pixelate(i == 1) }).Tight()
	o.frame = widgets.NewSegmented([]string{lang.L("Darken the rest"), lang.X("verb", "Outline")}, func(i int) { on.outline(i == 1) }).Tight()
	o.number = widgets.NewStepper(1, 999, 1, on.number)
	o.ratio = widgets.NewSimplePicker(ratioWords(), on.ratio).Tight()
	o.sides = newSides(true, on.sides, on.apply)
	o.edges = newEdges(on.edges, on.apply)
	o.apply = widgets.NewButton(lang.L("Apply"), resources.IconCheck(), widgets.Plain, on.apply).Small()

	o.objs = [groups]fyne.CanvasObject{
		groupHint:  o.hint,
		groupWords: small(lang.L("Edit text…"), resources.IconPencil(), on.words),
		groupOrder: widgets.NewRow(4,
			keyed(raiseID, resources.IconArrowUp(), lang.L("Bring forward"), on.raise), keyed(lowerID, resources.IconArrowDown(), lang.L("Send backward"), on.lower),
			keyed(duplicateID, resources.IconCopy(), lang.L("Duplicate"), on.again), keyed(deleteID, resources.IconTrash(), lang.L("Delete"), on.remove)),
		groupColour:   o.swatches,
		groupWidth:    o.width.box,
		groupMode:     o.mode,
		groupFrame:    o.frame,
		groupRound:    o.round,
		groupFill:     o.filled,
		groupOpacity:  o.opacity.box,
		groupHardness: o.hardness.box,
		groupNumber:   named(lang.X("number", "Next"), o.number),
		groupPlace:    small(lang.L("Choose a picture…"), resources.IconPicture(), on.place),
		groupRatio:    named(lang.L("Ratio"), o.ratio),
		groupSides:    o.sides.box,
		groupEdges:    o.edges.box,
		groupBack:     named(lang.L("Colour"), o.back),
		groupTurns: widgets.NewRow(4,
			small(lang.L("90° left"), resources.IconUndo(), func() { on.turn(3) }), small(lang.L("90° right"), resources.IconRedo(), func() { on.turn(1) }),
			small(lang.X("verb", "Mirror"), nil, func() { on.flip(false) }), small(lang.X("verb", "Flip"), nil, func() { on.flip(true) })),
		groupAngle: o.angle.box,
		groupApply: widgets.NewRow(4, o.apply, small(lang.L("Cancel"), nil, on.cancel)),
	}
	o.more = icon(resources.IconMore(), lang.L("More options of this tool"), nil)
	o.more.OnTapped = func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o.more)
		on.open(at.AddXY(0, o.more.Size().Height+4))
	}
	o.fit = &fitRow{gap: 12, kept: int(groupApply), wanted: func(i int) bool { return o.wanted[i] }}
	o.row = &fyne.Container{Layout: o.fit, Objects: append(append([]fyne.CanvasObject{}, o.objs[:]...), o.more)}
	return o
}

// show shows the groups that belong to what is in hand.
func (o *options) show(title string, which ...group) {
	o.title.SetText(title)
	o.wanted = [groups]bool{}
	for _, g := range which {
		o.wanted[g] = true
	}
	o.row.Refresh()
}

// drops counts the groups that have no room on a line of a width.
func (o *options) drops(width float32) int {
	_, dropped := o.fit.spread(o.row.Objects, width)
	return len(dropped)
}

// spare gives the groups that have no room on the line, for a panel. They come back with home.
func (o *options) spare() []fyne.CanvasObject {
	var objects []fyne.CanvasObject
	for _, i := range o.fit.dropped {
		g := o.objs[i]
		o.row.Objects[i] = widgets.NewSpring() // keeps the place
		o.wanted[i] = false
		g.Show()
		objects = append(objects, g)
	}
	return objects
}

// home puts the groups of the panel back on the line.
func (o *options) home() { copy(o.row.Objects, o.objs[:]) }
