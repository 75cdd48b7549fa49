package render

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/vector"

	"viviscope/client/letters"
)

// maxCaption limits the characters of a prompt in a caption. A wide picture shows fewer than 100.
const maxCaption = 160

// captionSetter returns the shared layout engine of captions. There is only one, because fonts are large.
var captionSetter = sync.OnceValue(func() *letters.Shaper { return letters.NewShaper(gomedium.TTF) })

// Colours of the caption.
var (
	captionBackground = image.NewUniform(color.NRGBA{A: 140})
	captionColour     = image.NewUniform(color.NRGBA{255, 255, 255, 235})
	numberBackground  = image.NewUniform(color.NRGBA{A: 200})
)

// drawCaption draws one line of text on a dark band at the top of a picture. It cuts long texts. Pictures that are too
// small for text stay unchanged.
func drawCaption(m *image.RGBA, text string) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	size := min(max(float64(min(w, h))*0.026, 11), 56)
	margin, high := size*0.75, size*1.7
	room := float64(w) - 2*margin
	if room < 4*size || float64(h) < 2*high {
		return
	}
	line := layoutLine(printable(text), room/size)
	draw.Draw(m, image.Rect(0, 0, w, int(high)), captionBackground, image.Point{}, draw.Over)
	r := vector.NewRasterizer(w, int(high))
	for _, g := range line.Glyphs {
		addGlyph(r, g, margin, size*1.2, size)
	}
	r.Draw(m, image.Rect(0, 0, w, int(high)), captionColour, image.Point{})
}

// printable returns the first characters of an untrusted text as one line, without control characters and characters
// that no installed font supports.
func printable(text string) string {
	var runes []rune
	for _, r := range text {
		if len(runes) == maxCaption {
			break
		}
		if unicode.IsSpace(r) {
			r = ' '
		}
		if unicode.IsGraphic(r) {
			runes = append(runes, r)
		}
	}
	missing := captionSetter().Missing(string(runes))
	runes = slices.DeleteFunc(runes, func(r rune) bool { return slices.Contains(missing, r) })
	return strings.Join(strings.Fields(string(runes)), " ")
}

// layoutLine lays out a text. It cuts the text with an ellipsis if it is wider than room, in units of the font size.
func layoutLine(text string, room float64) letters.Line {
	line, runes := captionSetter().Line(text), []rune(text)
	for line.Width > room && len(runes) > 0 {
		fits := int(float64(len(runes)) * room / line.Width)
		runes = runes[:min(fits, len(runes)-1)]
		line = captionSetter().Line(strings.TrimRight(string(runes), " ") + "…")
	}
	return line
}

// addGlyph adds the outline of a glyph to a rasterizer. The line starts at x on the baseline base.
func addGlyph(r *vector.Rasterizer, g letters.Glyph, x, base, size float64) {
	at := func(p opentype.SegmentPoint) (float32, float32) {
		return float32(x + (g.X+float64(p.X)*g.Scale)*size), float32(base - (g.Y+float64(p.Y)*g.Scale)*size)
	}
	for _, s := range g.Outline {
		ax, ay := at(s.Args[0])
		bx, by := at(s.Args[1])
		cx, cy := at(s.Args[2])
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			r.ClosePath()
			r.MoveTo(ax, ay)
		case opentype.SegmentOpLineTo:
			r.LineTo(ax, ay)
		case opentype.SegmentOpQuadTo:
			r.QuadTo(ax, ay, bx, by)
		case opentype.SegmentOpCubeTo:
			r.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	r.ClosePath()
}

// drawThumbnails draws thumbnails in a row at the bottom of a picture, above the watermark. Each has the number of its
// picture in the order of sending, from 1. Pictures that are too small for thumbnails stay unchanged.
func drawThumbnails(m *image.RGBA, pictures []image.Image) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	short := float64(min(w, h))
	margin := int(max(short*0.02, 2))
	high, foot := short*0.17, h-int(max(short*0.05, 26))
	total := 0.0
	for _, p := range pictures {
		total += high*ratioOf(p) + float64(margin)
	}
	high *= min(1, float64(w-2*margin)/total)
	if high < 6 || foot < 2*int(high) {
		return
	}
	x := margin
	for i, p := range pictures {
		box := image.Rect(x, foot-int(high), x+max(1, int(high*ratioOf(p))), foot)
		draw.Draw(m, box.Inset(-max(1, margin/6)), image.White, image.Point{}, draw.Src)
		draw.Draw(m, box, cover(p, box.Dx(), box.Dy()), image.Point{}, draw.Src)
		drawNumber(m, box, i+1)
		x = box.Max.X + margin
	}
}

// drawNumber draws a number on a dark field in the upper left corner of a thumbnail. Thumbnails that are too small for
// it stay unchanged.
func drawNumber(m *image.RGBA, box image.Rectangle, number int) {
	size := float64(box.Dy()) * 0.28
	line := captionSetter().Line(strconv.Itoa(number))
	field := image.Rect(0, 0, int((line.Width+0.6)*size), int(size*1.3)).Add(box.Min)
	if size < 8 || !field.In(box) {
		return
	}
	draw.Draw(m, field, numberBackground, image.Point{}, draw.Over)
	r := vector.NewRasterizer(field.Dx(), field.Dy())
	for _, g := range line.Glyphs {
		addGlyph(r, g, size*0.3, size, size)
	}
	r.Draw(m, field, captionColour, image.Point{})
}

// ratioOf returns the aspect ratio of a thumbnail, limited to 1:2 and 2:1. Longer pictures are cropped.
func ratioOf(p image.Image) float64 {
	size := p.Bounds().Size()
	return math.Min(math.Max(float64(size.X)/float64(size.Y), 0.5), 2)
}
