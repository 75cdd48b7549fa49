package editor

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// options is the row of controls for the settings of the tool. Controls without room are in a panel behind a button.
type options struct {
	host     action.Host
	tools    *tools
	title    *kit.Text
	swatches *swatches
	width    *numberSlider
	hardness *numberSlider
	size     *sizeFields
	edges    *pixelFields // left, top, right, bottom
	controls [allSettings]control
	more     *kit.Button
	fit      *fitLayout
	row      *fyne.Container
	shown    toolState

	optionsCallbacks
}

// optionsCallbacks connect the options to the window.
type optionsCallbacks struct {
	onEditText func()             // the text of the selected label shall be edited
	onPlace    func()             // a picture to place shall be chosen
	onDone     func(pointed bool) // a value was entered; pointed: by the pointer
	onBadSize  func(why string)   // a size that was applied is impossible; a sentence
	onResized  func()             // the row needs another layout
}

// control is an option: an object, and how it shows a state; nil if it shows nothing of it.
type control struct {
	object fyne.CanvasObject
	show   func(k toolState)
}

func newOptions(host action.Host, t *tools, marks *action.Buttons, on optionsCallbacks) *options {
	o := &options{host: host, tools: t, optionsCallbacks: on, fit: &fitLayout{wanted: make([]bool, allSettings)}}
	o.title = kit.NewText("", resources.SizeBody, resources.Text1, true)
	o.controls = o.table(marks)
	o.more = kit.NewIconButton(resources.IconMore, lang.L("More options of this tool"), nil).Small()
	o.more.OnTapped = func() { o.openMore(below(o.more)) }
	o.row = &fyne.Container{Layout: o.fit, Objects: append(o.objects(), o.more)}
	return o
}

