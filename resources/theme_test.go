package resources

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// luminance and contrast are those of WCAG 2.2.
func luminance(c color.NRGBA) float64 {
	lin := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.03928 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(c.R) + 0.7152*lin(c.G) + 0.0722*lin(c.B)
}

func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	if x < y {
		x, y = y, x
	}
	return (x + 0.05) / (y + 0.05)
}

func look(t *testing.T, v Variant, name fyne.ThemeColorName) color.NRGBA {
	t.Helper()
	s, ok := palette[name]
	if !ok {
		t.Fatalf("no token %s", name)
	}
	if v == Dark {
		return s.dark
	}
	return s.light
}

func TestTextContrast(t *testing.T) {
	type names = []fyne.ThemeColorName
	grounds := names{BgWindow, BgPanel, BgRaised, BgHover}
	for _, tc := range []struct {
		words, grounds names
		least          float64
	}{
		{names{Text1}, grounds, 11.4},
		{names{Text2}, grounds, 6.6},
		{names{Text3}, grounds, 4.9},
		{names{Accent}, grounds, 4.75},
		{names{OK, Warn, Err}, grounds, 4.65},
		{names{Text1, Text2}, names{BgInput, BgSelected}, 4.5},
		{names{Text3}, names{BgInput}, 4.5},
		{names{Accent}, names{AccentSoft}, 4.85},
		{names{OK}, names{OKSoft}, 4.85},
		{names{Warn}, names{WarnSoft}, 4.85},
		{names{Err}, names{ErrSoft}, 4.85},
		{names{OnAccent}, names{Accent}, 5.8},
		{names{BgWindow}, names{Text1}, 7}, // the SANDBOX tag
	} {
		for _, v := range []Variant{Dark, Light} {
			for _, w := range tc.words {
				for _, g := range tc.grounds {
					if got := contrast(look(t, v, w), look(t, v, g)); got < tc.least {
						t.Errorf("%v: %s on %s: %.2f, want %.1f", v, w, g, got, tc.least)
					}
				}
			}
		}
	}
}

// Text in any colour can appear on any background, because many places of the program choose the two.
func TestTextContrastOnEveryBackground(t *testing.T) {
	type names = []fyne.ThemeColorName
	words := names{Text1, Text2, Text3, Accent, OK, Warn, Err}
	grounds := names{BgWindow, BgPanel, BgRaised, BgInput, BgHover, BgSelected, BgScreen, BgMat}
	pairs := map[[2]fyne.ThemeColorName]bool{
		{OnAccent, Accent}: true, {BgWindow, Text1}: true, // the button that spends, the SANDBOX tag
		{BgWindow, Err}: true, {BgWindow, OK}: true, {BgWindow, Warn}: true, // Fyne's words on its own tones
	}
	for _, ground := range grounds {
		for _, w := range words {
			pairs[[2]fyne.ThemeColorName{w, ground}] = true
		}
	}
	soft := names{AccentSoft, OKSoft, WarnSoft, ErrSoft}
	for _, w := range words[:2] {
		for _, ground := range soft {
			pairs[[2]fyne.ThemeColorName{w, ground}] = true
		}
	}
	for i, ground := range soft {
		pairs[[2]fyne.ThemeColorName{words[3+i], ground}] = true
	}
	for pair := range pairs {
		for _, v := range []Variant{Dark, Light} {
			if got := contrast(look(t, v, pair[0]), look(t, v, pair[1])); got < 4.5 {
				t.Errorf("%v: %s on %s: %.2f, want 4.5", v, pair[0], pair[1], got)
			}
		}
	}
}

// Fyne's own widgets draw text on their own backgrounds.
func TestFyneTextContrast(t *testing.T) {
	onStock := map[fyne.ThemeColorName][]fyne.ThemeColorName{
		theme.ColorNameForeground: {
			theme.ColorNameBackground, theme.ColorNameButton, theme.ColorNameFocus, theme.ColorNameHeaderBackground,
			theme.ColorNameHover,
			theme.ColorNameInputBackground, theme.ColorNameMenuBackground, theme.ColorNameOverlayBackground,
			theme.ColorNamePressed, theme.ColorNameSelection,
		},
		theme.ColorNameDisabled: {theme.ColorNameBackground, theme.ColorNameDisabledButton,
			theme.ColorNameInputBackground, theme.ColorNameMenuBackground, theme.ColorNameOverlayBackground},
		theme.ColorNamePlaceHolder:         {theme.ColorNameInputBackground},
		theme.ColorNameHyperlink:           {theme.ColorNameBackground, theme.ColorNameOverlayBackground},
		theme.ColorNameForegroundOnPrimary: {theme.ColorNamePrimary},
		theme.ColorNameForegroundOnError:   {theme.ColorNameError},
		theme.ColorNameForegroundOnSuccess: {theme.ColorNameSuccess},
		theme.ColorNameForegroundOnWarning: {theme.ColorNameWarning},
	}
	for words, grounds := range onStock {
		for _, ground := range grounds {
			for _, v := range []Variant{Dark, Light} {
				if got := contrast(look(t, v, fyneColors[words]), look(t, v, fyneColors[ground])); got < 4.5 {
					t.Errorf("%v: %s on %s: %.2f, want 4.5", v, words, ground, got)
				}
			}
		}
	}
}

