package boards

import (
	"image"

	"golang.org/x/image/draw"
)

// ComparePx is the length of the longer side, in pixels, at which [Similarity] compares pictures.
const ComparePx = 256

// Fill scales a picture to a size, and crops the edges if its aspect ratio differs.
func Fill(im image.Image, size image.Point) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.BiLinear.Scale(out, out.Rect, im, CentreCrop(im.Bounds(), size), draw.Src, nil)
	return out
}

// CentreCrop returns the largest centred part of r with the aspect ratio of a size.
func CentreCrop(r image.Rectangle, size image.Point) image.Rectangle {
	w, h := r.Dx(), r.Dy()
	if fit := h * size.X / size.Y; fit < w {
		w = max(fit, 1)
	} else {
		h = max(w*size.Y/size.X, 1)
	}
	at := r.Min.Add(image.Pt((r.Dx()-w)/2, (r.Dy()-h)/2))
	return image.Rectangle{Min: at, Max: at.Add(image.Pt(w, h))}
}

// Similarity returns how similar two pictures are, 0 to 1: the structural similarity (SSIM) of their brightness, in
// windows of 8 x 8 pixels.
func Similarity(a, b image.Image) float64 {
	size := a.Bounds().Size()
	k := float64(ComparePx) / float64(max(size.X, size.Y))
	size = image.Pt(max(int(float64(size.X)*k), 8), max(int(float64(size.Y)*k), 8))
	x, y := brightness(Fill(a, size)), brightness(Fill(b, size))
	const window, step, c1, c2 = 8, 4, 6.5025, 58.5225
	sum, n := 0.0, 0.0
	for top := 0; top+window <= size.Y; top += step {
		for left := 0; left+window <= size.X; left += step {
			var sx, sy, xx, yy, xy float64
			for row := top; row < top+window; row++ {
				at := row*size.X + left
				for i, p := range x[at : at+window] {
					q := y[at+i]
					sx, sy, xx, yy, xy = sx+p, sy+q, xx+p*p, yy+q*q, xy+p*q
				}
			}
			const pixels = window * window
			mx, my := sx/pixels, sy/pixels
			sum += (2*mx*my + c1) * (2*(xy/pixels-mx*my) +
				c2) / ((mx*mx + my*my + c1) * (xx/pixels - mx*mx + yy/pixels - my*my + c2))
			n++
		}
	}
	return max(sum/n, 0)
}

// brightness returns the brightness of each pixel, 0 to 255.
func brightness(im *image.RGBA) []float64 {
	out := make([]float64, len(im.Pix)/4)
	for i := range out {
		out[i] = 0.2126*float64(im.Pix[4*i]) + 0.7152*float64(im.Pix[4*i+1]) + 0.0722*float64(im.Pix[4*i+2])
	}
	return out
}

// SharedColours returns the fraction of colours that two pictures have in common, 0 to 1.
func SharedColours(a, b image.Image) float64 {
	const side, steps = 64, 4
	var counts [2][steps * steps * steps]int
	for i, im := range []image.Image{a, b} {
		pix := Fill(im, image.Pt(side, side)).Pix
		for p := 0; p < len(pix); p += 4 {
			counts[i][(int(pix[p])*steps/256*steps+int(pix[p+1])*steps/256)*steps+int(pix[p+2])*steps/256]++
		}
	}
	common := 0
	for i, n := range counts[0] {
		common += min(n, counts[1][i])
	}
	return float64(common) / (side * side)
}
