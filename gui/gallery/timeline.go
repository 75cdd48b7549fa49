package gallery

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"maps"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db/search"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// timeline is the line of weeks under the wall: one bar for each, as high as much was made in it. The frame stands around the weeks in
// sight; a click or a drag scrolls there. Where the order is not that of days there is none.
type timeline struct {
	widget.BaseWidget
	g      *Gallery
	object fyne.CanvasObject

	weeks    weeks
	from, to int // the weeks in sight: [from, to)

	bars   *canvas.Raster // one picture: a hundred rectangles would each be drawn by themselves for every picture of the window
	months *fyne.Container
	frame  *canvas.Rectangle
}

func newTimeline(g *Gallery) *timeline {
	t := &timeline{g: g}
	t.bars, t.frame, t.months = canvas.NewRaster(t.draw), canvas.NewRectangle(nil), container.NewWithoutLayout()
	t.frame.StrokeWidth, t.frame.CornerRadius = 1, 4
	t.ExtendBaseWidget(t)
	t.object = widgets.NewColumn(0, widgets.NewRule(), widgets.NewInset(8, 16, 6, 16, t))
	t.object.Hide()
	return t
}

// The measures of the line, px.
const (
	weekLeast   = 4 // a bar with its gap
	weekMost    = 48
	weekGap     = 3
	weekHeight  = 28 // the highest bar
	weekLabel   = 16 // the names of months, at least
	monthLeast  = 52 // from one name of a month to the next
	monthGap    = 16 // between two of them
	timelineMin = 120
	frameFill   = 28 // how much of the accent lies in the frame, of 255
)

func (t *timeline) set(m *model) {
	t.weeks = m.weeks
	widgets.Show(t.object, len(t.weeks.counts) > 1)
	t.g.repaint()
	t.show()
	t.Refresh()
}

// show moves the frame to what is in sight.
func (t *timeline) show() {
	first, end := t.g.rows.VisibleRange()
	if len(t.weeks.counts) == 0 || first >= end {
		return
	}
	a, b := t.weeks.of(first), t.weeks.of(end-1)
	if from, to := min(a, b), max(a, b)+1; from != t.from || to != t.to {
		t.from, t.to = from, to
		t.light()
	}
}

// pitch is the width of a week, px.
func (t *timeline) pitch() float32 {
	return min(t.Size().Width/float32(max(len(t.weeks.counts), 1)), weekMost)
}

// per is how many weeks share a bar, where there is no room for one each.
func (t *timeline) per() int { return max(int(weekLeast/t.pitch()+0.999), 1) }

// goTo scrolls so that the middle of what is in sight is at a place of the line, px.
func (t *timeline) goTo(x float32) {
	from, to := t.g.rows.VisibleRange()
	t.g.rows.ScrollToPlace(t.weeks.placeAt(float64(x/t.pitch())) - float64(to-from)/2)
}

func (t *timeline) Tapped(e *fyne.PointEvent) { t.goTo(e.Position.X) }

func (t *timeline) Dragged(e *fyne.DragEvent) { t.goTo(e.Position.X) }

func (t *timeline) DragEnd() {}

func (t *timeline) Cursor() desktop.Cursor { return desktop.HResizeCursor }

func (t *timeline) AccessibilityLabel() string {
	first := lang.MonthOfYear(t.weeks.start.AddDate(0, 0, 7*t.from+6))
	if last := lang.MonthOfYear(t.weeks.start.AddDate(0, 0, 7*t.to-1)); last != first {
		return first + " – " + last
	}
	return first
}

func (t *timeline) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

func (t *timeline) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Draw(func() fyne.Size {
		label := fyne.MeasureText("0", theme.Size(resources.SizeXS), fyne.TextStyle{}).Height
		return fyne.NewSize(timelineMin, weekHeight+4+max(weekLabel, label))
	}, func(fyne.Size) { t.paint() }, t.paint, t.bars, t.months, t.frame)
}

func (t *timeline) paint() {
	widgets.Place(t.bars, 0, 2, t.Size().Width, weekHeight)
	t.label()
	t.light()
}

// light draws the bars, those in sight in the accent. The frame stands around whole bars.
func (t *timeline) light() {
	t.bars.Refresh()
	fill := color.NRGBAModel.Convert(theme.Color(resources.Accent)).(color.NRGBA)
	t.frame.StrokeColor = fill
	fill.A = frameFill
	t.frame.FillColor = fill
	per := t.per()
	first, last := t.from/per*per, (t.to+per-1)/per*per
	widgets.Place(t.frame, float32(first)*t.pitch()-3, -2, float32(last-first)*t.pitch()+3, weekHeight+7)
	t.frame.Refresh()
}

