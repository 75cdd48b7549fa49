package upload

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strconv"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"viviscope/client/order"
	"viviscope/client/picturefile"
)

// Sheet returns one JPEG with the pictures of an order on it, numbered from 1 in the order of sending. drawing is the
// file of the drawing on the canvas, which comes first; nil: none. The result depends only on the pictures. Errors:
// [*Error], and errors of ctx.
func Sheet(ctx context.Context, from Reader, o order.Order, drawing []byte) ([]byte, error) {
	n, first := len(o.Sheet), 0
	if drawing != nil {
		n, first = n+1, 1
	}
	layout := order.NewSheetLayout(n)
	sheet := image.NewRGBA(image.Rectangle{Max: layout.Size})
	draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
	for i := range n {
		data, file := drawing, ""
		if i >= first {
			var err error
			file = o.Sheet[i-first].File
			if data, err = Read(ctx, from, o.Sheet[i-first]); err != nil {
				return nil, &Error{File: file, Err: err}
			}
		}
		err := drawOnSheet(sheet, layout.Cells[i], data)
		if err == nil {
			err = drawNumber(sheet, layout.Numbers[i], i+1)
		}
		if err != nil {
			return nil, &Error{File: file, Err: err}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	var b bytes.Buffer
	err := picturefile.Convert(&b, sheet, picturefile.ConvertOptions{Format: "jpeg", Quality: sheetQuality})
	return b.Bytes(), err
}

// drawOnSheet draws a picture file into a cell.
func drawOnSheet(sheet *image.RGBA, cell image.Rectangle, data []byte) error {
	p, err := picturefile.Read(bytes.NewReader(data))
	if err != nil {
		return err
	}
	at := order.FitCell(cell, p.Image.Rect.Size())
	draw.Draw(sheet, at, picturefile.Scale(p.Image, at.Size()), image.Point{}, draw.Over)
	return nil
}

// sheetQuality is the JPEG quality of a sheet.
const sheetQuality = 92

// labelFont is the font of the numbers. It is parsed once.
var labelFont = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gomedium.TTF) })

// drawNumber draws a number in a rectangle above a picture.
func drawNumber(on *image.RGBA, in image.Rectangle, n int) error {
	parsed, err := labelFont()
	if err != nil {
		return fmt.Errorf("draw number on sheet: %w", err)
	}
	height := float64(in.Dy()) * 0.75
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: height, DPI: 72})
	if err != nil {
		return fmt.Errorf("draw number on sheet: %w", err)
	}
	defer face.Close() // frees nothing that could fail
	d := font.Drawer{Dst: on, Src: image.NewUniform(color.Black), Face: face,
		Dot: fixed.P(in.Min.X+4, in.Max.Y-in.Dy()/4)}
	d.DrawString(strconv.Itoa(n))
	return nil
}
