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

// option is a row of the tables: a control, and when it is on the line.
type option struct {
	*control
	wanted func(k toolState) bool // nil: always
}

// control is an object of the options line.
type control struct {
	object  fyne.CanvasObject
	show    func(k toolState) // shows the state; nil: it shows nothing of it
	compact func(on bool)     // makes it smaller, or normal again; nil: it has one size
	small   bool              // it is compact
}

// shrink makes the control compact, or normal again.
func (c *control) shrink(on bool) {
	if c.compact != nil && c.small != on {
		c.small = on
		c.compact(on)
	}
}

// width returns the width of the control, at most that of a row if its text can be cut, px.
func (c *control) width(row float32) float32 {
	if text, ok := c.object.(*kit.Text); ok {
		return min(text.NaturalWidth(), row)
	}
	return c.object.MinSize().Width
}

func newOption(c *control) *option { return &option{control: c} }

// when returns the option for the states in which wanted is true.
func (o *option) when(wanted func(k toolState) bool) *option { return &option{o.control, wanted} }

// toggle is a row of the tables: an option that is on or off.
type toggle struct {
	name string
	icon fyne.Resource
	get  func(k toolState) bool
	set  func(on bool)
}

// choice is a row of the tables: an option with two alternatives.
type choice struct {
	first, second string
	get           func(k toolState) bool // the second
	set           func(second bool)
}

// press is a row of the tables: an option that does something. small is true if a narrow window shows its icon alone.
type press struct {
	name  string
	icon  fyne.Resource
	small bool
	do    func()
}

// newTables makes the options of every tool, in their order on the line.
func (o *options) newTables() map[tool.Kind][]*option {
	t := o.tools
	style := func(key string, set func(st *drawing.Style, v float64)) func(v float64) {
		return func(v float64) { t.restyle(key, func(st *drawing.Style) { set(st, v) }) }
	}
	width := func(of tool.Kind) *option {
		n := widthOf(of)
		n.get, n.set = func(k toolState) float64 { return math.Round(k.style.Width) }, t.setWidth
		return o.number(n)
	}
	thickness, size, strength := width(tool.Brush), width(tool.Text), width(tool.Blur)
	o.widths = []*option{thickness, size, strength}
	opacity := o.number(number{
		lang.L("Opacity"), "%", 5, 100, linear,
		func(k toolState) float64 { return percent(k.style.Opacity) },
		style("opacity", func(st *drawing.Style, v float64) { st.Opacity = v / 100 }),
	})
	hardness := o.number(number{
		lang.L("Hardness"), "%", 0, 100, linear,
		func(k toolState) float64 { return percent(k.style.Hardness) },
		style("hardness", func(st *drawing.Style, v float64) { st.Hardness = v / 100 }),
	})
	angle := o.number(number{
		lang.L("Straighten"), "°", -45, 45, tenths,
		func(k toolState) float64 { return k.degrees }, t.straighten,
	})
	filled := o.toggle(toggle{
		lang.X("state", "Filled"), nil,
		func(k toolState) bool { return k.style.Filled },
		func(on bool) { t.restyle("filled", func(st *drawing.Style) { st.Filled = on }) },
	})
	round := o.toggle(toggle{
		lang.X("noun", "Ellipse"), resources.IconEllipse,
		func(k toolState) bool { return k.round }, t.setRound,
	})
	outline := o.choice(choice{
		lang.L("Darken the rest"), lang.X("verb", "Outline"), outlined,
		func(on bool) { t.restyle("outline", func(st *drawing.Style) { st.Outline = on }) },
	})
	pixelate := o.choice(choice{
		lang.X("verb", "Blur"), lang.X("verb", "Pixelate"),
		func(k toolState) bool { return k.pixelate }, t.setPixelate,
	})
	place := o.press(press{lang.L("Choose a picture…"), resources.IconPicture, false, o.choosePlace})
	turn := func(quarters int) func() { return func() { t.toolbox.Turn(quarters) } }
	flip := func(upright bool) func() { return func() { t.toolbox.Flip(upright) } }
	left := o.press(press{lang.L("90° left"), resources.IconUndo, true, turn(3)})
	right := o.press(press{lang.L("90° right"), resources.IconRedo, true, turn(1)})
	mirror := o.press(press{lang.X("verb", "Mirror"), resources.IconMirror, true, flip(false)})
	upsideDown := o.press(press{lang.X("verb", "Flip"), resources.IconFlip, true, flip(true)})
	colour, fill := o.colours(), o.fill()
	o.colour = colour
	pixels, edges, ratio, hint := o.sizes(), o.sides(), o.ratio(), o.hint()
	apply, cancel := o.applying(), o.press(press{lang.L("Cancel"), resources.IconClose, true, o.cancel})

	darkened := func(k toolState) bool { return !outlined(k) }
	line := []*option{colour, thickness, opacity}
	shape := []*option{colour, thickness, filled, opacity}
	return map[tool.Kind][]*option{
		tool.Move:    {hint},
		tool.Brush:   {colour, thickness, opacity, hardness},
		tool.Erase:   {thickness, opacity, hardness},
		tool.Arrow:   line,
		tool.Line:    line,
		tool.Box:     shape,
		tool.Ellipse: shape,
		tool.Text:    {colour, size, opacity},
		tool.Number:  {colour, size, opacity, o.markNumber()},
		tool.Blur:    {pixelate, strength, round},
		tool.Region: { // darkening has no line, and a line covers nothing
			outline, round, colour.when(outlined), thickness.when(outlined), opacity.when(darkened),
		},
		tool.Picture: {place, opacity},
		tool.Crop:    {apply, cancel, ratio, pixels},
		tool.Extend:  append([]*option{apply, cancel, ratio, fill}, edges...),
		tool.Rotate:  {left, right, mirror, upsideDown, angle, apply, cancel},
		tool.Resize:  {apply, cancel, pixels},
		tool.Pick:    {hint},
		tool.Pan:     {hint},
	}
}

