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

type setting int

// The settings, in their order on the line.
const (
	hintSetting setting = iota
	wordsSetting
	colourSetting
	widthSetting
	pixelateSetting
	outlineSetting
	roundSetting
	filledSetting
	opacitySetting
	hardnessSetting
	numberSetting
	placeSetting
	orderSetting
	applySetting
	ratioSetting
	turnsSetting
	angleSetting
	sizeSetting
	edgesSetting
	fillSetting
	allSettings
)

// toolState is all that the options line follows from. It is asked for at every movement of the pointer, and shown only when it
// is another one.
type toolState struct {
	open     bool
	tool     tool.Kind // whose options are shown: that of the marks that are chosen, else the current one
	current  tool.Kind
	chosen   int
	words    bool // a single text is chosen
	style    drawing.Style
	round    bool
	pixelate bool
	number   int
	frame    image.Rectangle
	ratio    tool.Ratio // of the frame of a crop
	size     image.Point
	degrees  float64
	fill     color.NRGBA
	ready    bool // there is something to apply
	tooLarge bool // but it cannot be
}

// toolShown is the tool whose options are shown: where marks of one kind are chosen, the one that makes them.
func (s *Screen) toolShown() tool.Kind {
	marks := s.toolbox.Selection()
	if len(marks) == 0 {
		return s.settings.Tool
	}
	k := toolOf(marks[0].Kind)
	if slices.ContainsFunc(marks, func(m drawing.Mark) bool { return toolOf(m.Kind) != k }) {
		return tool.Move
	}
	return k
}

func (s *Screen) toolState() toolState {
	marks, current := s.toolbox.Selection(), s.settings.Tool
	k := toolState{
		open: s.page != nil, tool: s.toolShown(), current: s.toolbox.Tool().Kind(), chosen: len(marks), style: s.settings.Styles[current],
		round: s.settings.Round[current], pixelate: s.settings.Pixelate, fill: s.settings.Fill, size: s.drawing().Size(),
	}
	if k.chosen > 0 {
		last := marks[k.chosen-1]
		k.style, k.round, k.pixelate, k.number = last.Style, last.Round, last.Kind == drawing.Pixelate, last.Number
		k.words = s.oneTextChosen()
	} else if current == tool.Number {
		k.number = s.drawing().NextNumber()
	}
	switch t := s.toolbox.Tool().(type) {
	case *tool.Cropper:
		k.frame, k.ratio = t.Frame(), t.Ratio()
		k.ready = k.frame != image.Rectangle{Max: k.size}
	case *tool.Extender:
		k.frame, k.tooLarge = t.Frame(), t.Err() != nil
		k.ready = k.frame != image.Rectangle{Max: k.size} && !k.tooLarge
	case *tool.Rotator:
		k.degrees = t.Degrees()
		k.ready = k.degrees != 0
	default:
		k.ready = k.tool == tool.Resize
	}
	return k
}

func (s *Screen) oneTextChosen() bool {
	marks := s.toolbox.Selection()
	return len(marks) == 1 && marks[0].Kind == drawing.Text
}

// settingsOf are the settings that belong to what is shown.
func (s *Screen) settingsOf(k toolState) (on [allSettings]bool) {
	for _, x := range s.entry(k.tool).settings {
		on[x] = true
	}
	if k.tool == tool.Region { // darkening has no line, and a line covers nothing
		on[colourSetting], on[widthSetting], on[opacitySetting] = k.style.Outline, k.style.Outline, !k.style.Outline
	}
	on[orderSetting], on[wordsSetting] = k.chosen > 0, k.words
	return on
}

// options is the line above the view with what the current tool is set to.
type options struct {
	title    *kit.Text
	swatches *swatches
	width    *numberSlider
	hardness *numberSlider
	size     *sizeFields
	edges    *pixelFields // left, top, right, bottom
	controls [allSettings]control
	wanted   [allSettings]bool
	more     *kit.Button
	dropped  []int // the settings that had no room when the line was laid out last
	row      *fyne.Container
	shown    toolState
}

type control struct {
	object fyne.CanvasObject
	show   func(k toolState) // nil: it shows nothing of what is set
}