// table returns the control of every setting.
func (o *options) table(marks *action.Buttons) [allSettings]control {
	t := o.tools
	percent := func(part float64) float64 { return math.Round(part * 100) }
	var table [allSettings]control
	table[hintSetting] = o.hint()
	editText, place := func() { o.onEditText() }, func() { o.onPlace() }
	table[textSetting] = control{object: smallButton(lang.L("Edit text…"), resources.IconPencil, editText)}
	table[orderSetting] = control{object: kit.NewRow(4,
		marks.Icon(raiseID, kit.Plain).Small(), marks.Icon(lowerID, kit.Plain).Small(),
		marks.Icon(duplicateID, kit.Plain).Small(), marks.Icon(deleteID, kit.Plain).Small())}
	table[placeSetting] = control{object: smallButton(lang.L("Choose a picture…"), resources.IconPicture, place)}
	o.swatches, table[colourSetting] = o.colours(t.setColour, t.setPicked,
		func(k toolState) color.NRGBA { return k.style.Color })
	o.width, table[widthSetting] = o.slider("", "px", 1, 200, logarithmic, t.setWidth, nil)
	table[widthSetting].show = func(k toolState) {
		o.width.reset(widthOf(k.tool))
		o.width.set(math.Round(k.style.Width))
	}
	_, table[opacitySetting] = o.slider(lang.L("Opacity"), "%", 5, 100, linear, func(v float64) {
		t.restyle("opacity", func(st *drawing.Style) { st.Opacity = v / 100 })
	}, func(k toolState) float64 { return percent(k.style.Opacity) })
	o.hardness, table[hardnessSetting] = o.slider(lang.L("Hardness"), "%", 0, 100, linear, func(v float64) {
		t.restyle("hardness", func(st *drawing.Style) { st.Hardness = v / 100 })
	}, func(k toolState) float64 { return percent(k.style.Hardness) })
	_, table[angleSetting] = o.slider(lang.L("Straighten"), "°", -45, 45, tenths, func(degrees float64) {
		if r, ok := t.toolbox.Tool().(*tool.Rotator); ok {
			r.SetDegrees(degrees)
		}
	}, func(k toolState) float64 { return k.degrees })
	table[filledSetting] = o.toggle(lang.X("state", "Filled"), nil,
		func(k toolState) bool { return k.style.Filled },
		func(on bool) { t.restyle("filled", func(st *drawing.Style) { st.Filled = on }) })
	table[roundSetting] = o.toggle(lang.X("noun", "Ellipse"), resources.IconEllipse,
		func(k toolState) bool { return k.round },
		func(on bool) {
			k := t.shownTool()
			t.adjust("round", func(s *toolSettings) { s.Round[k] = on }, func(m *drawing.Mark) { m.Round = on })
		})
	table[outlineSetting] = choice(lang.L("Darken the rest"), lang.X("verb", "Outline"),
		func(k toolState) bool { return k.style.Outline },
		func(outline bool) { t.restyle("outline", func(st *drawing.Style) { st.Outline = outline }) })
	table[pixelateSetting] = choice(lang.X("verb", "Blur"), lang.X("verb", "Pixelate"),
		func(k toolState) bool { return k.pixelate },
		func(pixelate bool) {
			kind := drawing.Blur
			if pixelate {
				kind = drawing.Pixelate
			}
			t.adjust("blur", func(s *toolSettings) { s.Pixelate = pixelate }, func(m *drawing.Mark) { m.Kind = kind })
		})
	table[numberSetting] = o.number()
	table[ratioSetting] = o.ratio()
	table[turnsSetting] = control{object: kit.NewRow(4,
		smallButton(lang.L("90° left"), resources.IconUndo, func() { t.toolbox.Turn(3) }),
		smallButton(lang.L("90° right"), resources.IconRedo, func() { t.toolbox.Turn(1) }),
		smallButton(lang.X("verb", "Mirror"), nil, func() { t.toolbox.Flip(false) }),
		smallButton(lang.X("verb", "Flip"), nil, func() { t.toolbox.Flip(true) }))}
	o.size, table[sizeSetting] = o.sizes()
	o.edges, table[edgesSetting] = o.sides()
	fill, fills := o.colours(t.setFill, t.setFill, func(k toolState) color.NRGBA { return k.fill })
	fills.object = labelled(lang.L("Colour"), fill)
	table[fillSetting] = fills
	table[applySetting] = o.applying()
	return table
}

func smallButton(label string, icon fyne.Resource, do func()) *kit.Button {
	return kit.NewButton(label, icon, kit.Plain, do).Small()
}

// labelled returns an object with its label before it.
func labelled(label string, object fyne.CanvasObject) fyne.CanvasObject {
	name := kit.NewText(label, resources.SizeSM, resources.Text2, false)
	kit.Name(name, object)
	return kit.NewRow(8, name, object)
}

// slider returns a number with a slider. With value nil the caller sets show.
func (o *options) slider(
	label, unit string, low, high float64, s scale, changed func(float64), value func(k toolState) float64,
) (*numberSlider, control) {
	n := newNumberSlider(label, unit, low, high, s, changed)
	n.leave = func(pointed bool) { o.onDone(pointed) }
	return n, control{n.box, func(k toolState) { n.set(value(k)) }}
}

// toggle returns a button that is on or off.
func (o *options) toggle(label string, icon fyne.Resource, value func(k toolState) bool, changed func(on bool)) control {
	b := smallButton(label, icon, func() { changed(!value(o.shown)) })
	return control{b, func(k toolState) { b.SetOn(value(k)) }}
}

// choice returns two alternatives.
func choice(first, second string, value func(k toolState) bool, changed func(second bool)) control {
	c := kit.NewSegmented([]string{first, second}, func(i int) { changed(i == 1) }).Tight()
	return control{c, func(k toolState) {
		i := 0
		if value(k) {
			i = 1
		}
		c.SetSelected(i)
	}}
}

