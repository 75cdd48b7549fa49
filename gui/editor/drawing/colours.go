package drawing

import "image/color"

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
