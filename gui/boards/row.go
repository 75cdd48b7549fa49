package boards

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Measures of a row of the list, px.
const (
	rowHigh              = 113
	coverWide, coverHigh = 104, 58
	coverGap             = 4
	coverCount           = 7
)

// rowHeight returns the height of a row at the current text size.
func rowHeight() float32 { return rowHigh + max(resources.Scaled(68)-68, 0) }

// rowTags are the tags of cards that need attention, in their order. A tag may count several states.
var rowTags = []struct {
	of   []boards.Tag
	tone kit.Tone
	icon fyne.Resource
	word func(n int) string
}{
	{[]boards.Tag{boards.Unconfirmed}, kit.ToneWarn, resources.IconUnconfirmed,
		func(n int) string { return lang.N("%d unconfirmed", "%d unconfirmed", n, n) }},
	{[]boards.Tag{boards.Waiting, boards.Underway}, kit.ToneAccent, resources.IconProgress, func(n int) string {
		return lang.N("%d generating", "%d generating", n, n)
	}},
	{[]boards.Tag{boards.Failed}, kit.ToneErr, resources.IconErrorCircle,
		func(n int) string { return lang.N("%d failed", "%d failed", n, n) }},
	{[]boards.Tag{boards.Held}, kit.ToneNeutral, resources.IconPause,
		func(n int) string { return lang.N("%d held", "%d held", n, n) }},
	{[]boards.Tag{boards.Expired}, kit.ToneNeutral, resources.IconLink,
		func(n int) string { return lang.N("%d link expired", "%d links expired", n, n) }},
	{[]boards.Tag{boards.Stale}, kit.ToneNeutral, resources.IconCompare, func(n int) string {
		return lang.N("%d no longer matches", "%d no longer match", n, n)
	}},
}

// boardRow shows a board in the list: what needs attention, its first pictures, and how far it is.
type boardRow struct {
	*kit.Card
	d         *Deps
	onOpen    func(s boards.Summary)
	onMenu    func(s boards.Summary, at fyne.Position)
	shown     boards.Summary
	name      *kit.Text
	counts    *kit.Text
	expiry    *kit.Tag // how long the next picture is reachable, shortly before its address expires
	tags      []*kit.Tag
	changedAt *kit.Text
	more      *kit.Button
	head      *fyne.Container
	covers    *fyne.Container
	faces     [coverCount]*kit.Face
	loads     [coverCount]*media.Preview
	done      *kit.Text
	filmRow   *fyne.Container
	film      *kit.Text
	bar       *kit.Meter
	costs     *kit.Text
}

func newBoardRow(d *Deps, onOpen func(boards.Summary), onMenu func(boards.Summary, fyne.Position)) *boardRow {
	r := &boardRow{d: d, onOpen: onOpen, onMenu: onMenu, counts: smallText(), expiry: kit.NewTag(kit.ToneErr, nil, ""),
		changedAt: smallText(), done: smallText(), film: smallText(), bar: kit.NewProgress(6),
		covers: kit.NewRow(coverGap)}
	r.name = kit.NewText("", resources.SizeH2, resources.Text1, true).Ellipsis()
	r.costs = smallText().Wrap(true).MaxLines(2)
	r.more = kit.NewIconButton(resources.IconMore, lang.L("More"), func() {
		onMenu(r.shown, fyne.CurrentApp().Driver().AbsolutePositionForObject(r.more).AddXY(0, 30))
	}).Small().SetKind(kit.Quiet)
	kit.SkipTab(r.more)
	r.bar.SetName(r.done)
	r.head = kit.NewRow(8, r.name, r.counts, r.expiry)
	for range rowTags {
		r.tags = append(r.tags, kit.NewTag(kit.ToneNeutral, nil, ""))
		r.head.Add(r.tags[len(r.tags)-1])
	}
	for _, o := range []fyne.CanvasObject{kit.NewSpring(), r.changedAt, r.more} {
		r.head.Add(o)
	}
	for i := range coverCount {
		face := kit.NewFace(canvas.ImageFillCover, pictureRadius, 0)
		r.faces[i] = face
		r.loads[i] = media.NewPreview(d.Pictures, func() { face.Set(kit.Look{Image: r.loads[i].Image}) })
		r.covers.Add(kit.NewFixed(coverWide, coverHigh, face))
	}
	r.filmRow = kit.NewRow(6, kit.NewIcon(resources.IconFilm, 14, resources.Text2), r.film)
	state := kit.NewColumn(4, kit.NewRow(6, r.done, kit.NewSpring(), r.filmRow), r.bar, r.costs)
	r.Card = kit.NewCard(kit.NewColumn(3, r.head, kit.NewFrame(nil, kit.NewInset(0, 20, 0, 0, r.covers), nil, state)))
	r.ExtendBaseWidget(r)
	return r
}

