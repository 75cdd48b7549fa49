package resources

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Variant is the user's choice of a dark or a light theme.
type Variant int

// The variants. FollowSystem uses the variant of the system and changes with it.
const (
	FollowSystem Variant = iota
	Dark
	Light
)

// String returns the value stored in the settings: "follow", "dark" or "light".
func (v Variant) String() string {
	switch v {
	case Dark:
		return "dark"
	case Light:
		return "light"
	}
	return "follow"
}

// ParseVariant parses a value of [Variant.String]. Any other text is FollowSystem.
func ParseVariant(word string) Variant {
	switch word {
	case "dark":
		return Dark
	case "light":
		return Light
	}
	return FollowSystem
}

// The text sizes, in px at scale 1. The font has tabular digits, so times and amounts line up.
const (
	SizeXS      fyne.ThemeSizeName = "vv.size.xs"      // 11: tags, captions
	SizeSM      fyne.ThemeSizeName = "vv.size.sm"      // 12: details
	SizeBody    fyne.ThemeSizeName = "vv.size.body"    // 13
	SizeH2      fyne.ThemeSizeName = "vv.size.h2"      // 14 bold
	SizeH1      fyne.ThemeSizeName = "vv.size.h1"      // 16 bold
	SizeNumber  fyne.ThemeSizeName = "vv.size.number"  // 24 bold
	SizeWelcome fyne.ThemeSizeName = "vv.size.welcome" // 28 bold
)

// textSizes are multiplied by the text scale; sizes are not.
var textSizes = map[fyne.ThemeSizeName]float32{
	SizeXS: 11, SizeSM: 12, SizeBody: 13, SizeH2: 14, SizeH1: 16, SizeNumber: 24, SizeWelcome: 28,

	theme.SizeNameText:           13,
	theme.SizeNameCaptionText:    11,
	theme.SizeNameSubHeadingText: 14,
	theme.SizeNameHeadingText:    16,
}

var sizes = map[fyne.ThemeSizeName]float32{
	theme.SizeNamePadding:            4,
	theme.SizeNameInnerPadding:       8,
	theme.SizeNameLineSpacing:        4,
	theme.SizeNameInlineIcon:         16,
	theme.SizeNameInputRadius:        6,
	theme.SizeNameButtonRadius:       6,
	theme.SizeNameCardRadius:         8,
	theme.SizeNameDialogRadius:       8,
	theme.SizeNamePopupRadius:        8,
	theme.SizeNameMenuRadius:         4,
	theme.SizeNameSelectionRadius:    4,
	theme.SizeNameScrollBar:          10,
	theme.SizeNameScrollBarSmall:     6,
	theme.SizeNameScrollBarRadius:    3,
	theme.SizeNameInputBorder:        1,
	theme.SizeNameSeparatorThickness: 1,
	theme.SizeNameModalBlurRadius:    0, // no blur
}

// The limits of the text scale.
const (
	TextScaleMin = 0.85
	TextScaleMax = 1.5
)

// Look is the theme of the program. It is immutable: to change the variant or the text scale, set a new Look in the
// app's settings.
type Look struct {
	variant Variant
	scale   float32
}

var _ fyne.Theme = Look{}

// Theme returns the theme in a variant, with text at 100 %.
func Theme(v Variant) Look { return Look{variant: v, scale: 1} }

// WithTextScale returns the theme with scaled text. The factor is clamped to TextScaleMin and TextScaleMax.
func (l Look) WithTextScale(factor float32) Look {
	l.scale = min(max(factor, TextScaleMin), TextScaleMax)
	return l
}

// Variant returns the user's choice.
func (l Look) Variant() Variant { return l.variant }

// Color returns the colour of a token, or of the token that one of Fyne's names maps to. The user's variant overrides
// the system's.
func (l Look) Color(name fyne.ThemeColorName, system fyne.ThemeVariant) color.Color {
	dark := system != theme.VariantLight
	switch l.variant {
	case Dark:
		dark = true
	case Light:
		dark = false
	}
	if token, ok := fyneColors[name]; ok {
		name = token
	}
	if s, ok := palette[name]; ok {
		if dark {
			return s.dark
		}
		return s.light
	}
	switch name {
	case theme.ColorNameShadow, theme.ColorNameScrollBarBackground:
		return color.Transparent // no shadows; the scroll bar overlays the content
	}
	if dark {
		return theme.DefaultTheme().Color(name, theme.VariantDark)
	}
	return theme.DefaultTheme().Color(name, theme.VariantLight)
}

// Font returns Fyne's bundled Noto Sans and DejaVu Mono.
func (Look) Font(style fyne.TextStyle) fyne.Resource { return theme.DefaultTheme().Font(style) }

// Icon returns Fyne's icons, for its own widgets.
func (Look) Icon(name fyne.ThemeIconName) fyne.Resource { return theme.DefaultTheme().Icon(name) }

// Size returns a size in px at scale 1.
func (l Look) Size(name fyne.ThemeSizeName) float32 {
	if s, ok := textSizes[name]; ok {
		return s * l.scale
	}
	if name == theme.SizeNameInlineIcon { // it is beside text
		return sizes[name] * max(1, l.scale)
	}
	if s, ok := sizes[name]; ok {
		return s
	}
	return theme.DefaultTheme().Size(name)
}

// Scaled returns a width, given in px at 100 %, multiplied by the text scale of the current theme. The result is never
// smaller than px: click targets keep their size.
func Scaled(px float32) float32 {
	return px * max(1, theme.Size(SizeBody)/textSizes[SizeBody])
}
