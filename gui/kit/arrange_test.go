package kit

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"viviscope/resources"
)

func TestColumnAndRowLeaveNoRoomForWhatIsHidden(t *testing.T) {
	studio(t, resources.Dark)
	box := func(w, h float32) *canvas.Rectangle {
		r := canvas.NewRectangle(color.Black)
		r.SetMinSize(fyne.NewSize(w, h))
		return r
	}
	a, b, c := box(10, 20), box(30, 40), box(50, 10)
	b.Hide()
	column := NewColumn(8, a, b, c)
	if got, want := column.MinSize(), fyne.NewSize(50, 38); got != want {
		t.Errorf("column: %v, want %v", got, want)
	}
	column.Resize(fyne.NewSize(100, 38))
	if c.Position() != fyne.NewPos(0, 28) || c.Size() != fyne.NewSize(100, 10) {
		t.Errorf("column: last at %v, %v", c.Position(), c.Size())
	}
	row := NewRow(8, a, b, NewSpring(), c)
	if got, want := row.MinSize(), fyne.NewSize(76, 20); got != want {
		t.Errorf("row: %v, want %v", got, want)
	}
	row.Resize(fyne.NewSize(100, 20))
	if a.Size() != fyne.NewSize(10, 20) || c.Position() != fyne.NewPos(50, 5) {
		t.Errorf("row: first %v, last at %v", a.Size(), c.Position())
	}
}

func TestWrappedWordsGetTheHeightThatTheyNeed(t *testing.T) {
	studio(t, resources.Dark)
	words := NewText("one two three four five six seven eight nine ten", resources.SizeBody, resources.Text1,
		false).Wrap(true)
	inner := NewRow(8, words)
	column := NewColumn(4, inner)
	narrow, wide := HeightFor(column, 80), HeightFor(column, 2000)
	if narrow < 3*wide {
		t.Errorf("80 px: %v, 2000 px: %v", narrow, wide)
	}
	column.Resize(fyne.NewSize(80, narrow))
	if words.Size().Height != narrow || column.MinSize().Height != narrow {
		t.Errorf("laid out: %v, minimum %v, want %v", words.Size(), column.MinSize(), narrow)
	}
}

// Words in a stack wrap in the width that the stack will have, not in the one they had before they were shown.
func TestHeightForLooksIntoStacks(t *testing.T) {
	studio(t, resources.Dark)
	words := NewText("Nothing has been sent or charged for what is held here.", resources.SizeBody, resources.Text1,
		false).Wrap(true)
	hidden := canvas.NewRectangle(color.Black)
	hidden.SetMinSize(fyne.NewSize(10, 4000))
	hidden.Hide()
	stack := container.NewStack(words, hidden)
	if wide, narrow := HeightFor(stack, 900), HeightFor(stack, 80); wide != HeightFor(words, 900) || narrow <= wide {
		t.Errorf("wide %v, narrow %v, the words alone %v", wide, narrow, HeightFor(words, 900))
	}
}

// drawnCounted counts how often it is drawn anew.
type drawnCounted struct {
	canvas.Rectangle
	drawn int
}

func (d *drawnCounted) Refresh() { d.drawn++ }

// A page that is fitted again has room for what came and grew in it, at any depth; what did not change is not drawn
// anew, and where less is left than the page was scrolled by, its end is in sight.
func TestAPageIsFittedAgainWithoutBeingDrawn(t *testing.T) {
	studio(t, resources.Dark)
	words, below := NewText("", resources.SizeBody, resources.Text1, false).Wrap(true), &drawnCounted{}
	below.SetMinSize(fyne.NewSize(40, 300))
	page := NewColumn(0, NewInset(10, 10, 10, 10, NewColumn(0, words)), below)
	scroll := NewVScroll(page)
	scroll.Resize(fyne.NewSize(120, 200))
	before, drawn := below.Position().Y, below.drawn
	words.SetText("many words that do not stand in one line of so narrow a page")
	Refit(scroll)
	grown := HeightFor(words, 100) + 20
	if below.Position().Y != grown || grown <= before || page.Size().Height != grown+300 || below.drawn != drawn {
		t.Errorf("what is below went from %v to %v, want %v, in %v; it was drawn %d times", before, below.Position().Y,
			grown, page.Size().Height, below.drawn-drawn)
	}
	scroll.ScrollToBottom()
	words.SetText("few")
	Refit(scroll)
	if end := page.Size().Height - 200; scroll.Offset.Y != end || end <= 0 {
		t.Errorf("scrolled by %v, want %v", scroll.Offset.Y, end)
	}
}

// countedSize counts how often its minimum is asked for.
type countedSize struct {
	canvas.Rectangle
	asked int
}

// MinSize implements [fyne.CanvasObject].
func (c *countedSize) MinSize() fyne.Size {
	c.asked++
	return fyne.NewSize(10, 10)
}

// What nested containers take to lay out grows with their number of levels, and does not double with each.
func TestNestedContainersAreMeasuredFewTimes(t *testing.T) {
	leaf := &countedSize{}
	var o fyne.CanvasObject = leaf
	const levels = 12
	for range levels / 3 {
		o = NewColumn(4, NewInset(1, 1, 1, 1, NewRow(4, o)))
	}
	if min := o.MinSize(); min.Width != 10+2*levels/3 {
		t.Errorf("the least size is %v", min)
	}
	if most := 4 * levels; leaf.asked > most {
		t.Errorf("its minimum was asked for %d times, want at most %d", leaf.asked, most)
	}
}