// bind shows a board; chosen marks the row of the keyboard.
func (r *boardRow) bind(s boards.Summary, chosen bool) {
	r.shown = s
	now, shots, used := r.d.Now(), len(s.Shots), len(s.Shots)-s.Skipped
	r.SetTone(map[bool]kit.Tone{true: kit.ToneAccent}[chosen])
	r.name.SetText(s.Name)
	r.counts.SetText(strings.Join([]string{lang.N("%d shot", "%d shots", shots, shots),
		wording.Elapsed(planning.Seconds(s.Seconds)), planning.RatioOf(s.Settings.Size)}, " · "))
	left, _, tone := reachable(s.Expires, now)
	expiry := lang.X("term and its meaning", "%[1]s: %[2]s", frameName(s.ExpiringFrame), lang.L("%s left", left))
	r.expiry.Set(tone, resources.IconClock, expiry)
	kit.Show(r.expiry, !s.Expires.IsZero() && tone == kit.ToneErr)
	for i, t := range rowTags {
		n := 0
		for _, of := range t.of {
			n += s.Tags[of]
		}
		r.tags[i].Set(t.tone, t.icon, t.word(n))
		kit.Show(r.tags[i], n > 0)
	}
	r.changedAt.SetText(changedText(s.ChangedAt, now))
	covers := slices.Concat(s.Covers, make([]db.Asset, coverCount))
	for i, load := range r.loads {
		load.Load(covers[i], int(coverWide*r.d.Canvas().Scale()))
		r.faces[i].Set(kit.Look{Image: load.Image})
	}
	r.done.SetSpans(kit.Span{Text: lang.L("%[1]d of %[2]d", s.Clips, used), Bold: true, Color: resources.Text1},
		kit.Span{Text: " " + lang.N("shot has a clip", "shots have a clip", used)})
	r.film.SetText(lang.L("film %s", wording.Elapsed(planning.Seconds(s.Film.Seconds))))
	kit.Show(r.filmRow, s.Film.ID != 0)
	r.bar.SetValue(float64(s.Clips) / float64(max(used, 1)))
	r.costs.SetSpans(costSpans(s.Costs)...)
	if s.Unreadable != nil {
		r.counts.SetText(lang.L("This board cannot be read."))
		r.costs.SetSpans(kit.Span{Text: wording.Fault(s.Unreadable.Err), Color: resources.Err})
	}
	for _, o := range []fyne.CanvasObject{r.done, r.bar} {
		kit.Show(o, s.Unreadable == nil)
	}
	r.Resize(r.Size())
	r.Refresh()
}

// Resize shows as many pictures and tags as fit.
func (r *boardRow) Resize(size fyne.Size) {
	for i, c := range r.covers.Objects {
		kit.Show(c, float32(i+1)*(coverWide+coverGap) <= max(size.Width*0.62, coverWide+coverGap))
		kit.Show(r.faces[i], i < max(len(r.shown.Covers), min(len(r.shown.Frames), coverCount)))
	}
	r.name.MinWidth(min(r.name.NaturalWidth(), size.Width/3) / resources.Scaled(1))
	for i := len(r.tags) - 1; i >= 0 && r.head.MinSize().Width > size.Width-2*stripTop; i-- {
		r.tags[i].Hide()
	}
	r.Card.Resize(size)
}

// costSpans returns what a board has cost, each amount with its kind.
func costSpans(costs []boards.Cost) (all []kit.Span) {
	for _, of := range costs {
		add := func(micros int64, kind string, color fyne.ThemeColorName) {
			if micros == 0 {
				return
			}
			if len(all) > 0 {
				kind = " · " + kind
			}
			for _, s := range spans(fmt.Sprintf(kind, bold(wording.Money(micros, of.Currency)))) {
				if color != "" {
					s.Color = color
				}
				all = append(all, s)
			}
		}
		add(of.Micros[db.Charge], "%s "+wording.EntryWord(db.Charge, true), "")
		add(of.Micros[db.Reserve], "%s "+wording.EntryWord(db.Reserve, true), "")
		add(of.Micros[boards.Planned], lang.L("%s planned", "%s"), "")
		add(of.Micros[boards.Ordered], lang.L("%s est.", "%s"), "")
		add(of.Micros[db.UnconfirmedEntry], lang.L("up to %s unconfirmed", "%s"), resources.Warn)
		add(of.Micros[db.Refund], "%s "+wording.EntryWord(db.Refund, true), resources.OK)
	}
	if len(all) == 0 {
		return spans(lang.L("nothing spent yet"))
	}
	return all
}

// Unbind releases the pictures of a row that is out of view.
func (r *boardRow) Unbind() {
	for _, p := range r.loads {
		p.Load(db.Asset{}, 0)
	}
}

// Tapped opens the board: a row with a menu handles all clicks itself.
func (r *boardRow) Tapped(*fyne.PointEvent) { r.onOpen(r.shown) }

func (r *boardRow) TappedSecondary(e *fyne.PointEvent) { r.onMenu(r.shown, e.AbsolutePosition) }

// changedText returns when a board was changed.
func changedText(at, now time.Time) string {
	switch ago := now.Sub(at); {
	case ago < time.Minute:
		return lang.L("changed just now")
	case ago < time.Hour:
		return lang.L("changed %d min ago", int(ago/time.Minute))
	}
	return lang.L("changed %s", wording.When(at, now))
}
