package transfer

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"sort"
	"strings"
	"time"

	"golang.org/x/image/draw"

	"viviscope/db"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/lang"
	"viviscope/gui/media/picturefile"
	"viviscope/gui/wording"
)

// cell is a place on a contact sheet.
type cell struct {
	asset db.Asset
	file  string // its name in the export
}

// A contact sheet is a page of the ratio of A4 upright, which prints at 240 dots per inch. Lengths in pixels.
const (
	pageWidth   = 1984
	pageHeight  = 2806
	pageMargin  = 96
	columns     = 4
	rows        = 6
	cellGap     = 32
	cellWidth   = (pageWidth - 2*pageMargin - (columns-1)*cellGap) / columns
	headHeight  = 72
	cellHeight  = (pageHeight - 2*pageMargin - headHeight - (rows-1)*cellGap) / rows
	wordsHeight = 124
	posterBox   = cellHeight - wordsHeight
	headLetters = 30
	letters     = 19
	factLetters = 17
	promptLines = 2
	sheetJPEG   = 88 // quality
)

// contactSheets writes a page for every columns × rows of what was exported.
func (w *exporting) contactSheets() error {
	const perPage = columns * rows
	pages := (len(w.cells) + perPage - 1) / perPage
	for i := range pages {
		cells := w.cells[i*perPage : min(len(w.cells), (i+1)*perPage)]
		title := plainStem(w.o.Name) + " · " + lang.N("%s file", "%s files", len(w.cells), lang.Number(len(w.cells)))
		if pages > 1 {
			title += " · " + lang.L("page %d of %d", i+1, pages)
		}
		im, err := w.page(title, cells)
		if err != nil {
			return err
		}
		called := "Contact sheet.jpg"
		if pages > 1 {
			called = fmt.Sprintf("Contact sheet %0*d.jpg", len(fmt.Sprint(pages)), i+1)
		}
		err = w.to.put(w.names.take(called), time.Time{}, true, func(out io.Writer) error {
			return picturefile.EncodeJPEG(out, im, nil, sheetJPEG)
		})
		if err != nil {
			return err
		}
		w.r.Sheets++
	}
	return nil
}

// page paints one contact sheet: it is a drawing of pictures and texts upon an empty sheet.
func (w *exporting) page(title string, cells []cell) (*image.RGBA, error) {
	white := color.NRGBA{R: math.MaxUint8, G: math.MaxUint8, B: math.MaxUint8, A: math.MaxUint8}
	d := drawing.Drawing{Source: drawing.Source{Size: image.Pt(pageWidth, pageHeight), Fill: white}}
	write := func(text string, x, y, height float64) {
		if text != "" {
			d = d.Add(drawing.Mark{Kind: drawing.Text, Text: text, Points: []drawing.Point{{X: x, Y: y}},
				Style: drawing.Style{Color: white, Width: height, Opacity: 1, Regular: regular(height)}})
		}
	}
	write(fitted(title, 1, headLetters, pageWidth-2*pageMargin), pageMargin-inset(headLetters), pageMargin-inset(headLetters), headLetters)
	posters := posters{}
	for i, c := range cells {
		x := float64(pageMargin + i%columns*(cellWidth+cellGap))
		y := float64(pageMargin + headHeight + i/columns*(cellHeight+cellGap))
		im, err := w.poster(c.asset)
		if w.ctx.Err() != nil {
			return nil, w.ctx.Err()
		}
		if err != nil {
			write(lang.L("no picture"), x, y, letters)
		} else {
			size := im.Rect.Size()
			scale := min(1, cellWidth/float64(size.X), posterBox/float64(size.Y))
			left, top := x, y+posterBox-math.Round(float64(size.Y)*scale)
			posters[c.asset.Ref] = im
			d = d.Add(drawing.Mark{Kind: drawing.Picture, Asset: c.asset.Ref, Size: drawing.Point{X: float64(size.X), Y: float64(size.Y)},
				At: drawing.Scaled(scale, scale).Then(drawing.Moved(left, top)), Style: drawing.Style{Opacity: 1}})
		}
		// Lines are one label each time: a label's ground would cut off what hangs down from the line above.
		prompt, facts := w.lines(c)
		write(prompt, x-inset(letters), y+posterBox+4, letters)
		_, below := paint.TextSize(prompt, letters, true)
		write(facts, x-inset(factLetters), y+posterBox+4+below, factLetters)
	}
	return paint.Bake(w.ctx, d, posters)
}

