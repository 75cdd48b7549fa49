package transfer

import (
	"fmt"
	"image"
	"sort"
	"strings"

	"viviscope/gui/editor/paint"
)

// inset returns the padding of a label before its first letter, in px, as height.
func inset(height float64) float64 {
	wide, _ := paint.TextSize("", height, true)
	return wide / 2
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
	wide, _ := paint.TextSize(s, height, true)
	return wide - 2*inset(height)
}

// noPictures are those of a drawing that has none.
type noPictures struct{}

func (noPictures) Picture(ref string) (*image.RGBA, error) {
	return nil, fmt.Errorf("no picture of %.8s", ref)
}
