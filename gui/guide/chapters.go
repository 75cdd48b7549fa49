package guide

import (
	"fmt"
	"strings"

	"viviscope/gui/lang"
	"viviscope/resources/guide"
)

// Chapter is one part of the guide; Text is Markdown without the heading.
type Chapter struct{ Title, Text string }

// chapterMark begins the line with a chapter's title.
const chapterMark = "## "

// Read returns the chapters of the guide in the language in use, in their order; in English where that language has none.
func Read() ([]Chapter, error) {
	text, err := guide.Files.ReadFile(lang.Current() + ".md")
	if err != nil {
		text, err = guide.Files.ReadFile("en.md")
	}
	if err != nil {
		return nil, fmt.Errorf("read guide %s: %w", lang.Current(), err)
	}
	return split(string(text)), nil
}

// split cuts a guide at its chapters. What stands before the first is the title of the whole and is left out.
func split(text string) (chapters []Chapter) {
	for line := range strings.Lines(text) {
		if title, ok := strings.CutPrefix(line, chapterMark); ok {
			chapters = append(chapters, Chapter{Title: strings.TrimSpace(title)})
			continue
		}
		if n := len(chapters); n > 0 {
			chapters[n-1].Text += line
		}
	}
	for i := range chapters {
		chapters[i].Text = strings.TrimSpace(chapters[i].Text)
	}
	return chapters
}
