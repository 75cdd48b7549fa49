package resources

import (
	"bytes"
	"embed"
	"image"
	"image/draw"
	"image/jpeg"
	"path"
)

// The pictures of the welcome were made by the sandbox.
//
//go:embed welcome/*.jpg
var welcomeFiles embed.FS

// WelcomePictures decodes the pictures that hang beside the welcome, ready to be shown. It takes some 50 ms: call it off the
// window's goroutine.
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
