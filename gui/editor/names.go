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

// PictureEndings returns the extensions of the files that the canvas opens. They are more than the service accepts: the
// canvas always sends one of the formats of the service.
func PictureEndings() []string { return []string{".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif"} }

// pictureWords are the sentences about a picture. Each is a whole sentence, because other languages inflect the words
// around a name.
type pictureWords struct{ opening, cannotBeOpened, isLeftOut string }

func wordsOfName(name string) pictureWords {
	return pictureWords{lang.L("Opening %s…", name), lang.L("%s cannot be opened.", name),
		lang.L("%s was skipped.", name)}
}

func wordsOfAsset(a db.Asset) pictureWords {
	switch {
	case a.Name != "":
		return wordsOfName(a.Name)
	case a.Prompt != "":
		return wordsOfName(lang.L("“%s”", shortPrompt(a.PromptBody())))
	}
	return pictureWords{lang.L("Opening the picture…"), lang.L("The picture cannot be opened."),
		lang.L("A picture was skipped.")}
}

// shortPrompt returns the beginning of a prompt, in one line.
func shortPrompt(prompt string) string {
	const most = 40
	words := []rune(strings.Join(strings.Fields(prompt), " "))
	if len(words) > most {
		words = append(words[:most-1], '…')
	}
	return string(words)
}

// fileTitle returns the beginning of the names of files made from an asset. File names are not translated.
func fileTitle(a db.Asset) string {
	switch {
	case a.Name != "":
		return strings.TrimSuffix(a.Name, filepath.Ext(a.Name))
	case a.Prompt != "":
		return shortPrompt(a.PromptBody())
	case a.Kind == db.Clip:
		return "clip"
	}
	return "picture"
}

// troubleText returns why a picture cannot be opened, and what to do.
func troubleText(err error) string {
	if words, ok := wording.PictureTrouble(err); ok {
		return words
	}
	switch {
	case errors.Is(err, picturefile.ErrFormat), errors.Is(err, picturefile.ErrDamaged),
		errors.Is(err, client.ErrDamaged),
		errors.Is(err, folder.ErrNoMedia):
		return lang.L("It is damaged or not a picture. PNG, JPEG, WebP, BMP and GIF can be opened.")
	case errors.Is(err, errTrashed):
		return lang.L("One of its pictures is in the trash. Restore it first.")
	}
	return wording.Fault(err)
}

// errTrashed reports that a picture of a drawing is in the trash.
var errTrashed = errors.New("the picture is in the trash")

// copyName returns the name of a file made from the canvas with a title.
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

// sizeText formats a size in pixels.
func sizeText(size image.Point) string { return strconv.Itoa(size.X) + " × " + strconv.Itoa(size.Y) }

// countText returns the number of marks, and how many of them are not visible or not sent. hidden: none is shown.
func countText(d drawing.Drawing, hidden bool) string {
	seen := len(d.Seen())
	words := lang.L("no marks")
	switch {
	case seen > 0 && hidden:
		words = lang.N("%s mark, hidden from view but still sent", "%s marks, hidden from view but still sent", seen,
			lang.Number(seen))
	case seen > 0:
		words = lang.N("%s mark", "%s marks", seen, lang.Number(seen))
	}
	if rest := len(d.Marks) - seen; rest > 0 {
		words = lang.X("list", "%s, %s", words,
			lang.N("%s hidden and not sent", "%s hidden and not sent", rest, lang.Number(rest)))
	}
	return words
}

// zoomText formats a zoom: "61%", "6.3%".
func zoomText(scale float64) string {
	percent := scale * 100
	if percent < 10 {
		return strconv.FormatFloat(math.Round(percent*10)/10, 'f', -1, 64) + "%"
	}
	return strconv.Itoa(int(math.Round(percent))) + "%"
}

// markText names a mark in the list of marks.
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
		drawing.Brush: lang.L("Brush stroke"), drawing.Line: lang.X("noun", "Line"),
		drawing.Arrow: lang.X("noun", "Arrow"),
		drawing.Box:   lang.X("noun", "Box"), drawing.Ellipse: lang.X("noun", "Ellipse"),
		drawing.Emphasis: lang.X("noun", "Region"),
	}
	return lang.X("list", "%s, %s", shapes[m.Kind], colourName(m.Style.Color))
}

// unreadableText returns why a stored canvas cannot be read.
func unreadableText(err error) string {
	if errors.Is(err, drawing.ErrVersion) {
		return lang.L("It was drawn with a newer version of Viviscope.")
	}
	return lang.L("It is damaged and cannot be read.")
}
