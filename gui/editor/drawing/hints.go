package drawing

import (
	"fmt"
	"image"
	"strings"
)

// Hints returns phrases for a prompt that name the visible marks inside the canvas, from bottom to top and each once:
// "in the red box", "at number 2". The last one asks to remove the marks. The service gets one flat picture, so a
// mark that the prompt does not mention is part of the picture for it. Hints are English in every language of the
// window, because they are sent and the service understands English best.
func Hints(d Drawing) []string {
	var hints []string
	at := map[string]int{}    // index in hints, by the singular
	times := map[string]int{} // number of marks, by the singular
	canvas := image.Rectangle{Max: d.Size()}
	drawn := false
	for _, m := range d.Seen() {
		if !m.Bounds().Overlaps(canvas) {
			continue
		}
		drawn = drawn || m.drawn()
		one, many := m.words()
		if one == "" {
			continue
		}
		times[one]++
		if times[one] == 1 {
			at[one] = len(hints)
			hints = append(hints, one)
		} else {
			hints[at[one]] = many
		}
	}
	for _, s := range d.Steps {
		if s.Kind == Extend {
			hints = append(hints, borderHint(s.Fill.A == 0, ColourWord(s.Fill)))
			break
		}
	}
	if drawn {
		hints = append(hints, "and remove my marks")
	}
	return hints
}

// borderHint returns the phrase for an extended canvas. A border without a colour word is called empty.
func borderHint(clear bool, colour string) string {
	if clear || colour == "" {
		return "continue the picture into the empty border"
	}
	return "continue the picture into the " + colour + " border"
}

// drawn reports whether the mark is foreign to the picture, so that the result should not show it.
func (m Mark) drawn() bool {
	switch m.Kind {
	case Erase, Picture, Blur, Pixelate:
		return false
	case Emphasis:
		return m.Style.Outline
	}
	return true
}

// words returns the phrase for a mark and the phrase for several equal marks; "" if a prompt cannot refer to it.
func (m Mark) words() (one, many string) {
	colour := ColourWord(m.Style.Color)
	if colour != "" {
		colour += " "
	}
	switch m.Kind {
	case Brush:
		return "where the " + colour + "brush is", "where the " + colour + "brush is"
	case Line:
		return "along the " + colour + "line", "along the " + colour + "lines"
	case Arrow:
		return "where the " + colour + "arrow points", "where the " + colour + "arrows point"
	case Box:
		return "in the " + colour + "box", "in the " + colour + "boxes"
	case Ellipse:
		return "in the " + colour + "ellipse", "in the " + colour + "ellipses"
	case Text:
		if label := strings.Join(strings.Fields(m.Text), " "); label != "" {
			s := fmt.Sprintf("at “%s”", label)
			return s, s
		}
	case Number:
		s := fmt.Sprintf("at number %d", m.Number)
		return s, s
	case Blur:
		return "in the blurred area", "in the blurred areas"
	case Pixelate:
		return "in the pixelated area", "in the pixelated areas"
	case Emphasis:
		if m.Style.Outline {
			return "in the area with the " + colour + "outline", "in the areas with the " + colour + "outline"
		}
		return "in the bright area", "in the bright areas"
	case Picture:
		return "on the placed picture", "on the placed pictures"
	}
	return "", ""
}

// NextNumber returns the smallest number that no Number mark has.
func (d Drawing) NextNumber() int { return d.FreeNumbers()() }

// FreeNumbers returns a function that returns the next number that no Number mark has.
func (d Drawing) FreeNumbers() func() int {
	used := map[int]bool{}
	for _, m := range d.Marks {
		if m.Kind == Number {
			used[m.Number] = true
		}
	}
	n := 0
	return func() int {
		for n++; used[n]; n++ {
			continue
		}
		return n
	}
}
