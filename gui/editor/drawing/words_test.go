package drawing

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestHintsNameWhatIsDrawn(t *testing.T) {
	c := Colours()
	red, blue := Style{Color: c[0].Color, Width: 8}, Style{Color: c[3].Color, Width: 8}
	two := []Point{{10, 10}, {90, 90}}
	for _, test := range []struct {
		name  string
		marks []Mark
		want  []string
	}{
		{"nothing", nil, nil},
		{"box", []Mark{{Kind: Box, Points: two, Style: red}}, []string{"in the red box", "and remove my marks"}},
		{"two boxes", []Mark{{Kind: Box, Points: two, Style: red}, {Kind: Box, Points: two, Style: red}},
			[]string{"in the red boxes", "and remove my marks"}},
		{"two colours", []Mark{{Kind: Box, Points: two, Style: red}, {Kind: Box, Points: two, Style: blue}},
			[]string{"in the red box", "in the blue box", "and remove my marks"}},
		{"brush, number, label", []Mark{
			{Kind: Brush, Points: two, Style: blue}, {Kind: Number, Points: two[:1], Number: 2, Style: red},
			{Kind: Text, Points: two[:1], Text: " lemons\nhere ", Style: red}},
			[]string{"where the blue brush is", "at number 2", "at “lemons here”", "and remove my marks"}},
		{"arrow", []Mark{{Kind: Arrow, Points: two, Style: red}},
			[]string{"where the red arrow points", "and remove my marks"}},
		{"a colour without a word", []Mark{{Kind: Line, Points: two,
			Style: Style{Color: color.NRGBA{150, 40, 200, 255}}}}, []string{"along the line", "and remove my marks"}},
		{"what is part of the picture", []Mark{{Kind: Picture, Size: Point{9, 9}}, {Kind: Blur, Points: two}},
			[]string{"on the placed picture", "in the blurred area"}},
		{"darkened rest", []Mark{{Kind: Emphasis, Points: two}}, []string{"in the bright area"}},
		{"erased", []Mark{{Kind: Erase, Points: two, Style: red}}, nil},
		{"beside the canvas", []Mark{{Kind: Box, Points: []Point{{900, 900}, {950, 950}}, Style: red}}, nil},
	} {
		d := sheet(200, 200)
		for _, m := range test.marks {
			d = d.Add(m)
		}
		if got := Hints(d); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	d, err := sheet(200, 200).Do(Step{Kind: Extend, Rect: image.Rect(0, 0, 300, 200), Fill: c[4].Color})
	if err != nil {
		t.Fatal(err)
	}
	if got := Hints(d); !slices.Equal(got, []string{"continue the picture into the white border"}) {
		t.Errorf("extended: %q", got)
	}
}

func TestEveryColourHasItsOwnWord(t *testing.T) {
	for _, c := range Colours() {
		if got := ColourWord(c.Color); got != c.Word {
			t.Errorf("%s is called %q", c.Word, got)
		}
	}
}

func TestASheetShowsEveryPictureWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sizes []image.Point
		var refs []string
		for i := range rapid.IntRange(1, 12).Draw(t, "pictures") {
			sizes = append(sizes, image.Pt(rapid.IntRange(100, 4000).Draw(t, "w"),
				rapid.IntRange(100, 4000).Draw(t, "h")))
			refs = append(refs, string(rune('a'+i)))
		}
		d := Assemble(sizes, refs)
		if err := d.Check(); err != nil {
			t.Fatal(err)
		}
		whole := image.Rectangle{Max: d.Size()}
		if whole.Dx() > MaxSide || whole.Dy() > MaxSide || len(d.Marks) != len(sizes) {
			t.Fatalf("%d pictures on a sheet of %v", len(d.Marks), d.Size())
		}
		var rects []image.Rectangle
		for i, m := range d.Marks {
			b := m.Box()
			r := image.Rect(int(math.Round(b.X0)), int(math.Round(b.Y0)), int(math.Round(b.X1)), int(math.Round(b.Y1)))
			if math.Abs(b.X0-float64(r.Min.X))+math.Abs(b.Y1-float64(r.Max.Y)) > 1e-6 {
				t.Fatalf("%v is between pixels", b)
			}
			if m.Asset != refs[i] || !r.In(whole) {
				t.Fatalf("%s at %v of %v", m.Asset, r, whole)
			}
			for _, o := range rects {
				if o.Overlaps(r) {
					t.Fatalf("%v over %v", r, o)
				}
			}
			rects = append(rects, r)
			want := float64(sizes[i].X) / float64(sizes[i].Y) * float64(r.Dy())
			if math.Abs(want-float64(r.Dx())) > 2+want/float64(r.Dy()) {
				t.Fatalf("%v was squeezed to %v", sizes[i], r)
			}
		}
	})
	if d := Assemble([]image.Point{{100, 0}}, []string{"a"}); !d.Empty() {
		t.Error("a sheet without pictures")
	}
	if d := Assemble([]image.Point{{1600, 900}, {1600, 900}}, []string{"a", "b"}); d.Size() != image.Pt(1632, 1848) {
		t.Errorf("two wide pictures make a sheet of %v", d.Size())
	}
}
