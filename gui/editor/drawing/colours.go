package drawing

import (
	"image/color"
)

// Colour is a mark colour with its English word for a prompt.
type Colour struct {
	Word  string
	Color color.NRGBA
}

// Colours returns the six mark colours: red, yellow, green, blue, white, black. Each has a distinct English word.
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

// near is the largest squared distance of two colours that share a word.
const near = 90 * 90

// ColourWord returns the word of the nearest mark colour; "" if none is near.
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
