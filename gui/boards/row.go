package boards

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Measures of a row of the list, px.
const (
	rowHigh              = 113
	rowPad               = 12
	coverWide, coverHigh = 104, 58
	coverGap             = 4
	coverCount           = 7
)

// rowHeight is that of a row in the look that is shown.
func rowHeight() float32 { return rowHigh + max(resources.Scaled(34)-34, 0) }

// rowTags are the tags of what needs somebody, in their order. Some stand for several states.
var rowTags = []struct {
	of   []boards.Tag
	tone widgets.Tone
	icon fyne.Resource
	word func(n int) string
}{
	{[]boards.Tag{boards.Unconfirmed}, widgets.ToneWarn, resources.IconUnconfirmed, func(n int) string { return lang.N("%d unconfirmed", "%d unconfirmed", n, n) }},
	{[]boards.Tag{boards.Waiting, boards.Sending, boards.Queued, boards.Generating, boards.Downloading}, widgets.ToneAccent, resources.IconProgress,
		func(n int) string { return lang.N("%d generating", "%d generating", n, n) }},
	{[]boards.Tag{boards.Failed}, widgets.ToneErr, resources.IconErrorCircle, func(n int) string { return lang.N("%d failed", "%d failed", n, n) }},
	{[]boards.Tag{boards.Held}, widgets.ToneNeutral, resources.IconPause, func(n int) string { return lang.N("%d held", "%d held", n, n) }},
	{[]boards.Tag{boards.Expired}, widgets.ToneNeutral, resources.IconLink, func(n int) string { return lang.N("%d link expired", "%d links expired", n, n) }},
	{[]boards.Tag{boards.Stale}, widgets.ToneNeutral, resources.IconCompare, func(n int) string {
		return lang.N("%d no longer matches", "%d no longer match", n, n)
	}},
}

// row shows a board in the list: what needs somebody, its first pictures, and how far it is.
type row struct {
	widget.BaseWidget
	l      *list
	shown  boards.Summary
	chosen bool

	edge    *canvas.Rectangle
	name    *widgets.Text
	counts  *widgets.Text
	tags    []*widgets.Tag
	dies    *widgets.Tag // how long the next picture can still be fetched, where that is not long
	changed *widgets.Text
	more    *widgets.Button
	mats    [coverCount]*canvas.Rectangle
	covers  [coverCount]*canvas.Image
	loads   [coverCount]*media.Preview
	done    *widgets.Text
	film    *widgets.Text
	filmed  *widgets.Icon
	bar     *widgets.Meter
	costs   *widgets.Text
	head    *fyne.Container
	state   *fyne.Container
	objects []fyne.CanvasObject
}

func newRow(l *list) *row {
	small := func() *widgets.Text { return widgets.NewText("", resources.SizeSM, resources.Text2, false) }
	r := &row{l: l, edge: &canvas.Rectangle{}, name: widgets.NewText("", resources.SizeH2, resources.Text1, true).Ellipsis(), counts: small(),
		changed: small(), done: small(), film: small(), filmed: widgets.NewIcon(resources.IconFilm, 14, resources.Text2), bar: widgets.NewProgress(6), costs: small().Ellipsis()}
	r.more = widgets.NewIconButton(resources.IconMore, lang.L("More"), nil).Small().SetKind(widgets.Quiet)
	r.more.OnTapped = func() {
		l.menuOf(r.shown.Ref, fyne.CurrentApp().Driver().AbsolutePositionForObject(r.more).AddXY(0, 30))
	}
	widgets.PassBy(r.more)
	r.bar.SetName(r.done)
	r.dies = widgets.NewTag(widgets.ToneErr, nil, "")
	parts := []fyne.CanvasObject{r.name, r.counts, r.dies}
	for _, t := range rowTags {
		tag := widgets.NewTag(t.tone, t.icon, "")
		r.tags = append(r.tags, tag)
		parts = append(parts, tag)
	}
	r.head = widgets.NewRow(8, append(parts, widgets.NewSpring(), r.changed, r.more)...)
	r.state = widgets.NewColumn(6, widgets.NewRow(6, r.done, widgets.NewSpring(), r.filmed, r.film), r.bar, r.costs)
	r.objects = []fyne.CanvasObject{r.edge, r.head, r.state}
	for i := range coverCount {
		r.mats[i], r.covers[i] = &canvas.Rectangle{}, newImage(pictureRadius)
		r.loads[i] = media.NewPreview(l.s.Pictures, func() { setImage(r.covers[i], r.loads[i].Image, 0) })
		r.objects = append(r.objects, r.mats[i], r.covers[i])
	}
	r.ExtendBaseWidget(r)
	return r
}