func newOptions(s *Screen) *options {
	o := &options{title: kit.NewText("", resources.SizeBody, resources.Text1, true)}
	small := func(word string, icon fyne.Resource, do func()) *kit.Button {
		return kit.NewButton(word, icon, kit.Plain, do).Small()
	}
	named := func(word string, object fyne.CanvasObject) fyne.CanvasObject {
		name := kit.NewText(word, resources.SizeSM, resources.Text2, false)
		kit.Name(name, object)
		return kit.NewRow(8, name, object)
	}
	slider := func(word, unit string, low, high float64, scale scale, changed func(float64)) *numberSlider {
		m := newNumberSlider(word, unit, low, high, scale, changed)
		m.leave = s.focusCanvas
		return m
	}
	hint := kit.NewText("", resources.SizeSM, resources.Text3, false)
	o.swatches = newSwatches(s.setColour, func() { s.askColour(o.shown.style.Color, s.picked) })
	o.width = slider("", "px", 1, 200, logarithmic, s.setWidth)
	opacity := slider(lang.L("Opacity"), "%", 5, 100, linear, func(v float64) {
		s.restyle("opacity", func(st *drawing.Style) { st.Opacity = v / 100 })
	})
	o.hardness = slider(lang.L("Hardness"), "%", 0, 100, linear, func(v float64) {
		s.restyle("hardness", func(st *drawing.Style) { st.Hardness = v / 100 })
	})
	filled := small(lang.X("state", "Filled"), nil, func() {
		s.restyle("filled", func(st *drawing.Style) { st.Filled = !o.shown.style.Filled })
	})
	outline := kit.NewSegmented([]string{lang.L("Darken the rest"), lang.X("verb", "Outline")}, func(i int) {
		s.restyle("outline", func(st *drawing.Style) { st.Outline = i == 1 })
	}).Tight()
	pixelate := kit.NewSegmented([]string{lang.X("verb", "Blur"), lang.X("verb", "Pixelate")}, func(i int) {
		kind := []drawing.MarkKind{drawing.Blur, drawing.Pixelate}[i]
		s.change("blur", func(t *toolSettings) { t.Pixelate = i == 1 }, func(m *drawing.Mark) { m.Kind = kind })
	}).Tight()
	round := small(lang.X("noun", "Ellipse"), resources.IconEllipse, func() {
		on, k := !o.shown.round, s.toolShown()
		s.change("round", func(t *toolSettings) { t.Round[k] = on }, func(m *drawing.Mark) { m.Round = on })
	})
	number := kit.NewStepper(1, 999, 1, func(n int) { // of the number that is chosen: what comes next follows from those on the canvas
		s.change("number", func(*toolSettings) {}, func(m *drawing.Mark) { m.Number = n })
	})
	ratio := kit.NewSimplePicker(ratioWords(), func(i int) {
		if t, ok := s.toolbox.Tool().(interface{ SetRatio(tool.Ratio) }); ok {
			t.SetRatio(tool.Presets()[i].Of(s.drawing().Size()))
		}
	}).Tight()
	angle := slider(lang.L("Straighten"), "°", -45, 45, tenths, func(degrees float64) {
		if t, ok := s.toolbox.Tool().(*tool.Rotator); ok {
			t.SetDegrees(degrees)
		}
	})
	apply := small(lang.L("Apply"), resources.IconCheck, s.applyFrame)
	o.size = newSizeFields(true, s.sizeTyped, s.applyFrame)
	sides := smallWords(lang.L("Left"), lang.L("Top"), lang.L("Right"), lang.L("Bottom"))
	o.edges = newPixelFields(sides, 48, func(int) {
		t, ok := s.toolbox.Tool().(*tool.Extender)
		if n, numbers := o.edges.numbers(); ok && numbers {
			t.SetSides(tool.Sides{Left: n[0], Top: n[1], Right: n[2], Bottom: n[3]})
		}
	}, s.applyFrame)
	edges := kit.NewRow(6)
	for i, side := range sides {
		edges.Add(side)
		edges.Add(o.edges.entries[i])
	}
	fill := newSwatches(s.setFill, func() { s.askColour(s.settings.Fill, s.setFill) })
	order := kit.NewRow(4)
	for _, id := range []string{raiseID, lowerID, duplicateID, deleteID} {
		order.Add(s.buttons.Icon(id, kit.Plain).Small())
	}

	second := map[bool]int{true: 1} // of two choices
	o.controls = [allSettings]control{
		hintSetting: {hint, func(k toolState) {
			words := map[tool.Kind]string{tool.Move: lang.L("Click a mark or drag around several"),
				tool.Pick: lang.L("Click to pick a colour for the previous tool"), tool.Pan: lang.L("Drag to pan. %s+wheel to zoom", action.CommandKey())}
			hint.SetText(words[k.tool])
			if k.chosen > 0 {
				hint.SetText("")
			}
		}},
		wordsSetting:  {small(lang.L("Edit text…"), resources.IconPencil, s.editWords), nil},
		orderSetting:  {order, nil},
		colourSetting: {o.swatches, func(k toolState) { o.swatches.set(k.style.Color) }},
		widthSetting: {o.width.box, func(k toolState) {
			o.width.reset(widthOf(k.tool))
			o.width.set(math.Round(k.style.Width))
		}},
		pixelateSetting: {pixelate, func(k toolState) { pixelate.SetSelected(second[k.pixelate]) }},
		outlineSetting:  {outline, func(k toolState) { outline.SetSelected(second[k.style.Outline]) }},
		roundSetting:    {round, func(k toolState) { round.SetOn(k.round) }},
		filledSetting:   {filled, func(k toolState) { filled.SetOn(k.style.Filled) }},
		opacitySetting:  {opacity.box, func(k toolState) { opacity.set(math.Round(k.style.Opacity * 100)) }},
		hardnessSetting: {o.hardness.box, func(k toolState) { o.hardness.set(math.Round(k.style.Hardness * 100)) }},
		numberSetting:   {named(lang.X("number", "Next"), number), func(k toolState) { number.SetValue(k.number) }},
		placeSetting:    {small(lang.L("Choose a picture…"), resources.IconPicture, s.choosePart), nil},
		ratioSetting: {named(lang.L("Ratio"), ratio), func(k toolState) {
			if k.tool == tool.Crop { // the first where it is none of them
				ratio.SetSelected(max(slices.IndexFunc(tool.Presets(), func(p tool.Preset) bool { return p.Of(k.size) == k.ratio }), 0))
			}
		}},
		sizeSetting: {o.size.box, func(k toolState) {
			size := k.size
			if k.tool == tool.Crop {
				size = k.frame.Size()
			}
			o.size.set(size)
			o.size.setLock(k.tool == tool.Resize || k.ratio != tool.Ratio{})
		}},
		edgesSetting: {edges, func(k toolState) {
			o.edges.set(-k.frame.Min.X, -k.frame.Min.Y, k.frame.Max.X-k.size.X, k.frame.Max.Y-k.size.Y)
		}},
		fillSetting: {named(lang.L("Colour"), fill), func(k toolState) { fill.set(k.fill) }},
		turnsSetting: {kit.NewRow(4,
			small(lang.L("90° left"), resources.IconUndo, func() { s.toolbox.Turn(3) }),
			small(lang.L("90° right"), resources.IconRedo, func() { s.toolbox.Turn(1) }),
			small(lang.X("verb", "Mirror"), nil, func() { s.toolbox.Flip(false) }),
			small(lang.X("verb", "Flip"), nil, func() { s.toolbox.Flip(true) })), nil},
		angleSetting: {angle.box, func(k toolState) { angle.set(k.degrees) }},
		applySetting: {kit.NewRow(4, apply, small(lang.L("Cancel"), nil, func() { s.toolbox.Cancel() })), func(k toolState) {
			apply.SetText(lang.L("Apply"))
			if k.tooLarge {
				apply.SetText(lang.L("Too large"))
			}
			kit.Enable(apply, k.ready)
		}},
	}
	o.more = kit.NewIconButton(resources.IconMore, lang.L("More options of this tool"), nil).Small()
	o.more.OnTapped = func() { s.showMore(below(o.more)) }
	o.row = &fyne.Container{Layout: fitLayout{o}, Objects: append(o.objects(), o.more)}
	return o
}

