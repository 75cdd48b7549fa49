package gallery

import (
	"cmp"
	"crypto/md5"
	"fmt"
	"image/color"
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// timeline is the line of weeks under the wall: one bar for each, as high as much was made in it. The frame is what is in sight; a click or
// a drag scrolls there. Where the order is not that of days there is none.
type timeline struct {
	widget.BaseWidget
	g      *Gallery
	object fyne.CanvasObject

	weeks    []week
	from, to float64 // the frame, in weeks
	per      int     // weeks that share a bar, where there is no room for one each

	rest  *canvas.Image       // all bars
	bars  []*canvas.Rectangle // one on each, seen while its weeks are in sight
	parts *fyne.Container     // bars and the names of months
	frame *canvas.Rectangle
	built []week // what the bars were made of
	width float32
}

func newTimeline(g *Gallery) *timeline {
	t := &timeline{g: g, per: 1}
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
	barRadius   = 2
	weekHeight  = 28 // the highest bar
	weekLabel   = 16 // the names of months, at least
	monthLeast  = 52 // from one name of a month to the next
	monthGap    = 16 // between two of them
	timelineMin = 120
	frameFill   = 28 // how much of the accent lies in the frame, of 255
)

func (t *timeline) set(m *model) {
	t.weeks = m.weeks
	widgets.Show(t.object, len(t.weeks) > 1)
	t.g.repaint()
	t.show()
	t.Refresh()
}

// show moves the frame to what is in sight.
func (t *timeline) show() {
	if len(t.weeks) == 0 {
		return
	}
	top, bottom := t.g.rows.VisiblePlaces()
	from, to := t.weekAt(top), t.weekAt(bottom)
	from, to = min(from, to), max(from, to)
	if from != t.from || to != t.to {
		t.from, t.to = from, to
		t.Refresh()
	}
}

// weekAt gives the week in which a place of the wall lies, with the part of it that comes before.
func (t *timeline) weekAt(place float64) float64 {
	n := len(t.weeks)
	backwards := t.weeks[0].from > t.weeks[n-1].to
	i := sort.Search(n, func(i int) bool {
		if backwards {
			return float64(t.weeks[i].to) <= place
		}
		return float64(t.weeks[i].to) >= place
	})
	if i == n {
		return float64(n)
	}
	w := t.weeks[i]
	if w.count() == 0 {
		return float64(i)
	}
	return float64(i) + min(max((place-float64(w.from))/float64(w.to-w.from), 0), 1)
}

// placeAt is the other way round.
func (t *timeline) placeAt(at float64) float64 {
	n := len(t.weeks)
	at = min(max(at, 0), float64(n))
	i := min(int(at), n-1)
	w := t.weeks[i]
	return float64(w.from) + (at-float64(i))*float64(w.to-w.from)
}

func (t *timeline) pitch() float32 {
	if len(t.weeks) == 0 {
		return 1
	}
	return min(t.Size().Width/float32(len(t.weeks)), weekMost)
}

// goTo scrolls so that the middle of what is in sight is at a place of the line.
func (t *timeline) goTo(x float32) {
	if len(t.weeks) == 0 {
		return
	}
	half := (t.to - t.from) / 2
	at := float64(x / t.pitch())
	// The wall runs from the newest to the oldest: its top is the later end of the frame.
	if t.weeks[0].from > t.weeks[len(t.weeks)-1].to {
		at += half
	} else {
		at -= half
	}
	t.g.rows.ScrollToPlace(t.placeAt(at))
}

func (t *timeline) Tapped(e *fyne.PointEvent) { t.goTo(e.Position.X) }

func (t *timeline) Dragged(e *fyne.DragEvent) { t.goTo(e.Position.X) }

func (t *timeline) DragEnd() {}

func (t *timeline) Cursor() desktop.Cursor { return desktop.HResizeCursor }

func (t *timeline) CreateRenderer() fyne.WidgetRenderer {
	t.rest, t.frame, t.parts = &canvas.Image{FillMode: canvas.ImageFillStretch}, canvas.NewRectangle(nil), container.NewWithoutLayout()
	t.frame.StrokeWidth, t.frame.CornerRadius = 1, 4
	t.built = nil
	return widgets.Draw(func() fyne.Size {
		label := fyne.MeasureText("0", theme.Size(resources.SizeXS), fyne.TextStyle{}).Height
		return fyne.NewSize(timelineMin, weekHeight+4+max(weekLabel, label))
	}, func(fyne.Size) { t.paint() }, t.paint, t.rest, t.parts, t.frame)
}

// build makes the bars and the labels for the weeks and the width that there are.
func (t *timeline) build(width float32) {
	t.built, t.width = t.weeks, width
	t.bars, t.parts.Objects = t.bars[:0], nil
	widgets.Show(t.rest, len(t.weeks) > 0 && width > 0)
	if !t.rest.Visible() {
		return
	}
	pitch := t.pitch()
	t.per = max(int(weekLeast/pitch+0.999), 1)
	most := 1
	var sums []int
	for some := range slices.Chunk(t.weeks, t.per) {
		sum := 0
		for _, w := range some {
			sum += w.count()
		}
		sums = append(sums, sum)
		most = max(most, sum)
	}
	for i, sum := range sums {
		b := canvas.NewRectangle(theme.Color(resources.Accent))
		b.CornerRadius = barRadius
		b.Hide()
		h := float32(1)
		if sum > 0 {
			h = max(3, weekHeight*float32(sum)/float32(most))
		}
		wide := pitch * float32(t.per)
		widgets.Place(b, float32(i*t.per)*pitch, weekHeight-h+2, max(wide-min(weekGap, wide/3), 1), h)
		t.bars = append(t.bars, b)
		t.parts.Add(b)
	}
	t.drawRest(width)
	t.label(pitch)
}

// drawRest draws all bars as one picture: a hundred rectangles would each be drawn by themselves for every picture of the window.
func (t *timeline) drawRest(width float32) {
	fill := color.NRGBAModel.Convert(theme.Color(resources.LineStrong)).(color.NRGBA)
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %d" fill="#%02x%02x%02x" fill-opacity="%g">`,
		width, weekHeight+2, fill.R, fill.G, fill.B, float32(fill.A)/0xff)
	for _, b := range t.bars {
		at, s := b.Position(), b.Size()
		fmt.Fprintf(&svg, `<rect x="%g" y="%g" width="%g" height="%g" rx="%d" ry="%d"/>`, at.X, at.Y, s.Width, s.Height, barRadius, barRadius)
	}
	svg.WriteString("</svg>")
	// The toolkit knows what it has drawn by the name.
	t.rest.Resource = fyne.NewStaticResource(fmt.Sprintf("weeks-%x.svg", md5.Sum([]byte(svg.String()))), []byte(svg.String()))
	t.rest.Resize(fyne.NewSize(width, weekHeight+2))
	t.rest.Refresh()
}

