package editor

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/imageview"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// optionsHeight is the line above the stage, px.
const optionsHeight = 48

// build makes the parts and lays them out: the tools at the left, and beside them from top to bottom the options, the stage,
// the foot and the strip. Tab follows this order.
func (s *Screen) build() {
	s.stage = imageview.New(s.pointed, func() {
		if s.toolbox != nil {
			s.showOverlay()
			s.showBar()
		}
	})
	s.overlay = newOverlay(s.stage)
	s.tools = newToolColumn(s.setTool, s.Undo, s.Redo)
	s.options = newOptions(s.optionCalls())
	s.bar = newBar(s)
	s.foot = newFoot(s.relay)
	s.notes = newNotes()
	s.empty = newEmptyView(s)
	s.strip = newStrip(stripCalls{
		choose: s.chooseVersion, menu: s.versionMenu, before: s.Compare, save: s.SaveCopy, export: s.Export, more: s.moreMenu,
	})
	s.ShowKeys()
	s.pad = newPad(s, container.NewStack(s.stage, s.empty.box))

	s.line = container.New(lineLayout{s.bar, s.options}, s.options.title, s.options.row, s.bar.box)
	line := container.NewStack(widgets.NewGround(resources.BgPanel), s.line)
	head := widgets.NewColumn(0, line, widgets.NewRule(), s.notes.box)
	below := widgets.NewColumn(0, container.NewStack(widgets.NewGround(resources.BgScreen), s.foot.box), s.strip.box)
	s.main = widgets.NewFilled(0, s.pad, head, s.pad, below)
	left := widgets.NewFrame(nil, nil, widgets.NewVRule(), s.tools.box)
	s.box = container.NewStack(widgets.NewGround(resources.BgScreen), widgets.NewFrame(nil, left, nil, s.main))
}

// pointed hands the pointer to the tool in the hand. The second button has no tool: it opens the menu of a mark.
func (s *Screen) pointed(p imageview.Pointer) {
	if p.Event == imageview.Down {
		s.pad.take()
	}
	if p.Button == desktop.MouseButtonSecondary {
		if p.Event == imageview.Down {
			s.markMenu(p)
		}
		return
	}
	if s.page == nil || s.peeking {
		return
	}
	t := s.toolPointer(p)
	switch p.Event {
	case imageview.Down:
		s.toolbox.Down(t)
	case imageview.Drag:
		s.toolbox.Drag(t)
	case imageview.Up:
		s.toolbox.Up(t)
	case imageview.Hover:
		s.toolbox.Hover(t)
	case imageview.Double:
		t.Double = true
		s.toolbox.Down(t)
		s.toolbox.Up(t)
	}
}

func (s *Screen) toolPointer(p imageview.Pointer) tool.Pointer {
	t := tool.Pointer{At: drawing.Point{X: p.X, Y: p.Y}, Zoom: s.stage.Scale()}
	for held, hold := range map[fyne.KeyModifier]tool.Hold{
		fyne.KeyModifierShift: tool.Shift, fyne.KeyModifierAlt: tool.Alt, fyne.KeyModifierControl: tool.Control,
	} {
		if p.Modifier&held != 0 {
			t.Hold |= hold
		}
	}
	return t
}

// showOverlay shows what the tool in the hand tells over the picture.
func (s *Screen) showOverlay() {
	var o tool.Overlay
	if s.page != nil && !s.peeking {
		o = s.toolbox.Overlay(s.stage.Scale())
	}
	s.overlay.show(o, s.drawing())
	s.placeTyping()
}

// optionCalls are what the options line asks for.
func (s *Screen) optionCalls() optionCalls {
	return optionCalls{
		style: s.restyle,
		colour: func(c color.NRGBA) {
			s.restyle("colour", func(st *drawing.Style) { st.Color = c })
		},
		other:     func() { s.chooseColour(s.styleShown().Color, s.picked) },
		back:      s.setFill,
		otherBack: func() { s.chooseColour(s.hand.Fill, s.setFill) },
		pixelate:  s.setPixelate,
		outline: func(on bool) {
			s.restyle("outline", func(st *drawing.Style) { st.Outline = on })
		},
		round:  s.setRound,
		number: s.setNumber,
		words:  s.editWords,
		place:  s.ChoosePart,
		ratio:  s.setRatio,
		sides:  s.sidesTyped,
		edges:  s.edgesTyped,
		turn:   func(n int) { s.toolbox.Turn(n) },
		flip:   func(upright bool) { s.toolbox.Flip(upright) },
		angle:  s.setAngle,
		apply:  s.applyFrame,
		cancel: func() { s.toolbox.Cancel(); s.render() },
		raise:  func() { s.toolbox.Raise(false) },
		lower:  func() { s.toolbox.Lower(false) },
		again:  func() { s.toolbox.Duplicate() },
		remove: func() { s.toolbox.Delete() },
		done:   s.toCanvas,
		let: func() {
			s.pad.pointed = true
			s.toCanvas()
		},
		open: s.showMore,
	}
}
