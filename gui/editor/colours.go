package editor

import (
	"fmt"
	"image/color"
	"strings"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/lang"
)

// colourWord names a colour in the language of the window: by its word where it is one of those at hand, else as "#2F74E0".
func colourWord(c color.NRGBA) string {
	for _, o := range drawing.Colours() {
		if o.Color == c {
			return colourName(o.Word)
		}
	}
	return hexOf(c)
}

// colourName translates the word that a prompt has for a colour.
func colourName(word string) string {
	switch word {
	case "red":
		return lang.L("red")
	case "yellow":
		return lang.L("yellow")
	case "green":
		return lang.L("green")
	case "blue":
		return lang.L("blue")
	case "white":
		return lang.L("white")
	case "black":
		return lang.L("black")
	}
	return word
}

func hexOf(c color.NRGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

// parseHex reads "#2F74E0", "2f74e0" and "#27e"; what it gives covers wholly.
func parseHex(s string) (color.NRGBA, bool) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "#")
	c := color.NRGBA{A: 0xFF}
	if len(s) == 3 {
		s = string([]byte{s[0], s[0], s[1], s[1], s[2], s[2]})
	}
	if len(s) != 6 || strings.Trim(s, "0123456789abcdefABCDEF") != "" {
		return color.NRGBA{}, false
	}
	if _, err := fmt.Sscanf(s, "%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
		return color.NRGBA{}, false
	}
	return c, true
}
