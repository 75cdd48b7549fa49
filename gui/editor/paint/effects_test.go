package paint

import (
	"image"
	"image/color"
	"math"
	"testing"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/media/mediatest"
)

func on(p *image.RGBA) (drawing.Drawing, library) {
	return drawing.Drawing{Source: drawing.Source{Asset: "p", Size: p.Rect.Size()}}, library{"p": p}
}

func TestPixelateIsTheMeanOfEachSquare(t *testing.T) {
	for _, opaque := range []bool{true, false} {
		p := mediatest.Pattern(300, 200, opaque)
		d, l := on(p)
		im := bake(t, d.Add(drawing.Mark{Kind: drawing.Pixelate, Points: pts(20, 30, 220, 190), Style: look(red, 16)}),
			l)
		for y := range 200 {
			for x := range 300 {
				want := p.RGBAAt(x, y)
				if image.Pt(x, y).In(image.Rect(20, 30, 220, 190)) {
					s := image.Rect(0, 0, 16, 16).Add(image.Pt(20+(x-20)/16*16, 30+(y-30)/16*16))
					m := mean(p, s)
					want = color.RGBA{m[0], m[1], m[2], m[3]}
				}
				if got := im.RGBAAt(x, y); got != want {
					t.Fatalf("opaque %v, pixel %d,%d is %v instead of %v", opaque, x, y, got, want)
				}
			}
		}
	}
}

// A white pixel on black becomes a bell with the deviation of half the width, and loses no light.
func TestBlurIsABell(t *testing.T) {
	p := image.NewRGBA(image.Rect(0, 0, 300, 200))
	for i := 3; i < len(p.Pix); i += 4 {
		p.Pix[i] = 255
	}
	for y := 98; y < 103; y++ { // five pixels each way, so that the bell has enough steps of 255
		for x := 148; x < 153; x++ {
			p.SetRGBA(x, y, color.RGBA{255, 255, 255, 255})
		}
	}
	d, l := on(p)
	im := bake(t, d.Add(drawing.Mark{Kind: drawing.Blur, Points: pts(50, 10, 250, 190), Style: look(red, 8)}), l)
	var sum, squares float64
	for y := range 200 {
		for x := range 300 {
			v := float64(im.RGBAAt(x, y).R)
			sum += v
			squares += v * float64((x-150)*(x-150))
			if got, want := im.RGBAAt(300-x-1, y), im.RGBAAt(x+1-(x+1)/300, y); x < 299 && absDiff(got.R, want.R) > 1 {
				t.Fatalf("row %d is not the same on both sides: %v and %v at %d", y, got, want, x)
			}
		}
	}
	if light := sum / 255; math.Abs(light-25) > 2.5 {
		t.Errorf("25 pixels of light became %.1f", light)
	}
	// A bar of five has a variance of 2, the bell 16.
	if got := squares / sum; math.Abs(got-18) > 3 {
		t.Errorf("variance %.1f instead of 18", got)
	}
}

func absDiff(a, b uint8) int {
	return max(int(a), int(b)) - min(int(a), int(b))
}

// What is blurred does not shine through, not even where the picture itself is transparent; outside nothing changes.
func TestBlurHidesWhatIsBelow(t *testing.T) {
	p := image.NewRGBA(image.Rect(0, 0, 300, 200))
	for y := 60; y < 140; y++ {
		for x := 100; x < 200; x += 2 { // stripes on glass
			p.SetRGBA(x, y, color.RGBA{200, 0, 0, 200})
		}
	}
	d, l := on(p)
	im := bake(t, d.Add(drawing.Mark{Kind: drawing.Blur, Points: pts(60, 40, 240, 160), Style: look(red, 24)}), l)
	for x := 140; x < 160; x++ {
		wantNear(t, im, x, 100, color.NRGBA{255, 0, 0, 100}, 2)
	}
	wantPixel(t, im, 30, 30, color.NRGBA{})
}

func TestEmphasisDarkensTheRest(t *testing.T) {
	p := mediatest.Pattern(300, 200, true)
	d, l := on(p)
	d = d.Add(drawing.Mark{Kind: drawing.Emphasis, Points: pts(20, 20, 80, 80), Style: look(red, 4)})
	d = d.Add(drawing.Mark{Kind: drawing.Box, Points: pts(100, 100, 110, 110),
		Style: drawing.Style{Color: white, Opacity: 1, Filled: true}})
	d = d.Add(drawing.Mark{Kind: drawing.Emphasis, Points: pts(150, 90, 290, 190), Round: true, Style: look(red, 4)})
	im := bake(t, d, l)
	for _, in := range []image.Point{{20, 20}, {79, 79}, {220, 140}, {152, 140}} { // both regions are bright
		wantPixel(t, im, in.X, in.Y, at(p, in.X, in.Y))
	}
	for _, out := range []image.Point{{0, 0}, {19, 50}, {80, 50}, {299, 199}, {152, 92}, {127, 128}} {
		was := at(p, out.X, out.Y)
		part := func(v uint8) uint8 { return uint8(mul(uint32(v), 115)) } // 45 % of 255
		wantPixel(t, im, out.X, out.Y, color.NRGBA{part(was.R), part(was.G), part(was.B), 255})
	}
	wantPixel(t, im, 105, 105, white) // what is drawn above it stays as it is
}

