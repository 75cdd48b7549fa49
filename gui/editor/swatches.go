package editor

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// colourName returns the name of a colour: the word of a mark colour, else "#2F74E0".
func colourName(c color.NRGBA) string {
	words := map[string]string{"red": lang.L("red"), "yellow": lang.L("yellow"), "green": lang.L("green"),
		"blue":  lang.L("blue"),
		"white": lang.L("white"), "black": lang.L("black")}
	for _, o := range drawing.Colours() {
		if o.Color == c {
			return words[o.Word]
		}
	}
	return hexOf(c)
}

func hexOf(c color.NRGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

// parseHex parses "#2F74E0", "2f74e0" and "#27e" as an opaque colour.
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

// Measures of the row of colours, px.
const (
	swatchSide = 19
	swatchStep = 25
	swatchRing = 2
)

// swatches is a row of colours to choose from. The last entry opens the choice of any colour. The row takes the focus
// as a whole: Left and Right move, Enter and Space at the end open the choice.
type swatches struct {
	widget.BaseWidget
	kit.ButtonRole
	onChanged func(color.NRGBA)
	onOther   func()

	chosen  color.NRGBA
	list    []drawing.Colour
	own     color.NRGBA // at the end: the last colour that is none of the list
	at      int         // index of the keyboard cursor
	focused bool
	short   bool // only the last entry is shown, in the chosen colour
}

func newSwatches(onChanged func(color.NRGBA), onOther func()) *swatches {
	colours := drawing.Colours()
	s := &swatches{onChanged: onChanged, onOther: onOther, list: colours[:], own: color.NRGBA{0x8F, 0x5B, 0xD6, 0xFF}}
	s.ExtendBaseWidget(s)
	return s
}

func (s *swatches) set(c color.NRGBA) {
	s.chosen = c
	at := s.placeOf(c)
	if at == len(s.list) && !s.short {
		s.own = c
	}
	if !s.focused {
		s.at = at
	}
	s.Refresh()
}

// setShort shows only the last entry, in the chosen colour, or all entries.
func (s *swatches) setShort(on bool) {
	s.short, s.list = on, nil
	if !on {
		colours := drawing.Colours()
		s.list = colours[:]
	}
	s.set(s.chosen)
}

func (s *swatches) placeOf(c color.NRGBA) int {
	if i := slices.IndexFunc(s.list, func(o drawing.Colour) bool { return o.Color == c }); i >= 0 {
		return i
	}
	return len(s.list)
}

// choose selects the colour at an index; the last one opens the choice of any colour.
func (s *swatches) choose(i int) {
	s.at = i
	if i < len(s.list) {
		s.set(s.list[i].Color)
		s.onChanged(s.list[i].Color)
		return
	}
	s.onOther()
}

func (s *swatches) Tapped(e *fyne.PointEvent) {
	s.choose(min(max(int(e.Position.X/swatchStep), 0), len(s.list)))
}

func (s *swatches) TypedKey(e *fyne.KeyEvent) {
	last := len(s.list)
	switch e.Name {
	case fyne.KeyLeft:
		if s.at > 0 {
			s.choose(s.at - 1)
		}
	case fyne.KeyRight:
		if s.at+1 < last {
			s.choose(s.at + 1)
		} else {
			s.at = last
			s.Refresh()
		}
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		s.choose(s.at)
	default:
		kit.PassKey(s, e)
	}
}

func (s *swatches) TypedRune(rune) {}

func (s *swatches) FocusGained() { s.focused = true; s.Refresh() }

func (s *swatches) FocusLost() { s.focused = false; s.at = s.placeOf(s.chosen); s.Refresh() }

func (s *swatches) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (s *swatches) AccessibilityLabel() string { return lang.L("Colour: %s", colourName(s.chosen)) }

func (s *swatches) CreateRenderer() fyne.WidgetRenderer {
	var rings, plates []*canvas.Rectangle
	var objects []fyne.CanvasObject
	for range len(s.list) + 1 {
		ring, plate := &canvas.Rectangle{CornerRadius: 6, StrokeWidth: swatchRing},
			&canvas.Rectangle{CornerRadius: 4, StrokeWidth: 1}
		rings, plates, objects = append(rings, ring), append(plates, plate), append(objects, ring, plate)
	}
	plus := canvas.NewImageFromResource(nil)
	least := func() fyne.Size { return fyne.NewSize(float32(len(s.list)+1)*swatchStep, 32) }
	arrange := func(size fyne.Size) {
		const out = swatchRing + 1
		for i := range plates {
			x, y := float32(i)*swatchStep+(swatchStep-swatchSide)/2, (size.Height-swatchSide)/2
			kit.Place(plates[i], x, y, swatchSide, swatchSide)
			kit.Place(rings[i], x-out, y-out, swatchSide+2*out, swatchSide+2*out)
			if i == len(s.list) {
				kit.Place(plus, x+4, y+4, swatchSide-8, swatchSide-8)
			}
		}
	}
	show := func() {
		end := s.own // the colour of the last entry, under the plus
		if s.short {
			end = s.chosen
		}
		for i, plate := range plates {
			kit.Show(plate, i <= len(s.list))
			kit.Show(rings[i], i <= len(s.list))
			plate.FillColor, plate.StrokeColor = end, theme.Color(resources.LineStrong)
			if i < len(s.list) {
				plate.FillColor = s.list[i].Color
			}
			plate.Refresh()
			rings[i].StrokeColor = color.Transparent
			if i == s.placeOf(s.chosen) {
				rings[i].StrokeColor = theme.Color(resources.Accent)
			}
			if s.focused && i == s.at {
				rings[i].StrokeColor = theme.Color(resources.Text1)
			}
			rings[i].Refresh()
		}
		ink := resources.OnPictureText
		if paint.IsLight(end) {
			ink = resources.OnPicture
		}
		plus.Resource = resources.Tint(resources.IconPlus, ink)
		plus.Refresh()
	}
	return kit.Draw(least, arrange, show, append(objects, plus)...)
}