// widthOf returns the row of the width of a style for a tool, without its functions.
func widthOf(k tool.Kind) number {
	switch k {
	case tool.Text, tool.Number:
		return number{name: lang.L("Size"), unit: "px", low: 8, high: 400, scale: logarithmic}
	case tool.Blur:
		return number{name: lang.L("Strength"), unit: "px", low: 2, high: 120, scale: logarithmic}
	}
	return number{name: lang.L("Width"), unit: "px", low: 1, high: 200, scale: logarithmic}
}

func percent(part float64) float64 { return math.Round(part * 100) }

// outlined reports whether a Region has a line instead of darkening the rest.
func outlined(k toolState) bool { return k.style.Outline }

// number makes a number with a slider. Compact it has only the field.
func (o *options) number(row number) *option {
	n := newNumberSlider(row)
	n.leave = func(pointed bool) { o.onDone(pointed) }
	return newOption(&control{object: n.box, show: func(k toolState) { n.display(row.get(k)) }, compact: func(on bool) {
		kit.Show(n.track, !on)
		n.box.Refresh()
	}})
}

func (o *options) toggle(row toggle) *option {
	b := smallButton(row.name, row.icon, func() { row.set(!row.get(o.shown)) })
	return newOption(&control{object: b, show: func(k toolState) { b.SetOn(row.get(k)) }})
}

func (o *options) choice(row choice) *option {
	c := kit.NewSegmented([]string{row.first, row.second}, func(i int) { row.set(i == 1) }).Tight()
	return newOption(&control{object: c, show: func(k toolState) {
		i := 0
		if row.get(k) {
			i = 1
		}
		c.SetSelected(i)
	}})
}

func (o *options) press(row press) *option {
	b := smallButton(row.name, row.icon, row.do)
	made := &control{object: b}
	if row.small {
		made.compact = func(on bool) { setIconOnly(b, row.name, on) }
	}
	return newOption(made)
}

func smallButton(label string, icon fyne.Resource, do func()) *kit.Button {
	return kit.NewButton(label, icon, kit.Plain, do).Small()
}

// setIconOnly hides or shows the label of a button.
func setIconOnly(b *kit.Button, label string, on bool) {
	word := ""
	if on {
		label, word = "", label
	}
	b.SetWord(word)
	b.SetText(label)
}

// labelled makes a control of an object with its label before it. Compact it has no label.
func labelled(label string, object fyne.CanvasObject) *control {
	return labelledBy(kit.NewText(label, resources.SizeSM, resources.Text2, false), object)
}

// labelledBy is labelled with a label that can change.
func labelledBy(name *kit.Text, object fyne.CanvasObject) *control {
	kit.Name(name, object)
	row := kit.NewRow(8, name, object)
	return &control{object: row, compact: func(on bool) {
		kit.Show(name, !on)
		row.Refresh()
	}}
}

// showing returns the control with the function that shows the state.
func (c *control) showing(show func(k toolState)) *option {
	c.show = show
	return newOption(c)
}

// colours makes the colours of marks.
func (o *options) colours() *option {
	s := o.newColours(o.tools.setColour, o.tools.setPicked, func(k toolState) color.NRGBA { return k.style.Color })
	made := &control{object: s, compact: s.setShort}
	return made.showing(func(k toolState) { s.set(k.style.Color) })
}