// regular says that letters of a height are not bold: only the title is.
func regular(height float64) bool { return height != headLetters }

// inset is what a label leaves before its letters.
func inset(height float64) float64 {
	wide, _ := paint.TextSize("", height, true)
	return wide / 2
}

// poster gives a picture of an asset at the size of the box for it.
func (w *exporting) poster(a db.Asset) (*image.RGBA, error) {
	im, err := w.o.Posters.Image(w.ctx, a, max(cellWidth, posterBox))
	if err != nil {
		return nil, err
	}
	b := im.Bounds()
	if b.Empty() {
		return nil, errors.New("an empty poster")
	}
	out := image.NewRGBA(image.Rectangle{Max: b.Size()})
	draw.Draw(out, out.Rect, im, b.Min, draw.Src)
	return out, nil
}

// lines are the words below a picture: the beginning of its prompt; and size, date, model and, where that is asked for, what it cost.
func (w *exporting) lines(c cell) (prompt, facts string) {
	a := c.asset
	prompt = strings.Join(strings.Fields(a.Prompt), " ")
	if prompt == "" {
		prompt = c.file
	}
	prompt = fitted(prompt, promptLines, letters, cellWidth)
	prompt += strings.Repeat("\n", promptLines-1-strings.Count(prompt, "\n"))
	size := fmt.Sprintf("%d × %d", a.Width, a.Height)
	if a.Width == 0 {
		size = wording.Bytes(a.Bytes)
	}
	if a.Kind == db.Clip && a.Seconds > 0 {
		size += fmt.Sprintf(" · %.0f s", a.Seconds)
	}
	size += " · " + lang.Day(a.CreatedAt.Local())
	var last []string
	if cost := wording.AssetCost(a, false); w.o.Costs && cost != "" { // nothing on the page says what money it is of
		last = append(last, cost)
	}
	if a.Model != "" {
		last = append(last, a.Model)
	}
	return prompt, fitted(size, 1, factLetters, cellWidth) + "\n" + fitted(strings.Join(last, " · "), 1, factLetters, cellWidth)
}

// fitted breaks a text into lines that fit a width, at most so many; where there is more the last one ends with dots.
func fitted(text string, most int, height, width float64) string {
	var lines []string
	for text != "" && len(lines) < most {
		line := fitting(text, height, width)
		if line != text && len(lines) == most-1 {
			lines = append(lines, strings.TrimRight(fitting(text, height, width-textWidth("…", height)), " ,.")+"…")
			break
		}
		if i := strings.LastIndexByte(line, ' '); line != text && i > len(line)/3 {
			line = line[:i]
		}
		lines, text = append(lines, line), strings.TrimSpace(text[len(line):])
	}
	return strings.Join(lines, "\n")
}

// fitting is the longest beginning of a text that fits into a width; at least one character.
func fitting(text string, height, width float64) string {
	runes := []rune(text)
	runes = runes[:min(len(runes), 400)]
	n := sort.Search(len(runes)-1, func(i int) bool { return textWidth(string(runes[:i+2]), height) > width })
	return string(runes[:n+1])
}

func textWidth(s string, height float64) float64 {
	wide, _ := paint.TextSize(s, height, regular(height))
	return wide - 2*inset(height)
}

// posters are those of a page, by the ref of their asset.
type posters map[string]*image.RGBA

func (p posters) Picture(ref string) (*image.RGBA, error) {
	if im, ok := p[ref]; ok {
		return im, nil
	}
	return nil, fmt.Errorf("no poster of %.8s", ref)
}
