package kit

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/resources"
)

// headerBox stands for a control of 28 px height.
func headerBox(width float32) fyne.CanvasObject {
	r := canvas.NewRectangle(color.Black)
	r.SetMinSize(fyne.NewSize(width, 28))
	return r
}

// overlapping names two visible objects that cover each other, or one that leaves the width; "" for none.
func overlapping(o []fyne.CanvasObject, width float32) string {
	for i, a := range o {
		if !a.Visible() {
			continue
		}
		p, s := a.Position(), a.Size()
		if p.X < 0 || p.X+s.Width > width {
			return fmt.Sprintf("%d leaves the width: %v + %v", i, p.X, s.Width)
		}
		for j, b := range o[i+1:] {
			q, r := b.Position(), b.Size()
			if b.Visible() && p.X < q.X+r.Width && q.X < p.X+s.Width && p.Y < q.Y+r.Height && q.Y < p.Y+s.Height {
				return fmt.Sprintf("%d and %d", i, i+1+j)
			}
		}
	}
	return ""
}

func TestHeaderGivesWayInSteps(t *testing.T) {
	studio(t, resources.Dark)
	words, sign, hidden := headerBox(200), headerBox(28), headerBox(600)
	hidden.Hide()
	left := []fyne.CanvasObject{headerBox(100), headerBox(100), headerBox(100)}
	h := NewScreenHeader("Queue", left, []fyne.CanvasObject{hidden, words, sign, headerBox(80)}, Swap{words, sign})
	title := h.Objects[1].MinSize().Width
	one := 2*headerPad + title + 2*headerGap + 3*(100+headerGap) + 80 // without the swap
	for _, tc := range []struct {
		name         string
		width, high  float32
		words        bool
		firstInLines []int // of the objects at the left
	}{
		{"all in one line", one + 200 + headerGap, 48, true, []int{0, 0, 0}},
		{"the sign for the words", one + 200 + headerGap - 1, 48, false, []int{0, 0, 0}},
		{"the left below, the words again", one + 28 + headerGap - 1, 48 + 36, true, []int{1, 1, 1}},
		{"the left in two lines", 2*headerPad + 2*100 + headerGap + 90, 48 + 2*36, false, []int{1, 1, 2}},
		{"the right below as well", 2*headerPad + 2*100 + headerGap, 48 + 3*36, false, []int{1, 1, 2}},
	} {
		if tc.name == "the right below as well" && title+headerGap+28+headerGap+80 <= tc.width-2*headerPad {
			tc.high -= 36 // the title leaves room for them
		}
		if got := HeightFor(h, tc.width); got != tc.high {
			t.Errorf("%s: %v high, want %v", tc.name, got, tc.high)
		}
		h.Resize(fyne.NewSize(tc.width, HeightFor(h, tc.width)))
		if words.Visible() != tc.words || sign.Visible() == tc.words || hidden.Visible() {
			t.Errorf("%s: words %v, sign %v, hidden %v", tc.name, words.Visible(), sign.Visible(), hidden.Visible())
		}
		var lines []int
		for _, c := range left {
			lines = append(lines, int(max(0, c.Position().Y-12)/36))
		}
		if !slices.Equal(lines, tc.firstInLines) {
			t.Errorf("%s: the left stand in lines %v", tc.name, lines)
		}
		if clash := overlapping(h.Objects[1:], tc.width); clash != "" {
			t.Errorf("%s: %s", tc.name, clash)
		}
	}
}

func TestNothingInAHeaderOverlaps(t *testing.T) {
	studio(t, resources.Dark)
	for _, length := range []int{4, 9, 16} {
		word := strings.Repeat("W", length)
		search := NewSearchEntry("Search").MinWidth(120)
		words, sign := headerBox(180), headerBox(28)
		h := NewScreenHeader("Gallery", []fyne.CanvasObject{NewChip(word, nil), NewChip(word, nil), search},
			[]fyne.CanvasObject{NewButton(word, nil, Plain, nil), words, sign}, Swap{words, sign})
		for width := h.MinSize().Width; width < 1600; width += 13 {
			h.Resize(fyne.NewSize(width, HeightFor(h, width)))
			if clash := overlapping(h.Objects[1:], width); clash != "" {
				t.Fatalf("words of %d in %v: %s", length, width, clash)
			}
		}
		if end := search.Position().X + search.Size().Width; length == 4 && end < 1000 {
			t.Errorf("the search field ends at %v", end)
		}
	}
}
