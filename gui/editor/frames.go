package editor

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"viviscope/gui/editor/tool"
	"viviscope/gui/lang"
)

func round(f float64) float64 { return math.Round(f) }

// showFrame shows the numbers of a crop, an extension or a resizing.
func (s *Screen) showFrame(k optionsKey) {
	o := s.options
	words := lang.L("Apply")
	switch t := s.toolbox.Tool().(type) {
	case *tool.Cropper:
		o.ratio.SetSelected(s.ratioPlace(t.Ratio()))
		o.sides.set(k.frame.Size())
		o.sides.setLock(t.Ratio() != tool.Ratio{})
	case *tool.Extender:
		o.back.set(k.fill)
		o.edges.set(k.frame, k.size)
		k.ready = k.ready && t.Err() == nil
		if err := t.Err(); err != nil {
			words = lang.L("Too large")
		}
	default:
		if k.tool == tool.Resize {
			o.sides.set(k.size)
			o.sides.setLock(true)
			k.ready = true
		}
	}
	o.apply.SetText(words)
	if k.ready {
		o.apply.Enable()
	} else {
		o.apply.Disable()
	}
}

// ratioPlace is the place of a ratio among those that are offered; the first where it is none of them.
func (s *Screen) ratioPlace(r tool.Ratio) int {
	for i, p := range tool.Presets() {
		if p.Of(s.drawing().Size()) == r {
			return i
		}
	}
	return 0
}

func ratioWords() []string {
	var words []string
	for _, p := range tool.Presets() {
		words = append(words, ratioWord(p))
	}
	return words
}

// ratioWord names a ratio that is offered.
func ratioWord(p tool.Preset) string {
	switch {
	case p.Original:
		return lang.X("ratio", "Original")
	case p.Ratio == tool.Ratio{}:
		return lang.X("ratio", "Free")
	}
	return fmt.Sprintf("%d:%d", p.Ratio.W, p.Ratio.H)
}

// setRatio gives the frame of a crop or an extension one of the shapes that are offered.
func (s *Screen) setRatio(i int) {
	r := tool.Presets()[i].Of(s.drawing().Size())
	switch t := s.toolbox.Tool().(type) {
	case *tool.Cropper:
		t.SetRatio(r)
	case *tool.Extender:
		t.SetRatio(r)
	}
}

// sidesTyped takes a size that was typed: of the frame of a crop, which keeps its middle, or what the picture is to have.
func (s *Screen) sidesTyped() {
	size, ok := s.options.sides.size()
	switch t := s.toolbox.Tool().(type) {
	case *tool.Cropper:
		whole := s.drawing().Size()
		ok = ok && size.X > 0 && size.Y > 0 && size.X <= whole.X && size.Y <= whole.Y
		if ok {
			f := t.Frame()
			at := f.Min.Add(f.Max).Sub(size).Div(2)
			at.X, at.Y = min(max(at.X, 0), whole.X-size.X), min(max(at.Y, 0), whole.Y-size.Y)
			t.SetFrame(image.Rectangle{Min: at, Max: at.Add(size)})
		}
	default:
		ok = ok && sizeTrouble(size) == ""
	}
	s.options.sides.mark(!ok)
}

// edgesTyped takes what was typed for the sides of an extension.
func (s *Screen) edgesTyped() {
	t, ok := s.toolbox.Tool().(*tool.Extender)
	if !ok {
		return
	}
	size := s.drawing().Size()
	if r, ok := s.options.edges.sheet(size); ok {
		t.SetSides(tool.Sides{Left: -r.Min.X, Top: -r.Min.Y, Right: r.Max.X - size.X, Bottom: r.Max.Y - size.Y})
	}
}

// setFill takes the colour of what an extension adds.
func (s *Screen) setFill(c color.NRGBA) {
	s.hand.Fill = c
	s.keepDesk()
	s.showOptions()
	s.showOverlay()
}

func (s *Screen) setAngle(degrees float64) {
	if t, ok := s.toolbox.Tool().(*tool.Rotator); ok {
		t.SetDegrees(degrees)
	}
}

// applyFrame does what the frame, the angle or the size says.
func (s *Screen) applyFrame() {
	if s.page == nil {
		return
	}
	if s.hand.Tool != tool.Resize {
		s.markKey(tool.Enter)
		s.toCanvas()
		return
	}
	size, ok := s.options.sides.size()
	words := sizeTrouble(size)
	switch {
	case !ok:
		words = notPixels()
	case words == "" && size != s.drawing().Size():
		s.toolbox.Resize(size)
		s.toCanvas()
	}
	if words != "" {
		s.notice(words)
	}
}
