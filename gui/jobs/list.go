package jobs

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"viviscope/client/jobs"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// jobList is a list of jobs: the jobs that were read, the chips that filter them, and the visible cells. Recent has one
// with cards and the queue one with rows.
type jobList struct {
	*cellContext
	reader  *reader
	chips   *chips
	full    atomic.Bool // the disk is full
	gauge   *cell       // is measured and never shown
	heights map[int64]measured
}

// newJobList makes an empty list. Fields of m decide how it shows jobs.
func newJobList(m *listModel, a *approvals, f *film) *jobList {
	l := &jobList{reader: &reader{Deps: a.Deps}, chips: newChips(m), heights: map[int64]measured{}}
	l.cellContext = &cellContext{listModel: m, actions: &actions{approvals: a, sequence: m.assets}, film: f,
		diskFull: l.full.Load, reveal: l.scrollTo,
		resized: func(id int64) { l.rows.UpdateRow(id) }, focus: l.focusRow}
	if m.asCards {
		l.rows = kit.NewFeed(feed{l.newCard, l.bindCard, l.cardHeight}, 12, 16)
		ctx := *l.cellContext
		ctx.rows = &kit.List{} // its buttons change while it measures, which moves nothing in the list
		l.gauge = newCell(&ctx, newCard)
		return l
	}
	l.rows = kit.NewList(func() int { return len(m.lines) },
		func() fyne.CanvasObject { return newCell(l.cellContext, newRow) },
		func(i int, o fyne.CanvasObject) { o.(*cell).bind(m.lines[i]) })
	l.rows.Height = func(i int, _ float32) float32 {
		if m.lines[i].isHead() {
			return resources.Scaled(headHeight)
		}
		return resources.Scaled(jobHeight)
	}
	return l
}

// Handle takes an event of the engine. It is cheap and may be called on any goroutine.
func (l *jobList) Handle(ev jobs.Event) {
	l.reader.Handle(ev)
	if pool, ok := ev.(jobs.PoolStatus); ok && l.full.Swap(pool.DiskFull) != pool.DiskFull {
		l.Window.Refresh()
	}
}

// render shows the lines of the model. It reports whether the chips need more or less room than before.
func (l *jobList) render() (resized bool) {
	at, before := l.rows.At(), l.lines
	l.arrange()
	if !slices.EqualFunc(before, l.lines, listLine.isSame) {
		l.rows.Moved()
	}
	if l.asCards {
		l.renderCards()
		return l.chips.count()
	}
	if at >= 0 && at < len(before) { // the keyboard stays at its job
		i := slices.IndexFunc(l.lines, before[at].isSame)
		if i >= 0 {
			at = i
		}
		l.rows.SetAt(min(at, len(l.lines)-1))
	}
	return l.chips.count()
}

func (l *jobList) renderCards() {
	rows := make([]kit.Row, len(l.lines))
	for i, line := range l.lines {
		rows[i] = kit.Row{ID: line.id()}
	}
	maps.DeleteFunc(l.heights, func(id int64, _ measured) bool { return !l.known[id] })
	l.rows.SetRows(rows)
}

// update updates the actions of a job.
func (l *jobList) update(id int64) {
	if !l.asCards {
		l.rows.Update()
	} else if i, ok := l.lineOf[id]; ok {
		l.rows.UpdateRow(l.lines[i].id())
	}
}

// focusRow gives the keyboard to the row of a job, or else to the current row. A sheet that is opened afterwards
// returns it there. Nothing scrolls.
func (l *jobList) focusRow(id int64) {
	if i, ok := l.lineOf[id]; ok {
		l.rows.SetAt(i)
	}
	l.Canvas().Focus(l.rows)
}

// scrollTo scrolls a part of a card into sight.
func (l *jobList) scrollTo(o fyne.CanvasObject) {
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(o).Y - driver.AbsolutePositionForObject(l.rows).Y
	bottom := top + o.Size().Height - l.rows.Size().Height
	if top < 0 {
		l.rows.SetOffset(l.rows.Offset() + top - tileGap)
	} else if bottom > 0 {
		l.rows.SetOffset(l.rows.Offset() + bottom + tileGap)
	}
}

func (l *jobList) newCard() fyne.CanvasObject { return newCell(l.cellContext, newCard) }

func (l *jobList) bindCard(o fyne.CanvasObject, id int64) {
	if i, ok := l.lineOf[id]; ok {
		o.(*cell).bind(l.lines[i])
	}
}

// cardHeight measures a card with one that is never shown, and caches the height: wrapping texts is expensive, and the
// list asks for all rows whenever one changes. A card that reserves its place has room for all that usually follows,
// and never gets lower.
func (l *jobList) cardHeight(id int64, width float32) float32 {
	i, ok := l.lineOf[id]
	if !ok {
		return 0
	}
	key := heightKey{width: width, text: theme.Size(resources.SizeBody), content: l.contentKey(l.lines[i].click)}
	known, ok := l.heights[id]
	if ok && known.key == key {
		return known.height
	}
	h := l.measure(l.lines[i], width)
	if l.lines[i].reserved() {
		for _, k := range l.lines[i].phases(l.Now()) {
			h = max(h, l.measure(listLine{kind: cardLine, click: k}, width))
		}
		if known.key.width == key.width && known.key.text == key.text {
			h = max(h, known.height)
		}
	}
	l.heights[id] = measured{key, h}
	return h
}

// measure returns the height that a card needs, px.
func (l *jobList) measure(line listLine, width float32) float32 {
	l.gauge.fill(line)
	return l.gauge.HeightFor(width)
}

// compact lets all cards take the height that they need now. It moves cards, so it follows an act of the user.
func (l *jobList) compact() {
	for id := range l.places {
		delete(l.heights, l.lineID(id))
	}
	l.freePlaces()
}

// lineID returns the ID of the card of a job; 0 if it has none.
func (l *jobList) lineID(job int64) int64 {
	if i, ok := l.lineOf[job]; ok {
		return l.lines[i].id()
	}
	return 0
}

// heightKey is all that the height of a card depends on.
type heightKey struct {
	width, text float32
	content     string
}

// measured is the last height of a card. Heights for other widths would fill the memory while a window is resized.
type measured struct {
	key    heightKey
	height float32
}

// contentKey returns a text that differs whenever a card may need another height in the same width.
func (l *jobList) contentKey(k click) string {
	var b strings.Builder
	now := l.Now()
	for _, it := range k.items {
		st := l.Live.Status(it.liveRow())
		fmt.Fprintln(&b, it.Prompt, it.State, st.Reason, it.againPrice(), it.cost.Number, it.cost.Word,
			it.linkNote(now), it.shape, it.reserved, len(it.assets), it.asset.Width, it.asset.Height,
			st.Sentence == "", st.Share >= 0,
			wording.CheckTag(it.asset))
	}
	return b.String() + k.title() + k.warning(l.full.Load(), now)
}