// bind shows a board.
func (r *row) bind(s boards.Summary, chosen bool) {
	r.shown, r.chosen = s, chosen
	r.name.SetText(s.Name)
	shots := len(s.Shots)
	r.counts.SetText(strings.Join([]string{lang.N("%d shot", "%d shots", shots, shots), wording.Elapsed(seconds(s.Seconds)), shape(sides(s.Settings))}, " · "))
	left, _, tone := clock(s.Dies, r.l.s.Now())
	r.dies.Set(tone, resources.IconClock, lang.X("term and its meaning", "%[1]s: %[2]s", frameName(s.DiesFrame), lang.L("%s left", left)))
	widgets.Show(r.dies, !s.Dies.IsZero() && tone == widgets.ToneErr)
	for i, t := range rowTags {
		n := 0
		for _, of := range t.of {
			n += s.Tags[of]
		}
		r.tags[i].Set(t.tone, t.icon, t.word(n))
		widgets.Show(r.tags[i], n > 0)
	}
	r.changed.SetText(changedWords(s.ChangedAt, r.l.s.Now()))
	for i := range coverCount {
		a := db.Asset{}
		if i < len(s.Covers) {
			a = s.Covers[i]
		}
		r.loads[i].Load(a, int(coverWide*r.l.s.Canvas().Scale()))
		setImage(r.covers[i], r.loads[i].Image, 0)
		widgets.Show(r.mats[i], i < max(len(s.Covers), min(len(s.Frames), coverCount)))
	}
	of := shots - s.Skipped
	r.done.SetSpans(widgets.Span{Text: lang.L("%[1]d of %[2]d", s.Clips, of), Bold: true, Color: resources.Text1},
		widgets.Span{Text: " " + lang.N("shot has a clip", "shots have a clip", of)})
	widgets.Show(r.filmed, s.Film.ID != 0)
	if r.film.SetText(""); s.Film.ID != 0 {
		r.film.SetText(lang.L("film %s", wording.Elapsed(seconds(s.Film.Seconds))))
	}
	share := 0.0
	if of > 0 {
		share = float64(s.Clips) / float64(of)
	}
	r.bar.SetValue(share)
	r.costs.SetSpans(costSpans(s.Costs)...)
	r.head.Refresh()
	r.Refresh()
}

// costSpans word what a board came to, each amount with its kind.
func costSpans(costs []boards.Cost) (spans []widgets.Span) {
	currency := ""
	add := func(micros int64, kind string, color fyne.ThemeColorName) {
		if micros == 0 {
			return
		}
		amount := color
		if amount == "" {
			amount = resources.Text1
		}
		if len(spans) > 0 {
			spans = append(spans, widgets.Span{Text: " · "})
		}
		before, after, _ := strings.Cut(kind, "%s")
		for _, span := range []widgets.Span{{Text: before, Color: color}, {Text: wording.Money(micros, currency), Bold: true, Color: amount},
			{Text: after, Color: color}} {
			if span.Text != "" {
				spans = append(spans, span)
			}
		}
	}
	for _, of := range costs {
		currency = of.Currency
		add(of.Charged, "%s "+wording.EntryWord(db.Charge, true), "")
		add(of.Reserved, "%s "+wording.EntryWord(db.Reserve, true), "")
		add(of.Planned, lang.L("%s planned", "%s"), "")
		add(of.Ordered, lang.L("%s est.", "%s"), "")
		add(of.MayBeCharged, lang.L("up to %s unconfirmed", "%s"), resources.Warn)
		add(of.Refunded, "%s "+wording.EntryWord(db.Refund, true), resources.OK)
	}
	if len(spans) == 0 {
		spans = []widgets.Span{{Text: lang.L("nothing spent yet")}}
	}
	return spans
}

// Unbind lets go of the pictures of a row that is out of sight.
func (r *row) Unbind() {
	for _, p := range r.loads {
		p.Load(db.Asset{}, 0)
	}
}

// Tapped opens the board: a row that has a menu takes all clicks.
func (r *row) Tapped(*fyne.PointEvent) {
	shown := r.shown // what follows may show another one
	r.l.rows.Choose(slices.IndexFunc(r.l.shown, func(s boards.Summary) bool { return s.Ref == shown.Ref }))
	r.l.open(shown)
}

func (r *row) TappedSecondary(e *fyne.PointEvent) { r.l.menuOf(r.shown.Ref, e.AbsolutePosition) }

// AccessibilityLabel returns the words of the row.
func (r *row) AccessibilityLabel() string {
	return widgets.Words(container.NewWithoutLayout(r.head, r.state))
}

func (r *row) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (r *row) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Draw(func() fyne.Size { return fyne.NewSize(coverWide*coverCount, rowHeight()) }, r.arrange, r.paint, r.objects...)
}

func (r *row) arrange(s fyne.Size) {
	widgets.Place(r.edge, 0, 0, s.Width, s.Height)
	y := s.Height - rowPad - coverHigh
	widgets.Place(r.head, rowPad+1, 8, s.Width-2*rowPad-2, y-12)
	room := s.Width * 0.62 // more of it is for how far the board is
	x := float32(rowPad + 1)
	for i := range coverCount {
		widgets.Place(r.mats[i], x, y, coverWide, coverHigh)
		widgets.Place(r.covers[i], x, y, coverWide, coverHigh)
		if x+coverWide <= room {
			x += coverWide + coverGap
		} else {
			r.mats[i].Hide()
			r.covers[i].Hide()
		}
	}
	x += 16
	widgets.Place(r.state, x, y, s.Width-x-rowPad, coverHigh)
}

func (r *row) paint() {
	if r.chosen {
		setBox(r.edge, resources.BgPanel, resources.Accent, 2, cardRadius)
	} else {
		setBox(r.edge, resources.BgPanel, resources.Line, 1, cardRadius)
	}
	for _, m := range r.mats {
		m.FillColor, m.StrokeColor, m.StrokeWidth, m.CornerRadius = theme.Color(resources.BgMat), theme.Color(resources.Line), 1, pictureRadius
		m.Refresh()
	}
	r.arrange(r.Size())
}