// fill makes the colour of the area that an extension adds.
func (o *options) fill() *option {
	s := o.newColours(o.tools.setFill, o.tools.setFill, func(k toolState) color.NRGBA { return k.fill })
	made := labelled(lang.L("Colour"), s)
	unlabel := made.compact
	made.compact = func(on bool) {
		s.setShort(on)
		unlabel(on)
	}
	return made.showing(func(k toolState) { s.set(k.fill) })
}

// newColours returns a row of colours. other is called with a colour from the dialog.
func (o *options) newColours(changed, other func(color.NRGBA), value func(k toolState) color.NRGBA) *swatches {
	return newSwatches(changed, func() { o.askColour(value(o.tools.state()), other) })
}

// hint makes a line of help for tools without settings.
func (o *options) hint() *option {
	hint := kit.NewText("", resources.SizeSM, resources.Text3, false).Ellipsis()
	made := newOption(&control{object: hint, show: func(k toolState) {
		hints := map[tool.Kind]string{
			tool.Move: lang.L("Click a mark or drag around several"),
			tool.Pick: lang.L("Click to pick a colour for the previous tool"),
			tool.Pan:  lang.L("Drag to pan. %s+wheel to zoom", action.CommandKey()),
		}
		hint.SetText(hints[k.tool])
	}})
	return made.when(func(k toolState) bool { return k.selected == 0 })
}

// markNumber makes the number of the selected Number, which can be changed, or shows that of the next one.
func (o *options) markNumber() *option {
	n := kit.NewStepper(1, 999, 1, o.tools.setNumber)
	label := kit.NewText(lang.X("number", "Next"), resources.SizeSM, resources.Text2, false)
	return labelledBy(label, n).showing(func(k toolState) {
		n.SetValue(k.number)
		if k.selected > 0 {
			label.SetText(lang.X("tool", "Number"))
		} else {
			label.SetText(lang.X("number", "Next"))
		}
	})
}

// ratio makes the ratio of the frame of a crop or an extension.
func (o *options) ratio() *option {
	ratio := kit.NewSimplePicker(ratioLabels(), func(i int) {
		if t, ok := o.tools.toolbox.Tool().(interface{ SetRatio(tool.Ratio) }); ok {
			t.SetRatio(tool.Presets()[i].Of(o.tools.doc.drawing().Size()))
		}
	}).Tight()
	return labelled(lang.L("Ratio"), ratio).showing(func(k toolState) {
		if k.tool == tool.Crop { // the first if it is none of them
			same := func(p tool.Preset) bool { return p.Of(k.size) == k.ratio }
			ratio.SetSelected(max(slices.IndexFunc(tool.Presets(), same), 0))
		}
	})
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

// sizes makes the size of the frame of a crop, or of a resized picture.
func (o *options) sizes() *option {
	o.size = newSizeFields(true, o.takeSize, o.apply)
	return newOption(&control{object: o.size.box, show: func(k toolState) {
		size := k.size
		if k.tool == tool.Crop {
			size = k.frame.Size()
		}
		o.size.set(size)
		o.size.setLock(k.tool == tool.Resize || k.ratio != tool.Ratio{})
	}})
}

// sides makes the pixels that an extension adds on each side.
func (o *options) sides() (list []*option) {
	labels := smallTexts(lang.L("Left"), lang.L("Top"), lang.L("Right"), lang.L("Bottom"))
	o.edges = newPixelFields(labels, 48, func(int) { o.takeSides() }, o.apply)
	value := []func(k toolState) int{
		func(k toolState) int { return -k.frame.Min.X },
		func(k toolState) int { return -k.frame.Min.Y },
		func(k toolState) int { return k.frame.Max.X - k.size.X },
		func(k toolState) int { return k.frame.Max.Y - k.size.Y },
	}
	for i, label := range labels {
		show := func(k toolState) { o.edges.setOne(i, value[i](k)) }
		list = append(list, newOption(&control{object: kit.NewRow(6, label, o.edges.entries[i]), show: show}))
	}
	return list
}

// applying makes the button that applies a step. It keeps its label while the step is impossible.
func (o *options) applying() *option {
	apply := smallButton("", resources.IconCheck, o.apply)
	made := &control{object: apply}
	made.show = func(k toolState) {
		label := lang.L("Apply")
		if k.tooLarge {
			label = lang.L("Too large")
		}
		setIconOnly(apply, label, made.small && !k.tooLarge)
		kit.Enable(apply, k.ready)
	}
	made.compact = func(bool) { made.show(o.shown) }
	return newOption(made)
}

// takeSides applies the typed numbers to the frame of an extension.
func (o *options) takeSides() {
	t, ok := o.tools.toolbox.Tool().(*tool.Extender)
	n, numbers := o.edges.numbers()
	if ok && numbers {
		t.SetSides(tool.Sides{Left: n[0], Top: n[1], Right: n[2], Bottom: n[3]})
	}
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
