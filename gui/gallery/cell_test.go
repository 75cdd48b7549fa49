package gallery

import (
	"errors"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/media"
	"viviscope/resources"
)

func TestCellsAskOnlyForWhatIsInSight(t *testing.T) {
	d := newDesk(t, pile(t, 60))
	d.window.Resize(fyne.NewSize(900, 360))
	from, to := d.rows.VisibleRange()
	if n := len(d.prints.asked); n < to-from || n > 3*(to-from)+20 {
		t.Errorf("%d pictures asked for %d in sight", n, to-from)
	}
	d.rows.SetOffset(2000)
	if d.prints.dropped == 0 {
		t.Error("what left the window is still asked for")
	}
}

func TestCellShowsItsPictureWhenItComes(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	c := d.cell(2)
	im := image.NewRGBA(image.Rect(0, 0, 4, 4))
	d.prints.asked[2](im, nil)
	if c.Image != im || sign(c.Preview, false) != nil {
		t.Error("the picture is not shown")
	}
	d.cell(1).Err = nil
	d.prints.asked[1](nil, media.ErrDamaged)
	if sign(d.cell(1).Preview, false) == nil {
		t.Error("a damaged file shows nothing")
	}
	d.prints.asked[3](nil, &media.NoDecoderError{})
	if got := sign(d.cell(3).Preview, true); got == nil || !errors.Is(d.cell(3).Err, media.ErrNoDecoder) {
		t.Errorf("without a decoder: %v", got)
	}
}

func TestTagsOfACell(t *testing.T) {
	cost := int64(5_600_000)
	for name, tc := range map[string]struct {
		it   item
		want tags
	}{
		"picture":     {item{}, tags{}},
		"clip":        {item{row: search.Row{Flags: search.FlagClip, Seconds: 10}}, tags{length: "0:10"}},
		"link":        {item{asset: db.Asset{LinkExpires: now().Add(21 * time.Hour)}}, tags{}},
		"ending link": {item{asset: db.Asset{LinkExpires: now().Add(time.Hour)}}, tags{life: "60 min"}},
		"dead link":   {item{asset: db.Asset{LinkExpires: now().Add(-time.Hour)}}, tags{}},
		"cost": {item{cost: true, asset: db.Asset{CostMicros: &cost, CostCurrency: "CNY"}},
			tags{cost: "¥5.60 charged"}},
		"play money": {item{cost: true, asset: db.Asset{CostMicros: &cost, CostCurrency: "CNY", CostSandbox: true}},
			tags{cost: "¥5.60 charged (play money)"}},
		"cost, hidden": {item{asset: db.Asset{CostMicros: &cost, CostCurrency: "CNY"}}, tags{}},
	} {
		if got := tagsOf(tc.it, now()); got != tc.want {
			t.Errorf("%s: %+v, want %+v", name, got, tc.want)
		}
	}
}

func TestHoveringAClipScrubsThroughIt(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	c := d.cell(3) // a clip
	at := func(part float32) *desktop.MouseEvent {
		return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(c.Size().Width*part, 10)}}
	}
	strip := image.NewRGBA(image.Rect(0, 0, 16*media.StripTiles, 9))
	for i := range media.StripTiles {
		strip.Set(16*i, 0, color.RGBA{R: uint8(i), A: 255})
	}
	c.MouseIn(at(0))
	if c.scrub.Image() != nil {
		t.Error("something is shown before the strip is there")
	}
	d.prints.strips[3](strip, nil)
	for part, tile := range map[float32]uint8{0: 0, 0.5: 8, 0.999: 15} {
		c.MouseMoved(at(part))
		im, ok := c.scrub.Image().(*image.RGBA)
		if !ok || im.Rect.Dx() != 16 || im.Stride != 4*16 || im.RGBAAt(0, 0).R != tile {
			t.Errorf("at %v: %v", part, c.scrub.Image())
		}
	}
	c.MouseOut()
	if c.scrub.Image() != nil {
		t.Error("the poster does not come back")
	}
	d.host.Still = true
	c.MouseIn(at(0.5))
	if d.prints.strips[3] != nil {
		t.Error("scrubs though nothing is to move")
	}
	d.host.Still = false
	app := fyne.CurrentApp()
	fyne.SetCurrentApp(stillApp{app}) // as the program has it, so that no caret blinks
	c.MouseIn(at(0.5))
	fyne.SetCurrentApp(app)
	if d.prints.strips[3] == nil {
		t.Error("a caret that stands still keeps the pointer from going through a clip")
	}
	d.cell(2).MouseIn(at(0.5))
	if d.prints.strips[2] != nil {
		t.Error("scrubs through a picture")
	}
}

// stillApp is an app without animations in its own controls.
type stillApp struct{ fyne.App }

func (a stillApp) Settings() fyne.Settings { return stillSettings{a.App.Settings()} }

type stillSettings struct{ fyne.Settings }

func (stillSettings) ShowAnimations() bool { return false }

// While the wall scrolls, the label beside the scroll bar shows the date of what is at the top; in an order of sizes
// there is none.
func TestTheScrollBarShowsTheDate(t *testing.T) {
	l := empty(t)
	for i := 29; i >= 0; i-- {
		m := nth(i)
		m.CreatedAt = now().AddDate(0, 0, -7*i).UTC()
		l.add(t, m)
	}
	d := newDesk(t, l)
	d.window.Resize(fyne.NewSize(900, 400))
	const label = "22 Aug 2026" // thirteen weeks before
	shown := func() bool { return slices.Contains(apptest.Texts(d.rows), label) }
	if shown() {
		t.Error("there is a label before a scroll")
	}
	for !shown() && d.rows.Offset() < 30*300 {
		d.rows.SetOffset(d.rows.Offset() + 100)
	}
	first, _ := d.rows.VisibleRange()
	if !shown() || !d.model.rows[first].At().Equal(now().AddDate(0, 0, -7*13)) {
		t.Errorf("tile %d is at the top, the words are %q", first, apptest.Texts(d.rows))
	}
	d.remember(func(s *State) { s.Order = search.Largest })
	d.rows.SetOffset(400)
	d.rows.SetOffset(700)
	if words := apptest.Texts(d.rows); slices.ContainsFunc(words, func(w string) bool {
		return strings.HasSuffix(w, " 2026")
	}) {
		t.Errorf("in an order of sizes the words are %q", words)
	}
}