func (o *options) objects() (objects []fyne.CanvasObject) {
	for _, c := range o.controls {
		objects = append(objects, c.object)
	}
	return objects
}

func (s *Screen) showOptions() {
	if k := s.toolState(); k != s.options.shown {
		s.refreshOptions(k)
	}
}

func (s *Screen) refreshOptions(k toolState) {
	o, title := s.options, ""
	o.shown, o.wanted = k, [allSettings]bool{}
	if k.open {
		o.wanted, title = s.settingsOf(k), s.entry(k.tool).word
	}
	if k.chosen > 1 {
		title = lang.L("Marks")
	}
	o.title.SetText(title)
	for x, c := range o.controls {
		if o.wanted[x] && c.show != nil {
			c.show(k)
		}
	}
	o.row.Refresh()
	s.line.Layout.Layout(s.line.Objects, s.line.Size())
}

// showMore opens a panel with the options that have no room on the line.
func (s *Screen) showMore(at fyne.Position) {
	o := s.options
	column := kit.NewColumn(10)
	for _, i := range o.dropped {
		o.row.Objects[i] = kit.NewSpring() // keeps the place
		o.wanted[i] = false
		o.controls[i].object.Show()
		column.Add(o.controls[i].object)
	}
	kit.ShowPopover(s.d.Canvas(), column, at, func() {
		copy(o.row.Objects, o.objects())
		s.refreshOptions(s.toolState())
	}).SetName(o.title)
}