// Fyne draws the menus of the menu bar without a border.
func TestMenuContrast(t *testing.T) {
	for _, v := range []Variant{Dark, Light} {
		menu := look(t, v, fyneColors[theme.ColorNameMenuBackground])
		if got := contrast(menu, look(t, v, BgPanel)); got < 1.15 {
			t.Errorf("%v: %.2f from the rail, want 1.15", v, got)
		}
		if got := contrast(menu, look(t, v, fyneColors[theme.ColorNameSeparator])); got < 1.4 {
			t.Errorf("%v: %.2f from its lines, want 1.4", v, got)
		}
		for _, words := range []fyne.ThemeColorName{theme.ColorNameForeground, theme.ColorNameDisabled} {
			if got := contrast(menu, look(t, v, fyneColors[words])); got < 4.9 {
				t.Errorf("%v: %.2f to %s, want 4.9", v, got, words)
			}
		}
	}
}

func TestOutlineContrast(t *testing.T) {
	for _, v := range []Variant{Dark, Light} {
		for _, ground := range []fyne.ThemeColorName{BgWindow, BgPanel, BgRaised} {
			for _, outline := range []fyne.ThemeColorName{Text3, Accent, Err, Warn} {
				if got := contrast(look(t, v, outline), look(t, v, ground)); got < 3 {
					t.Errorf("%v: outline %s on %s: %.2f, want 3", v, outline, ground, got)
				}
			}
		}
	}
}

// Text on a picture must be legible over any pixel. The worst case is the tag's background over white.
func TestTagContrastOverWhitePicture(t *testing.T) {
	ground := palette[OnPicture].dark
	a := float64(ground.A) / 255
	over := func(c uint8) uint8 { return uint8(float64(c)*a + 255*(1-a)) }
	worst := color.NRGBA{R: over(ground.R), G: over(ground.G), B: over(ground.B), A: 255}
	if got := contrast(palette[OnPictureText].dark, worst); got < 4.5 {
		t.Errorf("%.2f, want 4.5", got)
	}
}

func TestVariantOverridesSystem(t *testing.T) {
	for _, tc := range []struct {
		chosen Variant
		system fyne.ThemeVariant
		dark   bool
	}{
		{FollowSystem, theme.VariantDark, true},
		{FollowSystem, theme.VariantLight, false},
		{Dark, theme.VariantLight, true},
		{Light, theme.VariantDark, false},
	} {
		want := palette[BgWindow].light
		if tc.dark {
			want = palette[BgWindow].dark
		}
		if got := Theme(tc.chosen).Color(theme.ColorNameBackground, tc.system); got != color.Color(want) {
			t.Errorf("%v on system %v: %v, want %v", tc.chosen, tc.system, got, want)
		}
	}
}

func TestFyneColorsMapToTokens(t *testing.T) {
	for name, token := range fyneColors {
		if _, ok := palette[token]; !ok {
			t.Errorf("%s maps to %s, which is not a token", name, token)
		}
	}
	for name := range palette {
		for _, v := range []Variant{Dark, Light} {
			if look(t, v, name).A == 0 {
				t.Errorf("%v: %s has no value", v, name)
			}
		}
	}
}

func TestParseVariantRoundTrip(t *testing.T) {
	for _, v := range []Variant{FollowSystem, Dark, Light} {
		if got := ParseVariant(v.String()); got != v {
			t.Errorf("%v became %v", v, got)
		}
	}
	if got := ParseVariant("purple"); got != FollowSystem {
		t.Errorf("an unknown word became %v, want follow", got)
	}
}

func TestTextScaleIsClampedAndScalesTextOnly(t *testing.T) {
	for _, tc := range []struct{ factor, body float32 }{{1, 13}, {1.5, 19.5}, {9, 19.5}, {0.1, 13 * 0.85}} {
		l := Theme(Dark).WithTextScale(tc.factor)
		if got := l.Size(SizeBody); math.Abs(float64(got-tc.body)) > 0.01 {
			t.Errorf("factor %v: body %v, want %v", tc.factor, got, tc.body)
		}
		if got := l.Size(theme.SizeNamePadding); got != 4 {
			t.Errorf("factor %v: padding %v, want 4", tc.factor, got)
		}
	}
}