// What is kept of the thumbnails follows the window as it is resized.
func TestThumbnailsAreToldTheWindowsPixels(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	for _, size := range []fyne.Size{{Width: 1440, Height: 800}, {Width: 1120, Height: 700}} {
		d.window.Resize(size)
		if want := int(size.Width * size.Height); d.prints.pixels != want {
			t.Errorf("%v: told %d pixels, want %d", size, d.prints.pixels, want)
		}
	}
}

// The pane calls a picture whole once it was decoded, and not before; nothing but the words of one row changes then.
func TestThePaneSaysTheConditionOfAFile(t *testing.T) {
	for err, want := range map[error]string{nil: "1.0 kB, intact", media.ErrDamaged: "1.0 kB, damaged",
		media.ErrTooLarge: "1.0 kB"} {
		d := newDesk(t, pile(t, 3))
		d.Show(2)
		before := apptest.Texts(d.detail.object)
		if !slices.Contains(before, "1.0 kB") {
			t.Errorf("before it was decoded it says %q", before)
		}
		d.prints.asked[2](image.NewRGBA(image.Rect(0, 0, 4, 4)), err)
		if after := apptest.Texts(d.detail.object); !slices.Contains(after, want) || err == nil &&
			len(after) != len(before) {
			t.Errorf("%v: it says %q", err, after)
		}
		sign, is := sign(d.detail.image, false), resources.IconWarning
		if err == media.ErrTooLarge {
			is = resources.IconPicture
		}
		if err != nil && sign.Name() != is.Name() {
			t.Errorf("%v: in the place of the picture stands %v", err, sign.Name())
		}
	}
}

// The tag of the cost moves above the others if there is no room beside them.
func TestACostOnANarrowPictureIsNotLost(t *testing.T) {
	l := empty(t)
	m := nth(0)
	m.Width, m.Height = 720, 1280
	l.add(t, m)
	d := newDesk(t, l)
	d.remember(func(s *State) { s.Costs = true })
	c := d.cell(1)
	c.Resize(fyne.NewSize(120, 200))
	c.place(c.Size())
	if !c.cost.Visible() || !c.length.Visible() || c.cost.Position().Y+c.cost.Size().Height > c.length.Position().Y {
		t.Errorf("the cost is at %v, %v, the length at %v", c.cost.Position(), c.cost.Visible(), c.length.Position())
	}
	c.Resize(fyne.NewSize(60, 120))
	c.place(c.Size())
	if !c.length.Visible() || c.sound.Visible() {
		t.Errorf("the length is seen: %v; the sound, which has no room: %v", c.length.Visible(), c.sound.Visible())
	}
}

// The list names its columns, and shows for each amount its kind and whose money it is.
func TestTheListHasHeadsAndTheKindOfEachAmount(t *testing.T) {
	l := empty(t)
	for i := range 2 {
		m := nth(i)
		m.profile = int64(1 + i)
		l.add(t, m)
	}
	d := newDesk(t, l)
	if d.heads.object.Visible() {
		t.Error("rows of pictures have heads of columns")
	}
	d.remember(func(s *State) { s.List = true })
	var heads []string
	for _, c := range d.heads.columns {
		heads = append(heads, c.head.AccessibilityLabel())
	}
	if want := []string{"Name", "Model", "Made, descending", "Format", "Size", "Cost"}; !slices.Equal(heads, want) ||
		!d.heads.object.Visible() {
		t.Errorf("the heads are %q", heads)
	}
	for id, want := range map[int64]string{1: "¥1.00, charged,", 2: "¥1.00, charged (play money)"} {
		if got := d.rows.Cell(id).(*listCell).AccessibilityLabel() + ","; !strings.Contains(got, want) {
			t.Errorf("row %d: %q, want %q", id, got, want)
		}
	}
}

// A click on the head of a column sorts by it, and a second click reverses the order.
func TestAHeadSortsTheList(t *testing.T) {
	d := newDesk(t, pile(t, 6))
	d.remember(func(s *State) { s.List = true })
	name, made := d.heads.columns[0], d.heads.columns[2]
	test.Tap(name.head)
	if got := d.state.Order; got != search.ByName || name.head.Order() != kit.Rising ||
		made.head.Order() != kit.Unsorted {
		t.Errorf("after a click the order is %q, the arrow %v", got, name.head.Order())
	}
	d.wants("by name", 5, 3, 1, 6, 4, 2)
	apptest.PressKey(name.head, fyne.KeySpace)
	if got := d.state.Order; got != search.ByNameDesc || name.head.Order() != kit.Falling {
		t.Errorf("after a key the order is %q, the arrow %v", got, name.head.Order())
	}
	d.wants("by name, reversed", 6, 4, 2, 5, 3, 1)
	for i, c := range d.heads.columns {
		test.Tap(c.head)
		if d.state.Order != c.first || d.chips.order.Text() != orderWord(c.first) {
			t.Errorf("head %d: the order is %q, the chip %q", i, d.state.Order, d.chips.order.Text())
		}
	}
}
