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

// icon is a single-colour picture on a 24 grid, drawn in a colour of the theme. Unlike Fyne's themed
// resource it also colours strokes: the pictures say currentColor wherever they want the colour.
type icon struct {
	name  string
	svg   []byte
	color fyne.ThemeColorName
}

var _ fyne.ThemedResource = icon{}

func load(name string) fyne.Resource {
	b, err := files.ReadFile("icons/" + name + ".svg")
	if err != nil {
		panic(err) // an icon without its file: no test of any package would start
	}
	return icon{name: name, svg: b, color: Text1}
}

// Tint returns an icon in another colour of the theme. It takes Fyne's icons as well.
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

// Name holds the colour's value too, because Fyne caches drawn icons by name.
func (i icon) Name() string { return fmt.Sprintf("%s-%s.svg", i.name, hex(theme.Color(i.color))[1:]) }

// ThemeColorName returns the token that the icon is drawn in.
func (i icon) ThemeColorName() fyne.ThemeColorName { return i.color }

// Content returns the SVG in the colour of the theme that is shown now.
func (i icon) Content() []byte {
	return bytes.ReplaceAll(i.svg, []byte("currentColor"), []byte(hex(theme.Color(i.color))))
}

func hex(c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)
}

// AppIcon returns the mark of the program, 512 x 512.
func AppIcon() fyne.Resource {
	b, err := files.ReadFile("icon.png")
	if err != nil {
		panic(err)
	}
	return fyne.NewStaticResource("icon.png", b)
}