// label writes the names of months under the weeks in which they begin.
func (t *timeline) label(pitch float32) {
	free := float32(0)
	var before time.Time
	for i, w := range t.weeks {
		end := w.start.AddDate(0, 0, 6)
		x := float32(i) * pitch
		if i > 0 && end.Month() == before.Month() || x < free {
			before = end
			continue
		}
		word := lang.MonthNameShort(end)
		if i == 0 || end.Month() == time.January {
			word = lang.MonthOfYear(end)
		}
		mark := canvas.NewText(word, theme.Color(resources.Text3))
		mark.TextSize = theme.Size(resources.SizeXS)
		if x+mark.MinSize().Width > t.width {
			break
		}
		mark.Move(fyne.NewPos(x, weekHeight+5))
		mark.Resize(mark.MinSize())
		t.parts.Add(mark)
		free, before = x+max(monthLeast, mark.MinSize().Width+monthGap), end
	}
}

// paint moves the frame, and makes the bars anew where the weeks or the look changed.
func (t *timeline) paint() {
	in := theme.Color(resources.Accent)
	if len(t.built) != len(t.weeks) || len(t.weeks) > 0 && &t.built[0] != &t.weeks[0] || t.width != t.Size().Width || t.frame.StrokeColor != in {
		t.build(t.Size().Width)
	}
	for i, b := range t.bars {
		widgets.Show(b, float64((i+1)*t.per) > t.from && float64(i*t.per) < t.to)
	}
	pitch := t.pitch()
	// The frame stands around all bars that are lit.
	first, last := float64(int(t.from)/t.per*t.per), math.Ceil(t.to/float64(t.per))*float64(t.per)
	fill := color.NRGBAModel.Convert(in).(color.NRGBA)
	fill.A = frameFill
	t.frame.StrokeColor, t.frame.FillColor = in, fill
	widgets.Place(t.frame, float32(first)*pitch-3, -2, float32(last-first)*pitch+3, weekHeight+7)
	t.frame.Refresh()
	canvas.Refresh(t)
}