// draw draws the bars in device pixels.
func (t *timeline) draw(w, h int) image.Image {
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	per, scale := t.per(), float32(h)/weekHeight
	var sums []int
	for some := range slices.Chunk(t.weeks.counts, per) {
		sum := 0
		for _, n := range some {
			sum += n
		}
		sums = append(sums, sum)
	}
	wide := t.pitch() * float32(per)
	for i, sum := range sums {
		ink := resources.LineStrong
		if (i+1)*per > t.from && i*per < t.to {
			ink = resources.Accent
		}
		high := float32(1)
		if sum > 0 {
			high = max(3, weekHeight*float32(sum)/float32(slices.Max(sums)))
		}
		left, right := float32(i)*wide, float32(i+1)*wide-min(weekGap, wide/3)
		bar := image.Rect(int(left*scale+0.5), h-int(high*scale+0.5), max(int(right*scale+0.5), int(left*scale+1.5)), h)
		draw.Draw(im, bar, image.NewUniform(theme.Color(ink)), image.Point{}, draw.Src)
	}
	return im
}

// label writes the names of months under the weeks in which they begin.
func (t *timeline) label() {
	t.months.Objects = nil
	free := float32(0)
	var before time.Month
	for i := range t.weeks.counts {
		end := t.weeks.start.AddDate(0, 0, 7*i+6)
		x, other := float32(i)*t.pitch(), end.Month() != before
		if before = end.Month(); !other || x < free {
			continue
		}
		word := lang.MonthNameShort(end)
		if i == 0 || before == time.January {
			word = lang.MonthOfYear(end)
		}
		mark := canvas.NewText(word, theme.Color(resources.Text3))
		mark.TextSize = theme.Size(resources.SizeXS)
		size := mark.MinSize()
		if x+size.Width > t.Size().Width {
			break
		}
		widgets.Place(mark, x, weekHeight+5, size.Width, size.Height)
		t.months.Add(mark)
		free = x + max(monthLeast, size.Width+monthGap)
	}
}

// weeks counts rows that stand in the order of their dates by weeks, without a gap from the oldest to the newest.
type weeks struct {
	start       time.Time // of the first Monday
	counts      []int     // nil where the order is not that of days
	rows        int
	newestFirst bool
}

func weeksOf(rows []search.Row, in *time.Location) weeks {
	if len(rows) == 0 {
		return weeks{}
	}
	w := weeks{rows: len(rows), newestFirst: rows[0].Created > rows[len(rows)-1].Created}
	oldest := rows[w.place(0)].At().In(in)
	y, m, d := oldest.Date()
	d -= int(oldest.Weekday()-time.Monday+7) % 7
	w.start = search.BeginOfDay(y, m, d, in)
	end := w.start
	for i := range rows {
		for rows[w.place(i)].Created >= end.UnixMilli() {
			w.counts = append(w.counts, 0)
			end = search.BeginOfDay(y, m, d+7*len(w.counts), in)
		}
		w.counts[len(w.counts)-1]++
	}
	return w
}

// place turns how many rows are older into a place of the wall, and back.
func (w weeks) place(older int) int {
	if w.newestFirst {
		return w.rows - 1 - older
	}
	return older
}

// of gives the week of the row at a place of the wall.
func (w weeks) of(place int) int {
	older := w.place(place)
	for i, n := range w.counts {
		if older -= n; older < 0 {
			return i
		}
	}
	return len(w.counts) - 1
}

// placeAt gives the place of the wall that lies at a week, with the part of it that comes before.
func (w weeks) placeAt(at float64) float64 {
	older := 0.
	for i, n := range w.counts {
		older += float64(n) * min(max(at-float64(i), 0), 1)
	}
	if w.newestFirst {
		return float64(w.rows) - older
	}
	return older
}

// dayCost says what was charged for a day: each currency by itself, play money apart from real money; "" where nothing is known.
func dayCost(day search.Day, sandbox map[int64]bool, amongPlay bool) string {
	sums := map[wording.MoneyFormat]int64{}
	for _, c := range day.Costs {
		sums[wording.MoneyFormat{Currency: c.Currency, Play: sandbox[c.ProfileID], AmongPlay: amongPlay}] += c.Micros
	}
	maps.DeleteFunc(sums, func(_ wording.MoneyFormat, micros int64) bool { return micros == 0 })
	var words []string
	for _, f := range slices.SortedFunc(maps.Keys(sums), func(a, b wording.MoneyFormat) int {
		switch {
		case a.Play == b.Play:
			return cmp.Compare(a.Currency, b.Currency)
		case b.Play:
			return -1
		}
		return 1
	}) {
		words = append(words, f.Charged(sums[f]))
	}
	return strings.Join(words, " + ")
}

// daysOf cuts rows that stand in the order of their dates into days, as days are where now is. costs words them by their start.
func daysOf(rows []search.Row, costs map[int64]string, now time.Time) []widgets.TileGroup {
	var out []widgets.TileGroup
	for i := 0; i < len(rows); {
		y, m, d := rows[i].At().In(now.Location()).Date()
		day := search.BeginOfDay(y, m, d, now.Location())
		from, to := day.UnixMilli(), search.BeginOfDay(y, m, d+1, now.Location()).UnixMilli()
		last := i + 1
		for last < len(rows) && rows[last].Created >= from && rows[last].Created < to {
			last++
		}
		note := itemCount(last - i)
		if sum := costs[day.Unix()]; sum != "" {
			note += " · " + sum
		}
		out = append(out, widgets.TileGroup{Title: wording.Day(day, now), Note: note, Count: last - i})
		i = last
	}
	return out
}