// colours returns a row of colours. other is called with a colour from the dialog.
func (o *options) colours(changed, other func(color.NRGBA), value func(k toolState) color.NRGBA) (*swatches, control) {
	s := newSwatches(changed, func() { o.askColour(value(o.tools.state()), other) })
	return s, control{s, func(k toolState) { s.set(value(k)) }}
}

// askColour asks for any colour, also one of the picture.
func (o *options) askColour(now color.NRGBA, chosen func(color.NRGBA)) {
	var pick func()
	if o.tools.doc.isOpen() {
		pick = func() { o.tools.take(tool.Pick) }
	}
	askColour(o.host.Canvas(), now, pick, chosen)
}

// hint returns a line of help for tools without settings.
func (o *options) hint() control {
	hint := kit.NewText("", resources.SizeSM, resources.Text3, false)
	return control{hint, func(k toolState) {
		hints := map[tool.Kind]string{tool.Move: lang.L("Click a mark or drag around several"),
			tool.Pick: lang.L("Click to pick a colour for the previous tool"),
			tool.Pan:  lang.L("Drag to pan. %s+wheel to zoom", action.CommandKey())}
		hint.SetText(hints[k.tool])
		if k.selected > 0 {
			hint.SetText("")
		}
	}}
}

// number returns the number of the next or the selected Number.
func (o *options) number() control {
	number := kit.NewStepper(1, 999, 1, func(n int) { // the next number follows from those on the canvas
		o.tools.adjust("number", func(*toolSettings) {}, func(m *drawing.Mark) { m.Number = n })
	})
	return control{labelled(lang.X("number", "Next"), number), func(k toolState) { number.SetValue(k.number) }}
}

// ratio returns the ratio of the frame of a crop or an extension.
func (o *options) ratio() control {
	ratio := kit.NewSimplePicker(ratioLabels(), func(i int) {
		if t, ok := o.tools.toolbox.Tool().(interface{ SetRatio(tool.Ratio) }); ok {
			t.SetRatio(tool.Presets()[i].Of(o.tools.doc.drawing().Size()))
		}
	}).Tight()
	return control{labelled(lang.L("Ratio"), ratio), func(k toolState) {
		if k.tool == tool.Crop { // the first if it is none of them
			same := func(p tool.Preset) bool { return p.Of(k.size) == k.ratio }
			ratio.SetSelected(max(slices.IndexFunc(tool.Presets(), same), 0))
		}
	}}
}

// sizes returns the size of the frame of a crop, or of a resized picture.
func (o *options) sizes() (*sizeFields, control) {
	f := newSizeFields(true, o.takeSize, o.apply)
	return f, control{f.box, func(k toolState) {
		size := k.size
		if k.tool == tool.Crop {
			size = k.frame.Size()
		}
		f.set(size)
		f.setLock(k.tool == tool.Resize || k.ratio != tool.Ratio{})
	}}
}

// sides returns the pixels that an extension adds on each side.
func (o *options) sides() (*pixelFields, control) {
	labels := smallTexts(lang.L("Left"), lang.L("Top"), lang.L("Right"), lang.L("Bottom"))
	var f *pixelFields
	f = newPixelFields(labels, 48, func(int) {
		t, ok := o.tools.toolbox.Tool().(*tool.Extender)
		n, numbers := f.numbers()
		if ok && numbers {
			t.SetSides(tool.Sides{Left: n[0], Top: n[1], Right: n[2], Bottom: n[3]})
		}
	}, o.apply)
	row := kit.NewRow(6)
	for i, label := range labels {
		row.Add(label)
		row.Add(f.entries[i])
	}
	return f, control{row, func(k toolState) {
		f.set(-k.frame.Min.X, -k.frame.Min.Y, k.frame.Max.X-k.size.X, k.frame.Max.Y-k.size.Y)
	}}
}

