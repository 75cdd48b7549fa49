package editor

import (
	"image"
	"image/color"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// optionsKey is all that the options line follows from. It is asked for at every movement of the pointer and shown anew only
// when it is another one.
type optionsKey struct {
	open     bool
	tool     tool.Kind // whose options are shown: that of the marks that are chosen, else the one in the hand
	inHand   tool.Kind
	chosen   int
	words    bool // a single text is chosen
	style    drawing.Style
	round    bool
	pixelate bool
	number   int
	frame    image.Rectangle
	size     image.Point
	degrees  float64
	fill     color.NRGBA
	ready    bool // there is something to apply
}

// subject is the tool whose options are shown: where marks of one kind are chosen, the one that makes them.
func (s *Screen) subject() tool.Kind {
	marks := s.toolbox.Selection()
	if len(marks) == 0 {
		return s.hand.Tool
	}
	id := toolOf(marks[0].Kind)
	if slices.ContainsFunc(marks, func(m drawing.Mark) bool { return toolOf(m.Kind) != id }) {
		return tool.Move
	}
	return id
}

// styleShown is the style that the options line shows.
func (s *Screen) styleShown() drawing.Style {
	if marks := s.toolbox.Selection(); len(marks) > 0 {
		return marks[len(marks)-1].Style
	}
	return s.hand.Styles[s.hand.Tool]
}

// optionsNow is what the options line follows from now.
func (s *Screen) optionsNow() optionsKey {
	marks := s.toolbox.Selection()
	k := optionsKey{
		open: s.page != nil, tool: s.subject(), inHand: s.toolbox.Tool().Kind(), chosen: len(marks), style: s.styleShown(),
		round: s.hand.Round[s.hand.Tool], pixelate: s.hand.Pixelate, fill: s.hand.Fill, size: s.drawing().Size(),
	}
	if k.chosen > 0 {
		last := marks[k.chosen-1]
		k.round, k.pixelate, k.number = last.Round, last.Kind == drawing.Pixelate, last.Number
		k.words = k.chosen == 1 && last.Kind == drawing.Text
	} else if s.hand.Tool == tool.Number {
		k.number = s.drawing().NextNumber()
	}
	switch t := s.toolbox.Tool().(type) {
	case *tool.Cropper:
		k.frame = t.Frame()
		k.ready = k.frame != image.Rectangle{Max: k.size}
	case *tool.Extender:
		k.frame = t.Frame()
		k.ready = k.frame != image.Rectangle{Max: k.size}
	case *tool.Rotator:
		k.degrees = t.Degrees()
		k.ready = k.degrees != 0
	}
	return k
}

// showOptions shows what the tool in the hand, or the marks that are chosen, are set to.
func (s *Screen) showOptions() {
	k := s.optionsNow()
	if k == s.said {
		return
	}
	s.said = k
	o := s.options
	if !k.open {
		o.show("")
		return
	}
	o.swatches.set(k.style.Color)
	o.opacity.set(round(k.style.Opacity * 100))
	o.hardness.set(round(k.style.Hardness * 100))
	o.filled.SetOn(k.style.Filled)
	o.round.SetOn(k.round)
	o.mode.SetSelected(boolPlace(k.pixelate))
	o.frame.SetSelected(boolPlace(k.style.Outline))
	if k.number > 0 {
		o.number.SetValue(k.number)
	}
	o.angle.set(k.degrees)
	s.showFrame(k)
	which := groupsOf(k)
	o.width.be(widthOf(k.tool))
	o.width.set(round(k.style.Width))
	title := entryOf(k.tool).word
	if k.chosen > 1 {
		title = lang.L("Marks")
	}
	o.hint.SetText(hintOf(k))
	o.show(title, which...)
	s.line.Layout.Layout(s.line.Objects, s.line.Size())
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

func boolPlace(b bool) int {
	if b {
		return 1
	}
	return 0
}

// groupsOf are the groups of the options line that belong to what is in hand.
func groupsOf(k optionsKey) []group {
	var which []group
	if k.chosen > 0 {
		which = append(which, groupOrder)
	}
	if k.words {
		which = append(which, groupWords)
	}
	switch k.tool {
	case tool.Brush:
		return append(which, groupColour, groupWidth, groupHardness, groupOpacity)
	case tool.Erase:
		return append(which, groupWidth, groupHardness, groupOpacity)
	case tool.Arrow, tool.Line:
		return append(which, groupColour, groupWidth, groupOpacity)
	case tool.Box, tool.Ellipse:
		return append(which, groupColour, groupWidth, groupFill, groupOpacity)
	case tool.Text:
		return append(which, groupColour, groupWidth, groupOpacity)
	case tool.Number:
		return append(which, groupColour, groupWidth, groupNumber, groupOpacity)
	case tool.Blur:
		return append(which, groupMode, groupWidth, groupRound)
	case tool.Region:
		which = append(which, groupFrame, groupRound)
		if k.style.Outline {
			return append(which, groupColour, groupWidth)
		}
		return append(which, groupOpacity)
	case tool.Picture:
		return append(which, groupPlace, groupOpacity)
	case tool.Crop:
		return append(which, groupRatio, groupSides, groupApply)
	case tool.Extend:
		return append(which, groupRatio, groupApply, groupEdges, groupBack)
	case tool.Rotate:
		return append(which, groupTurns, groupAngle, groupApply)
	case tool.Resize:
		return append(which, groupSides, groupApply)
	}
	return append(which, groupHint)
}

// hintOf says what a tool without options is for.
func hintOf(k optionsKey) string {
	switch {
	case k.chosen > 0:
		return ""
	case k.tool == tool.Pick:
		return lang.L("Click takes the colour for the tool before")
	case k.tool == tool.Pan:
		return lang.L("Drag moves the view. Ctrl and the wheel zoom")
	}
	return lang.L("Click a mark, or drag around several")
}

// restyle changes the look of the marks that are chosen, and what the tool makes from now on.
func (s *Screen) restyle(key string, change func(*drawing.Style)) {
	id := s.subject()
	style := s.hand.Styles[id]
	change(&style)
	if _, has := s.hand.Styles[id]; has {
		s.hand.Styles[id] = style
	}
	s.keepDesk()
	if s.page != nil {
		s.toolbox.Restyle(key, func(m drawing.Mark) drawing.Mark {
			change(&m.Style)
			return m
		})
	}
	s.showOptions()
	s.showOverlay()
}

// widen makes what the tool paints thinner or thicker, by at least a pixel.
func (s *Screen) widen(by float64) {
	s.restyle("width", func(st *drawing.Style) {
		w := round(st.Width * by)
		if w == st.Width {
			if by > 1 {
				w++
			} else {
				w--
			}
		}
		st.Width = min(max(w, 1), 400)
	})
}

// picked takes a colour that was chosen or picked from the picture.
func (s *Screen) picked(c color.NRGBA) {
	if s.hand.Tool == tool.Pick {
		s.setTool(s.before)
	}
	s.restyle("colour", func(st *drawing.Style) { st.Color = c })
}

func (s *Screen) setRound(on bool) {
	id := s.subject()
	s.hand.Round[id] = on
	s.keepDesk()
	s.toolbox.Restyle("round", func(m drawing.Mark) drawing.Mark {
		m.Round = on
		return m
	})
	s.showOptions()
}

func (s *Screen) setPixelate(on bool) {
	s.hand.Pixelate = on
	s.keepDesk()
	s.toolbox.Restyle("blur", func(m drawing.Mark) drawing.Mark {
		m.Kind = drawing.Blur
		if on {
			m.Kind = drawing.Pixelate
		}
		return m
	})
	s.showOptions()
}

// setNumber gives the number that is chosen another one. What comes next follows from those that stand on the canvas.
func (s *Screen) setNumber(n int) {
	s.toolbox.Restyle("number", func(m drawing.Mark) drawing.Mark {
		m.Number = n
		return m
	})
}

// showMore opens a panel with the options that have no room on the line.
func (s *Screen) showMore(at fyne.Position) {
	c := s.d.Canvas()
	if c == nil {
		return
	}
	groups := s.options.spare()
	widgets.ShowPopover(c, widgets.NewColumn(10, groups...), at, func() {
		s.options.home()
		s.said = optionsKey{}
		s.showOptions()
	})
}