// costs says what the assets of each day cost, by the day's start.
type costs map[int64]map[wording.MoneyFormat]int64

func (c costs) add(day time.Time, f wording.MoneyFormat, micros int64) {
	key := day.Unix()
	if c[key] == nil {
		c[key] = make(map[wording.MoneyFormat]int64, 1)
	}
	c[key][f] += micros
}

// words says what a day cost: each currency by itself, sandbox money apart from real money; "" where nothing is known.
func (c costs) words(day time.Time) string {
	sums := c[day.Unix()]
	formats := make([]wording.MoneyFormat, 0, len(sums))
	for f, micros := range sums {
		if micros != 0 {
			formats = append(formats, f)
		}
	}
	slices.SortFunc(formats, func(a, b wording.MoneyFormat) int {
		switch {
		case a.Sandbox == b.Sandbox:
			return cmp.Compare(a.Currency, b.Currency)
		case b.Sandbox:
			return -1
		}
		return 1
	})
	words := make([]string, 0, len(formats))
	for _, f := range formats {
		words = append(words, f.Alone(sums[f]))
	}
	return strings.Join(words, " + ")
}

// midnight is the beginning of the day of a moment, in its location.
func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// daysOf cuts rows that stand in the order of their dates into days, as days are where now is.
func daysOf(rows []db.GridRow, c costs, now time.Time) []widgets.TileGroup {
	var out []widgets.TileGroup
	for i := 0; i < len(rows); {
		day := midnight(rows[i].At().In(now.Location()))
		from, to := day.UnixMilli(), day.AddDate(0, 0, 1).UnixMilli()
		last := i + 1
		for last < len(rows) && rows[last].Created >= from && rows[last].Created < to {
			last++
		}
		note := itemCount(last - i)
		if sum := c.words(day); sum != "" {
			note += " · " + sum
		}
		out = append(out, widgets.TileGroup{Title: wording.Day(day, now), Note: note, Count: last - i})
		i = last
	}
	return out
}

// week is the rows [from, to) of the wall that were made in a week.
type week struct {
	start    time.Time // Monday's midnight
	from, to int       // from > to where the wall runs from the newest to the oldest: from is then where the week begins in time
}

func (w week) count() int { return max(w.to-w.from, w.from-w.to) }

// weeksOf counts rows that stand in the order of their dates by weeks, without a gap from the oldest to the newest.
func weeksOf(rows []db.GridRow, in *time.Location) []week {
	if len(rows) == 0 {
		return nil
	}
	step, i := 1, 0
	if rows[0].Created > rows[len(rows)-1].Created {
		step, i = -1, len(rows)-1
	}
	edge := func(i int) int { // of the place before a row, seen in the direction of time
		if step < 0 {
			return i + 1
		}
		return i
	}
	day := midnight(rows[i].At().In(in))
	start := day.AddDate(0, 0, -int(day.Weekday()-time.Monday+7)%7)
	var out []week
	for i >= 0 && i < len(rows) {
		end := start.AddDate(0, 0, 7)
		first := i
		for i >= 0 && i < len(rows) && rows[i].Created < end.UnixMilli() {
			i += step
		}
		out = append(out, week{start: start, from: edge(first), to: edge(i)})
		start = end
	}
	return out
}
