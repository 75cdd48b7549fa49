package upload

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"strconv"
	"testing"

	"viviscope/client/order"
	"viviscope/client/picturefile"
)

// painted reads pictures of one colour: the name of the file is its gray value.
type painted struct{ t *testing.T }

func (p painted) ReadPicture(_ context.Context, u order.Upload) ([]byte, error) {
	gray, err := strconv.Atoi(u.File)
	if err != nil {
		return nil, err
	}
	im := image.NewRGBA(image.Rect(0, 0, 20+gray, 30))
	for i := 0; i < len(im.Pix); i += 4 {
		copy(im.Pix[i:], []byte{uint8(gray), uint8(gray), uint8(gray), 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, im); err != nil {
		p.t.Fatal(err)
	}
	return b.Bytes(), nil
}

func TestSheetHasEachPictureBelowItsNumber(t *testing.T) {
	o := order.Order{Sheet: []order.Upload{{File: "40"}, {File: "90"}, {File: "140"}}}
	drawing, err := painted{t}.ReadPicture(t.Context(), order.Upload{File: "10"})
	if err != nil {
		t.Fatal(err)
	}
	data, err := Sheet(t.Context(), painted{t}, o, drawing)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Sheet(t.Context(), painted{t}, o, drawing)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("the same pictures make another sheet: %v", err)
	}
	p, err := picturefile.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	l := order.NewSheetLayout(4)
	if p.Image.Rect.Size() != l.Size {
		t.Fatalf("the sheet has %v pixels, not %v", p.Image.Rect.Size(), l.Size)
	}
	for i, gray := range []int{10, 40, 90, 140} {
		at := order.FitCell(l.Cells[i], image.Pt(20+gray, 30))
		mid := at.Min.Add(at.Size().Div(2))
		got := color.GrayModel.Convert(p.Image.At(mid.X, mid.Y)).(color.Gray).Y
		if int(got) < gray-6 || int(got) > gray+6 {
			t.Errorf("picture %d is %d in its middle, not %d", i+1, got, gray)
		}
		dark := 0
		for y := l.Numbers[i].Min.Y; y < l.Numbers[i].Max.Y; y++ {
			for x := l.Numbers[i].Min.X; x < l.Numbers[i].Max.X; x++ {
				if p.Image.RGBAAt(x, y).R < 100 {
					dark++
				}
			}
		}
		if dark < 50 {
			t.Errorf("number %d has only %d dark pixels", i+1, dark)
		}
	}
}

func TestSheetNamesUnreadablePicture(t *testing.T) {
	o := order.Order{Sheet: []order.Upload{{File: "40"}, {File: "no number"}}}
	_, err := Sheet(t.Context(), painted{t}, o, nil)
	if named, ok := errors.AsType[*Error](err); !ok || named.File != "no number" {
		t.Errorf("%v", err)
	}
}
