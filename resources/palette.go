package resources

import (
	"fmt"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// The colour tokens. The user interface is neutral grey, so that it does not distort how colours of pictures look.
// There is one accent colour. A status colour always comes with a text and an icon.
const (
	BgWindow   fyne.ThemeColorName = "vv.bg.window"   // behind everything
	BgPanel    fyne.ThemeColorName = "vv.bg.panel"    // rail, cards, header rows
	BgRaised   fyne.ThemeColorName = "vv.bg.raised"   // buttons, dialogs, the selected segment
	BgInput    fyne.ThemeColorName = "vv.bg.input"    // fields
	BgHover    fyne.ThemeColorName = "vv.bg.hover"    // under the pointer, neutral tags, empty tracks
	BgSelected fyne.ThemeColorName = "vv.bg.selected" // the selected row, tab or chip
	BgScreen   fyne.ThemeColorName = "vv.bg.screen"   // around a picture in the viewer and on the canvas
	BgMat      fyne.ThemeColorName = "vv.bg.mat"      // placeholder of a picture that is loading

	Line       fyne.ThemeColorName = "vv.line"        // decoration: separators, outlines of fields
	LineStrong fyne.ThemeColorName = "vv.line.strong" // decoration: outlines of dialogs, scroll bars

	Text1 fyne.ThemeColorName = "vv.text.1" // primary text
	Text2 fyne.ThemeColorName = "vv.text.2" // labels and secondary text
	Text3 fyne.ThemeColorName = "vv.text.3" // hints, placeholders, disabled text, outlines that carry meaning

	Accent     fyne.ThemeColorName = "vv.accent"
	AccentSoft fyne.ThemeColorName = "vv.accent.soft"
	OnAccent   fyne.ThemeColorName = "vv.on.accent"
	OK         fyne.ThemeColorName = "vv.ok"
	OKSoft     fyne.ThemeColorName = "vv.ok.soft"
	Warn       fyne.ThemeColorName = "vv.warn"
	WarnSoft   fyne.ThemeColorName = "vv.warn.soft"
	Err        fyne.ThemeColorName = "vv.err"
	ErrSoft    fyne.ThemeColorName = "vv.err.soft"

	OnPicture     fyne.ThemeColorName = "vv.onpicture"      // background of tags on pictures, 82 % opaque
	OnPictureText fyne.ThemeColorName = "vv.onpicture.text" // text of these tags
	Dim           fyne.ThemeColorName = "vv.dim"            // over the window while a dialog is open

	Chart1 fyne.ThemeColorName = "vv.chart.1"
	Chart2 fyne.ThemeColorName = "vv.chart.2"
	Chart3 fyne.ThemeColorName = "vv.chart.3"
)

// colorPair holds the two values of a token.
type colorPair struct{ dark, light color.NRGBA }

// palette maps tokens to colours. No other code of the program contains colour values. It is never changed.
var palette = map[fyne.ThemeColorName]colorPair{
	BgWindow:   {rgb("131415"), rgb("ECEEEF")},
	BgPanel:    {rgb("1A1C1E"), rgb("F8F9F9")},
	BgRaised:   {rgb("222527"), rgb("FFFFFF")},
	BgInput:    {rgb("0F1011"), rgb("FFFFFF")},
	BgHover:    {rgb("2A2E31"), rgb("E6E9EB")},
	BgSelected: {rgb("193141"), rgb("D3E8F5")},
	BgScreen:   {rgb("0A0B0C"), rgb("E1E5E7")},
	BgMat:      {rgb("0C0D0E"), rgb("E2E6E8")},

	Line:       {rgb("2B2F32"), rgb("D9DDDF")},
	LineStrong: {rgb("454B50"), rgb("A9B0B5")},

	Text1: {rgb("E9EBEC"), rgb("181B1D")},
	Text2: {rgb("B0B6BB"), rgb("4A5156")},
	Text3: {rgb("959CA2"), rgb("5A6268")},

	Accent:     {rgb("4FB0E8"), rgb("0B6AA3")},
	AccentSoft: {rgb("17303F"), rgb("DDEDF7")},
	OnAccent:   {rgb("06151F"), rgb("FFFFFF")},
	OK:         {rgb("62BE86"), rgb("186E3C")},
	OKSoft:     {rgb("16281D"), rgb("E0F1E6")},
	Warn:       {rgb("E3AE45"), rgb("8A5A00")},
	WarnSoft:   {rgb("2E2512"), rgb("FBEFD6")},
	Err:        {rgb("EC7468"), rgb("B4352B")},
	ErrSoft:    {rgb("331C1A"), rgb("FBE6E3")},

	OnPicture:     {alpha(rgb("08090A"), 0xd1), alpha(rgb("08090A"), 0xd1)},
	OnPictureText: {rgb("F2F3F4"), rgb("F2F3F4")},
	Dim:           {alpha(rgb("08090A"), 0x99), alpha(rgb("08090A"), 0x59)},

	Chart1: {rgb("4FB0E8"), rgb("0B6AA3")},
	Chart2: {rgb("8FA3B0"), rgb("6F7F89")},
	Chart3: {rgb("6E8F7A"), rgb("4F7A60")},
}

// fyneColors maps the colour names of Fyne's own widgets to tokens. Focus is the background of a selection and not the
// accent, because Fyne draws text on it (the hovered menu item). Our widgets draw their focus rings themselves, and
// fields use Primary.
var fyneColors = map[fyne.ThemeColorName]fyne.ThemeColorName{
	theme.ColorNameBackground:          BgWindow,
	theme.ColorNameButton:              BgRaised,
	theme.ColorNameDisabledButton:      BgPanel,
	theme.ColorNameDisabled:            Text3,
	theme.ColorNameError:               Err,
	theme.ColorNameFocus:               BgSelected,
	theme.ColorNameForeground:          Text1,
	theme.ColorNameForegroundOnError:   BgWindow,
	theme.ColorNameForegroundOnPrimary: OnAccent,
	theme.ColorNameForegroundOnSuccess: BgWindow,
	theme.ColorNameForegroundOnWarning: BgWindow,
	theme.ColorNameHeaderBackground:    BgPanel,
	theme.ColorNameHover:               BgHover,
	theme.ColorNameHyperlink:           Accent,
	theme.ColorNameInputBackground:     BgInput,
	theme.ColorNameInputBorder:         Line,
	theme.ColorNameMenuBackground:      BgHover, // Fyne draws no border: a menu must contrast with the sidebar
	theme.ColorNameOverlayBackground:   BgRaised,
	theme.ColorNamePlaceHolder:         Text3,
	theme.ColorNamePressed:             BgHover,
	theme.ColorNamePrimary:             Accent,
	theme.ColorNameScrollBar:           LineStrong,
	theme.ColorNameSelection:           BgSelected,
	theme.ColorNameSeparator:           LineStrong,
	theme.ColorNameSuccess:             OK,
	theme.ColorNameWarning:             Warn,
}

func rgb(hex string) color.NRGBA {
	var c color.NRGBA
	if _, err := fmt.Sscanf(hex, "%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
		panic("palette: " + hex + ": " + err.Error()) // a typo in this file
	}
	c.A = 0xff
	return c
}

func alpha(c color.NRGBA, a uint8) color.NRGBA {
	c.A = a
	return c
}
