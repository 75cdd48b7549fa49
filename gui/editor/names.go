package editor

import (
	"errors"
	"image"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/client/picturefile"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// PictureEndings are the names of files that the canvas reads. It reads more than the service takes: what it sends is
// always one of the service's own formats.
func PictureEndings() []string { return []string{".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif"} }

// pictureWords are the sentences about a picture. Each is whole for each kind of picture: the words around a name bend
// otherwise in other languages.
type pictureWords struct{ opening, cannotBeOpened, isLeftOut string }

func wordsOfName(name string) pictureWords {
	return pictureWords{lang.L("Opening %s…", name), lang.L("%s cannot be opened.", name), lang.L("%s was skipped.", name)}
}

func wordsOfAsset(a db.Asset) pictureWords {
	switch {
	case a.Name != "":
		return wordsOfName(a.Name)
	case a.Prompt != "":
		return wordsOfName(lang.L("“%s”", shortPrompt(a.Prompt)))
	}
	return pictureWords{lang.L("Opening the picture…"), lang.L("The picture cannot be opened."), lang.L("A picture was skipped.")}
}

// shortPrompt is the beginning of a prompt, in one line.
func shortPrompt(prompt string) string {
	const most = 40
	words := []rune(strings.Join(strings.Fields(prompt), " "))
	if len(words) > most {
		words = append(words[:most-1], '…')
	}
	return string(words)
}

// fileTitle is what a file that is made of a picture or clip begins with. Like all names of files it is in no
// language of the window.
func fileTitle(a db.Asset) string {
	switch {
	case a.Name != "":
		return strings.TrimSuffix(a.Name, filepath.Ext(a.Name))
	case a.Prompt != "":
		return shortPrompt(a.Prompt)
	case a.Kind == db.Clip:
		return "clip"
	}
	return "picture"
}

// troubleWords says why a picture cannot be opened, and what to do.
func troubleText(err error) string {
	if words, ok := wording.PictureTrouble(err); ok {
		return words
	}
	switch {
	case errors.Is(err, picturefile.ErrFormat), errors.Is(err, picturefile.ErrDamaged), errors.Is(err, client.ErrDamaged),
		errors.Is(err, folder.ErrNoMedia):
		return lang.L("It is damaged or not a picture. PNG, JPEG, WebP, BMP and GIF can be opened.")
	case errors.Is(err, errTrashed):
		return lang.L("One of its pictures is in the trash. Restore it first.")
	}
	return wording.Fault(err)
}

// errTrashed says that a picture of a drawing is in the trash.
var errTrashed = errors.New("the picture is in the trash")

// copyName is what a file is called that is made of another.
func copyName(title, what, ext string) string {
	base := strings.Trim(strings.TrimSuffix(title, filepath.Ext(title)), "“”. ")
	base = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|…`, r) || r < ' ' {
			return '-'
		}
		return r
	}, base)
	if base == "" {
		base = "picture"
	}
	return base + " " + what + ext
}

func sizeText(size image.Point) string { return strconv.Itoa(size.X) + " × " + strconv.Itoa(size.Y) }

// countWords says how many marks there are, and which of them are not seen or not sent. hidden: none is shown.
func countText(d drawing.Drawing, hidden bool) string {
	seen := len(d.Seen())
	words := lang.L("no marks")
	switch {
	case seen > 0 && hidden:
		words = lang.N("%s mark, hidden from view but still sent", "%s marks, hidden from view but still sent", seen, lang.Number(seen))
	case seen > 0:
		words = lang.N("%s mark", "%s marks", seen, lang.Number(seen))
	}
	if rest := len(d.Marks) - seen; rest > 0 {
		words = lang.X("list", "%s, %s", words, lang.N("%s hidden and not sent", "%s hidden and not sent", rest, lang.Number(rest)))
	}
	return words
}

// zoomWords words a zoom: "61%", "6.3%".
func zoomText(scale float64) string {
	percent := scale * 100
	if percent < 10 {
		return strconv.FormatFloat(math.Round(percent*10)/10, 'f', -1, 64) + "%"
	}
	return strconv.Itoa(int(math.Round(percent))) + "%"
}

func markText(m drawing.Mark) string {
	if m.Hidden {
		m.Hidden = false
		return lang.L("%s, hidden", markText(m))
	}
	switch m.Kind {
	case drawing.Text:
		return lang.L("“%s”", m.Text)
	case drawing.Number:
		return lang.L("Number %d", m.Number)
	case drawing.Pixelate:
		return lang.L("Pixelated area")
	case drawing.Blur:
		return lang.L("Blurred area")
	case drawing.Erase:
		return lang.L("Eraser stroke")
	case drawing.Picture:
		return lang.L("Placed picture")
	case drawing.Emphasis:
		if !m.Style.Outline {
			return lang.X("noun", "Region")
		}
	}
	shapes := map[drawing.MarkKind]string{
		drawing.Brush: lang.L("Brush stroke"), drawing.Line: lang.X("noun", "Line"), drawing.Arrow: lang.X("noun", "Arrow"),
		drawing.Box: lang.X("noun", "Box"), drawing.Ellipse: lang.X("noun", "Ellipse"), drawing.Emphasis: lang.X("noun", "Region"),
	}
	return lang.X("list", "%s, %s", shapes[m.Kind], colourName(m.Style.Color))
}

// unreadableWords words why a stored canvas cannot be read.
func unreadableText(err error) string {
	if errors.Is(err, drawing.ErrVersion) {
		return lang.L("It was drawn with a newer version of Viviscope.")
	}
	return lang.L("It is damaged and cannot be read.")
}