func TestEmphasisOutlinesInTwoColours(t *testing.T) {
	s := look(red, 8)
	s.Outline = true
	im := bake(t, sheetOf(300, 200, color.NRGBA{90, 90, 90, 255}).Add(drawing.Mark{Kind: drawing.Emphasis,
		Points: pts(100, 50, 200, 150), Style: s}), nil)
	for x, want := range map[int]color.NRGBA{95: {90, 90, 90, 255}, 96: white, 97: white, 98: red, 101: red, 102: white,
		103: white, 104: {90, 90, 90, 255}} {
		wantPixel(t, im, x, 100, want)
	}
}

func TestPlacedPicture(t *testing.T) {
	p := mediatest.Pattern(90, 70, false)
	l := library{"p": p}
	place := func(m drawing.Matrix, opacity float64) *image.RGBA {
		return bake(t, sheetOf(300, 200,
			white).Add(drawing.Mark{Kind: drawing.Picture, Asset: "p", Size: drawing.Point{X: 90, Y: 70},
			At: m, Style: drawing.Style{Opacity: opacity}}), l)
	}
	im := place(drawing.Moved(100, 90), 1)
	for y := range 200 {
		for x := range 300 {
			want := color.RGBA{255, 255, 255, 255}
			if q := image.Pt(x-100, y-90); q.In(p.Rect) {
				v := p.RGBAAt(q.X, q.Y)
				over := func(c uint8) uint8 { return c + uint8(mul(255, 255-uint32(v.A))) }
				want = color.RGBA{over(v.R), over(v.G), over(v.B), 255}
			}
			if got := im.RGBAAt(x, y); got != want {
				t.Fatalf("pixel %d,%d is %v instead of %v", x, y, got, want)
			}
		}
	}
	none := place(drawing.Moved(100, 90), 0)
	wantPixel(t, none, 120, 100, white)
}

// Shrunk to an eighth, each pixel is the mean of 64: a filter that looks only at neighbours would flicker.
func TestAPlacedPictureIsAveraged(t *testing.T) {
	p := image.NewRGBA(image.Rect(0, 0, 800, 800))
	for i := range 800 * 800 {
		v := uint8(255 * ((i + i/800) % 2)) // a chessboard
		copy(p.Pix[4*i:], []uint8{v, v, v, 255})
	}
	im := bake(t, sheetOf(300, 200,
		red).Add(drawing.Mark{Kind: drawing.Picture, Asset: "p", Size: drawing.Point{X: 100, Y: 100},
		At: drawing.Moved(50, 50), Style: drawing.Style{Opacity: 1}}), library{"p": p})
	for y := 52; y < 148; y++ {
		for x := 52; x < 148; x++ {
			wantNear(t, im, x, y, color.NRGBA{128, 128, 128, 255}, 2)
		}
	}
	wantPixel(t, im, 48, 100, red)
}

// Askew, the edges are smooth and the middle is opaque.
func TestAPlacedPictureTurned(t *testing.T) {
	p := image.NewRGBA(image.Rect(0, 0, 100, 100))
	for i := range p.Pix {
		p.Pix[i] = 255
	}
	at45 := drawing.Moved(-50, -50).Then(drawing.Rotated(math.Pi / 4)).Then(drawing.Moved(150, 100))
	im := bake(t, sheetOf(300, 200, color.NRGBA{A: 255}).Add(drawing.Mark{Kind: drawing.Picture, Asset: "p",
		Size: drawing.Point{X: 100, Y: 100}, At: at45, Style: drawing.Style{Opacity: 1}}), library{"p": p})
	wantPixel(t, im, 150, 100, white)
	wantPixel(t, im, 150, 34, white)
	wantPixel(t, im, 100, 50, color.NRGBA{A: 255})
	soft := 0
	for y := range 200 {
		for x := range 300 {
			if v := at(im, x, y).R; v > 20 && v < 235 {
				soft++
			}
		}
	}
	if soft < 200 {
		t.Errorf("only %d pixels of four edges of 100 px are soft", soft)
	}
}

// Multiplying in place of dividing gives the same mean, for every sum that boxes of the largest radius can have.
func TestMeanIsTheQuotient(t *testing.T) {
	for count := uint32(1); count < 2*drawing.MaxSide+2; count += 1 + count/7 {
		for sum := uint32(0); sum <= 255*count; sum += 1 + sum/97 {
			if got, want := mean8(sum, count, shareOf(count)), uint8((sum+count/2)/count); got != want {
				t.Fatalf("%d/%d is %d instead of %d", sum, count, got, want)
			}
		}
		for _, sum := range []uint32{255 * count, 255*count - 1, 254*count + (count+1)/2, 254*count + count/2} {
			if got, want := mean8(sum, count, shareOf(count)), uint8((sum+count/2)/count); got != want {
				t.Fatalf("%d/%d is %d instead of %d", sum, count, got, want)
			}
		}
	}
}
