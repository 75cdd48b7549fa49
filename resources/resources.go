// Package resources holds what the window is drawn with: the theme, the icons and the texts that are
// embedded in the program. It imports Fyne and nothing else of this module.
//
// Every colour of the program is a token in palette.go, in a dark and a light value; every text size is
// a name in theme.go. Other packages ask for them by name, so that a change of the look is a change here.
package resources

import (
	"bytes"
	"embed"
	"image"
	"image/draw"
	"image/jpeg"
	"path"
	"strings"
)

// Guides holds the user guide, in Markdown: "guide/en.md" and one file for each other language of the window, named by
// its BCP 47 tag. All have the same chapters, which begin with "## ". Read only.
//
//go:embed guide/*.md
var Guides embed.FS

//go:embed batch/example.csv
var batchExample string

// BatchExample returns a list of jobs as CSV with every column, to begin from. Each can be sent as it is, also to the
// sandbox: those with links, which only show how they are written, are left out.
func BatchExample() string {
	var b strings.Builder
	for line := range strings.SplitAfterSeq(batchExample, "\n") {
		if !strings.Contains(line, "https://") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// The pictures of the welcome were made by the sandbox.
//
//go:embed welcome/*.jpg
var welcomeFiles embed.FS

// WelcomePictures decodes the pictures that hang beside the welcome, ready to be shown. It takes some 50 ms: call it
// off the window's goroutine.
func WelcomePictures() []image.Image {
	entries, err := welcomeFiles.ReadDir("welcome")
	if err != nil {
		return nil
	}
	var pictures []image.Image
	for _, e := range entries {
		data, err := welcomeFiles.ReadFile(path.Join("welcome", e.Name()))
		if err != nil {
			continue
		}
		decoded, err := jpeg.Decode(bytes.NewReader(data))
		if err != nil {
			continue
		}
		ready := image.NewRGBA(decoded.Bounds())
		draw.Draw(ready, ready.Bounds(), decoded, decoded.Bounds().Min, draw.Src)
		pictures = append(pictures, ready)
	}
	return pictures
}