// widthOf is what the width of a style means for a tool, and its ends.
func widthOf(k tool.Kind) (word string, low, high float64) {
	switch k {
	case tool.Text, tool.Number:
		return lang.L("Size"), 8, 400
	case tool.Blur:
		return lang.L("Strength"), 2, 120
	}
	return lang.L("Width"), 1, 200
}

// change changes what the tools are set to, and the marks that are chosen.
func (s *Screen) change(key string, set func(*toolSettings), mark func(*drawing.Mark)) {
	set(&s.settings)
	s.storeSession()
	s.toolbox.Restyle(key, func(m drawing.Mark) drawing.Mark {
		mark(&m)
		return m
	})
	s.showOptions()
	s.showOverlay()
}

// restyle changes the look of the marks that are chosen, and what the tool makes from now on.
func (s *Screen) restyle(key string, change func(*drawing.Style)) {
	k := s.toolShown()
	s.change(key, func(t *toolSettings) {
		if style, has := t.Styles[k]; has {
			change(&style)
			t.Styles[k] = style
		}
	}, func(m *drawing.Mark) { change(&m.Style) })
}

func (s *Screen) setWidth(v float64) { s.restyle("width", func(st *drawing.Style) { st.Width = v }) }

func (s *Screen) setColour(c color.NRGBA) {
	s.restyle("colour", func(st *drawing.Style) { st.Color = c })
}

// picked takes a colour that was chosen or picked from the picture.
func (s *Screen) picked(c color.NRGBA) {
	if s.settings.Tool == tool.Pick {
		s.setTool(s.before)
	}
	s.setColour(c)
}

func (s *Screen) setFill(c color.NRGBA) {
	s.change("fill", func(t *toolSettings) { t.Fill = c }, func(*drawing.Mark) {})
}

func ratioWords() []string {
	var words []string
	for _, p := range tool.Presets() {
		switch {
		case p.Original:
			words = append(words, lang.X("ratio", "Original"))
		case p.Ratio == tool.Ratio{}:
			words = append(words, lang.X("ratio", "Free"))
		default:
			words = append(words, fmt.Sprintf("%d:%d", p.Ratio.W, p.Ratio.H))
		}
	}
	return words
}

// sizeTyped takes a size that was typed for the frame of a crop, which keeps its middle.
func (s *Screen) sizeTyped() {
	t, ok := s.toolbox.Tool().(*tool.Cropper)
	if !ok {
		return
	}
	size, whole := s.options.size.size(), s.drawing().Size()
	fits := size.X > 0 && size.Y > 0 && size.X <= whole.X && size.Y <= whole.Y
	if fits {
		f := t.Frame()
		at := f.Min.Add(f.Max).Sub(size).Div(2)
		at.X, at.Y = min(max(at.X, 0), whole.X-size.X), min(max(at.Y, 0), whole.Y-size.Y)
		t.SetFrame(image.Rectangle{Min: at, Max: at.Add(size)})
	}
	s.options.size.mark(!fits)
}

// applyFrame does what the frame, the angle or the size says.
func (s *Screen) applyFrame() {
	if s.settings.Tool != tool.Resize {
		s.markKey(tool.Enter)
		s.focusCanvas(false)
		return
	}
	size := s.options.size.size()
	if words := sizeTrouble(size); words != "" {
		s.notice(words)
		return
	}
	if size != s.drawing().Size() {
		s.toolbox.Resize(size)
		s.focusCanvas(false)
	}
}
