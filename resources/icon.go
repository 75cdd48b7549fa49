package resources

import (
	"bytes"
	"embed"
	"fmt"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

//go:embed icons/*.svg icon.svg icon.png
var files embed.FS

// icon is a single-colour SVG on a 24 px grid. It replaces currentColor with a colour of the theme, in fills and in
// strokes; Fyne's own themed resource replaces fills only.
type icon struct {
	name  string
	svg   []byte
	color fyne.ThemeColorName
}

var _ fyne.ThemedResource = icon{}

func load(name string) fyne.Resource {
	b, err := files.ReadFile("icons/" + name + ".svg")
	if err != nil {
		panic(err) // a missing file is a build error: any test would find it
	}
	return icon{name: name, svg: b, color: Text1}
}

// Tint returns an icon in another colour of the theme. It accepts Fyne's icons too.
func Tint(res fyne.Resource, name fyne.ThemeColorName) fyne.Resource {
	if i, ok := res.(icon); ok {
		i.color = name
		return i
	}
	if res == nil {
		return nil
	}
	return theme.NewColoredResource(res, name)
}

// Name includes the colour's value, because Fyne caches rendered icons by name.
func (i icon) Name() string { return fmt.Sprintf("%s-%s.svg", i.name, hex(theme.Color(i.color))[1:]) }

// ThemeColorName implements [fyne.ThemedResource].
func (i icon) ThemeColorName() fyne.ThemeColorName { return i.color }

// Content returns the SVG in the current theme's colour.
func (i icon) Content() []byte {
	return bytes.ReplaceAll(i.svg, []byte("currentColor"), []byte(hex(theme.Color(i.color))))
}

func hex(c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)
}

// AppIcon returns the application icon, a PNG of 512 x 512 pixels.
func AppIcon() fyne.Resource {
	b, err := files.ReadFile("icon.png")
	if err != nil {
		panic(err)
	}
	return fyne.NewStaticResource("icon.png", b)
}
