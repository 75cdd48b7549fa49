package media

import (
	"image"
	"math"
)

// later is the part of a clip after which a second look is taken when its first picture shows nothing: a fifth.
const later = 5

// plain is the spread of brightness (standard deviation, of 255) under which a picture counts as showing nothing: black, white, a
// fade. A night sky with a few stars has more.
const plain = 2.5

// showsSomething reports whether there is anything to see in im.
func showsSomething(im *image.RGBA) bool { return spread(im) >= plain }

// better gives the picture with more to see; a may be nil.
func better(a, b *image.RGBA) *image.RGBA {
	if a == nil || spread(b) >= spread(a) {
		return b
	}
	return a
}

// spread measures the standard deviation of brightness on a grid of some 4,000 pixels.
func spread(im *image.RGBA) float64 {
	size := im.Rect.Size()
	dx, dy := max(1, size.X/64), max(1, size.Y/64)
	var n, sum, squares float64
	for y := 0; y < size.Y; y += dy {
		row := im.Pix[y*im.Stride:]
		for x := 0; x < size.X; x += dx {
			p := row[4*x : 4*x+3]
			v := 0.2126*float64(p[0]) + 0.7152*float64(p[1]) + 0.0722*float64(p[2])
			n, sum, squares = n+1, sum+v, squares+v*v
		}
	}
	if n == 0 {
		return 0
	}
	mean := sum / n
	return math.Sqrt(max(0, squares/n-mean*mean))
}
