package drawing

import (
	"fmt"
	"image"
	"image/color"
	"strings"
)

// Hints are words for a prompt that name what stands on the canvas, from the bottom to the top and each once: "in the red box",
// "at number 2". The last one asks to take the marks away again. The service sees only one flat picture, so a mark that the
// prompt does not name is for it a part of the picture. What lies beside the canvas is not named. They are
// English whatever the window speaks: they become a part of what is sent, and the service knows English best.
func Hints(d Drawing) []string {
	var hints []string
	at := map[string]int{}    // place in hints, by the words for one
	times := map[string]int{} // how often they were met
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
		if times[one]++; times[one] == 1 {
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

// borderHint is the words for what an extended canvas is to become. Without a word for its colour the border is empty.
func borderHint(clear bool, colour string) string {
	if clear || colour == "" {
		return "continue the picture into the empty border"
	}
	return "continue the picture into the " + colour + " border"
}

// drawn says that the mark is something foreign to the picture, which the result shall not show.
func (m Mark) drawn() bool {
	switch m.Kind {
	case Erase, Picture, Blur, Pixelate:
		return false
	case Emphasis:
		return m.Style.Outline
	}
	return true
}

// words name where a mark is, and where several of the same are; "" for what a prompt cannot point at.
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

// NextNumber is the number of the next marker: the smallest that no marker has, so that a removed one is filled in again.
func (d Drawing) NextNumber() int { return d.FreeNumbers()() }

// FreeNumbers gives the numbers that no marker has, one with each call.
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

// Colour is one of the colours that marks are offered in, with the word that a prompt has for it.
type Colour struct {
	Word  string
	Color color.NRGBA
}

// Colours are the six mark colours of the canvas: far enough from one another that words can tell them apart.
func Colours() [6]Colour {
	return [6]Colour{
		{"red", color.NRGBA{0xE5, 0x35, 0x2D, 255}},
		{"yellow", color.NRGBA{0xF5, 0xB3, 0x1E, 255}},
		{"green", color.NRGBA{0x2F, 0xA3, 0x56, 255}},
		{"blue", color.NRGBA{0x2F, 0x7B, 0xE0, 255}},
		{"white", color.NRGBA{0xFF, 0xFF, 0xFF, 255}},
		{"black", color.NRGBA{0x11, 0x13, 0x14, 255}},
	}
}

// near is the largest distance of two colours, squared, at which one word still is right for both.
const near = 90 * 90

// ColourWord is the word for a colour: that of the nearest of the six, or "" where none of them would be understood.
func ColourWord(c color.NRGBA) string {
	word, best := "", near
	for _, o := range Colours() {
		r, g, b := int(c.R)-int(o.Color.R), int(c.G)-int(o.Color.G), int(c.B)-int(o.Color.B)
		if d := r*r + g*g + b*b; d <= best {
			word, best = o.Word, d
		}
	}
	return word
}