// applying returns the buttons that apply or drop a step.
func (o *options) applying() control {
	apply := smallButton(lang.L("Apply"), resources.IconCheck, o.apply)
	cancel := smallButton(lang.L("Cancel"), nil, func() { o.tools.toolbox.Cancel() })
	return control{kit.NewRow(4, apply, cancel), func(k toolState) {
		apply.SetText(lang.L("Apply"))
		if k.tooLarge {
			apply.SetText(lang.L("Too large"))
		}
		kit.Enable(apply, k.ready)
	}}
}

func (o *options) objects() (objects []fyne.CanvasObject) {
	for _, c := range o.controls {
		objects = append(objects, c.object)
	}
	return objects
}

// update shows the state of the tools if it changed.
func (o *options) update() {
	k := o.tools.state()
	if k != o.shown {
		o.display(k)
	}
}

func (o *options) display(k toolState) {
	title := ""
	o.shown = k
	var wanted [allSettings]bool
	if k.open {
		wanted, title = o.tools.settingsOf(k), o.tools.table.entry(k.tool).word
	}
	if k.selected > 1 {
		title = lang.L("Marks")
	}
	copy(o.fit.wanted, wanted[:])
	o.title.SetText(title)
	for x, c := range o.controls {
		if wanted[x] && c.show != nil {
			c.show(k)
		}
	}
	o.row.Refresh()
	o.onResized()
}

// openMore opens a panel with the options that have no room on the line.
func (o *options) openMore(at fyne.Position) {
	column := kit.NewColumn(10)
	for _, i := range o.fit.dropped {
		o.row.Objects[i] = kit.NewSpring() // keeps the index
		o.fit.wanted[i] = false
		o.controls[i].object.Show()
		column.Add(o.controls[i].object)
	}
	kit.ShowPopover(o.host.Canvas(), column, at, func() {
		copy(o.row.Objects, o.objects())
		o.display(o.tools.state())
	}).SetName(o.title)
}

// widthOf returns the meaning of the width of a style for a tool, and its range.
func widthOf(k tool.Kind) (label string, low, high float64) {
	switch k {
	case tool.Text, tool.Number:
		return lang.L("Size"), 8, 400
	case tool.Blur:
		return lang.L("Strength"), 2, 120
	}
	return lang.L("Width"), 1, 200
}

func ratioLabels() []string {
	var labels []string
	for _, p := range tool.Presets() {
		switch {
		case p.Original:
			labels = append(labels, lang.X("ratio", "Original"))
		case p.Ratio == tool.Ratio{}:
			labels = append(labels, lang.X("ratio", "Free"))
		default:
			labels = append(labels, fmt.Sprintf("%d:%d", p.Ratio.W, p.Ratio.H))
		}
	}
	return labels
}

// takeSize applies the typed size to the frame of a crop, which keeps its middle.
func (o *options) takeSize() {
	t, ok := o.tools.toolbox.Tool().(*tool.Cropper)
	if !ok {
		return
	}
	size, whole := o.size.size(), o.tools.doc.drawing().Size()
	fits := size.X > 0 && size.Y > 0 && size.X <= whole.X && size.Y <= whole.Y
	if fits {
		f := t.Frame()
		at := f.Min.Add(f.Max).Sub(size).Div(2)
		at.X, at.Y = min(max(at.X, 0), whole.X-size.X), min(max(at.Y, 0), whole.Y-size.Y)
		t.SetFrame(image.Rectangle{Min: at, Max: at.Add(size)})
	}
	o.size.mark(!fits)
}

// apply applies the frame, the angle or the size.
func (o *options) apply() {
	if o.tools.settings.Tool != tool.Resize {
		o.tools.press(tool.Enter)
		o.onDone(false)
		return
	}
	size := o.size.size()
	if why := sizeTrouble(size); why != "" {
		o.onBadSize(why)
		return
	}
	if size != o.tools.doc.drawing().Size() {
		o.tools.toolbox.Resize(size)
		o.onDone(false)
	}
}
